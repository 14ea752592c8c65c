"""Which cards may make a hand, and how strong a seat is once the board is known.

`any`: the best five of all. `two and three`: exactly two from the hand and three from the board, as in Omaha.
`ranker` prepares what depends on the board alone, so that each seat costs little; `made` names the five cards.
Source: PG-101, PG-102, PG-103.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

from sidepot.errors import BadNotation, Conflict
from sidepot.ranking.describe import describe
from sidepot.ranking.high import BY_FLUSH, STRAIGHT, STRAIGHT_FLUSH, high_of_suit, suit_mask
from sidepot.ranking.keys import FIVE_MORE, FIVE_OF_A_SUIT, KEYS, RANK_BITS, THREE_MORE, key_sum, not_ranked
from sidepot.ranking.low import PERFECT, badness, low_value
from sidepot.ranking.scales import Scale, find_scale

Ranker = Callable[[Sequence[int]], int]

CHOICES: Final = ("any", "two and three")

_RANK_KEYS: Final = tuple(key & RANK_BITS for key in KEYS)
_LOW_BITS: Final = tuple(  # by qualifier, by card: one bit for a low rank, ace lowest; 0 for cards above the qualifier
    tuple((1 << ((card >> 2) + 1) % 13) & ((1 << qualifier) - 1) for card in range(52)) for qualifier in range(15)
)
_LOWS_BY_MASKS: Final[dict[int, int]] = {}  # mask of the board << 13 | mask of the hand -> strength of an Omaha low


class Made(NamedTuple):
    """The hand that a seat makes: its strength, its cards with the most important first, and what it is called.

    `high_card` is the highest of the five by rank and then suit, an ace low where it plays low: the card that takes an
    odd chip where suits decide. Rule: TDA-2013 19. Without a qualifying hand there are no cards and it is -1.
    """

    strength: int
    cards: tuple[int, ...]
    category: str
    text: str
    high_card: int


def ranker(scale: str, choose: str, qualifier: int | None, board: Sequence[int]) -> Ranker:
    """A function from a seat's cards to its strength on this board; greater wins, equal ties, 0 is no hand.

    Raises BadNotation for an unknown scale or choice and for cards that are unknown, here or when it is called.
    """
    if board and (min(board) < 0 or max(board) > 51):
        raise not_ranked(board)
    return maker(scale, choose, qualifier)(board)


def maker(scale: str, choose: str, qualifier: int | None) -> Callable[[Sequence[int]], Ranker]:
    """What makes a `ranker` of a board of ordinary cards, for those who rank on many boards. Raises BadNotation."""
    order = find_scale(scale, qualifier)
    if choose == "any":
        return partial(_any_five, order)
    if choose != "two and three":
        raise BadNotation(f"no way to choose cards is called {choose!r}; there are {', '.join(CHOICES)}")
    if order.name == "high":
        make = _omaha_high
    elif order.qualifier and order.suited is None:
        make = _omaha_low
    else:
        make = _two_and_three

    def of_board(board: Sequence[int]) -> Ranker:
        if len(board) < 3:
            raise Conflict(f"three cards of the board play, and there are {len(board)}")
        try:
            return make(order, board)
        except IndexError:
            raise not_ranked(board) from None

    return of_board


def _any_five(order: Scale, board: Sequence[int]) -> Ranker:
    """The best five of the hand and the board together."""
    keys = KEYS
    on_board = 0
    try:
        for card in board:
            on_board += keys[card]
    except IndexError:
        raise not_ranked(board) from None
    by_ranks, learn, suited = order.by_ranks, order.learn, order.suited
    ignore_suits = suited is None

    def rank(hole: Sequence[int]) -> int:
        total = on_board
        try:
            for card in hole:
                total += keys[card]
            if ignore_suits or not (total + FIVE_MORE) & FIVE_OF_A_SUIT:
                return by_ranks[total & RANK_BITS]
        except IndexError:
            raise not_ranked(hole) from None
        except KeyError:
            return learn(total & RANK_BITS)
        assert suited is not None
        return suited(total, (*hole, *board))

    return rank


def _omaha_high(order: Scale, board: Sequence[int]) -> Ranker:
    """Two from the hand and three from the board for high.

    Ranks first: the best triple of the board for each pair of ranks, found once. Then flushes, only where the board has
    three of a suit (no board of five has two such suits) and the hand two.
    """
    rank_keys = _RANK_KEYS
    by_ranks, learn = order.by_ranks, order.learn
    triples = {a + b + c for a, b, c in combinations([rank_keys[card] for card in board], 3)}
    best_of_pair: dict[int, int] = {}
    three = (key_sum(board) + THREE_MORE) & FIVE_OF_A_SUIT
    suits = [suit for suit in range(4) if three >> (43 + 4 * suit) & 1] if three else []
    best_flush: dict[int, int] = {}
    threes_of_suit: dict[int, list[int]] = {}

    def learn_flush(suit: int, mask: int) -> int:
        threes = threes_of_suit.get(suit) or threes_of_suit.setdefault(suit, _masks(suit_mask(board, suit), 3))
        fives = [two | three for two in _masks(mask, 2) for three in threes]
        best = max([BY_FLUSH.get(five) or high_of_suit(five) for five in fives])
        best_flush[mask << 2 | suit] = best
        return best

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise _too_few(hole)
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
                    strength = max([learn(triple + pair) for triple in triples])
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


def _omaha_low(order: Scale, board: Sequence[int]) -> Ranker:
    """Two from the hand and three from the board for a qualifying low: five different ranks, none above the qualifier.

    Only which low ranks are held matters, so a mask of them for the hand and one for the board say all.
    """
    low_bits = _LOW_BITS[order.qualifier]
    on_board = 0
    for card in board:
        on_board |= low_bits[card]
    if on_board.bit_count() < 3:
        return _no_low
    board_part = on_board << 13

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise _too_few(hole)
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
    """No low is possible on this board, whatever the cards."""
    return 0


def _learn_low(both: int) -> int:
    """Work out the best low of two ranks of the hand and three of the board, all different, and keep it."""
    rule = find_scale("ace-to-five").low
    assert rule is not None
    best = 0
    for two in _masks(both & 0x1FFF, 2):
        for three in _masks(both >> 13, 3):
            if not two & three:
                values = [rank + 1 for rank in range(13) if (two | three) >> rank & 1]
                best = max(best, PERFECT - badness(values, rule, False))
    _LOWS_BY_MASKS[both] = best
    return best


def _two_and_three(order: Scale, board: Sequence[int]) -> Ranker:
    """Two from the hand and three from the board on any scale, by trying them all."""

    def rank(hole: Sequence[int]) -> int:
        if len(hole) < 2:
            raise _too_few(hole)
        try:
            return max([order.strength(five) for five in possible_hands("two and three", hole, board)])
        except IndexError:
            raise not_ranked(hole) from None

    return rank


def _too_few(hole: Sequence[int]) -> Conflict:
    return Conflict(f"two cards of the hand play, and there are {len(hole)}")


def _masks(mask: int, size: int) -> list[int]:
    """Every choice of `size` bits of a mask."""
    bits = [1 << at for at in range(13) if mask >> at & 1]
    return [sum(chosen) for chosen in combinations(bits, size)]


def possible_hands(choose: str, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, ...]]:
    """Every set of five cards (all of them, when there are fewer) that these cards may play."""
    if choose == "two and three":
        return [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    everything = (*hole, *board)
    return list(combinations(everything, min(5, len(everything))))


def made(scale: str, choose: str, qualifier: int | None, hole: Sequence[int], board: Sequence[int]) -> Made:
    """The hand a seat makes. Of equal choices it is the one whose highest card, then next, is of the higher suit.

    >>> from sidepot.cards import cards, text
    >>> hand = made("high", "any", None, cards("AsKs"), cards("5h5s5dKh7h"))
    >>> text(hand.cards), hand.text
    ('5s5h5dKsKh', 'Full house, fives full of kings')
    """
    order = find_scale(scale, qualifier)
    strength = ranker(scale, choose, qualifier, board)(hole)
    category, words = describe(strength, order.low)
    if not strength:
        return Made(0, (), category, words, -1)
    wheel = strength in (STRAIGHT << 20 | 5 << 16, STRAIGHT_FLUSH << 20 | 5 << 16)

    def value(card: int) -> int:
        if order.low is not None:
            return low_value(card, order.low)
        return 1 if wheel and card >= 48 else (card >> 2) + 2

    def from_the_top(five: Sequence[int]) -> list[tuple[int, int]]:
        return sorted([(value(card), card & 3) for card in five], reverse=True)

    equal = [five for five in possible_hands(choose, hole, board) if order.strength(five) == strength]
    best = max(equal, key=from_the_top)
    values = [value(card) for card in best]
    in_order = sorted(best, key=lambda card: (values.count(value(card)), value(card), card & 3), reverse=True)
    top = max(best, key=lambda card: (value(card), card & 3))
    return Made(strength, tuple(in_order), category, words, top)
