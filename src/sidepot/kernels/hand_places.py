"""Evaluators: the hand rank on a scale, where a higher rank wins and 0 means no hand (see `lookups`).

A card's key is the weight of its rank and, in higher bits, a 7 for its suit. The keys of a hand are added. Five cards
of a suit then make 35 or more, which sets a bit that 28 or less does not set, so that a flush is seen without counting.
The mask of a hand has 16 bits for each suit, with one bit for each rank.
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.bits import index
from sidepot.kernels.jit import Array, helper
from sidepot.kernels.lookups import BITS, FLUSHES, PAIRS, ROW, WEIGHTS

SUM_BITS: Final = 32  # the sums of weights stand below; above them six bits for the sevens of each suit
SUM: Final = (1 << BITS) - 1
_EACH_SUIT: Final = sum([1 << (SUM_BITS + 6 * suit) for suit in range(4)])
FIVES: Final = 32 * _EACH_SUIT
THREE_MORE: Final = 11 * _EACH_SUIT  # three sevens and eleven are 32: with this added, three of a suit show
TWO_MORE: Final = 18 * _EACH_SUIT
_COLUMN: Final = (1 << ROW) - 1
_ROW: Final = ROW
_PAIRS: Final = PAIRS
_BEFORE: Final = (PAIRS - 1) * FLUSHES

ANY: Final = 0  # the ways to make a hand: the best five of all cards by ranks, a flush being better still
LOW_ANY: Final = 1  # the best five of all for a low where straights and flushes count against it
TWO_THREE: Final = 2
BADUGI: Final = 3
ANY_RANKS: Final = 4  # the best five of all, suits meaning nothing

KEYS: Final = tuple([WEIGHTS[card >> 2] | 7 << (SUM_BITS + 6 * (card & 3)) for card in range(52)])
MASKS: Final = tuple([1 << (16 * (card & 3) + (card >> 2)) for card in range(52)])


@helper
def suit_of_five(fives: int) -> int:
    """The suit of the only bit among `FIVES` that is set."""
    return ((fives >> 43) & 1) + 2 * ((fives >> 49) & 1) + 3 * ((fives >> 55) & 1)


@helper
def ranks_of_suit(mask: int, fives: int) -> int:
    """The ranks of a hand in the suit whose bit is set among `FIVES`, as a mask."""
    return (mask >> (16 * suit_of_five(fives))) & 0x1FFF


@helper
def place(key: int, mask: int, rows: Array, table: Array) -> int:
    """The hand rank of five to seven cards with this sum of keys and this mask."""
    fives = key & FIVES
    if fives:
        at = ranks_of_suit(mask, fives)
    else:
        total = key & SUM
        at = rows[index(total >> _ROW)] + (total & _COLUMN)
    found: int = table[index(at)]
    return found


@helper
def place_of_ranks(key: int, rows: Array, table: Array) -> int:
    """The hand rank of five to seven cards, ignoring suits."""
    total = key & SUM
    found: int = table[index(rows[index(total >> _ROW)] + (total & _COLUMN))]
    return found


@helper
def lowest_of_more(cards: Array, count: int, key: int, rows: Array, table: Array, keys: Array, masks: Array) -> int:
    """The hand rank of the best low of six or seven cards with a flush, on a scale where flushes count.

    Every set of five of the cards is tried. `rows` and `table` are the tables for five cards.
    """
    best = 0
    if count == 6:
        for one in range(6):
            mask = 0
            for at in range(6):
                if at != one:
                    mask |= masks[cards[at]]
            best = max(best, place(key - keys[cards[one]], mask, rows, table))
        return best
    for one in range(7):
        for other in range(one):
            mask = 0
            for at in range(7):
                if at not in (one, other):
                    mask |= masks[cards[at]]
            best = max(best, place(key - keys[cards[one]] - keys[cards[other]], mask, rows, table))
    return best


@helper
def row_of_board(key: int, rows: Array) -> int:
    """The row of a board in the table of `two_and_three`, given the sum of its keys."""
    total = key & SUM
    found: int = _PAIRS * (rows[index(total >> _ROW)] + (total & _COLUMN)) - _BEFORE
    return found


@helper
def best_of_row(hole: Array, held: int, row: int, table: Array, pairs: Array) -> int:
    """The hand rank of the best two hole cards with three board cards, ignoring suits. `row` is the board's row."""
    best = 0
    for one in range(1, held):
        high = 13 * (hole[one] >> 2)
        for other in range(one):
            best = max(best, table[index(row + pairs[index(high + (hole[other] >> 2))])])
    return best


@helper
def best_of_four(hole: Array, row: int, table: Array, pairs: Array) -> int:
    """The hand rank of the best two of four hole cards with three board cards, ignoring suits.

    The loops of `best_of_row` are unrolled here, which is twice as fast. `row` is the board's row.
    """
    a, b, c, d = 13 * (hole[0] >> 2), 13 * (hole[1] >> 2), hole[2] >> 2, hole[3] >> 2
    left = max(table[index(row + pairs[a + (hole[1] >> 2)])], table[index(row + pairs[a + c])])
    middle = max(table[index(row + pairs[a + d])], table[index(row + pairs[b + c])])
    right = max(table[index(row + pairs[b + d])], table[index(row + pairs[13 * c + d])])
    found: int = max(max(left, middle), right)
    return found


@helper
def suit_for_flush(board_key: int, hole_key: int) -> int:
    """The suit with three or more board cards and two or more hole cards, as a bit among `FIVES`."""
    return (board_key + THREE_MORE) & (hole_key + TWO_MORE) & FIVES


@helper
def best_flush(hole: Array, board: Array, flush: int, masks: Array, table: Array) -> int:
    """The hand rank of the best flush of two hole cards and three board cards, in the suit of `suit_for_flush`."""
    mine = on_board = 0
    for card in hole:
        mine |= masks[card]
    for card in board:
        on_board |= masks[card]
    on_board = ranks_of_suit(on_board, flush)
    best = 0
    firsts = ranks_of_suit(mine, flush)
    while firsts:
        first = firsts & -firsts
        firsts ^= first
        seconds = firsts
        while seconds:
            two = first | seconds & -seconds
            seconds &= seconds - 1
            a = on_board
            while a:
                b = a & (a - 1)
                while b:
                    c = b & (b - 1)
                    while c:
                        best = max(best, table[two | a & -a | b & -b | c & -c])
                        c &= c - 1
                    b &= b - 1
                a &= a - 1
    return best


@helper
def place_badugi(cards: Array, count: int, table: Array) -> int:
    """The hand rank of the best badugi in four or five cards. All subsets with different ranks and suits are tried."""
    best = 0
    for chosen in range(1, 1 << count):
        ranks = suits = 0
        fits = True
        for at in range(count):
            if chosen >> at & 1:
                rank, suit = 1 << (cards[at] >> 2), 1 << (cards[at] & 3)
                if ranks & rank or suits & suit:
                    fits = False
                    break
                ranks |= rank
                suits |= suit
        if fits:
            best = max(best, table[ranks])
    return best


@helper
def place_in(
    kind: int, with_board: int, flushes: int, hole: Array, held: int, hole_key: int, board: Array, dealt: int,
    board_key: int, rows: Array, table: Array, five_rows: Array, five: Array, pairs: Array, keys: Array, masks: Array,
    all_cards: Array,
) -> int:  # fmt: skip
    """The hand rank of a hand on a board, for one half of the pot."""
    if kind == TWO_THREE:
        row = row_of_board(board_key, rows)
        best = best_of_four(hole, row, table, pairs) if held == 4 else best_of_row(hole, held, row, table, pairs)
        flush = suit_for_flush(board_key, hole_key)
        if flush and flushes:
            best = max(best, best_flush(hole, board, flush, masks, table))
        return best
    if kind == BADUGI:
        return place_badugi(hole, held, table)
    key = hole_key + board_key if with_board else hole_key
    if kind == ANY_RANKS:
        return place_of_ranks(key, rows, table)
    mask = 0
    if key & FIVES:
        count = held
        for at in range(held):
            all_cards[at] = hole[at]
            mask |= masks[hole[at]]
        if with_board:
            for at in range(dealt):
                all_cards[count] = board[at]
                mask |= masks[board[at]]
                count += 1
        if kind == LOW_ANY and count > 5:
            return lowest_of_more(all_cards, count, key, five_rows, five, keys, masks)
    return place(key, mask, rows, table)
