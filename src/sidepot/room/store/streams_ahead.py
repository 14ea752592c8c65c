"""Several streams read at once, where their tables are taken over: each question to the database is a wait.

A `Store` answers one question about one stream in a transaction of its own. Here the ends of some streams are read in
one, as they stand at one moment; what lies further back is asked of the store, as it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, func, select, union_all

from sidepot.privacy import PrivateStruct
from sidepot.room.store.schema import checkpoint, record
from sidepot.room.store.stream_rows import Checkpoint, Record, put_together

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

BACK: Final = 100  # records before the last checkpoint that are read too: those of the hand that was over by it
MOST: Final = 1000  # records of a stream without a checkpoint; of a longer one none


class End(PrivateStruct, frozen=True):
    """How a stream ends: its head, its checkpoints, its first record, and the records after number `after`."""

    SHOWN = ("head", "after")

    head: int
    after: int
    checkpoints: list[Checkpoint]
    first: list[Record]
    records: list[Record]


class StreamsAhead:
    """Some streams, as far as they were read ahead; a source of tables like the `store`, which has the rest."""

    def __init__(self, store: Store, ends: dict[str, End]) -> None:
        self._store = store
        self._ends = ends

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream."""
        end = self._ends.get(stream)
        return await self._store.head(stream) if end is None else end.head

    async def checkpoints(self, stream: str) -> Sequence[Checkpoint]:
        """The checkpoints of a stream, the last one first."""
        end = self._ends.get(stream)
        return await self._store.checkpoints(stream) if end is None else end.checkpoints

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        """The records of a stream after number `after`, in order."""
        end = self._ends.get(stream)
        if end is not None and after >= end.after:
            return [row for row in end.records if row.seq > after][:limit]
        if end is not None and (after, limit) == (0, 1):
            return end.first
        return await self._store.read(stream, after, limit)

    async def unseal(self, hand: str) -> bytes | None:
        """The sealed value of a key."""
        return await self._store.unseal(hand)


async def read_ahead(store: Store, streams: Sequence[str]) -> StreamsAhead:
    """Some streams, in one transaction. Raises StoreError."""
    return StreamsAhead(store, await store.ask(lambda connection: _ends(connection, streams)) if streams else {})


def _ends(connection: Connection, streams: Sequence[str]) -> dict[str, End]:
    """Each part of a question is one that an index answers, however long the streams are."""
    last = select(func.max(record.c.seq))
    row = connection.execute(select(*[last.where(record.c.stream == name).scalar_subquery() for name in streams])).one()
    found: dict[str, int] = {name: head for name, head in zip(streams, row, strict=True) if head is not None}
    kept: dict[str, list[Checkpoint]] = {name: [] for name in found}
    rows = select(checkpoint.c.stream, checkpoint.c.seq, checkpoint.c.version, checkpoint.c.data)
    for name, *told in connection.execute(rows.where(checkpoint.c.stream.in_(found)).order_by(checkpoint.c.seq.desc())):
        kept[name].append(Checkpoint(*told))
    after = {name: _after(head, kept[name]) for name, head in found.items()}
    parts: dict[str, list[Record]] = {name: [] for name in found}
    some = select(record.c.stream, record.c.seq, record.c.at, record.c.data)
    wanted = [some.where(record.c.stream == name, record.c.seq > at) for name, at in after.items()]
    wanted += [some.where(record.c.stream == name, record.c.seq == 1) for name, at in after.items() if at]
    if wanted:
        for name, *told in connection.execute(union_all(*wanted)):
            parts[name].append(Record(*told))
    return {name: _end(connection, name, head, after[name], kept[name], parts[name]) for name, head in found.items()}


def _after(head: int, kept: list[Checkpoint]) -> int:
    """The number after which a stream is read ahead."""
    if kept:
        return max(0, kept[0].seq - BACK)
    return 0 if head <= MOST else head


def _end(connection: Connection, stream: str, head: int, after: int, kept: list[Checkpoint], rows: list[Record]) -> End:
    told = put_together(connection, stream, sorted(rows, key=lambda row: row.seq))
    return End(head, after, kept, told[:1], [row for row in told if row.seq > after])
