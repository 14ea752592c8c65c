"""The store: what is appended is there, in order, once; and what cannot be is refused, with nothing lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from each import each
from few_examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from room_stores import KINDS, fresh_place, wait

from sidepot.errors import BadNotation
from sidepot.room.store.errors import Stale, StoreError
from sidepot.room.store.log import Record
from sidepot.room.store.place import Place, place_of
from sidepot.room.store.store import Store, open_store
from sidepot.room.store.transaction import Append
from sidepot.room.store.writer import WriteJob


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def test_records_come_back_numbered_from_one_and_stay(place: Place) -> None:
    async def first() -> None:
        async with open_store(place) as store:
            assert await store.append("table/1", 0, [b"a", b"", b"\x00\xff"], 1000) == 3
            assert await store.append("table/1", 3, [b"d"], 2000) == 4
            assert await store.append("table/1", 4, [], 3000) == 4
            assert await store.head("table/1") == 4
            assert await store.head("table/2") == 0

    async def later() -> None:
        async with open_store(place) as store:
            assert await store.read("table/1") == [
                Record(1, 1000, b"a"),
                Record(2, 1000, b""),
                Record(3, 1000, b"\x00\xff"),
                Record(4, 2000, b"d"),
            ]
            assert [record.seq for record in await store.read("table/1", 2)] == [3, 4]
            assert [record.seq for record in await store.read("table/1", 1, 2)] == [2, 3]
            assert await store.read("table/1", 4) == []
            assert await store.append("table/1", 4, [b"e"], 4000) == 5

    wait(first())
    wait(later())


def test_a_late_append_gets_the_number_of_the_last_event(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            await store.append("t", 0, [b"a", b"b"], 1)
            for after in (0, 1, 3):
                with pytest.raises(Stale) as told:
                    await store.append("t", after, [b"x"], 1)
                assert (told.value.stream, told.value.expected, told.value.found) == ("t", after, 2)
            with pytest.raises(Stale):
                await store.append("t", 0, [], 1)
            # of two who write after the same number, one does
            answers = await asyncio.gather(
                *(store.append("t", 2, [data], 1) for data in (b"c", b"d")), return_exceptions=True
            )
            assert answers[0] == 3
            assert isinstance(answers[1], Stale)
            assert [record.data for record in await store.read("t")] == [b"a", b"b", b"c"]

    wait(run())


def test_many_who_wait_share_a_commit(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            before = store.commits
            done = await asyncio.gather(*(store.append(f"t/{n}", 0, [b"x"], 1) for n in range(300)))
            assert done == [1] * 300
            assert store.commits - before <= 30
            assert len(await store.streams("t/")) == 300

    wait(run())


def test_many_records_of_one_commit(place: Place) -> None:
    """As many as go into several statements, none of full length; and none of them where one cannot be written."""

    async def run() -> None:
        many = [b"%d" % at for at in range(151)]
        async with open_store(place) as store:
            await asyncio.gather(*[store.append(f"t{at}", 0, many, 7) for at in range(3)])
            for at in range(3):
                assert [(record.seq, record.data) for record in await store.read(f"t{at}")] == [*enumerate(many, 1)]
            await store.append("t9", 0, [b"a"], 7, [("hand", b"sealed")])
            with pytest.raises(StoreError):
                await store.append("t0", 151, many, 7, [("other", b"x"), ("hand", b"exchanged")])
            assert await store.head("t0") == 151
            assert await store.unseal("other") is None

    wait(run())


def test_streams_by_prefix(place: Place) -> None:
    names = ["T/1", "t", "t/", "t/1", "t/10", "t/2", "t0", "t_1", "~"]

    async def run() -> None:
        async with open_store(place) as store:
            for name in reversed(names):
                await store.append(name, 0, [b"1", b"2"], 1)
            assert await store.streams() == names
            assert await store.streams("t/") == ["t/", "t/1", "t/10", "t/2"]
            assert await store.streams("t_") == ["t_1"]
            assert await store.lasting("t/") == [("t/", True), ("t/1", True), ("t/10", True), ("t/2", True)]
            assert await store.lasting("t%") == []
            assert await store.lasting("T/") == [("T/1", True)]
            assert await store.streams("t%") == []

    wait(run())


def test_a_sealed_order_cannot_be_exchanged(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            await store.append("t", 0, [b"a"], 1, [("hand/1", b"one")])
            for other in (b"one", b"two"):
                with pytest.raises(StoreError):
                    await store.append("t", 1, [b"b"], 1, [("hand/1", other)])
            assert await store.unseal("hand/1") == b"one"
            assert await store.head("t") == 1
            assert await store.unseal("hand/2") is None

    wait(run())


def test_settings(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            assert await store.get("version") is None  # not the store's own
            await store.put("version", "Größe")
            await store.put("version", "2")
            assert await store.get("version") == "2"
            await store.put("version", None)
            assert await store.get("version") is None
        async with open_store(place):
            pass

    wait(run())


def test_an_act_that_fails_takes_nobody_with_it(place: Place) -> None:
    def fail(connection: object) -> None:
        raise ZeroDivisionError("with a secret in it")

    async def run() -> None:
        async with open_store(place) as store:
            answers = await asyncio.gather(
                store.append("t", 0, [b"a"], 1),
                store.write(fail),
                store.append("t", 1, [b"b"], 1),
                store.append("u", 0, [b"a"], 1, [("h", b"1")]),
                store.append("v", 0, [b"a"], 1, [("h", b"2")]),
                store.append("t", 2, [b"c"], 1),
                return_exceptions=True,
            )
            assert [type(answer).__name__ for answer in answers] == [
                "int",
                "StoreError",
                "int",
                "int",
                "StoreError",
                "int",
            ]
            assert "secret" not in str(answers[1])
            assert [record.data for record in await store.read("t")] == [b"a", b"b", b"c"]
            assert await store.unseal("h") == b"1"

    wait(run())


def test_names_and_numbers_that_cannot_be(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            for name in ("", "a b", "a\x00", "ä", "\ud800", "x" * 201, "a\n"):
                with pytest.raises(BadNotation):
                    await store.append(name, 0, [b"x"], 1)
            for after, at in ((-1, 0), (2**63, 0), (0, 2**63)):
                with pytest.raises(BadNotation):
                    await store.append("t", after, [b"x"], at)
            assert await store.streams() == []

    wait(run())


def test_a_cancelled_writer_gets_no_answer_and_the_others_do(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            gone = asyncio.create_task(store.append("t/1", 0, [b"x"], 1))
            stays = asyncio.create_task(store.append("t/2", 0, [b"x"], 1))
            await asyncio.sleep(0)
            gone.cancel()
            assert await stays == 1
            assert gone.cancelled() or isinstance(
                (await asyncio.gather(gone, return_exceptions=True))[0], BaseException
            )
            assert await store.append("t/2", 1, [b"y"], 1) == 2

    wait(run())


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Place:
    with fresh_place("sqlite", tmp_path_factory.mktemp("shared")) as place:
        return place


Step = tuple[int, int, list[bytes]]
STEPS = st.tuples(st.integers(0, 2), st.sampled_from([0, 0, 0, 0, -1, 1]), st.lists(st.binary(max_size=3), max_size=3))
EXAMPLE = iter(range(1_000_000))


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=st.lists(st.lists(STEPS, max_size=6), max_size=5), reopened=st.booleans())
def test_any_interleaving_is_as_a_dict(shared: Place, rounds: list[list[Step]], reopened: bool) -> None:
    """Those of a round wait together; what comes of it is as if each had come by themselves, in that order."""
    names = [f"{next(EXAMPLE)}/{letter}" for letter in "abc"]
    model: dict[str, list[bytes]] = {name: [] for name in names}

    async def play(store: Store, steps: list[Step]) -> None:
        asked, expected = [], []
        for which, off, data in steps:
            name = names[which]
            after = max(0, len(model[name]) + off)
            asked.append(store.append(name, after, data, 7))
            if after == len(model[name]):
                model[name] = model[name] + data
                expected.append(len(model[name]))
            else:
                expected.append(-1 - len(model[name]))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [-1 - told.found if isinstance(told, Stale) else told for told in answers] == expected

    async def run() -> None:
        store = open_store(shared)
        for steps in rounds:
            await play(store, steps)
            if reopened:
                await store.close()
                store = open_store(shared)
        for name in names:
            told = await store.read(name)
            assert [record.data for record in told] == model[name]
            assert [record.seq for record in told] == list(range(1, len(told) + 1))
        await store.close()

    wait(run())


def test_a_store_in_a_file_is_durable_by_its_settings(tmp_path: Path) -> None:
    """FULL is 2: each commit waits for the disk."""

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            level = await store.write(lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar())
            mode = await store.ask(lambda connection: connection.exec_driver_sql("PRAGMA journal_mode").scalar())
            keys = await store.write(lambda connection: connection.exec_driver_sql("PRAGMA foreign_keys").scalar())
            assert (level, mode, keys) == (2, "wal", 1)

    wait(run())
    assert (tmp_path / "room.db").stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection:
        assert connection.execute("PRAGMA application_id").fetchone()[0].to_bytes(4, "big") == b"SPOT"


@each("address", ["", "room.db", "mysql://h/d", "sqlite://", "sqlite:///:memory:", "postgresql://h:x/d"])
def test_addresses_that_are_none(address: str) -> None:
    if not address:
        assert place_of("/srv").shown == str(Path("/srv/room.db"))
        return
    with pytest.raises(BadNotation):
        place_of(address=address)


def test_addresses_never_show_a_password() -> None:
    place = place_of(address="postgres://ann:secret@host:5433/cards?sslmode=require")
    assert place.shown == "postgresql://ann:***@host:5433/cards?sslmode=require"
    assert place.url.password == "secret"
    assert place.url.drivername == "postgresql+psycopg"
    assert place_of(address="sqlite:///some/room.db").file == Path("some/room.db")


def test_where_a_store_is_if_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", "/srv/cards")
    assert place_of().file == Path("/srv/cards/room.db")


def test_written_data_appears_in_no_log() -> None:
    """A traceback of the loop names what a call was given: never the cards of a record, nor who said what."""
    secret = b"As in the hole"
    append = Append("table/1", 2, (secret, b""), 1, (("table/1/7", secret),))
    loop = asyncio.new_event_loop()
    try:
        job = WriteJob(append, loop, partial(print, secret))
        for told in (append, job, Record(1, 2, secret), [job]):
            assert "hole" not in repr(told), told
            assert "seals" not in repr(told)
    finally:
        loop.close()
    assert repr(append) == "<Append 2 records after 2 of 'table/1'>"
