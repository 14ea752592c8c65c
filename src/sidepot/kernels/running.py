"""The kernel of a batch: deal at all tables, let each seat in turn act once, or play whole hands from policies.

It also makes the steps of a vectorised environment. All of this is one kernel, because most of its code is the same,
and compiling it takes seconds. Each table is finished before the next one, while it is in the cache of the processor.

For each seat, each street, and whether chips are owed, a policy has the cumulative probabilities of five acts: below
the first number fold, below the second check or call, below the third bet or raise the minimum, below the fourth the
pot, else the maximum. If no raise is allowed, the seat checks or calls. At a draw, each card is thrown away with a
probability.
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels import records
from sidepot.kernels.array_betting import nearest
from sidepot.kernels.bits import count, index, onward, signed, word
from sidepot.kernels.hand_course import (
    BETS,
    CLOSE,
    DRAWS,
    ENTER,
    FOLD,
    STAY,
    THROWN,
    WAIT,
    act,
    ask,
    ask_to_draw,
    close_round,
    enter,
    finish,
    open_betting,
    start,
)
from sidepot.kernels.jit import Array, kernel, once
from sidepot.kernels.observing import Rows, meaning, observe
from sidepot.kernels.paying import pay, rank_board
from sidepot.kernels.records import Desk, Form, Table

ACTS: Final = 5
CERTAIN: Final = 1 << 53  # a chance of one: chances are compared as whole numbers
DEAL, STEP, PLAY, ROWS, LOOK = range(5)  # what the kernel does at each table
SKIP: Final = -(1 << 60)  # the action of a table where nothing is done
_OVER, _ACT, _BRING_IN, _DRAW = records.OVER, records.ACT, records.BRING_IN, records.DRAW


@once
def choose(form: Form, table: Table, policy: Array, throws: Array) -> int:
    """The action that a policy takes."""
    seat = index(table.seat)
    if table.due == _DRAW:
        places = 0
        for at in range(table.held[seat]):
            table.luck = onward(table.luck)
            places |= (1 if signed(word(table.luck) >> 11) < throws[seat] else 0) << at
        return places
    table.luck = onward(table.luck)
    chance = signed(word(table.luck) >> 11)
    owes = 1 if table.price > table.bets[seat] else 0
    acts = policy[seat, index(table.street), index(owes)]
    if chance < acts[0]:
        return FOLD
    if chance < acts[1] or not table.most:
        return STAY
    if chance < acts[2]:
        return table.least
    if chance < acts[3]:
        pot = 2 * table.price + table.pot - table.bets[seat]
        return nearest(form, table, pot, table.least, table.most)
    return table.most


@once
def new_deck(form: Form, table: Table, state: int, decks: Array, at: int) -> None:
    """Take a new deck: a given one, or one that is shuffled as it is dealt."""
    table.chance = word(state)
    table.luck = word(table.chance)
    if decks.shape[0]:
        table.fixed, table.size = 1, decks.shape[1]
        for card in range(decks.shape[1]):
            table.deck[card] = decks[at, card]
    else:
        table.fixed, table.size = 0, form.size
        for card in range(form.size):
            table.deck[card] = form.deck[card]


@once
def go_on(form: Form, look: Array, table: Table, stage: int, desk: Desk) -> None:
    """Play on from a stage of a street, to the next decision or to the end of the hand."""
    while stage != WAIT:
        if stage == CLOSE:
            stage = close_round(form, table)
        elif stage == ENTER:
            stage = enter(form, table)
        elif stage == DRAWS:
            stage = ask_to_draw(form, table)
        elif stage == BETS:
            stage = open_betting(form, look, table, desk)
        else:
            for board in range(form.boards):
                for half in range(form.halves):
                    rank_board(form, look, table, half, board, desk)
            pay(form, look, table, desk)
            finish(form, table)
            stage = WAIT
    if table.due in (_ACT, _BRING_IN):
        ask(form, look, table, desk)


@kernel
def run_tables(
    mode: int, forms: Array, look: Array, posts: Array, before: Array, buttons: Array, state: int, decks: Array,
    actions: Array, policy: Array, throws: Array, tables: Array, desks: Array, won: Array, dealt: Array, log: Array,
    totals: Array, rows: Rows,
) -> None:  # fmt: skip
    """Do the same at each table of a batch, as `mode` says.

    - `DEAL`: deal a hand, up to the first decision
    - `STEP`: take the action, and go on to the next decision
    - `PLAY`: play whole hands by the `policy`, all of them at the first table
    - `ROWS`: make a step of a vectorised environment, in which some tables are dealt again
    - `LOOK`: only write what the seats to act see

    The arguments:

    - `actions`: the action for each table; with `ROWS`, as the environment numbers them
    - `decks`: the given decks, if it has rows
    - `won`: filled with the result of each seat
    - `dealt`: if it has rows, filled with the cards in the order in which they were dealt
    - `log`: filled with the seat and the action of each decision, as far as it has room
    - `totals`: filled with the numbers of hands in progress, decisions and showdowns, and the most decisions of a hand
    - `rows`: filled with what the seats to act see (`ROWS` and `LOOK`)
    """
    form, desk = forms[0], desks[0]
    for at in range(won.shape[0] if mode == PLAY else tables.shape[0]):
        table = tables[at if mode != PLAY else 0]
        again = mode == ROWS and rows.again[at]
        stage = WAIT
        if mode in (DEAL, PLAY) or again:
            if again:
                buttons[at] = buttons[at] + 1 if buttons[at] + 1 < form.seats else 0
            state = onward(table.luck if again else state)
            new_deck(form, table, state, decks, at)
            start(
                form, table, posts, before[at if before.shape[0] > 1 else 0], buttons[at if buttons.shape[0] > 1 else 0]
            )
            stage = ENTER
        elif mode != LOOK and (table.due == _OVER or actions[at] == SKIP):
            totals[0] += table.due != _OVER
            continue
        more = mode != LOOK
        while more:
            if stage == WAIT:
                seat, made = table.seat, table.steps
                if mode == PLAY:
                    chosen = choose(form, table, policy, throws)
                else:
                    chosen = actions[at] if mode == STEP else meaning(table, rows, at, actions[at])
                draws = table.due == _DRAW
                action, stage = act(form, look, table, chosen, desk)
                action = THROWN - action if draws else action
                if made < log.shape[1]:
                    log[at, index(made), 0], log[at, index(made), 1] = seat, action
            go_on(form, look, table, stage, desk)
            stage = WAIT
            more = mode == PLAY and table.due != _OVER
        totals[0] += table.due != _OVER
        if mode in (ROWS, LOOK):
            observe(form, table, log[at], rows, at)
        if mode == PLAY:
            finish_play(form, table, won[at], totals)
            if dealt.shape[0]:
                keep_deck(table, dealt[at])
            if table.steps < log.shape[1]:
                log[at, index(table.steps), 0] = -1


@once
def finish_play(form: Form, table: Table, won: Array, totals: Array) -> None:
    """Record the result of a hand that is over."""
    for seat in range(form.seats):
        won[seat] = table.stacks[seat] - table.before[seat]
    totals[1] += table.steps
    totals[2] += 1 if count(table.live) > 1 else 0
    totals[3] = max(totals[3], table.steps)


@once
def keep_deck(table: Table, kept: Array) -> None:
    """Write the cards to `kept`, in the order in which they were dealt. Cards that came back are written again."""
    for at in range(0 if table.lost else min(table.top, kept.shape[0])):
        kept[at] = table.deck[at]
