"""Another program writes into the database while the room is open: name and number of the file stay."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from each import each
from few_examples import some
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import until
from room_stores import wait
from sqlalchemy import Connection

from sidepot.room.store import file_watch
from sidepot.room.store.backup import back_up
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import place_at
from sidepot.room.store.store import Store, open_store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody change a file that is open")


def older(file: Path) -> None:
    """What `cp OLD room.db` does."""
    shutil.copyfile(file.with_name("old.db"), file)


def a_page(file: Path) -> None:
    """The size stays."""
    with file.open("r+b") as into:
        into.seek(4096)
        into.write(b"x")


def itself(file: Path) -> None:
    """Its own content of now, which lacks what is in the log only."""
    file.write_bytes(file.read_bytes())


async def fill(store: Store, begin: int, count: int) -> None:
    for at in range(begin, begin + count):
        assert await store.append("t", at, [b"x" * 3000], 1) == at + 1


@pytest.mark.long
@pytest.mark.more
@each("way", [older, a_page, itself])
@each("before", some([30, 1, 90], 1))  # commits: none, one and several checkpoints
def test_nothing_more_is_acknowledged(
    tmp_path: Path, way: Callable[[Path], None], before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_watch, "PAGES", 100)
    file = tmp_path / "room.db"
    written: list[int] = []
    make = file_watch.Checkpoints.after_commits

    def after_commits(checkpoints: file_watch.Checkpoints, connection: Connection, commits: int) -> None:
        make(checkpoints, connection, commits)
        written.append(commits)

    monkeypatch.setattr(file_watch.Checkpoints, "after_commits", after_commits)

    async def play() -> None:
        async with open_store(file) as store:
            await fill(store, 0, 1)
            back_up(place_at(file), tmp_path / "old.db")
            await fill(store, 1, before)
            await until(lambda: len(written) > before)  # the room writes no checkpoint at this moment
            assert not store.is_ill
            way(file)
            await until(lambda: store.is_ill)
            for _ in range(2):
                with pytest.raises(StoreError) as told:
                    await store.append("t", before + 1, [b"lost"], 1)
                assert told.value.trouble is Trouble.GONE and "changed" in str(told.value)

    wait(play())


def test_a_room_that_writes_much_never_takes_itself_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody asks all the time whether it is well, as /healthz does."""
    monkeypatch.setattr(file_watch, "PAGES", 5)
    monkeypatch.setattr("sidepot.room.store.file_watch.AT_LEAST", 0.0)
    file = tmp_path / "room.db"

    async def play() -> None:
        async with open_store(file) as store:
            for at in range(100):
                assert await store.append("t", at, [b"x" * 3000], 1) == at + 1
                assert not store.is_ill
                assert len(await store.read("t", at)) == 1

    wait(play())
    with closing(sqlite3.connect(file)) as found:
        assert found.execute("SELECT count(*) FROM record").fetchone() == (100,)


def test_the_log_of_writes_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watch, "PAGES", 100)
    file = tmp_path / "room.db"

    async def play() -> None:
        async with open_store(file) as store:
            await fill(store, 0, 150)
            assert os.stat(f"{file}-wal").st_size < 4 * file_watch.PAGES * 4096
            assert file.stat().st_size > 300_000  # most of it is in the file

    wait(play())


def test_a_checkpoint_that_meets_another_reader_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watch, "PAGES", 100)
    file = tmp_path / "room.db"

    async def play() -> None:
        async with open_store(file) as store:
            await fill(store, 0, 20)
            with closing(sqlite3.connect(file)) as reader:
                reader.execute("BEGIN")
                assert reader.execute("SELECT count(*) FROM record").fetchone() == (20,)
                await fill(store, 20, 60)
                assert reader.execute("SELECT count(*) FROM record").fetchone() == (20,)
            await fill(store, 80, 30)
            assert not store.is_ill and await store.head("t") == 110

    wait(play())
