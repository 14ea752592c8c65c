"""The hall of one of several processes: some tables are here, the others can be reached over the bus.

hall = SharedHall(store, bus)
await hall.start()
hall.actor(table)                      # here, or elsewhere: it is used alike
await hall.drain()                     # hand all tables over, before it is stopped
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from sidepot.cluster.bus import Bus
from sidepot.cluster.failover import SHARES, Pulse, share
from sidepot.cluster.far_clients import FarJob
from sidepot.cluster.far_outlet import FarOutlet
from sidepot.cluster.migration import Handover
from sidepot.cluster.places import hand_over, hold, parts, places
from sidepot.cluster.rebalancing import Spread
from sidepot.cluster.remote import RemoteTable
from sidepot.cluster.routing import AllOthers
from sidepot.cluster.shared_events import SharedEvents, SharedTables
from sidepot.cluster.shared_gauges import shared_gauges
from sidepot.errors import Conflict, SidepotError
from sidepot.room.running.event_hall import EventHall
from sidepot.room.running.hall import Hall
from sidepot.room.running.summary import TableSummary
from sidepot.room.running.table_actor import TableActor
from sidepot.room.running.table_log import PREFIX, TableLoader, stream_of
from sidepot.room.runtime.services import Services
from sidepot.room.store.bus_name import bus_name
from sidepot.room.store.member import Member
from sidepot.room.store.store import Store
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.state import HandAt

DRAIN: Final = 25.0  # seconds in which all tables are handed over

_HANDS: Final = msgspec.json.Decoder(list[int])
_HAND_AT: Final = msgspec.json.Decoder(tuple[int, int, str] | None)
_log: Final = logging.getLogger("sidepot.room")


class SharedHall(Hall):
    """All tables of the room, of which this process has some."""

    def __init__(self, store: Store, bus: Bus, **more: Any) -> None:
        super().__init__(store, **more)
        if store.member is None:
            raise Conflict("only a process with a name can share a room", code="bad_address")
        self.member: Member = store.member
        self._bus = bus
        self._since: dict[str, int] = {}  # the tables that are here, each since an entry
        self._others: AllOthers | None = None
        self._pulse: Pulse | None = None
        self._spread: Spread | None = None
        self._handover: Handover | None = None
        self._drained_by = 0.0  # when all that is done to hand tables over comes to its end

    # ---- opening and closing

    async def start(self) -> None:
        """Be one of the processes, and take the tables that none of them has."""
        await share(self.store, self.member)
        others = self._others = AllOthers(self._bus, self.member.name, self.member.epoch, self)
        services = await self._open_services()
        room = await self.store.write(bus_name)
        spread = self._spread = Spread(self.store, self.member, self)
        others.heard = self._hear
        self._handover = Handover(others.post, self.store, TableLoader(self.chance), self.here, self.lobby.look)
        others.about_handover = self._handover.hear
        self._pulse = Pulse(services.look)
        self._pulse.start()
        await others.open(room)
        await spread.list_new()
        for table, node in (await self.find_owners()).items():
            others.gateway.table(table, node if node != self.member.name else "")
        await spread.take_free()
        await self.events.take_all()
        self.member.watch_others(self._hurry)
        spread.start()
        self.events.spread.start()

    def _make_events(self, services: Services) -> EventHall:
        tables = SharedTables(self.open, self._actors.get, lambda table: self.among.gateway.table(table))
        return SharedEvents(services, tables, self.actors, self.among)

    def _hurry(self) -> None:
        """Processes have come or gone. From any thread."""
        for spread in (self._spread, self.events.spread):
            if spread is not None:
                spread.hurry()

    @property
    def events(self) -> SharedEvents:
        """The tournaments beside the tables. Raises Conflict where the room is not open."""
        found = super().events
        assert isinstance(found, SharedEvents)
        return found

    async def stop(self) -> None:
        """Let what is being written be told, and stop."""
        self.member.watch_others(None)
        if self._spread is not None:
            await self._spread.end()
        if self._handover is not None:
            await self._handover.stop()
        await super().stop()
        if self._pulse is not None:
            self._pulse.stop()
        if self._others is not None:
            await self._others.close()

    async def drain(self) -> bool:
        """Hand all tables over: play goes on at the other processes. Whether there are any, and none has stayed."""
        self.leaving = True
        others, spread = self.among, self._spread
        others.post.leaving = True
        others.post.beat()
        if spread is None:
            return False
        loop = asyncio.get_running_loop()
        self._drained_by = self._drained_by or loop.time() + DRAIN  # however often it is done
        if not await spread.stop():
            _log.warning("tables that are just being taken over are not waited for: they go on once this process ended")
        why = "nobody is there to take them"
        try:
            left = await asyncio.wait_for(self._give_all(spread), self._drained_by - loop.time())
        except (TimeoutError, SidepotError) as error:
            left = len(self._actors)
            why = error.message if isinstance(error, SidepotError) else "it takes too long"
        if left:
            _log.warning("%d tables were not handed over: %s", left, why)
        return not left and bool(others.counts())

    async def _give_all(self, spread: Spread) -> int:
        await self.events.spread.stop()
        await self.events.spread.give_all()
        return await spread.give_all()

    @property
    def among(self) -> AllOthers:
        """The other processes. Raises Conflict where the room is not open."""
        if self._others is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._others

    # ---- any table

    def actor(self, table: str) -> Any:
        """The table of that id, here or elsewhere. Raises Conflict where there is none."""
        found = self._actors.get(table) or self.among.gateway.tables.get(table)
        if found is None:
            raise self.no_such(table)
        return found

    def tables(self) -> list[TableSummary]:
        """Every table of the room, in the order in which they were opened, as the lobby shows it."""
        mine = [msgspec.structs.replace(one, at=self.member.name) for one in super().tables()]
        elsewhere = [one for one in self.among.gateway.summaries() if one.id not in self._actors]
        return sorted([*mine, *elsewhere], key=lambda one: int(one.id))

    def is_locked(self, table: str) -> bool:
        """Whether a table has a password by its terms. Raises Busy for one elsewhere that was not heard of yet."""
        found = self.actor(table)
        return found.is_locked if isinstance(found, RemoteTable) else super().is_locked(table)

    async def hands(self, table: str) -> list[int]:
        """The numbers of the hands that are over. Raises Busy where the process that has the table does not answer."""
        found = self.actor(table)
        if isinstance(found, RemoteTable):
            return _HANDS.decode(await self.among.gateway.hands(found))
        return await super().hands(table)

    async def hand_at(self, table: str, number: int) -> HandAt | None:
        """Where a hand that is over lies in the stream of its table. Raises Busy as `hands` does."""
        found = self.actor(table)
        if not isinstance(found, RemoteTable):
            return await super().hand_at(table, number)
        told = _HAND_AT.decode(await self.among.gateway.hands(found, number)) if number else None
        return None if told is None else HandAt(told[0], told[1], bytes.fromhex(told[2]))

    async def has_duty(self, duty: str) -> bool:
        """Whether this process sees to something that one process of the room does; if none does, it does so now."""
        return not self.leaving and await self.store.write(hold(self.member, f"duty/{duty}"))

    def gauges(self) -> dict[str, float]:
        """Counts of what is shared with other processes, by name."""
        takeover = self._spread.takeover if self._spread is not None else 0.0
        return shared_gauges(len(self._actors), self.events, self.among, self.member, takeover)

    def tell_others(self, about: str, **facts: Any) -> None:
        """Say something to the servers of the other processes; it may be lost."""
        if self._others is not None:
            self._others.tell(about, **facts)

    def _hear(self, about: str, facts: dict[str, Any]) -> None:
        self.events.hear(about, facts)
        if self.heard is not None:
            self.heard(about, facts)

    async def known(self) -> set[str]:
        """The accounts that any table of the room knows, and those of the clients of other processes.

        Raises Busy where one of them does not answer.
        """
        sharing = [part.removeprefix(SHARES) for part in await self.store.ask(parts())]
        elsewhere = [self.among.known(node) for node in sharing if node != self.member.name]
        return (await super().known()).union(*await asyncio.gather(*elsewhere))

    def known_here(self) -> set[str]:
        """The accounts that tables here know, and those of the clients."""
        return set(self.lobby.known) | self.events.known() | self.connected()

    def where(self, table: str) -> str:
        """The name of the process that has a table, "" where it is not known."""
        if table in self._actors:
            return self.member.name
        found = self.among.gateway.tables.get(table)
        return found.owner if found is not None else ""

    # ---- for the other processes (`others.Tables`)

    def here(self, table: str) -> TableActor | None:
        """A table that is here."""
        return self._actors.get(table)

    def owned(self) -> dict[str, int]:
        """The tables that are here, each since an entry of its stream."""
        return self._since

    def seated(self, table: str) -> tuple[str, ...]:
        """The accounts of the people in that summary."""
        return self.lobby.seated(table)

    def seats_of(self, account: str) -> list[str]:
        """The tables at which somebody sits, at any process."""
        elsewhere = [table for table in self.among.gateway.seats_of(account) if table not in self._actors]
        return super().seats_of(account) + elsewhere

    def summary(self, table: str) -> TableSummary | None:
        """A table that is here, for the lobby."""
        actor = self._actors.get(table)
        return None if actor is None else self.lobby.summary(actor)

    def take(self, table: str, refused: dict[str, SidepotError]) -> None:
        """A table was handed over to this process, where commands of these ids were refused."""
        actor = self._actors.get(table)
        if actor is not None:
            actor.inbox.refused |= refused
        else:
            self._handed[table] = refused
        if self._spread is not None:
            self.served().soon(self._spread.take_over(table))

    async def find_owners(self) -> dict[str, str]:
        """Ask the store who has each table."""
        found = await self.store.ask(places(PREFIX))
        return {stream[len(PREFIX) :]: node for stream, node in found.items()}

    # ---- for the spread of tables (`spread.Spreading`)

    def running(self) -> list[str]:
        """The tables that are here and are not over, those first that are watched here least."""
        found = [actor for actor in self._actors.values() if not actor.room.over]
        return [actor.id for actor in sorted(found, key=lambda actor: len(actor.audience.viewers()))]

    def others(self) -> dict[str, int]:
        """How many tables each of the other processes has that take some."""
        return self.among.counts()

    def idle(self) -> set[str]:
        """Tables of this process that do not run: they are over, or cannot be read."""
        return {*self._unreadable, *(table for table, actor in self._actors.items() if actor.room.over)}

    def wanted(self) -> list[str]:
        """Tables elsewhere for which clients of this process wait."""
        return self.among.gateway.wanted()

    async def give(self, table: str, to: str) -> None:
        """Hand a table over, between two entries, with its viewers here and their commands that wait.

        The other process reads it before. What waits for another process is said again by that one: handed over too, it
        would come there twice.
        """
        handover = self._handover
        assert handover is not None, "the room is open"
        await handover.announce(table, to)
        actor = self._actors.get(table)
        if actor is None or actor.room.over:
            return
        del self._actors[table]
        self._since.pop(table, None)
        remote = self.among.gateway.table(table)
        watching = [one for one in actor.audience.viewers() if not isinstance(one.outlet, FarOutlet)]
        for viewer in watching:
            remote.watch(viewer)  # who leaves while the table stops is missed there
        jobs = actor.inbox.take_out(room_too=False)
        await actor.stop()
        self._forget_table(table)
        known = actor.audience.viewers()
        self.among.clients.forget_table(table)
        for viewer in watching:
            if viewer in known and viewer in remote.viewers:
                remote.watch(viewer, known[viewer])
            else:  # it was sent away
                remote.unwatch(viewer)
        for job in [job for job in jobs if not isinstance(job.done, FarJob)]:
            remote.submit(job.command, job.done, by=job.by, id=job.id, staff=job.staff, account=job.account)
        if await self.store.write(hand_over(self.member, stream_of(table), to)):
            self.among.tell_taken(to, table, actor.inbox.refused)
            await handover.arrived(table, to)  # so that few are on their way at once
        else:  # nobody is there by that name any more
            await self.take_up([table])

    # ---- what goes on

    async def load(self, ids: Iterable[str]) -> list[RoomTable]:
        """The tables as the store has them; those that were read ahead only catch up."""
        ids = [*ids]
        rooms = await self._handover.catch_up_all(ids) if self._handover is not None else {}
        return [*rooms.values(), *await super().load([table for table in ids if table not in rooms])]

    def came(self, actor: TableActor) -> None:
        """A table is here from now on."""
        self._since[actor.id] = actor.room.seq
        self.among.have(actor, actor.room.seq)

    def _noticed(self, actor: TableActor) -> None:
        if actor is self._actors.get(actor.id):  # else it stops here, and goes on elsewhere
            super()._noticed(actor)
            self.among.changed(actor.id)

    def _forget_table(self, table: str) -> None:
        super()._forget_table(table)
        self.events.forget_table(table)

    def gone(self, actor: TableActor) -> None:
        """A table that is over does not run here any more."""
        super().gone(actor)
        self._since.pop(actor.id, None)
        self.among.over(actor.id)
