"""One server for one store: two would each believe they know where every table stands.

A file is held by the operating system's lock on `room.db.lock` beside it, which ends with the process, however it ends,
and by a lock on the file itself, since it may have other names (hard links, and symbolic ones). A PostgreSQL database
is held by an advisory lock of the connection that writes.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from sidepot.room.store.troubles import StoreError, Trouble, explain

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ADVISORY: Final = 0x5349444550  # any number will do that no other program takes
_FAR: Final = 1 << 62  # a byte that no file has
_PROCESSES: Final = text(
    "SELECT id FROM node WHERE up AND until > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY id"
)
_PATIENCE: Final = 2.0  # seconds in which a server takes leave of a connection that broke


class FileLock:
    """The lock of a database file."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._database = database
        self._file: int | None = None
        self._itself: int | None = None

    def take(self) -> None:
        """Take the lock of a file that is there. Raises StoreError (BUSY) where another server has it.

        It must be let go after SQLite has closed the file: by closing it, a process lets go of all its locks there.
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
                Trouble.BUSY, f"{self._database}: another server has this room open, by another name; stop it first"
            ) from None
        # Byte 0 is what Windows locks; the process stands after it.
        os.ftruncate(file, 0)
        os.write(file, f" {os.getpid()}\n".encode("ascii"))
        self._file = file

    def release(self) -> None:
        """Let it go. The file stays: removing it could remove another server's."""
        for file in (self._itself, self._file):
            if file is not None:
                os.close(file)
        self._itself = self._file = None


if sys.platform == "win32":

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _lock_itself(file: int) -> None:
        """Not here: a lock would keep SQLite itself from reading those bytes."""

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_itself(file: int) -> None:
        """A lock that SQLite's own on the same file do not see."""
        try:
            if sys.platform == "linux":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:  # elsewhere the two kinds see each other: so a byte that is far behind those that SQLite locks
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _FAR)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EAGAIN):
                raise BlockingIOError(error.errno, error.strerror) from None
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL):  # the disk knows no such locks
                raise


def is_held(database: Path) -> bool:
    """Is a server at work on this file?"""
    return not (_is_free(FileLock(database).path, _lock) and _is_free(database, _lock_itself))


def _is_free(file: Path, lock: Callable[[int], None]) -> bool:
    """Whether nobody has locked a file, if it is there."""
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
    """Hold a PostgreSQL database while the connection lasts; `shared`: with others. Raises StoreError (BUSY)."""
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
    """In words; where it is wanted `alone`, with the names of the processes that share it."""
    is_there = alone and connection.scalar(text("SELECT to_regclass('node') IS NOT NULL"))
    names = [*connection.scalars(_PROCESSES)] if is_there else []
    connection.commit()
    if not names:
        return "another server has this room open; stop it first"
    return f"the room is open at {' and '.join(names)}; stop all of them first (sidepot drain)"
