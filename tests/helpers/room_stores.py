"""Stores for tests: one in a file, one in PostgreSQL where SIDEPOT_TEST_POSTGRES gives the address of a server."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from needs import POSTGRES, POSTGRES_ADDRESS, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sqlalchemy import Connection, create_engine, text

from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.schema import unlisted
from sidepot.room.store.store import Store
from sidepot.room.store.transaction import insert_new

T = TypeVar("T")
KINDS = ("sqlite", "postgresql")


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Run it to its end, but not for ever: a writer that dies would leave everybody waiting."""
    return asyncio.run(asyncio.wait_for(work, 300))


async def as_of_older(store: Store, stream: str) -> None:
    """The entries of a stream that a test has written by itself are like those of an older sidepot: in no list yet."""
    head = await store.head(stream)

    def act(connection: Connection) -> None:
        insert_new(connection, unlisted, {"stream": stream, "upto": head})

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
