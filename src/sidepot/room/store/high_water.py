"""The high-water marks: the last acknowledged record of each stream, in `room.db.heads` next to the database.

SQLite accepts an older copy of a database, or a database without its log. So a small file keeps the number and the link
of each stream's last record. It is written from time to time, after the records are on disk, so it may be behind the
database but never ahead of it. If the database is behind the file, acknowledged records are missing. To go back to a
copy on purpose, the host moves the file away together with the old database.
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


class HighWaterMark(msgspec.Struct, frozen=True, array_like=True):
    """The last acknowledged record of a stream, and the chain's link there, in hexadecimal."""

    seq: int
    link: str = ""


class MarksFile(msgspec.Struct, frozen=True):
    """The content of the file with the high-water marks: the mark of each stream, as of `at` (ms since 1970)."""

    format: str
    at: int
    streams: dict[str, HighWaterMark]


def marks_file(place: Place) -> Path | None:
    """The path of the file with the high-water marks. Returns None for PostgreSQL, which protects its own log."""
    if place.file is None:
        return None
    file = Path(os.path.realpath(place.file))
    return file.with_name(f"{file.name}.heads")


def read_marks(place: Place) -> dict[str, HighWaterMark]:
    """The stored marks by stream (empty if there is no file). Raises StoreError (DAMAGED) if the file is unreadable."""
    file = marks_file(place)
    if file is None:
        return {}
    try:
        found = msgspec.json.decode(file.read_bytes(), type=MarksFile)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise explain(error, str(file)) from None
    except UNREADABLE:
        found = None
    if found is None or found.format != FORMAT:
        raise StoreError(
            Trouble.DAMAGED, f"{file}: unreadable high-water marks; move the file away to start without them"
        )
    return found.streams


def write_marks(file: Path, at: int, streams: dict[str, HighWaterMark]) -> None:
    """Replace the file of the high-water marks atomically. `at` is in milliseconds since 1970.

    Raises OSError if the file cannot be written.
    """
    replace_private(file, msgspec.json.encode(MarksFile(FORMAT, at, streams)))


def behind_at(place: Place) -> dict[str, tuple[int, int]]:
    """Like `behind`, for a store that is not open in this process. A server may have it open.

    Raises StoreError if the store cannot be read.
    """
    marks = read_marks(place)  # read before the database, to which the server may still write
    if not marks:
        return {}
    with read_once(place) as connection:
        return behind(connection, marks)


def behind(connection: Connection, marks: dict[str, HighWaterMark]) -> dict[str, tuple[int, int]]:
    """The streams that lack acknowledged records, each with two numbers.

    These are the numbers of the last acknowledged record and of the last record found.
    """
    gone = archived(connection)
    found = {
        stream: (mark.seq, gone[stream].seq if stream in gone else read_head(connection, stream))
        for stream, mark in marks.items()
    }
    # SQLite may have text in place of a number; reading that table reports it
    return {stream: both for stream, both in found.items() if isinstance(both[1], int) and both[1] < both[0]}
