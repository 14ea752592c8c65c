"""The tournaments of a room that several nodes share. Like a table, each has one owner.

The node that announces a tournament is its first owner. Another node takes it over when the owner's lease ends, or gets
it when the owner stops. The tables of a tournament can be on any node. Orders and reports go over the bus; they are
sent again until they arrive, and an order or report that arrives twice is recognized. Other nodes read a tournament
from its log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.cluster.registry import SharedRegistry
from sidepot.cluster.remote import Wire
from sidepot.cluster.routing import MISSED, NodeRouting, Routing
from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.clock import RETRY
from sidepot.room.runtime.outbox import TournamentTables
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS, TOURNAMENTS, tournament_stream
from sidepot.room.runtime.tournaments import TournamentRegistry, line_of
from sidepot.room.table.commands import Open
from sidepot.room.table.events import decode_table_event
from sidepot.room.tournament.commands import TournamentCommand, decode, encode
from sidepot.room.tournament.events import TournamentEvent, decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.views.tournament_schema import TournamentLine

if TYPE_CHECKING:
    from sidepot.room.runtime.live_copy import TournamentCopy
    from sidepot.room.runtime.lobby import TableSummary
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.registry import Handle
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.subscribers import Subscriber
    from sidepot.room.runtime.table_actor import TableActor
    from sidepot.room.table.commands import TableCommand
    from sidepot.room.table.terms import RoomTerms

PERSONS: Final = "persons"  # notice to other processes: a person was entered, renamed or got a new slip
READ_MOST: Final = 50  # remote tournaments kept in memory for readers

_LINE: Final = msgspec.json.Decoder(TournamentLine)

WIRE: Final = Wire[TournamentCommand, TournamentLine](
    encode,
    decode,
    read_summary=lambda data, node: _LINE.decode(data),
    closed=lambda tournament: Conflict(f"no such tournament: {tournament}", code="no_tournament"),
    gone=lambda _: None,  # subscribers know that it is over, and may go on looking at it
)


class SharedTables(TournamentTables):
    """The tables of the room. `here` returns a local table, and `elsewhere` a remote table."""

    def __init__(
        self,
        open_table: Callable[[RoomTerms], Any],
        here: Callable[[str], TableActor | None],
        elsewhere: Callable[[str], Any],
    ) -> None:
        super().__init__(open_table, lambda table: here(table) or elsewhere(table))
        self.here = here

    def last_order(self, table: str) -> int | None:
        """The number of the last order that a local table has carried out.

        Returns None for a remote table, because the table's owner reports the number.
        """
        actor = self.here(table)
        at = actor.machine.at_tournament if actor is not None else None
        return at.step if at is not None else None


class SharedTournamentRegistry(
    SharedRegistry[TournamentActor, RoomTournament, TournamentEvent, TournamentCommand, TournamentLine],
    TournamentRegistry,
):
    """All tournaments of the room. Some of them run on this node."""

    def __init__(
        self,
        services: Services,
        tables: TournamentTables,
        running: Callable[[], list[TableActor]],
        node: NodeRouting[TableCommand, TableSummary],
    ) -> None:
        TournamentRegistry.__init__(self, services, tables, running)
        member = services.store.member
        assert member is not None, "a node needs a name to share a room"
        self.member = member
        self._node = node
        self._news: dict[str, int] = {}  # by tournament: how many possible changes of its persons were announced
        self._reading = asyncio.Lock()
        node.tournaments = routing = Routing(node.tournament_transport, self, WIRE)
        self._share(services.store, routing)

    async def take_all(self) -> None:
        """Look up all owners, and take the tournaments that have none."""
        self.routing.start()
        await self.find_last()
        await self._take_share()

    async def stop(self) -> None:
        """Stop all tournaments. Current writes are still published."""
        await self.rebalancer.end()
        await super().stop()
        await self.routing.stop()

    # ---- any tournament

    async def carry_on(self, copy: TournamentCopy) -> str:
        """Continue a live tournament from another room. Returns its id in this room."""
        with self.rebalancer.opening():
            return await super().carry_on(copy)

    async def _going_on(self) -> list[RoomTournament]:
        names = [
            name[len(TOURNAMENT_STREAMS) :]
            for name, lasts in await self.served().store.lasting(TOURNAMENT_STREAMS)
            if lasts
        ]
        return [await self.find(name) for name in names]

    async def persons(self, tournament: RoomTournament) -> Persons:
        """The people in a live tournament, with the latest changes from the store."""
        found = await super().persons(tournament)
        if tournament.terms.live:
            found.changed = partial(self._node.tell, PERSONS, tournament=tournament.id)
            seq = -1
            while seq != tournament.seq:  # so that persons entered in the meantime have names, too
                seq = tournament.seq
                await found.refresh()
        return found

    def hear(self, about: str, facts: dict[str, object]) -> None:
        """Handle a notice from another process: the people of a tournament have changed, or messages were missed."""
        for actor in [*self._actors.values()]:
            if about == MISSED or about == PERSONS and actor.id == facts.get("tournament"):
                self._look_up(actor)

    def _look_up(self, actor: TournamentActor) -> None:
        """Read the persons of a local tournament again, because any process may have entered or renamed a person."""
        persons = actor.persons
        if not actor.machine.terms.live:
            return
        self._news[actor.id] = self._news.get(actor.id, 0) + 1
        if not persons.is_behind:
            persons.is_behind = True
            self.served().soon(self._catch_up(actor, persons))

    async def _catch_up(self, actor: TournamentActor, persons: Persons) -> None:
        while persons.is_behind and not actor.is_stopped:
            news = self._news[actor.id]
            try:
                await persons.refresh()
            except SidepotError:
                await asyncio.sleep(RETRY)
                continue
            persons.is_behind = news != self._news[actor.id]
        self.routing.changed(actor.id)

    async def find(self, tournament: str) -> RoomTournament:
        """Find a tournament for reading. Raises Conflict if there is no such tournament."""
        if tournament in self._actors and self.served().has_lease():  # else its stream decides: another may have it
            return await super().find(tournament)
        async with self._reading:
            found = self._old.pop(tournament, None)
            if found is None:
                found = await self._read(tournament)
            else:
                for record in await self.served().store.read(tournament_stream(tournament), found.seq):
                    found.apply(decode_event(record.data))
            self._old[tournament] = found
            if len(self._old) > READ_MOST:
                del self._old[next(iter(self._old))]
        return found

    async def _read(self, tournament: str) -> RoomTournament:
        store = self.served().store
        if not tournament.isdecimal() or not await store.head(tournament_stream(tournament)):
            raise self.no_such(tournament)
        return await TOURNAMENTS.load(store, tournament)

    def lines(self) -> list[TournamentLine]:
        """The tournaments in progress on any node, and the tournaments that ended a short time ago."""
        return sorted([*super().lines(), *self.summaries_elsewhere()], key=lambda line: int(line.id))

    def of_account(self, account: str) -> list[str]:
        """The tournaments that an account has entered."""
        return super().of_account(account) + self.elsewhere(account)

    # ---- for the other nodes

    def seated(self, id: str) -> tuple[str, ...]:
        """The accounts that have entered a tournament."""
        actor = self._actors.get(id)
        if actor is None:
            return ()
        entrants = actor.machine.tournament.entrants
        return tuple([account for account, name in actor.machine.names.items() if name in entrants])

    def summary(self, id: str) -> TournamentLine | None:
        """The summary of a local tournament (None while its state is not durable)."""
        actor = self._actors.get(id)
        return None if actor is None or actor.is_busy else line_of(actor, self.served().now())

    def ask(self, id: str, hand: int) -> object:
        """The accounts known in the tournaments on this node, which is the only possible question."""
        if id:
            raise LookupError(id)
        return self.known()

    # ---- callbacks

    async def _opened_for(self, tournament: RoomTournament) -> list[tuple[int, str]]:
        """The tables opened for a tournament, on any node, that it does not know yet."""
        store, found = self.served().store, []
        if all(number in tournament.tables for number in tournament.opened):
            return []
        for stream, lasts in await store.lasting(PREFIX):
            table = stream[len(PREFIX) :]
            if lasts and table not in tournament.tables.values():
                opened = decode_table_event((await store.read(stream, 0, 1))[0].data).command
                of = opened.terms.of_tournament if isinstance(opened, Open) else None
                if of is not None and of.tournament == tournament.id:
                    found.append((of.number, table))
        return found

    def is_over(self, actor: TournamentActor) -> bool:
        """Whether a tournament is over, and all its tables know that."""
        return actor.is_done

    def watching(self, actor: TournamentActor) -> dict[Subscriber, int]:
        """The subscribers of a tournament. After a migration, the subscribers get the tournament's whole state."""
        return dict.fromkeys(actor.publisher.subscribers(), 0)

    async def left(self, id: str) -> None:
        """Called when a tournament has moved to another node, which needs the reports of all local tables again."""
        await self._series.quiet(id)
        for actor in self._running():
            of = actor.machine.terms.of_tournament
            if of is not None and of.tournament == id and not actor.is_busy:
                self._reports.forget(actor.id)
                self.table_noticed(actor)

    def on_started(self, actor: TournamentActor) -> None:
        """Called when a tournament begins to run on this node."""
        self._old.pop(actor.id, None)
        super().on_started(actor)

    def on_durable(self, actor: TournamentActor) -> None:
        """Called when an event of a tournament is durable."""
        if self._actors.get(actor.id) is actor:
            self._look_up(actor)
            super().on_durable(actor)

    # ---- reports of local tables

    def reach(self, tournament: str) -> Handle:
        """The actor of a tournament, local or remote. A report to a remote tournament waits until a node has the
        tournament.
        """
        return self._actors.get(tournament) or self.routing.remotes.actor(tournament)

    def forget_table(self, table: str) -> None:
        """Forget a table that has left this node."""
        self._reports.forget(table)
