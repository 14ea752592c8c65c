"""How long a ruling takes: every case of the floor that the package brings, ruled again and again.

    python bench/ruling.py [--times 5] [--slowest 5] [--json]

A ruling begins with facts that were read, and ends with the ruling of the case's house; a line that tells a betting
round is read as part of it. The time of a case is the least of several, since the machine has other things to do in
between. A ruling should take less than 0.2 ms.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import load_cases
from sidepot.errors import SidepotError
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.rules.rulebook import Rulebook

LIMIT: Final = 0.2  # milliseconds


class Asked(NamedTuple):
    """A ruling that a case asks for."""

    case: str
    facts: msgspec.Struct
    rulebook: Rulebook


def asked() -> Iterator[Asked]:
    """The rulings of all cases, but for those that the floor refuses."""
    for case in load_cases():
        if not isinstance(case.body, RulingCase) or case.body.expect.refused is not None:
            continue
        one = Asked(case.id, read_facts(case.body.facts), case.house_rules())
        try:
            rule_on(one.facts, one.rulebook)
        except SidepotError:
            continue
        yield one


def seconds(one: Asked) -> float:
    """How long the ruling takes, once."""
    begun = perf_counter()
    rule_on(one.facts, one.rulebook)
    return perf_counter() - begun


def measure(times: int, slowest: int) -> dict[str, Any]:
    """The milliseconds of all rulings, in numbers: of each the least of so many rounds over all of them."""
    rulings = list(asked())
    least = [seconds(one) for one in rulings]
    for _ in range(times - 1):  # a machine that is busy for a moment spoils one round, and not all times of a case
        least = [min(known, seconds(one)) for known, one in zip(least, rulings, strict=True)]
    took = sorted((known * 1000, one.case) for known, one in zip(least, rulings, strict=True))
    every = [milliseconds for milliseconds, _ in took]
    return {
        "rulings": len(every),
        "median": statistics.median(every),
        "p99": every[len(every) * 99 // 100],
        "worst": every[-1],
        "over": sum(milliseconds > LIMIT for milliseconds in every),
        "slowest": [{"case": case, "milliseconds": milliseconds} for milliseconds, case in took[: -slowest - 1 : -1]],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5, help="how often each case is ruled; the least time counts")
    parser.add_argument("--slowest", type=int, default=5, help="how many of the slowest cases are named")
    parser.add_argument("--json", action="store_true", help="print the measurements as JSON")
    options = parser.parse_args()
    found = measure(options.times, options.slowest)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    print(
        f"{found['rulings']:,} rulings: median {found['median']:.3f} ms, 99 % within {found['p99']:.3f} ms, "
        f"worst {found['worst']:.3f} ms, {found['over']} above {LIMIT} ms"
    )
    for one in found["slowest"]:
        print(f"{one['milliseconds']:8.3f} ms  {one['case']}")


if __name__ == "__main__":
    main()
