"""The end of a step of a vectorised environment: settle the hands that are over."""

from __future__ import annotations

from sidepot.kernels.jit import Array, kernel


@kernel
def settle_rows(
    forms: Array, tables: Array, waiting: Array, actors: Array, first: Array, before: Array, hands: int, played: Array,
    reported: Array, won: Array, rewards: Array, ended: Array,
) -> None:  # fmt: skip
    """Write what each seat won in finished hands, the rewards of the actors, and which episodes have ended. At all
    other tables, nothing is written.

    - `waiting`: the seats to act; -1 for a hand that is over
    - `reported`: the rows that were dealt again in this step; afterwards, the rows to deal again in the next step

    Chips that nobody won are returned in proportion to losses, because an episode has no next deal.
    """
    seats = forms[0].seats
    for row in range(tables.shape[0]):
        over = waiting[row] < 0 and not reported[row]
        reported[row] = over
        if not over:
            continue
        table = tables[row]
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
