"""The bans of the room, kept in the store and known to all its servers. Rule: PG-116."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from sidepot.room.store.accounts import Account
from sidepot.room.store.schema import meta
from sidepot.room.store.store import Store
from sidepot.table.bans import Ban, check_ban
from sidepot.validation.codec import UNREADABLE

_KEY: Final = "ban/"  # prefix of the setting with an account's ban
_OF_ROOM: Final = "room/"
_JSON: Final = msgspec.json.Decoder(Ban)


class Bans:
    """The bans, by account. An expired ban has no effect, but is listed until a host lifts it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[str, Ban] = {}

    async def load(self) -> None:
        """Read all bans."""
        query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_OF_ROOM + _KEY, autoescape=True))

        def ask(connection: Connection) -> dict[str, str]:
            return {key[len(_OF_ROOM + _KEY) :]: value for key, value in connection.execute(query)}

        self._found = {account: _JSON.decode(value) for account, value in (await self._store.ask(ask)).items()}

    @property
    def all(self) -> Mapping[str, Ban]:
        """Every ban, by account."""
        return self._found

    def check(self, who: Account | None, now: int, *, watching: bool = False) -> None:
        """Raise IllegalAction for an account that may not sit down or, with `watching`, may not even watch."""
        if who is not None and self._found:
            check_ban(self._found.get(who.id), now, watching=watching)

    async def keep(self, account: str, ban: Ban | None) -> None:
        """Store a ban, or delete it if `ban` is None."""
        await self._store.put(_KEY + account, None if ban is None else msgspec.json.encode(ban).decode())
        self.note(account, ban)

    def note(self, account: str, ban: Ban | None) -> None:
        """Record that another server has stored a ban, or deleted it if `ban` is None."""
        if ban is None:
            self._found.pop(account, None)
        else:
            self._found[account] = ban


def encode_ban(ban: Ban | None) -> object:
    """A ban as plain data, for other servers."""
    return None if ban is None else msgspec.to_builtins(ban)


def decode_ban(facts: object) -> Ban | None:
    """A ban from plain data; None if there is no ban. Raises ValueError for other data."""
    try:
        return None if facts is None else msgspec.convert(facts, Ban)
    except UNREADABLE as error:
        raise ValueError(f"not a ban: {error}") from None
