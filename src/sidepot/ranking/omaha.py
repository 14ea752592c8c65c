"""Fast ranking for Omaha: exactly two cards from the hand and three from the board, for high and for a qualifying low.

The part that depends only on the board is computed once, so that each seat costs little. For other orders of hands,
`choose` tries all choices. Source: PG-101, PG-102, PG-103.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from sidepot.errors import Conflict
from sidepot.ranking.high import HighTable, suit_mask
from sidepot.ranking.keys import FIVE_OF_A_SUIT, KEYS, RANK_BITS, THREE_MORE, key_sum, not_ranked
from sidepot.ranking.low import ACE_TO_FIVE, PERFECT, badness

Ranker = Callable[[Sequence[int]], int]

_RANK_KEYS: Final = tuple(key & RANK_BITS for key in KEYS)
_LOW_BITS: Final = tuple(  # by qualifier, by card: one bit for a low rank, ace lowest; 0 for cards above the qualifier
    tuple((1 << ((card >> 2) + 1) % 13) & ((1 << qualifier) - 1) for card in range(52)) for qualifier in range(15)
)
_LOWS_BY_MASKS: Final[dict[int, int]] = {}  # mask of the board << 13 | mask of the hand -> strength of an Omaha low


def omaha_high(table: HighTable, board: Sequence[int]) -> Ranker:
    """A ranker for the best high hand from two hole cards and three board cards.

    Ranks are compared first: the best triple of the board for each pair of ranks is found once. Flushes are compared
    only if the board has three cards of a suit (no board of five has two such suits) and the hand has two.
    """
    rank_keys = _RANK_KEYS
    by_ranks, by_flush = table.by_ranks, table.by_flush
    triples = {a + b + c for a, b, c in combinations([rank_keys[card] for card in board], 3)}
    best_of_pair: dict[int, int] = {}
    three = (key_sum(board) + THREE_MORE) & FIVE_OF_A_SUIT
    suits = [suit for suit in range(4) if three >> (43 + 4 * suit) & 1] if three else []
    best_flush: dict[int, int] = {}
    threes_of_suit: dict[int, list[int]] = {}

    def learn_flush(suit: int, mask: int) -> int:
        threes = threes_of_suit.get(suit) or threes_of_suit.setdefault(suit, _masks(suit_mask(board, suit), 3))
        fives = [two | three for two in _masks(mask, 2) for three in threes]
        best = max([by_flush.get(five) or table.of_suit(five) for five in fives])
        best_flush[mask << 2 | suit] = best
        return best

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise too_few(hole)
        try:
            ranks = [rank_keys[card] for card in hole]
        except IndexError:
            raise not_ranked(hole) from None
        best = 0
        for one, other in combinations(ranks, 2):
            pair = one + other
            strength = best_of_pair.get(pair, 0)
            if not strength:
                try:
                    for triple in triples:
                        five = by_ranks[triple + pair]
                        if five > strength:
                            strength = five
                except KeyError:
                    strength = max([table.learn(triple + pair) for triple in triples])
                best_of_pair[pair] = strength
            if strength > best:
                best = strength
        for suit in suits:
            mask = suit_mask(hole, suit)
            if mask.bit_count() > 1:
                strength = best_flush.get(mask << 2 | suit) or learn_flush(suit, mask)
                if strength > best:
                    best = strength
        return best

    return rank


def omaha_low(qualifier: int, board: Sequence[int]) -> Ranker:
    """A ranker for the best ace-to-five low from two hole cards and three board cards, with a qualifier.

    Five different ranks, none above the qualifier, make a low. Suits do not matter, so one mask of low ranks for the
    hand and one for the board are enough.
    """
    low_bits = _LOW_BITS[qualifier]
    on_board = 0
    for card in board:
        on_board |= low_bits[card]
    if on_board.bit_count() < 3:
        return _no_low
    board_part = on_board << 13

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise too_few(hole)
        mask = board_part
        try:
            for card in hole:
                mask |= low_bits[card]
            return _LOWS_BY_MASKS[mask]
        except IndexError:
            raise not_ranked(hole) from None
        except KeyError:
            return _learn_low(mask)

    return rank


def _no_low(_hole: Sequence[int]) -> int:
    """A ranker for boards on which no low is possible: 0, whatever the cards."""
    return 0


def _learn_low(both: int) -> int:
    """Compute and keep the best low of two ranks of the hand and three of the board, all different."""
    best = 0
    for two in _masks(both & 0x1FFF, 2):
        for three in _masks(both >> 13, 3):
            if not two & three:
                values = [rank + 1 for rank in range(13) if (two | three) >> rank & 1]
                best = max(best, PERFECT - badness(values, ACE_TO_FIVE, False))
    _LOWS_BY_MASKS[both] = best
    return best


def too_few(hole: Sequence[int]) -> Conflict:
    """The error for a hand with fewer than the two cards that must be played from it."""
    return Conflict(f"expected a hand of at least two cards, got {len(hole)}")


def _masks(mask: int, size: int) -> list[int]:
    """Every choice of `size` bits of a mask."""
    bits = [1 << at for at in range(13) if mask >> at & 1]
    return [sum(chosen) for chosen in combinations(bits, size)]
