"""A registry for a cluster: some tables and tournaments run on this node, others are remote actors; all are used alike.

This is what tables and tournaments have in common: the owner of each machine, and migration in both directions.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final, Generic, TypeVar

from sidepot.cluster.migration import Migration
from sidepot.cluster.places import hand_over, places
from sidepot.cluster.rebalancing import Rebalancer
from sidepot.cluster.remote import C, RemoteActor, S
from sidepot.cluster.remote_clients import RemoteCommand
from sidepot.cluster.routing import Routing
from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import E, M
from sidepot.room.runtime.registry import Handle, Registry
from sidepot.room.runtime.subscribers import ForwardingQueue, Subscriber
from sidepot.room.store.member import Member
from sidepot.room.store.store import Store

A = TypeVar("A", bound=Actor[Any, Any, Any])

NOT_OPEN: Final = "the room is not open yet"


class SharedRegistry(Registry[A, M, E], Generic[A, M, E, C, S]):
    """All tables, or all tournaments, of the room. Some of them run on this node.

    Each kind defines when a table or tournament is over (`is_over`), who watches it on this node (`watching`), and its
    `summary` for the other nodes.
    """

    member: Member
    _since: dict[str, int]  # the machines that run here, and the event since which they do
    _routing: Routing[C, S] | None = None
    _rebalancer: Rebalancer | None = None
    _migration: Migration | None = None

    def _share(self, store: Store, routing: Routing[C, S]) -> Rebalancer:
        """Prepare to run a share of the tables or tournaments."""
        self._since = {}
        self._routing = routing
        self._rebalancer = Rebalancer(store, self.member, self, self.storage.prefix)
        return self._rebalancer

    async def _take_share(self) -> None:
        """Look up all owners, and take the tables or tournaments without one."""
        await self.rebalancer.list_new()
        for id, node in (await self.find_owners()).items():
            self.routing.remotes.actor(id, node if node != self.member.name else "")
        await self.rebalancer.take_free()

    # ---- defined by each kind

    @abstractmethod
    def is_over(self, actor: A) -> bool:
        """Whether a table or tournament is over, and kept only so that people can still look at it."""

    @abstractmethod
    def watching(self, actor: A) -> dict[Subscriber, int]:
        """The subscribers of a table or tournament, each with the number of the last event received (0 for none)."""

    async def left(self, id: str) -> None:
        """Called when a table or tournament stops on this node, because it migrates to another node."""

    # ---- any machine of the room

    @property
    def routing(self) -> Routing[C, S]:
        """The routing of this node's messages. Raises Conflict if the room is not open."""
        if self._routing is None:
            raise Conflict(NOT_OPEN, code="not_open")
        return self._routing

    @property
    def rebalancer(self) -> Rebalancer:
        """The rebalancer of this node. Raises Conflict if the room is not open."""
        if self._rebalancer is None:
            raise Conflict(NOT_OPEN, code="not_open")
        return self._rebalancer

    def find_remote(self, id: str) -> RemoteActor[C, S] | None:
        """The remote actor of a table or tournament (None if it runs here, or does not exist)."""
        return None if id in self._actors else self.routing.remotes.actors.get(id)

    def get(self, id: str) -> Handle | None:
        """The actor with this id, local or remote (None if there is none)."""
        return self._actors.get(id) or self.routing.remotes.actors.get(id)

    def summaries_elsewhere(self) -> list[S]:
        """The last known summaries of the tables or tournaments on other nodes."""
        return [one for one in self.routing.remotes.summaries() if one.id not in self._actors]

    def elsewhere(self, account: str) -> list[str]:
        """The tables or tournaments on other nodes in which an account takes part."""
        return [id for id in self.routing.remotes.seats_of(account) if id not in self._actors]

    def where(self, id: str) -> str:
        """The name of the node that owns a table or tournament ("" if it is not known)."""
        if id in self._actors:
            return self.member.name
        found = self.find_remote(id)
        return found.owner if found is not None else ""

    # ---- for the other nodes

    def here(self, id: str) -> A | None:
        """The local actor of a table or tournament (None if it does not run here)."""
        return self._actors.get(id)

    def owned(self) -> dict[str, int]:
        """The tables or tournaments on this node, each with the number of the event since which it runs here."""
        return self._since

    def take(self, id: str, refused: dict[str, SidepotError]) -> None:
        """Take over a table or tournament that has migrated to this node.

        `refused` holds earlier refusals, keyed by command id.
        """
        actor = self._actors.get(id)
        if actor is not None:
            actor.inbox.refused |= refused
        else:
            self._handed[id] = refused
        self.served().soon(self.rebalancer.take_over(id))

    async def find_owners(self) -> dict[str, str]:
        """Look up the owner of each table or tournament in the store."""
        prefix = self.storage.prefix
        found = await self.served().store.ask(places(prefix))
        return {stream[len(prefix) :]: node for stream, node in found.items()}

    # ---- for rebalancing

    def running(self) -> list[str]:
        """The unfinished tables or tournaments that run on this node, those with the fewest local subscribers first."""
        found = [actor for actor in self._actors.values() if not self.is_over(actor)]
        return [actor.id for actor in sorted(found, key=lambda actor: len(self.watching(actor)))]

    def others(self) -> dict[str, int]:
        """The number of tables or tournaments on each other node that accepts more of them."""
        return self.routing.counts()

    def idle(self) -> set[str]:
        """The tables or tournaments that this node owns but does not run, because they are over or unreadable."""
        return {*self._unreadable, *(id for id, actor in self._actors.items() if self.is_over(actor))}

    def wanted(self) -> list[str]:
        """The tables or tournaments on other nodes that clients of this node are waiting for."""
        return self.routing.remotes.wanted()

    async def give(self, id: str, to: str) -> None:
        """Migrate a table or tournament to node `to`, between two events.

        The local subscribers and their waiting commands go with it. Waiting commands from other nodes do not go with
        it, because those nodes send the commands again.
        """
        if self._migration is not None:
            await self._migration.announce(id, to)
        actor = self._actors.get(id)
        if actor is None or self.is_over(actor):
            return
        del self._actors[id]
        self._since.pop(id, None)
        remote = self.routing.remotes.actor(id)
        watching = [one for one in self.watching(actor) if not isinstance(one.queue, ForwardingQueue)]
        for subscriber in watching:
            remote.watch(subscriber)  # a client that disconnects while it stops is unsubscribed there
        jobs = actor.inbox.take_out(room_too=False)
        await actor.stop()
        await self.left(id)
        known = self.watching(actor)
        self.routing.clients.forget_machine(id)
        for subscriber in watching:
            if subscriber in known and subscriber in remote.subscribers:
                remote.watch(subscriber, known[subscriber])
            else:  # it was sent away
                remote.unwatch(subscriber)
        for job in [job for job in jobs if not isinstance(job.done, RemoteCommand)]:
            remote.submit(job.command, job.done, by=job.by, id=job.id, staff=job.staff, account=job.account)
        if await self.served().store.write(hand_over(self.member, self.storage.stream(id), to)):
            self.routing.send_taken(to, id, actor.inbox.refused)
            if self._migration is not None:
                await self._migration.arrived(id, to)  # so that few are in transit at the same time
        else:  # the name is no longer in use
            await self.take_up([id])

    # ---- callbacks

    def on_started(self, actor: A) -> None:
        """Announce that a table or tournament now runs on this node."""
        super().on_started(actor)
        self._since[actor.id] = actor.machine.seq
        self.routing.have(actor, actor.machine.seq)

    def on_durable(self, actor: A) -> None:
        """Called when an event of a table or tournament is durable."""
        if self._actors.get(actor.id) is actor:  # otherwise it stops here and continues on another node
            super().on_durable(actor)
            self.routing.changed(actor.id)

    def on_dropped(self, actor: A) -> None:
        """Stop running a table or tournament that is over."""
        super().on_dropped(actor)
        self._since.pop(actor.id, None)
        self.routing.over(actor.id)
