"""What the server asks of the hall and its tables, so that a test can stand in for them."""

from __future__ import annotations

from typing import Any, Protocol

from sidepot.room.tables.sayings import Saying
from sidepot.room.tables.terms import RoomTerms


class Watching(Protocol):
    """Somebody who watches a table: each `data` is one message, as JSON text. While `lagging` nothing is sent."""

    player: str
    staff: bool
    lagging: bool

    def send(self, data: bytes) -> None:
        """Send it; never waits."""


class Actor(Protocol):
    """A running table; `room` is its `RoomTable`."""

    @property
    def room(self) -> Any:
        """The table itself, to read from."""

    async def say(self, said: Saying, *, by: str, id: str, staff: bool = False) -> int:
        """Say something to the table: the number of the entry that it became, once that is durable."""

    def watch(self, viewer: Any, since: int) -> None:
        """Tell a viewer what he missed after `since`, or how the table stands, and then whatever happens."""

    def unwatch(self, viewer: Any) -> None:
        """No longer."""


class TableHall(Protocol):
    """All the tables."""

    async def start(self) -> Any:
        """Take all tables up where they stood."""

    async def stop(self) -> Any:
        """Stop all tables; nothing of them is lost."""

    async def open(self, terms: RoomTerms, by: str) -> str:
        """Open a table, and say its id."""

    def tables(self) -> Any:
        """What the lobby shows of each table."""

    def actor(self, id: str) -> Any:
        """The table of that id."""
