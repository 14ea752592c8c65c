"""How often something may be tried: a budget for each key, such as a password, a tournament or an address.

A budget holds `most` tries at once, and one more after each `every` seconds. A room of one process keeps them in
memory; processes that are one room together count in their database.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from math import ceil
from time import monotonic
from typing import Final, Protocol

from sidepot.errors import Conflict
from sidepot.room.store.budgets import Budget, Key, forget_budgets, give_back, take
from sidepot.room.store.store import Store
from sidepot.web.security.rate_limits import Bucket

MOST_KEPT: Final = 20_000  # budgets in memory; those that are in use are not forgotten
_FULL_AGAIN: Final = 6_000.0  # seconds: the slowest budget is whole again by then


class TooOften(Conflict, usual="too_much"):
    """Something was tried too often; `wait`: seconds until it may be tried again."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = ceil(wait)


class Budgets(Protocol):
    """Where tries are counted."""

    async def take(self, budgets: Mapping[Key, Budget]) -> float:
        """Take a try from each of these; or from none, and return the seconds until that is possible."""

    async def give_back(self, budgets: Mapping[Key, Budget]) -> None:
        """Return the try to each of these."""

    async def clear(self) -> None:
        """Forget the budgets that are whole again."""


def budgets_in(store: Store) -> Budgets:
    """The budgets of a room."""
    return MemoryBudgets() if store.member is None else StoredBudgets(store)


class MemoryBudgets:
    """The budgets of a room of one process. The oldest are forgotten as new ones come."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()
        self._clock = clock

    def __len__(self) -> int:
        return len(self._buckets)

    async def take(self, budgets: Mapping[Key, Budget]) -> float:
        """See `Budgets.take`."""
        now = self._clock()
        taken: list[Bucket] = []
        for key, budget in budgets.items():
            bucket = self._bucket(key, budget)
            if seconds := bucket.wait(now):
                return seconds
            taken.append(bucket)
        for bucket in taken:
            bucket.take(now=now)
        return 0.0

    async def give_back(self, budgets: Mapping[Key, Budget]) -> None:
        """See `Budgets.give_back`."""
        for key in budgets:
            if (bucket := self._buckets.get(key)) is not None:
                bucket.give_back()

    async def clear(self) -> None:
        """See `Budgets.clear`."""

    def _bucket(self, key: Key, budget: Budget) -> Bucket:
        found = self._buckets.get(key)
        if found is None:
            found = self._buckets[key] = Bucket(1 / budget.every, budget.most, self._clock())
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return found


class StoredBudgets:
    """The budgets of several processes that are one room, in their database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take(self, budgets: Mapping[Key, Budget]) -> float:
        """See `Budgets.take`."""
        return await self._store.write(take(budgets))

    async def give_back(self, budgets: Mapping[Key, Budget]) -> None:
        """See `Budgets.give_back`."""
        await self._store.write(give_back(budgets))

    async def clear(self) -> None:
        """See `Budgets.clear`."""
        await self._store.write(forget_budgets(_FULL_AGAIN))
