"""Tables with a password: a player who has given it once is let in from then on."""

from __future__ import annotations

from sidepot.room.store.store import Store
from sidepot.web.security.passwords import check_password, hash_password, is_password

SHORTEST = 1  # it keeps out who happens to come by, and is told around the table
_MOST_KEPT = 50_000


class Locks:
    """The locks of the tables, kept in the store. A table that was never locked is open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashes: dict[str, str | None] = {}
        self._let_in: set[tuple[str, str]] = set()

    async def hashed(self, password: str) -> str:
        """The stored form of a table's password. Raises BadNotation."""
        check_password(password, SHORTEST)
        return await hash_password(password)

    async def lock(self, table: str, kept: str) -> None:
        """Lock a table with a password from `hashed`."""
        self._hashes[table] = kept
        await self._store.put(f"table/{table}/password", kept)

    async def is_let_in(self, table: str, account: str, *, locked: bool) -> bool:
        """Whether that account may come to the table; to one that is `locked` and has lost its password nobody may."""
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
        """Let somebody in who says the password."""
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
        if found is not None or not locked:  # else another process is about to write it
            if len(self._hashes) >= _MOST_KEPT:
                self._hashes.clear()
            self._hashes[table] = found
        return found
