"""All tournaments of the room, online and live, from its opening to its closing.

They are loaded after the tables, because each one asks at once which orders its tables have taken. A finished
tournament stays in memory for a while. Later it is loaded from its event log when somebody asks.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import BadNotation, Conflict
from sidepot.room.dealer.commands import DealerEvent
from sidepot.room.dealer.commands import encode as encode_dealt
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.dealer_storage import DEALER_STREAMS
from sidepot.room.runtime.outbox import Reports, TournamentTables
from sidepot.room.runtime.persons import FORMER_FROM, STAFF_FROM, NoPersons, Persons
from sidepot.room.runtime.registry import Handle, Registry
from sidepot.room.runtime.series import Series
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import TOURNAMENTS, tournament_stream
from sidepot.room.store.ledger import insert_postings
from sidepot.room.store.persons import Person, replace_persons
from sidepot.room.store.rows import BookChange, posting_rows
from sidepot.room.table.terms import OfTournament
from sidepot.room.tournament.commands import Restarted, TableIs
from sidepot.room.tournament.events import TournamentEvent, encode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms, is_live_flight
from sidepot.room.views.tournament import Views
from sidepot.room.views.tournament_page import tournament_line
from sidepot.room.views.tournament_schema import TournamentLine
from sidepot.rules.clauses import refuse, say

if TYPE_CHECKING:
    from sidepot.room.runtime.live_copy import TournamentCopy
    from sidepot.room.runtime.services import Services
    from sidepot.room.runtime.table_actor import TableActor

PUT_RIGHT: Final = 12 * 3600.0  # seconds during which the end of a live tournament can be undone
FLIGHT_PUT_RIGHT: Final = 60 * 86_400.0  # the same for a flight, whose bags wait for day 2
AHEAD: Final = (
    300_000  # milliseconds by which the clock of another room may be ahead when its tournament continues here
)
KEPT: Final = 20  # finished tournaments that were loaded again for readers


class TournamentRegistry(Registry[TournamentActor, RoomTournament, TournamentEvent]):
    """The tournaments of a room, and their `tables`. `running` has the tournaments that run in this process."""

    def __init__(self, services: Services, tables: TournamentTables, running: Callable[[], list[TableActor]]) -> None:
        super().__init__(TOURNAMENTS, services)
        self._tables = tables
        self._running = running
        self._old: dict[str, RoomTournament] = {}
        self.views = Views(services.now)
        self._series = Series(services, self.open, self.actor, self.find, self.on_durable)
        self._reports = Reports(services, self._hear_again)
        self._persons: dict[str, Persons] = {}  # finished long ago, loaded for readers
        self.opened: Callable[[TournamentActor], None] = lambda _: (
            None
        )  # called with each tournament that begins to run here
        self._stopped = False

    async def start(self) -> None:
        """Resume every tournament."""
        await self.take_up(await self.find_last())

    async def make(self, machine: RoomTournament) -> TournamentActor:
        """Make the actor of a tournament. If the tournament is live, the people in it are loaded."""
        actor = TournamentActor(machine, self.served(), self._tables, self.on_durable)
        if machine.terms.live:
            actor.persons = await Persons.load(machine.id, self.served().store)
        return actor

    async def resume_commands(self, actor: TournamentActor) -> None:
        """Submit the commands that inform a loaded tournament of a restart, and of tables that it does not know yet."""
        tournament = actor.machine
        if not tournament.over and not tournament.terms.live:  # the clock of a live tournament did not stop
            await actor.say(Restarted())
        for number, name_of_it in await self._opened_for(tournament):  # tables that it does not know yet
            if number not in actor.machine.tables:
                await actor.say(TableIs(number, name_of_it))

    def on_started(self, actor: TournamentActor) -> None:
        """Called when a tournament starts to run in this process."""
        self.opened(actor)
        for table in self._running():
            self.table_noticed(table)

    def woke(self) -> None:
        """Called when the computer has been asleep. The clock of a live tournament did not stop during that time."""
        for actor in [*self._actors.values()]:
            if actor.machine.over or actor.machine.terms.live:
                actor.go_on()
            else:
                actor.say_first(Restarted())

    async def _opened_for(self, tournament: RoomTournament) -> list[tuple[int, str]]:
        """The tables that the room opened for a tournament: the number of each in the tournament, and its id."""
        terms = [(table.machine.terms.of_tournament, table.id) for table in self._running()]
        return [(of.number, table) for of, table in terms if of is not None and of.tournament == tournament.id]

    async def stop(self) -> None:
        """Stop all tournaments. Current writes are still published."""
        self._stopped = True
        await super().stop()

    async def open(self, terms: TournamentTerms, by: str = "") -> str:
        """Announce a tournament. Returns its id.

        Raises Conflict if the terms are impossible, and StoreError if the tournament cannot be stored.
        """
        services = self.served()

        async def begin(name: str) -> tuple[RoomTournament, TournamentEvent]:
            who = by
            if terms.live:
                # erase the names of a tournament whose copy failed
                rows = [Person(STAFF_FROM + 1, by, 0)] if by else []
                version = await services.store.write(replace_persons(name, rows))
                who = Persons(name, services.store, rows, version).find(by, staff=True)
            seed, secret = secrets.token_hex(16), secrets.token_hex(32)
            return RoomTournament.open(name, terms, seed, now=services.now(), by=who, secret=secret)

        async with self._opening:
            tournament = await self.open_next(begin)
        self.begin(await self.make(tournament))
        return tournament.id

    async def carry_on(self, copy: TournamentCopy) -> str:
        """Continue a live tournament from another room. Returns its id in this room.

        Raises BadNotation or Conflict if the copy cannot be continued here, and StoreError if it cannot be stored.
        """
        services, (persons, entries, helpers) = self.served(), copy
        async with self._opening:
            try:
                tournament, booked = await asyncio.to_thread(_rebuild, entries)
                tables = await asyncio.to_thread(_checked, helpers)
            except Exception as error:  # a copy from elsewhere may contain anything
                raise refuse(
                    BadNotation, say("the records of this copy do not make a live tournament"), code="bad_form"
                ) from error
            if max(tournament.at, tournament.tournament.at) > services.now() + AHEAD:
                raise Conflict(
                    "the last step of this copy is in the future; set the clock of this machine", code="time_goes_back"
                )
            for one in await self._going_on():
                if _is_same(one, tournament):
                    raise Conflict(f"this live tournament is running here already, as {one.id}", code="done_already")
            records = [encode_event(event) for event in entries]
            name = await self.next_id()
            await services.store.write(
                replace_persons(name, persons, FORMER_FROM)
            )  # persons first: without the records nobody looks for them
            stream = tournament_stream(name)
            rows = [row for seq, at, changes in booked for row in posting_rows(stream, seq, at, changes)]
            await services.store.write(partial(insert_postings, rows))
            for table, events in zip(tables, helpers, strict=True):
                records_there = [encode_dealt(event) for event in (_opened(name, events[0]), *events[1:])]
                await services.store.append(f"{DEALER_STREAMS}{name}-{table.table}", 0, records_there, table.at)
            await services.store.append(stream, 0, records, tournament.at)
            await self.take_up([name])
        return name

    async def _going_on(self) -> list[RoomTournament]:
        """The unfinished tournaments of the room."""
        return [actor.machine for actor in self._actors.values()]

    async def find(self, tournament: str) -> RoomTournament:
        """Find a tournament for reading, even if it ended long ago.

        Raises Conflict if there is no such tournament, and Busy while a decided event cannot be written to the store.
        """
        actor = self._actors.get(tournament)
        if actor is not None:
            if actor.is_busy:
                await actor.until_durable()
            return actor.machine
        if tournament not in self._old:
            if not tournament.isdecimal() or not await self.served().store.head(tournament_stream(tournament)):
                raise self.no_such(tournament)
            self._old[tournament] = await TOURNAMENTS.load(self.served().store, tournament)
            if len(self._old) > KEPT:
                del self._old[next(iter(self._old))]
        return self._old[tournament]

    async def persons(self, tournament: RoomTournament) -> Persons:
        """The people in a live tournament.

        For an online tournament, this is an object that leaves names as they are.
        """
        actor = self._actors.get(tournament.id)
        if actor is not None:
            return actor.persons
        name, store = tournament.id, self.served().store
        if name not in self._persons:
            self._persons[name] = await Persons.load(name, store) if tournament.terms.live else NoPersons(name, store)
            if len(self._persons) > KEPT:
                del self._persons[next(iter(self._persons))]
        return self._persons[name]

    async def look_up_persons(self, tournament: str) -> None:
        """Read the people of a tournament again, after they were changed in the store."""
        actor = self._actors.get(tournament)
        persons = actor.persons if actor is not None else self._persons.get(tournament)
        if persons is not None:
            await persons.refresh()
            persons.changed()

    @property
    def frozen(self) -> int:
        """The number of tournaments that are frozen after an error."""
        return sum(bool(actor.machine.frozen) for actor in self._actors.values())

    def lines(self) -> list[TournamentLine]:
        """All current and recently ended tournaments, as the lobby lists them."""
        now = self.served().now()
        return [line_of(actor, now) for actor in self._actors.values()]

    def of_account(self, account: str) -> list[str]:
        """The tournaments that an account has entered."""
        return [
            name
            for name, actor in self._actors.items()
            if actor.machine.names.get(account) in actor.machine.tournament.entrants
        ]

    def known(self) -> set[str]:
        """The accounts known in any tournament."""
        return {account for actor in self._actors.values() for account in actor.machine.names}

    # ---- callbacks

    def table_noticed(self, table: TableActor) -> None:
        """Send a table's report to its tournament, after the table has published an event."""
        of: OfTournament | None = table.machine.terms.of_tournament
        if of is None or self._stopped:
            return
        tournament = self.reach(of.tournament)
        if tournament is None or table.machine.over:
            self._reports.forget(table.id)
        else:
            self._reports.hear(table.machine, tournament)

    def reach(self, tournament: str) -> Handle | None:
        """The tournament that a table reports to, here or on another node (None if it ended long ago)."""
        return self._actors.get(tournament)

    def _hear_again(self, table: str) -> None:
        actor = self._tables.here(table)
        if actor is not None and not actor.is_busy:
            self.table_noticed(actor)

    def on_durable(self, actor: TournamentActor) -> None:
        """Update everything that depends on a tournament whose last event is durable."""
        if self._stopped or actor.id in self._over:
            return
        if not self._series.is_settled(actor) or not actor.is_done:
            return
        self._over.add(actor.id)
        if actor.machine.terms.live:  # for a while its end can be corrected
            self.served().later(PUT_RIGHT, lambda: self._end_real(actor))
        else:
            self.end(actor)

    def _end_real(self, actor: TournamentActor) -> None:
        self._over.discard(actor.id)
        kept = FLIGHT_PUT_RIGHT if is_live_flight(actor.machine.terms) else PUT_RIGHT
        if actor.is_done and self.served().now() >= actor.machine.at + 1000 * kept:
            self.end(actor)
        else:
            self.on_durable(actor)


def _rebuild(
    entries: Sequence[TournamentEvent],
) -> tuple[RoomTournament, list[tuple[int, int, tuple[BookChange, ...]]]]:
    """Rebuild a tournament from its log. Also returns what each event posts to the books: its number, time and
    changes.
    """
    tournament = RoomTournament.rebuild("0", entries[:1])
    booked = [(tournament.seq, tournament.at, tournament.booked)]
    for entry in entries[1:]:
        tournament.apply(entry)
        booked.append((entry.seq, entry.at, tournament.booked))
    return tournament, booked


def _checked(helpers: Sequence[Sequence[DealerEvent]]) -> list[DealerTable]:
    """The dealers' helpers of a copy, with each event carried out again. Raises SidepotError if one does not hold."""
    tables = []
    for first, *events in helpers:
        table = DealerTable.begin("", first)
        for event in events:
            table.check(event)
        tables.append(table)
    if len({table.table for table in tables}) < len(tables):
        raise BadNotation("two helpers belong to the same table")
    return tables


def _opened(tournament: str, first: DealerEvent) -> DealerEvent:
    """The first event of a helper, for its tournament's id in this room."""
    return replace(first, command=replace(first.command, tournament=tournament))


def _is_same(one: RoomTournament, other: RoomTournament) -> bool:
    """Whether two tournaments come from the same announcement. Two announcements never have the same time and seed."""
    first, second = [tournament.tournament.log[0] for tournament in (one, other)]
    return one.terms.live and (first.at, first.events) == (second.at, second.events)


def line_of(actor: TournamentActor, now: int) -> TournamentLine:
    """A tournament as the lobby lists it."""
    found = tournament_line(actor.machine, now)
    return replace(found, winner=actor.persons.name(found.winner)) if found.winner else found
