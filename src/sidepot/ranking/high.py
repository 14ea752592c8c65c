"""The standard order of hands: the best five of any number of cards, from nothing up to a straight flush.

A strength is `category << 20` and five nibbles of card values (2 for a deuce to 14 for an ace) in order of importance:
a greater int wins and equal ints tie, whatever the suits. Source: PG-28, PG-29, PG-30.

The plain evaluators here are the specification. Play looks a sum of keys up in `BY_RANKS`, which they fill as hands
come up, so that a hand without a flush costs one addition, one mask and one look.

>>> from sidepot.cards import cards
>>> from sidepot.ranking.keys import key_sum
>>> kings, aces = cards("AsKs5h5s5dKh7h"), cards("Kd3c5h5s5dKh7h")
>>> high(key_sum(kings), kings) == high(key_sum(aces), aces)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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

BY_RANKS: Final[dict[int, int]] = {}  # rank part of a key sum -> strength without flushes; at most some 10^5 entries
_SAME: Final[dict[int, int]] = {}  # one int object a strength, so that the table above stays small
BY_FLUSH: Final[dict[int, int]] = {}  # mask of the ranks of one suit -> strength


def high(total: int, some: Sequence[int]) -> int:
    """The strength of the best five of `some`, whose key sum is `total`: up to twelve different ordinary cards.

    Fewer than five cards are worth the pairs, trips or quads they hold and their high cards. Source: PG-28, PG-55.
    """
    if (total + FIVE_MORE) & FIVE_OF_A_SUIT:
        return suited_high(total, some)
    try:
        return BY_RANKS[total & RANK_BITS]
    except KeyError:
        return learn_high(total & RANK_BITS)


def showing_high(some: Sequence[int]) -> int:
    """The strength of the cards a stud seat shows: pairs, trips and high cards of one to four upcards.

    Straights and flushes need five cards and so do not show. Compare seats that show equally many cards.
    Raises BadNotation for an unknown card. Source: PG-55.
    """
    try:
        return high(key_sum(some), some)
    except IndexError:
        raise not_ranked(some) from None


def learn_high(ranks: int) -> int:
    """Work the rank part of a key sum out and keep it in `BY_RANKS`."""
    strength = high_of_ranks(rank_counts(ranks))
    strength = _SAME.setdefault(strength, strength)
    BY_RANKS[ranks] = strength
    return strength


def suited_high(total: int, some: Sequence[int]) -> int:
    """The strength of the best five when five or more are of one suit."""
    best = 0
    if len(some) > 7:  # of seven cards, five of a suit leave no room for quads or a full house
        best = high_of_ranks(rank_counts(total))
    enough = (total + FIVE_MORE) & FIVE_OF_A_SUIT
    while enough:  # ten cards or more may hold five of two suits
        suit = (enough.bit_length() - 44) >> 2
        enough ^= 1 << (43 + 4 * suit)
        mask = suit_mask(some, suit)
        strength = BY_FLUSH.get(mask) or high_of_suit(mask)
        if strength > best:
            best = strength
    return best


def suit_mask(some: Sequence[int], suit: int) -> int:
    """One bit for each rank, deuce lowest, that stands among `some` in that suit."""
    mask = 0
    for card in some:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


def high_of_suit(mask: int) -> int:
    """The strength of five or more cards of one suit, given as a mask of ranks: a flush or a straight flush."""
    top = straight_top(mask)
    if top:
        strength = pack(STRAIGHT_FLUSH, [top])
    else:
        strength = pack(FLUSH, [rank + 2 for rank in range(12, -1, -1) if mask >> rank & 1][:5])
    BY_FLUSH[mask] = strength
    return strength


def high_of_ranks(counts: Sequence[int]) -> int:
    """The strength of the best five cards when each rank, deuce to ace, is held so many times and no flush is."""
    held = [rank + 2 for rank in range(12, -1, -1) if counts[rank]]
    pairs = [value for value in held if counts[value - 2] >= 2]
    trips = [value for value in held if counts[value - 2] >= 3]
    quads = [value for value in held if counts[value - 2] >= 4]
    if quads:
        return pack(QUADS, [quads[0], *_without(held, quads[:1])[:1]])
    if trips and len(pairs) >= 2:
        return pack(FULL_HOUSE, [trips[0], *_without(pairs, trips[:1])[:1]])
    top = straight_top(sum(1 << (value - 2) for value in held))
    if top:
        return pack(STRAIGHT, [top])
    if trips:
        return pack(TRIPS, [trips[0], *_without(held, trips[:1])[:2]])
    if len(pairs) >= 2:
        return pack(TWO_PAIR, [*pairs[:2], *_without(held, pairs[:2])[:1]])
    if pairs:
        return pack(PAIR, [pairs[0], *_without(held, pairs)[:3]])
    return pack(NOTHING, held[:5])


def straight_top(mask: int) -> int:
    """The value of the highest card of the best straight in a mask of ranks (5 for the wheel), or 0 without one.

    An ace is high or low and never in the middle: 2-A-K-Q-J is no straight.
    """
    runs = mask << 1 | mask >> 12 & 1  # the ace also below the deuce
    for top in range(14, 4, -1):
        if runs >> (top - 5) & 0b11111 == 0b11111:
            return top
    return 0


def pack(category: int, values: Sequence[int]) -> int:
    """One int of a category and up to five card values, the most important first."""
    packed = category
    for at in range(5):
        packed = packed << 4 | (values[at] if at < len(values) else 0)
    return packed


def unpack(packed: int) -> tuple[int, list[int]]:
    """The category and the card values that `pack` put together."""
    values = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    return packed >> 20, [value for value in values if value]


def _without(values: Sequence[int], taken: Sequence[int]) -> list[int]:
    return [value for value in values if value not in taken]
