"""Everything in one trip to PostgreSQL comes to the same as one step after the other, guard and all."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from needs import POSTGRES
from room_stores import fresh_place, wait
from sqlalchemy import text
from test_membership import Node, ask, is_up, nodes, soon, until_out

from sidepot.cluster.membership import Fenced
from sidepot.room.store.database import postgres_engine
from sidepot.room.store.errors import Stale, StoreError, Trouble
from sidepot.room.store.pipeline import Refused, RoundTrip, list_of_names, number
from sidepot.room.store.place import Place
from sidepot.room.store.rows import BookChange, HandListed, HandOf
from sidepot.room.store.schema import tables
from sidepot.room.store.store import Store, open_store
from sidepot.room.store.transaction import Append

pytestmark = POSTGRES.mark


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The statements of each trip that was made."""
    found: list[int] = []
    carry = RoundTrip.carry

    def noted(self: RoundTrip, statements: Any) -> list[Any]:
        found.append(len(statements))
        return carry(self, statements)

    monkeypatch.setattr(RoundTrip, "carry", noted)
    return found


def of_hand(at: int) -> Append:
    """An entry with everything that may go with one, in names with signs of their own."""
    of = (HandOf("u1", 2, -5, 1, raised=True, cards="Ah Kd"), HandOf("ü2"))
    shown = HandListed(
        "Kü'che", "holdem", False, 2, at, True, "", 2, number=at, at=9, first=1, last=2, before=b"\0", of=of
    )
    seals, changes = [(f"h{at}", b"\xff")], [BookChange("u1", "chips", -at), BookChange("", "pot", at)]
    return Append("table/1", at, [b"one\0", b""], 7, seals, (3, b"%d" % at), shown, changes)


async def written(place: Place) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a room in which two hands were played, and then as many again with the same index."""
    async with open_store(place) as store:
        await store._do(Append("table/1", 0, [b"first", b"second"], 1))
        for at in (2, 4, 6):
            await store._do(of_hand(at))
        await store._do(Append("t/new", 0, [], 1))
        with pytest.raises(Stale):
            await store._do(Append("table/1", 2, [b"x"], 1))
        return await store.ask(lambda connection: {
            table.name: sorted([tuple(row) for row in connection.execute(table.select())], key=repr)
            for table in tables.sorted_tables
            if table.name != "meta"
        })  # fmt: skip


def test_all_rows_are_as_they_would_be_one_step_after_the_other(
    place: Place, tmp_path: Path, trips: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = wait(written(place))
    assert len(trips) >= 3
    trips.clear()
    monkeypatch.setattr(RoundTrip, "is_free", False)
    with fresh_place("postgresql", tmp_path) as other:
        assert wait(written(other)) == quick
    assert not trips
    assert len(quick["snapshot"]) == 2
    assert {name for name, rows in quick.items() if rows} >= {"record", "sealed", "hand", "hand_of", "posting"}


def test_a_fenced_node_writes_nothing(place: Place, trips: list[int]) -> None:
    with nodes(place, "a", "b") as (one, _):
        assert wait(one.store.append("t/1", 0, [b"x"], 1)) == 1
        assert wait(one.store.append("t/1", 1, [b"y"], 1)) == 2
        one.fall()
        until_out(place, "a")
        made = len([n for n in trips if n > 1])
        with pytest.raises(Fenced):
            wait(one.store.append("t/1", 2, [b"z"], 1))
        assert len([n for n in trips if n > 1]) > made  # it was tried so
        assert one.ends
        assert ask(place, "SELECT count(*) FROM record") == [(2,)]


def test_the_row_is_held_until_the_trip_is_over(place: Place) -> None:
    """Who puts a process out waits for what it is writing; what is not guarded is not waited for."""
    with nodes(place, "a") as (one,):
        connection = one.store.writer._connection
        assert connection is not None
        trip = RoundTrip(connection)
        gate = postgres_engine(place, isolation_level="AUTOCOMMIT")
        with gate.connect() as other:
            for guard, is_held in ((one.member.guard(), True), ([], False)):
                other.execute(text("SELECT pg_advisory_lock(42)"))
                on_the_way = threading.Thread(
                    target=trip.carry, args=([*guard, ("SELECT pg_advisory_xact_lock($1)", [number(42)])],)
                )
                on_the_way.start()
                soon(lambda: bool(ask(place, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")))
                free = other.execute(text("SELECT id FROM node WHERE id = 'a' FOR UPDATE SKIP LOCKED")).all()
                assert bool(free) is not is_held
                other.execute(text("SELECT pg_advisory_unlock(42)"))
                on_the_way.join()
        gate.dispose()
        assert is_up(place, "a")


def test_somebody_else_has_written_that_number(place: Place, trips: list[int]) -> None:
    with nodes(place, "a", "b") as (one, other):
        assert wait(one.store.append("t/1", 0, [b"x"], 1)) == 1
        assert wait(other.store.append("t/1", 1, [b"y"], 1)) == 2
        with pytest.raises(Stale) as told:
            wait(one.store.append("t/1", 1, [b"z"], 1))
        assert told.value.found == 2
        assert wait(one.store.append("t/1", 2, [b"z"], 1)) == 3
        assert wait(one.store.append("t/1", 3, [b"z"], 1)) == 4


@pytest.mark.parametrize("when", ["before", "on the way"])
def test_a_connection_that_is_cut(place: Place, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut before, it is made anew. Cut on the way, nobody can know whether the server has heard."""
    carry = RoundTrip.carry

    def cut(connection: Any) -> None:
        assert ask(place, f"SELECT pg_terminate_backend({connection.info.backend_pid}, 10000)") == [(True,)]

    async def run(store: Store) -> None:
        assert await store.append("t/1", 0, [b"x"], 1) == 1
        writing = store.writer._connection
        assert writing is not None
        if when == "before":
            cut(writing.connection.driver_connection)
        else:

            def cut_first(self: RoundTrip, statements: Any) -> list[Any]:
                monkeypatch.setattr(RoundTrip, "carry", carry)
                cut(writing.connection.driver_connection)
                return carry(self, statements)

            monkeypatch.setattr(RoundTrip, "carry", cut_first)
            with pytest.raises(StoreError) as told:
                await store.append("t/1", 1, [b"y"], 1)
            assert told.value.trouble is Trouble.UNSURE
        head = await store.head("t/1")
        assert await store.append("t/1", head, [b"z"], 1) == head + 1

    async def whole() -> None:
        async with open_store(place) as store:
            await run(store)

    wait(whole())


def test_questions_and_what_is_refused(place: Place) -> None:
    node = Node(place, "a")
    connection = node.store.writer._connection
    assert connection is not None
    trip = RoundTrip(connection)
    query = "SELECT id, up, null FROM node WHERE id = ANY($1::text[]) ORDER BY id"
    assert trip.ask(query, list_of_names(["b", "ä", "a"])) == [["a", "t", ""]]
    assert trip.ask(query, list_of_names([])) == []
    for _ in range(2):
        with pytest.raises(Refused):
            trip.carry([("SELECT 1 / $1::bigint", [number(0)]), ("SELECT 2", [])])
    assert trip.is_free
    assert trip.ask("SELECT 2") == [["2"]]
    node.close()
    assert trip.is_hung_up
