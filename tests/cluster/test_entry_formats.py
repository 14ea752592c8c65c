"""An older and a newer build at one store: what both read is written, and a build that cannot read refuses by name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import until
from room_snapshots import played, rows, sql
from room_stores import wait
from sqlalchemy import select

from sidepot.cluster.membership import Membership
from sidepot.cluster.node_list import list_nodes
from sidepot.cluster.standby import StandbyTableRegistry, stand_by
from sidepot.room.audit.auditor import audit
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store import database
from sidepot.room.store.database import Build
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.schema import node as node_table
from sidepot.room.store.store import Store, open_store

OLDER, BETWEEN, NEWER = Build(1, 1), Build(2, 1), Build(2, 2)  # as when there is a format 2


def refused(error: StoreError) -> str:
    assert error.trouble is Trouble.NEWER
    return error.message


# ---- one process at a file


async def play(file: Path, build: Build) -> int:
    """Open a file with a build, play, and close it: the latest format that its entries may have."""
    async with open_store(file, build=build) as store:
        assert store.writes == build.writes
        hall = TableRegistry(store)
        await hall.start()
        assert not hall.unreadable
        await played(hall, 2)
        await hall.stop()
    ((found,),) = rows(file, "SELECT value FROM meta WHERE key = 'event_format'") or [("1",)]
    return int(found)


@pytest.mark.long
def test_a_file_goes_from_older_to_newer_builds_and_not_back(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    assert wait(play(file, OLDER)) == 1
    assert wait(play(file, BETWEEN)) == 1, "it reads them first, and writes them a release later"
    assert wait(play(file, OLDER)) == 1, "and until then everybody may go back"
    assert audit(place_at(file)).holds
    assert wait(play(file, NEWER)) == 2
    assert wait(play(file, BETWEEN)) == 2, "it reads what it does not write"
    with pytest.raises(StoreError) as told:
        open_store(file, build=OLDER)
    assert "have events of format 2" in refused(told.value) and "reads formats up to 1" in refused(told.value)


def test_a_store_of_a_later_build_is_refused_whoever_reads(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    wait(play(file, NEWER))
    later = database.TODAY.reads + 1
    sql(file, "UPDATE meta SET value = ? WHERE key = 'event_format'", str(later))
    with pytest.raises(StoreError) as told:
        open_store(file)
    assert f"format {later}" in refused(told.value)
    with pytest.raises(StoreError) as told:
        audit(place_at(file))
    assert f"format {later}" in refused(told.value)


# ---- several processes


@asynccontextmanager
async def node(place: Place, name: str, build: Build) -> AsyncIterator[tuple[Store, Membership]]:
    """A process of a build."""
    clock = asyncio.get_running_loop().time
    member = Membership(place, name, lambda _: None, clock=clock, build=build, lease=20.0)  # a busy machine
    async with await asyncio.to_thread(open_store, place, member=member, build=build) as store:
        member.look()
        yield store, member


@asynccontextmanager
async def has_room(store: Store, member: Membership) -> AsyncIterator[TableRegistry]:
    """A process that has the room."""
    hall = StandbyTableRegistry(store)
    await stand_by(store, member)
    await hall.start()
    try:
        assert not hall.unreadable
        yield hall
    finally:
        await hall.stop()


@pytest.mark.long
@POSTGRES.mark
@POSIX.mark
def test_two_builds_play_one_room_and_write_what_both_read(place: Place) -> None:
    async def run() -> None:
        async with node(place, "old", OLDER) as (other, old):
            async with node(place, "new", NEWER) as (store, new), has_room(store, new) as hall:
                await played(hall, 2)
                shown = {one.node: (one.reads, one.writes) for one in list_nodes(place)}
                assert shown == {"old": (1, 1), "new": (2, 1)}
                assert store.writes == 1
            async with has_room(other, old) as hall:
                await played(hall, 2)
        async with node(place, "new", NEWER) as (store, new), has_room(store, new) as hall:
            await until(lambda: new.writes == 2)
            await played(hall, 2)
            assert store.writes == 2
            with pytest.raises(StoreError) as told:
                async with node(place, "old", OLDER):
                    pass
            assert "have events of format 2" in refused(told.value)

    wait(run())


@POSTGRES.mark
@POSIX.mark
def test_a_process_that_joins_is_told_who_writes_what_it_cannot_read(place: Place) -> None:
    """It looked at the store before that format was allowed, and joins after it."""

    async def run() -> None:
        async with node(place, "new", NEWER) as (store, new):
            await until(lambda: new.writes == 2)
            old = Membership(place, "old", lambda _: None, clock=asyncio.get_running_loop().time, build=OLDER)
            with pytest.raises(StoreError) as told:
                await asyncio.to_thread(old.join)
            assert "which new (sidepot" in refused(told.value)
            nodes = await store.ask(lambda connection: list(connection.scalars(select(node_table.c.id))))
            assert nodes == ["new"]
            assert await store.get("x") is None

    wait(run())
