"""A tournament with a thousand players, beside the workload W19 in the same run: seconds, hands a second, the ratio.

python bench/event.py                       examples/tournaments/thousand.toml, 1000 players
python bench/event.py --players 10000       the same with ten thousand: less than 90 seconds, interpreted
python bench/event.py --growth              1,000, 2,000, 4,000 and 8,000 players, one after the other
python bench/event.py --players 200 --preset horse

`cpu` is the processor's time of the event, of which a busy machine changes less than of `seconds`.

The events of a tournament are kept, every step is checked, and moves, races and payouts are done: a hand of it costs
more than one of W19 for that reason, and because nine play. Numbers of different machines are compared by their W19.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from sidepot.benchmarks import workloads
from sidepot.cli.simulate_bots import BOTS
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import read_structure

FILE = Path(__file__).resolve().parent.parent / "examples" / "tournaments" / "thousand.toml"
REFERENCE = 15_000  # hands of W19 a second, at which a thousand players should take less than a minute
SECONDS = 2.0
GROWTH = (1_000, 2_000, 4_000, 8_000)


def measure(structure: Structure, players: int, seed: int, bot: str) -> dict[str, Any]:
    """The event, with W19 before and after it: the machine may be busier at one time than at another."""
    speeds = [workloads.hands_per_second("W19", seconds=SECONDS, seed=1, warm_up=SECONDS)]
    rng = Random(seed)
    started = process_time()
    result = TournamentRun(structure, players, seed, [BOTS[bot](rng)], rng=rng).run()
    cpu = process_time() - started
    speeds.append(workloads.hands_per_second("W19", seconds=SECONDS, seed=2))
    base = median(speeds)
    return {
        "event": structure.name,
        "players": players,
        "entries": result.entries,
        "hands": result.hands,
        "moves": len(result.moves),
        "violations": len(result.violations),
        "clock_hours": round(result.clock_ms / 3_600_000, 2),
        "seconds": result.seconds,
        "cpu": round(cpu, 2),
        "cpu_ms_per_hand": round(cpu * 1000 / result.hands, 3),
        "hands_per_second": round(result.hands_per_second, 1),
        "w19": round(base, 1),
        "ratio": round(result.hands_per_second / base, 3),
        "seconds_at_reference": round(result.seconds * base / REFERENCE, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", help="a preset instead of the file")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--growth", action="store_true", help="ever more players, one event after the other")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", choices=list(BOTS), default="steady")
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    structure = find_preset(told.preset) if told.preset else read_structure(FILE.read_text(encoding="utf-8"))
    every = [measure(structure, count, told.seed, told.bot) for count in (GROWTH if told.growth else [told.players])]
    if told.json:
        print(json.dumps(every if told.growth else every[0], indent=2))
        return
    for found in every:
        show(found)


def show(found: dict[str, Any]) -> None:
    """One event in two lines."""
    print(
        f"{found['event']}, {found['players']:,} players: {found['hands']:,} hands in {found['clock_hours']} hours "
        f"of the clock, {found['moves']:,} moves, {found['violations']} violations"
    )
    print(
        f"{found['seconds']:,.1f} seconds ({found['cpu']:,.1f} of the processor, {found['cpu_ms_per_hand']:.2f} ms a "
        f"hand), {found['hands_per_second']:,.0f} hands a second; W19 {found['w19']:,.0f} "
        f"({found['ratio']:.2f} of it); {found['seconds_at_reference']:.1f} seconds where W19 runs at {REFERENCE:,}"
    )


if __name__ == "__main__":
    main()
