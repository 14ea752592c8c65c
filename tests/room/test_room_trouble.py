"""The store in trouble: a clear word, nothing lost, and on it goes; and it opens again after all of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from needs import POSIX, POSTGRES, POSTGRES_ADDRESS
from room_stores import fresh_place, wait
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from sidepot.room.audit.auditor import audit
from sidepot.room.store.backup import survey
from sidepot.room.store.errors import Stale, StoreError, Trouble
from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.schema import MIGRATIONS, version_of
from sidepot.room.store.store import Store, open_store


async def filled(store: Store) -> None:
    assert await store.append("t", await store.head("t"), [b"kept"], 1) > 0


def fill(file: Path) -> None:
    async def run() -> None:
        async with open_store(file) as store:
            await filled(store)

    wait(run())


def opens_again(where: Path | Place, records: int) -> None:
    """The room opens, holds together, has what it had, and takes more."""

    async def run() -> None:
        async with open_store(where) as store:
            assert [record.data for record in await store.read("t")] == [b"kept"] * records
            await filled(store)

    wait(run())
    found = survey(where if isinstance(where, Place) else place_at(where))
    assert (found.records, found.faults) == (records + 1, ())


def refused(where: Path | Place) -> StoreError:
    with pytest.raises(StoreError) as told:
        open_store(where, patience=0.1)
    return told.value


def sql(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_two_servers_on_one_file(file: Path) -> None:
    async def run() -> None:
        async with open_store(file) as store:
            told = refused(file)
            assert told.trouble is Trouble.BUSY
            assert f"process {os.getpid()}" in str(told)
            await filled(store)
        await store.close()

    wait(run())
    opens_again(file, 1)


HOLDER = """
import sys, time
from sidepot.room.store.store import open_store
store = open_store(sys.argv[1])
print("open", flush=True)
time.sleep(60)
"""


def test_a_server_that_was_killed_holds_nothing(file: Path) -> None:
    fill(file)
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(file)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        told = refused(file)
        holder.kill()
    assert told.trouble is Trouble.BUSY
    assert f"process {holder.pid}" in str(told)
    opens_again(file, 1)


def test_another_program_that_does_not_let_go(file: Path) -> None:
    async def run() -> None:
        async with open_store(file, patience=0.1) as store:
            await filled(store)
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreError) as told:
                    await store.append("t", 1, [b"lost"], 1)
                assert told.value.trouble is Trouble.BUSY
                assert [record.data for record in await store.read("t")] == [b"kept"]  # reading goes on
                other.execute("ROLLBACK")
            await filled(store)

    wait(run())
    opens_again(file, 2)


def test_another_program_that_wrote_to_the_stream(file: Path) -> None:
    async def run() -> None:
        async with open_store(file) as store:
            await filled(store)
            sql(file, "INSERT INTO record VALUES ('t', 2, 1, CAST('kept' AS BLOB))")
            both = await asyncio.gather(
                store.append("t", 1, [b"lost"], 1), store.append("u", 0, [b"x"], 1), return_exceptions=True
            )
            assert isinstance(both[0], Stale)
            assert (both[0].expected, both[0].found) == (1, 2)
            assert both[1] == 1

    wait(run())
    sql(file, "DELETE FROM record WHERE stream = 'u'")
    opens_again(file, 2)


def _text_file(file: Path) -> None:
    file.write_text("Shopping: chips, two decks, beer.\n" * 100, encoding="utf-8")


def _other_program(file: Path) -> None:
    sql(file, "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('goulash')")


def _namesake(file: Path) -> None:
    sql(file, "CREATE TABLE meta (key TEXT, value TEXT)", "CREATE TABLE record (stream TEXT)")


@pytest.mark.parametrize("make", [_text_file, _other_program, _namesake])
def test_a_foreign_file_is_left_alone(file: Path, make: Callable[[Path], None]) -> None:
    make(file)
    before = file.read_bytes()
    told = refused(file)
    assert told.trouble is Trouble.FOREIGN
    assert str(file) in str(told)
    assert file.read_bytes() == before
    file.unlink()
    opens_again(file, 0)


def test_a_store_of_another_version_is_left_alone(file: Path) -> None:
    fill(file)
    for version, trouble in (("99", Trouble.NEWER), ("0", Trouble.FOREIGN), ("-1", Trouble.FOREIGN)):
        sql(file, f"UPDATE meta SET value = '{version}' WHERE key = 'version'")
        before = file.read_bytes()
        told = refused(file)
        assert told.trouble is trouble
        assert trouble is Trouble.FOREIGN or "version 99" in str(told) and "install that sidepot" in str(told)
        assert file.read_bytes() == before
    sql(file, f"UPDATE meta SET value = '{version_of(MIGRATIONS)}' WHERE key = 'version'")
    opens_again(file, 1)


def test_places_where_nothing_can_be_written(file: Path, tmp_path: Path) -> None:
    (tmp_path / "note").write_text("a file, no folder", encoding="utf-8")
    assert refused(tmp_path / "note" / "room.db").trouble is Trouble.UNWRITABLE
    assert refused(tmp_path).trouble is Trouble.UNWRITABLE
    opens_again(tmp_path / "made" / "on" / "the way" / "odd ?#%.db", 0)


def test_a_database_that_only_reads(file: Path) -> None:
    """By the setting of SQLite itself, as the tests may run as root, whom no permission stops."""
    fill(file)
    with on_connect("PRAGMA query_only=ON"):
        assert refused(file).trouble is Trouble.UNWRITABLE
    opens_again(file, 1)


def test_a_damaged_file(file: Path) -> None:
    fill(file)
    data = bytearray(file.read_bytes())
    whole = bytes(data)
    data[5000:] = b"\x5a" * (len(data) - 5000)
    file.write_bytes(data)
    assert refused(file).trouble is Trouble.DAMAGED
    for beside in ("-wal", "-shm"):
        Path(f"{file}{beside}").unlink(missing_ok=True)
    file.write_bytes(whole)
    opens_again(file, 1)


class on_connect:  # noqa: N801 - it reads as a function
    """While it lasts, each new connection to SQLite begins with this."""

    def __init__(self, *pragmas: str) -> None:
        self.pragmas = pragmas

    def _run(self, connection: sqlite3.Connection, _: object) -> None:
        for pragma in self.pragmas:
            connection.execute(pragma)

    def __enter__(self) -> None:
        event.listen(Engine, "connect", self._run)

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "connect", self._run)


def test_a_full_disk(file: Path) -> None:
    """What does not fit fails, what fits is written, and once there is room again all is."""
    big = b"x" * 300_000

    async def run() -> None:
        with on_connect("PRAGMA max_page_count=60"):
            async with open_store(file) as store:
                await filled(store)
                answers = await asyncio.gather(
                    store.append("t", 1, [b"kept"], 1),
                    store.append("big", 0, [big], 1),
                    store.append("t", 2, [b"kept"], 1),
                    return_exceptions=True,
                )
                assert (answers[0], answers[2]) == (2, 3)
                assert isinstance(answers[1], StoreError)
                assert answers[1].trouble is Trouble.FULL
                assert "disk is full" in str(answers[1])
                assert await store.read("big") == []
                await store.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=1000").scalar())
                assert await store.append("big", 0, [big], 1) == 1

    wait(run())
    sql(file, "DELETE FROM record WHERE stream = 'big'")
    opens_again(file, 3)


LIMITED = """
import asyncio, resource, sys
from pathlib import Path
from sidepot.room.store.store import open_store
from sidepot.room.store.errors import StoreError

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def run(file):
    async with open_store(file) as store:
        assert await store.append("t", 0, [b"kept"], 1) == 1
        limit(Path(file + "-wal").stat().st_size + 20_000)
        said = await asyncio.gather(*(store.append(f"big/{n}", 0, [b"x" * 300_000], 1) for n in range(3)),
                                    return_exceptions=True)
        assert all(isinstance(told, StoreError) for told in said), said
        assert await store.append("t", 1, [b"kept"], 1) == 2
        limit(resource.RLIM_INFINITY)
        assert await store.append("t", 2, [b"kept"], 1) == 3
        assert await store.streams() == ["t"]

asyncio.run(run(sys.argv[1]))
"""


@POSIX.mark
def test_a_disk_that_fails_in_the_commit(file: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED, str(file)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    opens_again(file, 3)


class _Cut(Exception):
    pass


@pytest.mark.parametrize("cut", [False, True])
def test_a_commit_that_fails(file: Path, cut: bool) -> None:
    """Where the connection breaks in the commit nobody can know, and that is said; else it is tried again."""
    fails = [True]

    def fail(connection: Connection) -> None:
        if fails:
            fails.clear()
            raise DBAPIError("COMMIT", {}, _Cut("cut"), connection_invalidated=cut)

    async def run() -> None:
        async with open_store(file) as store:
            await filled(store)
            event.listen(Engine, "commit", fail)
            try:
                assert store.writer._batch is not None
                store.writer._batch.clear()  # to read the head of the stream needs a transaction of SQLAlchemy
                told = await asyncio.gather(store.append("t", 1, [b"kept"], 1), return_exceptions=True)
            finally:
                event.remove(Engine, "commit", fail)
            assert not fails
            if cut:
                assert isinstance(told[0], StoreError)
                assert told[0].trouble is Trouble.UNSURE
            else:
                assert told == [2]
            await filled(store)

    wait(run())
    opens_again(file, 2 if cut else 3)


class _FailsOnce:
    """SQLite's driver, whose method of this name fails once."""

    def __init__(self, driver: sqlite3.Connection, name: str) -> None:
        self._driver, self.name = driver, name

    def __getattr__(self, name: str) -> Any:
        if name != self.name:
            return getattr(self._driver, name)
        self.name = ""
        raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("name", ["execute", "commit"])
def test_a_transaction_of_the_driver_that_fails(file: Path, name: str) -> None:
    """Appends alone need no transaction of SQLAlchemy. If one fails, it is tried again."""

    async def run() -> None:
        async with open_store(file) as store:
            await filled(store)
            batch: Any = store.writer._batch
            driver = batch._driver = _FailsOnce(batch._driver, name)
            assert await store.append("t", 1, [b"kept"], 1) == 2
            assert not driver.name
            await filled(store)

    wait(run())
    opens_again(file, 3)


def test_a_closed_store_says_so_and_wrote_what_waited(file: Path) -> None:
    async def run() -> None:
        store = open_store(file)
        waiting = [asyncio.create_task(store.append("t", n, [b"kept"], 1)) for n in range(20)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == list(range(1, 21))
        for again in (store.append("t", 20, [b"x"], 1), store.read("t")):
            with pytest.raises(StoreError) as told:
                await again
            assert told.value.trouble is Trouble.CLOSED
        await store.close()

    wait(run())
    opens_again(file, 20)


# ---- from one version to the next


def _add_column(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE sealed ADD COLUMN extra TEXT"))


def _fail_later(connection: Connection) -> None:
    _add_column(connection)
    raise ZeroDivisionError


def columns(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[1] for row in connection.execute("PRAGMA table_info(sealed)")]


def test_a_store_is_read_once_it_is_copied_and_converted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(file)
    newer = version_of(MIGRATIONS) + 1
    later = {**MIGRATIONS, newer: _add_column}
    monkeypatch.setattr("sidepot.room.store.database.MIGRATIONS", later)
    with pytest.raises(StoreError, match=f"version {newer - 1}.* reads version {newer}.*`sidepot serve`") as told:
        audit(place_at(file))
    assert told.value.trouble is Trouble.OLDER

    async def run() -> None:
        async with open_store(file, migrations=later) as store:
            assert [record.data for record in await store.read("t")] == [b"kept"]
        async with open_store(file, migrations=later):
            pass  # not twice

    wait(run())
    assert columns(file) == ["hand", "data", "extra"]
    assert audit(place_at(file)).holds
    monkeypatch.undo()
    assert refused(file).trouble is Trouble.NEWER
    (copy,) = file.parent.glob("*.bak")
    assert columns(copy) == ["hand", "data"]
    opens_again(copy, 1)


def test_a_migration_that_fails_changes_nothing(file: Path) -> None:
    fill(file)
    with pytest.raises(StoreError):
        open_store(file, migrations={**MIGRATIONS, version_of(MIGRATIONS) + 1: _fail_later})
    assert columns(file) == ["hand", "data"]
    opens_again(file, 1)


# ---- PostgreSQL


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Place]:
    with fresh_place("postgresql", tmp_path) as place:
        yield place


@pytest.mark.long
def test_two_servers_on_one_database(database: Place) -> None:
    async def run() -> None:
        async with open_store(database) as store:
            assert refused(database).trouble is Trouble.BUSY
            await filled(store)

    wait(run())
    opens_again(database, 1)


@pytest.mark.long
def test_a_server_that_cuts_us_off(database: Place) -> None:
    """In the middle of a transaction nothing was written; in the commit nobody can know."""

    def cut_other(connection: Connection) -> None:
        own = connection.scalar(text("SELECT pg_backend_pid()"))
        other = create_engine(database.url, isolation_level="AUTOCOMMIT")
        with other.connect() as link:
            link.execute(text("SELECT pg_terminate_backend(:own, 5000)"), {"own": own})
        other.dispose()

    def cut_self(connection: Connection) -> None:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    async def run() -> None:
        async with open_store(database) as store:
            await filled(store)
            for act, trouble in ((cut_self, Trouble.UNREACHABLE), (cut_other, Trouble.UNSURE)):
                with pytest.raises(StoreError) as told:
                    await store.write(act)
                assert told.value.trouble is trouble
                await filled(store)
                assert refused(database).trouble is Trouble.BUSY  # it holds the database again

    wait(run())
    opens_again(database, 3)


def test_a_database_of_another_program(database: Place) -> None:
    engine = create_engine(database.url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name text)"))
    engine.dispose()
    assert refused(database).trouble is Trouble.FOREIGN


@POSTGRES.mark
def test_a_database_that_is_not_there() -> None:
    url = place_of(address=POSTGRES_ADDRESS).url.set(drivername="postgresql", database="sidepot_none", password="hush")
    told = refused(place_of(address=url.render_as_string(hide_password=False)))
    assert told.trouble is Trouble.UNREACHABLE
    assert "hush" not in str(told)
