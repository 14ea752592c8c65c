"""The tournaments of a room that several processes share: each is at one of them, its owner, as tables are.

The process at which it is announced has it first. It is taken over when the lease of that is over, and handed over
where it ends in order; its tables may be at any process: orders go to them, and their reports come, over the bus. Both
are said again until they are known to be there, and known where they come twice. What a tournament looks like is read
from its stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sidepot.cluster.far_clients import FarJob
from sidepot.cluster.far_outlet import FarOutlet
from sidepot.cluster.far_reports import FarReports
from sidepot.cluster.places import hand_over, places
from sidepot.cluster.rebalancing import Spread
from sidepot.cluster.remote_event import EventGateway
from sidepot.cluster.routing import MISSED, AllOthers, Others
from sidepot.errors import SidepotError
from sidepot.room.running.event_crossing import EventTables
from sidepot.room.running.event_hall import EventHall, line_of
from sidepot.room.running.table_log import PREFIX
from sidepot.room.running.tournament_actor import TournamentActor
from sidepot.room.running.tournament_log import EVENTS, TOURNAMENTS, event_stream
from sidepot.room.runtime.alarm_clock import RETRY
from sidepot.room.store.member import Member
from sidepot.room.table.commands import Open
from sidepot.room.table.events import decode_entry
from sidepot.room.tournament.commands import Told, decode
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import LiveTournament
from sidepot.room.views.tournament_fields import EventLine

if TYPE_CHECKING:
    from sidepot.room.running.evening_copy import Evening
    from sidepot.room.running.persons import Persons
    from sidepot.room.running.table_actor import TableActor
    from sidepot.room.runtime.inbox import Done
    from sidepot.room.runtime.services import Services
    from sidepot.room.table.terms import RoomTerms

PERSONS: Final = "persons"  # word to the other processes: somebody was entered, or has another name or slip
READ_MOST: Final = 50  # tournaments elsewhere that are kept to be looked at


class SharedTables(EventTables):
    """The tables of the room, of which `here` gives one that is here, and `elsewhere` any other."""

    def __init__(
        self,
        open_table: Callable[[RoomTerms], Any],
        here: Callable[[str], TableActor | None],
        elsewhere: Callable[[str], Any],
    ) -> None:
        super().__init__(open_table, lambda table: here(table) or elsewhere(table))
        self._here = here

    def last_order(self, table: str) -> int | None:
        """The last order that a table has taken; None where it is not here: its owner says that it has them."""
        actor = self._here(table)
        return actor.room.event.step if actor is not None and actor.room.event is not None else None


class SharedEvents(EventHall):
    """All tournaments of the room, of which this process has some."""

    def __init__(
        self, services: Services, tables: EventTables, running: Callable[[], list[TableActor]], others: AllOthers
    ) -> None:
        super().__init__(services, tables, running)
        self._others = others
        self._news: dict[str, int] = {}  # how often the persons of a tournament here may have changed
        member = services.store.member
        assert member is not None, "only a process with a name shares a room"
        self._member: Member = member
        self._since: dict[str, int] = {}
        self._reading = asyncio.Lock()
        self._reports = FarReports(services.loop, self._send, self._hear_again)
        self.among = others.wing = Others(others.wing_of_post, self, EventGateway, decode)
        self.spread = Spread(services.store, member, self, EVENTS)

    async def take_all(self) -> None:
        """Note who has which tournament, and take those that nobody has."""
        self.among.start()
        await self.find_last()
        await self.spread.list_new()
        for event, node in (await self.find_owners()).items():
            self.among.gateway.table(event, node if node != self._member.name else "")
        await self.spread.take_free()

    async def stop(self) -> None:
        """Let what is being written be told, and stop."""
        self._reports.stop()
        await self.spread.end()
        await super().stop()
        await self.among.stop()

    # ---- any tournament

    async def carry_on(self, evening: Evening) -> str:
        """Go on with an evening of another room, and say its id here."""
        with self.spread.opening():
            return await super().carry_on(evening)

    async def _going_on(self) -> list[LiveTournament]:
        names = [name[len(EVENTS) :] for name, lasts in await self.served().store.lasting(EVENTS) if lasts]
        return [await self.find(name) for name in names]

    async def persons(self, event: LiveTournament) -> Persons | None:
        """The persons of a tournament with real chips and cards, as the store has them now."""
        found = await super().persons(event)
        if found is not None:
            found.changed = partial(self._others.tell, PERSONS, event=event.id)
            seq = -1
            while seq != event.seq:  # who was entered meanwhile has a name, too
                seq = event.seq
                await found.refresh()
        return found

    def hear(self, about: str, facts: dict[str, Any]) -> None:
        """Word of another process: the persons of a tournament have changed, or some letters were missed."""
        for actor in [*self._actors.values()]:
            if about == MISSED or about == PERSONS and actor.id == facts.get("event"):
                self._look_up(actor)

    def _look_up(self, actor: TournamentActor) -> None:
        """See who is who in a tournament here: any process may have entered or renamed somebody."""
        persons = actor.persons
        if persons is None:
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
        self.among.changed(actor.id)

    def actor(self, event: str) -> Any:
        """The tournament of that id, here or elsewhere. Raises Conflict where none is on."""
        return self._actors.get(event) or self.among.gateway.tables.get(event) or super().actor(event)

    async def find(self, event: str) -> LiveTournament:
        """A tournament to be looked at. Raises Conflict where there is none."""
        if event in self._actors and self.served().may_answer:  # else its stream tells: another may have it by now
            return await super().find(event)
        async with self._reading:
            found = self._old.pop(event, None)
            if found is None:
                found = await self._read(event)
            else:
                for record in await self.served().store.read(event_stream(event), found.seq):
                    found.apply(decode_event(record.data))
            self._old[event] = found
            if len(self._old) > READ_MOST:
                del self._old[next(iter(self._old))]
        return found

    async def _read(self, event: str) -> LiveTournament:
        store = self.served().store
        if not event.isdecimal() or not await store.head(event_stream(event)):
            raise self.no_such(event)
        return await TOURNAMENTS.load(store, event)

    def lines(self) -> list[EventLine]:
        """The tournaments that are on at any process, and those that were over a short while ago."""
        elsewhere = [line for line in self.among.gateway.summaries() if line.id not in self._actors]
        return sorted([*super().lines(), *elsewhere], key=lambda line: int(line.id))

    def of_account(self, account: str) -> list[str]:
        """The tournaments that an account has entered."""
        elsewhere = [event for event in self.among.gateway.seats_of(account) if event not in self._actors]
        return super().of_account(account) + elsewhere

    # ---- for the other processes (`others.Tables`)

    def here(self, event: str) -> TournamentActor | None:
        """A tournament that is here."""
        return self._actors.get(event)

    def owned(self) -> dict[str, int]:
        """The tournaments that are here, each since a record of its stream."""
        return self._since

    def seated(self, event: str) -> tuple[str, ...]:
        """The accounts of those who have entered."""
        actor = self._actors.get(event)
        if actor is None:
            return ()
        entrants = actor.event.tournament.entrants
        return tuple([account for account, name in actor.event.names.items() if name in entrants])

    def summary(self, event: str) -> EventLine | None:
        """A tournament that is here, for the list of all; None while it is ahead of what is durable."""
        actor = self._actors.get(event)
        return None if actor is None or actor.is_busy else line_of(actor, self.served().now())

    def known_here(self) -> set[str]:
        """The accounts that tournaments here know."""
        return self.known()

    def take(self, event: str, refused: dict[str, SidepotError]) -> None:
        """A tournament was handed over to this process."""
        actor = self._actors.get(event)
        if actor is not None:
            actor.inbox.refused |= refused
        else:
            self._handed[event] = refused
        self.served().soon(self.spread.take_over(event))

    async def find_owners(self) -> dict[str, str]:
        """Ask the store who has each tournament."""
        found = await self.served().store.ask(places(EVENTS))
        return {stream[len(EVENTS) :]: node for stream, node in found.items()}

    # ---- for their spread (`spread.Spreading`)

    def running(self) -> list[str]:
        """The tournaments that are here and go on, those first that are followed least."""
        found = [actor for actor in self._actors.values() if not actor.is_done]
        return [actor.id for actor in sorted(found, key=lambda actor: len(actor.followers))]

    def others(self) -> dict[str, int]:
        """How many tournaments each of the other processes has that take some."""
        return self.among.counts()

    def idle(self) -> set[str]:
        """Tournaments of this process that do not run: they are over, or cannot be read."""
        done = [event for event, actor in self._actors.items() if actor.is_done]
        return {*self._unreadable, *done}

    def wanted(self) -> list[str]:
        """Tournaments elsewhere for which clients of this process wait."""
        return self.among.gateway.wanted()

    async def give(self, table: str, to: str) -> None:
        """Hand a tournament over, between two records, with its followers here and their commands that wait."""
        actor = self._actors.pop(table)
        self._since.pop(table, None)
        remote = self.among.gateway.table(table)
        for viewer in actor.followers.viewers():
            if not isinstance(viewer.outlet, FarOutlet):  # who leaves while it stops is missed there
                remote.watch(viewer)
        jobs = actor.inbox.take_out(room_too=False)
        await actor.stop()
        await self._series.quiet(table)
        await self._flights.quiet(table)
        self.among.clients.forget_table(table)
        for job in [job for job in jobs if not isinstance(job.done, FarJob)]:
            remote.submit(job.command, job.done, by=job.by, id=job.id, staff=job.staff, account=job.account)
        self._hear_all(table)
        if await self.served().store.write(hand_over(self._member, event_stream(table), to)):
            self.among.tell_taken(to, table, actor.inbox.refused)
        else:  # nobody is there by that name any more
            await self.take_up([table])

    # ---- what goes on

    async def _opened_for(self, event: LiveTournament) -> list[tuple[int, str]]:
        """The tables that were opened for a tournament, whichever process has them: those that it does not know of."""
        store, found = self.served().store, []
        if all(number in event.tables for number in event.opened):
            return []
        for stream, lasts in await store.lasting(PREFIX):
            table = stream[len(PREFIX) :]
            if lasts and table not in event.tables.values():
                said = decode_entry((await store.read(stream, 0, 1))[0].data).said
                of = said.terms.of_event if isinstance(said, Open) else None
                if of is not None and of.event == event.id:
                    found.append((of.number, table))
        return found

    def came(self, actor: TournamentActor) -> None:
        """A tournament is here from now on."""
        super().came(actor)
        self._old.pop(actor.id, None)
        self._since[actor.id] = actor.event.seq
        self.among.have(actor, actor.event.seq)

    def noticed(self, actor: TournamentActor) -> None:
        """A tournament has done something, and it is durable."""
        if self._actors.get(actor.id) is actor:
            self._look_up(actor)
            super().noticed(actor)
            self.among.changed(actor.id)

    def gone(self, actor: TournamentActor) -> None:
        """A tournament that is over does not run here any more."""
        self._since.pop(actor.id, None)
        self.among.over(actor.id)

    # ---- the reports of tables here

    def table_noticed(self, table: TableActor) -> None:
        """A table has told everybody of something: its tournament hears what that means for it, wherever it is."""
        of = table.room.terms.of_event
        if of is None or self._stopped:
            return
        if of.event in self._actors:
            self._reports.forget(table.id)
            super().table_noticed(table)
        elif table.room.over:
            self._reports.forget(table.id)
        else:
            self._reports.hear(table.room, of.event)

    def forget_table(self, table: str) -> None:
        """A table is not here any more."""
        self._reports.forget(table)

    def _send(self, event: str, said: Told, done: Done) -> None:
        actor = self._actors.get(event) or self.among.gateway.table(event)
        actor.submit(said, done)

    def _hear_again(self, table: str) -> None:
        for actor in self._running():
            if actor.id == table and not actor.is_busy:
                self.table_noticed(actor)

    def _hear_all(self, event: str) -> None:
        """A tournament is elsewhere from now on: it hears of each of its tables here anew."""
        for actor in self._running():
            of = actor.room.terms.of_event
            if of is not None and of.event == event and not actor.is_busy:
                self._reports.forget(actor.id)
                self.table_noticed(actor)
