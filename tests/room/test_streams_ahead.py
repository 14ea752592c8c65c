"""Tables of which the ends of the streams are read at once are those that the store has."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_snapshots import DOUBTS, make_room, sql
from room_stores import wait
from room_tables import chance, check_same

from sidepot.room.runtime.storage import Unreadable
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.store import log
from sidepot.room.store.store import open_store


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A room with a table that has two snapshots, and a hand that is on."""
    make_room(tmp_path / "room.db")
    return tmp_path / "room.db"


@pytest.mark.long
@pytest.mark.parametrize("doubt", ["", *DOUBTS])
@pytest.mark.parametrize(("back", "most"), [(100, 1000), (1, 1000), (1, 2)])
def test_a_table_is_the_same(room: Path, doubt: str, back: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BACK", back)
    monkeypatch.setattr(log, "MOST", most)
    if doubt:
        assert sql(room, DOUBTS[doubt]) == 2

    async def run() -> None:
        async with open_store(room) as store:
            ahead = await store.read_ahead(["table/1", "table/2"])
            check_same(
                await TableStorage(chance(9)).load(ahead, "1"), await TableStorage(chance(9)).rebuild(store, "1")
            )
            assert await ahead.head("table/1") == await store.head("table/1")
            assert await ahead.read("table/1", 3, 2) == await store.read("table/1", 3, 2)
            with pytest.raises(Unreadable, match="it has no events"):
                await TableStorage(chance(9)).load(ahead, "2")

    wait(run())


def test_the_store_is_asked_once_and_for_the_order_of_the_cards(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with open_store(room) as store:
            asked = []
            ask = store.ask

            async def counted(question: object) -> object:
                asked.append(question)
                return await ask(question)  # type: ignore[arg-type]

            monkeypatch.setattr(store, "ask", counted)
            await TableStorage(chance(9)).load(await store.read_ahead(["table/1"]), "1")
            assert len(asked) <= 2

    wait(run())
