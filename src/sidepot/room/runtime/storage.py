"""Load a machine from the store: from its last snapshot and the later events, or from all events.

The log is authoritative. A snapshot only saves time. If there is any doubt about it, the machine is rebuilt from its
first event.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol

from sidepot.errors import SidepotError
from sidepot.room.runtime.machine import E, M, M_co
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.log import Record, StoredSnapshot, Streams
from sidepot.room.store.snapshot import Snapshots
from sidepot.room.store.transaction import Append

AT_ONCE: Final = 2000  # records per query; other readers get their turn between queries
TRIES: Final = 5  # tries of `was_begun`
AGAIN: Final = 1.0  # seconds between them


class Unreadable(SidepotError, usual="table_unreadable"):
    """Raised for a log that cannot be replayed, with the number of the faulty record.

    The error never contains the record itself, which may contain cards.
    """

    def __init__(self, name: str, what: str, error: Exception | None = None) -> None:
        kind = f" ({type(error).__name__})" if error is not None else ""
        super().__init__(f"{name} cannot be read: {what}{kind}")
        self.what = what


class Replay(Protocol[M_co]):
    """A machine whose log is being replayed."""

    def take(self, record: bytes, /) -> None:
        """Apply the next record. May raise any kind of error if it does not follow from the records before it."""

    def done(self) -> M_co:
        """Return the machine. Raises SidepotError if there was no record."""
        ...


class Storage(ABC, Generic[M, E]):
    """How machines of one kind are stored and loaded. Each kind defines how its events are encoded and decoded.

    - `prefix`: the first part of a stream's name, before the id
    - `label`: the word before an id in messages
    - `snapshots`: encodes and decodes the machines' snapshots (None if the kind has none)
    """

    prefix = ""
    label = ""
    unreadable: type[Unreadable] = Unreadable
    snapshots: Snapshots[Any] | None = None

    @abstractmethod
    def to_append(self, machine: M, event: E) -> Append:
        """The last event as it is stored, and all that must be written in the same transaction."""

    def from_seq(self, snapshot: Any, seq: int) -> int:
        """The number of the event after which records are needed, given a snapshot taken at event `seq`."""
        return seq

    @abstractmethod
    def restore(self, id: str, first: bytes, snapshot: Any, records: Sequence[bytes]) -> M:
        """Restore a machine from the `first` record of its log, its snapshot, and the other records that it needs.

        May raise any kind of error if they do not belong together.
        """

    @abstractmethod
    def resume(self, machine: M, records: Sequence[bytes]) -> M:
        """Apply the records after the snapshot. Returns the machine.

        May raise any kind of error if a record does not follow from the records before it.
        """

    @abstractmethod
    async def replay(self, store: Streams, id: str) -> Replay[M]:
        """Begin the replay of a machine's log."""

    async def complete(self, store: Streams, machine: M) -> None:
        """Add to a loaded machine what is stored outside its log, such as sealed decks."""

    # ---- loading

    def stream(self, id: str) -> str:
        """The name of a machine's stream in the store."""
        return self.prefix + id

    async def load(self, store: Streams, id: str) -> M:
        """Load a machine. Raises StoreError if the store cannot be read, and Unreadable if the log cannot be
        replayed.
        """
        machine = await self.load_bare(store, id)
        await self.complete(store, machine)
        return machine

    async def rebuild(self, store: Streams, id: str) -> M:
        """Load a machine from its first event, without snapshots."""
        machine = await self._rebuild_bare(store, id)
        await self.complete(store, machine)
        return machine

    async def load_bare(self, store: Streams, id: str) -> M:
        """Load a machine from its log, without what is stored elsewhere."""
        for kept in await snapshots_of(store, self.stream(id)):
            machine = await self._from_snapshot(store, id, kept)
            if machine is not None:
                return machine
        return await self._rebuild_bare(store, id)

    async def _from_snapshot(self, store: Streams, id: str, kept: StoredSnapshot) -> M | None:
        """Load a machine from a snapshot. Returns None if anything about the snapshot is doubtful."""
        if self.snapshots is None or kept.version != self.snapshots.version():
            return None
        stream = self.stream(id)
        try:
            snapshot = self.snapshots.decode(kept.data)
            first = await store.read(stream, 0, 1)
            after = self.from_seq(snapshot, kept.seq)
            records: list[Record] = []
            while more := await store.read(stream, after, AT_ONCE):
                records += more
                after = more[-1].seq
            needed = [record.data for record in records if record.seq <= kept.seq]
            machine = self.restore(id, first[0].data, snapshot, needed)
            if machine.seq != kept.seq:
                return None
            return self.resume(machine, [record.data for record in records if record.seq > kept.seq])
        except StoreError:
            raise
        except Exception:  # any error: the log itself decides
            return None

    async def _rebuild_bare(self, store: Streams, id: str) -> M:
        name, replay = f"{self.label} {id}", await self.replay(store, id)
        after = 0
        while records := await store.read(self.stream(id), after, AT_ONCE):
            for record in records:
                try:
                    replay.take(record.data)
                except Exception as error:
                    what = f"event {record.seq} is damaged, or does not follow from those before it"
                    raise self.unreadable(name, what, error) from error
            after = records[-1].seq
        try:
            return replay.done()
        except SidepotError as error:
            raise self.unreadable(name, "it has no events", error) from error


class EventStorage(Storage[M, E]):
    """A storage for machines that begin with their first event and are changed by every later event."""

    @abstractmethod
    def decode(self, record: bytes) -> E:
        """Decode a stored event. Raises SidepotError if the record is malformed."""

    @abstractmethod
    def begin(self, id: str, first: E | None) -> M:
        """Make a machine from its first event. Raises BadNotation if there is no event, or it does not begin a
        machine.
        """

    def resume(self, machine: M, records: Sequence[bytes]) -> M:
        """Apply the records after the snapshot. Returns the machine.

        May raise any kind of error if a record does not follow from the records before it.
        """
        for record in records:
            machine.apply(self.decode(record))
        return machine

    async def replay(self, store: Streams, id: str) -> Replay[M]:
        """Begin the replay of a machine's log."""
        return _Replay(self, id)


class _Replay(Generic[M, E]):
    """A replay that decodes and applies each event."""

    def __init__(self, storage: EventStorage[M, E], id: str) -> None:
        self._storage = storage
        self._id = id
        self._machine: M | None = None

    def take(self, record: bytes) -> None:
        """Apply the next record."""
        event = self._storage.decode(record)
        if self._machine is None:
            self._machine = self._storage.begin(self._id, event)
        else:
            self._machine.apply(event)

    def done(self) -> M:
        """Return the machine."""
        return self._machine or self._storage.begin(self._id, None)


async def snapshots_of(store: Streams, stream: str) -> Sequence[StoredSnapshot]:
    """The snapshots of a stream, latest first.

    If they are damaged, none are returned, because the records may still be intact.
    """
    try:
        return await store.snapshots(stream)
    except StoreError as error:
        if error.trouble is not Trouble.DAMAGED:
            raise
        return ()


def last_of(streams: Sequence[tuple[str, bool]], prefix: str) -> int:
    """The highest number that follows `prefix` in the names of streams (0 if there is none).

    >>> last_of([("table/9", True), ("table/10", False), ("table/old", True)], "table/")
    10
    """
    return max([int(number) for name, _ in streams if (number := name[len(prefix) :]).isdecimal()], default=0)


async def was_begun(store: Streams, stream: str, first: bytes) -> bool:
    """Whether a stream begins with this event. After a failed write, only the store can tell.

    Raises StoreError if the store does not answer.
    """
    for left in range(TRIES - 1, -1, -1):
        try:
            return any(record.data == first for record in await store.read(stream, 0, 1))
        except StoreError:
            if not left:
                raise
        await asyncio.sleep(AGAIN)
    return False
