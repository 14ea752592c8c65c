"""Opening a database: the connections, whose it is, of what version, and the way from older versions to today's."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, update
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import NullPool, Pool, QueuePool

from sidepot.room.lock import FileLock, take_advisory
from sidepot.room.place import Place
from sidepot.room.schema import APPLICATION, FORMAT, MIGRATIONS, Migration, meta, tables, version_of
from sidepot.room.troubles import TEXTS, StoreError, Trouble, explain

PATIENCE: Final = 5.0  # seconds to wait for another program that writes to the same file


def connect_for_reading(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine whose connections only read, each transaction from one moment."""
    if place.file is None:
        return _postgres(
            place,
            pool_pre_ping=True,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
        )
    return _sqlite(place.file, "BEGIN", patience, QueuePool, query_only=True)


def connect_for_writing(place: Place, patience: float = PATIENCE) -> Engine:
    """An engine for the one connection that writes."""
    if place.file is None:
        return _postgres(place, poolclass=NullPool)
    return _sqlite(place.file, "BEGIN IMMEDIATE", patience, NullPool)


def _postgres(place: Place, **more: Any) -> Engine:
    try:
        return create_engine(place.url, connect_args={"connect_timeout": 10}, **more)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise StoreError(
            Trouble.MISSING, "PostgreSQL needs psycopg, which is not installed: pip install 'sidepot[postgres]'"
        ) from None


def _sqlite(file: Path, begin: str, patience: float, pool: type[Pool], query_only: bool = False) -> Engine:
    # An address of SQLite's own: with it, a file that is not there is not made on the way.
    url = f"file:{quote(str(file.absolute()))}?mode=rw"
    engine = create_engine("sqlite+pysqlite://", creator=_creator(url, patience), poolclass=pool)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # Python's own BEGIN would come too late
        pragmas = ["foreign_keys=ON", "query_only=ON"] if query_only else ["foreign_keys=ON", "synchronous=FULL"]
        if sys.platform == "darwin" and not query_only:
            pragmas += ["fullfsync=ON", "checkpoint_fullfsync=ON"]  # there fsync alone leaves it in the disk's cache
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _creator(url: str, patience: float) -> Callable[[], Any]:
    return lambda: sqlite3.connect(url, uri=True, timeout=patience, check_same_thread=False)


# ---- whose it is


def version_found(connection: Connection, where: str) -> int:
    """The version of a room's database, 0 where there is nothing at all. Raises StoreError (FOREIGN)."""
    present = set(inspect(connection).get_table_names())
    if not present:
        return 0
    if {"meta", "record"} <= present:
        found = {str(key): str(value) for key, value in connection.execute(select(meta.c.key, meta.c.value))}
        if found.get("format") == FORMAT and found.get("version", "").isdecimal():
            return int(found["version"])
    raise StoreError(Trouble.FOREIGN, f"{where}: {TEXTS[Trouble.FOREIGN]}")


def check_version(found: int, known: int, where: str) -> None:
    """Raises StoreError where a later sidepot made the database."""
    if found > known:
        raise StoreError(
            Trouble.NEWER,
            f"{where}: made by a later sidepot (version {found}; this one knows {known}); install that one",
        )


# ---- opening to write


def make_file(file: Path) -> None:
    """An empty file for nobody else's eyes, as it will hold cards that lie face down. Raises StoreError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise explain(error, str(file)) from None


def open_to_write(
    place: Place, patience: float = PATIENCE, migrations: Mapping[int, Migration] = MIGRATIONS
) -> tuple[Callable[[], Connection], Connection, FileLock | None]:
    """How to connect, the first connection, and the lock of the file. Raises StoreError; then nothing stays open."""
    lock = None
    if place.file is not None:
        make_file(place.file)
        lock = FileLock(place.file)
        lock.take()
    try:
        engine = connect_for_writing(place, patience)

        def connect() -> Connection:
            connection = engine.connect()
            try:
                if place.file is None:
                    take_advisory(connection, place.shown)
            except BaseException:
                connection.close()
                raise
            return connection

        connection = connect()
        try:
            _prepare_to_write(connection, place, migrations)
        except BaseException:
            connection.close()
            raise
    except Exception as error:
        if lock is not None:
            lock.release()
        raise explain(error, place.shown) from None
    return connect, connection, lock


def _prepare_to_write(connection: Connection, place: Place, migrations: Mapping[int, Migration]) -> None:
    known = version_of(migrations)
    with connection.begin():
        found = version_found(connection, place.shown)
        check_version(found, known, place.shown)
    if place.file is not None:
        if 0 < found < known:
            _copy_before(place.file, found)
        _raw(connection).execute("PRAGMA journal_mode=WAL")
    with connection.begin():
        if found == 0:
            _make(connection, known)
        for version in range(found + 1, known + 1) if found else ():
            migrations[version](connection)
        # A write at each opening: a database that cannot be written to says so now, not in the middle of a hand.
        connection.execute(update(meta).where(meta.c.key == "version").values(value=str(known)))


def _make(connection: Connection, version: int) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION}")
    tables.create_all(connection)
    connection.execute(insert(meta), [{"key": "format", "value": FORMAT}, {"key": "version", "value": str(version)}])


def _copy_before(file: Path, version: int) -> None:
    from sidepot.room.backup import copy_file  # it reads what is opened here

    number = 1
    while (copy := file.with_name(f"{file.name}.v{version}-{number}.bak")).exists():
        number += 1
    copy_file(file, copy)


def _raw(connection: Connection) -> Any:
    """The driver's connection, outside any transaction."""
    return connection.connection.driver_connection
