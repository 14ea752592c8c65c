"""A running tournament as those see it who work for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sidepot.room.running.persons import Persons
    from sidepot.room.runtime.inbox import Done
    from sidepot.room.tournament.commands import EventSaying
    from sidepot.room.tournament.machine import LiveTournament


class EventOwner(Protocol):
    """The actor of a tournament."""

    id: str
    broken: str
    persons: Persons | None

    @property
    def event(self) -> LiveTournament:
        """The tournament itself."""

    @property
    def is_busy(self) -> bool:
        """Whether something is decided that is not durable yet, or the tournament is read again."""

    @property
    def is_stopped(self) -> bool:
        """Whether nothing is decided here any more."""

    async def say(self, said: EventSaying, /) -> int:
        """Say something in the name of the room, and wait until it is durable."""

    def submit(self, said: EventSaying, done: Done, /) -> None:
        """The same without waiting."""

    def notice(self) -> None:
        """See whether all is done now."""

    def report(self, error: Exception, /) -> None:
        """Keep what may be told of a mistake."""
