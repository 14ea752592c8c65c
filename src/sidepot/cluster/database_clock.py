"""How far the clock of this machine is from that of the database, which several processes of a room share.

Times at tables are those of the process that has them: if clocks differ, a decision gets more time, or less, when
its table goes to another process.
"""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, text

from sidepot.room.store.errors import TEXTS, StoreError, Trouble

OFF: Final = 0.25  # seconds by which clocks may differ
TRIES: Final = 5

_NOW: Final = text("SELECT extract(epoch from clock_timestamp())::float8")


def clock_of(connection: Connection) -> tuple[float, float]:
    """The seconds there and back, and those by which the database's clock is ahead: of the quickest of some tries."""
    found = []
    for _ in range(TRIES):
        began, wall = time.perf_counter(), time.time()
        now = float(connection.execute(_NOW).scalar_one())
        trip = time.perf_counter() - began
        found.append((trip, now - wall - trip / 2))
    return min(found)


def clock_update(off: float) -> str:
    """In words how far the database's clock is ahead."""
    return f"the clock of the database is {abs(off) * 1000:.0f} ms {'ahead of' if off > 0 else 'behind'} this machine's"


def check_clock(connection: Connection, where: str) -> None:
    """Raises StoreError (CLOCK) if the clocks differ by too much, however long the way to the database is."""
    trip, off = clock_of(connection)
    if abs(off) - trip / 2 > OFF:
        raise StoreError(Trouble.CLOCK, f"{where}: {clock_update(off)}; {TEXTS[Trouble.CLOCK]}")
