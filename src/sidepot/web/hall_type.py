"""The hall, its tables and a client as the server uses them, so that a test can stand in for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from sidepot.errors import SidepotError
from sidepot.room.running.outlet import Viewer
from sidepot.room.table.commands import Saying
from sidepot.room.table.state import HandAt
from sidepot.room.table.terms import RoomTerms
from sidepot.table.bans import Ban
from sidepot.web.security.rate_limits import Bucket

Done = Callable[[int, SidepotError | None], object]


class Connected(Protocol):
    """A client who is logged in: `session` is the hash of the token, `bucket` how much may still be said."""

    session: str
    bucket: Bucket | None

    @property
    def is_staff(self) -> bool:
        """Whether the client may use the host's commands."""

    def leave(self, code: int, reason: str) -> None:
        """Close the client's socket."""

    def notice(self, table: str, because: str) -> None:
        """Something is wrong at a table: tell the client, if a host or on the staff."""

    def look_away(self, ban: Ban) -> None:
        """The client was banned: it watches no table any more, unless the ban lets it."""


class Actor(Protocol):
    """A running table; `room` is its `RoomTable`."""

    @property
    def room(self) -> Any:
        """The table itself, to read from."""

    def submit(self, said: Saying, done: Done, *, by: str, id: str, staff: bool, account: str) -> None:  # noqa: A002 - the name it has in the protocol
        """Say something to the table: `done` is told the number of its entry once that is durable, or what is wrong.

        `account` is who says it, `by` the name to show.
        """

    def watch(self, viewer: Viewer, since: int) -> None:
        """Tell a viewer all after `since`, or the state of the table, and then every event."""

    def unwatch(self, viewer: Viewer) -> None:
        """No longer."""


class TableHall(Protocol):
    """All the tables. `tell_host` is told what goes wrong, and at which; `heard` what other servers say aside.

    `connected` gives the accounts of the clients. While it is `leaving` its tables are handed over to other processes.
    """

    tell_host: Callable[[str, str], None] | None
    heard: Callable[[str, dict[str, Any]], None] | None
    connected: Callable[[], set[str]]
    leaving: bool

    @property
    def events(self) -> Any:
        """The tournaments beside the tables: an `EventHall`."""

    async def start(self) -> Any:
        """Take all tables up where they stood."""

    async def stop(self) -> Any:
        """Stop all tables; nothing of them is lost."""

    def clock(self) -> int:
        """The time at the tables."""

    def forget(self) -> None:
        """Let the tables forget players who left long ago."""

    async def open(self, terms: RoomTerms, by: str) -> str:
        """Open a table, and say its id."""

    def gauges(self) -> dict[str, float]:
        """Counts of what is shared with other processes, by name."""

    def tell_others(self, about: str, **facts: Any) -> None:
        """Say something to the other servers of the room, if there are any."""

    async def drain(self) -> bool:
        """Hand all tables over to the other processes of the room: whether all of them are there."""

    async def has_duty(self, duty: str) -> bool:
        """Whether this process sees to something that one process of the room does."""

    def is_locked(self, table: str) -> bool:
        """Whether a table has a password by its terms."""

    async def hands(self, table: str) -> list[int]:
        """The numbers of the hands of a table that are over."""

    async def hand_at(self, table: str, number: int) -> HandAt | None:
        """Where a hand that is over lies in the stream of its table."""

    def phases(self) -> Counter[str]:
        """How many tables are in each phase."""

    async def known(self) -> set[str]:
        """The accounts that any table of the room knows, and those of the clients of other processes."""

    def newly_known(self) -> set[str]:
        """The accounts that have become known at any table since this was asked last."""

    def tables(self) -> Any:
        """The lobby's summary of each table."""

    def seats_of(self, account: str) -> list[str]:
        """The tables at which somebody sits, or which they have entered."""

    def actor(self, table: str) -> Any:
        """The table of that id."""
