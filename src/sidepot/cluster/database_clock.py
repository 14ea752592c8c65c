"""The difference between this machine's clock and the database's, which all processes of a room share.

A table uses the clock of its process. If two clocks differ, a player gets more or less time for a decision when the
table moves from one process to the other.
"""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, text

from sidepot.room.store.errors import TEXTS, StoreError, Trouble

OFF: Final = 0.25  # most seconds between two clocks
TRIES: Final = 5

_NOW: Final = text("SELECT extract(epoch from clock_timestamp())::float8")


def clock_of(connection: Connection) -> tuple[float, float]:
    """The round-trip time to the database, and how far the database's clock is ahead of this machine's clock.

    Both are in seconds, and come from the fastest of several tries.
    """
    found = []
    for _ in range(TRIES):
        began, wall = time.perf_counter(), time.time()
        now = float(connection.execute(_NOW).scalar_one())
        trip = time.perf_counter() - began
        found.append((trip, now - wall - trip / 2))
    return min(found)


def clock_update(off: float) -> str:
    """A sentence about how far the database's clock is ahead (`off`, in seconds)."""
    return f"the database clock is {abs(off) * 1000:.0f} ms {'ahead of' if off > 0 else 'behind'} this machine's"


def check_clock(connection: Connection, where: str) -> None:
    """Raise StoreError (CLOCK) if the clocks of the database and of this machine differ by too much.

    The round-trip time is taken into account.
    """
    trip, off = clock_of(connection)
    if abs(off) - trip / 2 > OFF:
        raise StoreError(Trouble.CLOCK, f"{where}: {clock_update(off)}; {TEXTS[Trouble.CLOCK]}")
