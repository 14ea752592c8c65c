"""Hands a second of each format of histories: read, played by the rules and compared with the printed result.

    python bench/histories.py               measures, writes bench/histories.json and its table in bench/README.md
    python bench/histories.py --json        measures, prints the figures, and writes nothing
    python bench/histories.py --tables      only writes the table again
    ... --compiled build/compiled --rounds 5

The files are those of SIDEPOT_CORPUS, and samples of the tests for formats that it lacks, over and over; what is text
is put into one file of at least 600 hands, as a site writes a session, so that opening a file counts for little. The
interpreted package, the compiled one (`make compiled`) and PokerKit's importers (`make peers`) take turns, each in a
process of its own, and the seconds of the processor count; medians. PokerKit gets some hands of the same files, one at
a time, and only those that it plays count for its speed. It has no importers for the other formats. Growth is the clock
on the wall with `--jobs 1` and `--jobs 2`.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import io
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from page import about, write_between

FOLDER: Final = Path(__file__).resolve().parent
ROOT: Final = FOLDER.parent
RESULTS: Final = FOLDER / "histories.json"
README: Final = FOLDER / "README.md"
SAMPLES: Final = ROOT / "tests" / "formats" / "sites"
HANDS: Final = 600  # of each format, at least: files are read again until there are so many
GROWTH_HANDS: Final = 6_000
PEER_HANDS: Final = 120
W19: Final = "W19, the engine without files"
PHH: Final = "Pluribus PHH"
IMPORTERS: Final = {
    "PokerStars": "from_pokerstars",
    "Full Tilt": "from_full_tilt_poker",
    "PartyPoker": "from_partypoker",
}
TIMES: Final = "\N{MULTIPLICATION SIGN}"


def texts() -> dict[str, list[str]]:
    """The text of each format, by its name: a file each."""
    from sidepot.formats.sites.reading import BY_NAME
    from sidepot.histories.bulk import find_histories
    from sidepot.histories.pieces import pieces_of

    corpus = os.environ.get("SIDEPOT_CORPUS", "")
    found: dict[str, list[str]] = {}
    for folders in ([f"{corpus}/sites", f"{corpus}/ohh"] if corpus else []), [str(SAMPLES)]:
        told: dict[str, list[str]] = defaultdict(list)
        for file in find_histories(folders):
            for piece in pieces_of(file):
                if piece.kind in ("site", "ohh"):
                    told[BY_NAME[piece.dialect].site if piece.dialect else "Open Hand History"].append(piece.text)
        found = {**told, **found}  # samples, where the corpus has none
    if corpus:
        some = sorted(Path(corpus, "phh", "pluribus-sample").glob("*.phh"))
        found[PHH] = ["\n".join(f"[{at}]\n{file.read_text('utf-8')}" for at, file in enumerate(some))]
    return found


SUFFIX_OF: Final = {PHH: ".phhs", "Open Hand History": ".ohh", "PokerNow": ".csv"}


def replay(files: list[Path]) -> int:
    """Read, play and compare; how many hands there were."""
    from sidepot.histories.outcomes import outcome_of
    from sidepot.histories.piece_hands import hands_of
    from sidepot.histories.pieces import pieces_of

    hands = 0
    for file in files:
        for piece in pieces_of(file):
            for name, found in hands_of(piece):
                outcome_of(name, found)
                hands += 1
    return hands


def ours(folder: Path) -> dict[str, float]:
    """Hands a second of each format, one after another."""
    speeds: dict[str, float] = {}
    for format_name, parts in texts().items():
        files = write_files(folder, format_name, parts)
        hands = replay(files)  # warm
        if hands and format_name not in SUFFIX_OF:  # text: files grow, as a site writes a session into one
            files = write_files(folder, format_name, ["\n\n\n".join(parts * (1 + HANDS // hands))])
        begun, done = time.process_time(), 0
        while hands and done < HANDS:
            done += replay(files)
        if hands:
            speeds[format_name] = done / (time.process_time() - begun)
        for file in folder.iterdir():
            file.unlink()
    return {**speeds, W19: engine()}


def write_files(folder: Path, format_name: str, parts: list[str]) -> list[Path]:
    """A file of each text."""
    files = [folder / f"{at}{SUFFIX_OF.get(format_name, '.txt')}" for at in range(len(parts))]
    for file, text in zip(files, parts, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def engine() -> float:
    """Hands of W19 a second of the processor: what the machine does at this moment, without any file."""
    from random import Random

    from sidepot.benchmarks.workloads import WORKLOADS, play_hand

    chance = Random(1).random
    for _ in range(HANDS // 4):
        play_hand(WORKLOADS["W19"], chance)
    begun = time.process_time()
    for _ in range(2 * HANDS):
        play_hand(WORKLOADS["W19"], chance)
    return 2 * HANDS / (time.process_time() - begun)


def peers() -> dict[str, dict[str, float]]:
    """PokerKit's importers on hands of the same files: hands a second of those that it plays, and how many it does."""
    from pokerkit import HandHistory

    warnings.simplefilter("ignore")
    found: dict[str, dict[str, float]] = {}
    for format_name, parts in texts().items():
        load = getattr(HandHistory, "loads_all" if format_name == PHH else IMPORTERS.get(format_name, ""), None)
        if load is None:
            continue
        hands = [hand for text in parts for hand in hands_of_text(text, format_name)]
        hands = hands[:: max(len(hands) // PEER_HANDS, 1)]
        played, seconds = 0, 0.0
        for hand in hands:
            begun = time.process_time()
            with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(Exception):  # whatever it raises
                (history,) = load(hand)
                for _ in history:
                    pass
                played += 1
                seconds += time.process_time() - begun
        found[format_name] = {"speed": played / seconds if seconds else 0.0, "played": played, "read": len(hands)}
    return found


def hands_of_text(text: str, format_name: str) -> list[str]:
    """The hands of a text, each apart."""
    begins = [found.start() for found in re.finditer(MARKS[format_name], text, re.M)]
    return [text[at:end] for at, end in zip(begins, [*begins[1:], len(text)], strict=False)]


def hands_in(text: str, format_name: str) -> int:
    """How many hands a text has."""
    return len(re.findall(MARKS[format_name], text, re.M))


MARKS: Final = {
    PHH: r"^\[",
    "PokerStars": r"^\ufeff?(?:PokerStars|POKERSTARS) ",
    "Full Tilt": r"^\ufeff?Full ?Tilt ?Poker Game #",
    "PartyPoker": r"^\ufeff?\*{5} Hand History",
}


def growth(folder: Path) -> dict[str, float]:
    """Hands a second by the clock on the wall with one process and with two, on one large file."""
    from sidepot.histories.bulk import replay_files

    parts = texts()["PokerStars"]
    file = folder / "large.txt"
    hands = 0
    with file.open("w", encoding="utf-8") as opened:
        while hands < GROWTH_HANDS:
            for text in parts:
                opened.write(text + "\n\n\n")
                hands += hands_in(text, "PokerStars")
    return {str(jobs): replay_files([file], jobs=jobs).hands_per_second for jobs in (1, 2)}


def once(what: str) -> dict[str, Any]:
    """One round, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        if what == "peers":
            return peers()
        return dict(growth(Path(folder)) if what == "growth" else ours(Path(folder)))


def measure(rounds: int, compiled: Path | None) -> dict[str, Any]:
    """All rounds, taking turns."""
    builds = {"pure": ROOT / "src", **({"compiled": compiled} if compiled else {})}
    turns = [*builds.items(), ("peers", ROOT / "src"), ("growth", ROOT / "src")]
    found: dict[str, list[Any]] = defaultdict(list)
    for at in range(rounds):
        for name, source in turns:
            if name in ("peers", "growth") and at % 2:
                continue  # these are slow
            command = [sys.executable, __file__, "--once", name if name in ("peers", "growth") else "ours"]
            done = subprocess.run(
                command, env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True, check=False
            )
            if done.returncode == 0:
                found[name].append(json.loads(done.stdout))
            else:
                print(f"{name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        print(f"round {at + 1} of {rounds}", file=sys.stderr, flush=True)
    lines = []
    for format_name in found["pure"][0]:
        line: dict[str, Any] = {"format": format_name}
        for build in builds:
            line[build] = statistics.median(one[format_name] for one in found[build])
        told = [one[format_name] for one in found["peers"] if format_name in one]
        if told:
            line["pokerkit"] = statistics.median(one["speed"] for one in told)
            line["pokerkit_played"], line["pokerkit_read"] = told[0]["played"], told[0]["read"]
        lines.append(line)
    return {
        "date": f"{datetime.date.today():%-d %B %Y}",
        "machine": f"{platform.machine()}, CPython {platform.python_version()}, {os.cpu_count()} CPUs",
        "load": [round(one, 1) for one in os.getloadavg()],
        "corpus": bool(os.environ.get("SIDEPOT_CORPUS")),
        "rounds": rounds,
        "lines": lines,
        "growth": {jobs: statistics.median(one[jobs] for one in found["growth"]) for jobs in ("1", "2")},
    }


def table(results: dict[str, Any]) -> str:
    """The table of the page."""
    rows = ["| format | interpreted | compiled | PokerKit | ratio |", "| --- | ---: | ---: | ---: | ---: |"]
    for line in results["lines"]:
        if line["format"] == W19:  # another measure than that of the tables of hands
            continue
        peer = line.get("pokerkit")
        told = f"{peer:,.0f} (plays {line['pokerkit_played']} of {line['pokerkit_read']})" if peer else "-"
        ratio = f"{line['pure'] / peer:.0f} {TIMES}" if peer else "-"
        compiled = f"{line['compiled']:,.0f}" if "compiled" in line else "-"
        rows.append(f"| {line['format']} | {line['pure']:,.0f} | {compiled} | {told} | {ratio} |")
    one, two = results["growth"]["1"], results["growth"]["2"]
    return "\n".join(
        [
            *rows,
            "",
            f"PokerStars on the wall clock: {one:,.0f} with `--jobs 1`, {two:,.0f} with `--jobs 2` "
            f"({two / one:.2f} {TIMES}).",
            "",
            about(results, RESULTS),
        ]
    )


def main() -> None:
    """Measure, and write or print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--once", default="")
    told = parser.parse_args()
    if told.once:
        print(json.dumps(once(told.once)))
        return
    if not told.tables:
        results = measure(told.rounds, told.compiled if told.compiled.is_dir() else None)
        if told.json:
            print(json.dumps(results, indent=2))
            return
        RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    write_between(README, "<!-- histories -->\n", "<!-- /histories -->", table(results))


if __name__ == "__main__":
    main()
