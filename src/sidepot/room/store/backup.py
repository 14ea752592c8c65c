"""Consistent copies of a store that is in use. Each copy is checked before it gets its name.

A copy is always an SQLite file that a room can open, even if the original is a PostgreSQL database. It contains the
sealed decks, so players must not have access to it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, Table, and_, func, insert, select

from sidepot.privacy import open_private
from sidepot.room.store.database import (
    check_current,
    check_there,
    connect_for_writing,
    connected_once,
    create_tables,
    read_once,
    room_version,
)
from sidepot.room.store.errors import StoreError, Trouble, explain
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.schema import OF_PROCESSES, record, tables

_AT_ONCE: Final = 1000


class Survey(msgspec.Struct, frozen=True):
    """The result of checking a database, which is sound if there are no `faults`."""

    version: int
    streams: int
    records: int
    sealed: int
    accounts: int
    last: int | None
    faults: tuple[str, ...]


def back_up(place: Place, target: Path, *, replace: bool = False) -> Survey:
    """Copy the store to a new file, and check the copy. With `replace`, an existing file is replaced.

    If this raises StoreError, no new file is left.
    """
    if target.exists() and not replace:
        raise StoreError(Trouble.UNWRITABLE, f"{target}: it already exists and was not overwritten")
    if place.file is not None and target.exists() and target.samefile(place.file):
        raise StoreError(Trouble.UNWRITABLE, f"{target}: this is the store itself; choose another file")
    check_there(place)
    if place.file is not None:
        return copy_file(place.file, target)
    return finish_copy(target, lambda part: _copy_rows(place, part))


def copy_file(file: Path, target: Path) -> Survey:
    """Copy an SQLite file that other processes may be writing to. Raises StoreError if it cannot be copied."""

    def copy(part: Path) -> None:
        uri = file.absolute().as_uri()
        with closing(sqlite3.connect(f"{uri}?mode=rw", uri=True)) as source, closing(sqlite3.connect(part)) as into:
            _look_into(source, file)
            source.backup(into)  # in one step, so that writers cannot make the copy start over
            into.execute("PRAGMA journal_mode=DELETE")  # a single file without a write-ahead log

    return finish_copy(target, copy)


def save_open(source: sqlite3.Connection, file: Path) -> Path:
    """Save the content of a file that was deleted but is still open. Returns the path of the new file.

    Raises StoreError if it cannot be saved.
    """
    number = 1
    while (target := file.with_name(f"{file.name}.saved-{number}")).exists():
        number += 1

    def copy(part: Path) -> None:
        with closing(sqlite3.connect(part)) as into:
            source.backup(into)
            into.execute("PRAGMA journal_mode=DELETE")

    finish_copy(target, copy)
    return target


def _look_into(source: sqlite3.Connection, file: Path) -> None:
    """Raise StoreError, naming the source, if the source is unreadable."""
    try:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise explain(error, str(file)) from None


def finish_copy(target: Path, fill: Callable[[Path], object]) -> Survey:
    """Make a new SQLite file: call `fill` with its path, then check it, sync it, and give it the name `target`.

    Raises StoreError if the file is not sound.
    """
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        open_private(part, "xb").close()
        fill(part)
        found = survey(place_at(part))
        if found.faults:
            raise StoreError(Trouble.DAMAGED, f"{target}: the copy is inconsistent: {found.faults[0]}")
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
        keep_name(target.parent)
    except Exception as error:
        raise explain(error, str(target)) from None
    finally:
        for left in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            left.unlink(missing_ok=True)
    return found


def keep_name(folder: Path) -> None:
    """Sync a folder, so that a new file name in it survives a power cut. On Windows, this does nothing."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _copy_rows(place: Place, part: Path) -> None:
    with closing(_rows_of(place)) as found, connected_once(connect_for_writing(place_at(part))) as into:
        create_tables(into)
        for table, rows in found:
            into.execute(insert(table), rows)


def _rows_of(place: Place) -> Generator[tuple[Table, list[dict[str, object]]], None, None]:
    """All rows of a consistent state, in batches. Raises StoreError, naming the source, if it cannot be read."""
    with read_once(place) as source:
        check_current(source, place)
        for table in [table for table in tables.sorted_tables if table not in OF_PROCESSES]:
            found = source.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
            for some in found.partitions():
                yield table, [dict(row) for row in some]


def survey(place: Place) -> Survey:
    """Check a whole database without writing to it. Raises StoreError if it is not the database of a room."""
    check_there(place)
    with read_once(place) as connection:
        faults = _file_faults(connection) if place.file is not None else ()
        version = room_version(connection, place)
        count = {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in _COUNTED}
        return Survey(
            version=version,
            streams=connection.scalar(select(func.count(record.c.stream.distinct()))) or 0,
            records=count["record"],
            sealed=count["sealed"],
            accounts=count["account"],
            last=connection.scalar(select(func.max(record.c.at))),
            faults=(*faults, *_gaps(connection)),
        )


_COUNTED: Final = [table for table in tables.sorted_tables if table.name in ("record", "sealed", "account")]


def _file_faults(connection: Connection) -> tuple[str, ...]:
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(10)")]
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    return (*(row for row in found if row != "ok"), *(["a session belongs to no account"] if lost else []))


def _gaps(connection: Connection) -> list[str]:
    """The streams with gaps. Records are numbered from 1, so the last number must equal the count."""
    first, last, many = func.min(record.c.seq), func.max(record.c.seq), func.count()
    whole = and_(first == 1, last == many)
    query = select(record.c.stream, last, many).group_by(record.c.stream).having(~whole).limit(10)
    return [
        f"stream {name} has {number} records, but the last one has the number {end}"
        for name, end, number in connection.execute(query)
    ]
