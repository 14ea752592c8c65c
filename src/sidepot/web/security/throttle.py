"""Throttles: a limited number of tries for each key, for guesses at a secret and for check-ins.

A budget allows `most` tries at once, and one more after each `every` seconds. A single process counts in memory,
several processes count in their database.

All strangers together have ten guesses at a secret (the password of an account, table or tournament, or its PINs), then
one a minute, no matter from how many addresses. One address may use ten of them, then one in ten minutes, so that no
single stranger can use them all up for long. A device that has given the secret before (see `devices`) has ten guesses
of its own, then one a minute, which strangers cannot use up. All known devices of a secret share another budget, so
that a hundred browsers with the right PIN do not have a hundred budgets for the next PIN. Right guesses do not count,
and open sessions stay open.

Anybody can check in to a live tournament, so a stranger could flood the desk with made-up names. At most 300 may wait
(`MOST_CHECKED_IN`); the desk can refuse all of them at once, and a director can close the check-in.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from math import ceil
from time import monotonic
from typing import Final, NamedTuple, Protocol

from sqlalchemy import Connection, delete, select, text, update

from sidepot.errors import Conflict
from sidepot.room.store.schema import guess
from sidepot.room.store.store import Store
from sidepot.room.store.transaction import insert_new
from sidepot.web.rate_limits import Bucket

Key = tuple[str, ...]  # the kind and name of what is counted


class Budget(NamedTuple):
    """A limit on tries: `most` at once, then one more every `every` seconds."""

    most: float
    every: float


Tries = Mapping[Key, Budget]  # the budgets that a try uses


MOST_KEPT: Final = 20_000  # budgets in memory; the least recently used are dropped
_FULL_AGAIN: Final = 6_000.0  # seconds: the slowest budget is full again


class TooOften(Conflict, usual="too_much"):
    """Raised for too many tries. `wait` is the number of seconds until the next try is allowed."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = ceil(wait)


class Budgets(Protocol):
    """Counts tries against budgets."""

    async def take(self, budgets: Tries) -> float:
        """Take a try from each of these budgets.

        If a budget is empty, takes nothing and returns the number of seconds to wait; otherwise returns 0.
        """

    async def give_back(self, budgets: Tries) -> None:
        """Return a try to each of these budgets."""

    async def clear(self) -> None:
        """Drop the budgets that are full again, because they need not be remembered."""


def budgets_in(store: Store) -> Budgets:
    """The counter of tries that suits the room's store: in memory, or in the database."""
    return MemoryBudgets() if store.member is None else StoredBudgets(store)


class MemoryBudgets:
    """Counts tries in memory, for a room that runs in one process."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()
        self._clock = clock

    def __len__(self) -> int:
        return len(self._buckets)

    async def take(self, budgets: Tries) -> float:
        """Take a try from each of these budgets. If a budget is empty, returns the number of seconds to wait (see
        `Budgets.take`).
        """
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

    async def give_back(self, budgets: Tries) -> None:
        """Return a try to each of these budgets."""
        for key in budgets:
            if (bucket := self._buckets.get(key)) is not None:
                bucket.give_back()

    async def clear(self) -> None:
        """Do nothing: at most `MOST_KEPT` budgets are kept in memory."""

    def _bucket(self, key: Key, budget: Budget) -> Bucket:
        found = self._buckets.get(key)
        if found is None:
            found = self._buckets[key] = Bucket(1 / budget.every, budget.most, self._clock())
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return found


class StoredBudgets:
    """Counts tries in the database, for a room of several processes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take(self, budgets: Tries) -> float:
        """Take a try from each of these budgets. If a budget is empty, returns the number of seconds to wait (see
        `Budgets.take`).
        """
        return await self._store.write(partial(_take, budgets))

    async def give_back(self, budgets: Tries) -> None:
        """Return a try to each of these budgets."""
        await self._store.write(partial(_give_back, budgets))

    async def clear(self) -> None:
        """Delete the budgets that are full again."""

        def act(connection: Connection) -> None:
            connection.execute(delete(guess).where(guess.c.at < _now(connection) - round(_FULL_AGAIN * 1000)))

        await self._store.write(act)


def _take(budgets: Tries, connection: Connection) -> float:
    now = _now(connection)
    found: dict[str, float] = {}
    longest = 0.0
    for key, budget in _rows(budgets):
        left = _left(connection, key, budget, now)
        longest = max(longest, (1 - left) * budget.every)
        found[key] = left - 1
    if longest <= 0:
        for key, left in found.items():
            connection.execute(update(guess).where(guess.c.key == key).values(left=left, at=now))
    return max(longest, 0.0)


def _give_back(budgets: Tries, connection: Connection) -> None:
    now = _now(connection)
    for key, budget in _rows(budgets):
        left = min(_left(connection, key, budget, now) + 1, budget.most)
        connection.execute(update(guess).where(guess.c.key == key).values(left=left, at=now))


def _rows(budgets: Tries) -> list[tuple[str, Budget]]:
    """The stored keys in a fixed order, so that processes cannot deadlock."""
    return sorted(
        (sha256("\0".join(key).encode("utf-8", "surrogatepass")).hexdigest(), budgets[key]) for key in budgets
    )


def _left(connection: Connection, key: str, budget: Budget, now: int) -> float:
    """The tries left now. The row stays locked until the end of the transaction."""
    insert_new(connection, guess, {"key": key, "left": budget.most, "at": now})
    query = select(guess.c.left, guess.c.at).where(guess.c.key == key).with_for_update()
    left, at = connection.execute(query).one()
    return min(float(left) + (now - int(at)) / 1000 / budget.every, budget.most)


def _now(connection: Connection) -> int:
    return int(connection.scalar(text("SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint")) or 0)


STRANGERS: Final = Budget(10, every=60)
AN_ADDRESS: Final = Budget(10, every=600)
A_DEVICE: Final = Budget(10, every=60)
ALL_DEVICES: Final = Budget(60, every=30)


class WrongPassword(Conflict, usual="wrong_password"):
    """Raised for a wrong name or password. It does not say which of the two is wrong."""


class TooManyGuesses(TooOften, usual="too_many_guesses"):
    """Raised for too many wrong guesses at one secret."""


class LoginThrottle:
    """Counts the wrong guesses at each secret, and delays further guesses."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets

    @asynccontextmanager
    async def guess(self, secret: str, address: str, device: str = "", *, refusal: str) -> AsyncIterator[None]:
        """A context in which a guess is checked. An error raised in it counts as a wrong guess.

        `device` is a device known to have given the secret before ("" for none). `refusal` is the text of the error. If
        there were too many guesses, raises TooManyGuesses without running the body.
        """
        budgets = budgets_of(secret, address, device)
        if wait := await self._budgets.take(budgets):
            raise TooManyGuesses(refusal, wait)
        yield
        await self._budgets.give_back(budgets)


def budgets_of(secret: str, address: str, device: str = "") -> dict[Key, Budget]:
    """The budgets to which a guess at this secret is charged: those of a known `device`, or those of the address."""
    if device:
        return {(secret, "devices"): ALL_DEVICES, (secret, "device", device): A_DEVICE}
    return {(secret, "strangers"): STRANGERS, (secret, "address", address): AN_ADDRESS}


OF_A_CLIENT: Final = Budget(20, every=6)  # because guests in one venue share an address
OF_ALL: Final = Budget(100, every=1)


class TooManyCheckIns(TooOften, usual="too_many_check_ins"):
    """Raised for too many check-ins at once."""


async def take_check_in(budgets: Budgets, tournament: str, address: str) -> None:
    """Count a check-in. Raises TooManyCheckIns if there were too many recently."""
    asked = {("check-in", tournament): OF_ALL, ("check-in", tournament, address): OF_A_CLIENT}
    if wait := await budgets.take(asked):
        raise TooManyCheckIns("too many people are checking in; wait a moment, or enter at the desk", wait)
