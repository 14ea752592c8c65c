"""The tables of a room that several nodes share.

tables = SharedTableRegistry(store, bus)
await tables.start()
tables.actor(table)                      # here, or elsewhere: it is used alike
await tables.drain()                     # hand all tables over, before it is stopped
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from sidepot.cluster.bus_name import bus_name
from sidepot.cluster.migration import Migration
from sidepot.cluster.places import hold, parts
from sidepot.cluster.rebalancing import Rebalancer
from sidepot.cluster.registry import SharedRegistry
from sidepot.cluster.remote import Wire
from sidepot.cluster.routing import NodeRouting
from sidepot.cluster.standby import SHARES, LeaseWatch, share
from sidepot.cluster.tournaments import SharedTables, SharedTournamentRegistry
from sidepot.cluster.transport import Bus
from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.bots import BotPlayers
from sidepot.room.runtime.errors import NOBODY, Busy
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournaments import TournamentRegistry
from sidepot.room.store.store import Store
from sidepot.room.table.commands import TableCommand, decode, encode
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.state import HandAt
from sidepot.room.views.messages import Gone

DRAIN: Final = 25.0  # seconds for migrating all tables

_SUMMARY: Final = msgspec.json.Decoder(TableSummary)
_HANDS: Final = msgspec.json.Decoder(list[int])
_HAND_AT: Final = msgspec.json.Decoder(HandAt | None)
_ENCODER: Final = msgspec.json.Encoder()
_log: Final = logging.getLogger("sidepot.room")

WIRE: Final = Wire[TableCommand, TableSummary](
    encode,
    decode,
    read_summary=lambda data, node: msgspec.structs.replace(_SUMMARY.decode(data), at=node),
    closed=lambda _: Conflict("no such table", code="no_table"),
    gone=lambda table: _ENCODER.encode(Gone(table, "this table is closed", "table_over")),
)


class SharedTableRegistry(SharedRegistry[TableActor, RoomTable, TableEvent, TableCommand, TableSummary], TableRegistry):
    """All tables of the room. Some of them run on this node."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        bots: BotPlayers | None = None,
        tell_host: Callable[[str, str], None] | None = None,
    ) -> None:
        TableRegistry.__init__(self, store, bots=bots, tell_host=tell_host)
        if store.member is None:
            raise Conflict("a node needs a name to share a room", code="bad_address")
        self.member = store.member
        self._bus = bus
        self._node: NodeRouting[TableCommand, TableSummary] | None = None
        self._lease_watch: LeaseWatch | None = None
        self._drained_by = 0.0  # when migrating all tables must be finished

    # ---- opening and closing

    async def start(self) -> None:
        """Join the other nodes, and take the tables that have no owner."""
        await share(self.store, self.member)
        node = self._node = NodeRouting(self._bus, self.member.name, self.member.epoch, self, WIRE)
        rebalancer = self._share(self.store, node)
        services = await self._open_services()
        room = await self.store.write(bus_name)
        node.heard = self._hear
        self._migration = Migration(node.transport, self.store, TableStorage(self.chance), self.here, self.lobby.look)
        node.about_migration = self._migration.hear
        self._lease_watch = LeaseWatch(services.look)
        self._lease_watch.start()
        await node.open(room)
        await self._take_share()
        await self.tournaments.take_all()
        self.member.watch_others(self._hurry)
        rebalancer.start()
        self.tournaments.rebalancer.start()

    def _make_tournaments(self, services: Services) -> TournamentRegistry:
        tables = SharedTables(self.open, self._actors.get, lambda table: self.node.remotes.actor(table))
        return SharedTournamentRegistry(services, tables, self.actors, self.node)

    @property
    def node(self) -> NodeRouting[TableCommand, TableSummary]:
        """The routing of this node's messages. Raises Conflict if the room is not open."""
        if self._node is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._node

    def _hurry(self) -> None:
        """Hurry the rebalancers, because nodes have joined or left. May be called from any thread."""
        for rebalancer in (self.rebalancer, self.tournaments.rebalancer):
            rebalancer.hurry()

    @property
    def tournaments(self) -> SharedTournamentRegistry:
        """The tournaments of the room. Raises Conflict if the room is not open."""
        found = super().tournaments
        assert isinstance(found, SharedTournamentRegistry)
        return found

    async def stop(self) -> None:
        """Stop all tables. Current writes are still published."""
        self.member.watch_others(None)
        if self._rebalancer is not None:
            await self._rebalancer.end()
        if self._migration is not None:
            await self._migration.stop()
        await super().stop()
        if self._lease_watch is not None:
            self._lease_watch.stop()
        if self._node is not None:
            await self._node.close()

    async def drain(self) -> bool:
        """Migrate all tables to other nodes. Returns whether there are other nodes and no table is left here."""
        self.leaving = True
        node = self.node
        node.transport.leaving = True
        node.transport.heartbeat()
        loop = asyncio.get_running_loop()
        self._drained_by = self._drained_by or loop.time() + DRAIN  # however often it is repeated
        if not await self.rebalancer.stop():
            _log.warning("not waiting for tables that are being taken over; they resume when this node has stopped")
        why = "no other node is up"
        try:
            left = await asyncio.wait_for(self._give_all(self.rebalancer), self._drained_by - loop.time())
        except (TimeoutError, SidepotError) as error:
            left = len(self._actors)
            why = error.message if isinstance(error, SidepotError) else "it takes too long"
        if left:
            _log.warning("%d tables did not migrate: %s", left, why)
        return not left and bool(node.counts())

    async def _give_all(self, rebalancer: Rebalancer) -> int:
        await self.tournaments.rebalancer.stop()
        await self.tournaments.rebalancer.give_all()
        return await rebalancer.give_all()

    # ---- any table of the room

    def tables(self) -> list[TableSummary]:
        """The summaries of all tables of the room, oldest first."""
        mine = [msgspec.structs.replace(one, at=self.member.name) for one in super().tables()]
        return sorted([*mine, *self.summaries_elsewhere()], key=lambda one: int(one.id))

    def seats_of(self, account: str) -> list[str]:
        """The tables at which an account has a seat, on any node."""
        return super().seats_of(account) + self.elsewhere(account)

    def is_locked(self, table: str) -> bool:
        """Whether a table has a password. Raises Busy if the table is on another node, which has sent no summary yet.

        A command that gets this error may still be carried out, if it was sent before through another node.
        """
        remote = self.find_remote(table)
        if remote is None:
            return super().is_locked(table)
        if remote.summary is None:
            raise Busy(NOBODY, code="not_written")
        return remote.summary.locked

    async def hands(self, table: str) -> list[int]:
        """The numbers of a table's finished hands. Raises Busy if the table's node does not answer."""
        remote = self.find_remote(table)
        if remote is None:
            return await super().hands(table)
        return _HANDS.decode(await self.node.remotes.ask(remote.owner, table))

    async def hand_at(self, table: str, number: int) -> HandAt | None:
        """The place of a finished hand in the log of its table. Raises Busy if the table's node does not answer."""
        remote = self.find_remote(table)
        if remote is None:
            return await super().hand_at(table, number)
        return _HAND_AT.decode(await self.node.remotes.ask(remote.owner, table, number)) if number else None

    async def has_job(self, job: str) -> bool:
        """Whether this node must do a job that one node does for the whole room. If no node has the job, this node
        takes it.
        """
        return not self.leaving and await self.store.write(hold(self.member, f"job/{job}"))

    def gauges(self) -> dict[str, float]:
        """Figures about what this node shares with other nodes, by name. docs/reference/room.md explains each
        figure.
        """
        node = self.node
        return {
            "tables_owned": len(self._actors),
            "tournaments_owned": len(self.tournaments.owned()),
            "tables_elsewhere": len(node.remotes.actors),
            "tournaments_elsewhere": len(self.tournaments.routing.remotes.actors),
            "lease_seconds": self.member.lease_length(),
            "lease_left_seconds": self.member.lease_left(),
            "bus_up": node.transport.is_up,
            "bus_gaps": node.transport.gaps,
            "bus_peers": sum(peer.is_there for peer in node.transport.peers.values()),
            "far_viewers": len(node.clients),
            "far_commands": node.clients.commands,
            "forwarded_commands": node.remotes.forwarded,
            "takeover_seconds": self.rebalancer.takeover,
        }

    def tell_others(self, about: str, **facts: object) -> None:
        """Send a notice to all other nodes. The notice may be lost."""
        if self._node is not None:
            self._node.tell(about, **facts)

    def _hear(self, about: str, facts: dict[str, object]) -> None:
        self.tournaments.hear(about, facts)
        if self.heard is not None:
            self.heard(about, facts)

    async def known(self) -> set[str]:
        """The accounts known at any table of the room, and the accounts of other nodes' clients.

        Raises Busy if a node does not answer.
        """
        sharing = [part.removeprefix(SHARES) for part in await self.store.ask(parts())]
        elsewhere = [self.node.known(node) for node in sharing if node != self.member.name]
        return (await super().known()).union(*await asyncio.gather(*elsewhere))

    # ---- for the other nodes

    def seated(self, id: str) -> tuple[str, ...]:
        """The accounts of the seated people, according to a table's summary."""
        return self.lobby.seated(id)

    def summary(self, id: str) -> TableSummary | None:
        """The lobby's summary of a local table."""
        actor = self._actors.get(id)
        return None if actor is None else self.lobby.summary(actor)

    def ask(self, id: str, hand: int) -> object:
        """The answer to a question of another node.

        For a hand, it is the place of the hand in the log of its table. For hand 0, it is the numbers of the table's
        finished hands. Without a table, it is the accounts known on this node.
        """
        if not id:
            return set(self.lobby.known) | self.tournaments.known() | self.connected()
        hands = self._actors[id].machine.hands
        return hands.get(hand) if hand else sorted(hands)

    # ---- callbacks

    def is_over(self, actor: TableActor) -> bool:
        """Whether a table is closed, and kept only so that people can still look at it."""
        return actor.machine.over

    def watching(self, actor: TableActor) -> dict[Subscriber, int]:
        """The subscribers of a table, each with the number of the last event received."""
        return actor.publisher.subscribers()

    async def left(self, id: str) -> None:
        """Called when a table migrates to another node."""
        self._forget_table(id)

    async def load(self, ids: Iterable[str]) -> list[RoomTable]:
        """Load tables from the store. If a table was loaded in advance, only the later events are read."""
        ids = [*ids]
        rooms = await self._migration.catch_up_all(ids) if self._migration is not None else {}
        return [*rooms.values(), *await super().load([table for table in ids if table not in rooms])]

    def _forget_table(self, table: str) -> None:
        super()._forget_table(table)
        self.tournaments.forget_table(table)
