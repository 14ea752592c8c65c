"""Passwords of accounts and of tables: hashed with argon2 in a thread, never stored or logged in plain text."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sidepot.errors import BadNotation
from sidepot.room.store.store import Store

SHORTEST: Final = 8
LONGEST: Final = 200

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # 19 MB: OWASP's minimum for argon2id
_ONE: Final = ThreadPoolExecutor(1, thread_name_prefix="sidepot-argon2")  # one at a time: at most 19 MB and one core


def check_password(password: str, shortest: int = SHORTEST) -> None:
    """Raise BadNotation for a password that has fewer than `shortest` characters, is too long, or is blank."""
    if not password.strip():
        raise BadNotation("a password must not be blank", code="bad_password")
    if not shortest <= len(password) <= LONGEST:
        raise BadNotation(f"a password must have {shortest} to {LONGEST} characters", code="bad_password")


async def hash_password(password: str) -> str:
    """Hash a password for the store."""
    return await asyncio.get_running_loop().run_in_executor(_ONE, _HASHER.hash, password)


async def is_password(kept: str | None, password: str) -> bool:
    """Whether this is the right password. `kept` is the stored hash (None if there is none).

    The check takes just as long without a stored hash, so that its duration does not reveal which names exist.
    """
    return await asyncio.get_running_loop().run_in_executor(_ONE, _matches, kept, password)


def _matches(kept: str | None, password: str) -> bool:
    try:
        found = _HASHER.verify(kept or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return found and kept is not None


@cache
def _nobodys() -> str:
    return _HASHER.hash("the password of nobody")


SHORTEST_OF_TABLE: Final = 1  # short, because it only keeps out strangers, and everybody at the table knows it
_MOST_KEPT = 50_000


def lock_name(table: str, lock: str) -> str:
    """The name under which the store keeps a table's lock.

    `lock` is "" for the password with which the table was opened.
    """
    return f"{table}/{lock}" if lock else table


class Locks:
    """The locks of tables and tournaments, kept in the store. A table without a lock is open to everybody."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashes: dict[str, str | None] = {}
        self._let_in: set[tuple[str, str]] = set()

    async def hashed(self, password: str) -> str:
        """Hash a table's password for the store. Raises BadNotation if the password is too short or too long."""
        check_password(password, SHORTEST_OF_TABLE)
        return await hash_password(password)

    async def lock(self, table: str, kept: str) -> None:
        """Lock a table. `kept` is the hash of its password, made by `hashed`."""
        self._hashes[table] = kept
        await self._store.put(f"table/{table}/password", kept)

    async def add(self, table: str, password: str) -> str:
        """Store another password of a table. Returns the name of its lock, which the terms of the table can use.

        Raises BadNotation if the password is too short or too long.
        """
        kept = await self.hashed(password)
        lock = secrets.token_hex(8)
        await self.lock(lock_name(table, lock), kept)
        await self._store.put(f"table/{table}/lock", lock)
        return lock

    async def last(self, table: str) -> str:
        """The name of the lock that a closed table had last."""
        return lock_name(table, await self._store.get(f"table/{table}/lock") or "")

    async def is_let_in(self, table: str, account: str, *, locked: bool) -> bool:
        """Whether an account has opened the lock. A `locked` table without a stored password is closed to everybody."""
        kept = await self._hash(table, locked=locked)
        if kept is None:
            return not locked
        if (table, account) in self._let_in:
            return True
        if not account or await self._store.get(f"table/{table}/in/{account}") is None:
            return False
        self._keep(table, account)
        return True

    async def open(self, table: str, account: str, password: str, *, locked: bool) -> bool:
        """Open the lock for an account. Returns whether the password was right.

        A `locked` table without a stored password stays closed. Any other table without one needs no password.
        """
        kept = await self._hash(table, locked=locked)
        if kept is None:
            return not locked
        if not await is_password(kept, password):
            return False
        await self._store.put(f"table/{table}/in/{account}", "said it")
        self._keep(table, account)
        return True

    def _keep(self, table: str, account: str) -> None:
        if len(self._let_in) >= _MOST_KEPT:
            self._let_in.clear()
        self._let_in.add((table, account))

    async def _hash(self, table: str, *, locked: bool) -> str | None:
        if table in self._hashes:
            return self._hashes[table]
        found = await self._store.get(f"table/{table}/password")
        if found is not None or not locked:  # otherwise another process may be about to write it
            if len(self._hashes) >= _MOST_KEPT:
                self._hashes.clear()
            self._hashes[table] = found
        return found
