"""The evaluators: the place of a hand on its scale, 0 for no hand, greater places winning (see `tables`).

A card's key is the weight of its rank with a count of its suit above it; keys add up. Five of a suit show as one bit
after one addition. The mask of a hand has 16 bits a suit, one for each rank.
"""

from __future__ import annotations

from typing import Final

from sidepot.analysis.fast.jit import Array, kernel
from sidepot.analysis.fast.tables import BITS, ROW, WEIGHTS

SUM_BITS: Final = 32  # the sums of weights stand below; above them four bits count each suit
SUM: Final = (1 << BITS) - 1
FIVE_MORE: Final = 0x3333 << SUM_BITS
FIVES: Final = 0x8888 << SUM_BITS
_COLUMN: Final = (1 << ROW) - 1
_ROW: Final = ROW

ANY: Final = 0  # the ways to make a hand: the best five of all cards by ranks, a flush being better still
LOW_ANY: Final = 1  # the best five of all for a low where straights and flushes count against it
TWO_THREE: Final = 2
BADUGI: Final = 3
ANY_RANKS: Final = 4  # the best five of all, suits meaning nothing

KEYS: Final = tuple([WEIGHTS[card >> 2] | 1 << (SUM_BITS + 4 * (card & 3)) for card in range(52)])
MASKS: Final = tuple([1 << (16 * (card & 3) + (card >> 2)) for card in range(52)])


@kernel
def suit_of_five(fives: int) -> int:
    """The suit whose bit is set among `FIVES`."""
    return ((fives >> 39) & 1) + 2 * ((fives >> 43) & 1) + 3 * ((fives >> 47) & 1)


@kernel
def place(key: int, mask: int, rows: Array, table: Array) -> int:
    """The place of five to seven cards whose keys add up to `key` and whose bits make `mask`."""
    fives = (key + FIVE_MORE) & FIVES
    if fives:
        at = (mask >> (16 * suit_of_five(fives))) & 0x1FFF
    else:
        total = key & SUM
        at = rows[total >> _ROW] + (total & _COLUMN)
    return table[at]  # type: ignore[no-any-return]


@kernel
def place_of_ranks(key: int, rows: Array, table: Array) -> int:
    """The place of five to seven cards where suits mean nothing."""
    total = key & SUM
    return table[rows[total >> _ROW] + (total & _COLUMN)]  # type: ignore[no-any-return]


@kernel
def lowest_of_more(cards: Array, count: int, key: int, rows: Array, table: Array, keys: Array, masks: Array) -> int:
    """The place of the best low where flushes count, of six or seven cards with a flush: each five is tried.

    `rows` and `table` are those of five cards.
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


@kernel
def rows_of_board(board: Array, dealt: int, threes: Array, found: Array) -> int:
    """Write down the row of `two_and_three` for each three cards of the board; how many there are."""
    count = 0
    for a in range(2, dealt):
        for b in range(1, a):
            two = (board[a] >> 2) * 169 + (board[b] >> 2) * 13
            for c in range(b):
                found[count] = threes[two + (board[c] >> 2)]
                count += 1
    return count


@kernel
def place_of_rows(hole: Array, held: int, rows: Array, count: int, table: Array, twos: Array) -> int:
    """The place of the best five by ranks of two cards of the hand and a row of the board."""
    best = 0
    for one in range(1, held):
        for other in range(one):
            column = twos[(hole[one] >> 2) * 13 + (hole[other] >> 2)]
            for at in range(count):
                best = max(best, table[rows[at] + column])
    return best


@kernel
def best_of_row(table: Array, row: int, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The best of six columns of a row."""
    left = max(max(table[row + a], table[row + b]), table[row + c])
    return max(left, max(max(table[row + d], table[row + e]), table[row + f]))  # type: ignore[no-any-return]


@kernel
def place_omaha(hole: Array, board: Array, table: Array, threes: Array, twos: Array) -> int:
    """`place_of_rows` for four cards and a board of five, written out: twice as fast as the loops."""
    a, b, c, d = hole[0] >> 2, hole[1] >> 2, hole[2] >> 2, hole[3] >> 2
    ab, ac, ad = twos[a * 13 + b], twos[a * 13 + c], twos[a * 13 + d]
    bc, bd, cd = twos[b * 13 + c], twos[b * 13 + d], twos[c * 13 + d]
    v, w, x, y, z = board[0] >> 2, board[1] >> 2, board[2] >> 2, board[3] >> 2, board[4] >> 2
    vw, vx, wx = v * 169 + w * 13, v * 169 + x * 13, w * 169 + x * 13
    vy, wy, xy = v * 169 + y * 13, w * 169 + y * 13, x * 169 + y * 13
    best = best_of_row(table, threes[vw + x], ab, ac, ad, bc, bd, cd)
    best = max(best, best_of_row(table, threes[vw + y], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[vw + z], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[vx + y], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[vx + z], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[wx + y], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[wx + z], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[vy + z], ab, ac, ad, bc, bd, cd))
    best = max(best, best_of_row(table, threes[wy + z], ab, ac, ad, bc, bd, cd))
    return max(best, best_of_row(table, threes[xy + z], ab, ac, ad, bc, bd, cd))


@kernel
def suit_of_three(board: Array, dealt: int) -> int:
    """The suit of which three or more lie on a board of three to five cards, or -1."""
    on_board = 0x5555
    for at in range(dealt):
        on_board += 1 << (4 * (board[at] & 3))
    three = on_board & 0x8888
    if three:
        return ((three >> 7) & 1) + 2 * ((three >> 11) & 1) + 3 * ((three >> 15) & 1)
    return -1


@kernel
def flush_two_three(hole: Array, held: int, board: Array, dealt: int, suit: int, table: Array) -> int:
    """The place of the best flush of two cards of the hand and three of the board in that suit; 0 without one."""
    mine = 0
    for at in range(held):
        mine |= (hole[at] & 3 == suit) << (hole[at] >> 2)
    if mine & (mine - 1) == 0:
        return 0  # one card of the suit, or none
    on_board = 0
    for at in range(dealt):
        on_board |= (board[at] & 3 == suit) << (board[at] >> 2)
    best = 0
    firsts = mine
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


@kernel
def place_badugi(cards: Array, count: int, table: Array) -> int:
    """The place of the best badugi of four or five cards: each choice of them that differs in rank and suit."""
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
