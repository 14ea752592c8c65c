"""The dealers' helpers of the room: the registry that finds or opens them.

A helper is opened when its table is first asked for, and loaded from its log when it is asked for again.
"""

from __future__ import annotations

from sidepot.errors import Conflict
from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.dealer_actor import DealerActor
from sidepot.room.runtime.dealer_storage import DEALER_STREAMS, STORAGE
from sidepot.room.runtime.registry import Registry
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.storage import AT_ONCE


class DealerRegistry(Registry[DealerActor, DealerTable, c.DealerEvent]):
    """The registry of the dealers' helpers in a room."""

    def __init__(self, services: Services) -> None:
        super().__init__(STORAGE, services)

    async def make(self, machine: DealerTable) -> DealerActor:
        """Make the actor of a helper."""
        return DealerActor(machine, self.served(), self.on_durable)

    def no_such(self, id: str) -> Conflict:
        """The error for an unknown id of a helper."""
        return Conflict(f"no such helper: {id}", code="no_table")

    async def of(self, tournament: str, table: int) -> DealerActor:
        """The helper of a table. If the table has none, a new one is opened.

        Raises StoreError if a new helper cannot be stored, and Unreadable if the log of the helper cannot be replayed.
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
        """The state of a helper, once it is durable. Raises Busy if the store cannot be written."""
        await actor.until_durable()
        return actor.machine

    async def events(self, id: str) -> list[c.DealerEvent]:
        """All events of a helper's log."""
        store, found, after = self.served().store, list[c.DealerEvent](), 0
        while records := await store.read(DEALER_STREAMS + id, after, AT_ONCE):
            found += [c.decode(record.data) for record in records]
            after = records[-1].seq
        return found
