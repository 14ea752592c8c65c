"""The orders that a game may be played for, by name: `high`, `ace-to-five`, `ace-to-six`, `deuce-to-seven`.

A `Scale` is what choosing cards needs to know of an order: a table of what ranks alone are worth, how to work out what
is missing from it, and what to do when suits matter. A new order is a new value in `_MAKERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sidepot.errors import BadNotation
from sidepot.ranking.high import BY_RANKS, learn_high, suited_high
from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, RANK_BITS, key_sum
from sidepot.ranking.low import ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN, LowRule, LowTable, low_of_cards, low_table


class Scale(NamedTuple):
    """One order of hands, with its qualifier: greater strengths win, 0 is no hand at all, equal strengths tie."""

    name: str
    by_ranks: dict[int, int]  # rank part of a key sum -> strength; `learn` fills it
    learn: Callable[[int], int]
    suited: Callable[[int, Sequence[int]], int] | None  # (key sum, cards) with five of a suit; None: suits mean nothing
    low: LowRule | None = None
    qualifier: int = 0  # the highest card value that qualifies; 0 for none

    def strength(self, some: Sequence[int]) -> int:
        """The strength of the best five of `some`, ordinary cards, freely chosen."""
        total = key_sum(some)
        if self.suited is not None and (total + FIVE_MORE) & FIVE_OF_A_SUIT:
            return self.suited(total, some)
        known = self.by_ranks.get(total & RANK_BITS)
        return self.learn(total & RANK_BITS) if known is None else known


def _high(qualifier: int) -> Scale:
    if qualifier:
        raise BadNotation("a qualifier is the highest card of a low; the high scale takes none")
    return Scale("high", BY_RANKS, learn_high, suited_high)


def _low(name: str, rule: LowRule) -> Callable[[int], Scale]:
    def make(qualifier: int) -> Scale:
        def suited(_total: int, some: Sequence[int]) -> int:
            return low_of_cards(some, rule, qualifier)

        table: LowTable = low_table(rule, qualifier)
        return Scale(name, table.by_ranks, table.learn, suited if rule.straights else None, rule, qualifier)

    return make


_MAKERS: dict[str, Callable[[int], Scale]] = {
    "high": _high,
    "ace-to-five": _low("ace-to-five", ACE_TO_FIVE),
    "ace-to-six": _low("ace-to-six", ACE_TO_SIX),
    "deuce-to-seven": _low("deuce-to-seven", DEUCE_TO_SEVEN),
}
SCALES: tuple[str, ...] = tuple(_MAKERS)

_MADE: dict[tuple[str, int | None], Scale] = {}


def find_scale(name: str, qualifier: int | None = None) -> Scale:
    """The order of that name with that qualifier (8 for eight or better). Raises BadNotation, naming them all."""
    found = _MADE.get((name, qualifier))
    if found is not None:
        return found
    maker = _MAKERS.get(name)
    if maker is None:
        raise BadNotation(f"no order of hands is called {name!r}; there are {', '.join(SCALES)}")
    if qualifier is not None and not 5 <= qualifier <= 14:
        raise BadNotation(f"a qualifier is the highest card of a low, 5 to 14, not {qualifier!r}")
    found = maker(qualifier or 0)
    _MADE[name, qualifier] = found
    return found
