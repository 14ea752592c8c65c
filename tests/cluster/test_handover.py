"""A table is read by the process that gets it while it is still played at the one that has it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import FAST, Subscriber, until
from room_tables import START, terms
from shared_halls import known, node, run, say, two_with_a_table
from wire import Wire

from sidepot.cluster import migration, rebalancing, registry, tables
from sidepot.cluster.migration import Migration
from sidepot.cluster.places import list_places
from sidepot.cluster.rebalancing import AT_ONCE_AWAY
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.table_storage import PREFIX, TableStorage, stream_of
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import Place
from sidepot.room.table.commands import Moved, Pause, Resume, Sit
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable

pytestmark = [POSTGRES.mark, POSIX.mark]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may do much else."""
    monkeypatch.setattr(migration, "PATIENCE", 60.0)


async def entries(hall: SharedTableRegistry, table: str, count: int) -> None:
    """So many entries at a table that is here, and nothing else happens there."""
    actor = hall.actor(table)
    assert isinstance(actor, TableActor)
    for _ in range(count):
        await actor.say(Resume() if actor.machine.paused else Pause(), by="Host", staff=True)


async def is_at(hall: SharedTableRegistry, table: str) -> None:
    """Wait until a table goes on at a process."""
    await until(lambda: table in hall.owned())


@pytest.mark.long
@pytest.mark.parametrize("since", [0, 3])
def test_while_a_table_stands_still_only_what_has_come_since_it_was_read_is_read(
    place: Place, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    announce = Migration.announce
    stood_still: list[str] = []

    async def read_whole(*told: Any) -> Any:
        stood_still.append("a table was read from its beginning")
        raise AssertionError

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            viewer = Subscriber("")
            two.actor(table).watch(viewer)
            await entries(one, table, 40)

            async def announced(self: Migration, *told: str) -> None:
                await announce(self, *told)
                assert isinstance(one.actor(table), TableActor), "it is played here meanwhile"
                await entries(one, table, since)
                monkeypatch.setattr(TableStorage, "load", read_whole)

            monkeypatch.setattr(Migration, "announce", announced)
            await one.give(table, "b")
            await is_at(two, table)
            assert two._migration is not None and two._migration.entries == since
            assert stood_still == []
            last = await two.store.head(stream_of(table))
            await entries(two, table, 2)
            await until(lambda: viewer.seqs()[-1] == last + 2)
            assert viewer.seqs() == list(range(viewer.seqs()[0], last + 3))

    run(work)


def test_a_process_that_does_not_know_of_it_gets_tables_all_the_same(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is of another version, or word was lost: it is not waited for again and again."""
    monkeypatch.setattr(migration, "PATIENCE", 0.05)
    monkeypatch.setattr(migration, "SILENT", 600.0)
    asked: list[str] = []
    monkeypatch.setattr(Migration, "_expect", lambda self, table, node: asked.append(table))

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            await one.give(table, "b")
            await is_at(two, table)
            second = await one.open(terms(timing=FAST), "Host")
            await one.give(second, "b")
            await is_at(two, second)
            assert asked == [table]
            assert await say(one, second, Sit(), "Ann", "Ann/1")

    run(work)


def test_a_table_that_cannot_be_read_ahead_is_read_when_it_comes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*told: Any) -> Any:
        raise ValueError

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            for name in ("catch_up", "load_bare"):
                with monkeypatch.context() as patch:
                    storage = TableStorage(two.chance)
                    patch.setattr(storage, name, broken)
                    patch.setattr(two._migration, "_storage", storage)
                    await one.give(table, "b")
                    await is_at(two, table)
                await two.give(table, "a")
                await is_at(one, table)
            await entries(one, table, 1)

    run(work)


def test_few_tables_stand_still_at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are handed over, and however slowly they are taken."""
    give = SharedTableRegistry.give
    going: set[str] = set()
    most = 0

    async def work() -> None:
        nonlocal most
        wire = Wire()
        async with node(place, wire, "a") as one:
            tables = [await one.open(terms(timing=FAST), "Host") for _ in range(3 * AT_ONCE_AWAY)]

            async def counted(self: SharedTableRegistry, table: str, to: str) -> None:
                nonlocal most
                going.add(table)
                most = max(most, len(going))
                await give(self, table, to)
                going.discard(table)
                assert table in two.owned(), "the next ones go when it goes on there"

            async with node(place, wire, "b") as two:
                monkeypatch.setattr(SharedTableRegistry, "give", counted)
                assert await one.drain()
                assert sorted(two.running(), key=int) == tables
                assert 1 < most <= AT_ONCE_AWAY
                monkeypatch.undo()

    run(work)


def test_a_table_that_is_handed_on_as_it_comes_is_said_to_be_where_it_is(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that it left said that it has it, and took the commands that wait for it."""
    monkeypatch.setattr(migration, "PATIENCE", 1.0)
    say_to = TableActor.say
    written, gone = asyncio.Event(), asyncio.Event()

    async def late(self: TableActor, said: Any, **told: Any) -> int:
        done = await say_to(self, said, **told)
        if isinstance(said, Moved) and said.node == "b":
            written.set()
            await gone.wait()
        return done

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            monkeypatch.setattr(TableActor, "say", late)
            given = asyncio.ensure_future(one.give(table, "b"))
            await written.wait()
            await two.give(table, "a")
            await is_at(one, table)
            gone.set()
            assert await say(two, table, Sit(), "Ann", "Ann/1")
            assert two.owned() == {} and two.where(table) == "a"
            await given

    run(work)


async def unclaimed(hall: SharedTableRegistry, *tables: str) -> None:
    """Tables stand in the store, and no process has them."""
    for table in tables:
        room, entry = RoomTable.open(table, terms(timing=FAST), now=START)
        await hall.store.append(stream_of(table), 0, [encode_table_event(entry)], entry.at, room.to_seal())
    await hall.store.write(list_places(PREFIX))


def test_tables_that_are_just_being_taken_are_not_waited_for_for_ever(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The database may be away, or slow: the rest is handed over, and the process ends."""
    monkeypatch.setattr(rebalancing, "PATIENCE", 0.1)
    take_up = SharedTableRegistry.take_up
    taking = asyncio.Event()

    async def stuck(self: SharedTableRegistry, tables: list[str]) -> None:
        if self.member.name == "a" and "99" in tables:
            taking.set()
            await asyncio.Event().wait()
        await take_up(self, tables)

    async def work() -> None:
        wire = Wire()
        async with AsyncExitStack() as later:
            async with node(place, wire, "a") as one:
                table = await one.open(terms(timing=FAST), "Host")
                monkeypatch.setattr(SharedTableRegistry, "take_up", stuck)
                await unclaimed(one, "99")
                await taking.wait()
                two = await later.enter_async_context(node(place, wire, "b"))
                await known(two, table)
                assert await one.drain()
                assert two.where(table) == "b" and "99" not in two.owned()
                assert "are being taken over" in caplog.text
            await is_at(two, "99")

    run(work)


def test_a_process_that_leaves_takes_no_more_tables_than_those_that_it_is_taking(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebalancing, "AT_ONCE", 1)
    monkeypatch.setattr(rebalancing, "LINES", 1)
    take_up = SharedTableRegistry.take_up
    taken: list[str] = []
    leaving: list[asyncio.Future[bool]] = []

    async def meanwhile(self: SharedTableRegistry, tables: list[str]) -> None:
        taken.extend(tables)
        leaving.append(asyncio.ensure_future(self.drain()))
        await until(lambda: self.leaving)
        await take_up(self, tables)

    async def work() -> None:
        async with node(place, Wire(), "a") as one:
            monkeypatch.setattr(SharedTableRegistry, "take_up", meanwhile)
            await unclaimed(one, "98", "99")
            await until(lambda: bool(leaving))
            assert not await leaving[0], "nobody else is there"
            assert len(taken) == 1

    run(work)


def test_all_that_is_done_to_hand_over_has_one_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done again when the port is closed, and the machine's manager kills a process that takes too long."""
    monkeypatch.setattr(tables, "DRAIN", 0.2)
    given: list[str] = []

    async def stuck(self: SharedTableRegistry, table: str, to: str) -> None:
        given.append(table)
        await asyncio.Event().wait()

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, _, table):
            monkeypatch.setattr(SharedTableRegistry, "give", stuck)
            assert not await one.drain()
            assert given == [table]
            assert not await one.drain()
            assert given == [table]

    run(work)


def test_tables_that_are_on_their_way_in_haste_go_on_elsewhere_with_all_that_was_acknowledged(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second signal ends the handing over when they have left here, and have come nowhere."""
    on_their_way: list[str] = []

    async def stuck(tables: list[str]) -> None:
        on_their_way.extend(tables)
        await asyncio.Event().wait()

    async def work() -> None:
        async with AsyncExitStack() as later:
            wire = Wire()
            async with node(place, wire, "a") as one:
                tables = [await one.open(terms(timing=FAST), "Host") for _ in range(3)]
                two = await later.enter_async_context(node(place, wire, "b"))
                seqs = {table: await say(one, table, Sit(), "Ann", f"Ann/{table}") for table in tables}
                monkeypatch.setattr(registry, "hand_over", lambda *_: lambda _: None)  # that changes nothing
                monkeypatch.setattr(one, "take_up", stuck)
                handing = asyncio.ensure_future(one.drain())
                await until(lambda: sorted(on_their_way) == sorted(seqs))
                handing.cancel()
                await asyncio.wait([handing])
                assert handing.cancelled() and one.owned() == two.owned() == {}
            for table, seq in seqs.items():
                await is_at(two, table)
                assert await say(two, table, Sit(), "Ann", f"Ann/{table}") == seq, "once, and with its number"

    run(work)


def test_a_process_ends_in_order_though_the_database_is_away(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(self: SharedTableRegistry, table: str, to: str) -> None:
        raise StoreError(Trouble.UNREACHABLE, "the database is away")

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, _, _):
            monkeypatch.setattr(SharedTableRegistry, "give", away)
            assert not await one.drain()
            assert "the database is away" in caplog.text

    run(work)


def test_a_table_that_is_over_when_it_was_read_stays(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    announce = Migration.announce

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):

            async def announced(self: Migration, *told: str) -> None:
                await announce(self, *told)
                await one.close(table, "Host")

            monkeypatch.setattr(Migration, "announce", announced)
            await one.give(table, "b")
            assert one.where(table) == "a" and table not in two.owned()

    run(work)
