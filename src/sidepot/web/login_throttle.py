"""How often a secret may be guessed: the password of a name, of a table, of a tournament, and its PINs.

All strangers together have ten guesses at a secret, then one a minute, however many addresses they come from. One
address has ten of these, then one in ten minutes, so that a single stranger does not take all that there are.

A device from which that secret was given before is known there (see `known_devices`). It has ten guesses of its own,
then one a minute, and strangers take none of them. All known devices of a secret have a budget together, so that one
person who gives the right PIN from a hundred browsers does not gain a hundred budgets for the next PIN.

The right password does not count. Sessions that are open stay open.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic
from typing import Final, Protocol

from sidepot.errors import Conflict
from sidepot.room.store.guess_rows import Budget, Key, forget_guesses, give_guess_back, take_guess
from sidepot.room.store.store import Store
from sidepot.web.rate_limits import Bucket

STRANGERS: Final = Budget(10, every=60)
AN_ADDRESS: Final = Budget(10, every=600)
A_DEVICE: Final = Budget(10, every=60)
ALL_DEVICES: Final = Budget(60, every=30)
MOST_KEPT: Final = 20_000  # budgets: each wrong guess at a name is checked slowly, one after another
_FULL_AGAIN: Final = max(one.most * one.every for one in (STRANGERS, AN_ADDRESS, A_DEVICE, ALL_DEVICES))


class TooManyGuesses(Conflict, usual="too_many_guesses"):
    """Too many wrong guesses at one secret; `wait`: seconds until another is accepted."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = ceil(wait)


class Budgets(Protocol):
    """Where guesses are counted."""

    async def take(self, budgets: Mapping[Key, Budget]) -> float:
        """Take a guess from each of these; or from none, and return the seconds until that is possible."""

    async def give_back(self, budgets: Mapping[Key, Budget]) -> None:
        """Return the guess to each of these."""

    async def clear(self) -> None:
        """Forget the budgets that are full again."""


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

    async def clear(self) -> None:
        """Forget what counts no more."""
        await self._budgets.clear()


def budgets_of(secret: str, address: str, device: str = "") -> dict[Key, Budget]:
    """The budgets from which a guess is taken."""
    if device:
        return {(secret, "devices"): ALL_DEVICES, (secret, "device", device): A_DEVICE}
    return {(secret, "strangers"): STRANGERS, (secret, "address", address): AN_ADDRESS}


def throttle_of(store: Store) -> LoginThrottle:
    """The throttle of a room: processes that are one room together count in their database."""
    return LoginThrottle(MemoryBudgets() if store.member is None else StoredBudgets(store))


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
            bucket.take(now)
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
        return await self._store.write(take_guess(budgets))

    async def give_back(self, budgets: Mapping[Key, Budget]) -> None:
        """See `Budgets.give_back`."""
        await self._store.write(give_guess_back(budgets))

    async def clear(self) -> None:
        """See `Budgets.clear`."""
        await self._store.write(forget_guesses(_FULL_AGAIN))
