"""Several processes of one room in one loop: stores, leases and halls of their own, and a bus in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from room_halls import FAST, until
from room_stores import wait
from room_tables import terms
from wire import Wire

from sidepot.cluster.membership import Membership
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import SidepotError
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store

LONG = 20.0  # seconds of a lease, on a machine that does much else


@asynccontextmanager
async def node(place: Place, wire: Wire, name: str, **more: Any) -> AsyncIterator[SharedTableRegistry]:
    """A process of the room: its own store, lease and hall."""
    ends: list[str] = []
    member = Membership(place, name, ends.append, clock=asyncio.get_running_loop().time, lease=LONG)
    async with open_store(place, member=member) as store:
        hall = SharedTableRegistry(store, wire.bus(name), **more)
        await hall.start()
        try:
            yield hall
        finally:
            await hall.stop()
    assert ends == []


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test to its end."""

    async def go() -> None:
        await work()

    wait(go())


async def say(hall: SharedTableRegistry, table: str, said: Any, by: str, key: str = "") -> int:
    """Say something at a table, wherever it is."""
    future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def done(seq: int, error: SidepotError | None) -> None:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(seq)

    hall.actor(table).submit(said, done, by=by, id=key, staff=False)
    return await future


async def known(hall: SharedTableRegistry, table: str) -> None:
    """Wait until a process has heard of a table."""
    await until(lambda: any(one.id == table for one in hall.tables()))


@asynccontextmanager
async def two_with_a_table(place: Place) -> AsyncIterator[tuple[Wire, SharedTableRegistry, SharedTableRegistry, str]]:
    """Two processes, and a table at the first of them of which the second has heard."""
    wire = Wire()
    async with node(place, wire, "a") as one, node(place, wire, "b") as two:
        table = await one.open(terms(timing=FAST), "Host")
        await known(two, table)
        yield wire, one, two, table
