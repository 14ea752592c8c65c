"""Failover when one process has the whole room: a standby process takes all tables, a few at a time.

When all processes share the room, `rebalancing` takes the tables of a dead node.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sidepot.cluster.lease import LOOK_EVERY
from sidepot.cluster.places import claim, hold, list_places, parts
from sidepot.errors import Conflict, SidepotError
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.member import Member
from sidepot.room.store.store import Store

AT_ONCE: Final = 4  # tables per batch
AGAIN: Final = 0.1  # seconds between two checks whether the room is free
ROOM: Final = "room"  # held by the process that has the room, while others stand by
SHARES: Final = "shares/"  # prefix of the name of a process that shares the room
MIXED: Final = "some nodes of this room were started with --bus and some without"

_log: Final = logging.getLogger("sidepot.room")


async def stand_by(store: Store, member: Member) -> None:
    """Wait until no other process has the room, then take the room. The database may be unavailable meanwhile.

    Raises Conflict if other processes share the room.
    """
    if any(part.startswith(SHARES) for part in await store.ask(parts())):
        raise Conflict(MIXED, code="bad_address", hint="start every node with the same --bus")
    act = hold(member, ROOM)
    is_logged = False
    while True:
        try:
            if await store.write(act):
                return
            if not is_logged:
                _log.warning("%s is on standby: another node runs the room", member.name)
                is_logged = True
        except SidepotError as error:
            _log.warning("%s is on standby: %s", member.name, error.message)
            await asyncio.sleep(1.0)
        await asyncio.sleep(AGAIN)


async def share(store: Store, member: Member) -> None:
    """Join the processes that share the room. Raises Conflict if one process has the whole room."""
    if ROOM in await store.ask(parts()):
        raise Conflict(MIXED, code="bad_address", hint="start every node with the same --bus")
    await store.write(hold(member, SHARES + member.name))


async def take_all(store: Store, member: Member, take: Callable[[list[str]], Awaitable[None]]) -> int:
    """Take every table that has no owner. Returns how many such tables there were.

    `take` loads and resumes tables, a few at a time.
    """
    await store.write(list_places(PREFIX))
    taken = 0
    while streams := await store.write(claim(member, PREFIX, AT_ONCE)):
        store.writer.forget_heads(streams)
        taken += len(streams)
        await take([stream[len(PREFIX) :] for stream in sorted(streams)])
    return taken


class StandbyTableRegistry(TableRegistry):
    """All tables of a room that one process serves alone, while other processes stand by."""

    async def start(self) -> None:
        """Take the tables that have no owner, and run them."""
        services = await self._open_services()
        member = self.store.member
        assert member is not None, "a room needs a node name to have standbys"
        self._lease_watch = LeaseWatch(services.look)
        self._lease_watch.start()
        await take_all(self.store, member, self.take_up)
        await self.tournaments.start()

    async def stop(self) -> None:
        """Stop all tables. Current writes are still published."""
        await super().stop()
        self._lease_watch.stop()


class LeaseWatch:
    """Checks the lease regularly, in the thread that runs the tables."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Check now, and then regularly."""
        self._look()
        self._timer = asyncio.get_running_loop().call_later(LOOK_EVERY, self.start)

    def stop(self) -> None:
        """Stop checking."""
        if self._timer is not None:
            self._timer.cancel()
