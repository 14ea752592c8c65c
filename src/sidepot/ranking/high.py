"""High hands: the best five of any number of cards, from nothing up to five of a kind.

A strength is a category, shifted by 20, and five nibbles of card values (2 for a deuce to 14 for an ace) most important
first: a greater int wins, and equal ints tie, whatever the suits. Source: PG-28, PG-29, PG-30.

A `HighRule` holds the changes for a stripped deck: the lowest rank, below which the ace is low, and the order of the
categories. Wild cards are given as a number: each takes the most helpful value. Source: PG-32, PG-34.

The plain evaluators here are the specification. During play, a sum of keys is looked up in `BY_RANKS`, which they fill
as hands come up, so that a hand without a flush costs one addition, one mask and one lookup.

>>> from sidepot.cards import cards
>>> from sidepot.ranking.keys import key_sum
>>> kings, aces = cards("AsKs5h5s5dKh7h"), cards("Kd3c5h5s5dKh7h")
>>> high(key_sum(kings), kings) == high(key_sum(aces), aces)
True
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, RANK_BITS, key_sum, not_ranked, rank_counts

NOTHING: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
TRIPS: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
QUADS: Final = 7
STRAIGHT_FLUSH: Final = 8
FIVE_OF_A_KIND: Final = 9  # only with wild cards

_ALL_VALUES: Final = tuple(range(14, 1, -1))


class HighRule(NamedTuple):
    """An order of high hands.

    - `lowest`: the lowest rank in the deck (0 for deuces)
    - `places`: the position of each category in the order
    - `size`: the number of cards of a hand
    """

    lowest: int = 0
    places: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    size: int = 5


STANDARD: Final = HighRule()
FLUSH_FIRST: Final = (0, 1, 2, 3, 4, 6, 5, 7, 8, 9)  # a flush beats a full house: it is rarer without low cards
TRIPS_FIRST: Final = (0, 1, 2, 4, 3, 6, 5, 7, 8, 9)  # and three of a kind beats a straight
OF_THREE: Final = (0, 1, 2, 5, 4, 3, 6, 7, 8, 9)  # of three cards: trips beat a straight, and a straight beats a flush


class HighTable(NamedTuple):
    """An order of high hands, with the strengths computed so far for natural cards."""

    rule: HighRule
    by_ranks: dict[int, int]  # rank part of a key sum -> strength without flushes; at most some 10^5 entries
    by_flush: dict[int, int]  # mask of the ranks of one suit -> strength

    def learn(self, ranks: int) -> int:
        """Compute and keep the strength of cards with these ranks, without flushes.

        `ranks` is the rank part of the cards' key sum.
        """
        strength = high_of_ranks(rank_counts(ranks), self.rule)
        strength = _SAME.setdefault(strength, strength)
        self.by_ranks[ranks] = strength
        return strength

    def of_suit(self, mask: int) -> int:
        """The strength of five or more cards of one suit, given as a mask of ranks."""
        known = self.by_flush.get(mask)
        if known is None:
            known = high_of_suit(mask, self.rule)
            self.by_flush[mask] = known
        return known

    def suited(self, total: int, some: Sequence[int]) -> int:
        """The strength of the best five of `some` cards with the key sum `total`, if five or more are of one suit."""
        best = 0
        if len(some) > 7:  # of seven cards, five of a suit leave no room for quads or a full house
            best = high_of_ranks(rank_counts(total), self.rule)
        enough = (total + FIVE_MORE) & FIVE_OF_A_SUIT
        while enough:  # ten cards or more may hold five of two suits
            suit = (enough.bit_length() - 44) >> 2
            enough ^= 1 << (43 + 4 * suit)
            strength = self.of_suit(suit_mask(some, suit))
            if strength > best:
                best = strength
        return best


_SAME: Final[dict[int, int]] = {}  # one int object a strength, so that the tables stay small
_TABLES: Final[dict[HighRule, HighTable]] = {}


def high_table(rule: HighRule) -> HighTable:
    """The table of a rule. Each rule has only one table."""
    found = _TABLES.get(rule)
    if found is None:
        found = HighTable(rule, {}, {})
        _TABLES[rule] = found
    return found


_STANDARD: Final = high_table(STANDARD)
BY_RANKS: Final = _STANDARD.by_ranks


def high(total: int, some: Sequence[int]) -> int:
    """The strength of the best five of `some` cards, which are at most twelve ordinary cards with the key sum `total`.

    Fewer than five cards are ranked by their pairs, trips or quads and their high cards. Source: PG-28, PG-55.
    """
    if (total + FIVE_MORE) & FIVE_OF_A_SUIT:
        return _STANDARD.suited(total, some)
    try:
        return BY_RANKS[total & RANK_BITS]
    except KeyError:
        return _STANDARD.learn(total & RANK_BITS)


def showing_high(some: Sequence[int]) -> int:
    """The strength of the one to four upcards that a stud seat shows: their pairs, trips and high cards.

    Straights and flushes need five cards and so do not show. Compare only seats that show the same number of cards.
    Raises BadNotation for an unknown card. Source: PG-55.
    """
    try:
        return high(key_sum(some), some)
    except IndexError:
        raise not_ranked(some) from None


def suit_mask(some: Sequence[int], suit: int) -> int:
    """A mask with one bit for each rank that `some` cards have in that suit. The lowest bit is the deuce."""
    mask = 0
    for card in some:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


def high_of_suit(mask: int, rule: HighRule = STANDARD, wilds: int = 0) -> int:
    """The strength of five or more cards of one suit, given as a mask of ranks: a flush or a straight flush.

    A wild card becomes the highest card that the flush lacks, so there is no flush with two aces.
    """
    top = straight_top(mask, rule.lowest, wilds)
    if top:
        return pack(rule.places[STRAIGHT_FLUSH], [top])
    values = []
    for value in _ALL_VALUES:
        if mask >> (value - 2) & 1:
            values.append(value)
        elif wilds:
            values.append(value)
            wilds -= 1
    return pack(rule.places[FLUSH], values[:5])


def high_of_ranks(counts: Sequence[int], rule: HighRule = STANDARD, wilds: int = 0) -> int:
    """The strength of the best five cards, if there is no flush.

    - `counts`: the number of natural cards of each rank, from deuce to ace
    - `wilds`: the number of wild cards; they join the largest possible set, so that kickers are natural cards
    """
    places = rule.places
    held = [rank + 2 for rank in range(12, -1, -1) if counts[rank]]
    twins = [value for value in held if counts[value - 2] >= 2]
    pairs = [value for value in _ALL_VALUES if counts[value - 2] + wilds >= 2] if wilds else twins
    trips = [value for value in pairs if counts[value - 2] + wilds >= 3]
    quads = [value for value in trips if counts[value - 2] + wilds >= 4]
    if quads:
        fives = [value for value in quads if counts[value - 2] + wilds >= 5]
        if fives:
            return pack(places[FIVE_OF_A_KIND], fives[:1])
        return pack(places[QUADS], [quads[0], *_without(held, quads[:1])[:1]])
    full = _without(twins, trips[:1]) if trips else []  # the pair is natural: a wild card makes the trips
    if full:
        return pack(places[FULL_HOUSE], [trips[0], full[0]])
    mask = 0
    for value in held:
        mask |= 1 << (value - 2)
    top = straight_top(mask, rule.lowest, wilds)
    if trips and not (top and places[STRAIGHT] > places[TRIPS]):
        return pack(places[TRIPS], [trips[0], *_without(held, trips[:1])[:2]])
    if top:
        return pack(places[STRAIGHT], [top])
    if len(twins) >= 2:
        return pack(places[TWO_PAIR], [*twins[:2], *_without(held, twins[:2])[:1]])
    if pairs:
        return pack(places[PAIR], [pairs[0], *_without(held, pairs[:1])[:3]])
    return pack(places[NOTHING], held[:5] or [14] * wilds)  # a wild card alone is an ace


def high_of_three(some: Sequence[int], rule: HighRule) -> int:
    """The strength of the best three of these cards, as in three-card poker.

    One or two cards are ranked by pairs and high cards. A straight is three consecutive ranks; the ace is high or, as
    in 3-2-A, low. Raises IndexError for cards other than the 52. Source: J. Shi and M. L. Littman, Abstraction Methods
    for Game Theoretic Poker (2000).
    """
    if some and (min(some) < 0 or max(some) > 51):
        raise IndexError
    if len(some) > 3:
        return max([high_of_three(three, rule) for three in combinations(some, 3)])
    held = sorted([(card >> 2) + 2 for card in some], reverse=True)
    places = rule.places
    twins = [value for value in held if held.count(value) >= 2]
    if len(twins) == 3:
        return pack(places[TRIPS], twins[:1])
    if twins:
        return pack(places[PAIR], [twins[0], *_without(held, twins)])
    if len(held) < 3:
        return pack(places[NOTHING], held)
    top = held[0] if held[0] - held[2] == 2 else 3 if held == [14, 3, 2] else 0
    suited = len({card & 3 for card in some}) == 1
    if top:
        return pack(places[STRAIGHT_FLUSH if suited else STRAIGHT], [top])
    return pack(places[FLUSH if suited else NOTHING], held)


def straight_top(mask: int, lowest: int = 0, wilds: int = 0) -> int:
    """The value of the highest card of the best straight in a mask of ranks (5 for the wheel). 0 if there is no
    straight.

    An ace is high or low and never in the middle: 2-A-K-Q-J is not a straight. In a stripped deck, a low ace ranks just
    below the lowest rank: if that is the six, 9-8-7-6-A is a straight.
    """
    if lowest > 8:
        return 0  # jacks and up are four ranks
    runs = mask >> lowest << 1 | mask >> 12 & 1  # the ace also below the lowest rank
    if not wilds:
        starts = runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4  # the ranks that begin five in a row
        return starts.bit_length() + lowest + 4 if starts else 0
    for top in range(13 - lowest, 3, -1):
        if (runs >> (top - 4) & 0b11111).bit_count() + wilds >= 5:
            return top + lowest + 1
    return 0


def pack(category: int, values: Sequence[int]) -> int:
    """Pack a category and up to five card values, most important first, into one int."""
    packed = category
    for value in values:
        packed = packed << 4 | value
    return packed << 4 * (5 - len(values))


def unpack(packed: int) -> tuple[int, list[int]]:
    """The category and the card values in an int made by `pack`."""
    values = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    return packed >> 20, [value for value in values if value]


def _without(values: Sequence[int], taken: Sequence[int]) -> list[int]:
    return [value for value in values if value not in taken]
