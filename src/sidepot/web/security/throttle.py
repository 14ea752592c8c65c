"""How often anything may be tried: budgets for each key, guesses at a secret, and check-ins.

A budget holds `most` tries at once, and one more after each `every` seconds. A room of one process keeps them in
memory; processes that are one room together count in their database.

All strangers together have ten guesses at a secret (the password of a name, of a table, of a tournament, or its PINs),
then one a minute, however many addresses they come from. One address has ten of these, then one in ten minutes, so
that a single stranger does not use up all of them. A device from which that secret was given before is known there (see
`known_devices`): it has ten guesses of its own, then one a minute, which strangers cannot use up. All known devices of
a secret share a budget, so that one person who gives the right PIN from a hundred browsers does not gain a hundred
budgets for the next PIN. The right password does not count. Open sessions stay open.

Anybody can check in to a live tournament, so a stranger could fill the desk with made-up names. At most 300 wait to be
entered (`MOST_CHECKED_IN`); the desk refuses all of them in one act, and a director closes the check-in.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
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


STRANGERS: Final = Budget(10, every=60)
AN_ADDRESS: Final = Budget(10, every=600)
A_DEVICE: Final = Budget(10, every=60)
ALL_DEVICES: Final = Budget(60, every=30)


class WrongPassword(Conflict, usual="wrong_password"):
    """The name or the password is wrong; the refusal does not say which."""


class TooManyGuesses(TooOften, usual="too_many_guesses"):
    """Too many wrong guesses at one secret."""


class LoginThrottle:
    """Counts wrong guesses at each secret."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets

    @asynccontextmanager
    async def guess(self, secret: str, address: str, device: str = "", *, refusal: str) -> AsyncIterator[None]:
        """Check a guess inside: it counts if that raises. Raises TooManyGuesses with the text `refusal`.

        `device` is one that is known at the secret, "" for a stranger.
        """
        budgets = budgets_of(secret, address, device)
        if wait := await self._budgets.take(budgets):
            raise TooManyGuesses(refusal, wait)
        yield
        await self._budgets.give_back(budgets)


def budgets_of(secret: str, address: str, device: str = "") -> dict[Key, Budget]:
    """The budgets from which a guess is taken."""
    if device:
        return {(secret, "devices"): ALL_DEVICES, (secret, "device", device): A_DEVICE}
    return {(secret, "strangers"): STRANGERS, (secret, "address", address): AN_ADDRESS}


OF_A_CLIENT: Final = Budget(20, every=6)  # the guests of one venue share its address
OF_ALL: Final = Budget(100, every=1)


class TooManyCheckIns(TooOften, usual="too_many_check_ins"):
    """Too many check in at once."""


async def take_check_in(budgets: Budgets, event: str, address: str) -> None:
    """Count a check-in. Raises TooManyCheckIns."""
    asked = {("check-in", event): OF_ALL, ("check-in", event, address): OF_A_CLIENT}
    if wait := await budgets.take(asked):
        raise TooManyCheckIns("too many check in at once: wait a moment, or enter at the desk", wait)
