"""Play random hands with our engine and PokerKit at once and say where they part: `make differential`.

Exit code 1 if a divergence is not on the list; each such hand is written as a script that takes both engines there.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import msgspec
from against_pokerkit.games import NotInstalled, pokerkit
from against_pokerkit.known import KNOWN
from against_pokerkit.play import play
from against_pokerkit.run import Tally, compare_all, describe, find_shared
from against_pokerkit.script import script
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sidepot.errors import SidepotError

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "differential.md"
BEGIN, END = "<!-- results -->", "<!-- end of results -->"


class Run(msgspec.Struct):
    """One run: when, against what, and what came of each game."""

    date: str
    pokerkit: str
    seed: int
    seconds: float
    games: list[Tally]


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each game (20000)")
    parser.add_argument("--game", action="append", default=[], help="only this game; may be given several times")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    parser.add_argument("--only", type=int, metavar="HAND", help="print this one hand of --game as a script")
    parser.add_argument("--scripts", type=Path, metavar="DIR", help="write the script of each finding there")
    parser.add_argument("--json", action="store_true", help="print the run as JSON")
    parser.add_argument("--read", type=Path, action="append", metavar="FILE", help="show runs of --json, play nothing")
    parser.add_argument("--write", action="store_true", help="put the results into docs/reference/differential.md")
    return parser.parse_args()


def main() -> int:
    """Run as the command line says."""
    told = options()
    try:
        pokerkit()
        games = [game.name for game in find_shared(told.game)]
    except (NotInstalled, SidepotError) as error:
        print(f"differential: {error}", file=sys.stderr)
        return 2
    if told.only is not None:
        return show_one(games, told.seed, told.only)
    if told.read:
        runs = [msgspec.json.decode(file.read_bytes(), type=Run) for file in told.read]
    else:
        runs = [run(games, told.seed, told.hands, told.jobs)]
    findings = [finding for one in runs for tally in one.games for finding in tally.findings]
    if told.json:
        print(msgspec.json.encode(runs[0]).decode())
    else:
        print(f"{results(runs)}\n")
        for finding in findings[:20]:
            print(f"NOT ON THE LIST: {finding}")
    if told.scripts is not None:
        told.scripts.mkdir(parents=True, exist_ok=True)
        for finding in findings:
            file = told.scripts / f"{finding.game}-{finding.seed}-{finding.at}.py"
            file.write_text(finding.script, encoding="utf-8")
    if told.write:
        write(results(runs))
    return 1 if findings else 0


def show_one(games: list[str], seed: int, at: int) -> int:
    """Print one hand as a script, with what it ended in."""
    if len(games) != 1:
        print("differential: --only needs one --game", file=sys.stderr)
        return 2
    played = play(pokerkit(), find_shared(games)[0], seed, at)
    print(f"# hand {at} of seed {seed}, {games[0]}: {describe(played) or 'they agree'}")
    print(script(played.hand, played.mirror))
    return 0


def run(games: list[str], seed: int, hands: int, jobs: int) -> Run:
    """Play, with a bar on standard error."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = perf_counter()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{len(games)} games", total=hands * len(games))
        played = compare_all(
            games, seed, hands, jobs=jobs, progress=lambda part: progress.update(task, advance=part.hands)
        )
    date = f"{datetime.date.today():%d %B %Y}"
    return Run(date, version("pokerkit"), seed, round(perf_counter() - started, 1), played)


def results(runs: list[Run]) -> str:
    """The tables of some runs, all counted together, as Markdown."""
    total: dict[str, Tally] = {}
    for one in runs:
        for tally in one.games:
            total.setdefault(tally.game, Tally(tally.game)).add(tally)
    tallies = list(total.values())
    hands = sum(tally.hands for tally in tallies)
    agreed = sum(tally.agreed for tally in tallies)
    compared = sum(tally.decisions for tally in tallies)
    bridged = sum(tally.bridged for tally in tallies)
    findings = sum(len(tally.findings) for tally in tallies)
    known: Counter[str] = Counter()
    limits: dict[str, list[int]] = {}
    for tally in tallies:
        known.update(tally.known)
        for limit, (of_limit, of_agreed) in tally.by_limit.items():
            counts = limits.setdefault(limit, [0, 0])
            counts[0] += of_limit
            counts[1] += of_agreed
    lines = [
        *(
            f"- {one.date}, PokerKit {one.pokerkit}, seed {one.seed}: {len(one.games)} games, {one.seconds:.0f} seconds"
            for one in runs
        ),
        "",
        f"{hands:,} hands with {compared:,} decisions compared: {agreed:,} ({agreed / hands:.1%}) agree to the last "
        f"chip, {sum(known.values()):,} end in a known divergence, {findings:,} in one that is not on the list. "
        f"{bridged:,} checks were asked for by PokerKit alone.",
        "",
        "| limit | hands | agreed |",
        "| --- | --: | --: |",
        *(f"| {limit} | {count:,} | {good / count:.1%} |" for limit, (count, good) in limits.items()),
        "",
        "| game | hands | agreed | not on the list | known divergences |",
        "| --- | --: | --: | --: | --- |",
        *map(_row, tallies),
        "",
        "| divergence | hands | sidepot | rules | PokerKit | right |",
        "| --- | --: | --- | --- | --- | --- |",
        *(
            f"| {row.name} | {known[row.name]:,} | {row.ours} | {', '.join(row.rules)} | {row.theirs} | {row.right} |"
            for row in KNOWN
        ),
    ]
    return "\n".join(lines)


def _row(tally: Tally) -> str:
    known = ", ".join(f"{name} {count:,}" for name, count in Counter(tally.known).most_common())
    agreed = f"{tally.agreed:,} ({tally.agreed / tally.hands:.1%})"
    return f"| {tally.game} | {tally.hands:,} | {agreed} | {len(tally.findings)} | {known} |"


def write(text: str) -> None:
    """Put the results of a run into the page."""
    page = PAGE.read_text(encoding="utf-8")
    marked = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    PAGE.write_text(marked.sub(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", page), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
