"""Every table of a store, folded as the room would fold it when it opens: what is wrong with which, and where.

It reads only, from one moment, also while the room is played; `drop_checkpoints` alone writes.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, delete

from sidepot.room.audit.checkpoint_check import Fault, check_checkpoints
from sidepot.room.audit.event_audit import wrong_checkpoints
from sidepot.room.running.table_log import PREFIX, TableLoader, stream_of
from sidepot.room.running.tournament_log import EVENTS
from sidepot.room.runtime.loader import AT_ONCE, Unreadable
from sidepot.room.store import schema
from sidepot.room.store.database import check_current, read_once
from sidepot.room.store.errors import explain
from sidepot.room.store.log import (
    Checkpoint,
    Record,
    read_checkpoints,
    read_head,
    read_records,
    read_sealed,
)  # fmt: skip
from sidepot.room.store.opening import open_alone
from sidepot.room.store.place import Place
from sidepot.room.table.machine import Chance

T = TypeVar("T")
_DROP = "`sidepot doctor --drop-checkpoints` removes it; the room then opens the table from its entries"


class Wrong(msgspec.Struct, frozen=True):
    """A fault of a table, and what to do. `drop`: the number of a checkpoint to remove.

    `stream` is that of a tournament beside the tables, where it is one.
    """

    table: str
    says: str
    todo: str
    drop: int = 0
    stream: str = ""


def fold_all(place: Place) -> tuple[int, list[Wrong]]:
    """The number of tables, and what is wrong at any of them. Raises StoreError.

    Of a table it is told where it cannot be read, and nothing that could be a card.
    """
    with read_once(place) as connection:
        check_current(connection, place)
        return _fold_each(connection, place.shown)


def drop_checkpoints(place: Place) -> list[Wrong]:
    """Remove the checkpoints that are not what the entries come to, where the entries make a table; which they are.

    Raises StoreError, also where a server has the store open.
    """
    with open_alone(place) as connection, connection.begin():
        gone = [one for one in _fold_each(connection, place.shown)[1] if one.drop]
        for one in gone:
            of_it = schema.checkpoint.c.stream == (one.stream or stream_of(one.table))
            connection.execute(delete(schema.checkpoint).where(of_it, schema.checkpoint.c.seq == one.drop))
        return gone


def _fold_each(connection: Connection, shown: str) -> tuple[int, list[Wrong]]:
    streams = schema.list_streams(connection, PREFIX)
    source = _Streams(connection)
    wrong: list[Wrong] = []
    for stream in streams:
        table = stream.removeprefix(PREFIX)
        try:
            wrong += _look_at(source, table)
        except Exception as error:
            wrong.append(Wrong(table, f"table {table} cannot be read: {explain(error, shown).message}", _back(table)))
    return len(streams), [*wrong, *_events(connection)]


def _events(connection: Connection) -> list[Wrong]:
    """The checkpoints of tournaments that their records contradict; what is wrong with records the auditor tells."""
    found = []
    for stream in schema.list_streams(connection, EVENTS):
        event = stream.removeprefix(EVENTS)
        try:
            wrong = wrong_checkpoints(connection, stream)
        except Exception as error:
            says = f"tournament {event} cannot be read ({type(error).__name__})"
            found.append(Wrong("", says, "`sidepot audit verify` names the record", 0, stream))
            continue
        todo = f"stop the room, as it opens the tournament from there, and play nothing before {_DROP}"
        says = f"tournament {event}: its checkpoint at record {{}} is not what the records come to"
        found += [Wrong("", says.format(seq), todo, seq, stream) for seq in wrong]
    return found


def _look_at(streams: _Streams, table: str) -> list[Wrong]:
    """Fold one table from its first entry, and compare its checkpoints with it. Raises StoreError and the driver's."""
    kept = _at_once(streams.checkpoints(stream_of(table)))
    faults = check_checkpoints(streams.each(stream_of(table)), table, kept)
    try:
        _at_once(TableLoader(Chance()).rebuild(streams, table))
    except Unreadable as error:
        damage = [_damage(streams, table, error)]
        return damage + [Wrong(table, f"table {table}: {one.says}", _back(table)) for one in faults if one.is_known]
    return [Wrong(table, f"table {table}: {one.says}", _todo(one), one.seq) for one in faults]


def _damage(streams: _Streams, table: str, error: Unreadable) -> Wrong:
    """A table that its entries do not make: the room may open it from a checkpoint after the damage all the same."""
    try:
        _at_once(TableLoader(Chance()).load(streams, table))
    except Unreadable:
        return Wrong(table, error.message, _back(table))
    return Wrong(
        table,
        f"table {table} is opened from a checkpoint, as {error.what}",
        f"its game goes on; `sidepot audit verify --table {table}` names the hands that can be checked no more, and a "
        "backup may have them",
    )


def _todo(fault: Fault) -> str:
    if fault.kind == "different":
        return f"stop the room, as it opens the table from there, and play nothing before {_DROP}"
    return f"the room does not use it: {_DROP}"


def _back(table: str) -> str:
    return f"go back to a backup; `sidepot audit verify --table {table}` tells more"


class _Streams:
    """The streams of a store, as they stand at the moment of a connection: nobody is waited for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def head(self, stream: str) -> int:
        return read_head(self._connection, stream)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        return read_records(self._connection, stream, after, limit)

    def each(self, stream: str) -> Iterator[bytes]:
        """The records of a stream, some at a time."""
        after = 0
        while some := read_records(self._connection, stream, after, AT_ONCE):
            yield from [one.data for one in some]
            after = some[-1].seq

    async def checkpoints(self, stream: str) -> list[Checkpoint]:
        return read_checkpoints(self._connection, stream)

    async def unseal(self, hand: str) -> bytes | None:
        return read_sealed(self._connection, hand)


def _at_once(work: Coroutine[object, object, T]) -> T:
    """Do what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("it waits for something")
