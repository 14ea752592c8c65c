"""The hall: all tables of the room, from the opening of the room to its closing, and over every restart between.

hall = Hall(store)
await hall.start()
table = await hall.open(terms, by="Ann")
await hall.actor(table).say(Sit(), by="Ann", id="1")
await hall.stop()
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from sidepot.errors import Conflict, SidepotError
from sidepot.room.running.asleep import SleepWatch
from sidepot.room.running.bot_players import BotPlayers
from sidepot.room.running.event_crossing import EventTables
from sidepot.room.running.event_hall import EventHall
from sidepot.room.running.heads_kept import HeadsKept
from sidepot.room.running.lobby import Lobby
from sidepot.room.running.summary import TableSummary
from sidepot.room.running.table_actor import TableActor
from sidepot.room.running.table_log import PREFIX, TableLoader, stream_of
from sidepot.room.running.takeover import Pulse, take_all
from sidepot.room.runtime.evidence import evidence
from sidepot.room.runtime.loader import Unreadable, last_of, was_begun
from sidepot.room.runtime.services import Services, room_clock
from sidepot.room.runtime.unavailable import CLOSING
from sidepot.room.store.crash_points import here
from sidepot.room.store.member import place_new
from sidepot.room.store.store import Store
from sidepot.room.store.streams_ahead import read_ahead
from sidepot.room.store.troubles import StoreError, Trouble
from sidepot.room.tables.commands import Close, Moved, Restarted
from sidepot.room.tables.events import encode_entry
from sidepot.room.tables.forgetting import forget
from sidepot.room.tables.room_table import Chance, RoomTable
from sidepot.room.tables.room_terms import RoomTerms
from sidepot.room.tables.state import HandAt

OF_ALL: Final = (Trouble.BUSY, Trouble.UNREACHABLE, Trouble.CLOSED, Trouble.GONE)  # not of one table
SHOWN: Final = 600.0  # seconds for which a table that is over can still be looked at
READ_AT_ONCE: Final = 8  # tables, when the room is opened: the database answers while others are folded


class Hall:
    """All tables of the room. `bots` play at them unless None is given; `tell_host` hears (table, text) of troubles."""

    def __init__(
        self,
        store: Store,
        *,
        bots: BotPlayers | None = None,
        now: Callable[[], int] | None = None,
        chance: Chance | None = None,
        tell_host: Callable[[str, str], None] | None = None,
    ) -> None:
        self.store = store
        self._unreadable: dict[str, str] = {}  # tables that could not be read when the room was opened, and why
        self._bots = bots
        self._now = now
        self._heads = HeadsKept(store, now or room_clock())
        self.chance = chance or Chance()
        self.loader = TableLoader(self.chance)
        self.tell_host = tell_host
        self.heard: Callable[[str, dict[str, Any]], None] | None = None  # is given what other servers say aside
        self.connected: Callable[[], set[str]] = set  # the accounts of the clients
        self._services: Services | None = None
        self._events: EventHall | None = None
        self._actors: dict[str, TableActor] = {}
        self.lobby = Lobby(self._actors)
        self._over: set[str] = set()
        self._opening = asyncio.Lock()
        self.leaving = False  # its tables are handed over to other processes
        self._closing = False
        self._pulse: Pulse | None = None
        self._last = 0

    def _trouble(self, table: str, text: str) -> None:
        if self.tell_host is not None:
            self.tell_host(table, text)

    # ---- opening and closing the room

    async def start(self) -> None:
        """Take every table up where it stood, hands and all."""
        services = await self._open_services()
        member = self.store.member
        if member is None:
            tables = [name[len(PREFIX) :] for name, lasts in await self.store.lasting(PREFIX) if lasts]
            await self._take_up(tables, Restarted())
            await self.events.start()
            return
        self._pulse = Pulse(services.look)
        self._pulse.start()
        moved = Moved(member.epoch, member.name)
        await take_all(self.store, member, lambda some: self._take_up(some, moved))
        await self.events.start()

    async def _open_services(self) -> Services:
        here("reading")
        self._services = Services(self.store, now=self._now, tell_host=self._trouble)
        self._events = self._make_events(self._services)
        found = await self.store.lasting(PREFIX)
        await self._heads.start([name for name, lasts in found if not lasts])
        self._last = last_of(found, PREFIX)
        SleepWatch(self._services, self._actors, self._events.woke).start()
        return self._services

    def _make_events(self, services: Services) -> EventHall:
        return EventHall(services, EventTables(self.open, self._actors.get), lambda: [*self._actors.values()])

    async def _take_up(self, tables: list[str], said: Restarted | Moved) -> None:
        """Read tables, and have them go on."""
        services = self._served()
        rooms = await self._read(tables)
        services.not_before(max([room.at for room in rooms], default=0))
        await asyncio.gather(*[self._go_on(TableActor(room, services, self._noticed), said) for room in rooms])

    async def _read(self, tables: list[str]) -> list[RoomTable]:
        """The tables as the store has them; one that cannot be read stays closed. Raises StoreError of all of them."""
        places = asyncio.Semaphore(READ_AT_ONCE)
        ahead = self.store.member is not None and len(tables) <= READ_AT_ONCE
        streams = await read_ahead(self.store, [*map(stream_of, tables)]) if ahead else self.store

        async def read(table: str) -> RoomTable | None:
            async with places:
                try:
                    room = await self.loader.load(streams, table)
                    self.lobby.look(room)
                except Exception as error:
                    if isinstance(error, StoreError) and error.trouble in OF_ALL:
                        raise
                    self._leave_closed(table, error)
                    return None
                here("folded")
                return room

        found = await asyncio.gather(*[read(table) for table in tables], return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return [room for room in found if isinstance(room, RoomTable)]

    async def _go_on(self, actor: TableActor, said: Restarted | Moved) -> None:
        """A table that was read goes on; all of them together, so that a few commits do for many."""
        self._actors[actor.id] = actor
        try:
            await actor.say(said)
        except SidepotError as error:
            self._served().trouble(actor.id, f"it does not go on yet: {error.message}")
        here("restarted")
        if self._actors.get(actor.id) is not actor:
            return  # it was handed on to another process meanwhile
        actor.start()
        self._came(actor)

    def _came(self, actor: TableActor) -> None:
        """A table has begun, or goes on."""

    def _leave_closed(self, table: str, error: Exception) -> None:
        """A table that cannot be read stays closed, and no other one."""
        services = self._served()
        found = evidence(error, table, 0, services.now(), None)
        services.keep(found)
        why = error.message if isinstance(error, Unreadable) else f"it cannot be read: {found.what}"
        self._unreadable[table] = why
        services.trouble(table, why)

    @property
    def unreadable(self) -> dict[str, str]:
        """The tables that cannot be read, when the room was opened or since, and why."""
        broken = {table: actor.broken for table, actor in self._actors.items() if actor.broken not in ("", CLOSING)}
        return {**self._unreadable, **broken}

    async def stop(self) -> None:
        """Let what is being written be told, and stop; nothing is decided and no time runs out after that."""
        self._closing = True
        if self._bots is not None:
            await self._bots.stop()
        if self._services is not None:
            self._services.close()
        if self._events is not None:
            await self._events.stop()
        await asyncio.gather(*[actor.stop() for actor in self._actors.values()])
        await self._heads.stop()
        if self._pulse is not None:
            self._pulse.stop()
        if self._services is not None:
            await self._services.settled()

    def clock(self) -> int:
        """The time at the tables, in milliseconds since 1970."""
        return self._served().now()

    @property
    def events(self) -> EventHall:
        """The tournaments beside the tables. Raises Conflict where the room is not open."""
        if self._events is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._events

    # ---- tables

    async def open(self, terms: RoomTerms, by: str = "") -> str:
        """Open a table, and say its id. Raises Conflict for terms that cannot be played, StoreError."""
        services = self._served()
        async with self._opening:
            room = await self._open_next(services, terms, by)
        actor = TableActor(room, services, self._noticed)
        self._actors[room.id] = actor
        self.lobby.look(room)
        actor.start()
        self._came(actor)
        return room.id

    async def _open_next(self, services: Services, terms: RoomTerms, by: str) -> RoomTable:
        """Open a table by the next number. The store refuses one that another process has taken: then the next."""
        while True:
            self._last += 1
            table = str(self._last)
            member = self.store.member
            if member is not None and not await self.store.write(place_new(member, stream_of(table))):
                continue  # another process is opening a table by that number
            room, entry = RoomTable.open(table, terms, now=services.now(), by=by, chance=self.chance)
            data = encode_entry(entry)
            try:
                await self.store.append(stream_of(table), 0, [data], entry.at, room.to_seal(), room.booked)
            except StoreError as error:
                if error.trouble is Trouble.UNSURE and await was_begun(self.store, stream_of(table), data):
                    return room
                if error.trouble is not Trouble.STALE:
                    raise
                self._last = max(self._last, last_of(await self.store.lasting(PREFIX), PREFIX))
            else:
                return room

    async def close(self, table: str, by: str) -> None:
        """Close a table, once the hand that is on is over."""
        await self.actor(table).say(Close(), by=by, staff=True)

    def actor(self, table: str) -> TableActor:
        """The table of that id. Raises Conflict where there is none."""
        found = self._actors.get(table)
        if found is None:
            raise Conflict(f"there is no table {table}", code="no_table")
        return found

    # ---- what is asked of any table of the room

    def is_locked(self, table: str) -> bool:
        """Whether a table has a password by its terms. Raises Conflict where there is no such table."""
        return self.actor(table).room.terms.locked

    async def hands(self, table: str) -> list[int]:
        """The numbers of the hands that are over. Raises Conflict where there is no such table."""
        return sorted(self.actor(table).room.hands)

    async def hand_at(self, table: str, number: int) -> HandAt | None:
        """Where a hand that is over lies in the stream of its table. Raises Conflict where there is no such table."""
        return self.actor(table).room.hands.get(number)

    def gauges(self) -> dict[str, float]:
        """Counts of what is shared with other processes, by name: here nothing is."""
        return {}

    def tell_others(self, about: str, **facts: Any) -> None:
        """Say something to the servers of the other processes: here there are none."""

    async def drain(self) -> bool:
        """Hand all tables over to other processes, and say whether they have them: here there are none."""
        return False

    async def has_duty(self, duty: str) -> bool:
        """Whether this process sees to something that one process of the room does."""
        return True

    def tables(self) -> list[TableSummary]:
        """Every table, in the order in which they were opened, as the lobby shows it."""
        return self.lobby.tables()

    def seats_of(self, account: str) -> list[str]:
        """The tables at which somebody sits, or which they have entered, as the lobby shows them."""
        return self.lobby.seats_of(account)

    def phases(self) -> Counter[str]:
        """How many tables are in each phase."""
        return self.lobby.phases

    async def known(self) -> set[str]:
        """The accounts that any table knows: with a seat, waiting for one, or gone a short while ago."""
        return set(self.lobby.known) | self.events.known()

    def newly_known(self) -> set[str]:
        """The accounts that have become known at any table since this was asked last."""
        found, self.lobby.fresh = self.lobby.fresh, set()
        return found

    def forget(self) -> None:
        """Let every table forget players who left long ago: one at which nothing happens does not do so by itself."""
        now = self.clock()
        for actor in self._actors.values():
            forget(actor.room, now)
            self.lobby.count(actor)

    def _served(self) -> Services:
        if self._services is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._services

    # ---- what goes on

    def _noticed(self, actor: TableActor) -> None:
        """A table has told everybody of something."""
        room = actor.room
        self._heads.note(actor.id, room.seq, room.link)
        if self._closing:
            return
        if actor.audience.changed:
            actor.audience.changed = False
            self.lobby.changed(actor)
        if self._bots is not None:
            self._bots.look(actor)
        if room.event is not None:
            self.events.table_noticed(actor)
        if room.over and actor.id not in self._over:
            services = self._served()
            self._over.add(actor.id)
            self._heads.close(actor.id)
            services.soon(services.end(stream_of(actor.id), room.at))
            services.later(SHOWN, lambda: services.soon(self._drop(actor)))

    async def _drop(self, actor: TableActor) -> None:
        """A table that is over is taken out of the room."""
        self._actors.pop(actor.id, None)
        self._forget_table(actor.id)
        await actor.stop()
        actor.audience.send_away("this table is closed", "table_over")

    def _forget_table(self, table: str) -> None:
        self.lobby.drop(table)
        if self._bots is not None:
            self._bots.forget(table)
