"""What the lobby shows of tables that are always at something: nothing that is not durable, and nothing long ago."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from room_halls import FAST, act, heads, open_hall, seated, until
from room_stores import wait
from room_tables import PEOPLE, terms

from sidepot.room.runtime import lobby
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.commands import Leave, Pause, Sit, TableCommand


async def ask_while_busy(hall: TableRegistry, actor: TableActor, said: TableCommand, by: str) -> tuple[str, ...]:
    """Say something, and look at the lobby before it is durable."""
    asked = asyncio.ensure_future(actor.say(said, by=by, staff=True))
    await asyncio.sleep(0)
    assert actor.is_busy
    people = hall.tables()[0].people
    await asked
    return people


def test_a_table_that_is_always_busy_is_shown_as_it_is(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            actor = hall.actor(await hall.open(terms(timing=FAST)))
            await actor.say(Pause(), by="Host", staff=True)
            seen = []
            for name in PEOPLE:
                seen.append(await ask_while_busy(hall, actor, Sit(), name))
            assert seen == [PEOPLE[:count] for count in range(len(PEOPLE))]
            for count, name in enumerate(PEOPLE):
                assert await ask_while_busy(hall, actor, Leave(), name) == PEOPLE[count:]
            await until(lambda: not actor.is_busy)
            assert hall.tables()[0].people == ()

    wait(run())


def test_the_first_look_at_a_busy_table_shows_nothing_that_is_not_durable(tmp_path: Path) -> None:
    file = tmp_path / "room.db"

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = hall.actor(await hall.open(terms(timing=FAST)))
            assert await ask_while_busy(hall, actor, Sit(), "Ann") == ()
            assert heads(file, "table/1") == actor.machine.seq
        async with open_hall(file) as hall:  # and after a restart
            actor = hall.actor("1")
            await until(lambda: not actor.is_busy)
            assert await ask_while_busy(hall, actor, Sit(), "Bo") == ("Ann",)

    wait(run())


def test_a_number_that_another_process_has_taken_is_left_out(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            assert await hall.open(terms(), "Host") == "1"
            for taken in ("table/2", "table/5"):
                await hall.store.append(taken, 0, [b"of another process"], 1)
            assert [await hall.open(terms(), "Host") for _ in range(2)] == ["6", "7"]

    wait(run())


def test_the_counts_of_the_lobby_match_the_tables(tmp_path: Path) -> None:
    """Nobody walks through the tables: phases, and whom they know, are counted as they change."""

    def check(hall: TableRegistry, *tables: str) -> None:
        actors = [hall.actor(table) for table in tables]
        assert hall.phases() == Counter(actor.machine.phase for actor in actors)
        assert hall.lobby.known == Counter(account for actor in actors for account in actor.machine.names)
        assert [one.phase for one in hall.tables()] == [actor.machine.phase for actor in actors]

    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            one, other = [hall.actor(await hall.open(terms(timing=FAST))) for _ in range(2)]
            check(hall, "1", "2")
            for name in PEOPLE[:3]:
                for actor in (one, other):
                    await actor.say(Sit(waits=False), by=name, account=name.lower())
                    check(hall, "1", "2")
            assert hall.newly_known() == {"ann", "bo", "cy"} and hall.newly_known() == set()
            await until(lambda: one.machine.phase == "playing" and not one.is_busy)
            for _ in range(12):
                await act(one)
                await until(lambda: one.machine.to_decide()[0] != "" and not one.is_busy)
                check(hall, "1", "2")
            await other.say(Pause(), by="Host", staff=True)
            check(hall, "1", "2")
            await one.say(Leave(), by="Ann", account="ann")
            assert "ann" in hall.lobby.known and "di" not in hall.lobby.known
        async with open_hall(tmp_path / "room.db") as hall:
            check(hall, "1", "2")
            assert "bo" in hall.lobby.known and hall.newly_known() == {"ann", "bo", "cy"}
            for table in ("1", "2"):
                assert hall.phases() and "bo" in hall.lobby.known
                hall.lobby.drop(table)
            assert not hall.phases() and "bo" not in hall.lobby.known

    wait(run())


def test_an_act_has_no_table_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            actor = await seated(hall, *PEOPLE)
            hall.tables()
            looked: list[str] = []
            told = lobby.summary_of
            monkeypatch.setattr(lobby, "summary_of", lambda room: looked.append(room.id) or told(room))
            number = actor.machine.begun.number
            for _ in range(4):
                await act(actor)
                assert hall.tables()[0].hands == number
            assert actor.machine.begun.number == number and not looked
            await actor.say(Pause(), by="Host", staff=True)
            assert hall.tables()[0].phase == "paused" and looked == ["1"]

    wait(run())
