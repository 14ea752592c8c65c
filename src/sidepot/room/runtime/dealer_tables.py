"""The dealers' helpers of the room: their storage, their actors, and the registry that finds or opens them.

A helper is opened when its table is first asked for, and loaded from its log when it is asked for again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from sidepot.errors import Conflict
from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.errors import NOBODY, Busy
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.registry import Registry
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.storage import AT_ONCE, EventStorage, Unreadable
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.transaction import Append

DEALER_STREAMS: Final = "dealer/"
PATIENCE: Final = 10.0  # seconds that a reader waits until everything decided is durable
KIND = Kind[c.DealerCommand]("helper", c.Tick(), c.Freeze, "dealer ")
_NEWS: Final = b'{"type":"dealer","seq":%d}'


class UnreadableHelper(Unreadable, usual="helper_unreadable"):
    """Raised for a helper whose log cannot be replayed. Has the position of the fault."""


class DealerStorage(EventStorage[DealerTable, c.DealerEvent]):
    """Loads dealers' helpers. They need no snapshots, because a replay skips finished hands."""

    prefix, label, unreadable = DEALER_STREAMS, "helper", UnreadableHelper

    def decode(self, record: bytes) -> c.DealerEvent:
        """Decode a stored event of a helper."""
        return c.decode(record)

    def begin(self, id: str, first: c.DealerEvent | None) -> DealerTable:
        """Make a helper from its first event."""
        return DealerTable.begin(id, first)

    def to_append(self, machine: DealerTable, event: c.DealerEvent) -> Append:
        """The last event in its stored form."""
        return Append(DEALER_STREAMS + machine.id, event.seq - 1, (c.encode(event),), event.at)

    def restore(self, id: str, first: bytes, snapshot: Any, records: Sequence[bytes]) -> DealerTable:
        """Raise NotImplementedError, because no helper has a snapshot."""
        raise NotImplementedError


STORAGE: Final = DealerStorage()


class DealerPublisher(Publisher[DealerTable, c.DealerEvent]):
    """Publishes the number of each event, after which pages fetch what they show."""

    def publish(self, event: c.DealerEvent) -> int:
        """Send the number of the event to all subscribers. Returns 0, because a helper has no alarm."""
        self.groups[0].publish(event.seq, _NEWS % event.seq)
        return 0

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, as a message for a new subscriber."""
        return _NEWS % self.machine.seq


class DealerActor(Actor[DealerTable, c.DealerCommand, c.DealerEvent]):
    """The actor of one helper."""

    def __init__(self, table: DealerTable, services: Services, on_durable: Callable[[Any], None]) -> None:
        publisher = DealerPublisher(table, self.report_bug)
        super().__init__(table, STORAGE, publisher, KIND, services, on_durable)


class DealerRegistry(Registry[DealerActor, DealerTable, c.DealerEvent]):
    """The registry of the dealers' helpers in a room."""

    def __init__(self, services: Services) -> None:
        super().__init__(STORAGE, services)

    async def make(self, machine: DealerTable) -> DealerActor:
        """Make the actor of a helper."""
        return DealerActor(machine, self.served(), self.on_durable)

    def no_such(self, id: str) -> Conflict:
        """The refusal for an unknown id of a helper."""
        return Conflict(f"no such helper: {id}", code="no_table")

    async def of(self, tournament: str, table: int) -> DealerActor:
        """The helper of a table, which is opened if the table has none.

        Raises StoreError if it cannot be stored, and Unreadable if its log cannot be replayed.
        """
        name = f"{tournament}-{table}"
        if name not in self._actors:
            async with self._opening:
                if name not in self._actors:
                    self.begin(await self.make(await self._loaded(name, tournament, table)))
        return self._actors[name]

    async def _loaded(self, name: str, tournament: str, table: int) -> DealerTable:
        services = self.served()
        if await services.store.head(DEALER_STREAMS + name):
            return await STORAGE.load(services.store, name)
        machine = DealerTable(name, tournament, table)
        event = machine.decide(c.Open(tournament, table), now=services.now())
        await services.store.write_append(STORAGE.to_append(machine, event))
        return machine

    async def read(self, actor: DealerActor) -> DealerTable:
        """The state of a helper once all of it is durable. Raises Busy while the store cannot be written."""
        end = self.served().loop.time() + PATIENCE
        while actor.is_busy and not actor.is_stopped:
            if self.served().loop.time() > end:
                raise Busy(NOBODY, code="busy")
            await asyncio.sleep(0.005)
        return actor.machine

    async def events(self, id: str) -> list[c.DealerEvent]:
        """All events of a helper's log."""
        store, found, after = self.served().store, list[c.DealerEvent](), 0
        while records := await store.read(DEALER_STREAMS + id, after, AT_ONCE):
            found += [c.decode(record.data) for record in records]
            after = records[-1].seq
        return found
