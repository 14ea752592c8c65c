"""A tournament while it runs: the actor of a `RoomTournament`, its log, and what is told to its tables and followers.

What crosses between its log and those of its tables is sent again until it is known to be there, and known when it
comes twice: an order by the number of its record, a report by that of its hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.loader import StoredLog
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.outbox import Outbox, TournamentTables
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.tournament_followers import Followers
from sidepot.room.runtime.tournament_log import TOURNAMENTS
from sidepot.room.tournament.commands import Freeze, Tick, TournamentCommand
from sidepot.room.tournament.events import TournamentEvent
from sidepot.room.tournament.machine import RoomTournament

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.send_queue import Subscriber

# Many players speak to a tournament at once, but each of them seldom.
KIND = Kind[TournamentCommand](
    "tournament", Tick(), Freeze, "event ", most_waiting=4096, most_of_one=16, most_refused=1000
)


class TournamentPublisher:
    """All who hear of a tournament: its `followers`, its tables by `outbox`, and `hearers` of each durable record.

    A hearer gets None where the tournament was loaded again. One that cannot hear is no trouble for those after it.
    """

    def __init__(self, actor: TournamentActor, services: Services, tables: TournamentTables) -> None:
        self._actor = actor
        self.followers = Followers(actor, services)
        self.outbox = Outbox(actor, services, tables)
        self.hearers: list[Callable[[TournamentActor, TournamentEvent | None], None]] = []

    def publish(self, entry: TournamentEvent | None) -> int:
        """Tell that a record is durable."""
        self.followers.changed()
        for hear in [*self.hearers]:
            try:
                hear(self._actor, entry)
            except Exception as error:
                self._actor.report(error)
        return -1

    def add(self, viewer: Subscriber, since: int) -> None:
        """Send a follower the state, and again when it has changed."""
        self.followers.add(viewer)

    def drop(self, viewer: Subscriber) -> None:
        """This one does not follow any more."""
        self.followers.drop(viewer)

    def settled(self) -> None:
        """Order the tables."""
        self.outbox.push()

    def start_over(self, event: RoomTournament) -> None:
        """The tournament was loaded again."""
        event.wake()
        self.outbox.start_over()
        self.publish(None)

    def send_away(self, reason: str, code: str) -> None:
        """Its followers see what was told last; what it came to is in its stream."""

    def stop(self) -> None:
        """Followers are told nothing any more."""
        self.followers.stop()


class TournamentActor(Actor[RoomTournament, TournamentCommand, TournamentEvent]):
    """One tournament of the room while it runs."""

    def __init__(
        self, event: RoomTournament, services: Services, tables: TournamentTables, noticed: Callable[[Any], None]
    ) -> None:
        self.persons: Persons | None = None  # of one with real chips and cards: who is who
        found = TournamentPublisher(self, services, tables)
        self.followers, self.outbox, self.hearers = found.followers, found.outbox, found.hearers
        super().__init__(event, StoredLog(event.id, TOURNAMENTS, services), found, KIND, services, noticed)

    def __repr__(self) -> str:
        return f"<TournamentActor {self.id!r} at record {self.machine.seq}>"

    @property
    def event(self) -> RoomTournament:
        """The tournament itself."""
        return self.machine

    @property
    def is_done(self) -> bool:
        """Whether it is over, and all its tables know."""
        return self.machine.over and not any(self.machine.outbox.values())

    def now(self) -> int:
        """The time here."""
        return self._services.now()

    def notice(self) -> None:
        """A table has taken an order: see whether all is done now."""
        self._noticed(self)

    def wake(self) -> None:
        """Take it up after it was read: it has a director, and asks its tables which orders they have."""
        self.machine.wake()
        self.outbox.start_over()

    def start(self) -> None:
        """Its time runs from now on."""
        self.wake()
        super().start()

    async def stop(self) -> None:
        """Nothing is decided any more; what is being written is told."""
        await super().stop()
        await self.outbox.stop()
