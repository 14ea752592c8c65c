"""A running tournament: the actor of a `RoomTournament`, and its publisher.

Orders to the tables of an online tournament, and their reports, are sent again until they arrive. One that arrives
twice is recognized: an order by the number of its event, a report by the number of its hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.outbox import Outbox, TournamentTables
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.tournament_log import TOURNAMENTS
from sidepot.room.tournament.commands import Freeze, Tick, TournamentCommand
from sidepot.room.tournament.events import TournamentEvent
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.views.readers import Reader, Scope, Scopes, scopes_for
from sidepot.room.views.tournament import Views
from sidepot.room.views.tournament_page import TournamentUpdate, own_view, public_tournament, tournament_seen

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons

# Many players send commands to a tournament at once, but each player only rarely.
KIND = Kind[TournamentCommand](
    "tournament", Tick(), Freeze, "tournament ", most_waiting=4096, most_of_one=16, most_refused=1000
)
PAUSE: Final = 0.5  # seconds between two states for subscribers
_ENCODER: Final = msgspec.json.Encoder()


class TournamentPublisher(Publisher[RoomTournament, TournamentEvent]):
    """The subscribers of a tournament, its tables (reached by the `outbox`), and the `hearers` of its durable events.

    Subscribers `follow` the tournament on a socket. They get its state at once, and then each change, at most twice a
    second. Hearers are parts of this process: the topics of displays and player pages (`web.ws.topics`), and the copies
    in a folder. A hearer gets None when the tournament was loaded again. If one hearer fails, the others still get the
    event.
    """

    def __init__(
        self, actor: TournamentActor, event: RoomTournament, services: Services, tables: TournamentTables, views: Views
    ) -> None:
        super().__init__(event, actor.report)
        self.outbox = Outbox(actor, services, tables)
        self.hearers: list[Callable[[TournamentActor, TournamentEvent | None], None]] = []
        self._actor = actor
        self._services = services
        self._timer: asyncio.TimerHandle | None = None
        self._views = views
        self._bodies: dict[Scopes, bytes] = {}  # the last encoded state, by what its readers may see
        self._stopped = False

    def publish(self, event: TournamentEvent | None) -> int:
        """Send the event to hearers now, and the state to subscribers soon.

        Returns when the next alarm is due: never in a live tournament (0), which people lead; else it is not known here
        (-1).
        """
        if self._joining or self.groups[0].by_person:
            self.groups[0].forget(self.machine.seq)  # no subscriber has the new state yet
            self._soon(PAUSE)
        for hear in [*self.hearers]:
            try:
                hear(self._actor, event)
            except Exception as error:
                self._report(error)
        return 0 if self.machine.terms.real else -1

    def add(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a new subscriber the state as soon as everything is durable."""
        super().add(subscriber)
        self._soon(0)

    def settled(self) -> None:
        """Send the tables of an online tournament their orders."""
        if not self.machine.terms.real:
            self.outbox.push()

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The state as this subscriber may see it. It is encoded once for all who may see the same."""
        event = self.machine
        view, staff = self._views.of(event, self._services.now()), subscriber.staff
        scopes = scopes_for(Reader.DIRECTOR if staff else Reader.STRANGER, event.terms.public, real=event.terms.real)
        if scopes not in self._bodies:
            update = TournamentUpdate(
                event.id, view.seq, view.at, tournament_seen(view.once(public_tournament), scopes)
            )
            self._bodies[scopes] = self._named(_ENCODER.encode(update), scopes)
        yours = own_view(view, subscriber.account, subscriber.player, staff=staff)
        own = b"" if yours is None else b',"yours":' + self._named(_ENCODER.encode(yours), scopes)
        return self._bodies[scopes][:-1] + own + b"}"

    def start_over(self, machine: RoomTournament) -> None:
        """Continue with the tournament that was loaded again."""
        self.machine = machine
        machine.wake()
        self.outbox.start_over()
        self.publish(None)

    def stop(self) -> None:
        """Stop sending to subscribers."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _soon(self, seconds: float) -> None:
        if self._timer is None and not self._stopped:
            self._timer = self._services.loop.call_later(seconds, self._send)

    def _send(self) -> None:
        """Send the state to all subscribers who do not have it."""
        self._timer = None
        if not (self._joining or self.groups[0].by_person):
            return
        persons = self._actor.persons
        if self._actor.is_busy or persons is not None and persons.is_behind or not self._services.may_answer:
            self._soon(0.01)
            return
        self._bodies.clear()  # names may have changed
        super().settled()
        for subscriber, seq in self.groups[0].known().items():
            if not seq:
                self.catch_up(subscriber)

    def _named(self, data: bytes, scopes: Scopes) -> bytes:
        persons = self._actor.persons
        if persons is None:
            return data
        return (persons if Scope.NAMES in scopes else persons.without_names()).fill_names(data)


class TournamentActor(Actor[RoomTournament, TournamentCommand, TournamentEvent]):
    """The actor of one tournament."""

    def __init__(
        self,
        event: RoomTournament,
        services: Services,
        tables: TournamentTables,
        noticed: Callable[[Any], None],
        views: Views,
    ) -> None:
        self.persons: Persons | None = None  # of a live tournament: the names for its marks
        publisher = self.publisher = TournamentPublisher(self, event, services, tables, views)
        self.outbox, self.hearers = publisher.outbox, publisher.hearers
        super().__init__(event, TOURNAMENTS, publisher, KIND, services, noticed)

    @property
    def is_done(self) -> bool:
        """Whether the tournament is over and all its tables know it."""
        return self.machine.over and not any(self.machine.outbox.values())

    def now(self) -> int:
        """The time of the room."""
        return self._services.now()

    def start(self) -> None:
        """Start: ask the tables which orders they have, and set the alarm."""
        self.machine.wake()
        self.outbox.start_over()
        super().start()

    async def stop(self) -> None:
        """Stop deciding. Writes in progress are still published."""
        await super().stop()
        await self.outbox.stop()
