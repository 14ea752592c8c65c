"""Every table of a store, folded as the room would fold it when it opens: which of them cannot be read, and where.

It reads only, from one moment, also while the room is played.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import Connection, inspect

from sidepot.room.running.stored_table import PREFIX, Unreadable, fold_table, resume_table, stream_of
from sidepot.room.store.database import connect_for_reading
from sidepot.room.store.place import Place
from sidepot.room.store.schema import list_streams
from sidepot.room.store.stream_rows import Checkpoint, Record, read_checkpoints, read_head, read_records, read_sealed
from sidepot.room.store.troubles import explain
from sidepot.room.tables import checkpoint
from sidepot.room.tables.room_table import Chance

T = TypeVar("T")


def fold_all(place: Place) -> tuple[int, dict[str, str]]:
    """The number of tables, and the errors of unreadable ones. Raises StoreError.

    Of a table it is told where it cannot be read, and nothing that could be a card.
    """
    engine = connect_for_reading(place)
    wrong: dict[str, str] = {}
    try:
        with engine.connect() as connection, connection.begin():
            streams = list_streams(connection, PREFIX)
            source = _Streams(connection)
            for stream in streams:
                table = stream.removeprefix(PREFIX)
                try:
                    _look_at(source, table, wrong)
                except Unreadable as error:
                    wrong[table] = error.message
                except Exception as error:
                    wrong[table] = f"table {table} cannot be read: {explain(error, place.shown).message}"
    except Exception as error:
        raise explain(error, place.shown) from None
    finally:
        engine.dispose()
    return len(streams), wrong


def _look_at(streams: _Streams, table: str, wrong: dict[str, str]) -> None:
    """Fold one table from its first entry, and compare what its checkpoints make of it. Raises what the fold does."""
    whole = _at_once(fold_table(streams, table, Chance()))
    for kept in _at_once(streams.checkpoints(stream_of(table))):
        if kept.version != checkpoint.version():
            continue  # nobody reads it
        found = _at_once(resume_table(streams, table, kept, Chance()))
        if found is None or not checkpoint.is_same(whole, found):
            wrong[table] = f"table {table}: its checkpoint at entry {kept.seq} is not what the entries come to"


class _Streams:
    """The streams of a store, as they stand at the moment of a connection: nobody is waited for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._has_checkpoints = inspect(connection).has_table("checkpoint")  # an older store has none

    async def head(self, stream: str) -> int:
        return read_head(self._connection, stream)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        return read_records(self._connection, stream, after, limit)

    async def checkpoints(self, stream: str) -> list[Checkpoint]:
        return read_checkpoints(self._connection, stream) if self._has_checkpoints else []

    async def unseal(self, hand: str) -> bytes | None:
        return read_sealed(self._connection, hand)


def _at_once(work: Coroutine[Any, Any, T]) -> T:
    """Do what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("it waits for something")
