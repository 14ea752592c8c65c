"""A table on its way to another process, which reads it while it is still played, and then only what has come since.

So the pause of a table grows neither with its stream nor with the number of tables that move with it. The events
that are read ahead are the beginning of a stream to which others are only ever added: they stay true. Where word of it
is lost, or the other process is of a version that does not know it, the table is handed over all the same, and read
then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sidepot.cluster.messages import Owned, Ready, Soon
from sidepot.cluster.transport import Transport
from sidepot.room.runtime.table_log import TableLoader, stream_of
from sidepot.room.store.store import Store
from sidepot.room.table.machine import RoomTable

PATIENCE: Final = 2.0  # seconds for another process to read a table, and to say that it goes on there
SILENT: Final = 10.0  # seconds for which a process that did not answer is not asked to read tables ahead
KEPT: Final = 32  # tables that are read ahead and not handed over yet, or never were
MOST: Final = 200  # events since then: a table with more is read again

_log: Final = logging.getLogger("sidepot.room")


class Migration:
    """The tables that come and go. `here` gives one that is here already; `look` is shown each that was read."""

    def __init__(
        self,
        transport: Transport,
        store: Store,
        loader: TableLoader,
        here: Callable[[str], object],
        look: Callable[[RoomTable], None],
    ) -> None:
        self._transport = transport
        self._store = store
        self._loader = loader
        self._here = here
        self._look = look
        self._loop = asyncio.get_running_loop()
        self._heard: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._silent: dict[str, float] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._read: dict[str, RoomTable] = {}
        self.entries = 0  # that were read during the last pause of a table

    def hear(self, node: str, message: Soon | Ready | Owned) -> None:
        """A message of another node."""
        if isinstance(message, Soon):
            self._expect(message.table, node)
            return
        if isinstance(message, Ready):
            self._silent.pop(node, None)
        found = self._heard.get((message.table, node))
        if found is not None and not found.done():
            found.set_result(None)

    # ---- of the process that hands over

    async def announce(self, table: str, to: str) -> None:
        """Make another node load a table; wait for that, but not for long."""
        if self._loop.time() >= self._silent.get(to, 0.0):
            self._transport.send(to, Soon(table))
            if not await self.arrived(table, to):
                self._silent[to] = self._loop.time() + SILENT

    async def arrived(self, table: str, to: str) -> bool:
        """Wait for the message of another node that it has loaded a table, or runs it."""
        found = self._heard[table, to] = self._loop.create_future()
        try:
            await asyncio.wait_for(found, PATIENCE)
        except TimeoutError:
            return False
        finally:
            self._heard.pop((table, to), None)
        return True

    # ---- of the process that takes

    def _expect(self, table: str, node: str) -> None:
        if self._here(table) is not None:
            self._transport.send(node, Ready(table))
        elif table not in self._reading:
            self._reading[table] = self._loop.create_task(self._read_ahead(table, node))

    async def _read_ahead(self, table: str, node: str) -> None:
        self._read.pop(table, None)
        try:
            ahead = await self._store.read_ahead([stream_of(table)])
            self._read[table] = await self._loader.load_bare(ahead, table)
            if len(self._read) > KEPT:
                del self._read[next(iter(self._read))]
        except Exception as error:  # what is wrong with it shows when it is here
            _log.warning("table %s could not be read ahead: %s", table, type(error).__name__)
        finally:
            del self._reading[table]
        self._transport.send(node, Ready(table))

    async def catch_up_all(self, tables: list[str]) -> dict[str, RoomTable]:
        """Those of some tables that were loaded ahead, with the events since; others must be loaded."""
        found = await asyncio.gather(*[self._catch_up(table) for table in tables if table in self._read])
        return {room.id: room for room in found if room is not None}

    async def _catch_up(self, table: str) -> RoomTable | None:
        room = self._read.pop(table, None)
        if room is None:
            return None
        try:
            entries = await self._loader.catch_up(self._store, room, MOST)
            self._look(room)
        except Exception as error:  # the stream itself tells
            _log.warning("table %s is read again: %s", table, type(error).__name__)
            return None
        if entries is None:
            return None
        self.entries = entries
        return room

    async def stop(self) -> None:
        """Stop loading tables ahead."""
        tasks = [*self._reading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._read.clear()
