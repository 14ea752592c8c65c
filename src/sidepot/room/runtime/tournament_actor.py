"""A running tournament: the actor of a `RoomTournament`, and its publisher.

Orders to the tables of an online tournament, and their reports, are sent again until they arrive. An order that arrives
twice is recognized by the number of its event, a report by the number of its hand.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.outbox import Outbox, TournamentTables
from sidepot.room.runtime.persons import NoPersons, Persons
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.tournament_storage import TOURNAMENTS
from sidepot.room.tournament.commands import Act, Freeze, Tick, TournamentCommand
from sidepot.room.tournament.events import TournamentEvent
from sidepot.room.tournament.machine import RoomTournament
from sidepot.tournament.commands import CountHand


def _is_report(command: TournamentCommand) -> bool:
    """Whether a command reports a hand: those of many tables come at once."""
    return isinstance(command, Act) and isinstance(command.do, CountHand)


# Many players send commands to a tournament at once, but each player only rarely.
KIND = Kind[TournamentCommand](
    "tournament", Tick(), Freeze, "tournament ", _is_report, most_waiting=4096, most_of_one=16, most_refused=1000
)

_NEWS: Final = b'{"type":"tournament","seq":%d}'  # for other nodes


class TournamentPublisher(Publisher[RoomTournament, TournamentEvent]):
    """Publishes the events of a tournament to its listeners, its tables (through the `outbox`) and other nodes.

    The `listeners` are the topics of pages and displays (`web.ws.topics`), and the copies in a folder. A listener gets
    None when the tournament was reloaded or has stopped. If a listener fails, all other listeners still get the event.
    The subscribers are other nodes, which get only the number of the event and read the log themselves.
    """

    def __init__(
        self, actor: TournamentActor, tournament: RoomTournament, services: Services, tables: TournamentTables
    ) -> None:
        super().__init__(tournament, actor.report_bug)
        self.outbox = Outbox(actor, services, tables, actor.notice)
        self.listeners: list[Callable[[TournamentActor, TournamentEvent | None], None]] = []
        self._actor = actor

    def publish(self, event: TournamentEvent | None) -> int:
        """Send the event to the listeners, and its number to other nodes.

        Returns the time of the next alarm. It is 0 (never) for a live tournament, which people run, and -1 (not known
        here) for an online tournament.
        """
        if event is not None:
            self.groups[0].publish(event.seq, _NEWS % event.seq)
        for listen in [*self.listeners]:
            try:
                listen(self._actor, event)
            except Exception as error:
                self._report(error)
        return 0 if self.machine.terms.live else -1

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The number of the last event, encoded."""
        return _NEWS % self.machine.seq

    def start_over(self, machine: RoomTournament) -> None:
        """Continue with a tournament that was reloaded."""
        super().start_over(machine)
        machine.wake()
        self.outbox.start_over()
        self.publish(None)

    def stop(self) -> None:
        """Inform the listeners that the tournament stops here, or moves to another node."""
        self.publish(None)


class TournamentActor(Actor[RoomTournament, TournamentCommand, TournamentEvent]):
    """The actor of one tournament."""

    def __init__(
        self,
        tournament: RoomTournament,
        services: Services,
        tables: TournamentTables,
        on_durable: Callable[[Any], None],
    ) -> None:
        self.persons: Persons = NoPersons(tournament.id, services.store)  # a live one has names for its marks
        publisher = self.publisher = TournamentPublisher(self, tournament, services, tables)
        self.outbox, self.listeners = publisher.outbox, publisher.listeners
        self._inform_registry = on_durable
        super().__init__(tournament, TOURNAMENTS, publisher, KIND, services, self._send_orders)

    @property
    def may_be_shown(self) -> bool:
        """Whether the state may be shown: it is durable, its names are known, and this process still owns the
        tournament.
        """
        return not self.is_busy and self._services.has_lease() and not self.persons.is_behind

    @property
    def is_done(self) -> bool:
        """Whether the tournament is over, and all its tables know that."""
        return self.machine.over and not any(self.machine.outbox.values())

    def now(self) -> int:
        """The time of the room in milliseconds since 1970."""
        return self._services.now()

    def _send_orders(self, _: Any) -> None:
        """Once everything is durable, send the tables of an online tournament their orders, and inform the registry."""
        if not self.machine.terms.live and self._services.has_lease(self):
            self.outbox.push()
        self._inform_registry(self)

    def notice(self) -> None:
        """Notify the registry that everything is durable, or that a table has carried out an order."""
        self._inform_registry(self)

    def start(self) -> None:
        """Start the actor: ask the tables which orders they have carried out, and set the alarm."""
        self.machine.wake()
        self.outbox.start_over()
        super().start()

    async def stop(self) -> None:
        """Stop deciding commands. Current writes are still published."""
        await super().stop()
        await self.outbox.stop()
