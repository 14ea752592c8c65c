"""A table while it runs: the actor of a `RoomTable`, its log, and its publisher."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.table_log import TableLoader, TableLog
from sidepot.room.runtime.table_publisher import TablePublisher
from sidepot.room.table.commands import Freeze, TableCommand, Tick
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable

KIND = Kind[TableCommand]("", Tick(), Freeze)


class TableActor(Actor[RoomTable, TableCommand, TableEvent]):
    """One table of the room while it runs."""

    def __init__(self, room: RoomTable, services: Services, noticed: Callable[[Any], None] = lambda _: None) -> None:
        log = TableLog(room.id, TableLoader(room.chance), services)
        publisher = self.publisher = TablePublisher(room, self.submit, self.report)
        super().__init__(room, log, publisher, KIND, services, noticed)
        log.onlookers, log.report = publisher.accounts, self.report

    def __repr__(self) -> str:
        return f"<TableActor {self.id!r} at entry {self.machine.seq}>"

    @property
    def room(self) -> RoomTable:
        """The table itself."""
        return self.machine

    def start(self) -> None:
        """Its time runs from now on; players who do not come to watch are away."""
        self.publisher.begin()
        super().start()
