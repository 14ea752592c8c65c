"""All tables of the room, from its opening to its closing, and across restarts.

tables = TableRegistry(store)
await tables.start()
table = await tables.open(terms, by="Ann")
await tables.actor(table).say(Sit(), by="Ann", id="1")
await tables.stop()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from sidepot.errors import Conflict
from sidepot.room.runtime.bots import BotPlayers
from sidepot.room.runtime.cash_nights import CashRegistry
from sidepot.room.runtime.clock import SleepWatch
from sidepot.room.runtime.dealer_tables import DealerRegistry
from sidepot.room.runtime.high_water import HighWaterMarks
from sidepot.room.runtime.lobby import Lobby, TableSummary
from sidepot.room.runtime.outbox import TournamentTables
from sidepot.room.runtime.registry import Registry
from sidepot.room.runtime.services import Services, room_clock
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.table_storage import PREFIX, TableStorage
from sidepot.room.runtime.tournaments import TournamentRegistry
from sidepot.room.store.crash_points import here
from sidepot.room.store.store import Store
from sidepot.room.table.commands import Close, Moved, Restarted
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.play.people import forget_old
from sidepot.room.table.state import HandAt
from sidepot.room.table.terms import RoomTerms


class TableRegistry(Registry[TableActor, RoomTable, TableEvent]):
    """All tables of the room, and the `bots` that play at them (None for no bots).

    `tell_host` is called with the table and the text of each problem.
    """

    def __init__(
        self,
        store: Store,
        *,
        bots: BotPlayers | None = None,
        now: Callable[[], int] | None = None,
        chance: Chance | None = None,
        tell_host: Callable[[str, str], None] | None = None,
    ) -> None:
        self.chance = chance or Chance()
        super().__init__(TableStorage(self.chance))
        self.store = store
        self._bots = bots
        self._now = now
        self._marks = HighWaterMarks(store, now or room_clock())
        self.tell_host = tell_host
        self.heard: Callable[[str, dict[str, object]], None] | None = None  # called with the notices of other nodes
        self.connected: Callable[[], set[str]] = set  # the accounts of connected clients
        self._tournaments: TournamentRegistry | None = None
        self._cash: CashRegistry | None = None
        self._dealers: DealerRegistry | None = None
        self.lobby = Lobby(self._actors)
        self.leaving = False  # its tables are migrating to other nodes
        self._closing = False

    def _trouble(self, table: str, text: str) -> None:
        if self.tell_host is not None:
            self.tell_host(table, text)

    # ---- opening and closing the room

    async def start(self) -> None:
        """Open the room: resume every table, even in the middle of a hand."""
        await self._open_services()
        await self.take_up(await self.find_last())
        await self.tournaments.start()
        self._cash = CashRegistry(self.served())
        await self._cash.start()
        self._dealers = DealerRegistry(self.served())

    async def _open_services(self) -> Services:
        here("reading")
        self._services = Services(self.store, now=self._now, tell_host=self._trouble)
        self._tournaments = self._make_tournaments(self._services)
        found = await self.store.lasting(PREFIX)
        await self._marks.start([name for name, lasts in found if not lasts])
        await self.find_last()
        SleepWatch(self._services.later, self._woke).start()
        return self._services

    def _woke(self, ms: int) -> None:
        """Handle a sleep of the computer of `ms` milliseconds. Players lost no time, and some connections may have
        survived.
        """
        self.served().slept(ms)
        for actor in self.actors():
            actor.say_first(Restarted(), partial(_look_who_is_there, actor))
        self.tournaments.woke()

    def _make_tournaments(self, services: Services) -> TournamentRegistry:
        return TournamentRegistry(services, TournamentTables(self.open, self._actors.get), self.actors)

    async def make(self, machine: RoomTable) -> TableActor:
        """Make the actor of a table."""
        return TableActor(machine, self.served(), self.on_durable)

    async def resume_commands(self, actor: TableActor) -> None:
        """Submit the command that informs a loaded table of a restart of the room, or of its migration to this node."""
        member = self.store.member
        await actor.say(Restarted() if member is None else Moved(member.epoch, member.name))

    def on_loaded(self, machine: RoomTable) -> None:
        """Show a loaded table in the lobby."""
        self.lobby.look(machine)

    def label(self, id: str) -> str:
        """The name of a table in messages to the host."""
        return id

    async def stop(self) -> None:
        """Close the room. Current writes are still published, but nothing more is decided and no alarm rings."""
        self._closing = True
        if self._bots is not None:
            await self._bots.stop()
        if self._services is not None:
            self._services.close()
        if self._tournaments is not None:
            await self._tournaments.stop()
        if self._cash is not None:
            await self._cash.stop()
        if self._dealers is not None:
            await self._dealers.stop()
        await super().stop()
        await self._marks.stop()
        if self._services is not None:
            await self._services.wait_idle()

    def clock(self) -> int:
        """The current time of the room, in milliseconds since 1970."""
        return self.served().now()

    @property
    def tournaments(self) -> TournamentRegistry:
        """The tournaments of the room. Raises Conflict if the room is not open."""
        if self._tournaments is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._tournaments

    @property
    def cash_nights(self) -> CashRegistry | None:
        """The cash nights of the room. Returns None in a cluster, which has no cash nights."""
        return self._cash

    @property
    def cash(self) -> CashRegistry:
        """The cash nights of the room. Raises Conflict if the room is not open, or runs in several processes."""
        if self._cash is None:
            if self.store.member is not None:
                raise Conflict("cash nights work only in a room that runs as a single process", code="one_process_only")
            raise Conflict("the room is not open yet", code="not_open")
        return self._cash

    @property
    def dealers(self) -> DealerRegistry:
        """The dealers' helpers of the room. Raises Conflict if the room is not open, or runs in several processes."""
        if self._dealers is None:
            if self.store.member is not None:
                raise Conflict(
                    "the dealer's helper works only in a room that runs as a single process", code="one_process_only"
                )
            raise Conflict("the room is not open yet", code="not_open")
        return self._dealers

    # ---- tables

    async def open(self, terms: RoomTerms, by: str = "") -> str:
        """Open a table. Returns its id.

        Raises Conflict if the terms are impossible, and StoreError if the table cannot be stored.
        """
        services = self.served()

        async def begin(table: str) -> tuple[RoomTable, TableEvent]:
            return RoomTable.open(table, terms, now=services.now(), by=by, chance=self.chance)

        async with self._opening:
            room = await self.open_next(begin)
        self.on_loaded(room)
        self.begin(await self.make(room))
        return room.id

    async def close(self, table: str, by: str) -> None:
        """Close a table once its current hand is over."""
        await self.actor(table).say(Close(), by=by, staff=True)

    # ---- questions about any table of the room

    def is_locked(self, table: str) -> bool:
        """Whether a table has a password. Raises Conflict if there is no such table."""
        return bool(self.actor(table).machine.terms.locked)

    async def hands(self, table: str) -> list[int]:
        """The numbers of a table's finished hands. Raises Conflict if there is no such table."""
        return sorted(self.actor(table).machine.hands)

    async def hand_at(self, table: str, number: int) -> HandAt | None:
        """Where a finished hand is in the log of its table (None if there is no such hand).

        Raises Conflict if there is no such table.
        """
        found: HandAt | None = self.actor(table).machine.hands.get(number)
        return found

    def gauges(self) -> dict[str, float]:
        """Figures about the cluster, by name (empty if the room has only one process)."""
        return {}

    def tell_others(self, about: str, **facts: object) -> None:
        """Send a notice to all other nodes. A room of one process has no other nodes."""

    async def drain(self) -> bool:
        """Migrate all tables to other nodes. Returns whether all of them have migrated."""
        return False

    async def has_job(self, job: str) -> bool:
        """Whether this process must do a job that one node does for the whole room."""
        return True

    def tables(self) -> list[TableSummary]:
        """The summaries of all tables, oldest first."""
        return self.lobby.tables()

    def seats_of(self, account: str) -> list[str]:
        """The tables at which this account has a seat or has asked for one, according to the lobby."""
        return self.lobby.seats_of(account)

    def phases(self) -> Counter[str]:
        """The number of tables in each phase."""
        return self.lobby.phases

    async def known(self) -> set[str]:
        """The accounts that a table or tournament knows.

        These people have a seat, wait for a seat, or left only a short time ago.
        """
        return set(self.lobby.known) | self.tournaments.known()

    def newly_known(self) -> set[str]:
        """The accounts that became known at a table since the last call."""
        found, self.lobby.fresh = self.lobby.fresh, set()
        return found

    def forget(self) -> None:
        """Let every table forget players who left long ago. A table without events does not do so by itself."""
        now = self.clock()
        for actor in self._actors.values():
            forget_old(actor.machine, now)
            self.lobby.count(actor)

    # ---- callbacks

    def on_durable(self, actor: TableActor) -> None:
        """Update everything that depends on a table whose last event is durable, published and acknowledged."""
        room = actor.machine
        if self._marks.file is not None:
            self._marks.new[actor.id] = room.seq, room.link
        if self._closing:
            return
        if actor.publisher.changed:
            actor.publisher.changed = False
            self.lobby.changed(actor)
        if self._bots is not None:
            self._bots.look(actor)
        if room.at_tournament is not None:
            self.tournaments.table_noticed(actor)
        if room.over and actor.id not in self._over:
            self._over.add(actor.id)
            self._marks.close(actor.id)
            self.end(actor)

    def on_dropped(self, actor: TableActor) -> None:
        """Stop running a closed table."""
        self._forget_table(actor.id)

    def _forget_table(self, table: str) -> None:
        self.lobby.drop(table)
        if self._bots is not None:
            self._bots.forget(table)


def _look_who_is_there(actor: TableActor, _: int, __: object) -> None:
    actor.publisher.look_for(["", *actor.machine.people])
