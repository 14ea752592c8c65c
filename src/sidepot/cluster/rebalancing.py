"""How the tables of a room are spread over its processes: free ones are taken, and the others' load is shared.

Anybody takes the tables of a process that is out, at once and a few at a time, first those for which clients here wait;
fair shares come afterwards, when the process that has most hands some over to the one that has least.
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

AT_ONCE: Final = 8  # tables that are taken at once: others go on meanwhile
AT_ONCE_AWAY: Final = 4  # that are handed over
LINES: Final = 2  # the database is asked for the next ones while some are read
LOOK: Final = 1.0  # seconds between two looks at the store
SOON: Final = 0.05  # the same, for a while after a process has come or gone
PATIENCE: Final = 5.0  # seconds in which what is being taken or handed over comes to its end, when this process ends
A_WHILE: Final = HUSH + 1.0

_log: Final = logging.getLogger("sidepot.room")


class Machines(Protocol):
    """The tables of this node, as they come and go."""

    async def take_up(self, tables: list[str]) -> None:
        """Load these tables, and run them here."""

    async def give(self, table: str, to: str) -> None:
        """Let a table migrate to a node."""

    def running(self) -> list[str]:
        """The tables that are here, those that are played least first."""

    def others(self) -> dict[str, int]:
        """How many tables each of the other nodes has that take some."""

    def idle(self) -> set[str]:
        """Tables of this node that do not run: they are over, or cannot be read."""

    def wanted(self) -> list[str]:
        """Tables elsewhere for which clients of this node wait."""


class Rebalancer:
    """Takes free tables and gives some away, until it is stopped."""

    def __init__(self, store: Store, member: Member, tables: Machines, prefix: str) -> None:
        """`prefix` is before a machine's id in the name of its stream."""
        self._prefix = prefix
        self._store = store
        self._member = member
        self._tables = tables
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._hurry_until = self._hurried = 0.0
        self.takeover = 0.0  # seconds from word that a process is gone until its tables went on here, the last time
        self._seen: set[str] = set()  # that are this process's by the store, and do not run here
        self._task: asyncio.Task[None] | None = None
        self._taking: set[str] = set()  # that are just being taken, or handed over
        self._opening = 0
        self._stopping = asyncio.Event()

    def start(self) -> None:
        """Go on looking."""
        self._task = self._loop.create_task(self._go_on())

    async def stop(self) -> bool:
        """Stop migrating tables; return whether migrations in progress are finished.

        It is waited for once, and not for ever: the store may be slow, or away.
        """
        patience = 0.0 if self._stopping.is_set() else PATIENCE
        self._stopping.set()
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=patience)
        return self._task is None or self._task.done()

    async def end(self) -> None:
        """The same, as this process ends: what is still being taken is another one's afterwards."""
        if not await self.stop() and self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self) -> None:
        """Nodes have come or gone: look now, and often for a while. From any thread."""
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
                _log.warning("the tables could not be shared out: %s", error.message)
            except Exception as error:
                _log.error("the tables could not be shared out: %s", type(error).__name__)

    # ---- taking

    async def list_new(self) -> None:
        """Tables of a room that had no processes can be taken, too."""
        await self._store.write(list_places(self._prefix))

    async def take_free(self) -> None:
        """Take every table that no node has."""
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
        """Take a table that migrates to this node."""
        if await self._store.write(hold(self._member, self._prefix + table)):
            await self._take([self._prefix + table])

    async def _take(self, streams: list[str]) -> None:
        there = self._taking.union(self._tables.running())
        tables = [table for stream in streams if (table := stream[len(self._prefix) :]) not in there]
        self._taking.update(tables)
        try:
            self._store.forget_heads([self._prefix + table for table in tables])
            await self._tables.take_up(tables)
        finally:
            self._taking.difference_update(tables)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """A long stream is written here, and runs when it is whole: it is not missing meanwhile."""
        self._opening += 1
        try:
            yield
        finally:
            self._opening -= 1
            self._seen.clear()

    async def _take_missing(self) -> None:
        """Tables that this node has by the store, though the message about it was lost."""
        found = await self._store.ask(places(self._prefix))
        mine = {stream[len(self._prefix) :] for stream, node in found.items() if node == self._member.name}
        missing = mine - set(self._tables.running()) - self._tables.idle()
        if lost := missing & self._seen:  # one that is just being opened is seen once
            await self._take([self._prefix + table for table in sorted(lost)])
        self._seen = missing

    # ---- handing over

    async def _share(self) -> None:
        """The node with most tables gives some to the one with least."""
        running, others = self._tables.running(), self._tables.others()
        if not others:
            return
        least = min(others, key=lambda node: (others[node], node))
        if len(running) < max(others.values()) or len(running) < others[least] + 2:
            return
        some = running[: min(AT_ONCE_AWAY, (len(running) - others[least]) // 2)]
        await self._give_some(dict.fromkeys(some, least))

    async def _give_some(self, some: dict[str, str]) -> None:
        """Let tables migrate, each to its node, at once; raise the first error when all of them are done."""
        found = await asyncio.gather(*[self._give(*one) for one in some.items()], return_exceptions=True)
        for one in found:
            if one is not None:
                raise one

    async def _give(self, table: str, to: str) -> None:
        self._taking.add(table)  # word that it came here may come only now
        try:
            await self._tables.give(table, to)
        finally:
            self._taking.discard(table)

    async def give_all(self) -> int:
        """Let every table migrate, as far as there are other nodes; return how many stay."""
        while (running := self._tables.running()) and (others := self._tables.others()):
            some: dict[str, str] = {}
            for table in running[:AT_ONCE_AWAY]:
                least = some[table] = min(others, key=lambda node: (others[node], node))
                others[least] += 1
            await self._give_some(some)
        return len(running)
