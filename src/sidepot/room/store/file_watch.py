"""Whether the files of a room are where they were: one that was moved, deleted, replaced or changed takes no more.

SQLite goes on writing to a file that has lost its name, and its writes are gone when the program ends. So the names
are looked at after each commit, before anybody is told of it: which file each of them is, and that it is.

Asking the system lets go of Python's lock, and while the tables are busy it takes milliseconds to get it back. So the
writer asks one thing after a commit, when its folder was changed last, and looks at the names where that has changed.

A file that another program writes into (`cp OLD room.db`) keeps its name and its number. But it changes at a time when
the room does not: SQLite writes into it only at a checkpoint, and the room makes those (`Checkpoints`), as often as
SQLite would, after a commit was published.
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

# Seconds after which the names are looked at in any case: not every disk notes when a folder changes.
AT_LEAST: Final = 1.0
# Nanoseconds: a folder that was changed just now may be changed again, and by its clock at the same time.
FRESH: Final = 200_000_000

_Which = tuple[int, int]  # the device and the number of a file
_Content = tuple[int, int]  # when it was changed last, and its size


class Watch:
    """Watches the file of a store, which is open, and its log of writes. None: a server has it, and watches itself."""

    def __init__(self, file: Path | None) -> None:
        self._file = "" if file is None else os.path.realpath(file)
        self._folder = os.path.dirname(self._file)
        self._shown = str(file)
        self._which = _which(self._file)
        self._beside: dict[str, _Which | None] = {}  # SQLite's own files, once they are there
        self._seen: tuple[_Which, int] | None = None  # the folder when its names were looked at, and its last change
        self._until = 0.0  # so long that counts
        self._content: _Content | None = _content(self._file)  # None while the room itself writes into the file
        self.was_gone = False  # the last time that somebody looked

    def look(self) -> None:
        """Raises StoreError (GONE) where a name is no more what it was."""
        if not self._file:
            return
        folder = _folder(self._folder)
        if folder is not None and folder == self._seen and time.monotonic() < self._until:
            return
        self._seen = None
        self.was_gone = True
        self._look_at_names()
        self.was_gone = False
        if folder is not None and time.time_ns() - folder[1] > FRESH:
            self._seen, self._until = folder, time.monotonic() + AT_LEAST

    def _look_at_names(self) -> None:
        kept = self._content
        is_ours = not self._is_lost()
        found = _content(self._file)
        if is_ours and found is not None and kept not in (None, found) and self._content is kept:
            self._which = None  # its content is not ours: it is another file now
        if self._is_lost():
            raise StoreError(Trouble.GONE, f"{self._shown}: {TEXTS[Trouble.GONE]}")
        if any(_which(name) != which for name, which in self._beside.items()):
            raise StoreError(
                Trouble.GONE,
                f"{self._shown}: its log of writes (-wal, -shm) was moved, deleted or replaced while the room was "
                "open, and nothing more is taken; stop the room with Ctrl+C, which saves what the log held, and "
                "start it again",
            )

    @property
    def lost(self) -> Path | None:
        """The file, where what is open has lost that name."""
        return Path(self._file) if self._file and self._is_lost() else None

    def _is_lost(self) -> bool:
        return self._which is None or _which(self._file) != self._which

    @property
    def holds(self) -> bool:
        """Whether every name is what it was."""
        try:
            self.look()
        except StoreError:
            return False
        return True

    def written(self) -> None:
        """Something was written: now SQLite's own files are there."""
        if self._file and not self._beside:
            found = {name: _which(name) for name in (f"{self._file}-wal", f"{self._file}-shm")}
            self._beside = {name: which for name, which in found.items() if which is not None}
        if self._file and self._content is None:
            self.has_written()

    def writing(self) -> None:
        """The room is about to write into the file itself. Raises StoreError (GONE) where another has done so."""
        self._seen = None
        self.look()
        self._content = None

    def has_written(self) -> None:
        """Note the file as the room has left it."""
        self._content = _content(self._file)

    def let_go(self) -> None:
        """The connection that writes is about to be closed: SQLite may take its own files away, and make others."""
        if self.holds:
            self._beside = {}
            self._content = None


def _look_up(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except OSError:
        return None


def _which(name: str) -> _Which | None:
    """Which file has that name; None where none has."""
    found = _look_up(name)
    return (found.st_dev, found.st_ino) if found else None


def _content(name: str) -> _Content | None:
    """What tells that something was written into that file; None where there is none. SQLite's is never empty."""
    found = _look_up(name)
    return (found.st_mtime_ns, found.st_size) if found else None


def _folder(name: str) -> tuple[_Which, int] | None:
    """Which folder that is, and when what is in it was changed last."""
    found = _look_up(name)
    return ((found.st_dev, found.st_ino), found.st_mtime_ns) if found else None


# ---- checkpoints

PAGES: Final = 1000  # of the log for one checkpoint, as SQLite has it
FIRST: Final = 16  # commits before the first one: it shows how many pages a commit has


class Checkpoints:
    """The checkpoints of one store."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._last = 0  # how many commits there were at the last one
        self._every = FIRST

    def after_commits(self, connection: Connection, commits: int) -> None:
        """Make one, if it is due after so many commits. Nothing that goes wrong loses anything: the log has it all."""
        some = commits - self._last
        if some < self._every:
            return
        self._last = commits
        try:
            self._watch.writing()
        except StoreError:  # the next write is refused, and says why
            return
        pages = 0
        try:
            pages = sqlite_of(connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
        except sqlite3.Error:  # such as a full disk
            pass
        finally:
            self._watch.has_written()
        self._every = max(1, some * PAGES // max(pages, 1)) if pages > 0 else FIRST
