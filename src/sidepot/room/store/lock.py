"""One server for one store: two would each believe they know where every table stands.

A file is held by the operating system's lock on `room.db.lock` beside it, which ends with the process, however it ends.
A PostgreSQL database is held by an advisory lock of the connection that writes.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, text

from sidepot.room.store.troubles import StoreError, Trouble, explain

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ADVISORY: Final = 0x5349444550  # any number will do that no other program takes
_PATIENCE: Final = 2.0  # seconds in which a server takes leave of a connection that broke


class FileLock:
    """The lock of a database file."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._database = database
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock. Raises StoreError (BUSY) where another server has it."""
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
        # Byte 0 is what Windows locks; the process stands after it.
        os.ftruncate(file, 0)
        os.write(file, f" {os.getpid()}\n".encode("ascii"))
        self._file = file

    def release(self) -> None:
        """Let it go. The file stays: whoever removed it could remove another server's."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


if sys.platform == "win32":

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_held(database: Path) -> bool:
    """Is a server at work on this file?"""
    lock = FileLock(database)
    if not lock.path.exists():
        return False
    try:
        lock.take()
    except StoreError:
        return True
    lock.release()
    return False


def take_advisory(connection: Connection, where: str) -> None:
    """Hold a PostgreSQL database for as long as the connection lasts. Raises StoreError (BUSY)."""
    until = time.monotonic() + _PATIENCE
    while True:
        taken = connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY})
        connection.commit()
        if taken:
            return
        if time.monotonic() > until:
            raise StoreError(Trouble.BUSY, f"{where}: another server has this room open; stop it first")
        time.sleep(0.05)
