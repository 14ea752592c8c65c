"""A tournament that another process of the room has, as the clients of this one use it, and its tables here."""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.cluster.gateway import Gateway
from sidepot.cluster.remote import RemoteTable
from sidepot.errors import Conflict
from sidepot.room.runtime.unavailable import NOBODY, Busy
from sidepot.room.tournament import commands
from sidepot.room.tournament.machine import LiveTournament
from sidepot.room.views.tournament_fields import EventLine

_LINE = msgspec.json.Decoder(EventLine)


class RemoteEvent(RemoteTable):
    """Tournament `id` at another process. Said and followed as a table is; its `summary` is its line in the list."""

    encode = staticmethod(commands.encode)

    def __repr__(self) -> str:
        return f"<RemoteEvent {self.id!r} at {self.owner or 'nobody'}>"

    @property
    def event(self) -> LiveTournament:
        """Raises Busy: it is known to its owner alone. What it comes to is in its stream."""
        raise Busy(NOBODY, code="busy")


class EventGateway(Gateway):
    """All tournaments elsewhere."""

    make = RemoteEvent

    def _summary(self, told: bytes, node: str) -> Any:
        return _LINE.decode(told)

    def _tell_closed(self, table: RemoteTable) -> None:
        """Its followers were told that it is over, and may look at it further."""
        for waiting in table.commands.values():
            waiting.done(0, Conflict(f"there is no tournament {table.id}", code="no_tournament"))
