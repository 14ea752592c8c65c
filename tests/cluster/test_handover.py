"""A table is read by the process that gets it while it is still played at the one that has it."""

from __future__ import annotations

from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import FAST, Viewer, until
from room_tables import terms
from shared_halls import node, run, say, two_with_a_table
from wire import Wire

from sidepot.room.running import hall as hall_module
from sidepot.room.running import handover
from sidepot.room.running.actor import TableActor
from sidepot.room.running.handover import Handover
from sidepot.room.running.shared_hall import SharedHall
from sidepot.room.running.spread import AT_ONCE_AWAY
from sidepot.room.running.stored_table import stream_of
from sidepot.room.store.place import Place
from sidepot.room.tables.commands import Pause, Resume, Sit

pytestmark = [POSTGRES.mark, POSIX.mark]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may do much else."""
    monkeypatch.setattr(handover, "PATIENCE", 60.0)


async def entries(hall: SharedHall, table: str, count: int) -> None:
    """So many entries at a table that is here, and nothing else happens there."""
    actor = hall.actor(table)
    assert isinstance(actor, TableActor)
    for _ in range(count):
        await actor.say(Resume() if actor.room.paused else Pause(), by="Host", staff=True)


async def is_at(hall: SharedHall, table: str) -> None:
    """Wait until a table goes on at a process."""
    await until(lambda: table in hall.owned())


@pytest.mark.parametrize("since", [0, 3])
def test_while_a_table_stands_still_only_what_has_come_since_it_was_read_is_read(
    place: Place, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    announce = Handover.announce
    stood_still: list[str] = []

    async def read_whole(*told: Any) -> Any:
        stood_still.append("a table was read from its beginning")
        raise AssertionError

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):
            viewer = Viewer("")
            two.actor(table).watch(viewer)
            await entries(one, table, 40)

            async def announced(self: Handover, *told: str) -> None:
                await announce(self, *told)
                assert isinstance(one.actor(table), TableActor), "it is played here meanwhile"
                await entries(one, table, since)
                monkeypatch.setattr(hall_module, "read_table", read_whole)

            monkeypatch.setattr(Handover, "announce", announced)
            await one.give(table, "b")
            await is_at(two, table)
            assert two._handover is not None and two._handover.entries == since
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
    monkeypatch.setattr(handover, "PATIENCE", 0.05)
    monkeypatch.setattr(handover, "SILENT", 600.0)
    asked: list[str] = []
    monkeypatch.setattr(Handover, "_expect", lambda self, table, node: asked.append(table))

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
            for name in ("catch_up", "read_unsealed"):
                with monkeypatch.context() as patch:
                    patch.setattr(handover, name, broken)
                    await one.give(table, "b")
                    await is_at(two, table)
                await two.give(table, "a")
                await is_at(one, table)
            await entries(one, table, 1)

    run(work)


def test_few_tables_stand_still_at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are handed over, and however slowly they are taken."""
    give = SharedHall.give
    going: set[str] = set()
    most = 0

    async def work() -> None:
        nonlocal most
        wire = Wire()
        async with node(place, wire, "a") as one:
            tables = [await one.open(terms(timing=FAST), "Host") for _ in range(3 * AT_ONCE_AWAY)]

            async def counted(self: SharedHall, table: str, to: str) -> None:
                nonlocal most
                going.add(table)
                most = max(most, len(going))
                await give(self, table, to)
                going.discard(table)
                assert table in two.owned(), "the next ones go when it goes on there"

            async with node(place, wire, "b") as two:
                monkeypatch.setattr(SharedHall, "give", counted)
                assert await one.drain()
                assert sorted(two.running(), key=int) == tables
                assert 1 < most <= AT_ONCE_AWAY
                monkeypatch.undo()

    run(work)


def test_a_table_that_is_over_when_it_was_read_stays(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    announce = Handover.announce

    async def work() -> None:
        async with two_with_a_table(place) as (_, one, two, table):

            async def announced(self: Handover, *told: str) -> None:
                await announce(self, *told)
                await one.close(table, "Host")

            monkeypatch.setattr(Handover, "announce", announced)
            await one.give(table, "b")
            assert one.where(table) == "a" and table not in two.owned()

    run(work)
