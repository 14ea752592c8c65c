"""Sit-and-goes for tests."""

from __future__ import annotations

from typing import Any

from sidepot.games.stakes import AnteBy, Stakes
from sidepot.table.chips import plain_chips
from sidepot.tournament.builder import HOLDEM
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.schedule import Break, Item, Level
from sidepot.tournament.structure import EntryTerms, Structure

MINUTE = 60_000
CHIPS = plain_chips(25, 100, 500)


def levels(minutes: int = 3, count: int = 8, *, pause: int = 0) -> tuple[Item, ...]:
    """Levels that go up fast, small chips leaving play on the way; after level `pause` a break of two minutes."""
    found: list[Item] = []
    for at in range(count):
        bet = 50 << at
        found.append(Level((Stakes(blinds=(bet // 2, bet), ante=bet, ante_by=AnteBy.BIG_BLIND),), minutes * MINUTE))
        if at + 1 == pause:
            found.append(Break(2 * MINUTE))
    return tuple(plan_colour_ups(found, CHIPS))


def sit_and_go(seats: int = 4, **more: Any) -> Structure:
    """An event of one table that is over soon."""
    usual = {
        "name": "sit-and-go",
        "mix": HOLDEM,
        "seats": seats,
        "schedule": levels(pause=2),
        "chips": CHIPS,
        "stack": 1000,
        "entry": EntryTerms(buy_in=100),
    }
    return Structure(**{**usual, **more})
