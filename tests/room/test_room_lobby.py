"""What the lobby shows of tables that are always at something: nothing that is not durable, and nothing long ago."""

from __future__ import annotations

import asyncio
from pathlib import Path

from room_halls import FAST, heads, open_hall, until
from room_stores import wait
from room_tables import PEOPLE, terms

from sidepot.room.running.actor import TableActor
from sidepot.room.running.hall import Hall
from sidepot.room.tables.commands import Leave, Pause, Saying, Sit


async def ask_while_busy(hall: Hall, actor: TableActor, said: Saying, by: str) -> tuple[str, ...]:
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
            assert heads(file, "table/1") == actor.room.seq
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
