"""Stores for tests: one in a file, one in PostgreSQL where SIDEPOT_TEST_POSTGRES gives the address of a server."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from needs import POSTGRES, POSTGRES_ADDRESS, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import msgspec
from sqlalchemy import Connection, create_engine, insert, text

from sidepot.errors import SidepotError
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.rows import HandListed, posting_rows, rows_of
from sidepot.room.store.schema import hand, hand_of, posting
from sidepot.room.store.store import Store
from sidepot.room.table.machine import Chance
from sidepot.room.table.rebuild import TableReplay

T = TypeVar("T")
KINDS = ("sqlite", "postgresql")


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Run it to its end, but not for ever: a writer that dies would leave everybody waiting."""
    return asyncio.run(asyncio.wait_for(work, 300))


async def post_books(store: Store, stream: str) -> None:
    """Post to the books what the entries of a table come to, as far as they can be read."""
    folding, rows = TableReplay(stream.removeprefix(PREFIX), 2**62, Chance()), []
    with suppress(SidepotError, msgspec.MsgspecError):
        for record in await store.read(stream):
            folding.take(record.data)
            rows += posting_rows(stream, record.seq, record.at, folding.done().booked)
    names = posting.c.keys()
    told = [dict(zip(names, row, strict=True)) for row in rows]
    await store.write(lambda connection: told and connection.execute(insert(posting), told))


async def list_hands(store: Store, stream: str, told: Sequence[HandListed]) -> None:
    """List hands that were not played."""

    def act(connection: Connection) -> None:
        for one in told:
            row, of = rows_of(stream, one)
            for table, rows in ((hand, [row]), (hand_of, of)):
                if rows:
                    connection.execute(insert(table), [dict(zip(table.c.keys(), each, strict=True)) for each in rows])

    await store.write(act)


@contextmanager
def fresh_place(kind: str, folder: Path) -> Iterator[Place]:
    """A place where no store is yet, and none stays."""
    if kind == "sqlite":
        yield place_at(folder / "room.db")
        return
    POSTGRES.ask()
    name = f"sidepot_test_{uuid.uuid4().hex[:12]}"
    server = create_engine(place_of(address=POSTGRES_ADDRESS).url, isolation_level="AUTOCOMMIT")
    try:
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        url = place_of(address=POSTGRES_ADDRESS).url.set(drivername="postgresql", database=name)
        yield place_of(address=url.render_as_string(hide_password=False))
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        server.dispose()
