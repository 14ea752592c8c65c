"""Reading a stream: its records, its checkpoints, and the values that are sealed with them."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from sidepot.errors import SidepotError
from sidepot.privacy import PrivateStruct
from sidepot.room.store.borrowing import borrows, no_other, whole
from sidepot.room.store.schema import checkpoint, record, sealed


class Record(PrivateStruct, frozen=True, gc=False):
    """Number `seq` of a stream, written at `at` (milliseconds since 1970)."""

    SHOWN = ("seq",)

    seq: int
    at: int
    data: bytes


class Checkpoint(PrivateStruct, frozen=True, gc=False):
    """What a stream comes to by number `seq`, in some `version`."""

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
    """The records with what they borrow from others; one for which that is not there stays as it is stored."""
    if not any(borrows(row.data) for row in rows):
        return rows
    known = {row.seq: row.data for row in rows}

    def lent(seq: int) -> bytes:
        if seq not in known:
            query = select(record.c.data).where(record.c.stream == stream, record.c.seq == seq)
            known[seq] = connection.scalar(query) or b""
        if borrows(known[seq]):
            known[seq] = whole(known[seq], no_other)  # from itself alone
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
    """The number of the last record of a stream, 0 where there is none."""
    return connection.scalar(select(func.max(record.c.seq)).where(record.c.stream == stream)) or 0


def read_checkpoints(connection: Connection, stream: str) -> list[Checkpoint]:
    """The checkpoints of a stream, the last one first."""
    query = select(checkpoint.c.seq, checkpoint.c.version, checkpoint.c.data)
    query = query.where(checkpoint.c.stream == stream).order_by(checkpoint.c.seq.desc())
    return [Checkpoint(*row) for row in connection.execute(query)]


def read_sealed(connection: Connection, hand: str) -> bytes | None:
    """The sealed values of a hand."""
    return connection.scalar(select(sealed.c.data).where(sealed.c.hand == hand))
