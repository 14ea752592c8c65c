"""Message routing between nodes: each message goes to the part that handles it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from sidepot.cluster.messages import (
    AllOwned,
    Answer,
    Closed,
    Deliver,
    ForgetSubscribers,
    Migrate,
    MigrationAnnounced,
    MigrationReady,
    NodeMessage,
    Notice,
    NotOwner,
    OfTournaments,
    Owned,
    Query,
    QueryResult,
    ResendRequest,
    Submit,
    Unwatch,
    Watch,
)
from sidepot.cluster.remote import C, RemoteActors, S, Summary, Wire, answer_of, error_of
from sidepot.cluster.remote_clients import RemoteClients
from sidepot.cluster.transport import ALL, Bus, NodeTransport, TournamentTransport, Transport
from sidepot.errors import SidepotError
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import MOST_REFUSED, Done

HEARTBEAT: Final = 0.5  # seconds between two heartbeats of this node
TICK: Final = 0.25  # seconds between two checks for missing answers
NEWS: Final = 1.0  # seconds between two summaries of one machine

MISSED: Final = "missed"  # sent to this node's own server if messages of another node were lost
_KNOWN: Final = msgspec.json.Decoder(set[str])
_ENCODER: Final = msgspec.json.Encoder()
_log: Final = logging.getLogger("sidepot.room")

S_co = TypeVar("S_co", bound=Summary, covariant=True)
L = TypeVar("L")  # a kind of message


class LocalMachines(Protocol[C, S_co]):
    """The tables, or the tournaments, of this node."""

    def here(self, id: str) -> Actor[Any, C, Any] | None:
        """The local actor of a table or tournament (None if it does not run here)."""

    def owned(self) -> Mapping[str, int]:
        """The tables or tournaments on this node, each with the number of the event since which it runs here."""

    def seated(self, id: str) -> tuple[str, ...]:
        """The accounts of the people in the summary of a table or tournament."""

    def summary(self, id: str) -> S_co | None:
        """The summary of a table or tournament that runs on this node."""

    def ask(self, id: str, hand: int) -> object:
        """Answer a question of another node about a hand of a table or tournament, or about this node.

        Raises LookupError if the table or tournament is not on this node.
        """

    def take(self, id: str, refused: dict[str, SidepotError]) -> None:
        """Take over a table or tournament that has migrated to this node.

        `refused` holds earlier refusals, keyed by command id.
        """

    async def find_owners(self) -> dict[str, str]:
        """Look up the owner of each table or tournament in the store."""


class Routing(Generic[C, S]):
    """The handler of all messages to this node about tables, or of all about tournaments.

    `heard` is called with the notices of other nodes.
    """

    def __init__(self, transport: Transport, machines: LocalMachines[C, S], wire: Wire[C, S]) -> None:
        self._transport = transport
        self._machines = machines
        self._wire = wire
        self.remotes = RemoteActors(transport, wire)
        self.clients = RemoteClients(transport, machines.here, wire.decode, machines.ask)
        self.heard: Callable[[str, dict[str, object]], None] | None = None
        self._news: set[str] = set()
        self._asking, self._asked = False, 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._readers: dict[type, Callable[[str, Any], None]] = {}
        self.route(Submit, self.clients.say)
        self.route(Watch, self.clients.look)
        self.route(Unwatch, self.clients.leave)
        self.route(Query, self.clients.ask)
        self.route(ForgetSubscribers, lambda node, _: self.clients.forget(node))
        self.route(Answer, self.remotes.answer)
        self.route(Deliver, self.remotes.deliver)
        self.route(QueryResult, lambda _, message: self.remotes.found(message))
        self.route(NotOwner, self.remotes.not_mine)
        self.route(Owned, self._owned)
        self.route(AllOwned, self.remotes.all_owned)
        self.route(Closed, lambda _, message: self.remotes.over(message))
        self.route(ResendRequest, lambda node, _: self._answer_roll(node))
        self.route(Migrate, lambda _, message: machines.take(message.table, errors_of(message)))
        self.route(Notice, lambda _, message: self._notice(message))

    def route(self, kind: type[L], read: Callable[[str, L], None]) -> None:
        """Let `read` handle messages of this kind. `read` is called with the sending node and the message."""
        self._readers[kind] = read

    # ---- beginning and end

    def start(self) -> None:
        """Begin to exchange messages with the other nodes of the room."""
        self._transport.send(ALL, ResendRequest())
        for work, every in ((self._tick, TICK), (self._send_news, NEWS)):
            self.repeat(work, every)

    async def stop(self) -> None:
        """Stop exchanging messages with the other nodes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def repeat(self, work: Callable[[], None], every: float) -> None:
        """Call `work` every `every` seconds."""

        async def go_on() -> None:
            while True:
                try:
                    work()
                except Exception as error:  # it is sent the next time
                    _log.error("the check of the other nodes failed: %s", type(error).__name__)
                await asyncio.sleep(every)

        self._soon(go_on())

    def _soon(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- messages of this node

    def have(self, actor: Actor[Any, C, Any], since: int) -> None:
        """Announce that this node has a table or tournament, and take over the subscribers and commands for it.

        Until now, the subscribers and commands were sent to other nodes.
        """
        self._send_owned(ALL, actor.id, since)
        remote = self.remotes.release(actor.id)
        if remote is None:
            return
        for subscriber, watching in remote.subscribers.items():
            actor.watch(subscriber, watching.knows)
        for waiting in remote.commands.values():
            self.submit_here(actor, waiting.message, waiting.done)

    def submit_here(self, actor: Actor[Any, C, Any], message: Submit, done: Done) -> None:
        """Submit a command to a local table or tournament, after it was first sent to another node."""
        command = self._wire.decode(message.command)
        actor.submit(command, done, by=message.by, id=message.id, staff=message.staff, account=message.account)

    def changed(self, id: str) -> None:
        """Handle a durable event of a local table or tournament."""
        self._news.add(id)

    def over(self, id: str) -> None:
        """Announce that a table or tournament is permanently closed."""
        self._news.discard(id)
        self.clients.forget_machine(id)
        self._transport.send(ALL, Closed(id))

    def send_taken(self, node: str, id: str, refused: dict[str, SidepotError]) -> None:
        """Notify a node that a table or tournament has migrated to it. `refused` holds the refusals that the
        node must repeat.
        """
        last = [*refused.items()][-MOST_REFUSED:]
        self._transport.send(node, Migrate(id, {key: answer_of(0, 0, error) for key, error in last}))

    def tell(self, about: str, **facts: object) -> None:
        """Send a notice to all other nodes."""
        self._transport.send(ALL, Notice(about, facts))

    def _send_news(self) -> None:
        news, self._news = self._news, set()
        owned = self._machines.owned()
        for id in news:
            if id in owned:
                self._send_owned(ALL, id, owned[id])

    def _send_owned(self, node: str, id: str, since: int) -> None:
        summary = self._machines.summary(id)
        data = b"" if summary is None else _ENCODER.encode(summary)
        self._transport.send(node, Owned(id, since, data, self._machines.seated(id)))

    # ---- messages to this node

    def read(self, node: str, message: NodeMessage) -> None:
        """Handle a message."""
        self._readers[type(message)](node, message)

    def missed(self, node: str) -> None:
        """Called when messages from a node were lost. Both nodes then send each other their current state."""
        self._transport.send(node, ResendRequest())
        self.remotes.send_again(node)
        if self.heard is not None:
            self.heard(MISSED, {})

    def gone(self, node: str) -> None:
        """Called when a node has fallen silent. Its clients are dropped, and its tables or tournaments have no known
        owner.
        """
        self.clients.forget(node)
        self.remotes.gone(node)

    def _answer_roll(self, node: str) -> None:
        owned = self._machines.owned()
        for id, since in owned.items():
            self._send_owned(node, id, since)
        self._transport.send(node, AllOwned([*owned]))
        self.remotes.send_again(node)

    def _owned(self, node: str, message: Owned) -> None:
        since = self._machines.owned().get(message.table)
        if since is None or since < message.seq:  # otherwise it is a message of an earlier owner
            self.remotes.owned(node, message)

    def _notice(self, message: Notice) -> None:
        if self.heard is not None:
            self.heard(message.about, message.facts)

    # ---- missing answers

    def _tick(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.remotes.tick(now) and not self._asking and now > self._asked + NEWS:
            self._asking, self._asked = True, now
            self._soon(self._look_up())

    async def _look_up(self) -> None:
        try:
            self.remotes.found_owners(await self._machines.find_owners())
        except SidepotError as error:
            _log.warning("the nodes of the tables could not be looked up: %s", error.message)
        finally:
            self._asking = False

    async def known(self, node: str) -> set[str]:
        """The accounts known at a node's tables or tournaments, and the accounts of its clients.

        Raises Busy if the node is silent.
        """
        return _KNOWN.decode(await self.remotes.ask(node))

    def counts(self) -> dict[str, int]:
        """The number of tables or tournaments on each live node that accepts more of them."""
        found = {node: 0 for node, peer in self._transport.peers.items() if peer.is_there and not peer.leaving}
        for actor in self.remotes.actors.values():
            if actor.owner in found:
                found[actor.owner] += 1
        return found


def errors_of(message: Migrate) -> dict[str, SidepotError]:
    """The refusals of a migrated table or tournament, by the id of the command."""
    found = {key: error_of(answer) for key, answer in message.refused.items()}
    return {key: error for key, error in found.items() if error is not None}


class NodeRouting(Routing[C, S]):
    """Handles the messages to this node about its tables and, through the same transport, about its `tournaments`."""

    def __init__(self, bus: Bus, node: str, epoch: int, tables: LocalMachines[C, S], wire: Wire[C, S]) -> None:
        self.transport = NodeTransport(bus, node, epoch, self)
        self.tournament_transport = TournamentTransport(self.transport)
        super().__init__(self.transport, tables, wire)
        self.tournaments: Routing[Any, Any] | None = None
        self.about_migration: Callable[[str, MigrationAnnounced | MigrationReady | Owned], None]
        self.about_migration = lambda node, message: None
        self.route(OfTournaments, self._read_beside)
        self.route(MigrationAnnounced, lambda node, message: self.about_migration(node, message))
        self.route(MigrationReady, lambda node, message: self.about_migration(node, message))

    async def open(self, room: str) -> None:
        """Begin to exchange messages with the other nodes. Raises Conflict if the bus is not available."""
        await self.transport.open(room)
        self.start()
        self.repeat(self.transport.heartbeat, HEARTBEAT)

    async def close(self) -> None:
        """Stop exchanging messages with the other nodes."""
        await self.stop()
        await self.transport.close()

    def missed(self, node: str) -> None:
        """Called when messages from a node were lost. Both nodes then send each other their current state."""
        super().missed(node)
        if self.tournaments is not None:
            self.tournaments.missed(node)

    def gone(self, node: str) -> None:
        """Called when a node has fallen silent. Its clients are dropped, and its tables or tournaments have no known
        owner.
        """
        super().gone(node)
        if self.tournaments is not None:
            self.tournaments.gone(node)

    def _owned(self, node: str, message: Owned) -> None:
        super()._owned(node, message)
        self.about_migration(node, message)

    def _read_beside(self, node: str, message: OfTournaments) -> None:
        if self.tournaments is not None:
            self.tournaments.read(node, message.message)
