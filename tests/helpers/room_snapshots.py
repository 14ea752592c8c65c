"""A room in a file with a table that has two snapshots, and what may be wrong with these."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import act, open_hall, seated
from room_stores import wait
from room_tables import chance

from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store
from sidepot.room.table import snapshot
from sidepot.room.table.machine import RoomTable

DOUBTS: dict[str, str] = {
    "of another version": "UPDATE snapshot SET version = version + 1",
    "cut off": "UPDATE snapshot SET data = substr(data, 1, 40)",
    "a number": "UPDATE snapshot SET data = 7",
    "under another entry": "UPDATE snapshot SET seq = seq - 1",
    "gone": "DELETE FROM snapshot",
}


def make_room(file: Path) -> None:
    """A room with a table of three that has two snapshots, and a hand that is on."""

    async def play() -> None:
        async with open_hall(file) as hall:
            await played(hall, 8)

    with patch.object(snapshot, "EVERY", 4):
        wait(play())


async def played(hall: TableRegistry, hands: int) -> None:
    """A table of three at which some hands are over."""
    actor = await seated(hall, "Ann", "Bo", "Cy")
    while len(actor.machine.hands) < hands:
        if actor.machine.to_decide()[0] and not actor.is_busy:
            await act(actor)
        else:
            await until_quiet()


async def until_quiet() -> None:
    await asyncio.sleep(0.001)


def sql(file: Path, statement: str, *values: object) -> int:
    """Change the store, as a disk may; how many rows."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute(statement, values).rowcount


def rows(file: Path, query: str) -> list[Any]:
    """What the store has."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


async def both(file: Path) -> tuple[RoomTable, RoomTable]:
    """The table as it is read, and as its entries make it."""
    async with open_store(file) as store:
        return await TableStorage(chance(9)).load(store, "1"), await TableStorage(chance(9)).rebuild(store, "1")
