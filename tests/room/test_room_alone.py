"""A mistake of one table is that table's alone: it stands still, and the room, its start and the other tables go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from room_halls import Subscriber, act, open_hall, seated, until
from room_stores import wait
from room_tables import bots, terms

from sidepot.errors import SidepotError
from sidepot.room.runtime import lobby
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.clock import AlarmClock
from sidepot.room.runtime.errors import Frozen
from sidepot.room.runtime.lobby import summary_of
from sidepot.room.runtime.presence import Presence
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.commands import Pause, Restarted, Resume
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import Timing

pytestmark = pytest.mark.usefixtures("soon")


def uvloops() -> Callable[[], asyncio.AbstractEventLoop]:
    """The loop that the server has where it can."""
    return pytest.importorskip("uvloop", reason="uvloop is not to be had on Windows").new_event_loop


class Soonest(asyncio.SelectorEventLoop):
    """A loop that gives a plain handle for what is due at once, as uvloop does, on any system."""

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Any:
        """As it is told."""
        if when <= self.time():
            return self.call_soon(callback, *args, context=context)
        return super().call_at(when, callback, *args, context=context)


# ---- the clock


@pytest.mark.parametrize("loops", [asyncio.new_event_loop, Soonest, uvloops])
def test_an_alarm_that_is_overdue_is_wound_twice(loops: Callable[[], Any]) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        due, rang = [5_000], []
        clock = AlarmClock(loop, lambda: 10_000, lambda: due[0], lambda: True, lambda: rang.append(due[0]))
        clock.wind()
        due[0] = 4_000  # the table was told of something, and waits for less
        clock.wind()
        due[0] = 3_000
        clock.wind()
        await until(lambda: bool(rang))
        assert rang == [3_000]

    factory = loops() if loops is uvloops else loops
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(run())


def test_a_room_of_overdue_alarms_opens(file: Path) -> None:
    """Tables whose time had run out when the room was killed: all of them go on."""
    quick = Timing(decide=1, bank=0, between=1, showdown=1, show=0, street=0, cut=0, grace=0)

    async def run() -> None:
        async with open_hall(file) as hall:
            for _ in range(6):
                await hall.open(terms(timing=quick, bots=bots(3)))
            await hall.actor("1").say(Restarted())
        for _ in range(4):
            async with open_hall(file) as hall:
                viewer = Subscriber("Ann")
                for table in hall.tables():
                    hall.actor(table.id).watch(viewer)
                before = hall.actor("6").machine.seq
                await until(lambda before=before, hall=hall: hall.actor("6").machine.seq > before)

    with asyncio.Runner(loop_factory=uvloops()) as runner:
        runner.run(run())


# ---- mistakes


def breaks(table: str, real: Callable[..., Any]) -> Callable[..., Any]:
    """The same for every table but one, of which it makes a mistake."""

    def broken(of: Any, *more: Any, **also: Any) -> Any:
        room = of if isinstance(of, RoomTable) else of._room()
        if room.id == table and not room.frozen:
            raise ZeroDivisionError("AsKd hidden")
        return real(of, *more, **also)

    return broken


MISTAKES = {
    "alarm": (RoomTable, "alarm"),
    "summary": (lobby, "summary_of"),
    "presence": (Presence, "look"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_beside_a_command_freezes_that_table_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def run() -> None:
        said: list[tuple[str, str]] = []
        async with open_hall(file, tell_host=lambda table, text: said.append((table, text))) as hall:
            ill = await seated(hall, "Ann", "Bo", "Cy")
            well = await seated(hall, "Ann", "Bo")
            ann, bo = Subscriber("Ann"), Subscriber("Bo")
            ill.watch(ann)
            with monkeypatch.context() as patch:
                where, name = MISTAKES[what]
                patch.setattr(where, name, breaks("1", getattr(where, name)))
                await act(ill)
                if what == "summary":  # an act has it not looked at again
                    await ill.say(Pause(), by="Host", staff=True)
                assert [summary.id for summary in hall.tables()] == ["1", "2"]  # whoever asks gets an answer
                ill.watch(bo)
                ill.unwatch(ann)
                await until(lambda: ill.machine.phase == "frozen" and not ill.is_busy)
                assert [told for told in bo.told if "state" in told][-1]["state"]["phase"] == "frozen"
                await act(well)
                assert not well.machine.frozen
                assert {table for table, _ in said} == {"1"}
                assert "AsKd" not in repr(said)
            await ill.say(Resume(), by="Host", staff=True)
            await act(ill)

    wait(run())


@pytest.mark.parametrize("what", ["alarm", "summary", "Restarted", "summary of old"])
def test_a_mistake_at_the_start_keeps_no_other_table_closed(
    file: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def decide(room: RoomTable, said: Any, **more: Any) -> Any:
        if room.id == "1" and isinstance(said, Restarted):
            raise ZeroDivisionError("AsKd hidden")
        return real(room, said, **more)

    def never(room: RoomTable) -> Any:
        if room.id == "1":
            raise ZeroDivisionError("AsKd hidden")
        return summary_of(room)

    real = RoomTable.decide

    async def run() -> None:
        async with open_hall(file) as hall:
            await seated(hall, "Ann", "Bo", "Cy")
            await seated(hall, "Ann", "Bo")
        if what == "Restarted":
            monkeypatch.setattr(RoomTable, "decide", decide)
        elif what == "summary of old":
            monkeypatch.setattr(lobby, "summary_of", never)
        else:
            where, name = MISTAKES[what]
            monkeypatch.setattr(where, name, breaks("1", getattr(where, name)))
        said: list[tuple[str, str]] = []
        async with open_hall(file, tell_host=lambda table, text: said.append((table, text))) as hall:
            await act(hall.actor("2"))
            assert said and {table for table, _ in said} == {"1"}
            if what.startswith("summary"):  # it cannot even be shown
                assert list(hall.unreadable) == ["1"]
            else:
                await until(lambda: hall.actor("1").machine.phase == "frozen")

    wait(run())


def test_a_host_who_cannot_be_told_holds_nothing_up(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(table: str, text: str) -> None:
        raise KeyError(table)

    async def run() -> None:
        async with open_hall(file, tell_host=deaf) as hall:
            ill = await seated(hall, "Ann", "Bo", "Cy")
            with monkeypatch.context() as patch:
                patch.setattr(RoomTable, "decide", breaks("1", RoomTable.decide))
                with pytest.raises(Frozen):
                    await act(ill)
            await until(lambda: not ill.is_busy)

    wait(run())


def test_a_bot_that_cannot_be_asked_freezes_its_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("AsKd hidden")

    async def run() -> None:
        monkeypatch.setattr("sidepot.room.runtime.bots.view_of_log", no)
        async with open_hall(file, bots=BotPlayers(Pace(0.0, 0.0))) as hall:
            table = await hall.open(terms(timing=Timing(decide=60_000, between=1, cut=0), bots=bots(3)))
            hall.actor(table).watch(Subscriber("Ann"))
            await until(lambda: hall.actor(table).machine.phase == "frozen")

    wait(run())


def test_a_table_whose_records_the_disk_has_lost_waits_for_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is damaged does not come back by waiting: who spoke is told, and the room can close."""
    real = Store.read

    async def read(store: Store, stream: str, *more: Any) -> Any:
        if stream == "table/1":
            raise StoreError(Trouble.DAMAGED, "room.db: damaged")
        return await real(store, stream, *more)

    async def run() -> None:
        async with open_hall(file) as hall:
            ill = await seated(hall, "Ann", "Bo", "Cy")
            well = await seated(hall, "Ann", "Bo")
            with monkeypatch.context() as patch:
                patch.setattr(Store, "read", read)
                patch.setattr(RoomTable, "decide", breaks("1", RoomTable.decide))
                with pytest.raises(Frozen):
                    await act(ill)
            assert list(hall.unreadable) == ["1"]
            await act(well)
        async with open_store(file) as store:
            monkeypatch.setattr(Store, "read", read)
            hall = TableRegistry(store)
            await hall.start()
            assert list(hall.unreadable) == ["1"]
            await act(hall.actor("2"))
            await hall.stop()

    wait(run())


@pytest.mark.parametrize("trouble", [Trouble.UNREACHABLE, Trouble.BUSY])
def test_a_store_that_does_not_answer_at_the_start_is_no_tables_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    async def no(store: Store, *more: Any) -> Any:
        raise StoreError(trouble, "it does not answer")

    async def run() -> None:
        async with open_hall(file) as hall:
            await seated(hall, "Ann", "Bo")
        async with open_store(file) as store:
            monkeypatch.setattr(Store, "read", no)
            with pytest.raises(SidepotError, match="does not answer"):
                await TableRegistry(store).start()

    wait(run())
