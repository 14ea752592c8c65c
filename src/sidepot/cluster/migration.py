"""Table migration: the new node loads the table while play goes on at the old one, and then reads only the new events.

So the pause in play depends neither on the length of the table's log nor on how many tables move together. Events that
were read ahead stay valid, because a log only grows. If the announcement is lost, or the other node's version does not
know this message, the table migrates anyway and is loaded then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sidepot.cluster.messages import MigrationAnnounced, MigrationReady, Owned
from sidepot.cluster.transport import Transport
from sidepot.room.runtime.table_storage import TableStorage, stream_of
from sidepot.room.store.store import Store
from sidepot.room.table.machine import RoomTable

PATIENCE: Final = 2.0  # seconds for another node to load a table and confirm it
SILENT: Final = 10.0  # seconds without announcements to a node that did not answer
KEPT: Final = 32  # tables loaded ahead that have not arrived yet, or never will
MOST: Final = 200  # most new events; with more, a table is loaded again

_log: Final = logging.getLogger("sidepot.room")


class Migration:
    """The tables that are migrating. `here` returns a table if it already runs on this node.

    `look` is called with each table that was loaded.
    """

    def __init__(
        self,
        transport: Transport,
        store: Store,
        storage: TableStorage,
        here: Callable[[str], object],
        look: Callable[[RoomTable], None],
    ) -> None:
        self._transport = transport
        self._store = store
        self._storage = storage
        self._here = here
        self._look = look
        self._loop = asyncio.get_running_loop()
        self._heard: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._silent: dict[str, float] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._read: dict[str, RoomTable] = {}
        self.entries = 0  # tables loaded during the last pause of a table

    def hear(self, node: str, message: MigrationAnnounced | MigrationReady | Owned) -> None:
        """Handle a message from another node."""
        if isinstance(message, MigrationAnnounced):
            self._expect(message.table, node)
            return
        if isinstance(message, MigrationReady):
            self._silent.pop(node, None)
        found = self._heard.get((message.table, node))
        if found is not None and not found.done():
            found.set_result(None)

    # ---- the old owner

    async def announce(self, table: str, to: str) -> None:
        """Ask node `to` to load a table in advance, and wait a short time until the node has loaded the table."""
        if self._loop.time() >= self._silent.get(to, 0.0):
            self._transport.send(to, MigrationAnnounced(table))
            if not await self.arrived(table, to):
                self._silent[to] = self._loop.time() + SILENT

    async def arrived(self, table: str, to: str) -> bool:
        """Wait until node `to` reports that it has loaded a table or runs it. Returns False if the node does not report
        in time.
        """
        found = self._heard[table, to] = self._loop.create_future()
        try:
            await asyncio.wait_for(found, PATIENCE)
        except TimeoutError:
            return False
        finally:
            self._heard.pop((table, to), None)
        return True

    # ---- the new owner

    def _expect(self, table: str, node: str) -> None:
        if self._here(table) is not None:
            self._transport.send(node, MigrationReady(table))
        elif table not in self._reading:
            self._reading[table] = self._loop.create_task(self._read_ahead(table, node))

    async def _read_ahead(self, table: str, node: str) -> None:
        self._read.pop(table, None)
        try:
            ahead = await self._store.read_ahead([stream_of(table)])
            self._read[table] = await self._storage.load_bare(ahead, table)
            if len(self._read) > KEPT:
                del self._read[next(iter(self._read))]
        except Exception as error:  # any error will show when the table arrives
            _log.warning("table %s could not be loaded in advance: %s", table, type(error).__name__)
        finally:
            del self._reading[table]
        self._transport.send(node, MigrationReady(table))

    async def catch_up_all(self, tables: list[str]) -> dict[str, RoomTable]:
        """Bring tables that were loaded in advance up to date with the later events, and return them.

        A table missing from the result must be loaded from scratch.
        """
        found = await asyncio.gather(*[self._catch_up(table) for table in tables if table in self._read])
        return {room.id: room for room in found if room is not None}

    async def _catch_up(self, table: str) -> RoomTable | None:
        room = self._read.pop(table, None)
        if room is None:
            return None
        try:
            entries = await self._storage.catch_up(self._store, room, MOST)
            self._look(room)
        except Exception as error:  # the stream itself decides
            _log.warning("table %s is loaded again: %s", table, type(error).__name__)
            return None
        if entries is None:
            return None
        self.entries = entries
        return room

    async def stop(self) -> None:
        """Stop loading tables in advance."""
        tasks = [*self._reading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._read.clear()
