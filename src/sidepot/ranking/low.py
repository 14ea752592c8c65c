"""The low orders: ace-to-five, ace-to-six and deuce-to-seven, with or without a qualifier such as eight or better.

A low is compared from its highest card down, and pairs are worse than no pair. Low orders differ in whether the ace is
low and whether straights and flushes count against the hand. As on every scale, the greater int wins: a strength is
`PERFECT - badness`, where badness is packed as in `high`; 0 means that no low qualifies. Source: PG-33, PG-86, PG-87.

A wild card (including the joker and the bug) is the lowest card missing from the hand. If that would make a straight
that counts against the hand, it is the next card that does not; its suit is free, so it never makes a flush. Source:
PG-85.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from sidepot.ranking.high import (
    FLUSH,
    FULL_HOUSE,
    NOTHING,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    pack,
)
from sidepot.ranking.keys import RANK_BITS, key_sum, not_ranked, rank_counts

PERFECT: Final = 1 << 24


class LowRule(NamedTuple):
    """How low hands are ranked: whether aces are low, and whether straights and flushes count. Source: PG-86."""

    ace_low: bool
    straights: bool  # straights and flushes count against the hand


ACE_TO_FIVE: Final = LowRule(ace_low=True, straights=False)  # the best hand is the wheel, 5-4-3-2-A
ACE_TO_SIX: Final = LowRule(ace_low=True, straights=True)  # 6-4-3-2-A of mixed suits
DEUCE_TO_SEVEN: Final = LowRule(ace_low=False, straights=True)  # 7-5-4-3-2 of mixed suits; A-5-4-3-2 is ace high

_CATEGORY_OF_SHAPE: Final = {
    (1, 1): NOTHING,
    (2, 1): PAIR,
    (2, 2): TWO_PAIR,
    (3, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}


def low_value(card: int, rule: LowRule) -> int:
    """The value of a card in a low hand: 2 to 13 for a deuce to a king. An ace is 1 or, if the rule says so, 14."""
    return 1 if rule.ace_low and card >= 48 else (card >> 2) + 2


def badness(values: Sequence[int], rule: LowRule, suited: bool) -> int:
    """How bad one to five cards with these values are as a low hand. A greater number is a worse hand.

    `suited`: whether the cards are five of one suit.
    """
    by_weight = sorted(set(values), key=lambda value: (values.count(value), value), reverse=True)
    most = values.count(by_weight[0])
    second = values.count(by_weight[1]) if len(by_weight) > 1 else 1
    category = _CATEGORY_OF_SHAPE[(most, second)]
    if rule.straights and len(by_weight) == 5:
        if by_weight[0] - by_weight[4] == 4:
            category = STRAIGHT_FLUSH if suited else STRAIGHT
        elif suited:
            category = FLUSH
    return pack(category, by_weight)


def low_of_ranks(ranks: int, rule: LowRule, qualifier: int, wilds: int = 0, lowest: int = 0) -> int:
    """The strength of the best low of a hand without a flush.

    - `ranks`: the rank part of the hand's key sum
    - `wilds`: the number of wild cards
    - `qualifier`: the highest card value that qualifies (0 for none)
    - `lowest`: the lowest rank of the deck
    """
    values: list[int] = []
    for rank, count in enumerate(rank_counts(ranks)):
        values.extend([low_value(4 * rank, rule)] * count)
    wilds = min(wilds, 5)
    if not values and not wilds:
        return 0
    if wilds:
        return _strength(_wild_badness(values, rule, wilds, lowest), qualifier)
    best = sorted(set(values))[:5]
    if len(best) == 5 and not rule.straights:
        return _strength(badness(best, rule, False), qualifier)
    fives = combinations(values, min(5, len(values)))
    return _strength(min(badness(five, rule, False) for five in fives), qualifier)


def _wild_badness(values: Sequence[int], rule: LowRule, wilds: int, lowest: int) -> int:
    """The badness of the best low from some natural cards and one to five wild cards, all of which play.

    Only the lowest missing values and the next two are tried: one of the two avoids a straight.
    """
    ladder = sorted([low_value(4 * rank, rule) for rank in range(lowest, 13)])
    worst = PERFECT
    for natural in set(combinations(sorted(values), min(5 - wilds, len(values)))):
        missing = [value for value in ladder if value not in natural][: wilds + 2]
        for filled in combinations(missing, wilds):
            worst = min(worst, badness([*natural, *filled], rule, False))
    return worst


def low_of_cards(some: Sequence[int], rule: LowRule, qualifier: int) -> int:
    """The strength of the best low that five of these cards make. This function is slow, and meant for hands with a
    flush.
    """
    worst = PERFECT
    for five in combinations(some, min(5, len(some))):
        suited = len({card & 3 for card in five}) == 1
        worst = min(worst, badness([low_value(card, rule) for card in five], rule, suited))
    return _strength(worst, qualifier)


def _strength(bad: int, qualifier: int) -> int:
    if qualifier and (bad & 15 == 0 or bad >= (qualifier + 1) << 16):  # no five different ranks, or one too high
        return 0
    return PERFECT - bad


class LowTable(NamedTuple):
    """An order of low hands with its qualifier, and the strengths computed so far."""

    rule: LowRule
    qualifier: int
    by_ranks: dict[int, int]

    def learn(self, ranks: int) -> int:
        """Compute and keep the strength of cards with these ranks, without a flush.

        `ranks` is the rank part of the cards' key sum.
        """
        strength = low_of_ranks(ranks, self.rule, self.qualifier)
        self.by_ranks[ranks] = strength
        return strength

    def of_ranks(self, ranks: int) -> int:
        """The strength of the best low of a hand without a flush, from the rank part of its key sum."""
        known = self.by_ranks.get(ranks)
        return self.learn(ranks) if known is None else known


_TABLES: Final[dict[tuple[LowRule, int], LowTable]] = {}


def low_table(rule: LowRule, qualifier: int) -> LowTable:
    """The table for a rule and a qualifier (0 for none). The table is cached."""
    found = _TABLES.get((rule, qualifier))
    if found is None:
        found = LowTable(rule, qualifier, {})
        _TABLES[rule, qualifier] = found
    return found


def showing_low(some: Sequence[int]) -> int:
    """The strength of the upcards of a razz seat. The lowest hand showing has the greatest strength. Aces are low.

    Compare only seats that show the same number of cards. Raises BadNotation for an unknown card. Source: PG-55, PG-96.
    """
    try:
        return low_table(ACE_TO_FIVE, 0).of_ranks(key_sum(some) & RANK_BITS)
    except IndexError:
        raise not_ranked(some) from None
