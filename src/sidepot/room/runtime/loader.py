"""Load a machine from the store: from its last snapshot and the events after it, or from all of its events.

The log is authoritative. A snapshot only saves time: if anything about one is in doubt, the machine is rebuilt from its
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

AT_ONCE: Final = 2000  # records of one query; other readers get their turn before the next
TRIES: Final = 5  # of `was_begun`
AGAIN: Final = 1.0  # seconds between these


class Unreadable(SidepotError, usual="table_unreadable"):
    """A log that cannot be replayed, and where: without the content, which may be cards."""

    def __init__(self, name: str, what: str, error: Exception | None = None) -> None:
        kind = f" ({type(error).__name__})" if error is not None else ""
        super().__init__(f"{name} cannot be read: {what}{kind}")
        self.what = what


class Replay(Protocol[M_co]):
    """A machine that is being rebuilt from its records."""

    def take(self, record: bytes, /) -> None:
        """Apply the next record. Raises whatever error a record causes that does not follow."""

    def done(self) -> M_co:
        """The machine. Raises SidepotError if there was no record."""
        ...


class Loader(ABC, Generic[M, E]):
    """How the machines of one kind are stored and loaded.

    `prefix` comes before an id in the name of its stream, `label` in messages. Each kind defines how its events are
    encoded and decoded. `snapshots` encodes the snapshots of its machines; None for a kind without any.
    """

    prefix = ""
    label = ""
    unreadable: type[Unreadable] = Unreadable
    snapshots: Snapshots[Any] | None = None

    @abstractmethod
    def to_append(self, machine: M, event: E) -> Append:
        """The last event as the store is to write it, with all that is written together with it."""

    def from_seq(self, image: Any, seq: int) -> int:
        """The number after which records are needed with a snapshot of event `seq`."""
        return seq

    @abstractmethod
    def restore(self, id: str, first: bytes, image: Any, records: Sequence[bytes]) -> M:
        """The machine as it was at its snapshot; `records` are those that it needs. Raises if anything is wrong."""

    @abstractmethod
    def resume(self, machine: M, records: Sequence[bytes]) -> M:
        """The machine with the records after its snapshot. Raises for those that do not follow."""

    @abstractmethod
    async def replay(self, store: Streams, id: str) -> Replay[M]:
        """A machine of which nothing is read yet."""

    async def complete(self, store: Streams, machine: M) -> None:
        """Bring a machine what is stored outside its log."""

    # ---- loading

    def stream(self, id: str) -> str:
        """The stream of a machine."""
        return self.prefix + id

    async def load(self, store: Streams, id: str) -> M:
        """The machine as its log makes it. Raises StoreError, and Unreadable for a log that makes none."""
        machine = await self.load_bare(store, id)
        await self.complete(store, machine)
        return machine

    async def rebuild(self, store: Streams, id: str) -> M:
        """The same from its first event, whatever snapshots there are."""
        machine = await self._rebuild_bare(store, id)
        await self.complete(store, machine)
        return machine

    async def load_bare(self, store: Streams, id: str) -> M:
        """The machine as its log makes it, without what is stored elsewhere."""
        for kept in await snapshots_of(store, self.stream(id)):
            machine = await self._from_snapshot(store, id, kept)
            if machine is not None:
                return machine
        return await self._rebuild_bare(store, id)

    async def _from_snapshot(self, store: Streams, id: str, kept: StoredSnapshot) -> M | None:
        """The machine from one snapshot; None if anything in it is doubtful."""
        if self.snapshots is None or kept.version != self.snapshots.version():
            return None
        stream = self.stream(id)
        try:
            image = self.snapshots.decode(kept.data)
            first = await store.read(stream, 0, 1)
            after = self.from_seq(image, kept.seq)
            records: list[Record] = []
            while more := await store.read(stream, after, AT_ONCE):
                records += more
                after = more[-1].seq
            needed = [record.data for record in records if record.seq <= kept.seq]
            machine = self.restore(id, first[0].data, image, needed)
            if machine.seq != kept.seq:
                return None
            return self.resume(machine, [record.data for record in records if record.seq > kept.seq])
        except StoreError:
            raise
        except Exception:  # whatever it is: the log itself decides
            return None

    async def _rebuild_bare(self, store: Streams, id: str) -> M:
        name, replay = f"{self.label} {id}", await self.replay(store, id)
        after = 0
        while records := await store.read(self.stream(id), after, AT_ONCE):
            for record in records:
                try:
                    replay.take(record.data)
                except Exception as error:
                    what = f"entry {record.seq} is none, or does not follow from those before it"
                    raise self.unreadable(name, what, error) from error
            after = records[-1].seq
        try:
            return replay.done()
        except SidepotError as error:
            raise self.unreadable(name, "there is no entry", error) from error


class EventLoader(Loader[M, E]):
    """The loader of a kind whose machine is made by its first event, and by applying the others."""

    @abstractmethod
    def decode(self, record: bytes) -> E:
        """An event as it was stored. Raises SidepotError for a record that is none."""

    @abstractmethod
    def begin(self, id: str, first: E | None) -> M:
        """The machine that the first event makes. Raises BadNotation if it makes none, or there is none."""

    def resume(self, machine: M, records: Sequence[bytes]) -> M:
        """The machine with the records after its snapshot. Raises for those that do not follow."""
        for record in records:
            machine.apply(self.decode(record))
        return machine

    async def replay(self, store: Streams, id: str) -> Replay[M]:
        """A machine of which nothing is read yet."""
        return _Replay(self, id)


class _Replay(Generic[M, E]):
    """Each event is decoded, and applied."""

    def __init__(self, loader: EventLoader[M, E], id: str) -> None:
        self._loader = loader
        self._id = id
        self._machine: M | None = None

    def take(self, record: bytes) -> None:
        """Take in the next record."""
        event = self._loader.decode(record)
        if self._machine is None:
            self._machine = self._loader.begin(self._id, event)
        else:
            self._machine.apply(event)

    def done(self) -> M:
        """The machine."""
        return self._machine or self._loader.begin(self._id, None)


async def snapshots_of(store: Streams, stream: str) -> Sequence[StoredSnapshot]:
    """The snapshots of a stream, the last one first; none if they are damaged: the records may be whole."""
    try:
        return await store.snapshots(stream)
    except StoreError as error:
        if error.trouble is not Trouble.DAMAGED:
            raise
        return ()


def last_of(streams: Sequence[tuple[str, bool]], prefix: str) -> int:
    """The highest number after the prefix in the names of streams; 0 if there is none.

    >>> last_of([("table/9", True), ("table/10", False), ("table/old", True)], "table/")
    10
    """
    return max([int(number) for name, _ in streams if (number := name[len(prefix) :]).isdecimal()], default=0)


async def was_begun(store: Streams, stream: str, first: bytes) -> bool:
    """Whether a log begins with that event, if the store could not say. Raises StoreError if it still cannot."""
    for left in range(TRIES - 1, -1, -1):
        try:
            return any(record.data == first for record in await store.read(stream, 0, 1))
        except StoreError:
            if not left:
                raise
        await asyncio.sleep(AGAIN)
    return False
