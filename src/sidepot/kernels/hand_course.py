"""The course of a hand over arrays: deal, post, act, end a round, pay; `hand.course` for hold'em and Omaha.

Both ways to play many hands go through here: `playing` from a policy, `stepping` from one array of acts after another.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.kernels.array_betting import NOT_YET, Form, Round, call_to, fold, open_first, open_next, put_in
from sidepot.kernels.bits import count, index, onward, signed, word
from sidepot.kernels.jit import Array, part
from sidepot.kernels.paying import Looks, give_back, pay, rank_any, rank_two_three

FOLD: Final = -1
STAY: Final = 0  # check, or call; any greater number is the total to bet or raise to
DONE: Final = 4  # the street after the river
BOARD: Final = 5
BURNS: Final = 3


class HandArrays(NamedTuple):
    """The arrays of one table: chips and cards of each seat, the board, the deck, and working space.

    `base` is a seat's first stack less its dead money, so that `base - stacks` is what the seat has in the pots.
    """

    base: Array
    stacks: Array
    bets: Array
    acted: Array
    holes: Array
    board: Array
    deck: Array
    put: Array
    highs: Array
    lows: Array


@part
def first_left(form: Form, button: int) -> int:
    """The first seat left of the button."""
    return button + 1 if button + 1 < form.seats else 0


@part
def begin(form: Form, posts: Array, before: Array, button: int, table: HandArrays) -> Round:
    """Seat all players with chips, and post blinds and antes.

    Each row of `posts` holds the number of seats left of the button, the amount, whether it is live, and whether it is
    dead money.
    """
    live = chips = 0
    base, stacks, bets = table.base, table.stacks, table.bets
    for seat in range(form.seats):
        stack = before[seat]
        if form.cap and stack > form.cap:
            stack = form.cap
        if stack:
            live |= 1 << seat
        chips += stack
        base[seat] = stack
        stacks[seat] = stack
        bets[seat] = 0
        table.acted[seat] = NOT_YET
    able = live
    for at in range(posts.shape[0]):
        seat = button + posts[at, 0]
        if seat >= form.seats:
            seat -= form.seats
        amount = posts[at, 1]
        if amount >= stacks[seat]:
            amount = stacks[seat]
            able &= ~(1 << seat)
        stacks[seat] -= amount
        if posts[at, 2]:
            bets[seat] += amount
        elif posts[at, 3]:
            base[seat] -= amount
    return open_first(form, live, able, chips, button, bets)


@part
def shuffle(cards: int, state: int, deck: Array) -> None:
    """Draw `cards` random cards to the front of a new deck."""
    for card in range(52):
        deck[card] = card
    for at in range(0, cards, 2):
        state = onward(state)
        bits = word(state)
        pick = index(at + (signed(bits >> 32) * (52 - at) >> 32))
        deck[at], deck[pick] = deck[pick], deck[at]
        pick = index(at + 1 + (signed(bits & 0xFFFFFFFF) * (51 - at) >> 32))
        deck[at + 1], deck[pick] = deck[pick], deck[at + 1]


@part
def deal(form: Form, live: int, button: int, burn: int, table: HandArrays) -> None:
    """Deal from the top of the deck: hole cards one at a time around the table, then the board.

    `burn` cards are burned before each street of the board.
    """
    deck, holes, board = table.deck, table.holes, table.board
    start = first_left(form, button)
    top = 0
    for at in range(form.hole):
        seat = start
        for _ in range(form.seats):
            if live >> seat & 1:
                holes[seat, at] = deck[top]
                top += 1
            seat = seat + 1 if seat + 1 < form.seats else 0
    for at in range(BOARD):
        if at != 1 and at != 2:
            top += burn
        board[at] = deck[top]
        top += 1


@part
def cards_needed(form: Form, live: int) -> int:
    """The number of cards to deal, without burns."""
    return form.hole * count(live) + BOARD


@part
def go_on(form: Form, now: Round, street: int, button: int, looks: Looks, table: HandArrays) -> tuple[Round, int]:
    """Start the next round, or hold the showdown and pay. After a showdown, the street is `DONE`."""
    live, able = now.live, now.able
    start = first_left(form, button)
    over = not live & (live - 1) or not able & (able - 1)
    if not over and street < DONE - 1:
        return open_next(form, now, street + 1, button, table.bets, table.acted), street + 1
    dead = now.chips
    put, stacks = table.put, table.stacks
    for seat in range(form.seats):
        dead -= table.base[seat]
        put[seat] = table.base[seat] - stacks[seat]
    if over:
        give_back(live, able, put, stacks)
    if live & (live - 1):
        if form.two_three:
            rank_two_three(form, live, table.holes, table.board, looks, table.highs, table.lows)
        else:
            rank_any(form, live, table.holes, table.board, looks, table.highs, table.lows)
    pay(form, live, dead, start, put, stacks, table.highs, table.lows)
    return now, DONE


@part
def act(form: Form, now: Round, action: int, table: HandArrays) -> Round:
    """Let the actor fold, check or call, or bet or raise to an allowed total."""
    if action < STAY:
        return fold(form, now, table.bets)
    to = action if action else call_to(now, table.stacks, table.bets)
    return put_in(form, now, to, table.stacks, table.bets, table.acted)
