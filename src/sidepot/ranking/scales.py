"""The orders for which a game may be played, by name: `high`, `ace-to-five`, `badugi` and the others in `SCALES`.

A `Scale` is an order in the form needed to choose cards: the strength of any number of cards and, if sums of keys are
enough, a table to look it up. `lowest` is the lowest rank of the deck, and `wild` names wild cards; if the joker is not
among them, the game has no joker. A new order is a new value in `_MAKERS`. Source: PG-32 to PG-34.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from sidepot.cards import JOKER
from sidepot.errors import BadNotation
from sidepot.ranking.badugi import ACE_HIGH, ACE_LOW, BadugiRule, badugi_table
from sidepot.ranking.high import (
    FLUSH_FIRST,
    OF_THREE,
    STANDARD,
    TRIPS_FIRST,
    HighRule,
    high_of_three,
    high_table,
    showing_high,
)
from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, RANK_BITS, key_sum, not_ranked
from sidepot.ranking.low import ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN, LowRule, low_of_cards, low_table, showing_low
from sidepot.ranking.wild import Wild, read_wild, wild_badugi, wild_high, wild_low

Value = Callable[[Sequence[int]], int]  # the strength of any number of cards, of which the best play


class RankTable(NamedTuple):
    """How to look up strengths.

    - `by_ranks`: the strengths of ranks alone, by the rank part of a key sum
    - `learn`: the function that computes a missing strength
    - `suited`: the function for five cards of one suit (None if suits mean nothing)
    """

    by_ranks: dict[int, int]  # rank part of a key sum -> strength; `learn` fills it
    learn: Callable[[int], int]
    suited: Callable[[int, Sequence[int]], int] | None  # (key sum, cards) with five of a suit; None: suits mean nothing


class Scale(NamedTuple):
    """An order of hands, with its qualifier. Greater strengths win, equal strengths tie, and 0 means no hand.

    A scale has the rule of its kind (`high`, `low` or `badugi`), and either a `table` of strengths or a function
    `value` that computes them.
    """

    name: str
    qualifier: int = 0  # the highest card value that qualifies; 0 for none
    high: HighRule | None = None
    low: LowRule | None = None
    badugi: BadugiRule | None = None
    table: RankTable | None = None
    value: Value | None = None
    wild: frozenset[int] = frozenset()  # the bug among them

    @property
    def size(self) -> int:
        """The number of cards of a full hand: five, or three on the three-card scale."""
        return self.high.size if self.high is not None else 5

    def strength(self, some: Sequence[int]) -> int:
        """The strength of the best hand that these cards can make. Raises IndexError for a card that is not ranked."""
        table = self.table
        if table is None:
            assert self.value is not None
            return self.value(some)
        total = key_sum(some)
        if table.suited is not None and (total + FIVE_MORE) & FIVE_OF_A_SUIT:
            return table.suited(total, some)
        known = table.by_ranks.get(total & RANK_BITS)
        return table.learn(total & RANK_BITS) if known is None else known

    def not_ranked(self, some: Sequence[int]) -> BadNotation:
        """The error for an unknown card, or a joker that is not in play."""
        return not_ranked(some, joker=JOKER in self.wild)


_Maker = Callable[[int, int, Wild | None], Scale]  # of a qualifier, the lowest rank and the wild cards


def _high(name: str, places: tuple[int, ...], stripped: int = 0) -> _Maker:
    def make(qualifier: int, lowest: int, wild: Wild | None) -> Scale:
        if qualifier:
            raise BadNotation(f"the {name} scale cannot have a qualifier; only low scales can")
        rule = HighRule(lowest or stripped, places)
        table = high_table(rule)
        if wild:
            return Scale(name, high=rule, value=wild_high(table, wild), wild=wild.all)
        return Scale(name, high=rule, table=RankTable(table.by_ranks, table.learn, table.suited))

    return make


def _three(name: str) -> _Maker:
    def make(qualifier: int, lowest: int, wild: Wild | None) -> Scale:
        if qualifier:
            raise BadNotation(f"the {name} scale cannot have a qualifier; only low scales can")
        if wild:
            raise BadNotation(f"the {name} scale cannot have wild cards")
        rule = HighRule(0, OF_THREE, 3)
        return Scale(name, high=rule, value=partial(high_of_three, rule=rule))

    return make


def _low(name: str, rule: LowRule) -> _Maker:
    def make(qualifier: int, lowest: int, wild: Wild | None) -> Scale:
        def suited(_total: int, some: Sequence[int]) -> int:
            return low_of_cards(some, rule, qualifier)

        table = low_table(rule, qualifier)
        if wild:
            return Scale(name, qualifier, low=rule, value=wild_low(table, wild, lowest), wild=wild.all)
        by_keys = RankTable(table.by_ranks, table.learn, suited if rule.straights else None)
        return Scale(name, qualifier, low=rule, table=by_keys)

    return make


def _badugi(name: str, rule: BadugiRule) -> _Maker:
    def make(qualifier: int, lowest: int, wild: Wild | None) -> Scale:
        table = badugi_table(rule, qualifier, lowest)
        if wild:
            return Scale(name, qualifier, badugi=rule, value=wild_badugi(table, wild), wild=wild.all)
        return Scale(name, qualifier, badugi=rule, value=table.of_cards)

    return make


_MAKERS: Final[dict[str, _Maker]] = {
    "high": _high("high", STANDARD.places),
    "ace-to-five": _low("ace-to-five", ACE_TO_FIVE),
    "ace-to-six": _low("ace-to-six", ACE_TO_SIX),
    "deuce-to-seven": _low("deuce-to-seven", DEUCE_TO_SEVEN),
    "short-deck": _high("short-deck", FLUSH_FIRST, stripped=4),
    "short-deck-trips": _high("short-deck-trips", TRIPS_FIRST, stripped=4),
    "badugi": _badugi("badugi", ACE_LOW),
    "badugi-deuce": _badugi("badugi-deuce", ACE_HIGH),
    "three-card": _three("three-card"),
}
SCALES: tuple[str, ...] = tuple(_MAKERS)

_MADE: Final[dict[tuple[str, int | None, int, tuple[str, ...]], Scale]] = {}


def find_scale(name: str, qualifier: int | None = None, *, lowest: int = 0, wild: Sequence[str] = ()) -> Scale:
    """The order of hands with this name and qualifier (8 for eight or better).

    - `lowest`: the lowest rank in the deck (0 for deuces; for the short-deck scales, 0 means sixes)
    - `wild`: the names of the wild cards, such as `joker` or `2`

    Raises BadNotation, listing all orders, for an unknown name.
    """
    key = (name, qualifier, lowest, tuple(wild))
    found = _MADE.get(key)
    if found is not None:
        return found
    make = _MAKERS.get(name)
    if make is None:
        raise BadNotation(f"unknown ranking {name!r}; expected one of {', '.join(SCALES)}")
    if qualifier is not None and not 5 <= qualifier <= 14:
        raise BadNotation(f"expected a qualifier from 5 to 14 (the highest card allowed in a low), got {qualifier!r}")
    if not 0 <= lowest < 12:
        raise BadNotation(f"expected a lowest rank from 0 (deuces) to 11 (kings), got {lowest!r}")
    found = make(qualifier or 0, lowest, read_wild(wild) if wild else None)
    _MADE[key] = found
    return found


def showing(scale: str, *, lowest: int = 0, wild: Sequence[str] = ()) -> Value:
    """A function that ranks the upcards of stud seats. The greatest strength is the best hand showing or, on a low
    scale, the lowest hand.

    Only pairs, trips and high cards show; straights and flushes need five cards. A wild card is wild even among the
    upcards: it pairs the highest other card. Alone, it is an ace or, on a low scale, the lowest missing card. Compare
    only seats that show the same number of cards. The function raises BadNotation for an unknown card. Source: PG-55.

    >>> from sidepot.cards import cards
    >>> shows = showing("high", wild=("2",))
    >>> shows(cards("2cKs9d")) == shows(cards("KhKs9d")) > shows(cards("QhQs9d"))
    True
    """
    order = find_scale(scale, lowest=lowest, wild=wild)
    if order.table is not None and order.high == STANDARD:
        return showing_high
    if order.table is not None and order.low == ACE_TO_FIVE:
        return showing_low

    def rank(some: Sequence[int]) -> int:
        try:
            return order.strength(some)
        except IndexError:
            raise order.not_ranked(some) from None

    return rank
