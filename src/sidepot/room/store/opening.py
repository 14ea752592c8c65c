"""Opening a store for writing: its lock, its tables, and migrations from earlier versions.

Only one server may open a store, because servers cache the heads of the streams. A file is locked twice: by the
operating system's lock on `room.db.lock`, which ends with the process, and by a lock on the file itself, because the
file may have other names (hard and symbolic links). A PostgreSQL database is locked by an advisory lock of the writing
connection.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, text, update

from sidepot.privacy import open_private
from sidepot.room.store.backup import copy_file
from sidepot.room.store.database import (
    PATIENCE,
    TODAY,
    Build,
    allow,
    check_there,
    check_version,
    connect_for_writing,
    create_tables,
    explained,
    sqlite_of,
    version_found,
)
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain
from sidepot.room.store.place import Place
from sidepot.room.store.schema import FORMAT, MIGRATIONS, Migration, meta, version_of

# ---- the lock

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ADVISORY: Final = 0x5349444550  # an arbitrary number that no other program uses
_FAR: Final = 1 << 62  # an offset after the end of any file
_PROCESSES: Final = text(
    "SELECT id FROM node WHERE up AND until > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY id"
)
_PATIENCE: Final = 2.0  # seconds until a server notices a broken connection


class FileLock:
    """The lock of a database file."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._database = database
        self._file: int | None = None
        self._itself: int | None = None

    def take(self) -> None:
        """Lock an existing file. Raises StoreError (BUSY) if another server has locked it.

        Release the lock only after SQLite has closed the file: closing a file releases all locks that the process has
        on it.
        """
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise explain(error, str(self.path)) from None
        try:
            _lock(file)
        except OSError:
            holder = os.pread(file, 20, 1).decode("ascii", "replace").strip() if hasattr(os, "pread") else ""
            os.close(file)
            who = f" (process {holder})" if holder else ""
            raise StoreError(
                Trouble.BUSY, f"{self._database}: another server{who} has this room open; stop it first"
            ) from None
        try:
            self._itself = os.open(self._database, os.O_RDWR)
            _lock_itself(self._itself)
        except OSError as error:
            os.close(file)
            self.release()
            if not isinstance(error, BlockingIOError):
                raise explain(error, str(self._database)) from None
            raise StoreError(
                Trouble.BUSY, f"{self._database}: another server has this room open under another name; stop it first"
            ) from None
        # Windows locks byte 0; the process id follows.
        os.ftruncate(file, 0)
        os.write(file, f" {os.getpid()}\n".encode("ascii"))
        self._file = file

    def release(self) -> None:
        """Release the lock. The lock file is kept, because another server may already be using it."""
        for file in (self._itself, self._file):
            if file is not None:
                os.close(file)
        self._itself = self._file = None


if sys.platform == "win32":

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _lock_itself(file: int) -> None:
        """Do nothing: on Windows, a lock would keep SQLite from reading those bytes."""

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_itself(file: int) -> None:
        """Lock the file without a conflict with SQLite's own locks."""
        try:
            if sys.platform == "linux":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:  # elsewhere the two kinds of locks conflict: lock a byte far after SQLite's
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _FAR)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise BlockingIOError(error.errno, error.strerror) from None
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL):  # this disk has no such locks
                raise


def is_held(database: Path) -> bool:
    """Whether a server has this file open."""
    return not (_is_free(FileLock(database).path, _lock) and _is_free(database, _lock_itself))


def _is_free(file: Path, lock: Callable[[int], None]) -> bool:
    """Whether a file is missing or not locked."""
    try:
        found = os.open(file, os.O_RDWR)
    except OSError:
        return True
    try:
        lock(found)
    except OSError:
        return False
    finally:
        os.close(found)
    return True


def take_advisory(connection: Connection, where: str, *, shared: bool = False) -> None:
    """Lock a PostgreSQL database until the connection closes. With `shared`, other processes may hold the lock too.

    Raises StoreError (BUSY) if another process has the lock.
    """
    until = time.monotonic() + _PATIENCE
    take = text(f"SELECT pg_try_advisory_lock{'_shared' if shared else ''}(:key)")
    while True:
        taken = connection.scalar(take, {"key": ADVISORY})
        connection.commit()
        if taken:
            return
        if time.monotonic() > until:
            raise StoreError(Trouble.BUSY, f"{where}: {_who_has_it(connection, alone=not shared)}")
        time.sleep(0.05)


def _who_has_it(connection: Connection, *, alone: bool) -> str:
    """The message that another process uses the database. With `alone`, it names the processes that share it."""
    is_there = alone and connection.scalar(text("SELECT to_regclass('node') IS NOT NULL"))
    names = [*connection.scalars(_PROCESSES)] if is_there else []
    connection.commit()
    if not names:
        return "another server has this room open; stop it first"
    return f"the room is open at {' and '.join(names)}; stop all of them first (sidepot drain)"


# ---- opening

OPENING: Final = ADVISORY + 1  # the lock during creation and migration of tables


def check_file(file: Path) -> None:
    """Raise StoreError if no room can be opened or created in this file. The file is not changed."""
    try:
        if file.exists():
            if not file.is_file():
                raise StoreError(
                    Trouble.UNWRITABLE, f"{file}: this is not a regular file; give the folder that contains it"
                )
            if not os.access(file, os.R_OK | os.W_OK):
                raise StoreError(Trouble.UNWRITABLE, f"{file}: {TEXTS[Trouble.UNWRITABLE]} (no permission)")
        folder = next(folder for folder in file.absolute().parents if os.path.lexists(folder))
        if not folder.is_dir():
            raise StoreError(
                Trouble.UNWRITABLE, f"{file}: {folder} is not a folder; --data takes the folder of room.db"
            )
        if not os.access(folder, os.W_OK | os.X_OK):
            raise StoreError(Trouble.UNWRITABLE, f"{folder}: the folder is not writable; check its permissions")
        log = Path(f"{os.path.realpath(file)}-wal")  # where SQLite keeps it
        if log.is_file() and log.stat().st_size and not (file.exists() and file.stat().st_size):
            raise StoreError(
                Trouble.DAMAGED,
                f"{file}: the file is empty or missing, but its write-ahead log {log.name} is not; put "
                "back the file that belongs to the log, or move both away and restore a backup",
            )
    except OSError as error:
        raise explain(error, str(file)) from None


def make_file(file: Path) -> None:
    """Create an empty file that only its owner may read, because it will contain hidden cards.

    Raises StoreError if the folder is not writable.
    """
    check_file(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            open_private(file, "ab").close()
    except OSError as error:
        raise explain(error, str(file)) from None


def _check_names(file: Path) -> None:
    """Raise StoreError if a file has several hard links, because SQLite's log is next to only one of them."""
    names = file.stat().st_nlink
    if names > 1:
        raise StoreError(
            Trouble.UNWRITABLE,
            f"{file}: the file has {names} hard links, and its write-ahead log (-wal) is next to only "
            "one of them; keep the name that has a -wal file, remove the others, and open that one "
            "(`sidepot backup` makes copies)",
        )


def open_to_write(
    place: Place,
    patience: float = PATIENCE,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    *,
    shared: bool = False,
    build: Build = TODAY,
) -> tuple[Callable[[], Connection], Connection, FileLock | None]:
    """Open a database for writing. If this raises StoreError, nothing stays open.

    Returns a function that opens further connections, the first connection, and the lock of the file (None for
    PostgreSQL).

    - `patience`: the seconds to wait for another program that writes to the same file
    - `migrations`: for each later version of the tables, the function that brings them to it
    - `shared`: other processes have the same PostgreSQL database open, each as a member of the same cluster
    - `build`: the event formats that this program reads and writes
    """
    lock = None
    if place.file is not None:
        make_file(place.file)
        lock = FileLock(place.file)
        lock.take()
    try:
        if place.file is not None:
            _check_names(place.file)
        engine = connect_for_writing(place, patience)

        def connect() -> Connection:
            connection = engine.connect()
            try:
                if place.file is None:
                    take_advisory(connection, place.shown, shared=shared)
            except BaseException:
                connection.close()
                raise
            return connection

        connection = connect()
        try:
            _prepare_to_write(connection, place, migrations, build, shared=shared)
        except BaseException:
            connection.close()
            raise
    except Exception as error:
        if lock is not None:
            lock.release()
        raise explain(error, place.shown) from None
    return connect, connection, lock


def _prepare_to_write(
    connection: Connection, place: Place, migrations: Mapping[int, Migration], build: Build, *, shared: bool
) -> None:
    known = version_of(migrations)
    with connection.begin():
        found = version_found(connection, place.shown, build)
        check_version(found, known, place.shown)
    if place.file is not None:
        if 0 < found < known:
            _copy_before(place.file, found)
        sqlite_of(connection).execute("PRAGMA journal_mode=WAL")
    with connection.begin():
        if place.file is None:  # one at a time, if several processes open it at once
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": OPENING})
            found = version_found(connection, place.shown, build)
        if found == 0:
            make_room(connection, known)
        for version in range(found + 1, known + 1) if found else ():
            migrations[version](connection)
        # Always write something, so that an unwritable database fails now, not in the middle of a hand.
        connection.execute(update(meta).where(meta.c.key == "version").values(value=str(known)))
        if not shared:  # otherwise as soon as all processes that share it can read it
            allow(connection, build.writes)


def make_room(connection: Connection, version: int) -> None:
    """Create the tables and settings of a room in an empty database."""
    create_tables(connection)
    connection.execute(insert(meta), [{"key": "format", "value": FORMAT}, {"key": "version", "value": str(version)}])


def _copy_before(file: Path, version: int) -> None:
    number = 1
    while (copy := file.with_name(f"{file.name}.v{version}-{number}.bak")).exists():
        number += 1
    copy_file(file, copy)


@contextmanager
def open_alone(place: Place) -> Iterator[Connection]:
    """Open a database exclusively. Raises StoreError if this fails, for example because a server has it open."""
    check_there(place)
    _, connection, lock = open_to_write(place)
    try:
        with explained(place):
            yield connection
    finally:
        connection.close()
        if lock is not None:
            lock.release()
