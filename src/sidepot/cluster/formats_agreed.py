"""Which format of entries the processes of a room write: a new one once all that are up read it, and never less again.

A process that joins, and one that looks whether a new format may be written, do so one after the other: else one that
does not read it could come in between.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection

from sidepot.cluster import statements as words
from sidepot.room.store.database import Build, allow, check_format, format_found
from sidepot.room.store.errors import StoreError, Trouble

_PATIENCE: Final = 5.0  # seconds to wait for others that do the same
_AGAIN: Final = 0.02


@contextmanager
def formats_held(connection: Connection) -> Iterator[None]:
    """Meanwhile no other process joins, or begins to write a new format. Raises StoreError where one takes too long."""
    until = time.monotonic() + _PATIENCE
    while not connection.scalar(words.TAKE_FORMATS):
        if time.monotonic() > until:
            raise StoreError(Trouble.BUSY, "another process has begun to join the room, and does not go on")
        time.sleep(_AGAIN)
    try:
        yield
    finally:
        connection.execute(words.LET_FORMATS_GO)


def check_room(connection: Connection, build: Build, where: str) -> int:
    """The format that a process of this build writes at first. Raises StoreError where it cannot read the others'."""
    found = format_found(connection)
    writer = connection.execute(words.WHO_WRITES, {"reads": build.reads}).first()
    check_format(found, build, where, f"{writer[0]} (sidepot {writer[1]})" if writer is not None else "")
    return min(found, build.writes)


def agreed_format(connection: Connection, build: Build, me: Mapping[str, object], writes: int) -> int:
    """The format that a process of this build writes from now on: a later one, once all that are up read it.

    It waits for nobody, since its lease would run out meanwhile: it is asked again.
    """
    if (connection.scalar(words.ALL_READ) or 0) <= writes or not connection.scalar(words.TAKE_FORMATS):
        return writes
    try:
        agreed = min(connection.scalar(words.ALL_READ) or 0, build.writes)
        if agreed > writes:
            allow(connection, agreed)
            connection.execute(words.WRITES, {"writes": agreed, **me})
            writes = agreed
        return writes
    finally:
        connection.execute(words.LET_FORMATS_GO)
