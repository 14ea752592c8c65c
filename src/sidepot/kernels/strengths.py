"""The hand ranks of seats over arrays, for any order of hands: a higher rank wins, and 0 means no hand.

Each order has lookup tables for every number of wild and natural cards (`strength_tables` makes them). `how` says in
which way the cards of a hand are found:

- `SUM`: the best five of all cards by the sum of their ranks, a flush being better still
- `RANKS`: the same where suits mean nothing
- `LOW`: a low where flushes count against it: with a flush, every five cards are tried
- `TWO`: two hole cards and three of the board, by a row for each board (see `lookups.two_and_three`)
- `FIVES`, `TWO_FIVES`: every five cards that may be played are tried
- `BADUGI`: every set of cards whose ranks and suits differ
- `THREE`: up to three cards by the sum of their ranks, or as a flush of three
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels.bits import count, index
from sidepot.kernels.hand_places import (
    FIVES as FIVE_OF_SUIT,
)
from sidepot.kernels.hand_places import (
    SUM as SUM_BITS,
)
from sidepot.kernels.hand_places import (
    best_flush,
    best_of_four,
    best_of_row,
    ranks_of_suit,
    row_of_board,
    suit_for_flush,
)
from sidepot.kernels.jit import Array, helper, once, part
from sidepot.kernels.lookups import ROW
from sidepot.kernels.records import Desk, Form, Table

SUM, RANKS, LOW, TWO, FIVES, TWO_FIVES, BADUGI, THREE = range(8)
SHOWING: Final = 2  # the order of the upcards, after those of the two halves
_ROW = ROW
_COLUMN = (1 << ROW) - 1
_FIVE_OF_SUIT, _SUM_BITS = FIVE_OF_SUIT, SUM_BITS
_SUIT = (1 << 13) - 1
_RANKS, _LOW, _TWO, _FIVES, _TWO_FIVES, _BADUGI, _THREE = RANKS, LOW, TWO, FIVES, TWO_FIVES, BADUGI, THREE
_SHOWING = SHOWING


@part
def by_sum(form: Form, look: Array, order: int, wilds: int, cards: int, key: int) -> int:
    """The hand rank of some cards by their ranks alone, given the sum of their keys (`key`)."""
    total = key & _SUM_BITS
    row = look[index(form.row_of[index(order), index(wilds), index(cards)] + (total >> _ROW))]
    return int(look[index(form.table_of[index(order), index(wilds), index(cards)] + row + (total & _COLUMN))])


@once
def by_suit(form: Form, look: Array, order: int, wilds: int, cards: int, mask: int) -> int:
    """The hand rank of the best flush of some cards. 0 if there is no flush."""
    best = 0
    table = form.table_of[index(order), index(wilds), index(cards)]
    more = (wilds & 7) + (wilds >> 3)
    for suit in range(4):
        ranks = mask >> (16 * suit) & _SUIT
        if count(ranks) + more >= 5:
            best = max(best, look[index(table + ranks)])
    return best


@part
def rank_cards(form: Form, look: Array, order: int, cards: Array, size: int, flushes: bool) -> int:
    """The hand rank of one to seven cards, all of which may play."""
    key = mask = wilds = natural = 0
    for at in range(size):
        card = index(cards[at])
        if form.wild[card]:
            wilds += form.wild[card]
        else:
            natural += 1
            key += form.keys[card]
            mask |= form.masks[card]
    best = by_sum(form, look, order, wilds, natural, key)
    if flushes and (wilds or key & _FIVE_OF_SUIT):
        best = max(best, by_suit(form, look, order, wilds, natural, mask))
    return best


@part
def rank_five(form: Form, look: Array, order: int, five: Array) -> int:
    """The hand rank of exactly five cards. A flush counts, even if it makes the hand worse."""
    key = mask = wilds = natural = 0
    for at in range(5):
        card = index(five[at])
        if form.wild[card]:
            wilds += form.wild[card]
        else:
            natural += 1
            key += form.keys[card]
            mask |= form.masks[card]
    if wilds:
        best = by_sum(form, look, order, wilds, natural, key)
        return max(best, by_suit(form, look, order, wilds, natural, mask)) if form.high_scale[index(order)] else best
    if key & _FIVE_OF_SUIT and form.how[index(order)] != _RANKS:
        return by_suit(form, look, order, 0, 5, mask)
    return by_sum(form, look, order, 0, 5, key)


@helper
def rank_fives(form: Form, look: Array, order: int, cards: Array, size: int, desk: Desk) -> int:
    """The hand rank of the best five of some cards. All sets of five cards are tried."""
    best = 0
    for chosen in range(1 << size):
        if count(chosen) == 5:
            put = 0
            for at in range(size):
                if chosen >> at & 1:
                    desk.five[index(put)] = cards[at]
                    put += 1
            best = max(best, rank_five(form, look, order, desk.five))
    return best


@helper
def rank_two_fives(form: Form, look: Array, order: int, table: Table, seat: int, board: int, desk: Desk) -> int:
    """The rank of the best hand of two hole cards and three cards of a board. All combinations are tried."""
    best = 0
    held, turned = table.held[index(seat)], table.turned
    for one in range(held):
        desk.five[0] = table.holes[index(seat), one]
        for two in range(one):
            desk.five[1] = table.holes[index(seat), two]
            for a in range(2, turned):
                desk.five[2] = table.boards[index(board), index(a)]
                for b in range(1, a):
                    desk.five[3] = table.boards[index(board), index(b)]
                    for c in range(b):
                        desk.five[4] = table.boards[index(board), c]
                        best = max(best, rank_five(form, look, order, desk.five))
    return best


@helper
def rank_badugi(form: Form, look: Array, order: int, cards: Array, size: int) -> int:
    """The hand rank of the best badugi of some cards."""
    best = wilds = natural = 0
    for at in range(size):
        wilds += form.wild[index(cards[at])]
    table = form.table_of[index(order), index(wilds), 0]
    for chosen in range(1 << size):
        ranks = suits = 0
        fits = True
        for at in range(size):
            if chosen >> at & 1:
                rank, suit = 1 << (cards[at] >> 2), 1 << (cards[at] & 3)
                if form.wild[index(cards[at])] or ranks & rank or suits & suit:
                    fits = False
                    break
                ranks |= rank
                suits |= suit
        if fits:
            natural = ranks
            best = max(best, look[index(table + natural)])
    return best


@helper
def rank_three(form: Form, look: Array, order: int, cards: Array, size: int) -> int:
    """The hand rank of one to three cards, in a game where three cards make a straight or a flush."""
    key = mask = 0
    for at in range(size):
        key += form.keys[index(cards[at])]
        mask |= form.masks[index(cards[at])]
    for suit in range(4):
        ranks = mask >> (16 * suit) & _SUIT
        if count(ranks) == 3:
            return int(look[index(form.table_of[index(order), 0, 3] + ranks)])
    return by_sum(form, look, order, 0, size, key)


@helper
def rank_two(form: Form, look: Array, order: int, table: Table, seat: int, board: int) -> int:
    """The rank of the best hand of two hole cards and three cards of a board, from the row of the board."""
    hole, held = table.holes[index(seat)], table.held[index(seat)]
    middle = key = 0
    for at in range(table.turned):
        middle += form.keys[index(table.boards[index(board), at])]
    for at in range(held):
        key += form.keys[index(hole[at])]
    rows, found = look[form.two_rows[index(order)] :], look[form.two_table[index(order)] :]
    pairs = look[form.pairs :]
    row = row_of_board(middle, rows)
    best = best_of_four(hole, row, found, pairs) if held == 4 else best_of_row(hole, held, row, found, pairs)
    flush = suit_for_flush(middle, key)
    if flush and form.high_scale[index(order)]:
        cards = table.boards[index(board)]
        best = max(best, best_flush(hole[:held], cards[: table.turned], flush, form.masks, found))
    return best


@part
def gather(form: Form, table: Table, seat: int, board: int, own: int, cards: Array) -> int:
    """Write the cards that may make up a seat's hand to `cards`. Returns their number."""
    size = table.held[index(seat)]
    for at in range(size):
        cards[at] = table.holes[index(seat), at]
    if not own:
        for at in range(table.turned):
            cards[index(size + at)] = table.boards[index(board), at]
        size += table.turned
    return int(size)


@helper
def rank_other(form: Form, look: Array, table: Table, seat: int, half: int, board: int, desk: Desk) -> int:
    """The hand rank of a seat for a half of the pot on a board, in any game.

    For most games, `rank_simple` does the same faster.
    """
    how = form.how[index(half)]
    if how == _TWO:
        return rank_two(form, look, half, table, seat, board)
    if how == _TWO_FIVES:
        return rank_two_fives(form, look, half, table, seat, board, desk)
    size = gather(form, table, seat, board, form.own[index(half)], desk.cards)
    if how == _BADUGI:
        return rank_badugi(form, look, half, desk.cards, size)
    if how == _THREE:
        return rank_three(form, look, half, desk.cards, size)
    if how == _FIVES and size >= 5:
        return rank_fives(form, look, half, desk.cards, size, desk)
    if how == _LOW and size >= 5:
        key = 0
        for at in range(size):
            key += 0 if form.wild[index(desk.cards[at])] else form.keys[index(desk.cards[at])]
            if form.wild[index(desk.cards[at])]:
                return rank_cards(form, look, half, desk.cards, size, False)
        if key & _FIVE_OF_SUIT:
            return rank_fives(form, look, half, desk.cards, size, desk)
    return rank_cards(form, look, half, desk.cards, size, how == 0)


@once
def rank_simple(form: Form, look: Array, table: Table, seat: int, half: int, key: int, mask: int) -> int:
    """The hand rank of a seat's cards together with a board, if a game without wild cards looks it up in one step.

    - `key`, `mask`: the sum of the board's keys, and the union of its masks
    """
    held = table.held[index(seat)]
    for at in range(held):
        card = index(table.holes[index(seat), at])
        key += form.keys[card]
        mask |= form.masks[card]
    cards = index(held + (0 if form.own[index(half)] else table.turned))
    start = form.table_of[index(half), 0, cards]
    fives = key & _FIVE_OF_SUIT
    if fives and form.how[index(half)] == 0:
        return int(look[index(start + ranks_of_suit(mask, fives))])
    total = key & _SUM_BITS
    row = look[index(form.row_of[index(half), 0, cards] + (total >> _ROW))]
    return int(look[index(start + row + (total & _COLUMN))])


@helper
def rank_showing(form: Form, look: Array, table: Table, seat: int, desk: Desk) -> int:
    """The rank of a seat's upcards."""
    size = 0
    for at in range(table.held[index(seat)]):
        if table.upmask >> at & 1:
            desk.cards[index(size)] = table.holes[index(seat), at]
            size += 1
    return rank_cards(form, look, _SHOWING, desk.cards, size, form.high_scale[_SHOWING] != 0)


@helper
def holds_openers(form: Form, look: Array, table: Table, seat: int, but: int, desk: Desk) -> bool:
    """Whether a seat's cards are good enough to open. The cards in the places `but` do not count."""
    size = 0
    for at in range(table.held[index(seat)]):
        if not but >> at & 1:
            desk.cards[index(size)] = table.holes[index(seat), at]
            size += 1
    return bool(rank_cards(form, look, _SHOWING, desk.cards, size, form.high_scale[_SHOWING] != 0) >= form.to_open)
