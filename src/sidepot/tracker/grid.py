"""The 169 starting hands of two cards: how often they were dealt and played, and what they won."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sidepot.odds.ranges import classes
from sidepot.stats.figures import FIGURES
from sidepot.tracker.database import reading
from sidepot.tracker.selection import EVERYTHING, Wanted, select


class GridHand(msgspec.Struct, frozen=True):
    """A starting hand such as `AKs`.

    - `hands`: how often it was dealt
    - `net`: its result in big blinds
    - `per_100`: its result in big blinds per hundred hands
    - `error`: the standard error of `per_100`
    - `vpip`, `pfr`: these two figures, from 0 to 1
    """

    hand: str
    hands: int
    net: float
    per_100: float | None = None
    error: float | None = None
    vpip: float | None = None
    pfr: float | None = None


class Grid(msgspec.Struct, frozen=True):
    """All starting hands, row by row from the aces. Pairs are on the diagonal, and suited hands are above it.

    - `hands`: the number of hands with two known cards
    - `others`: the number of all other hands
    """

    hands: int
    others: int
    cells: list[GridHand]


def grid(home: Path, wanted: Wanted = EVERYTHING) -> Grid:
    """The results of each starting hand in the wanted hands.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    result, vpip, pfr = (FIGURES[key] for key in ("per_100", "vpip", "pfr"))
    with reading(home) as found:
        of = select(found, wanted)
        rows = of.ask(
            f"SELECT starting_hand, count(*), sum(net / unit), {result.sql}, {result.error_sql}, {vpip.sql}, {pfr.sql} "
            f"FROM {of.rows} GROUP BY starting_hand"
        )
    by_hand = {hand: GridHand(hand, *values) for hand, *values in rows}
    others = by_hand.pop("", GridHand("", 0, 0.0)).hands
    every = [by_hand.get(hand, GridHand(hand, 0, 0.0)) for hand in classes()]
    return Grid(sum(one.hands for one in every), others, every)
