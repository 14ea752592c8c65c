"""Snapshots are compared with what the entries before them come to: by the auditor, and by the doctor."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import msgspec
from room_halls import open_hall
from room_snapshots import DOUBTS, both, make_room, rows, sql
from room_stores import wait
from room_tables import check_same

from sidepot.cli.app import run
from sidepot.room.audit.auditor import audit
from sidepot.room.audit.doctor import examine
from sidepot.room.audit.snapshots import drop_snapshots, rebuild_all
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table import snapshot


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("made") / "room.db"
    make_room(file)
    return file


@pytest.fixture
def room(made: Path, tmp_path: Path) -> Path:
    """A room with a table that has two snapshots, and a hand that is on."""
    return Path(shutil.copy(made, tmp_path / "room.db"))


def changed(file: Path, number: int, change: Callable[[snapshot.RoomSnapshot], object]) -> int:
    """Change the last snapshot (0) or the one before it (1), so that it can be read; its entry."""
    seq, data = rows(file, "SELECT seq, data FROM snapshot ORDER BY seq DESC")[number]
    image = snapshot.decode(data)
    change(image)
    sql(file, "UPDATE snapshot SET data = ? WHERE seq = ?", msgspec.msgpack.encode(image), seq)
    return int(seq)


def more_chips(image: snapshot.RoomSnapshot) -> None:
    next(iter(image.table.places.values())).stack += 1


def told_of(file: Path) -> list[str]:
    """What the auditor finds, which is what the doctor finds as well."""
    found = audit(place_at(file)).tables[0].faults
    assert [one.says for one in rebuild_all(place_at(file))[1]] == [f"table 1: {one}" for one in found]
    return list(found)


def test_a_snapshot_that_is_what_the_entries_come_to_holds(room: Path) -> None:
    assert sql(room, "UPDATE snapshot SET seq = seq") == 2
    assert told_of(room) == []


def test_each_snapshot_that_tells_something_else_is_named(room: Path) -> None:
    last, before = changed(room, 0, more_chips), changed(room, 1, lambda image: image.people.clear())
    assert told_of(room) == [
        f"the snapshot at event {before} differs from the replayed events: people",
        f"the snapshot at event {last} differs from the replayed events: places",
    ]
    assert not audit(place_at(room)).holds


@pytest.mark.parametrize("doubt", DOUBTS)
def test_the_auditor_names_a_snapshot_in_doubt(room: Path, doubt: str) -> None:
    sql(room, DOUBTS[doubt])
    found = told_of(room)
    assert len(found) == (0 if doubt in ("of another version", "gone") else 2)
    assert all("cannot be used" in one for one in found) or doubt == "under another entry"


def test_entries_that_are_damaged_before_a_snapshot_leave_the_room_its_table(room: Path) -> None:
    """The room opens from there; what it cannot be compared with is told, and nothing is to be removed for it."""
    sql(room, "UPDATE record SET data = x'7b' WHERE seq = 3")
    found = audit(place_at(room)).tables[0].faults
    assert found[0].startswith("event 3: ")
    assert sum("cannot be compared: event 3 does not follow" in one for one in found) == 2
    (wrong,) = rebuild_all(place_at(room))[1]
    assert (
        wrong.says
        == "table 1 starts from a snapshot, because event 3 is damaged, or does not follow from those before it"
    )
    assert "play can go on" in wrong.todo and not wrong.drop
    assert drop_snapshots(place_at(room)) == []
    assert wait(opened(room)) == {}


async def opened(file: Path) -> dict[str, str]:
    """What a room that opens cannot read."""
    async with open_hall(file) as hall:
        return dict(hall.unreadable)


def test_a_snapshot_of_an_entry_that_is_not_there_is_not_used(room: Path) -> None:
    sql(room, "UPDATE snapshot SET seq = seq + 10000")
    assert all("of an event after the last one" in one for one in told_of(room))
    assert wait(opened(room)) == {}


def test_the_doctor_removes_what_the_entries_contradict_and_nothing_else(room: Path) -> None:
    seq = changed(room, 0, more_chips)
    (bad,) = [one for one in examine(None, f"sqlite:///{room}", "127.0.0.1", 1) if one.says.startswith("table 1")]
    assert (bad.state, "backup" in bad.todo) == ("bad", False)
    assert "--drop-snapshots" in bad.todo and "stop the room" in bad.todo
    records = rows(room, "SELECT * FROM record ORDER BY seq")
    assert run(["doctor", "--data", str(room.parent), "--port", "1", "--drop-snapshots"]) in (0, 1)
    assert told_of(room) == []
    assert rows(room, "SELECT * FROM record ORDER BY seq") == records
    left = rows(room, "SELECT seq FROM snapshot")
    assert len(left) == 1 and left != [(seq,)]
    check_same(*wait(both(room)))


def test_a_room_that_is_open_keeps_its_snapshots(room: Path) -> None:
    changed(room, 0, more_chips)

    async def open_meanwhile() -> None:
        async with open_store(room):
            with pytest.raises(StoreError) as told:
                drop_snapshots(place_at(room))
            assert told.value.trouble is Trouble.BUSY

    wait(open_meanwhile())
    assert len(rows(room, "SELECT seq FROM snapshot")) == 2
