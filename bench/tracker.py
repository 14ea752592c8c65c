"""How fast the tracker is: the import of many hands, part by part, each page, and the memory of its processes.

    python bench/tracker.py                             20,000 hands; prints the figures
    python bench/tracker.py --hands 1000000 --jobs 2    the load of a big database
    python bench/tracker.py --write                     also writes bench/tracker.json and its table in bench/README.md
    ... --folder DIR                                    keeps the hands in DIR, and takes what is there already

The hands come from `sidepot simulate`: sessions of six players, a thousand hands each, written as PokerStars text from
the view of one of them. The same number of hands is always the same text. Times are those of the processor, because
the machine may do other work; for pages also the clock.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, Final

from page import write_between

HERE: Final = Path(__file__).resolve().parent
RESULTS: Final = HERE / "tracker.json"
README: Final = HERE / "README.md"
SESSION: Final = 1_000
BOTS: Final = ("steady", "steady", "loose")
HERO: Final = "Ann"
OPPONENTS: Final = 4_000
DISTINCT: Final = 500
FIRST_DAY: Final = datetime.datetime(2020, 1, 1, 18)
STAKES: Final = ((1, 2), (2, 5), (5, 10))
PARTS_HANDS: Final = 6_000
ALL_INS: Final = "all-in averages"


# ---- the hands


def make_hands(folder: Path, hands: int) -> list[Path]:
    """The files of so many hands. Those that exist are taken as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"session-{at:04}.txt" for at in range(-(-hands // SESSION))]
    lacking = [at for at, file in enumerate(files) if not file.exists()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(partial(make_session, folder), [at for at in lacking if at < DISTINCT]):
            pass
        for _ in pool.map(partial(repeat_session, folder), [at for at in lacking if at >= DISTINCT]):
            pass
    return files


def repeat_session(folder: Path, at: int) -> None:
    """Write the hands of an earlier session with other numbers, days and opponents."""
    text = (folder / f"session-{at % DISTINCT:04}.txt").read_text("utf-8")
    round_ = at // DISTINCT
    days = datetime.timedelta(days=2 * DISTINCT * round_)

    def day(found: re.Match[str]) -> str:
        return f"{datetime.datetime.strptime(found[0], '%Y/%m/%d') + days:%Y/%m/%d}"

    text = re.sub(r"#(\d{9}):", lambda found: f"#{int(found[1]) + DISTINCT * SESSION * round_}:", text)
    text = re.sub(r"\d{4}/\d\d/\d\d", day, text)
    text = re.sub(r"Player(\d{4})", lambda found: f"Player{(int(found[1]) + 7 * round_) % OPPONENTS:04}", text)
    write(folder, at, text.replace(f"Table {at % DISTINCT}'", f"Table {at}'"))


def write(folder: Path, at: int, text: str) -> None:
    """Write the file of a session at once, so that an interrupted run leaves no part of it."""
    shadow = folder / f"session-{at:04}.tmp"
    shadow.write_text(text, encoding="utf-8")
    shadow.rename(shadow.with_suffix(".txt"))


def make_session(folder: Path, at: int) -> None:
    """Write a session: a thousand hands of one table, a hand every 45 seconds, three hours of them a day."""
    from msgspec.structs import replace

    from sidepot.formats.hand_history import HandHistory
    from sidepot.formats.stars_write import stars_text
    from sidepot.histories.file_shares import hands_in, shares_of

    small, big = STAKES[at % len(STAKES)]
    chance = Random(at)
    names = [HERO, *[f"Player{number:04}" for number in chance.sample(range(OPPONENTS), 5)]]
    seat = dict(zip(("Ann", "Bob", "Cy", "Dora", "Ed", "Flo"), names, strict=True))
    texts = []
    with tempfile.TemporaryDirectory() as place:
        made = Path(place, "made.phhs")
        command = [
            sys.executable, "-m", "sidepot", "simulate", "--hands", str(SESSION), "--seed", str(at + 1),
            "--bots", ",".join(BOTS), "--blinds", f"{small}/{big}", "--rake", "5%/3", "--histories", str(made),
            "--json",
        ]  # fmt: skip
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        number = 0
        for share in shares_of([made]):
            for _, _, history in hands_in(share):
                number += 1
                if not isinstance(history, HandHistory):
                    continue
                began = FIRST_DAY + datetime.timedelta(days=2 * at + number // 240, seconds=45 * (number % 240))
                try:
                    texts.append(
                        stars_text(
                            replace(
                                history.seen_by("Ann"),
                                names=tuple([seat[name] for name in history.names]),
                                name=str(100_000_000 + at * SESSION + number),
                                table=f"Table {at}",
                                when=f"{began:%Y/%m/%d %H:%M:%S} ET",
                                currency="USD",
                            )
                        )
                    )
                except Exception as error:  # what the text cannot express
                    if "cannot express" not in str(error):
                        raise
    write(folder, at, "\n\n\n".join(texts))


# ---- the parts of an import


def parts(files: list[Path]) -> dict[str, float]:
    """Microseconds of the processor for each hand, by what is done, in this process: the best of some rounds."""
    spent = [parts_of(file) for file in files[:1] + files[: 1 + PARTS_HANDS // SESSION]][1:]  # the first is for warming
    found = {part: min(one[part] for one in spent) for part in spent[0]}
    return found | {ALL_INS: statistics.median(one[ALL_INS] for one in spent)}  # some sessions have more of them


def parts_of(file: Path) -> dict[str, float]:
    """The same for the hands of one file."""
    from sidepot.corpora import corpus_run as run
    from sidepot.corpora.corpus_rows import rows_of
    from sidepot.corpora.kept_text import packed
    from sidepot.histories.file_shares import shares_of
    from sidepot.histories.outcomes import play
    from sidepot.histories.piece_hands import hands_of
    from sidepot.stats.hand_seen import seen

    spent = dict.fromkeys(("read", "play, compare", "figures", ALL_INS, "rows", "Parquet, text"), 0.0)
    hands = 0
    for share in shares_of([file], None, run.LETTERS):
        clock = _Clock(spent)
        read = [one for piece in share.pieces for one in hands_of(piece.piece)]
        clock.end("read")
        played = [play(*one) for one in read]
        outcomes = [one.outcome() for one in played]
        histories = [one.history(False) for one in played]
        clock.end("play, compare")
        for history in histories:
            seen(history, expectation=False)
        clock.end("figures")
        counted = [seen(history) for history in histories]
        clock.end(ALL_INS)
        tables: dict[str, dict[str, Any]] = {}
        for at, (outcome, history, hand) in enumerate(zip(outcomes, histories, counted, strict=True)):
            of_game = tables.setdefault(hand.game, {"hand": [], "player": [], "action": []})
            for table, rows in rows_of(at, "file", outcome.kind, history, hand).items():
                of_game[table] += rows
        clock.end("rows")
        with tempfile.TemporaryDirectory() as place:
            Path(place, run.NOTES).mkdir()
            clock.end("")
            run.keep(Path(place), "share", tables, [], [], packed(share))
            clock.end("Parquet, text")
        hands += len(read)
    spent[ALL_INS] -= spent["figures"]  # which are computed again with them
    return {part: 1e6 * seconds / hands for part, seconds in spent.items() if part}


class _Clock:
    """Adds the processor's time since the last call to what was spent on a part."""

    def __init__(self, spent: dict[str, float]) -> None:
        self._spent, self._begun = spent, time.process_time()

    def end(self, part: str) -> None:
        now = time.process_time()
        self._spent[part] = self._spent.get(part, 0.0) + now - self._begun
        self._begun = time.process_time()


# ---- the import, and the memory


def run_import(home: Path, folder: Path, jobs: int) -> dict[str, Any]:
    """Import a folder with the command; CPU and clock of all its processes, and the memory of all together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    command = [
        sys.executable, "-m", "sidepot", "tracker", str(folder), "--data", str(home), "--jobs", str(jobs), "--json",
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        memory = Memory(process.pid)
        out = process.communicate()[0]
        peak = memory.end()
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = json.loads(out)
    return {"hands": found["hands"], "seconds": seconds, "cpu": cpu, "memory": peak, "unread": found["failed"]}


class Memory:
    """The largest memory of a process and its children together, looked at every half a second.

    Pages that several of them share count once (PSS).
    """

    def __init__(self, process: int) -> None:
        self._process, self._most, self._stop = process, 0, Event()
        self._thread = Thread(target=self._look)
        self._thread.start()

    def end(self) -> int:
        """Stop looking, and return the bytes."""
        self._stop.set()
        self._thread.join()
        return self._most

    def _look(self) -> None:
        while not self._stop.wait(0.5):
            self._most = max(self._most, sum(_memory_of(one) for one in _with_children(self._process)))


def _with_children(process: int) -> list[int]:
    found = [process]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                continue  # it has ended
    return found


def _memory_of(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


# ---- the pages


FILTER: Final = urllib.parse.quote("position = BTN CO, stakes = 2/5, pot = raised, depth >= 40")
PAGES: Final = {
    "overview": "/api/tracker/overview",
    "overview by days": "/api/tracker/overview?days=true",
    "overview, filtered": f"/api/tracker/overview?where={FILTER}",
    "positions": "/api/tracker/positions",
    "positions, filtered": f"/api/tracker/positions?where={FILTER}",
    "starting hands": "/api/tracker/grid",
    "hands": "/api/tracker/hands",
    "hands after half of them": "/api/tracker/hands?skip={half}",
    "hands, filtered": f"/api/tracker/hands?where={FILTER}",
    "opponents": "/api/tracker/opponents",
    "opponents, filtered": f"/api/tracker/opponents?where={FILTER}",
    "comparison": f"/api/tracker/comparison?other={FILTER}",
    "leaks": "/api/tracker/leaks",
    "leaks, filtered": f"/api/tracker/leaks?where={FILTER}",
    "tournaments": "/api/tracker/tournaments",
    "files": "/api/tracker/imported",
}
WARM: Final = 5


def pages(home: Path, hands: int) -> tuple[dict[str, dict[str, float]], int]:
    """The milliseconds of each page, first and then warm, the CPU of a warm one, and the memory of the server."""
    command = [sys.executable, "-m", "sidepot", "tracker", "--data", str(home), "--no-open", "--port", "0"]
    found: dict[str, dict[str, float]] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            memory = Memory(process.pid)
            assert process.stdout is not None
            line = next(line for line in process.stdout if "is open at" in line)
            address = line.split("open at ")[1].split()[0]
            for name, page in PAGES.items():
                path = page.format(half=hands // 2) if "{half}" in page else page
                try:
                    times = [_asked(address + path, process.pid) for _ in range(1 + WARM)]
                except urllib.error.HTTPError as error:
                    print(f"{name}: {error}: {error.read()[:200]!r}", file=sys.stderr)
                    continue
                clock, cpu = [statistics.median(some) for some in zip(*times[1:], strict=True)]
                found[name] = {"first": times[0][0], "warm": clock, "cpu": cpu}
        finally:
            process.terminate()
            peak = memory.end()
    return found, peak


def _asked(address: str, server: int) -> tuple[float, float]:
    """The milliseconds of an answer, by the clock and of the server's processor."""
    spent, begun = _cpu_of(server), time.perf_counter()
    with urllib.request.urlopen(address, timeout=600) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - begun), 1000 * (_cpu_of(server) - spent)


def _cpu_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---- all of it


def measure(folder: Path, hands: int, jobs: int, home: Path) -> dict[str, Any]:
    """Everything, once."""
    files = make_hands(folder, hands)
    chosen = home / "files"
    chosen.mkdir(parents=True)
    for file in files:
        (chosen / file.name).symlink_to(file)
    found: dict[str, Any] = {"parts": parts(files)}
    data = home / "data"
    found["import"] = run_import(data, chosen, jobs)
    found["letters"] = sum(file.stat().st_size for file in files)
    found["again"] = run_import(data, chosen, jobs)
    new = chosen / "new.txt"
    new.write_text(files[0].read_text("utf-8").replace("Hand #1", "Hand #9")[:100_000].rpartition("\n\n\n")[0], "utf-8")
    found["one more file"] = run_import(data, chosen, jobs)
    found["database"] = sum(file.stat().st_size for file in data.glob("tracker.duckdb*"))
    found["tables"] = sum(file.stat().st_size for file in (data / "hands").rglob("*") if file.is_file())
    found["pages"], found["server"] = pages(data, hands)
    return {
        **found,
        "jobs": jobs,
        "date": f"{datetime.date.today():%-d %B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {os.cpu_count()} CPUs",
        "load": [round(one, 1) for one in os.getloadavg()],
        "compiled": is_compiled(),
    }


def is_compiled() -> bool:
    """Whether the compiled core is measured."""
    from sidepot.hand import betting

    return not str(betting.__file__).endswith(".py")


def table(found: dict[str, Any]) -> str:
    """The tables of the page."""
    of, hands = found["import"], found["import"]["hands"]
    parts_of = found["parts"]
    rows = [
        f"| import of {hands:,} hands, `--jobs {found['jobs']}` | measured |",
        "| --- | ---: |",
        f"| hands a second of one core | {hands / of['cpu']:,.0f} |",
        f"| hands a second by the clock | {hands / of['seconds']:,.0f} |",
        f"| memory of all processes together | {of['memory'] / 1e6:,.0f} MB |",
        f"| nothing is new | {found['again']['seconds']:.1f} s |",
        f"| one more file of 100 hands | {found['one more file']['seconds']:.1f} s |",
        f"| text; database; Parquet tables and kept text | {found['letters'] / 1e6:,.0f} MB; "
        f"{found['database'] / 1e6:,.0f} MB; {found['tables'] / 1e6:,.0f} MB |",
        "",
        "| part of an import | CPU a hand |",
        "| --- | ---: |",
        *[f"| {name} | {micros:.0f} µs |" for name, micros in parts_of.items()],
        f"| all, with starting processes and the database | {1e6 * of['cpu'] / hands:.0f} µs |",
        "",
        f"| page over {hands:,} hands | first | warm | warm, CPU |",
        "| --- | ---: | ---: | ---: |",
        *[
            f"| {name} | {one['first']:,.0f} ms | {one['warm']:,.0f} ms | {one['cpu']:,.0f} ms |"
            for name, one in found["pages"].items()
        ],
        f"| memory of the server | {found['server'] / 1e6:,.0f} MB | | |",
        "",
        f"{'Compiled' if found['compiled'] else 'Interpreted'}; {found['machine']}, load {found['load'][0]}, "
        f"{found['date']} ([{RESULTS.name}]({RESULTS.name})).",
    ]
    return "\n".join(rows)


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "sidepot-bench-hands"))
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the database in this new folder")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    home = args.keep or Path(tempfile.mkdtemp())
    try:
        found = measure(args.folder, args.hands, args.jobs, home)
    finally:
        if not args.keep:
            shutil.rmtree(home)
    print(table(found))
    if args.write:
        RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        write_between(README, "<!-- tracker -->\n", "<!-- /tracker -->", table(found))


if __name__ == "__main__":
    main()
