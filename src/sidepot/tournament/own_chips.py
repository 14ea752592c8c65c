"""The chips that a host owns: which stack they are enough for, and for how many players.

>>> from sidepot.table.chips import plain_chips
>>> kinds = plain_chips(25, 100, 500, 1_000)
>>> stack, pile = largest_stack(kinds, Pile.of({25: 300, 100: 300, 500: 150, 1_000: 100}), 27)
>>> stack, str(pile), enough_for(Pile.of({25: 300, 100: 300, 500: 150, 1_000: 100}), pile)
(6000, '25x8 100x8 500x4 1000x3', 33)
"""

from __future__ import annotations

from typing import Final

from sidepot.errors import Conflict
from sidepot.table.chips import ChipSet
from sidepot.table.piles import Pile

ROUND: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)  # how round amounts begin
MOST: Final = 1000  # a stack is so many of the smallest chips at most
LEAST: Final = 50
EACH: Final = 8  # about so many of each kind, before larger ones


def largest_stack(kinds: ChipSet, stock: Pile, players: int) -> tuple[int, Pile]:
    """The largest round stack that these chips make for all players alike, and its chips. Raises Conflict."""
    if players < 2:
        raise Conflict("a tournament has two players or more")
    each = sum([value * (count // players) for value, count in stock.counts])
    for stack in _round_amounts(min(each, MOST * kinds.smallest), kinds.smallest):
        try:
            return stack, kinds.usable(stack, least=EACH, stock=stock, players=players)
        except Conflict:
            continue
    raise Conflict(f"{stock} are too few chips for {players} players: add chips, or play with fewer")


def enough_for(stock: Pile, pile: Pile) -> int:
    """For how many stacks of these chips the stock is enough."""
    return min([stock.count(value) // count for value, count in pile.counts], default=0)


def _round_amounts(most: int, smallest: int) -> list[int]:
    """Round amounts up to `most` that are worth playing with, the largest first."""
    found = []
    power = 1
    while power <= most:
        found += [first * power // 10 for first in ROUND if first * power % 10 == 0]
        power *= 10
    return sorted([one for one in found if LEAST * smallest <= one <= most and one % smallest == 0], reverse=True)
