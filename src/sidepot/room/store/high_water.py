"""How far each stream was acknowledged, kept beside the database: `room.db.heads`.

A database that lost its log of writes, or an older copy of it, holds together: SQLite cannot know that there was more.
So the number of the last record of each stream, and the link of its chain, are kept in a small file of their own. It is
written now and then, after what it tells of is on the disk: it may be behind the database, and is never ahead of it.
Where the database is behind the file, it has less than was acknowledged. A copy that is to be gone back to on purpose
has no such file beside it: a host who moves the old one away with the old database has accepted that.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection

from sidepot.privacy import replace_private
from sidepot.room.store.archive import archived
from sidepot.room.store.database import read_once
from sidepot.room.store.errors import StoreError, Trouble, explain
from sidepot.room.store.log import read_head
from sidepot.room.store.place import Place
from sidepot.validation.codec import UNREADABLE

FORMAT: Final = "sidepot heads"


class Head(msgspec.Struct, frozen=True, array_like=True):
    """The last record of a stream that was acknowledged, and the link of the chain as of it, in hexadecimal."""

    seq: int
    link: str = ""


class Heads(msgspec.Struct, frozen=True):
    """The content of the file: `at`, in milliseconds since 1970, the heads of streams by their names."""

    format: str
    at: int
    streams: dict[str, Head]


def heads_file(place: Place) -> Path | None:
    """Where they are kept; None for PostgreSQL, which looks after its own log of writes."""
    if place.file is None:
        return None
    file = Path(os.path.realpath(place.file))
    return file.with_name(f"{file.name}.heads")


def read_heads(place: Place) -> dict[str, Head]:
    """The heads as they were kept; none where there is no file. Raises StoreError (DAMAGED) for one that is no such."""
    file = heads_file(place)
    if file is None:
        return {}
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Heads)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise explain(error, str(file)) from None
    except UNREADABLE:
        found = None
    if found is None or found.format != FORMAT:
        raise StoreError(
            Trouble.DAMAGED, f"{file}: it does not tell how far tables were acknowledged; move it away to do without"
        )
    return found.streams


def write_heads(file: Path, at: int, streams: dict[str, Head]) -> None:
    """Keep them for good, all or as they were. Raises OSError."""
    replace_private(file, msgspec.json.encode(Heads(FORMAT, at, streams)))


def behind_at(place: Place) -> dict[str, tuple[int, int]]:
    """The same for a store that is not open here, also while a server has it. Raises StoreError."""
    heads = read_heads(place)  # before the database, which goes on
    if not heads:
        return {}
    with read_once(place) as connection:
        return behind(connection, heads)


def behind(connection: Connection, heads: dict[str, Head]) -> dict[str, tuple[int, int]]:
    """The streams of which the database has less than was acknowledged: how much was, and how much there is."""
    gone = archived(connection)
    found = {
        stream: (head.seq, gone[stream].seq if stream in gone else read_head(connection, stream))
        for stream, head in heads.items()
    }
    # SQLite may have a text where a number belongs: then that table cannot be read, which is told when it is
    return {stream: both for stream, both in found.items() if isinstance(both[1], int) and both[1] < both[0]}
