"""A live tournament with 2,000 players at 250 tables and 5,000 steps: advice, refusal, one step corrected alone.

python bench/director.py            each in milliseconds of the processor: the median and the worst of twenty
python bench/director.py --json
python bench/director.py --steps 1000 --players 500

The bound for each is 50 ms. A correction of a step of long ago carries out again everything since: it is told apart.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from sidepot.errors import SidepotError
from sidepot.tournament import commands as c
from sidepot.tournament.advice import bubble, orders
from sidepot.tournament.asks import asks
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament

MINUTE = 60_000
ROUNDS = 20
BOUND = 50.0
TERMS: dict[str, Any] = {
    "name": "hall",
    "game": "nl holdem",
    "seats": 9,
    "stack": 20_000,
    "chips": [100, 500, 1000, 5000],
    "schedule": [{"blinds": [100 * level, 200 * level], "minutes": 40} for level in range(1, 30)],
    "entry": {"buy_in": 100, "late_levels": 2},
}


def evening(players: int, steps: int) -> Tournament:
    """A hall of players, and so many steps: counts, buttons, hands, and now and then a player who goes out."""
    rng = Random(1)
    tournament = Tournament(structure_of(TERMS), "hall", live=True)
    for at in range(players):
        tournament.do(c.Register(f"player {at}"), 0)
    tournament.do(c.DrawSeats(), 0)
    while len(tournament.tables) < players // 8:
        tournament.do(c.OpenTable(), 0)
    tournament.do(c.Start(), 0)
    now = 0
    while tournament.version < steps:
        now += 1000
        table = rng.choice(list(tournament.tables))
        here = tournament.tables[table].players
        acts: list[c.AnyCommand] = [
            c.Hands(table, rng.randrange(1, 4)),
            c.ButtonAt(table, rng.randrange(9)),
            c.Heads(table, len(here)),
            c.Count(tuple([(player, 100 * rng.randrange(10, 500)) for player in here[:3]])),
        ]
        if len(here) > 2 and rng.random() < 0.1:
            acts = [c.Out(here[0], (here[1],))]
        try:
            tournament.do(rng.choice(acts), now, by="floor")
        except SidepotError:
            continue
    return tournament


def timed(act: Callable[[], object], rounds: int = ROUNDS) -> dict[str, float]:
    """Milliseconds of the processor: the median and the worst."""
    found = []
    for _ in range(rounds):
        started = process_time()
        act()
        found.append((process_time() - started) * 1000)
    return {"median": round(median(found), 2), "worst": round(max(found), 2)}


def refused(tournament: Tournament, command: c.AnyCommand, now: int) -> None:
    """A command that is refused."""
    try:
        tournament.do(command, now)
    except SidepotError:
        return
    raise AssertionError(f"{command} was not refused")


def measure(players: int, steps: int) -> dict[str, Any]:
    """All figures of one evening."""
    tournament = evening(players, steps)
    now = tournament.at + 1000

    def advise() -> None:
        bubble(tournament, now)
        orders(tournament, now)
        asks(tournament, now)

    def correct() -> None:
        table = next(number for number in tournament.tables if len(tournament.tables[number].players) > 2)
        here = tournament.tables[table].players
        wrong = tournament.do(c.Out(here[0], (here[1],)), now)
        for at in range(9):
            tournament.do(c.Announce(f"number {at}"), now)
        started = process_time()
        tournament.do(c.Undo(step=wrong.number, only=True), now)
        took.append((process_time() - started) * 1000)

    def correct_long_ago() -> None:
        tournament.do(c.Undo(step=tournament.version // 2, only=True), now)
        tournament.do(c.Redo(), now)

    took: list[float] = []
    found = {
        "first_advice": timed(advise, 1),
        "advice": timed(advise),
        "refusal": timed(lambda: refused(tournament, c.Out("nobody"), now)),
        "refusal_begun": timed(
            lambda: refused(tournament, c.OpenTable("") if tournament.waiting else c.Break(9999), now)
        ),
    }
    for _ in range(ROUNDS):
        correct()
    found["correction"] = {"median": round(median(took), 2), "worst": round(max(took), 2)}
    found["preview"] = timed(lambda: tournament.preview(c.Announce("hello"), now))
    found["correction_long_ago_and_back"] = timed(correct_long_ago, 1)
    return {"players": players, "tables": len(tournament.tables), "steps": tournament.version, "ms": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    found = measure(told.players, told.steps)
    if told.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['players']:,} players, {found['tables']} tables, {found['steps']:,} steps; ms of the processor")
    for name, ms in found["ms"].items():
        print(f"{name.replace('_', ' '):>30}  {ms['median']:8.2f}  worst {ms['worst']:8.2f}")


if __name__ == "__main__":
    main()
