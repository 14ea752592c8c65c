"""Archives: the streams of tables closed long ago, moved from the database to compressed files next to it.

An archive is a small store (SQLite, compressed by xz) with the original records, sealed decks and snapshots, so
everything that reads a store can read an archive. It is written, synced, unpacked and compared before the streams are
deleted from the database in one transaction. The database keeps each stream's name, last number, file and the file's
hash.
"""

from __future__ import annotations

import hashlib
import itertools
import lzma
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, delete, insert, select

from sidepot.errors import Conflict
from sidepot.privacy import open_private
from sidepot.room.store.backup import finish_copy, keep_name, survey
from sidepot.room.store.crash_points import here
from sidepot.room.store.database import connect_for_reading, connect_for_writing, connected_once
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.log import read_head
from sidepot.room.store.opening import make_room, open_alone
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.schema import (
    MIGRATIONS,
    meta,
    record,
    sealed,
    snapshot,
    stream,
    version_of,
)  # fmt: skip
from sidepot.validation.codec import UNREADABLE

ENDING: Final = ".db.xz"
_KEY: Final = "room/archived/"  # prefix of the setting that names a stream's archive
_AT_ONCE: Final = 500


class Archived(msgspec.Struct, frozen=True):
    """Where a stream is archived: the file, its hash, and the number of the stream's last record."""

    file: str
    sha256: str
    seq: int


class Moved(msgspec.Struct, frozen=True):
    """An archive that was made or restored: its file ("" if there was nothing to do), its streams, and its size."""

    file: str = ""
    streams: tuple[str, ...] = ()
    records: int = 0
    bytes: int = 0


def archived(connection: Connection) -> dict[str, Archived]:
    """Where each archived stream is, by the name of the stream. Raises StoreError (DAMAGED) if a row is unreadable."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(_KEY, autoescape=True)).order_by(meta.c.key)
    try:
        rows = [(str(key)[len(_KEY) :], value) for key, value in connection.execute(query)]
        return {name: msgspec.json.decode(value, type=Archived) for name, value in rows}
    except UNREADABLE:
        raise StoreError(Trouble.DAMAGED, "the row of an archived stream is unreadable") from None


def folder_of(place: Place) -> Path | None:
    """The folder next to a store's file for its archives (None for PostgreSQL, where the user must name a folder)."""
    return place.file.with_name(f"{place.file.name}.archive") if place.file is not None else None


def file_of(place: Place, one: Archived) -> Path:
    """The file of an archive: the file next to the store or, if it is not there, the file where the archive was
    first written.
    """
    written = Path(one.file)
    beside = folder_of(place)
    return beside / written.name if beside is not None and (beside / written.name).is_file() else written


def left_over(place: Place, gone: Mapping[str, Archived]) -> list[Path]:
    """The archive files that no archived stream (`gone`) is in, for example after a restore or an interruption."""
    folder = folder_of(place)
    known = {Path(one.file).name for one in gone.values()}
    return sorted(file for file in folder.iterdir() if file.name not in known) if folder and folder.is_dir() else []


# ---- reading


@contextmanager
def unpacked(place: Place, one: Archived) -> Iterator[Place]:
    """Unpack an archive for the duration of the block, and yield its place.

    Raises StoreError if the file is missing or has another hash.
    """
    file = file_of(place, one)
    if not file.is_file():
        raise StoreError(Trouble.MISSING, f"the archive {file} is missing; restore it from a copy")
    if hash_of(file) != one.sha256:
        raise StoreError(Trouble.DAMAGED, f"the archive {file} is damaged or replaced; restore it from a copy")
    with tempfile.TemporaryDirectory(prefix="sidepot-archive-") as folder:
        target = Path(folder) / "room.db"
        _unpack(file, target)
        with open_alone(place_at(target)):
            pass  # migrates the store of an earlier version
        yield place_at(target)


@contextmanager
def reading_archive(place: Place, one: Archived) -> Iterator[Connection]:
    """A connection to the store in an archive.

    Raises StoreError if the file of the archive is missing or has another hash, and the errors of the driver.
    """
    with unpacked(place, one) as inside, connected_once(connect_for_reading(inside)) as connection:
        yield connection


def by_file(gone: Mapping[str, Archived]) -> list[list[str]]:
    """The names of the streams in each archive."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, one in gone.items():
        found.setdefault((one.file, one.sha256), []).append(name)
    return list(found.values())


def hash_of(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def _unpack(file: Path, target: Path) -> None:
    try:
        with lzma.open(file) as packed, open_private(target, "xb") as into:
            shutil.copyfileobj(packed, into, 1 << 20)
    except (lzma.LZMAError, EOFError):
        raise StoreError(Trouble.DAMAGED, f"the archive {file} is damaged; restore it from a copy") from None


# ---- into an archive


def archive(place: Place, before: int, folder: Path) -> Moved:
    """Move the streams that ended before the time `before` (ms since 1970) into a new archive in `folder`.

    No server may have the store open. If this raises StoreError, the database is unchanged.
    """
    with open_alone(place) as connection:
        with connection.begin():
            names = _to_move(connection, before)
        if not names:
            return Moved()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _new_name(folder, before)
        part = _part_of(file)
        try:
            return _write(connection, names, part, file)
        finally:
            part.unlink(missing_ok=True)


def _write(connection: Connection, names: Sequence[str], part: Path, file: Path) -> Moved:
    with tempfile.TemporaryDirectory(prefix="sidepot-archive-") as made:
        plain, again = Path(made) / "room.db", Path(made) / "again.db"
        with connection.begin():
            heads = {name: read_head(connection, name) for name in names}
            found = finish_copy(plain, lambda to: _copy(connection, names, to))
        _pack(plain, part)
        _unpack(part, again)
        if hash_of(plain) != hash_of(again) or found.records != sum(heads.values()):
            raise StoreError(Trouble.DAMAGED, f"{file}: the archive differs from the database after writing")
    here("packed")
    part.replace(file)  # Windows does not rename onto the reserved name
    keep_name(file.parent)
    here("named")
    noted = [
        {"key": _KEY + name, "value": msgspec.json.encode(Archived(str(file.absolute()), hash_of(file), seq)).decode()}
        for name, seq in heads.items()
    ]
    with connection.begin():
        for table, which in _rows_of(names):
            connection.execute(delete(table).where(which))
        connection.execute(insert(meta), noted)
        here("moving")
    return Moved(str(file), tuple(names), found.records, file.stat().st_size)


def _to_move(connection: Connection, before: int) -> list[str]:
    gone = archived(connection)
    query = select(stream.c.name).where(stream.c.over.is_not(None), stream.c.over < before).order_by(stream.c.name)
    return [name for name in connection.scalars(query) if name not in gone and read_head(connection, name)]


def _new_name(folder: Path, before: int) -> Path:
    """A free file name, reserved by an empty file, because other rooms may use the same folder."""
    for number in itertools.count(1):
        file = folder / f"closed-{before // 1000}-{number}{ENDING}"
        with suppress(FileExistsError):
            open_private(_part_of(file), "xb").close()
            if not file.exists():
                break
            _part_of(file).unlink()
    return file


def _part_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.part")


def _pack(plain: Path, part: Path) -> None:
    with open_private(part, "wb") as into:
        with plain.open("rb") as data, lzma.open(into, "wb", preset=4) as packed:
            shutil.copyfileobj(data, packed, 1 << 20)
        into.flush()
        os.fsync(into.fileno())


def _copy(connection: Connection, names: Sequence[str], to: Path) -> None:
    with connected_once(connect_for_writing(place_at(to))) as into:
        make_room(into, version_of(MIGRATIONS))
        for table, which in [*_rows_of(names), *_named(names)]:
            _copy_table(connection, into, table, which)


def _copy_table(source: Connection, into: Connection, table: Table, which: ColumnElement[bool]) -> int:
    count = 0
    found = source.execute(select(table).where(which).execution_options(yield_per=_AT_ONCE)).mappings()
    for some in found.partitions():
        rows = [dict(row) for row in some]
        into.execute(insert(table), rows)
        count += len(rows)
    return count


def _rows_of(names: Sequence[str]) -> list[tuple[Table, ColumnElement[bool]]]:
    """The rows that belong to streams, by table, in batches of names."""
    found: list[tuple[Table, ColumnElement[bool]]] = []
    for at in range(0, len(names), _AT_ONCE):
        some = names[at : at + _AT_ONCE]
        found += [(record, record.c.stream.in_(some)), (snapshot, snapshot.c.stream.in_(some))]
    for name in names:
        first = f"deck/{name.partition('/')[2]}/"
        found.append((sealed, (sealed.c.hand >= first) & (sealed.c.hand < first + "\x7f")))
    return found


def _named(names: Sequence[str]) -> list[tuple[Table, ColumnElement[bool]]]:
    return [(stream, stream.c.name.in_(names[at : at + _AT_ONCE])) for at in range(0, len(names), _AT_ONCE)]


# ---- out of an archive


def restore(place: Place, name: str) -> Moved:
    """Move all streams of an archive back into the database. The file of the archive is kept.

    Raises Conflict if no stream is in such an archive, and StoreError if this fails. After an error, the database is
    unchanged.
    """
    with open_alone(place) as connection:
        with connection.begin():
            found = {key: one for key, one in archived(connection).items() if Path(one.file).name == Path(name).name}
        if not found:
            raise Conflict(f"{name}: this room has no archive with this name", code="no_table")
        names, one = sorted(found), next(iter(found.values()))
        with unpacked(place, one) as inside:
            if (faults := survey(inside).faults) or any(kept.sha256 != one.sha256 for kept in found.values()):
                raise StoreError(Trouble.DAMAGED, f"{one.file}: {faults[0] if faults else 'it mixes several archives'}")
            with connected_once(connect_for_reading(inside)) as source, connection.begin():
                records = sum(
                    _copy_table(source, connection, table, which) * (table is record)
                    for table, which in _rows_of(names)
                )
                for key in names:
                    connection.execute(delete(meta).where(meta.c.key == _KEY + key))
                here("restoring")
        file = file_of(place, one)
        return Moved(str(file), tuple(names), records, file.stat().st_size)
