"""The hands of a store as integrity reads them: who played by account, what happened, and how long answers took."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_stores import wait
from room_tables import in_a_hand

from sidepot.cli.app import run
from sidepot.hand.due import DONE
from sidepot.hand.events import Called, Checked, Folded, RaisedTo
from sidepot.hand.replaying import replay
from sidepot.integrity import examine
from sidepot.room.audit.integrity import hands_of_room
from sidepot.room.fairness.decks import seal
from sidepot.room.runtime.table_storage import Deduplication
from sidepot.room.store.errors import StoreError
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import deck_key


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one table, five hands that are over, and one that is on, as a room writes them."""
    led = in_a_hand()
    made = tmp_path_factory.mktemp("store")

    async def write() -> None:
        async with open_store(made / "room.db") as store:
            sealed = [(deck_key("t1", root), seal([deck])) for root, deck in led.secrets.items()]
            told = Deduplication()
            records = [told.shorten(entry, encode_table_event(entry)) for entry in led.entries()]
            await store.append("table/t1", 0, records, 1, sealed)

    wait(write())
    return made


def test_every_hand_that_is_over_is_read_whole(folder: Path) -> None:
    found = list(hands_of_room(place_at(folder / "room.db")))
    assert [played.label for played in found] == [f"table t1, hand {number}" for number in range(1, 6)]
    for played in found:
        hand = replay(played.log)
        assert hand.due is DONE
        assert len(played.players) == len(played.names) == len(hand.stacks)
        acts = [at for at, event in enumerate(played.log) if isinstance(event, (Folded, Checked, Called, RaisedTo))]
        assert acts
        assert set(acts) <= set(played.took)
    report = examine(found)
    assert report.hands == 5
    assert report.unread == {}


def test_a_table_that_is_not_there_is_named(folder: Path) -> None:
    assert list(hands_of_room(place_at(folder / "room.db"), ["t1"]))
    with pytest.raises(StoreError, match="no table t9"):
        list(hands_of_room(place_at(folder / "room.db"), ["t9"]))


def test_the_command_reads_a_room(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["integrity", "--data", str(folder)]) == 0
    assert "5 hands, 3 players, 3 pairs who played together" in capsys.readouterr().out
    assert run(["integrity", "--data", str(tmp_path / "none")]) == 2
