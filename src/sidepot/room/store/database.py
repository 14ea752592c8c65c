"""Database connections, the owner and version of a database, and the formats of its events.

A store records the latest format that its streams may contain; a build that cannot read it refuses to open the store.
Processes that share a store write a new format only when all of them can read it. So one release learns to read a
format, and a later one writes it; a process can be downgraded until the last process is updated.

1  an event is a JSON object, deduplicated (`deduplication`)
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, update
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import NullPool, Pool, QueuePool

from sidepot import __version__
from sidepot.extras import how_to_install
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain, store_error
from sidepot.room.store.place import Place
from sidepot.room.store.schema import APPLICATION, FIRST, FORMAT, MIGRATIONS, meta, tables, version_of
from sidepot.rules.clauses import say

# ---- the formats of events

FIRST_FORMAT: Final = 1
KEY: Final = "event_format"  # the setting with the latest format


class Build(NamedTuple):
    """The event formats of a build.

    - `reads`: the latest format that the build can read
    - `writes`: the format that it writes once every node can read it
    """

    reads: int
    writes: int


TODAY: Final = Build(reads=1, writes=1)


def format_found(connection: Connection) -> int:
    """The latest event format that the streams of a store may contain, as noted in the store."""
    found = connection.scalar(select(meta.c.value).where(meta.c.key == KEY))
    return int(found) if found is not None and str(found).isdecimal() else FIRST_FORMAT


def check_format(found: int, build: Build, where: str, who: str = "") -> None:
    """Raise StoreError if this build cannot read the event format `found`.

    The message begins with the name of the store, `where`. `who` names the program that writes this format.
    """
    if found > build.reads:
        raise StoreError(
            Trouble.NEWER,
            f"{where}: its tables have events of format {found}{who and f', which {who} writes'}; this sidepot, "
            f"{__version__}, reads formats up to {build.reads}; install a later version",
        )


def allow(connection: Connection, writes: int) -> None:
    """Allow events of the format `writes` in the streams of the store."""
    if format_found(connection) >= writes:
        return
    row = {"key": KEY, "value": str(writes)}
    if not connection.execute(update(meta).where(meta.c.key == KEY).values(row)).rowcount:
        connection.execute(meta.insert().values(row))


# ---- connections

_TEXT: Final = partial(str, encoding="utf-8", errors="replace")
_OURS: Final = "wal_autocheckpoint=0"  # the writer makes checkpoints, and tells the watch (`file_watch`)
PATIENCE: Final = 5.0  # seconds to wait for another program that writes to the same file
# Defaults for PostgreSQL's driver; the address can override them. A server that disappears is noticed within twenty
# seconds, instead of hours with the system's defaults.
ALIVE: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


def connect_for_reading(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine for reading. Each transaction sees one consistent state.

    `patience` is the time in seconds to wait for another program that writes to the same file.
    """
    if place.file is None:
        return postgres_engine(
            place,
            pool_pre_ping=True,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
        )
    return _sqlite(place.file, "BEGIN", patience, QueuePool, query_only=True)


BEGIN_WRITING: Final = "BEGIN IMMEDIATE"  # SQLite's statement that begins a transaction of the writer


def connect_for_writing(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine for the single writing connection.

    `patience` is the time in seconds to wait for another program that writes to the same file.
    """
    if place.file is None:
        return postgres_engine(place, poolclass=NullPool)
    return _sqlite(place.file, BEGIN_WRITING, patience, NullPool)


def postgres_engine(place: Place, options: Mapping[str, object] | None = None, **more: object) -> Engine:
    """An engine for PostgreSQL, with `options` for its driver. Raises StoreError (MISSING) if no driver is
    installed.
    """
    alive = {name: value for name, value in ALIVE.items() if name not in place.url.query}
    try:
        return create_engine(place.url, connect_args={**alive, **(options or {})}, **more)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise StoreError(
            Trouble.MISSING, f"PostgreSQL needs psycopg, which is not installed: {how_to_install('postgres')}"
        ) from None


def _sqlite(file: Path, begin: str, patience: float, pool: type[Pool], query_only: bool = False) -> Engine:
    # A URI, so that SQLite does not create a missing file.
    url = f"file:{quote(str(file.absolute()))}?mode=rw"
    engine = create_engine("sqlite+pysqlite://", creator=_creator(url, patience), poolclass=pool)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # because Python's own BEGIN comes too late
        connection.text_factory = _TEXT  # damaged text must not raise an error that quotes the text
        pragmas = ["foreign_keys=ON", "query_only=ON"] if query_only else ["foreign_keys=ON", "synchronous=FULL", _OURS]
        if sys.platform == "darwin" and not query_only:
            pragmas += ["fullfsync=ON", "checkpoint_fullfsync=ON"]  # otherwise data stays in the disk's cache
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """The driver's connection beneath an SQLite connection."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _creator(url: str, patience: float) -> Callable[[], object]:
    return lambda: sqlite3.connect(url, uri=True, timeout=patience, check_same_thread=False)


# ---- connections for one use


@contextmanager
def connected_once(engine: Engine) -> Iterator[Connection]:
    """A new connection of an engine for one transaction."""
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    finally:
        engine.dispose()


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """A context in which database errors are raised as StoreErrors that name the place."""
    try:
        yield
    except Exception as error:
        raise explain(error, place.shown) from None


@contextmanager
def read_once(place: Place) -> Iterator[Connection]:
    """A connection that sees one consistent state of a store. Raises StoreError if the store cannot be opened."""
    with explained(place), connected_once(connect_for_reading(place)) as connection:
        yield connection


def create_tables(connection: Connection) -> None:
    """Create a room's tables in an empty database."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
    tables.create_all(connection)


# ---- owner and version


def check_there(place: Place) -> None:
    """Raise StoreError (MISSING) if the file of the store does not exist."""
    if place.file is not None and not place.file.is_file():
        raise store_error(Trouble.MISSING, say("{file}: no store there; `sidepot serve` creates one", str(place.file)))


def room_version(connection: Connection, place: Place) -> int:
    """The version of a room's database.

    Raises StoreError if the database is empty, is not the database of a room, or belongs to a later version of sidepot.
    """
    version = version_found(connection, place.shown)
    if version == 0:
        raise store_error(
            Trouble.FOREIGN, say("{place}: the database is empty; `sidepot serve` creates a room in it", place.shown)
        )
    check_version(version, version_of(MIGRATIONS), place.shown)
    return version


def check_current(connection: Connection, place: Place) -> None:
    """Raise StoreError if the tables do not have the current version."""
    version, known = room_version(connection, place), version_of(MIGRATIONS)
    if version < known:
        raise store_error(
            Trouble.OLDER,
            say(
                "{place}: an earlier sidepot created it (version {version}; this one reads version {known}); "
                "open the room once with `sidepot serve`, which converts it",
                place.shown,
                str(version),
                str(known),
            ),
        )


def version_found(connection: Connection, where: str, build: Build = TODAY) -> int:
    """The version of a room's database (0 for an empty database).

    Raises StoreError if the database is not that of a room (FOREIGN), or has events that this build cannot read
    (NEWER).
    """
    present = set(inspect(connection).get_table_names())
    if not present:
        return 0
    if {"meta", "record"} <= present:
        found = {str(key): str(value) for key, value in connection.execute(select(meta.c.key, meta.c.value))}
        version = found.get("version", "")
        if found.get("format") == FORMAT and version.isdecimal() and int(version) >= FIRST:
            check_format(format_found(connection), build, where)
            return int(version)
    raise StoreError(Trouble.FOREIGN, f"{where}: {TEXTS[Trouble.FOREIGN]}")


def check_version(found: int, known: int, where: str) -> None:
    """Raise StoreError if the version `found` in the database is later than `known`, the version of this program."""
    if found > known:
        raise StoreError(
            Trouble.NEWER,
            f"{where}: a later sidepot created it (version {found}; this one reads version {known}); "
            "install that sidepot, or choose another folder with --data",
        )
