"""Tables that were closed leave nothing behind: neither in memory nor in the file of heads; and tables whose beginning
the store could not confirm.
"""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import open_hall, until
from room_stores import wait
from room_tables import terms

from sidepot.room.runtime import high_water, registry, services
from sidepot.room.runtime.high_water import HighWaterMarks
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.high_water import read_marks
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store


def test_nothing_is_kept_of_a_table_that_was_closed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SHOWN", 0.01)

    async def play() -> None:
        async with open_hall(file) as hall:
            table = await hall.open(terms(), "Host")
            seen = weakref.ref(hall.actor(table))
            await hall.close(table, "Host")
            await until(lambda: not hall.tables())
            await until(lambda: gc.collect() >= 0 and seen() is None, seconds=20)

    wait(play())


def test_that_a_table_is_over_is_said_to_the_store_until_it_has_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "RETRY", 0.01)

    async def play() -> None:
        async with open_hall(file) as hall:
            end, left = hall.store.end, [2]

            async def refuse(name: str, at: int) -> None:
                if left[0]:
                    left[0] -= 1
                    raise StoreError(Trouble.FULL, "the disk is full")
                await end(name, at)

            monkeypatch.setattr(hall.store, "end", refuse)
            table = await hall.open(terms(), "Host")
            await hall.close(table, "Host")
            while (f"table/{table}", False) not in await hall.store.lasting():
                assert hall.actor(table).machine.over or left[0] == 2
        assert not left[0]

    wait(play())


def test_of_closed_tables_only_the_last_heads_stay(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is written whole every few seconds, and looked through at each start."""
    monkeypatch.setattr(high_water, "CLOSED", 2)
    place = place_at(file)

    async def play(closed: list[str], again: list[str]) -> None:
        async with open_store(file) as store:
            kept = HighWaterMarks(store, lambda: 1)
            await kept.start([f"table/{one}" for one in again])
            for table in ("2", "9", "10", "11", "12"):
                if not again:
                    await store.append(f"table/{table}", 0, [b"first"], 1)
                kept.new[table] = 1, b"\1"
            for table in closed:
                kept.close(table)
            await kept.stop()

    wait(play(["9", "2", "10"], []))
    assert read_marks(place).keys() == {"table/2", "table/10", "table/11", "table/12"}
    wait(play(["11"], ["10", "2"]))  # in the order of their numbers, and the one that was noted anew stays
    assert read_marks(place).keys() == {"table/9", "table/10", "table/11", "table/12"}


def test_a_table_of_which_the_store_could_not_say_whether_it_was_opened_is_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would come up at the next start, beside the one that was opened in its place."""

    async def play() -> None:
        async with open_hall(file) as hall:
            append = hall.store.append

            async def broke(*args: Any) -> int:
                await append(*args)
                raise StoreError(Trouble.UNSURE, "the connection broke")

            monkeypatch.setattr(hall.store, "append", broke)
            table = await hall.open(terms(), "Host")
            assert [one.id for one in hall.tables()] == [table]
            assert await hall.store.streams("table/") == [f"table/{table}"]

    wait(play())
