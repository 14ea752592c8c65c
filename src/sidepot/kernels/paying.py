"""Pay the pots over arrays: uncalled bets, side pots, winners and odd chips, as in `hand.pots` and `hand.winning`.

`put` is what each seat has in the pots, without dead money. Hands are compared by their hand ranks (see `lookups`).
"""

from __future__ import annotations

from typing import NamedTuple

from sidepot.kernels.array_betting import Form
from sidepot.kernels.bits import count, index, lowest
from sidepot.kernels.hand_places import (
    FIVES,
    SUM,
    best_flush,
    best_of_row,
    ranks_of_suit,
    row_of_board,
    suit_for_flush,
)
from sidepot.kernels.jit import Array, part
from sidepot.kernels.lookups import ROW

_ROW = ROW
_COLUMN = (1 << ROW) - 1


class Looks(NamedTuple):
    """The lookup arrays for both halves. The arrays of an unused half are empty."""

    keys: Array
    masks: Array
    rows: Array
    high: Array
    low_rows: Array
    low: Array
    pairs: Array


@part
def give_back(live: int, able: int, put: Array, stacks: Array) -> None:
    """Return uncalled chips before any pot is paid.

    If all live seats put in less, several folded seats get chips back.
    """
    most = second = 0
    leader = -1
    for seat in range(len(put)):
        chips = put[seat]
        if chips > most:
            second = most
            most = chips
            leader = seat
        elif chips > second:
            second = chips
    if leader < 0:
        return
    if live >> leader & 1:
        stacks[leader] += most - second
        put[leader] = second
    elif not able:
        top = 0
        for seat in range(len(put)):
            if live >> seat & 1 and put[seat] > top:
                top = put[seat]
        for seat in range(len(put)):
            if put[seat] > top:
                stacks[seat] += put[seat] - top
                put[seat] = top


@part
def rank_any(form: Form, live: int, holes: Array, board: Array, looks: Looks, highs: Array, lows: Array) -> None:
    """Write the hand rank of the best five of all its cards for each live seat."""
    keys, masks = looks.keys, looks.masks
    middle = 0
    for card in board:
        middle += keys[index(card)]
    while live:
        seat = index(lowest(live))
        live &= live - 1
        one, other = index(holes[seat, 0]), index(holes[seat, 1])
        key = middle + keys[one] + keys[other]
        fives = key & FIVES
        if fives:
            mask = masks[one] | masks[other]
            for card in board:
                mask |= masks[index(card)]
            at = ranks_of_suit(mask, fives)
        else:
            at = looks.rows[index((key & SUM) >> _ROW)] + (key & _COLUMN)
        highs[seat] = looks.high[index(at)]
        if form.halves > 1:
            lows[seat] = looks.low[looks.low_rows[(key & SUM) >> _ROW] + (key & _COLUMN)]


@part
def rank_two_three(form: Form, live: int, holes: Array, board: Array, looks: Looks, highs: Array, lows: Array) -> None:
    """Write the hand rank of the best two hole cards with three board cards for each live seat."""
    middle = 0
    for card in board:
        middle += looks.keys[index(card)]
    row = row_of_board(middle, looks.rows)
    while live:
        seat = index(lowest(live))
        live &= live - 1
        key = 0
        for at in range(form.hole):
            key += looks.keys[index(holes[seat, at])]
        best = best_of_row(holes[seat], form.hole, row, looks.high, looks.pairs)
        flush = suit_for_flush(middle, key)
        if flush:
            best = max(best, best_flush(holes[seat, : form.hole], board, flush, looks.masks, looks.high))
        highs[seat] = best
        if form.halves > 1:
            lows[seat] = best_of_row(holes[seat], form.hole, row, looks.low, looks.pairs)


@part
def winners(claimants: int, strengths: Array) -> int:
    """The claimants with the best hand, as a mask; 0 if none has a hand."""
    best = won = 0
    while claimants:
        seat = lowest(claimants)
        claimants &= claimants - 1
        strength = strengths[index(seat)]
        mine = 1 << seat
        won = mine if strength > best else won | mine if strength == best else won
        best = max(best, strength)
    return won if best else 0


@part
def share(form: Form, amount: int, won: int, start: int, stacks: Array, have: int) -> int:
    """Split chips among seats. Odd chips go to the first seats left of the button, and to seats in `have` last.

    Returns the seats that got an odd chip, as a mask.
    """
    if not won & (won - 1):
        stacks[lowest(won)] += amount
        return 0
    ways = count(won)
    units = amount // form.chip
    each = units // ways
    odd = units - each * ways
    rest = amount - units * form.chip
    got = 0
    for turn in (won & ~have, won & have):
        seat = start
        for _ in range(form.seats):
            if turn >> seat & 1:
                stacks[seat] += each * form.chip + rest
                rest = 0
                if odd:
                    stacks[seat] += form.chip
                    odd -= 1
                    got |= 1 << seat
            seat = seat + 1 if seat + 1 < form.seats else 0
    return got


@part
def award(form: Form, amount: int, claimants: int, start: int, stacks: Array, highs: Array, lows: Array) -> None:
    """Pay one pot to its winners, who get the odd chips in order from seat `start` on."""
    if not claimants & (claimants - 1):
        stacks[lowest(claimants)] += amount
        return
    high = winners(claimants, highs)
    low = winners(claimants, lows) if form.halves > 1 else 0
    if not low or (form.even and low == high):
        share(form, amount, high, start, stacks, 0)
        return
    units = amount // form.chip
    second = units // 2 * form.chip
    got = share(form, amount - second, high, start, stacks, 0)
    if not high & (high - 1) and units % 2:
        got = high
    again = share(form, second, low, start, stacks, got if form.one_odd else 0)
    if form.even:
        even_out(form, high & low, got, again, start, stacks)


@part
def even_out(form: Form, both: int, once: int, again: int, start: int, stacks: Array) -> None:
    """Even out the winnings of seats that win both halves. A seat with two odd chips gives one away."""
    twice = both & once & again
    none = both & ~once & ~again
    seat = start
    for _ in range(form.seats):
        if twice and none >> seat & 1:
            stacks[lowest(twice)] -= form.chip
            stacks[seat] += form.chip
            twice &= twice - 1
        seat = seat + 1 if seat + 1 < form.seats else 0


@part
def pay(form: Form, live: int, dead: int, start: int, put: Array, stacks: Array, highs: Array, lows: Array) -> None:
    """Pay all pots. A side pot ends where a live seat's chips end; chips above the last such end belong to the last
    pot.
    """
    total = 0
    most = 0
    for seat in range(form.seats):
        total += put[seat]
        if live >> seat & 1 and put[seat] > most:
            most = put[seat]
    floor = 0
    while floor < most:
        level = most
        for seat in range(form.seats):
            if live >> seat & 1 and floor < put[seat] < level:
                level = put[seat]
        amount = eligible = 0
        for seat in range(form.seats):
            chips = put[seat]
            if chips > floor:
                amount += (chips if chips < level else level) - floor
                if chips >= level and live >> seat & 1:
                    eligible |= 1 << seat
        total -= amount
        if level == most:
            amount += total
        if eligible == live:
            amount += dead
        elif dead:  # some live seat has nothing in but dead money: that alone is what it contests
            award(form, dead, live, start, stacks, highs, lows)
        dead = 0
        award(form, amount, eligible, start, stacks, highs, lows)
        floor = level
    if not most and total + dead:
        award(form, total + dead, live, start, stacks, highs, lows)
