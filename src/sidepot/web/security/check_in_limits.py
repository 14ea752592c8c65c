"""How often people check in to a tournament with real chips and cards, by address and in all.

Anybody can check in, so a stranger could fill the desk with names that nobody has. At most 300 wait to be entered
(`MOST_CHECKED_IN`); the desk refuses all of them in one act, and a director closes the check-in.
"""

from __future__ import annotations

from typing import Final

from sidepot.room.store.budgets import Budget
from sidepot.web.security.budgets import Budgets, TooOften

OF_A_CLIENT: Final = Budget(20, every=6)  # the guests of one venue share its address
OF_ALL: Final = Budget(100, every=1)


class TooManyCheckIns(TooOften, usual="too_many_check_ins"):
    """Too many check in at once."""


async def take_check_in(budgets: Budgets, event: str, address: str) -> None:
    """Count a check-in. Raises TooManyCheckIns."""
    asked = {("check-in", event): OF_ALL, ("check-in", event, address): OF_A_CLIENT}
    if wait := await budgets.take(asked):
        raise TooManyCheckIns("too many check in at once: wait a moment, or enter at the desk", wait)
