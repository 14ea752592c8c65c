"""What the seats to act see at many tables, as numbers, with their allowed actions: one row for each table.

The sections of an observation, in order, with seats from the seat to act on, clockwise:

- `hole`: 53 flags; `faces`: 53 for each seat, in stud; `boards`: 53 for each board
- `stacks`, `bets`, `put`: chips of each seat, as fractions of all chips
- `live`, `able`, `button`: flags of each seat
- `amounts`: the pot, the price, the amount to call, the least and the greatest raise, as fractions of all chips
- `street`: a flag for each street; `decision`: act, bring it in, draw
- `history`: for each of the first decisions of the hand its seat, and what it did: 0 fold, 1/4 check or call, from 1/2
  on a bet or raise to a fraction of all chips; for a draw the number of cards, in sixteenths
"""

from __future__ import annotations

from typing import Final

from sidepot.kernels import records
from sidepot.kernels.array_betting import nearest
from sidepot.kernels.bits import count, index
from sidepot.kernels.jit import Array, kernel, once
from sidepot.kernels.records import Form, Table
from sidepot.kernels.running import THROWN

FLAGS: Final = 53
FOLD, STAY, LEAST, MOST, PARTS = range(5)  # the first actions, as in `rl.actions`
_OVER, _DRAW, _BRING_IN, _FLAGS = records.OVER, records.DRAW, records.BRING_IN, FLAGS
_FOLD, _STAY, _LEAST, _MOST, _PARTS, _THROWN = FOLD, STAY, LEAST, MOST, PARTS, THROWN


@kernel
def observe_tables(
    forms: Array, tables: Array, log: Array, parts: Array, throws: int, seen: Array, mask: Array, amounts: Array,
) -> None:  # fmt: skip
    """Write the observation, the allowed actions, and what each action means at the table."""
    form = forms[0]
    for row in range(tables.shape[0]):
        table = tables[row]
        mask[row, :] = 0
        seen[row, :] = 0
        if table.due != _OVER:
            see(form, table, log[row], seen[row])
            if table.due == _DRAW:
                allow_draws(form, table, throws, mask[row], amounts[row])
            else:
                allow_bets(form, table, parts, mask[row], amounts[row])


@once
def see(form: Form, table: Table, log: Array, seen: Array) -> None:
    """Write what the seat to act sees."""
    me = table.seat
    total = 0
    for seat in range(form.seats):
        total += table.before[seat]
    scale = 1.0 / total
    for place in range(table.held[index(me)]):
        seen[index(table.holes[index(me), place])] = 1
    at = _FLAGS
    if form.is_stud:
        for turn in range(form.seats):
            seat = (me + turn) % form.seats
            for place in range(table.held[index(seat)]):
                if table.upmask >> place & 1 and table.live >> seat & 1:
                    seen[index(at + table.holes[index(seat), place])] = 1
            at += _FLAGS
    if form.shows_boards:
        for board in range(form.boards):
            for place in range(table.turned):
                seen[index(at + table.boards[board, place])] = 1
            at += _FLAGS
    for turn in range(form.seats):
        seat = (me + turn) % form.seats
        here = index(at + turn)
        seats = form.seats
        seen[here] = table.stacks[index(seat)] * scale
        seen[here + index(seats)] = 0 if table.due == _DRAW else table.bets[index(seat)] * scale
        seen[here + index(2 * seats)] = table.put[index(seat)] * scale
        seen[here + index(3 * seats)] = table.live >> seat & 1
        seen[here + index(4 * seats)] = table.able >> seat & 1
        seen[here + index(5 * seats)] = 1 if seat == table.button else 0
    at += 6 * form.seats
    seen[index(at)] = table.pot * scale
    seen[index(at + 1)] = table.price * scale
    seen[index(at + 2)] = table.owed * scale
    seen[index(at + 3)] = table.least * scale
    seen[index(at + 4)] = table.most * scale
    seen[index(at + 5 + table.street)] = 1
    at += 5 + form.streets
    seen[index(at + table.due)] = 1
    at += 3
    for made in range(min(table.steps, log.shape[0])):
        act = log[made, 1]
        seen[index(at)] = (1 + (log[made, 0] - me + form.seats) % form.seats) / form.seats
        if act <= _THROWN:
            seen[index(at + 1)] = count(_THROWN - act) / 16.0
        elif act >= 0:
            seen[index(at + 1)] = 0.5 + 0.5 * act * scale if act else 0.25
        at += 2


@once
def allow_bets(form: Form, table: Table, parts: Array, mask: Array, amounts: Array) -> None:
    """Write the allowed actions of a betting round. No two of them have the same effect."""
    mask[_STAY] = 1
    amounts[_STAY] = 0
    if table.due != _BRING_IN:
        mask[_FOLD] = 1
        amounts[_FOLD] = -1
    if not table.most:
        return
    mask[_LEAST] = 1
    amounts[_LEAST] = table.least
    if table.most > table.least:
        mask[_MOST] = 1
        amounts[_MOST] = table.most
    for at in range(parts.shape[0]):
        to = table.price + int(parts[at] * (table.pot + table.owed))
        to = nearest(form, table, to, table.least, table.most)
        fits = table.least < to < table.most
        for other in range(at):
            if mask[_PARTS + other] and amounts[_PARTS + other] == to:
                fits = False
        if fits:
            mask[_PARTS + at] = 1
            amounts[_PARTS + at] = to


@once
def allow_draws(form: Form, table: Table, throws: int, mask: Array, amounts: Array) -> None:
    """Write the sets of cards that may be thrown away, by their places in the sorted hand."""
    seat = index(table.seat)
    held = table.held[seat]
    least = form.discard[index(table.street)]
    most = least if least else form.draw[index(table.street)]
    order = 0  # for each card the number of lower ones, in four bits
    for at in range(held):
        for other in range(held):
            order += (1 if table.holes[seat, other] < table.holes[seat, at] else 0) << (4 * at)
    for chosen in range(1 << held):
        size = count(chosen)
        if least <= size <= most:
            places = 0
            for at in range(held):
                places |= (chosen >> (order >> (4 * at) & 15) & 1) << at
            mask[index(throws + chosen)] = 1
            amounts[index(throws + chosen)] = places
