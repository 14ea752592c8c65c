"""A database that is emptied while the room is open: its name and its number stay, and nothing of it is there."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import until
from room_stores import wait

from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.store import open_store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody change a file that is open")


def test_it_takes_no_more_and_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "room.db"

    async def play() -> None:
        async with open_store(file) as store:
            assert await store.append("t", 0, [b"kept"], 1) == 1
            whole = file.read_bytes()
            os.truncate(file, 0)
            await until(lambda: store.is_ill)
            with pytest.raises(StoreError) as told:
                await store.append("t", 1, [b"lost"], 1)
            assert told.value.trouble is Trouble.GONE and "emptied" in str(told.value)
            file.write_bytes(whole)  # by now that is another one: what is open is not to be mixed with it
            assert store.is_ill and not await store.is_well()

    wait(play())
    with closing(sqlite3.connect(tmp_path / "room.db.saved-1")) as saved:
        assert saved.execute("SELECT data FROM record").fetchall() == [(b"kept",)]
