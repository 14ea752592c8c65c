"""All machines of one kind in this process, from the opening of the room to its closing.

When the room opens, all machines are loaded in their last state, even after a crash. A new machine gets the next number
as its id. A finished one stays for a while, so that people can look at it. A machine that cannot be loaded stays
closed; the others open.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Generic, Protocol, TypeVar

from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.errors import CLOSING
from sidepot.room.runtime.machine import Done, E, M
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.storage import Storage, Unreadable, last_of, was_begun
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.crash_points import here
from sidepot.room.store.errors import StoreError, Trouble

A = TypeVar("A", bound=Actor[Any, Any, Any])

OF_ALL: Final = (Trouble.BUSY, Trouble.UNREACHABLE, Trouble.CLOSED, Trouble.GONE)  # of the registry, not of one machine
SHOWN: Final = 600.0  # seconds for which a finished machine stays in memory
READ_AT_ONCE: Final = 8  # machines loaded at the same time when the room opens


class Handle(Protocol):
    """The actor of a machine, in this process (`Actor`) or in another process (`RemoteActor`)."""

    def submit(
        self, command: Any, done: Done = ..., *, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> None:
        """Submit a command. `done` is called with the number of its event once it is durable, or with the error.

        The other arguments say who sends the command, as in `Actor.say`.
        """

    def watch(self, subscriber: Subscriber, since: int = 0) -> None:
        """Send a subscriber what it missed after event `since` (0: the whole state), and every later event."""

    def unwatch(self, subscriber: Subscriber) -> None:
        """Stop sending to this subscriber."""


class Registry(ABC, Generic[A, M, E]):
    """The actors of one kind of machine, by id.

    Each kind defines how to make an actor (`make`), and which commands a loaded machine gets (`resume_commands`).
    """

    def __init__(self, storage: Storage[M, E], services: Services | None = None) -> None:
        self.storage = storage
        self._services = services
        self._actors: dict[str, A] = {}
        self._handed: dict[str, dict[str, SidepotError]] = {}  # refusals from before a machine migrated here
        self._unreadable: dict[str, str] = {}  # machines that could not be loaded, and why
        self._over: set[str] = set()
        self._opening = asyncio.Lock()
        self._last = 0  # the highest number known to be taken

    # ---- defined by each kind

    @abstractmethod
    async def make(self, machine: M) -> A:
        """Make the actor of a machine."""

    async def resume_commands(self, actor: A) -> None:
        """Send a loaded machine the commands that make it resume. Raises SidepotError if it cannot resume yet."""

    def on_loaded(self, machine: M) -> None:
        """Called when a machine was loaded. If this call raises an error, the machine stays closed."""

    def on_started(self, actor: A) -> None:
        """Called when the actor of a machine has started in this process."""

    def on_durable(self, actor: A) -> None:
        """Called by an actor when everything decided is durable, published and acknowledged."""

    def on_dropped(self, actor: A) -> None:
        """Called when a finished machine stops running."""

    # ---- running machines

    def served(self) -> Services:
        """The services of the room. Raises Conflict if the room is not open yet."""
        if self._services is None:
            raise Conflict("the room is not open yet", code="not_open")
        return self._services

    def get(self, id: str) -> Handle | None:
        """The actor with this id (None if there is none)."""
        return self._actors.get(id)

    def actor(self, id: str) -> Any:
        """The actor with this id. Raises Conflict if there is no such machine."""
        found = self.get(id)
        if found is None:
            raise self.no_such(id)
        return found

    def actors(self) -> list[A]:
        """All actors that run in this process."""
        return [*self._actors.values()]

    def no_such(self, id: str) -> Conflict:
        """The error to raise for an unknown id."""
        return Conflict(f"no such {self.storage.label}: {id}", code=f"no_{self.storage.label}")

    @property
    def unreadable(self) -> dict[str, str]:
        """The machines that could not be loaded, by id, each with the reason."""
        broken = {actor.id: actor.broken for actor in self._actors.values() if actor.broken not in ("", CLOSING)}
        found = {**self._unreadable, **broken}
        return dict(sorted(found.items(), key=lambda one: (len(one[0]), one[0])))

    # ---- loading

    async def find_last(self) -> list[str]:
        """Return the ids of all unfinished machines in the store, in order.

        The highest number in use is kept, so that new machines get higher ones.
        """
        found = await self.served().store.lasting(self.storage.prefix)
        self._last = max(self._last, last_of(found, self.storage.prefix))
        ids = [name[len(self.storage.prefix) :] for name, lasts in found if lasts]
        return sorted(ids, key=lambda name: (len(name), name))

    async def take_up(self, tables: list[str]) -> None:
        """Load and resume machines together, so that they share a few commits."""
        machines = await self.load(tables)
        self.served().not_before(max([machine.at for machine in machines], default=0))
        actors = [await self.make(machine) for machine in machines]
        await asyncio.gather(*[self.go_on(actor) for actor in actors])

    async def load(self, ids: Iterable[str]) -> list[M]:
        """Load machines from the store. A damaged machine stays closed. Raises StoreError if the store cannot be
        read.
        """
        ids, services = [*ids], self.served()
        places = asyncio.Semaphore(READ_AT_ONCE)
        ahead = services.store.member is not None and len(ids) <= READ_AT_ONCE
        source = await services.store.read_ahead([*map(self.storage.stream, ids)]) if ahead else services.store

        async def read(id: str) -> M | None:
            async with places:
                try:
                    machine = await self.storage.load(source, id)
                    self.on_loaded(machine)
                except Exception as error:
                    if isinstance(error, StoreError) and error.trouble in OF_ALL:
                        raise
                    self._leave_closed(id, error)
                    return None
                here("replayed")
                return machine

        found = await asyncio.gather(*[read(name) for name in ids], return_exceptions=True)
        machines: list[M] = []
        for one in found:
            if isinstance(one, BaseException):
                raise one
            if one is not None:
                machines.append(one)
        return machines

    async def go_on(self, actor: A) -> None:
        """Resume a loaded machine."""
        actor.inbox.refused |= self._handed.pop(actor.id, {})
        self._actors[actor.id] = actor
        try:
            await self.resume_commands(actor)
        except SidepotError as error:
            self.served().trouble(actor.label, f"it cannot resume yet: {error.message}")
        here("restarted")
        if self._actors.get(actor.id) is actor:  # otherwise another process has taken it over meanwhile
            actor.start()
            self.on_started(actor)

    def _leave_closed(self, id: str, error: Exception) -> None:
        services, label = self.served(), self.label(id)
        found = services.keep(error, label)
        why = error.message if isinstance(error, Unreadable) else f"it cannot be read: {found.what}"
        self._unreadable[id] = why
        services.trouble(label, why)

    def label(self, id: str) -> str:
        """The name of a machine in messages to the host."""
        return f"{self.storage.label} {id}"

    # ---- opening

    async def open_next(self, begin: Callable[[str], Awaitable[tuple[M, E]]]) -> M:
        """Open a machine under the next free number. `begin` makes the machine and its first event from the id.

        If the store refuses the number because another process has taken it, the next number is tried. Raises
        StoreError if the store cannot be written, and any error of `begin`.
        """
        services, storage = self.served(), self.storage
        store = services.store
        while True:
            name = await self.next_id()
            machine, event = await begin(name)
            first = storage.to_append(machine, event)
            try:
                await store.write_append(first)
            except StoreError as error:
                if error.trouble is Trouble.UNSURE and await was_begun(store, first.stream, first.records[0]):
                    return machine
                if error.trouble is not Trouble.STALE:
                    raise
                await self.find_last()
            else:
                return machine

    async def next_id(self) -> str:
        """Reserve a free number for this process."""
        store = self.served().store
        while True:
            self._last += 1
            name = str(self._last)
            if store.member is None or await store.write(store.member.reserve(self.storage.stream(name))):
                return name

    def begin(self, actor: A) -> None:
        """Run the actor of a newly opened machine."""
        self._actors[actor.id] = actor
        actor.start()
        self.on_started(actor)

    # ---- the end

    def end(self, actor: A) -> None:
        """Remove the actor of a finished machine from memory, after a delay."""
        services = self.served()
        services.soon(services.end(self.storage.stream(actor.id), actor.machine.at))
        services.later(SHOWN, lambda: services.soon(self._drop(actor)))

    async def _drop(self, actor: A) -> None:
        """Remove a finished machine from memory."""
        if self._actors.get(actor.id) is not actor:
            return  # another process has it now
        del self._actors[actor.id]
        self.on_dropped(actor)
        await actor.stop()
        actor.dismiss(f"this {self.storage.label} is closed", f"{self.storage.label}_over")

    async def stop(self) -> None:
        """Stop all actors. Current writes are still published, but nothing more is decided and no alarm rings."""
        await asyncio.gather(*[actor.stop() for actor in self._actors.values()])
