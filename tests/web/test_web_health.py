"""Whether the room is well, as a program asks it: also when its disk is full, and when that is over."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from room_halls import limit_pages
from room_stores import wait
from room_tables import terms
from test_event_hall import tournament_terms
from web_rooms import PLAIN, Browser, Running, running

from sidepot.errors import SidepotError
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.errors import Stale, StoreError
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Sit
from sidepot.room.tournament.commands import Freeze
from sidepot.web.settings import Settings

ROOMY = 1_000_000


def health(room: Running) -> tuple[int, dict[str, object]]:
    found = httpx.get(room.url + "/healthz", timeout=60)
    return found.status_code, found.json()


def fill(room: Running, *, by_table: str = "") -> None:
    """The disk is full, and somebody finds so: a guest who comes, or a player at a table."""
    room.do(limit_pages(room.app_state.store, 1))

    def write() -> None:
        for at in range(300):
            if by_table:
                room.do(room.registry.actor(by_table).say(Sit(), by=f"Somebody {at}" + "x" * 2000))
            else:
                Browser(room).post("/api/guest", {"name": f"Guest {at}"})

    with pytest.raises((SidepotError, AssertionError), match=r"full|503|try again|disk"):
        write()


def make_room(room: Running) -> None:
    """The disk has room again, and nobody has written yet."""
    room.do(limit_pages(room.app_state.store, ROOMY))
    room.call(room.app_state.store.doubt)  # since that was a commit too
    assert room.app_state.store.is_ill


@pytest.mark.long
def test_a_full_disk_is_told_until_it_is_not(tmp_path: Path) -> None:
    """Nobody writes any more, and it is found out all the same that the disk has room again."""
    with running(tmp_path) as room:
        assert health(room) == (200, {"status": "ok", "tables": 0, "frozen": 0, "unreadable": 0})
        fill(room)
        for _ in range(3):
            status, told = health(room)
            assert status == 503
            assert "not writable" in str(told["status"])
            assert str(tmp_path) not in str(told) and "room.db" not in str(told)
        assert "sidepot_store_ill 1.0" in httpx.get(room.url + "/metrics", timeout=60).text
        make_room(room)
        assert health(room)[0] == 200
        assert "sidepot_store_ill 0.0" in httpx.get(room.url + "/metrics", timeout=60).text
        assert room.guest("Again").name == "Again"


def test_a_process_that_hands_its_tables_over_gets_nobody_new(tmp_path: Path) -> None:
    with running(tmp_path, settings=PLAIN) as room:
        ready = room.url + "/readyz"
        assert httpx.get(ready, timeout=60).json() == {"status": "ok"}
        room.registry.leaving = True
        found = httpx.get(ready, timeout=60)
        assert found.status_code == 404 and "its tables move" in found.json()["status"]
        assert health(room)[0] == 200


def test_a_process_keeps_its_clients_while_the_store_is_ill(tmp_path: Path) -> None:
    """A proxy that put it out would cut off all who play there; at the others they would find the same store."""
    with running(tmp_path, settings=PLAIN) as room:
        fill(room)
        assert health(room)[0] == 503
        assert httpx.get(room.url + "/readyz", timeout=60).status_code == 200
        make_room(room)


def test_health_reports_failed_writes_of_tables(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry, Settings(demo=False, limits=False)) as room:
        table = room.do(room.app_state.open_table(terms(), by=""))
        fill(room, by_table=table)
        assert health(room)[0] == 503
        make_room(room)
        assert health(room)[0] == 200


def test_looking_costs_a_store_that_is_well_nothing(tmp_path: Path) -> None:
    with running(tmp_path, settings=PLAIN) as room:
        before = room.app_state.store.commits
        for _ in range(3):
            assert health(room)[0] == 200
        assert room.app_state.store.commits == before


def test_a_store_that_others_hold_is_ill_and_well_when_they_let_go(tmp_path: Path) -> None:
    file = tmp_path / "room.db"

    async def run() -> None:
        async with open_store(file, patience=0.05) as store:
            assert await store.is_well()
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreError):
                    await store.put("a", "b")
                assert store.is_ill and not await store.is_well()
                other.execute("ROLLBACK")
            assert await store.is_well() and not store.is_ill

    wait(run())


def test_any_write_makes_it_well_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await limit_pages(store, 1)
            with pytest.raises(StoreError):
                await store.append("t", 0, [b"x" * 100_000], 1)
            assert store.is_ill
            await limit_pages(store, ROOMY)
            await store.append("t", 0, [b"x"], 1)
            assert not store.is_ill

    wait(run())


def test_to_try_leaves_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await store.append("t", 0, [b"x"], 1)
            store.doubt()
            assert await store.is_well()
            count = "SELECT count(*) FROM meta"
            before = await store.ask(lambda connection: connection.exec_driver_sql(count).scalar())
            store.doubt()
            assert await store.is_well()
            assert await store.ask(lambda connection: connection.exec_driver_sql(count).scalar()) == before

    wait(run())


def test_a_stale_append_does_not_make_the_store_unavailable(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await store.append("t", 0, [b"x"], 1)
            with pytest.raises(Stale):
                await store.append("t", 0, [b"x"], 1)
            assert not store.is_ill

    wait(run())


def test_a_tournament_that_is_frozen_or_cannot_be_read_is_told(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        tournament = room.do(room.registry.tournaments.open(tournament_terms(6), by="Host"))
        assert health(room)[1]["frozen"] == 0
        room.do(room.registry.tournaments.actor(tournament).say(Freeze("a mistake")))
        status, told = health(room)
        assert (status, told["status"], told["frozen"]) == (200, "look at the log", 1)
    with closing(sqlite3.connect(tmp_path / "room.db")) as damaged, damaged:
        damaged.execute("UPDATE record SET data = x'ff' WHERE stream = 'tournament/1'")
    with running(tmp_path, TableRegistry) as room:
        status, told = health(room)
        assert (status, told["cannot_be_read"], told["unreadable"]) == (503, ["tournament/1"], 1)
        assert str(told["status"]).startswith("cannot be read: tournament 1;")
