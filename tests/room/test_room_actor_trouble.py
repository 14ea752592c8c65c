"""A table in trouble: nothing is lost, who spoke is told, and no other table suffers for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from room_halls import FAST, Subscriber, act, limit_pages, meek, open_hall, seated, timers, until
from room_stores import wait
from room_tables import check_same, terms

from sidepot.errors import SidepotError
from sidepot.room.runtime.errors import Busy, Frozen
from sidepot.room.runtime.services import encode_evidence, evidence, evidence_key
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.store import open_store
from sidepot.room.store.transaction import Append, Write
from sidepot.room.store.writer import Writer
from sidepot.room.table.commands import Act, AskCut, Close, Pause, Resume, SitOut
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import Timing

pytestmark = pytest.mark.usefixtures("soon")


def test_a_full_disk(file: Path) -> None:
    """Nothing is lost, who spoke is told why, and it goes on when there is room."""

    async def run() -> None:
        said: list[tuple[str, str]] = []
        async with open_hall(file, tell_host=lambda table, text: said.append((table, text))) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            viewer = Subscriber("Ann")
            actor.watch(viewer)
            await act(actor)
            await limit_pages(hall.store, 1)  # as many as there are
            at = refused = 0
            while refused < 3:
                assert at < 300, "the pages that there are were never full"
                told = len(viewer.told)
                answer = await asyncio.gather(
                    actor.say(AskCut(at % 2 == 0), by="Ann", id=f"Ann/{at}"), return_exceptions=True
                )
                if isinstance(answer[0], int):
                    at += 1
                    continue
                assert isinstance(answer[0], Busy)
                assert "disk is full" in answer[0].message
                assert str(file) not in answer[0].message
                assert len(viewer.told) == told
                refused += 1
                await timers(0.06 * refused)  # the table tries again only then
            assert said
            assert "disk is full" in said[-1][1]
            await until(lambda: not actor.is_busy)
            check_same(actor.machine, await TableStorage(actor.machine.chance).load(hall.store, "1"))
            seq = actor.machine.seq
            await limit_pages(hall.store, 100_000)
            await timers(0.06)
            assert await actor.say(AskCut(at % 2 == 0), by="Ann", id=f"Ann/{at}") == seq + 1  # the same command
            assert viewer.seqs() == list(range(viewer.seqs()[0], seq + 2))

    wait(run())


@pytest.mark.long
def test_another_table_goes_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store takes nothing of one table, and its clock waits too."""

    async def run() -> None:
        quick = Timing(decide=30, bank=0, between=1, cut=0, lapses=1_000)  # nobody is sat out, however slow the machine
        async with open_hall(file) as hall:
            ill = await seated(hall, "Ann", "Bo", what=terms(timing=quick))
            well = await seated(hall, "Ann", "Bo")
            real = Writer.submit
            refused: list[Append] = []

            def submit(writer: Writer, what: Append | Write, loop: Any, done: Any) -> None:
                if isinstance(what, Append) and what.stream == "table/1":
                    refused.append(what)
                    loop.call_soon(done, None, StoreError(Trouble.UNWRITABLE, "secret.db: no"))
                else:
                    real(writer, what, loop, done)

            monkeypatch.setattr(Writer, "submit", submit)
            await until(lambda: len(refused) >= 2 and not ill.is_busy)
            seq = ill.machine.seq
            with pytest.raises(Busy):
                await ill.say(AskCut(), by="Ann")
            await act(well)
            await until(lambda: not ill.is_busy)
            assert ill.machine.seq == seq
            monkeypatch.setattr(Writer, "submit", real)
            await until(lambda: ill.machine.seq > seq + 2)  # time runs out again

    wait(run())


def test_a_stream_that_somebody_else_wrote_to(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            viewer = Subscriber("Ann")
            actor.watch(viewer)
            other = await TableStorage(actor.machine.chance).load(hall.store, "1")
            entry = other.decide(Pause(), now=other.at, by="Host", staff=True)
            await hall.store.append("table/1", entry.seq - 1, [encode_table_event(entry)], entry.at)
            with pytest.raises(Busy, match="try again"):
                await actor.say(SitOut(), by="Ann")
            assert actor.machine.phase == "paused"
            assert viewer.told[-2]["type"] == "snapshot"
            assert viewer.told[-2]["state"]["phase"] == "paused"
            await actor.say(Resume(), by="Host", staff=True)
            check_same(actor.machine, await TableStorage(actor.machine.chance).load(hall.store, "1"))

    wait(run())


def test_when_nobody_knows_whether_it_was_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection broke in the commit: the table reads, and answers what is true."""

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            viewer = Subscriber("Ann")
            actor.watch(viewer)
            real = Writer.submit

            def unsure(writer: Writer, *more: Any) -> None:
                *first, done = more
                real(writer, *first, lambda value, error: done(None, StoreError(Trouble.UNSURE, "broke")))

            for written in (True, False):
                player, said = meek(actor)
                monkeypatch.setattr(Writer, "submit", unsure if written else _loses)
                asked = actor.say(said, by=player, id=f"{player}/{written}")
                if written:
                    assert await asked == actor.machine.seq
                    assert viewer.of("snapshot")[-1]["seq"] == actor.machine.seq
                else:
                    with pytest.raises(Busy):
                        await asked
                monkeypatch.setattr(Writer, "submit", real)
                await until(lambda: not actor.is_busy and bool(actor.machine.to_decide()[0]))
            while True:  # it is busy for a while yet: longer, the more often something failed
                try:
                    await actor.say(said, by=player, id=f"{player}/False")
                    break
                except Busy:
                    await asyncio.sleep(0.02)

    wait(run())


def _loses(writer: Writer, *more: Any) -> None:
    loop, done = more[-2:]
    loop.call_soon(done, None, StoreError(Trouble.UNSURE, "broke"))


def test_a_mistake_freezes_one_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its evidence is kept without a word that could be a card; the host hears it, and lets the table go on."""

    async def run() -> None:
        said: list[tuple[str, str]] = []
        async with open_hall(file, tell_host=lambda table, text: said.append((table, text))) as hall:
            ill = await seated(hall, "Ann", "Bo", "Cy")
            well = await seated(hall, "Ann", "Bo")
            viewer = Subscriber("Ann")
            ill.watch(viewer)
            real = RoomTable.decide

            def decide(room: RoomTable, said: Any, **more: Any) -> Any:
                if isinstance(said, Act) and room.id == "1":
                    room.items.clear()  # and it leaves things in a mess
                    raise ZeroDivisionError("AsKd hidden")
                return real(room, said, **more)

            monkeypatch.setattr(RoomTable, "decide", decide)
            hand = ill.machine.begun
            with pytest.raises(Frozen):
                await act(ill)
            await until(lambda: ill.machine.phase == "frozen" and not ill.is_busy)
            assert viewer.of("event")[-1]["state"]["phase"] == "frozen"
            assert ill.machine.alarm() == 0
            with pytest.raises(SidepotError):
                await ill.say(SitOut(), by="Ann")
            await act(well)
            monkeypatch.setattr(RoomTable, "decide", real)
            await ill.say(Resume(), by="Host", staff=True)
            assert ill.machine.begun == hand
            await act(ill)
            assert said
            assert said[0] == ("1", "ZeroDivisionError while Act was carried out")
            await hall.stop()
            kept = await hall.store.ask(_settings)
            found = [value for key, value in kept if "evidence/1/" in key]
            assert len(found) == 1
            assert "ZeroDivisionError" in found[0]
            assert "test_room_actor_trouble.py" in found[0]
            assert "AsKd" not in found[0]
            assert "AsKd" not in repr(said)

    wait(run())


def _settings(connection: Any) -> list[tuple[str, str]]:
    from sqlalchemy import select

    from sidepot.room.store.schema import meta

    return [(key, value) for key, value in connection.execute(select(meta.c.key, meta.c.value))]


def test_a_mistake_in_telling(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be told is durable all the same: it is acknowledged, and the table frozen."""

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            viewer, stays = Subscriber("Ann"), Subscriber("Bo")
            actor.watch(viewer)
            actor.watch(stays)

            def broken(*_: Any) -> Any:
                raise KeyError("AsKd")

            with monkeypatch.context() as patch:
                patch.setattr("sidepot.room.runtime.table_actor.event_of", broken)
                seq = await act(actor)
                await until(lambda: actor.machine.phase == "frozen" and not actor.is_busy)
            assert actor.machine.seq == seq + 1
            assert stays.of("snapshot")[-1]["state"]["phase"] == "frozen"  # what they missed cannot be told
            actor.watch(viewer, viewer.seqs()[-1])
            assert viewer.of("snapshot")[-1]["state"]["phase"] == "frozen"
            await actor.say(Resume(), by="Host", staff=True)
            await act(actor)
            assert stays.seqs()[-1] == actor.machine.seq

    wait(run())


def test_a_table_that_cannot_be_read_keeps_no_other_closed(file: Path) -> None:
    async def run() -> None:
        said: list[tuple[str, str]] = []
        async with open_hall(file) as hall:
            await seated(hall, "Ann", "Bo")
            await seated(hall, "Ann", "Bo")
            await hall.store.append("table/3", 0, [b"no entry"], 1)
        async with open_hall(file, tell_host=lambda table, text: said.append((table, text))) as hall:
            assert [summary.id for summary in hall.tables()] == ["1", "2"]
            assert list(hall.unreadable) == ["3"]
            assert [table for table, _ in said] == ["3"]
            assert await hall.open(terms(timing=FAST)) == "4"

    wait(run())


@pytest.mark.long
def test_a_graceful_stop_gives_nothing_away(file: Path) -> None:
    """What is being written is answered; no time runs out; the same hand goes on with the same clocks, and a grace."""

    async def run() -> None:
        async with open_store(file) as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await seated(hall, "Ann", "Bo", "Cy", what=terms(timing=Timing(decide=3_000, bank=100, cut=0)))
            player, said = meek(actor)
            first = asyncio.ensure_future(actor.say(said, by=player))
            second = asyncio.ensure_future(actor.say(AskCut(), by="Ann"))
            await asyncio.sleep(0)
            await hall.stop()
            assert await first == actor.machine.seq
            with pytest.raises(Busy, match="closing"):
                await second
            with pytest.raises(Busy, match="closing"):
                await actor.say(AskCut(), by="Ann")
            clock, hand, at = actor.machine.clock, actor.machine.begun, actor.machine.at
            await timers((clock.until - at) / 1000 + 0.2)  # the time to act would have been over
            assert await store.head("table/1") == actor.machine.seq
        async with open_hall(file) as hall:
            room = hall.actor("1").machine
            assert room.begun == hand
            assert (room.clock.player, room.clock.turn) == (clock.player, clock.turn)
            assert room.clock.until == clock.until + (room.at - at) + room.terms.timing.grace
            assert room.at >= clock.until

    wait(run())


def test_a_table_that_was_closed_is_not_opened_again(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            await actor.say(Close(), by="Host", staff=True)
            await act(actor)
            await until(lambda: actor.machine.phase == "over" and not actor.is_busy)
            assert hall.tables()[0].phase == "over"
            viewer = Subscriber()
            actor.watch(viewer)
            await hall._drop(actor)
            assert viewer.told[-1]["type"] == "gone"
            assert hall.tables() == []
            with pytest.raises(SidepotError):
                hall.actor("1")
        async with open_hall(file) as hall:
            assert hall.tables() == []
            assert await hall.open(terms(timing=FAST)) == "2"

    wait(run())


def test_the_store_is_closed_under_a_table(file: Path) -> None:
    async def run() -> None:
        async with open_store(file) as store:
            hall = TableRegistry(store)
            await hall.start()
            actor = await seated(hall, "Ann", "Bo")
        asked = asyncio.ensure_future(act(actor))
        await asyncio.sleep(0)
        await hall.stop()
        with pytest.raises(Busy):
            await asked

    wait(run())


def test_the_evidence_of_a_tournament_is_kept_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            found = evidence(ZeroDivisionError(), "tournament 7", 3, 5, None)
            await store.put(evidence_key(found), encode_evidence(found))
            assert "ZeroDivisionError" in await store.get("evidence/tournament-7/5")

    wait(run())
