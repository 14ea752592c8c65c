"""The messages of a table as its subscribers get them, without a publisher."""

from __future__ import annotations

import msgspec

from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of


def event(room: RoomTable, entry: TableEvent) -> bytes:
    """The message to all about the last event."""
    return msgspec.json.encode(event_of(room, entry))


def yours(room: RoomTable, player: str, staff: bool = False) -> bytes | None:
    """The private view of a player; None without one."""
    found = player_view(room, player, staff=staff)
    return None if found is None else msgspec.json.encode(found)
