"""A table while it runs: the actor of a `RoomTable`, its log, and the audience that it publishes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sidepot.room.running.audience import Audience
from sidepot.room.running.outlet import Viewer
from sidepot.room.running.stored_table import read_table, stream_of
from sidepot.room.running.told_once import ToldOnce
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import Kind, Written
from sidepot.room.runtime.services import Services
from sidepot.room.tables.checkpoint import to_keep
from sidepot.room.tables.commands import Freeze, Saying, Tick
from sidepot.room.tables.events import Entry, encode_entry
from sidepot.room.tables.listing import listed
from sidepot.room.tables.room_table import Chance, RoomTable

KIND = Kind[Saying]("", Tick(), Freeze)


class TableLog:
    """The stored entries of one table. `onlookers` are the accounts that watch it, `report` hears of mistakes."""

    def __init__(self, table: str, services: Services, chance: Chance) -> None:
        self._table = table
        self._stream = stream_of(table)
        self._services = services
        self._chance = chance
        self._told = ToldOnce()
        self.onlookers: Callable[[], list[str]] = list
        self.report: Callable[[Exception], None] = _nobody

    def append(self, room: RoomTable, entry: Entry, written: Written) -> None:
        """Have the store write the last entry, the secrets of its shuffles, and what is due at the end of a hand."""
        services = self._services
        data = self._told.encode(entry) if entry.table else encode_entry(entry)
        checkpoint = to_keep(room, entry) if entry.link else None
        rows = listed(room, entry, self.onlookers, self.report) if entry.link else None
        services.store.append_soon(
            self._stream, entry.seq - 1, (data,), entry.at, room.to_seal(), checkpoint, rows, room.booked,
            services.loop, written,
        )  # fmt: skip

    async def load(self) -> RoomTable:
        """The table as its stream makes it."""
        room = await read_table(self._services.store, self._table, self._chance)
        self._told = ToldOnce()
        return room


class TableActor(Actor[RoomTable, Saying, Entry]):
    """One table of the room while it runs."""

    def __init__(self, room: RoomTable, services: Services, noticed: Callable[[Any], None] = lambda _: None) -> None:
        log = TableLog(room.id, services, room.chance)
        audience = self.audience = Audience(room, self.submit, self.report)
        super().__init__(room, log, audience, KIND, services, noticed)
        log.onlookers, log.report = audience.accounts, self.report

    def __repr__(self) -> str:
        return f"<TableActor {self.id!r} at entry {self.machine.seq}>"

    @property
    def room(self) -> RoomTable:
        """The table itself."""
        return self.machine

    def start(self) -> None:
        """Its time runs from now on, and whoever does not come to watch is away."""
        self.audience.begin()
        super().start()

    def watch(self, viewer: Viewer, since: int = 0) -> None:
        """Tell a viewer what was missed after entry `since` (0: how the table stands), and then whatever happens.

        Also for a viewer who was behind, and has room again.
        """
        self.audience.wait(viewer, since)
        self.look()

    def unwatch(self, viewer: Viewer) -> None:
        """This viewer does not watch any more."""
        try:
            self.audience.leave(viewer)
        except Exception as error:
            self.went_wrong(error)


def _nobody(_: Exception) -> None:
    """Nobody hears of it."""
