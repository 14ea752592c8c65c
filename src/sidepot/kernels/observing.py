"""What the seats to act see at many tables, as numbers, with their allowed actions: one row for each table.

The sections of an observation, in order, with seats from the seat to act on, clockwise:

- `hole`: 53 flags; `faces`: 53 for each seat, in stud; `boards`: 53 for each board, in stud only if the deck may be too
  short, so that cards are dealt that serve all hands
- `stacks`, `bets`, `put`: chips of each seat, as fractions of all chips
- `live`, `able`, `button`: flags of each seat
- `amounts`: the pot, the price, the amount to call, the minimum and the maximum raise, as fractions of all chips
- `street`: a flag for each street; `decision`: a flag each for act, bring in and draw
- `history`: for each of the first decisions of the hand, the seat and a number for its action: 0 for a fold, 1/4 for a
  check or call, for a bet or raise 1/2 plus half of its total as a fraction of all chips; for a draw, a sixteenth for
  each card thrown away
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from sidepot.kernels import records
from sidepot.kernels.array_betting import nearest
from sidepot.kernels.bits import count, index, lowest
from sidepot.kernels.hand_course import THROWN
from sidepot.kernels.jit import Array, kernel, once
from sidepot.kernels.records import Form, Table

FLAGS: Final = 53
FOLD, STAY, LEAST, MOST, PARTS = range(5)  # the first actions, as in `rl.actions`
_OVER, _DRAW, _BRING_IN, _FLAGS = records.OVER, records.DRAW, records.BRING_IN, FLAGS
_FOLD, _STAY, _LEAST, _MOST, _PARTS, _THROWN = FOLD, STAY, LEAST, MOST, PARTS, THROWN


class Rows(NamedTuple):
    """The arrays of a vectorised environment.

    - `parts`: the sizes of bets, as parts of the pot
    - `again`: the tables to deal again
    - `seats`: the seats to act; -1 for a hand that is over
    - `seen`: the observations
    - `mask`: whether each action is allowed: those of a betting round, then all sets of cards to throw away
    - `amounts`: what each action of a betting round means at its table
    """

    parts: Array
    again: Array
    seats: Array
    seen: Array
    mask: Array
    amounts: Array


@cache
def no_rows() -> Rows:
    """The rows of a batch without observations."""
    import numpy as np

    return Rows(
        np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32),
        np.zeros((0, 0), dtype=np.int8), np.zeros((0, 0), dtype=np.int64),
    )  # fmt: skip


@once
def observe(form: Form, table: Table, log: Array, rows: Rows, row: int) -> None:
    """Write the observation of a table, its allowed actions, and what each of them means, to row `row` of `rows`."""
    mask, amounts = rows.mask[row], rows.amounts[row]
    rows.seats[row] = table.seat
    rows.seen[row, :] = 0
    if table.due != _OVER:
        see(form, table, log, rows.seen[row])
    if table.due == _OVER or table.due == _DRAW:
        mask[:] = 0
        if table.due == _DRAW:
            allow_draws(form, table, mask[amounts.shape[0] :])
    else:
        allow_bets(form, table, rows.parts, mask, amounts)


@once
def see(form: Form, table: Table, log: Array, seen: Array) -> None:
    """Write what the seat to act sees to `seen`."""
    me, seats, scale = table.seat, form.seats, table.scale
    for place in range(table.held[index(me)]):
        seen[index(table.holes[index(me), place])] = 1
    at = _FLAGS
    if form.is_stud:
        see_faces(form, table, seen)
        at += _FLAGS * seats
    if form.shows_boards:
        for board in range(form.boards):
            for place in range(table.turned):
                seen[index(at + table.boards[board, place])] = 1
            at += _FLAGS
    behind = 0.0 if table.due == _DRAW else scale
    for seat in range(seats):
        here = at + seat - me + (seats if seat < me else 0)
        seen[index(here)] = table.stacks[seat] * scale
        seen[index(here + seats)] = table.bets[seat] * behind
        seen[index(here + 2 * seats)] = table.put[seat] * scale
        seen[index(here + 3 * seats)] = table.live >> seat & 1
        seen[index(here + 4 * seats)] = table.able >> seat & 1
    seen[index(at + 5 * seats + table.button - me + (seats if table.button < me else 0))] = 1
    at += 6 * seats
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
        seat, act = log[made, 0], log[made, 1]
        seen[index(at)] = (1 + seat - me + (seats if seat < me else 0)) / seats
        if act <= _THROWN:
            seen[index(at + 1)] = count(_THROWN - act) / 16.0
        elif act >= 0:
            seen[index(at + 1)] = 0.5 + 0.5 * act * scale if act else 0.25
        at += 2


@once
def see_faces(form: Form, table: Table, seen: Array) -> None:
    """Write the upcards of all seats that have not folded to `seen`."""
    me = table.seat
    left = table.live
    while left:
        seat = lowest(left)
        left &= left - 1
        at = _FLAGS * (1 + seat - me + (form.seats if seat < me else 0))
        up = table.upmask & ((1 << table.held[index(seat)]) - 1)
        while up:
            seen[index(at + table.holes[index(seat), index(lowest(up))])] = 1
            up &= up - 1


@once
def allow_bets(form: Form, table: Table, parts: Array, mask: Array, amounts: Array) -> None:
    """Write the allowed actions of a betting round to `mask`, and what each of them means to `amounts`, which is
    written for other actions too. No two allowed actions have the same effect.
    """
    least, most, sizes = table.least, table.most, parts.shape[0]
    mask[_FOLD], amounts[_FOLD] = table.due != _BRING_IN, -1
    mask[_STAY], amounts[_STAY] = 1, 0
    mask[_LEAST], amounts[_LEAST] = most > 0, least
    mask[_MOST], amounts[_MOST] = most > least, most
    for at in range(sizes):
        to = table.price + int(parts[at] * (table.pot + table.owed))
        to = nearest(form, table, to, least, most)
        fits = (least < to) & (to < most)
        for other in range(at):
            fits &= amounts[_PARTS + other] != to
        mask[_PARTS + at], amounts[_PARTS + at] = fits, to
    for at in range(amounts.shape[0], mask.shape[0]):
        mask[at] = 0


@once
def allow_draws(form: Form, table: Table, mask: Array) -> None:
    """Write the sets of cards that may be thrown away to `mask`, by their places in the sorted hand."""
    held = table.held[index(table.seat)]
    least = form.discard[index(table.street)]
    most = least if least else form.draw[index(table.street)]
    if not least and most >= held:
        mask[: 1 << held] = 1
    else:
        for chosen in range(1 << held):
            mask[chosen] = least <= count(chosen) <= most


@once
def meaning(table: Table, rows: Rows, row: int, action: int) -> int:
    """What an action means at a table. An action that is not allowed checks, calls or stands pat."""
    if not rows.mask[row, index(action)]:
        return 0
    if table.due != _DRAW:
        return int(rows.amounts[row, index(action)])
    seat = index(table.seat)
    chosen = action - rows.amounts.shape[1]
    places = 0
    for at in range(table.held[seat]):
        lower = 0
        for other in range(table.held[seat]):
            lower += 1 if table.holes[seat, other] < table.holes[seat, at] else 0
        places |= (chosen >> lower & 1) << at
    return places


@kernel
def choose_evenly(mask: Array, chances: Array, chosen: Array) -> None:
    """Choose one of the allowed actions of each row, all with the same probability."""
    actions = mask.shape[1]
    for row in range(mask.shape[0]):
        allowed, first, last = 0, actions, -1
        for action in range(actions):
            allowed += mask[row, action]
            first = min(first, action if mask[row, action] else actions)
            last = max(last, action if mask[row, action] else -1)
        picked = int(chances[row] * allowed)
        found = first + picked
        if last - first >= allowed:  # some actions between them are not allowed
            below = found = 0
            for action in range(actions):
                below += mask[row, action]
                found += 1 if below <= picked else 0
        chosen[row] = found if allowed else 0
