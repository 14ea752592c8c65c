"""A running tournament as those see it who work for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sidepot.room.running.jobs import Done
    from sidepot.room.running.persons import Persons
    from sidepot.room.tournaments.commands import EventSaying
    from sidepot.room.tournaments.live_tournament import LiveTournament


class EventOwner(Protocol):
    """The actor of a tournament."""

    id: str
    event: LiveTournament
    broken: str
    persons: Persons | None

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

    def report(self, error: Exception, /) -> None:
        """Keep what may be told of a mistake."""
