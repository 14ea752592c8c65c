"""The formats of entries: what a build of sidepot reads and writes, and what the streams of a store may hold.

A store tells the latest format that its streams may hold, and a build that does not read it refuses by name. Processes
that share a store write a new format once all that are up read it. So a release reads a format first, and a later one
writes it: until the last process has the later one, any of them may go back.

1  an entry is an object of JSON, which may borrow from another, and from itself (`borrowing`)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import Connection, select, update

from sidepot import __version__
from sidepot.room.store.schema import meta
from sidepot.room.store.troubles import StoreError, Trouble

FIRST: Final = 1
KEY: Final = "entries"  # the setting that has the latest format


class Build(NamedTuple):
    """A build of sidepot: the latest format that it reads, and the one that it writes where all others read it."""

    reads: int
    writes: int


TODAY: Final = Build(reads=1, writes=1)


def format_found(connection: Connection) -> int:
    """The latest format that the streams of a store may hold."""
    found = connection.scalar(select(meta.c.value).where(meta.c.key == KEY))
    return int(found) if found is not None and str(found).isdecimal() else FIRST


def check_format(found: int, build: Build, where: str, who: str = "") -> None:
    """Raises StoreError where streams may hold what this build does not read; `who` writes it."""
    if found > build.reads:
        raise StoreError(
            Trouble.NEWER,
            f"{where}: its tables have entries of format {found}{who and f', which {who} writes'}; sidepot "
            f"{__version__} here reads them up to format {build.reads}: install the later version",
        )


def allow(connection: Connection, writes: int) -> None:
    """From now on streams may hold this format."""
    if format_found(connection) >= writes:
        return
    row = {"key": KEY, "value": str(writes)}
    if not connection.execute(update(meta).where(meta.c.key == KEY).values(row)).rowcount:
        connection.execute(meta.insert().values(row))
