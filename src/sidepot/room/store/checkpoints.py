"""When SQLite puts its log of writes into the file itself: as often as it does by itself, after people were told.

The room makes each checkpoint, so that it knows when it writes into the file: at any other time another program does.
"""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy import Connection

from sidepot.room.store.troubles import StoreError
from sidepot.room.store.watch import Watch

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
            driver: Any = connection.connection.driver_connection
            pages = driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
        except sqlite3.Error:  # such as a full disk
            pass
        finally:
            self._watch.has_written()
        self._every = max(1, some * PAGES // max(pages, 1)) if pages > 0 else FIRST
