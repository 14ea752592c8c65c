"""How far tables were acknowledged is written by one at a time, and what is wrong with it hides nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import open_hall, seated
from room_stores import wait
from room_tables import terms

from sidepot.room.audit.doctor import examine
from sidepot.room.runtime import high_water
from sidepot.room.runtime.high_water import HighWaterMarks
from sidepot.room.store.backup import back_up
from sidepot.room.store.high_water import HighWaterMark, marks_file, read_marks, write_marks
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store


def test_a_stop_waits_for_what_is_being_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else two write the same file at once, and the older of them may be the last."""
    monkeypatch.setattr(high_water, "EVERY", 0.001)
    begun, go_on = threading.Event(), threading.Event()
    at_once: list[int] = []
    writing = [0]

    def write(where: Path, at: int, streams: dict[str, HighWaterMark]) -> None:
        writing[0] += 1
        at_once.append(writing[0])
        begun.set()
        assert go_on.wait(60)
        write_marks(where, at, streams)
        writing[0] -= 1

    monkeypatch.setattr(high_water, "write_marks", write)

    async def play() -> None:
        async with open_store(file) as store:
            kept = HighWaterMarks(store, lambda: 1)
            await kept.start()
            kept.new["1"] = 3, b"\1"
            assert await asyncio.to_thread(begun.wait, 60)
            kept.new["2"] = 5, b"\2"
            stopping = asyncio.create_task(kept.stop())
            for _ in range(20):  # it has every chance to write a second time
                await asyncio.sleep(0.001)
            assert not stopping.done()
            go_on.set()
            await stopping

    wait(play())
    assert max(at_once) == 1
    assert read_marks(place_at(file)) == {"table/1": HighWaterMark(3, "01"), "table/2": HighWaterMark(5, "02")}


def test_the_doctor_looks_at_the_tables_whatever_is_wrong_with_the_heads(file: Path) -> None:
    async def play() -> None:
        async with open_hall(file) as hall:
            await seated(hall, "Ann", "Bo", "Cy")

    wait(play())
    heads = marks_file(place_at(file))
    assert heads is not None
    heads.write_bytes(b"no heads")
    with closing(sqlite3.connect(file)) as damaged, damaged:
        damaged.execute("UPDATE record SET data = x'ff' WHERE seq = 2")
    bad = [one.says for one in examine(None, f"sqlite:///{file}", "127.0.0.1", 1) if one.name == "database"]
    assert any("unreadable high-water marks" in says for says in bad)
    assert any("table 1 cannot be read: event 2" in says for says in bad)


ODD = {
    "a name": "INSERT INTO record VALUES (CAST(x'7461626c652fff' AS TEXT), 1, 1, x'00')",
    "a number": "INSERT INTO record VALUES ('table/1', 'x', 1, x'00')",
}


@pytest.mark.parametrize("what", ODD)
def test_a_row_that_makes_no_sense_closes_one_table_at_most(file: Path, what: str) -> None:
    """A name that is none belongs to no stream of the room; a number that is none is of a table."""

    async def play() -> None:
        async with open_hall(file) as hall:
            for _ in range(2):
                await hall.open(terms())

    wait(play())
    with closing(sqlite3.connect(file)) as damaged, damaged:
        damaged.execute(ODD[what])

    async def again() -> None:
        async with open_hall(file) as hall:
            assert "2" in [table.id for table in hall.tables()]
            assert len(hall.unreadable) == (what == "a number")

    wait(again())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody take away a file that is open")
def test_nothing_is_kept_beside_a_database_that_took_the_place(file: Path) -> None:
    """An older copy, put there on purpose while the room was open: the room that stops does not call it behind."""
    heads = marks_file(place_at(file))
    assert heads is not None

    async def play() -> None:
        async with open_store(file) as store:
            kept = HighWaterMarks(store, lambda: 1)
            await kept.start()
            kept.new["1"] = 3, b"\1"
            file.replace(file.with_name("old.db"))
            back_up(place_at(copy), file)
            await kept.stop()

    async def another() -> None:
        async with open_store(copy):
            pass

    copy = file.with_name("copy.db")
    wait(another())
    wait(play())
    assert not heads.exists()
