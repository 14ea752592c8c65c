"""The connections to a database, its owner, its version, and the formats of its entries.

A store tells the latest format that its streams may hold, and a build that does not read it refuses by name. Processes
that share a store write a new format once all that are up read it. So a release reads a format first, and a later one
writes it: until the last process has the later one, any of them may go back.

1  an entry is an object of JSON, which may borrow from another, and from itself (`deduplication`)
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, update
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import NullPool, Pool, QueuePool

from sidepot import __version__
from sidepot.extras import how_to_install
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain
from sidepot.room.store.place import Place
from sidepot.room.store.schema import APPLICATION, FIRST, FORMAT, MIGRATIONS, meta, tables, version_of

# ---- the formats of entries

FIRST_FORMAT: Final = 1
KEY: Final = "entries"  # the setting that has the latest format


class Build(NamedTuple):
    """A build of sidepot: the latest format that it reads, and the one that it writes where all others read it."""

    reads: int
    writes: int


TODAY: Final = Build(reads=1, writes=1)


def format_found(connection: Connection) -> int:
    """The latest format that the streams of a store may hold."""
    found = connection.scalar(select(meta.c.value).where(meta.c.key == KEY))
    return int(found) if found is not None and str(found).isdecimal() else FIRST_FORMAT


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


# ---- connections

_OURS: Final = "wal_autocheckpoint=0"  # the writer makes checkpoints, and tells the watch (`file_watch`)
PATIENCE: Final = 5.0  # seconds to wait for another program that writes to the same file
# What PostgreSQL's driver is told, unless the address says otherwise. A server that goes without a word, with its
# machine or the network, is noticed within twenty seconds: by itself the system waits for it for hours.
ALIVE: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


def connect_for_reading(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine whose connections only read, each transaction from one moment."""
    if place.file is None:
        return postgres_engine(
            place,
            pool_pre_ping=True,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
        )
    return _sqlite(place.file, "BEGIN", patience, QueuePool, query_only=True)


def connect_for_writing(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine for the one connection that writes."""
    if place.file is None:
        return postgres_engine(place, poolclass=NullPool)
    return _sqlite(place.file, "BEGIN IMMEDIATE", patience, NullPool)


def postgres_engine(place: Place, told: Mapping[str, object] | None = None, **more: object) -> Engine:
    """An engine for PostgreSQL; its driver is `told` more. Raises StoreError (MISSING)."""
    alive = {name: value for name, value in ALIVE.items() if name not in place.url.query}
    try:
        return create_engine(place.url, connect_args={**alive, **(told or {})}, **more)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise StoreError(
            Trouble.MISSING, f"PostgreSQL needs psycopg, which is not installed: {how_to_install('postgres')}"
        ) from None


def _sqlite(file: Path, begin: str, patience: float, pool: type[Pool], query_only: bool = False) -> Engine:
    # An address of SQLite's own: with it, a file that is not there is not made on the way.
    url = f"file:{quote(str(file.absolute()))}?mode=rw"
    engine = create_engine("sqlite+pysqlite://", creator=_creator(url, patience), poolclass=pool)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # Python's own BEGIN would come too late
        connection.text_factory = _text  # a name that is damaged is another name, and not an error that quotes it
        pragmas = ["foreign_keys=ON", "query_only=ON"] if query_only else ["foreign_keys=ON", "synchronous=FULL", _OURS]
        if sys.platform == "darwin" and not query_only:
            pragmas += ["fullfsync=ON", "checkpoint_fullfsync=ON"]  # there fsync alone leaves it in the disk's cache
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """The driver's connection behind one to SQLite, outside any transaction of SQLAlchemy."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _creator(url: str, patience: float) -> Callable[[], object]:
    return lambda: sqlite3.connect(url, uri=True, timeout=patience, check_same_thread=False)


# ---- for one look, or one act


@contextmanager
def connected_once(engine: Engine) -> Iterator[Connection]:
    """The only connection of an engine, in a transaction."""
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    finally:
        engine.dispose()


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Raise what goes wrong in here as StoreError that names the place."""
    try:
        yield
    except Exception as error:
        raise explain(error, place.shown) from None


@contextmanager
def read_once(place: Place) -> Iterator[Connection]:
    """A connection to a store that is looked at once, from one moment. Raises StoreError."""
    with explained(place), connected_once(connect_for_reading(place)) as connection:
        yield connection


def create_tables(connection: Connection) -> None:
    """Make the tables of a room in a database that has none."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
    tables.create_all(connection)


# ---- whose it is


def check_there(place: Place) -> None:
    """Raises StoreError (MISSING) where there is no file."""
    if place.file is not None and not place.file.is_file():
        raise StoreError(Trouble.MISSING, f"{place.file}: there is no store; `sidepot serve` makes one")


def room_version(connection: Connection, place: Place) -> int:
    """The version of a room's database. Raises StoreError where it is empty, no room's, or of a later sidepot."""
    version = version_found(connection, place.shown)
    if version == 0:
        raise StoreError(Trouble.FOREIGN, f"{place.shown}: it is empty")
    check_version(version, version_of(MIGRATIONS), place.shown)
    return version


def check_current(connection: Connection, place: Place) -> None:
    """Raises StoreError where the tables are not those of this sidepot, as `room_version` does or to be converted."""
    version, known = room_version(connection, place), version_of(MIGRATIONS)
    if version < known:
        raise StoreError(
            Trouble.OLDER,
            f"{place.shown}: an earlier sidepot made it (version {version}, and this one reads version {known}); open "
            "the room once with `sidepot serve`, which converts it",
        )


def version_found(connection: Connection, where: str, build: Build = TODAY) -> int:
    """The version of a room's database, 0 where there is nothing at all.

    Raises StoreError where it is no room's (FOREIGN), or has entries that this build does not read (NEWER).
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
    """Raises StoreError where this sidepot does not know the version of the database."""
    if found > known:
        raise StoreError(
            Trouble.NEWER,
            f"{where}: another sidepot made it (version {found}, and this one knows version {known}); install that "
            "one, or name another folder with --data",
        )
