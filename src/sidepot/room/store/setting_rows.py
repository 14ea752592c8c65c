"""Settings of the room that several may change at once: none of them overwrites what it has not seen."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select, update

from sidepot.room.store.schema import meta
from sidepot.room.store.transaction import insert_new

_PREFIX: Final = "room/"  # before the key of a setting, as `Store.get` and `Store.put` have it


def swap(connection: Connection, key: str, old: str | None, new: str) -> bool:
    """A setting is `new`, where it was `old` (None: there was none); else nothing changes. Whether it does."""
    where = _PREFIX + key
    if old is None:
        return insert_new(connection, meta, {"key": where, "value": new})
    change = update(meta).where(meta.c.key == where, meta.c.value == old).values(value=new)
    return connection.execute(change.returning(meta.c.key)).first() is not None


def step(connection: Connection, key: str) -> str:
    """A setting that counts: one more than it was, also where several count at once."""
    while True:
        old = connection.scalar(select(meta.c.value).where(meta.c.key == _PREFIX + key))
        new = str(int(old or 0) + 1)
        if swap(connection, key, old, new):
            return new
