"""Read event logs: records, snapshots, the sealed values of hands, and for a failover several logs at once.

A `Store` answers each question in a transaction of its own. `Store.read_ahead` reads the ends of several streams in one
transaction; earlier records are read when they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from sqlalchemy import Connection, func, select, union_all

from sidepot.errors import SidepotError
from sidepot.privacy import PrivateStruct
from sidepot.room.store.deduplication import borrows, no_other, whole
from sidepot.room.store.schema import record, sealed, snapshot


class Record(PrivateStruct, frozen=True, gc=False):
    """Record number `seq` of a stream, written at `at` (milliseconds since 1970)."""

    SHOWN = ("seq",)

    seq: int
    at: int
    data: bytes


class StoredSnapshot(PrivateStruct, frozen=True, gc=False):
    """The state of a stream after record `seq`, in format `version`."""

    SHOWN = ("seq",)

    seq: int
    version: int
    data: bytes


def read_records(connection: Connection, stream: str, after: int, limit: int | None) -> list[Record]:
    """The records of a stream after number `after`, in order."""
    query = select(record.c.seq, record.c.at, record.c.data)
    query = query.where(record.c.stream == stream, record.c.seq > after).order_by(record.c.seq).limit(limit)
    return put_together(connection, stream, [Record(*row) for row in connection.execute(query)])


def put_together(connection: Connection, stream: str, rows: list[Record]) -> list[Record]:
    """The complete records, with borrowed bytes put back. A record that cannot be completed stays as it was stored."""
    if not any(borrows(row.data) for row in rows):
        return rows
    known = {row.seq: row.data for row in rows}

    def lent(seq: int) -> bytes:
        if seq not in known:
            query = select(record.c.data).where(record.c.stream == stream, record.c.seq == seq)
            known[seq] = connection.scalar(query) or b""
        if borrows(known[seq]):
            known[seq] = whole(known[seq], no_other)  # a lending record borrows only from itself
        return known[seq]

    def read(row: Record) -> Record:
        if not borrows(row.data):
            return row
        try:
            return Record(row.seq, row.at, whole(row.data, lent))
        except (SidepotError, LookupError, TypeError):
            return row

    return [read(row) for row in rows]


def read_head(connection: Connection, stream: str) -> int:
    """The number of the last record of a stream (0 if it has none)."""
    return connection.scalar(select(func.max(record.c.seq)).where(record.c.stream == stream)) or 0


def read_snapshots(connection: Connection, stream: str) -> list[StoredSnapshot]:
    """The snapshots of a stream, latest first."""
    query = select(snapshot.c.seq, snapshot.c.version, snapshot.c.data)
    query = query.where(snapshot.c.stream == stream).order_by(snapshot.c.seq.desc())
    return [StoredSnapshot(*row) for row in connection.execute(query)]


def read_sealed(connection: Connection, hand: str) -> bytes | None:
    """The sealed value stored for a hand (None if there is none)."""
    return connection.scalar(select(sealed.c.data).where(sealed.c.hand == hand))


# ---- several streams at once

BACK: Final = 100  # records read before the last snapshot: those of the last finished hand
MOST: Final = 1000  # records of a stream without a snapshot; of a longer stream none are read ahead


class End(PrivateStruct, frozen=True):
    """The end of a stream.

    - `head`: the number of its last record
    - `snapshots`: its snapshots
    - `first`: its first record
    - `records`: all records after number `after`
    """

    SHOWN = ("head", "after")

    head: int
    after: int
    snapshots: list[StoredSnapshot]
    first: list[Record]
    records: list[Record]


class Streams(Protocol):
    """A source of logs: a `Store`, or an object in place of it."""

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream."""
        ...

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        """The records of a stream after number `after`, in order, at most `limit` of them (None: all)."""
        ...

    async def snapshots(self, stream: str) -> Sequence[StoredSnapshot]:
        """The snapshots of a stream, latest first."""
        ...

    async def unseal(self, hand: str) -> bytes | None:
        """The sealed value stored for a hand (None if there is none)."""
        ...


class ConnectedStreams:
    """The streams of a store, read through one connection, synchronously."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream."""
        return read_head(self.connection, stream)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records of a stream after number `after`, in order, at most `limit` of them (None: all)."""
        return read_records(self.connection, stream, after, limit)

    async def snapshots(self, stream: str) -> list[StoredSnapshot]:
        """The snapshots of a stream, latest first."""
        return read_snapshots(self.connection, stream)

    async def unseal(self, hand: str) -> bytes | None:
        """The sealed value stored for a hand (None if there is none)."""
        return read_sealed(self.connection, hand)


class StreamsAhead:
    """Streams whose ends were read in advance. Everything else is read from the `store`."""

    def __init__(self, store: Streams, ends: dict[str, End]) -> None:
        self._store = store
        self._ends = ends

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream."""
        end = self._ends.get(stream)
        return await self._store.head(stream) if end is None else end.head

    async def snapshots(self, stream: str) -> Sequence[StoredSnapshot]:
        """The snapshots of a stream, latest first."""
        end = self._ends.get(stream)
        return await self._store.snapshots(stream) if end is None else end.snapshots

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        """The records of a stream after number `after`, in order, at most `limit` of them (None: all)."""
        end = self._ends.get(stream)
        if end is not None and after >= end.after:
            return [row for row in end.records if row.seq > after][:limit]
        if end is not None and (after, limit) == (0, 1):
            return end.first
        return await self._store.read(stream, after, limit)

    async def unseal(self, hand: str) -> bytes | None:
        """The sealed value stored for a hand (None if there is none)."""
        return await self._store.unseal(hand)


def read_ends(connection: Connection, streams: Sequence[str]) -> dict[str, End]:
    """Read the ends of these streams. Each query uses an index, so long streams take no longer than short streams."""
    last = select(func.max(record.c.seq))
    row = connection.execute(select(*[last.where(record.c.stream == name).scalar_subquery() for name in streams])).one()
    found: dict[str, int] = {name: head for name, head in zip(streams, row, strict=True) if head is not None}
    kept: dict[str, list[StoredSnapshot]] = {name: [] for name in found}
    rows = select(snapshot.c.stream, snapshot.c.seq, snapshot.c.version, snapshot.c.data)
    for name, *values in connection.execute(rows.where(snapshot.c.stream.in_(found)).order_by(snapshot.c.seq.desc())):
        kept[name].append(StoredSnapshot(*values))
    after = {name: _after(head, kept[name]) for name, head in found.items()}
    parts: dict[str, list[Record]] = {name: [] for name in found}
    some = select(record.c.stream, record.c.seq, record.c.at, record.c.data)
    wanted = [some.where(record.c.stream == name, record.c.seq > at) for name, at in after.items()]
    wanted += [some.where(record.c.stream == name, record.c.seq == 1) for name, at in after.items() if at]
    if wanted:
        for name, *values in connection.execute(union_all(*wanted)):
            parts[name].append(Record(*values))
    return {name: _end(connection, name, head, after[name], kept[name], parts[name]) for name, head in found.items()}


def _after(head: int, kept: list[StoredSnapshot]) -> int:
    """The number after which a stream is read ahead."""
    if kept:
        return max(0, kept[0].seq - BACK)
    return 0 if head <= MOST else head


def _end(
    connection: Connection, stream: str, head: int, after: int, kept: list[StoredSnapshot], rows: list[Record]
) -> End:
    records = put_together(connection, stream, sorted(rows, key=lambda row: row.seq))
    return End(head, after, kept, records[:1], [row for row in records if row.seq > after])
