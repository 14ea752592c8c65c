"""Distribute a room's tables over its nodes: take tables that have no owner, and balance the load.

When a node is dead, any other node takes its tables at once, a few at a time, beginning with those that its own clients
are waiting for. Balancing comes afterwards: the node with the most tables hands some over to the one with the fewest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

from sidepot.cluster.lease import HUSH
from sidepot.cluster.places import claim, hold, list_places, places
from sidepot.errors import SidepotError
from sidepot.room.store.member import Member
from sidepot.room.store.store import Store

AT_ONCE: Final = 8  # tables taken at once; other work goes on in between
AT_ONCE_AWAY: Final = 4  # tables handed over at once
LINES: Final = 2  # the database is asked for the next ones while some are being loaded
LOOK: Final = 1.0  # seconds between two checks of the store
SOON: Final = 0.05  # the same for a while after a node has joined or left
PATIENCE: Final = 5.0  # seconds to finish migrations in progress when this process ends
A_WHILE: Final = HUSH + 1.0

_log: Final = logging.getLogger("sidepot.room")


class Machines(Protocol):
    """The tables of this node, as the rebalancer uses them."""

    async def take_up(self, tables: list[str]) -> None:
        """Load these tables, and run them on this node."""

    async def give(self, table: str, to: str) -> None:
        """Migrate a table to another node."""

    def running(self) -> list[str]:
        """The tables that run on this node, least active first."""

    def others(self) -> dict[str, int]:
        """The number of tables on each other node that accepts tables."""

    def idle(self) -> set[str]:
        """The tables that this node owns but does not run, because they are over or unreadable."""

    def wanted(self) -> list[str]:
        """The tables without a known owner that clients of this node are waiting for."""


class Rebalancer:
    """Takes tables without an owner, and gives some tables away if this node has too many."""

    def __init__(self, store: Store, member: Member, tables: Machines, prefix: str) -> None:
        """Prepare a rebalancer. `prefix` comes before the id of a table or tournament in the name of its stream."""
        self._prefix = prefix
        self._store = store
        self._member = member
        self._tables = tables
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._hurry_until = self._hurried = 0.0
        self.takeover = 0.0  # seconds from the news of a dead node until its tables continued here, last time
        self._seen: set[str] = set()  # owned by this process in the store, but not running here
        self._task: asyncio.Task[None] | None = None
        self._taking: set[str] = set()  # being taken or handed over
        self._opening = 0
        self._stopping = asyncio.Event()

    def start(self) -> None:
        """Start checking regularly whether to take tables or to give some away."""
        self._task = self._loop.create_task(self._go_on())

    async def stop(self) -> bool:
        """Stop migrating. Returns whether the migrations in progress could be finished.

        This waits only for a limited time, because the store may be slow or unavailable.
        """
        patience = 0.0 if self._stopping.is_set() else PATIENCE
        self._stopping.set()
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=patience)
        return self._task is None or self._task.done()

    async def end(self) -> None:
        """Stop at the end of the process. Tables that are still arriving go to another node."""
        if not await self.stop() and self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self) -> None:
        """Check now, and more often for a while, because nodes have joined or left. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._hurry)

    def _hurry(self) -> None:
        self._hurried = self._loop.time()
        self._hurry_until = self._hurried + A_WHILE
        self._wake.set()

    async def _go_on(self) -> None:
        while not self._stopping.is_set():
            in_haste = self._loop.time() < self._hurry_until
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), SOON if in_haste else LOOK)
            self._wake.clear()
            if self._stopping.is_set():
                return
            try:
                await self.take_free()
                if self._loop.time() >= self._hurry_until:
                    if not self._opening:
                        await self._take_missing()
                    await self._share()
            except SidepotError as error:
                _log.warning("rebalancing the tables failed: %s", error.message)
            except Exception as error:
                _log.error("rebalancing the tables failed: %s", type(error).__name__)

    # ---- taking tables

    async def list_new(self) -> None:
        """Let other nodes take tables of a room that one process has served alone until now."""
        await self._store.write(list_places(self._prefix))

    async def take_free(self) -> None:
        """Take all tables that have no owner."""
        if streams := await self._claim():
            await asyncio.gather(self._take_some(streams), *[self._take_some([]) for _ in range(LINES - 1)])

    async def _claim(self) -> list[str]:
        found: list[str] = await self._store.write(claim(self._member, self._prefix, AT_ONCE, self._tables.wanted()))
        return found

    async def _take_some(self, streams: list[str]) -> None:
        while streams or not self._stopping.is_set() and (streams := await self._claim()):
            await self._take(sorted(streams))
            streams = []
            if self._loop.time() < self._hurry_until + A_WHILE:
                self.takeover = self._loop.time() - self._hurried

    async def take_over(self, table: str) -> None:
        """Take a table that has migrated to this node."""
        if await self._store.write(hold(self._member, self._prefix + table)):
            await self._take([self._prefix + table])

    async def _take(self, streams: list[str]) -> None:
        there = self._taking.union(self._tables.running())
        tables = [table for stream in streams if (table := stream[len(self._prefix) :]) not in there]
        self._taking.update(tables)
        try:
            self._store.writer.forget_heads([self._prefix + table for table in tables])
            await self._tables.take_up(tables)
        finally:
            self._taking.difference_update(tables)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """A context in which a new, long stream is written.

        Until the stream is complete, its table or tournament does not count as missing.
        """
        self._opening += 1
        try:
            yield
        finally:
            self._opening -= 1
            self._seen.clear()

    async def _take_missing(self) -> None:
        """Load tables that this node owns in the store, although the message about it was lost."""
        found = await self._store.ask(places(self._prefix))
        mine = {stream[len(self._prefix) :] for stream, node in found.items() if node == self._member.name}
        missing = mine - set(self._tables.running()) - self._tables.idle()
        if lost := missing & self._seen:  # a table that is just being opened is ignored once
            await self._take([self._prefix + table for table in sorted(lost)])
        self._seen = missing

    # ---- giving tables away

    async def _share(self) -> None:
        """Let the node with the most tables give some to the node with the fewest."""
        running, others = self._tables.running(), self._tables.others()
        if not others:
            return
        least = min(others, key=lambda node: (others[node], node))
        if len(running) < max(others.values()) or len(running) < others[least] + 2:
            return
        some = running[: min(AT_ONCE_AWAY, (len(running) - others[least]) // 2)]
        await self._give_some(dict.fromkeys(some, least))

    async def _give_some(self, some: dict[str, str]) -> None:
        """Migrate these tables at once, each to its node. Raise the first error when all are finished."""
        found = await asyncio.gather(*[self._give(*one) for one in some.items()], return_exceptions=True)
        for one in found:
            if one is not None:
                raise one

    async def _give(self, table: str, to: str) -> None:
        self._taking.add(table)  # the news that it came here may be delayed
        try:
            await self._tables.give(table, to)
        finally:
            self._taking.discard(table)

    async def give_all(self) -> int:
        """Migrate every table, if there are other nodes. Returns the number of tables that remain."""
        while (running := self._tables.running()) and (others := self._tables.others()):
            some: dict[str, str] = {}
            for table in running[:AT_ONCE_AWAY]:
                least = some[table] = min(others, key=lambda node: (others[node], node))
                others[least] += 1
            await self._give_some(some)
        return len(running)
