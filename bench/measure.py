"""Measure everything once more: writes bench/results.json, and from it the tables of bench/README.md.

python bench/measure.py                 plays all workloads with all engines, about five minutes of a quiet machine
python bench/measure.py --tables        plays nothing, only writes the tables again from results.json

With the compiled core (`make compiled`, then PYTHONPATH=build/compiled) it plays some of them, and writes
bench/compiled.json and its own tables.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results.json"
COMPILED = FOLDER / "compiled.json"
PAGE = FOLDER / "README.md"
ROUNDS = 7
SECONDS = 1.0
WARM_UP = 6.0
TIMES = "\N{MULTIPLICATION SIGN}"

ENGINES = {
    "sidepot": "sidepot",
    "openspiel": "OpenSpiel, listed",
    "openspiel_unlisted": "OpenSpiel, unlisted",
    "pokerkit": "PokerKit",
}
# the workloads that the compiled core plays
COMPILED_WORKLOADS = ("W19", "omaha8-pl", "omaha8-fl", "stud", "razz")


def measure() -> dict[str, Any]:
    """One run of all engines on all workloads, with its facts."""
    from sidepot.benchmarks import workloads
    from sidepot.cli.bench import is_compiled
    from sidepot.cli.bench import measure as run

    names = list(workloads.WORKLOADS)
    if is_compiled():
        names = list(COMPILED_WORKLOADS)
    document = run(names, peers=True, seconds=SECONDS, rounds=ROUNDS, warm_up=WARM_UP, seed=1)
    about = {"date": f"{datetime.date.today():%B %Y}", "cpus": os.cpu_count(), "rounds": ROUNDS, "seconds": SECONDS}
    return about | {name: getattr(document, name) for name in document.__struct_fields__}


def multiple(speeds: dict[str, float | None], engine: str) -> str:
    """How many times as fast as an engine sidepot is, as in 0.83 times; empty where it cannot play the workload."""
    other, ours = speeds.get(engine), speeds["sidepot"]
    if not other or not ours:
        return ""
    times = ours / other
    return f"{times:.2f} {TIMES}" if times < 10 else f"{times:.0f} {TIMES}"


def tables(results: dict[str, Any]) -> str:
    """What stands in the page between its markers: all speeds, and how they were measured."""
    speeds: dict[str, dict[str, float | None]] = results["workloads"]
    lines = ["| workload | " + " | ".join(ENGINES.values()) + " |", "| --- |" + " ---: |" * len(ENGINES)]
    for name, found in speeds.items():
        cells = [f"{found['sidepot']:,.0f}"]
        cells += [f"{found[key]:,.0f} ({multiple(found, key)})" if found.get(key) else "-" for key in list(ENGINES)[1:]]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    build = "compiled" if results["compiled"] else "interpreted"
    lines += [
        "",
        f"{build.capitalize()}; {results['machine']}; medians of {results['rounds']} rounds of "
        f"{results['seconds']:g} s, {results['date']} ([{file_of(results).name}]({file_of(results).name})).",
    ]
    return "\n".join(lines)


def file_of(results: dict[str, Any]) -> Path:
    """Where the results of a build are kept."""
    return COMPILED if results["compiled"] else RESULTS


def with_tables(page: str, results: dict[str, Any]) -> str:
    """The page with the tables of a build made anew."""
    mark = "compiled" if results["compiled"] else "measured"
    before, begin, rest = page.partition(f"<!-- {mark} -->\n")
    _, end, after = rest.partition(f"\n<!-- /{mark} -->")
    if not begin or not end:
        sys.exit(f"{PAGE} has lost its markers: <!-- {mark} --> and <!-- /{mark} -->")
    return before + begin + tables(results) + end + after


def main(*, only_tables: bool) -> None:
    if not only_tables:
        measured = measure()
        file_of(measured).write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    for file in (RESULTS, COMPILED):
        results = json.loads(file.read_text(encoding="utf-8"))
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
        print(tables(results))


if __name__ == "__main__":
    main(only_tables="--tables" in sys.argv[1:])
