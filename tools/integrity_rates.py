"""How often `sidepot integrity` raises a flag at honest tables, and how often it finds cheats that were planted.

    python tools/integrity_rates.py [--tables 10] [--hands 1500] [--bot regular] [--kind dumping] [--json]

Each table has nine bots, six of them in each hand, and is looked at by itself. At a planted one the first two cheat; a
flag that names anybody else is a false alarm there too. It takes some minutes; the figures are in
docs/how-to/integrity.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from planted import PLANTED, plant, session

from sidepot.integrity import examine

PLAYERS: Final = 9
KINDS: Final = ("honest", *PLANTED)
CHEATS: Final = frozenset({"P1", "P2"})


def look(kind: str, table: int, hands: int, bot: str) -> tuple[bool, int]:
    """Whether the cheats of a table were found, and how many flags name somebody else."""
    rng = Random(f"{kind} {table}")
    one, other = sorted(CHEATS)
    cheats = plant(kind, one, other, rng) if kind in PLANTED else {}
    names = [f"P{number}" for number in range(1, PLAYERS + 1)]
    report = examine(session(dict.fromkeys(names, bot), hands, rng, cheats=cheats))
    guilty = [flag for flag in report.flags if cheats and CHEATS.issuperset(flag.players)]
    return bool(guilty), len(report.flags) - len(guilty)


def measure(kinds: Sequence[str], tables: int, hands: int, bot: str) -> list[dict[str, Any]]:
    """A row for each kind of table."""
    rows = []
    for kind in kinds:
        found = [look(kind, table, hands, bot) for table in range(tables)]
        row = {
            "kind": kind,
            "tables": tables,
            "hands": tables * hands,
            "found": sum(is_found for is_found, _ in found),
            "false_alarms": sum(false > 0 for _, false in found),
        }
        rows.append(row)
        print(f"{kind}: {row}", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10, help="tables of each kind")
    parser.add_argument("--hands", type=int, default=1500, help="hands at each table")
    parser.add_argument("--bot", default="regular", help="the bot that all play by")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--kind", choices=KINDS, help="only tables of this kind")
    options = parser.parse_args()
    rows = measure([options.kind] if options.kind else KINDS, options.tables, options.hands, options.bot)
    if options.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
