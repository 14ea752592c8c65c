"""`sidepot archive`: closed tables leave the database for a file; nothing is lost, and their hands are checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from room_halls import FAST, act, seated, until
from room_stores import KINDS, fresh_place, wait
from room_tables import terms
from sqlalchemy import select

from sidepot.cli.app import run
from sidepot.errors import Conflict
from sidepot.room.audit.auditor import Audit, audit
from sidepot.room.audit.doctor import examine
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store import archive as archives
from sidepot.room.store.archive import Moved, archive, archived, folder_of, restore
from sidepot.room.store.crash_points import ARCHIVING
from sidepot.room.store.database import read_once
from sidepot.room.store.errors import StoreError
from sidepot.room.store.high_water import behind_at
from sidepot.room.store.place import Place, place_at
from sidepot.room.store.schema import record, sealed, snapshot, stream
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Close

LATER = int(time.time() * 1000) + 86_400_000


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def play(place: Place) -> None:
    """Three tables: the first and the third are closed, the second is in the middle of a hand."""

    async def night() -> None:
        async with open_store(place) as store:
            hall = TableRegistry(store)
            await hall.start()
            actors = [await seated(hall, "Ann", "Bo", "Cy") for _ in range(3)]
            for actor in (actors[0], actors[2]):
                await actor.say(Close(), by="Host", staff=True)
                while not actor.machine.over:
                    await until(lambda actor=actor: actor.machine.over or bool(actor.machine.to_decide()[0]))
                    if not actor.machine.over:
                        await act(actor)
            await hall.stop()

    wait(night())


def rows(place: Place) -> dict[str, list[Any]]:
    """All that belongs to tables."""
    with read_once(place) as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in (stream, record, sealed, snapshot)
        }


def folder(place: Place, tmp_path: Path) -> Path:
    return folder_of(place) or tmp_path / "archive"


def told(found: Audit) -> list[tuple[str, int, int, str, tuple[str, ...]]]:
    return sorted((one.table, one.entries, one.hands, one.link, one.faults) for one in found.tables)


@pytest.mark.long
def test_closed_tables_leave_the_database_and_are_audited_as_before(place: Place, tmp_path: Path) -> None:
    play(place)
    before, whole = audit(place), rows(place)
    found = archive(place, LATER, folder(place, tmp_path))
    assert found.streams == ("table/1", "table/3")
    assert {row[0] for row in rows(place)["record"]} == {"table/2"}
    assert all(row[0].startswith("deck/2/") for row in rows(place)["sealed"])
    assert rows(place)["stream"] == whole["stream"]
    after = audit(place)
    assert after.holds and told(after) == told(before)
    assert [one.table for one in audit(place, tables=["3"]).tables] == ["3"]
    assert not audit(place, links=[one.link for one in before.tables if one.hands]).missing
    assert not behind_at(place)
    assert archive(place, LATER, folder(place, tmp_path)) == Moved()
    assert restore(place, Path(found.file).name).records == found.records
    assert rows(place) == whole
    with read_once(place) as connection:
        assert archived(connection) == {}
    assert told(audit(place)) == told(before)


def test_the_room_goes_on_without_them(place: Place, tmp_path: Path) -> None:
    play(place)
    archive(place, LATER, folder(place, tmp_path))

    async def open_again() -> None:
        async with open_store(place) as store:
            hall = TableRegistry(store)
            await hall.start()
            assert [one.id for one in hall.tables()] == ["2"] and not hall.unreadable
            assert await hall.open(terms(timing=FAST), "Host") == "4"  # no number is given out again
            with pytest.raises(StoreError):
                archive(place, LATER, folder(place, tmp_path))  # the room is open
            await hall.stop()

    wait(open_again())
    assert audit(place).holds


def test_only_tables_that_were_closed_so_long_ago_are_moved(place: Place, tmp_path: Path) -> None:
    play(place)
    assert archive(place, int(time.time() * 1000) - 86_400_000, folder(place, tmp_path)) == Moved()
    assert not folder(place, tmp_path).exists()


@pytest.mark.long
@pytest.mark.parametrize("harm", ["gone", "cut", "another", "a bit"])
def test_an_archive_that_is_not_what_was_written_is_told(tmp_path: Path, harm: str) -> None:
    place = place_at(tmp_path / "room.db")
    play(place)
    file = Path(archive(place, LATER, folder(place, tmp_path)).file)
    data = file.read_bytes()
    if harm == "gone":
        file.unlink()
    else:
        changed = {"cut": data[:-100], "another": b"", "a bit": data[:200] + bytes([data[200] ^ 1]) + data[201:]}
        file.write_bytes(changed[harm])
    found = audit(place)
    assert not found.holds
    assert {one.table for one in found.tables if one.faults} == {"1", "3"}
    bad = [one for one in examine(tmp_path, "", "127.0.0.1", 0) if one.name == "archive"]
    assert [one.state for one in bad] == ["bad"] and "it has 2 closed tables" in bad[0].says
    before = rows(place)
    with pytest.raises(StoreError, match=r"archive .* is (missing|damaged)"):
        restore(place, file.name)
    assert rows(place) == before


def test_an_archive_moves_with_its_store(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    place = place_at(tmp_path / "here" / "room.db")
    play(place)
    archive(place, LATER, folder(place, tmp_path))
    (tmp_path / "here").rename(tmp_path / "there")
    assert audit(place_at(tmp_path / "there" / "room.db")).holds


def test_a_bad_archive_is_noticed_before_records_are_deleted(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(place)
    before = rows(place)
    pack = archives._pack

    def bad(plain: Path, part: Path) -> None:
        pack(plain, part)
        part.write_bytes(part.read_bytes()[:-40])

    monkeypatch.setattr(archives, "_pack", bad)
    with pytest.raises(StoreError):
        archive(place, LATER, folder(place, tmp_path))
    assert rows(place) == before
    assert list(folder(place, tmp_path).iterdir()) == []


def test_two_rooms_may_have_one_folder_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where both are archived every night at four: neither takes the other's name, nor its file."""
    pack = archives._pack
    rooms = [place_at(tmp_path / name / "room.db") for name in ("one", "other")]
    found: list[Moved] = []

    def meanwhile(plain: Path, part: Path) -> None:
        pack(plain, part)
        monkeypatch.setattr(archives, "_pack", pack)
        found.append(archive(rooms[1], LATER, tmp_path / "both"))

    for room in rooms:
        play(room)
    monkeypatch.setattr(archives, "_pack", meanwhile)
    found.append(archive(rooms[0], LATER, tmp_path / "both"))
    assert found[0].file != found[1].file
    assert {str(file) for file in (tmp_path / "both").iterdir()} == {one.file for one in found}
    assert all(audit(room).holds for room in rooms)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="a process is killed by a signal of POSIX")
@pytest.mark.parametrize("point", ARCHIVING)
def test_nothing_is_lost_where_it_is_killed(tmp_path: Path, point: str) -> None:
    place = place_at(tmp_path / "room.db")
    play(place)
    before, whole = audit(place), rows(place)
    words = ["archive", "--days", "0", "--data", str(tmp_path)]
    if point == "restoring":
        words += ["--undo", Path(archive(place, LATER, folder(place, tmp_path)).file).name]
    ended = subprocess.run(
        [sys.executable, "-m", "sidepot", *words], env={**os.environ, "SIDEPOT_CRASH_AT": point}, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    assert told(audit(place)) == told(before)
    found = restore(place, words[-1]) if point == "restoring" else archive(place, LATER, folder(place, tmp_path))
    assert len(found.streams) == 2
    assert audit(place).holds and told(audit(place)) == told(before)
    if point == "restoring":
        assert rows(place) == whole
    else:
        notes = [
            one.says for one in examine(tmp_path, "", "127.0.0.1", 0) if one.state == "note" and "archive" in one.name
        ]
        assert len(notes) == 1 and "it has no table" in notes[0]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(place_at(tmp_path / "room.db"))
    where = ["--data", str(tmp_path)]
    assert run(["archive", *where, "--days", "30"]) == 0
    assert "nothing was moved" in capsys.readouterr().out
    assert run(["archive", *where, "--days", "0", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["streams"] == ["table/1", "table/3"] and Path(found["file"]).stat().st_size == found["bytes"]
    assert Path(found["file"]).stat().st_mode & 0o077 == 0 or os.name != "posix"
    assert run(["doctor", *where, "--port", "8765"]) in (0, 1)
    assert "2 closed tables" in capsys.readouterr().out
    assert run(["archive", *where, "--undo", "another.db.xz"]) == 2
    assert "this room has no archive with this name" in capsys.readouterr().err
    assert run(["archive", *where, "--undo", Path(found["file"]).name]) == 0
    assert "2 tables" in capsys.readouterr().out
    assert run(["archive", "--data", str(tmp_path / "nowhere")]) == 2
    assert run(["archive", "--db", "postgresql://nobody@localhost/none"]) == 2
    assert "--to" in capsys.readouterr().err
    with pytest.raises(Conflict):
        restore(place_at(tmp_path / "room.db"), Path(found["file"]).name)
