"""Detects that a room's files were moved, deleted, replaced or overwritten, and stops all writing.

SQLite goes on writing to a deleted file, and those writes are lost when the program ends. So after each commit, before
it is published, each name must still belong to the same file.

A system call releases Python's lock, and getting it back takes milliseconds while the tables are busy. So after a
commit the writer makes only one such call, for the folder's modification time, and checks the names if that has
changed.

A file that another program overwrites (`cp OLD room.db`) keeps its name and inode, but it changes at a time when the
room is not writing. SQLite writes into the file only at checkpoints. The room makes these itself (`Checkpoints`), after
a commit was published and as often as SQLite would.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from sidepot.room.store.database import sqlite_of
from sidepot.room.store.errors import TEXTS, StoreError, Trouble

# Seconds after which the names are checked anyway, because not every file system updates the folder's time.
AT_LEAST: Final = 1.0
# Nanoseconds. A folder may change again within this time and keep the same modification time.
FRESH: Final = 200_000_000

_Which = tuple[int, int]  # device and inode of a file
_Content = tuple[int, int]  # modification time and size


class Watch:
    """Watches the open file of a store, and the log that SQLite keeps next to it.

    If the file is None, the store is in a database server, and there is nothing to watch.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = "" if file is None else os.path.realpath(file)
        self._folder = os.path.dirname(self._file)
        self._shown = str(file)
        self._which = _which(self._file)
        self._beside: dict[str, _Which | None] = {}  # SQLite's own files, if they exist
        self._seen: tuple[int, int, int] | None = None  # device, inode and modification time of the folder
        self._until = 0.0  # the last check is valid until then
        self._content: _Content | None = _content(self._file)  # None while the room writes into the file
        self.was_gone = False  # as of the last check

    def look(self, *, written: bool = False) -> None:
        """Raise StoreError (GONE) if one of the file names is missing, or now belongs to another file.

        `written` means that the store was just written to, so that SQLite's own files must exist.
        """
        if not self._file:
            return
        if written and (not self._beside or self._content is None):
            self.note_files()
        try:
            found = os.stat(self._folder)
            folder = found.st_dev, found.st_ino, found.st_mtime_ns
        except OSError:
            folder = None
        if folder is not None and folder == self._seen and time.monotonic() < self._until:
            return
        self._seen = None
        self.was_gone = True
        self._look_at_names()
        self.was_gone = False
        if folder is not None and time.time_ns() - folder[-1] > FRESH:
            self._seen, self._until = folder, time.monotonic() + AT_LEAST

    def _look_at_names(self) -> None:
        kept = self._content
        is_ours = not self._is_lost()
        found = _content(self._file)
        if is_ours and found is not None and kept not in (None, found) and self._content is kept:
            self._which = None  # overwritten, which counts as replaced
        if self._is_lost():
            raise StoreError(Trouble.GONE, f"{self._shown}: {TEXTS[Trouble.GONE]}")
        if any(_which(name) != which for name, which in self._beside.items()):
            raise StoreError(
                Trouble.GONE,
                f"{self._shown}: its write-ahead log (-wal, -shm) was moved, deleted or replaced while "
                "the room was open, so the room writes no more; stop it with Ctrl+C, which saves the "
                "content of the log, and start it again",
            )

    @property
    def lost(self) -> Path | None:
        """The store's file if it was deleted or renamed while open. Otherwise None."""
        return Path(self._file) if self._file and self._is_lost() else None

    def _is_lost(self) -> bool:
        return self._which is None or _which(self._file) != self._which

    @property
    def holds(self) -> bool:
        """Whether every file name still belongs to the same file."""
        try:
            self.look()
        except StoreError:
            return False
        return True

    def note_files(self) -> None:
        """Record which files the store consists of, after a write."""
        if self._file and not self._beside:
            found = {name: _which(name) for name in (f"{self._file}-wal", f"{self._file}-shm")}
            self._beside = {name: which for name, which in found.items() if which is not None}
        if self._file and self._content is None:
            self.has_written()

    def writing(self) -> None:
        """Prepare to write to the database file itself. Raises StoreError (GONE) if another program has written
        into it.
        """
        self._seen = None
        self.look()
        self._content = None

    def has_written(self) -> None:
        """Record the file's state after the room has written into it."""
        self._content = _content(self._file)

    def let_go(self) -> None:
        """Prepare for closing the writing connection. SQLite may then remove its own files and make new ones."""
        if self.holds:
            self._beside = {}
            self._content = None


def _look_up(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except OSError:
        return None


def _which(name: str) -> _Which | None:
    """The device and inode of a file (None if it is missing)."""
    found = _look_up(name)
    return (found.st_dev, found.st_ino) if found else None


def _content(name: str) -> _Content | None:
    """The modification time and size of a file (None if it is missing or empty, which SQLite's file never is)."""
    found = _look_up(name)
    return (found.st_mtime_ns, found.st_size) if found else None


# ---- checkpoints

PAGES: Final = 1000  # pages of the log per checkpoint, as SQLite has it
FIRST: Final = 16  # commits before the first checkpoint, which shows how many pages a commit has


class Checkpoints:
    """Makes the checkpoints of one SQLite store. A checkpoint copies SQLite's log into the database file."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._last = 0  # the number of commits at the last checkpoint
        self._every = FIRST

    def after_commits(self, connection: Connection, commits: int) -> None:
        """Make a checkpoint if one is due. If it fails, nothing is lost, because the data is still in the log."""
        some = commits - self._last
        if some < self._every:
            return
        self._last = commits
        try:
            self._watch.writing()
        except StoreError:  # the next write is refused, with the reason
            return
        pages = 0
        try:
            pages = sqlite_of(connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
        except sqlite3.Error:  # such as a full disk
            pass
        finally:
            self._watch.has_written()
        self._every = max(1, some * PAGES // max(pages, 1)) if pages > 0 else FIRST
