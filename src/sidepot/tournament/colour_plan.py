"""The break in which each chip leaves play: the first after which no level needs it. Source: T23a, T24b; RP-6.

>>> from sidepot.games.stakes import Stakes
>>> from sidepot.table.chips import plain_chips
>>> from sidepot.tournament.schedule import MINUTE, Break
>>> def level(small: int) -> Level:
...     return Level((Stakes(blinds=(small, 2 * small)),), 20 * MINUTE)
>>> plan = plan_colour_ups((level(25), level(50), Break(MINUTE), level(100), level(200)), plain_chips(25, 100, 500))
>>> plan[2].remove
(25,)
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.table.chips import ChipSet
from sidepot.tournament.schedule import Item, Level, amounts_of, levels_of


def plan_colour_ups(schedule: Sequence[Item], chips: ChipSet) -> tuple[Item, ...]:
    """The schedule in which each denomination leaves play in the first break after it is last needed.

    A chip is needed while an ante, a blind, a bring-in or a bet cannot be paid without it. Removals that are already in
    the schedule are replanned. Chips that are needed until after the last break stay in play, because chips are raced
    off only in breaks.
    """
    planned: list[Item] = []
    left = chips
    for at, item in enumerate(schedule):
        if isinstance(item, Level):
            planned.append(item)
            continue
        gone = unneeded_after(schedule[at + 1 :], left)
        left = left.without(*gone)
        planned.append(msgspec.structs.replace(item, remove=gone))
    return tuple(planned)


def unneeded_after(rest: Sequence[Item], chips: ChipSet) -> tuple[int, ...]:
    """The smallest denominations without which everything in the rest of the schedule can still be paid."""
    amounts = {amount for level in levels_of(rest) for stakes in level.stakes for amount in amounts_of(stakes)}
    return chips.unneeded(sorted(amounts))
