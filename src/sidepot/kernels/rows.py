"""The steps of a vectorised environment: act in every row, deal again where an episode was over, and settle."""

from __future__ import annotations

from sidepot.kernels import records
from sidepot.kernels.jit import Array, kernel
from sidepot.kernels.observing import observe_tables
from sidepot.kernels.running import AGAIN, SKIP, STEP, run_tables

_OVER, _SKIP, _STEP, _AGAIN = records.OVER, SKIP, STEP, AGAIN


@kernel
def advance_rows(
    forms: Array, look: Array, posts: Array, before: Array, buttons: Array, cards: Array, numbers: Array,
    policy: Array, away: Array, totals: Array, tables: Array, desks: Array, log: Array, parts: Array, throws: int,
    which: Array, chosen: Array, reported: Array, actions: Array, seen: Array, mask: Array, amounts: Array,
) -> None:  # fmt: skip
    """Act in the rows of `which`, deal again in the rows of `reported`, and write what the seats to act see.

    An action that is not allowed checks, calls or stands pat. The arrays from `cards` to `totals` are not used here.
    """
    seats, state = forms[0].seats, tables[0].luck
    again = 0
    for row in range(tables.shape[0]):
        actions[row] = _SKIP
        again += reported[row]
        if which[row] and not reported[row]:
            act = chosen[row]
            actions[row] = amounts[row, act] if mask[row, act] else 0
    run_tables(
        _STEP, forms, look, posts, before, buttons, state, cards, actions, policy, away, tables, desks, numbers, cards,
        log, totals,
    )  # fmt: skip
    if again:
        for row in range(tables.shape[0]):
            actions[row] = 0 if reported[row] else _SKIP
            if reported[row]:
                buttons[row] = buttons[row] + 1 if buttons[row] + 1 < seats else 0
        run_tables(
            _AGAIN, forms, look, posts, before, buttons, state, cards, actions, policy, away, tables, desks, numbers,
            cards, log, totals,
        )  # fmt: skip
    observe_tables(forms, tables, log, parts, throws, seen, mask, amounts)


@kernel
def settle_rows(
    forms: Array, tables: Array, actors: Array, first: Array, before: Array, hands: int, played: Array, reported: Array,
    won: Array, rewards: Array, ended: Array,
) -> None:  # fmt: skip
    """Write what each seat won in finished hands, the rewards of the actors, and which episodes have ended.

    - `reported`: the rows that were dealt again in this step; afterwards, the rows to deal again in the next step

    Chips that nobody won are returned in proportion to losses, because an episode has no next deal.
    """
    seats = forms[0].seats
    for row in range(tables.shape[0]):
        table = tables[row]
        over = table.due == _OVER and not reported[row]
        reported[row] = over
        rewards[row] = 0
        ended[row] = False
        won[row, :] = 0
        if not over:
            continue
        lost = 0
        broke = False
        for seat in range(seats):
            won[row, seat] = table.stacks[seat] - table.before[seat]
            lost += min(won[row, seat], 0)
        left = table.carried
        for seat in range(seats - 1, -1, -1):
            if table.carried:
                back = left if seat == 0 else min(won[row, seat], 0) * table.carried // lost
                won[row, seat] += back
                left -= back
            if hands > 1:
                before[row, seat] += won[row, seat]
            broke |= before[row, seat] == 0
        rewards[row] = won[row, max(actors[row], 0)]
        played[row] += 1
        ended[row] = played[row] >= hands or broke
        if ended[row]:
            played[row] = 0
            for seat in range(seats):
                before[row, seat] = first[seat]
