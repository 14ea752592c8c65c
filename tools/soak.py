"""A million simulated hands over tables of all kinds, with people who come, go and lose everything: `make soak`.

After each hand the books are checked (`sidepot.simulation.books`), now and then a hand is called off in the middle.
Exit code 1 if anything is found; it is told with the table, the seed and the hand, which play it again.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sidepot.cli.simulate_guests import guests_of
from sidepot.cli.simulate_input import read_toml
from sidepot.cli.simulate_stakes import hand_ms_of
from sidepot.cli.simulate_terms import rules_of
from sidepot.errors import SidepotError
from sidepot.simulation.cash_table import Simulation

TABLES: dict[str, str] = {
    "no-limit hold'em, nine": 'game = "holdem"\nseats = 9\nrake = "5%/3"',
    "moving button": 'game = "holdem"\nseats = 6\nbutton = "moving"\nmissed_blinds = "the big one"',
    "dead button over empty seats": 'game = "holdem"\nseats = 10\nbutton = "dead, over empty seats"\nshut_out = false',
    "heads-up": 'game = "holdem"\nseats = 2\nante = 1',
    "three seats": 'game = "fl holdem"\nseats = 3\nmissed_blinds = "nothing"',
    "H.O.R.S.E.": 'mix = "horse"\nseats = 8\nbets = [4, 8]\nrake = "2.5%"',
    "eight games": 'mix = "eight-game"\nseats = 6\nhands_each = 3\nbutton = "moving"',
    "ten games": 'mix = "ten-game"\nseats = 6\nbutton = "dead, over empty seats"',
    "triple stud": 'mix = "triple-stud"\nseats = 7',
    "dealer's choice": 'mix = "dealers-choice"\ndealers_choice = true\nseats = 6\nhouse = "home"',
    "dealer's choice, dead button": 'mix = "dealers-choice"\ndealers_choice = true\nseats = 7\nkill = "full"',
    "straddles and bombs": (
        'mix = ["nl holdem", "pl omaha", "nl short-deck"]\nseats = 8\npetty = 20\nchip = 1\n'
        'straddles = ["under the gun", "mississippi", "sleeper"]\nbomb = { every = 7, ante = 5 }'
    ),
    "full kill": 'game = "fl holdem"\nseats = 9\nkill = "full"\nhouse = "roberts"',
    "half kill by size": 'game = "fl omaha8"\nseats = 9\nkill = { kind = "half", legs = 0, at_least = 8 }',
    "time charge": 'game = "pl omaha"\nseats = 6\ntime_charge = { amount = 7, minutes = 30 }',
    "jacks or better": 'game = "jacks-or-better"\nseats = 6',
    "jacks and trips": 'game = "nl jacks-trips"\nseats = 5',
    "big chips": 'game = "nl holdem"\nchip = 25\nblinds = [25, 50]\nbuy_in = [1000, 5000]\nrake = "5%/100"',
    "big-blind ante": 'game = "nl holdem"\nstakes = { blinds = [1, 2], ante = 2, ante_by = "big blind" }\nseats = 9',
    "one blind": 'game = "nl holdem"\nblinds = [2]\nseats = 5',
    "three blinds": 'game = "nl holdem"\nblinds = [1, 2, 4]\nseats = 5',
    "wild draw, two boards": 'mix = ["nl deuces-wild", "pl double-board-omaha", "fl badeucey"]\nhands_each = 2',
    "open stakes": 'game = "holdem"\nseats = 6\nopen_stakes = { threshold = 10 }\npetty = 20',
    "open stakes, draw and stud": (
        'mix = ["nl jacks-trips", "fl stud", "pl omaha8"]\nseats = 5\nhands_each = 3\nopen_stakes = true\nrake = "5%/3"'
    ),
    "declared in turn": 'mix = ["fl stud-high-low", "pl omaha8"]\nrulebook = { declaration = "in turn", run_it = 3 }',
}


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands in all (1000000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--table", action="append", default=[], help="only tables whose names have this in them")
    parser.add_argument("--voids", type=float, default=0.002, help="how often a hand is called off (0.002)")
    parser.add_argument("--session", type=int, default=5000, help="hands of a table before it begins anew (5000)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args()


def main() -> int:
    """Play them all, with a bar on standard error."""
    told = options()
    names = [name for name in TABLES if not told.table or any(part in name for part in told.table)]
    if not names:
        print(f"soak: no such table; there are {', '.join(TABLES)}", file=sys.stderr)
        return 2
    started = perf_counter()
    each = -(-told.hands // len(names))
    sessions = [
        (name, told.seed + at, min(told.session, each - at * told.session), told.voids)
        for name in names
        for at in range(-(-each // told.session))
    ]
    found = {name: empty(name) for name in names}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("hands", total=sum(hands for _, _, hands, _ in sessions))
        for part in played(sessions, told.jobs):
            add(found[part["table"]], part)
            progress.update(task, advance=part["hands"] + part["called_off"])
    total = empty("all")
    for part in found.values():
        add(total, part)
    total["seconds"] = round(perf_counter() - started, 1)
    total["hands_per_second"] = round(total["hands"] / total["seconds"], 1)
    if told.json:
        print(json.dumps({**total, "tables": list(found.values())}, indent=2))
    else:
        show(list(found.values()), total)
    return 1 if total["violations"] else 0


def played(sessions: list[tuple[str, int, int, float]], jobs: int) -> Any:
    """The figures of each session, as it ends."""
    if jobs < 2:
        yield from map(play, sessions)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(play, session) for session in sessions]):
            yield done.result()


def play(session: tuple[str, int, int, float]) -> dict[str, Any]:
    """One session of a table; whatever it ends in is among its violations."""
    name, seed, hands, voids = session
    inputs = read_toml(TABLES[name], name)
    if seed % 2:  # every second session is a wild one, in which people lose everything sooner
        inputs.set("bots", "random,loose", "--bots")
    rules = rules_of(inputs)
    rng = Random(seed)
    simulation = Simulation(
        rules, guests_of(inputs, rules, rng, lively=True), rng, lively=True, voids=voids, hand_ms=hand_ms_of(inputs)
    )
    problems = []
    try:
        simulation.run(hands)
    except (Exception, SidepotError):
        at = simulation.books.hands + simulation.books.voided + 1
        problems.append(f"{name}, seed {seed}, hand {at}: {traceback.format_exc().strip()}")
    result = simulation.result()
    problems += [f"{name}, seed {seed}, hand {one.hand}: {one.what}" for one in result.violations]
    return {
        "table": name,
        "sessions": 1,
        "hands": result.hands,
        "called_off": result.voided,
        "seconds": result.seconds,
        "hands_per_second": result.hands_per_second,
        "people": len(result.players),
        "chips_issued": result.chips_issued,
        "chips_in_play": result.chips_in_play,
        "chips_cashed_out": result.chips_cashed_out,
        "rake": result.rake,
        "charges": result.charges,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "violations": problems,
    }


_ADDED = (
    "sessions",
    "hands",
    "called_off",
    "people",
    "chips_issued",
    "chips_in_play",
    "chips_cashed_out",
    "rake",
    "charges",
)


def empty(name: str) -> dict[str, Any]:
    """No figures yet."""
    zero: dict[str, Any] = dict.fromkeys(_ADDED, 0)
    return {"table": name, **zero, "seconds": 0.0, "hands_per_second": 0.0, "peak_mb": 0, "violations": []}


def add(total: dict[str, Any], part: dict[str, Any]) -> None:
    """Add the figures of a part to a total."""
    for key in _ADDED:
        total[key] += part[key]
    total["seconds"] = round(total["seconds"] + part["seconds"], 3)
    total["hands_per_second"] = round(total["hands"] / total["seconds"], 1) if total["seconds"] else 0.0
    total["peak_mb"] = max(total["peak_mb"], part["peak_mb"])
    total["violations"] = [*total["violations"], *part["violations"]]


def show(parts: list[dict[str, Any]], total: dict[str, Any]) -> None:
    """The figures as a table, then what was found."""
    heads = (
        "hands",
        "called_off",
        "hands_per_second",
        "chips_issued",
        "chips_in_play",
        "chips_cashed_out",
        "rake",
        "charges",
    )
    width = max(len(part["table"]) for part in parts)
    print(
        f"{'table':<{width}} "
        + " ".join(f"{head.replace('_', ' ').replace('hands per second', 'a second'):>16}" for head in heads)
    )
    for part in [*parts, total]:
        print(f"{part['table']:<{width}} " + " ".join(f"{part[head]:>16,}" for head in heads))
    print(f"{total['sessions']} sessions, {total['seconds']:,.0f} seconds, {total['peak_mb']} MB at most")
    for problem in total["violations"][:20]:
        print(problem)
    print(f"{len(total['violations'])} violations")


if __name__ == "__main__":
    sys.exit(main())
