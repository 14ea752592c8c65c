"""The store: append-only streams of records (event logs), and a few other tables.

The records of a stream, such as `table/7`, are numbered from 1 without gaps. An append names the number that it
follows. If another process has written meanwhile, the store refuses the append (`Stale`), so that nobody decides on an
outdated state. Once `append` returns, the records are on disk and survive a crash or power cut.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from sidepot.errors import SidepotError
from sidepot.room.store.database import PATIENCE, TODAY, Build, connect_for_reading
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain
from sidepot.room.store.file_watch import Watch
from sidepot.room.store.log import (
    Record,
    StoredSnapshot,
    StreamsAhead,
    read_ends,
    read_head,
    read_records,
    read_sealed,
    read_snapshots,
)
from sidepot.room.store.member import Member, join
from sidepot.room.store.opening import open_to_write
from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.rows import BookChange
from sidepot.room.store.schema import MIGRATIONS, Migration, list_streams, meta, stream
from sidepot.room.store.transaction import Append, Write, check_name, insert_new
from sidepot.room.store.writer import Durations, Writer

T = TypeVar("T")
Seals = Sequence[tuple[str, bytes]]  # values by new keys

_READERS: Final = 4
TRIAL: Final = "trial"  # the setting that is written to test whether the store is writable
TRIAL_SIZE: Final = 16_384


def open_store(
    where: str | Path | Place,
    *,
    patience: float = PATIENCE,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    member: Member | None = None,
    build: Build = TODAY,
) -> Store:
    """Open or create the store in a file or at an address.

    - `patience`: the seconds to wait for another program that writes to the same file
    - `member`: this process's membership in the cluster that shares a PostgreSQL database; opening joins the cluster
    - `build`: the event formats that this program knows

    Raises StoreError if the store cannot be opened, and BadNotation if the address is malformed.
    """
    if isinstance(where, str) and "://" in where:
        where = place_of(address=where)
    elif not isinstance(where, Place):
        where = place_at(where)
    return Store(where, patience, migrations, member, build)


class Store:
    """An open store. Its coroutines can run concurrently.

    An actor submits its appends to the `writer`, without waiting. An actor that gets a StoreError calls `doubt`.
    """

    def __init__(
        self,
        place: Place,
        patience: float,
        migrations: Mapping[int, Migration],
        member: Member | None = None,
        build: Build = TODAY,
    ) -> None:
        connect, connection, self._lock = open_to_write(
            place, patience, migrations, shared=member is not None, build=build
        )
        self._writes = build.writes
        self.place = place
        self.member = member
        if member is not None:
            connect = join(member, connect, connection)
        self._reading = connect_for_reading(place, patience)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sidepot-reader")
        self._watch = Watch(place.file)
        self._watch.note_files()
        fences = (member.fence, member.guard) if member is not None else ()
        self.writer = Writer(connect, connection, place.shown, self._watch, *fences)
        self._closed = False
        self._doubted = -1  # the number of commits at the time of the last failed write
        self._trial: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def writes(self) -> int:
        """The event format that this process writes. All processes that share the store can read it."""
        return self._writes if self.member is None else self.member.writes

    # ---- streams

    async def append(
        self,
        stream: str,
        after: int,
        records: Sequence[bytes],
        at: int,
        seals: Seals = (),
        changes: Sequence[BookChange] = (),
    ) -> int:
        """Write records after number `after` (0 for the first ones). Returns the last number once they are durable.

        Everything is written or nothing: the records, the `seals` (under new keys), and the `changes` that the last
        record makes to the books. Raises Stale if the stream does not end at `after`, and StoreError if the store
        fails. After either error, read the stream again. If the caller is cancelled, the records may or may not be
        written.
        """
        return await self.write_append(Append(stream, after, records, at, seals, changes=changes))

    async def write_append(self, append: Append) -> int:
        """Write an `Append`. Returns and raises what `append` returns and raises."""
        last = await self._do(append)
        assert isinstance(last, int)
        return last

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records of a stream after number `after`, in order, at most `limit` of them (None: all)."""
        check_name(stream)
        return await self.ask(lambda connection: read_records(connection, stream, after, limit))

    async def snapshots(self, stream: str) -> list[StoredSnapshot]:
        """The snapshots of a stream, latest first."""
        check_name(stream)
        return await self.ask(lambda connection: read_snapshots(connection, stream))

    async def head(self, stream: str) -> int:
        """The number of the last record of a stream (0 if it has none)."""
        check_name(stream)
        return await self.ask(lambda connection: read_head(connection, stream))

    async def read_ahead(self, streams: Sequence[str]) -> StreamsAhead:
        """Read the ends of these streams in one transaction. Raises StoreError if the database cannot be read."""
        return StreamsAhead(self, await self.ask(lambda connection: read_ends(connection, streams)) if streams else {})

    async def streams(self, prefix: str = "") -> list[str]:
        """The names of the streams that begin with `prefix`, in order."""
        return await self.ask(lambda connection: list_streams(connection, prefix))

    async def lasting(self, prefix: str = "") -> list[tuple[str, bool]]:
        """The names of the streams that begin with `prefix`, in order, and whether each is unfinished."""
        query = select(stream.c.name, stream.c.over.is_(None)).order_by(stream.c.name)
        query = query.where(stream.c.name >= prefix, stream.c.name < prefix + "\x7f")  # names are plain characters
        return await self.ask(lambda connection: [(name, bool(lasts)) for name, lasts in connection.execute(query)])

    async def end(self, name: str, at: int) -> None:
        """Mark a stream as ended at the time `at`. It can still be read."""
        check_name(name)
        ends = update(stream).where(stream.c.name == name, stream.c.over.is_(None)).values(over=at)

        def act(connection: Connection) -> None:
            connection.execute(ends)

        await self.write(act)

    async def unseal(self, hand: str) -> bytes | None:
        """The value that was sealed for a hand, unsealed (None if there is none)."""
        check_name(hand)
        return await self.ask(lambda connection: read_sealed(connection, hand))

    # ---- settings

    async def put(self, key: str, value: str | None) -> None:
        """Set a setting of the room. If `value` is None, delete the setting."""
        check_name(key)

        def act(connection: Connection) -> None:
            connection.execute(delete(meta).where(meta.c.key == "room/" + key))
            if value is not None:
                connection.execute(insert(meta).values(key="room/" + key, value=value))

        await self.write(act)

    async def put_new(self, key: str, value: str) -> str:
        """Set a setting of the room, unless it already has a value. Returns the value that it has afterwards."""
        check_name(key)
        row = {"key": "room/" + key, "value": value}

        def act(connection: Connection) -> str:
            insert_new(connection, meta, row)
            return str(connection.scalar(select(meta.c.value).where(meta.c.key == row["key"])))

        return await self.write(act)

    async def get(self, key: str) -> str | None:
        """The value of a setting of the room (None if it is not set)."""
        check_name(key)
        query = select(meta.c.value).where(meta.c.key == "room/" + key)
        return await self.ask(lambda connection: connection.scalar(query))

    # ---- other reads and writes

    async def write(self, act: Callable[[Connection], T]) -> T:
        """Run `act` in a transaction of the writer. Returns its result once the writes are durable.

        `act` may run twice, if the first run is rolled back. `act` must not change records, which only `append` writes.
        """
        done: list[T] = []

        def keep(connection: Connection) -> None:
            done[:] = [act(connection)]

        await self._do(keep)
        return done[0]

    async def _do(self, what: Append | Write) -> object:
        try:
            return await self.writer.do(what)
        except StoreError as error:
            if error.trouble not in (Trouble.STALE, Trouble.CLOSED):
                self.doubt()
            raise

    async def ask(self, question: Callable[[Connection], T]) -> T:
        """Run `question` in a read transaction, and return its result."""
        if self._closed:
            raise StoreError(Trouble.CLOSED, f"{self.place.shown}: {TEXTS[Trouble.CLOSED]}")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        self._watch.look()  # a new connection would read another file
        try:
            with self._reading.connect() as connection, connection.begin():
                return question(connection)
        except Exception as error:
            raise explain(error, self.place.shown) from None

    # ---- whether the store is writable

    def doubt(self) -> None:
        """Record that a write failed: the store counts as unavailable until a write succeeds."""
        self._doubted = self.commits

    @property
    def is_ill(self) -> bool:
        """Whether the store is unavailable, because the last write failed, or the file was moved or deleted."""
        return self._doubted == self.commits or not self._watch.holds

    @property
    def is_in_place(self) -> bool:
        """Whether the file still exists under the name that it was opened by."""
        return self._watch.lost is None

    async def is_well(self, patience: float = 1.0) -> bool:
        """Whether the store is writable. If this is in doubt, try to write for up to `patience` seconds."""
        if self.is_ill and (self._trial is None or self._trial.done()):
            self._trial = asyncio.create_task(self._try())
        if self.is_ill and self._trial is not None:
            await asyncio.wait([self._trial], timeout=patience)
        return not self.is_ill

    async def _try(self) -> None:
        """Write something that needs disk space, then delete it."""

        def act(connection: Connection) -> None:
            connection.execute(delete(meta).where(meta.c.key == TRIAL))
            connection.execute(insert(meta).values(key=TRIAL, value="x" * TRIAL_SIZE))
            connection.execute(delete(meta).where(meta.c.key == TRIAL))

        with suppress(SidepotError):
            await self.write(act)

    @property
    def commits(self) -> int:
        """The number of commits. Many appends can share one commit."""
        return self.writer.commits.count

    @property
    def commit_waits(self) -> Durations:
        """How long the commits so far have taken, as a histogram."""
        return self.writer.commits

    async def close(self) -> None:
        """Write everything that is waiting, and close the database. Closing twice does no harm."""
        await asyncio.to_thread(self._close)
        if self._trial is not None:
            await asyncio.wait([self._trial])

    def _close(self) -> None:
        self._closed = True
        self._readers.shutdown()
        self._reading.dispose()
        self.writer.close()  # the last connection to a file; SQLite then removes its log
        if self.member is not None:
            self.member.leave()
        if self._lock is not None:
            self._lock.release()
