"""How often wrong passwords are said for one name, or one table: ten times by all who say them, then once a minute.

However many addresses they come from. Nobody is locked out for ever: a logged-in user stays so; a browser
from which that name was logged in before has a mark of it, and guesses of its own; and any one address has, after its
own ten, one in ten minutes only, so that a stranger does not take all that there are.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from math import ceil
from time import monotonic
from typing import Final

from sidepot.errors import Conflict
from sidepot.room.store.guess_rows import forget_guesses, give_guess_back, take_guess
from sidepot.room.store.store import Store
from sidepot.web.rate_limits import Bucket

MOST: Final = 10.0  # at one name, at once
EVERY: Final = 60.0  # seconds, after these
OF_AN_ADDRESS: Final = 600.0  # seconds, for one that has said ten
MOST_KEPT: Final = 20_000  # names, and addresses that guess at them: all of them are checked slowly, one after another


class TooManyGuesses(Conflict, usual="too_many_guesses"):
    """Too many wrong passwords were said for one name, or one table; `wait`: seconds until another is heard."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = ceil(wait)


class Guesses:
    """The guesses at each name, or each table: by `address`, or by a `device` that is known there."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._buckets: OrderedDict[tuple[str, ...], Bucket] = OrderedDict()
        self._clock = clock

    def __len__(self) -> int:
        return len(self._buckets)

    async def wait(self, what: str, address: str, device: str = "") -> float:
        """Seconds until another guess at `what` is heard; 0.0: this one is, and counts."""
        now = self._clock()
        asked: list[Bucket] = []
        for key, every in _keys(what, address, device):
            bucket = self._bucket(key, every)
            if seconds := bucket.wait(now):
                return seconds
            asked.append(bucket)
        for bucket in asked:
            bucket.take(now)
        return 0.0

    async def right(self, what: str, address: str, device: str = "") -> None:
        """It was the right one: it does not count."""
        for key, _ in _keys(what, address, device):
            if (bucket := self._buckets.get(key)) is not None:
                bucket.give_back()

    async def clear(self) -> None:
        """The oldest are forgotten as new ones come."""

    def _bucket(self, key: tuple[str, ...], every: float) -> Bucket:
        found = self._buckets.get(key)
        if found is None:
            found = self._buckets[key] = Bucket(1 / every, MOST, self._clock())
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return found


class SharedGuesses:
    """The same for several processes that are one room: the guesses at all of them count, in their database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def wait(self, what: str, address: str, device: str = "") -> float:
        """Seconds until another guess at `what` is heard; 0.0: this one is, and counts."""
        return await self._store.write(take_guess(dict(_keys(what, address, device)), MOST))

    async def right(self, what: str, address: str, device: str = "") -> None:
        """It was the right one: it does not count."""
        await self._store.write(give_guess_back(dict(_keys(what, address, device)), MOST))

    async def clear(self) -> None:
        """Forget the guesses that count no more."""
        await self._store.write(forget_guesses(MOST * OF_AN_ADDRESS))


def _keys(what: str, address: str, device: str) -> tuple[tuple[tuple[str, ...], float], ...]:
    """The keys that guesses are counted by, and the limit of each."""
    if device:
        return (((what, "device", device), EVERY),)
    return ((what,), EVERY), ((what, "address", address), OF_AN_ADDRESS)


# ---- the mark of a browser


def new_mark(secret: str, account: str) -> str:
    """The mark of a browser as one of that account; it logs nobody in."""
    device = secrets.token_hex(8)
    return f"{device}.{_signed(secret, account, device)}"


def device_of(secret: str, account: str, mark: str) -> str:
    """The device that shows this mark, "" where it is none of that account."""
    device, _, signed = mark.partition(".")
    good = hmac.compare_digest(signed.encode("utf-8", "surrogatepass"), _signed(secret, account, device).encode())
    return device if good else ""


def _signed(secret: str, account: str, device: str) -> str:
    said = f"known device/{account}/{device}".encode("utf-8", "surrogatepass")
    return hmac.new(secret.encode(), said, sha256).hexdigest()
