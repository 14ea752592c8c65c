"""Tables that cannot be read: the room opens without them, and whoever asks is told which, and where."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from each import each
from few_examples import some
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from room_halls import open_hall, seated
from room_stores import wait
from web_rooms import running

from sidepot.cli.app import run
from sidepot.room.audit.doctor import Finding, examine
from sidepot.room.audit.snapshots import rebuild_all
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.web.settings import Settings


def change(file: Path, statement: str, *values: object) -> None:
    """Somebody, or a disk, changes the store."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount >= 1


OF_1 = "WHERE stream='table/1' AND seq="
DAMAGES: dict[str, tuple[str, tuple[object, ...], str]] = {
    "an entry is no text": (f"UPDATE record SET data=? {OF_1}3", (b'{"seq":"\xff"}',), "event 3"),
    "an entry is a number": (f"UPDATE record SET data=? {OF_1}2", (7,), "event 2"),
    "an entry is gone": (f"DELETE FROM record {OF_1}2", (), "event 3"),
    "the first entry is another": (f"UPDATE record SET data=? {OF_1}1", (b"{}",), "event 1"),
    "an entry is brackets": (f"UPDATE record SET data=? {OF_1}4", (b"[" * 99_999,), "event 4"),
    "the sealed orders are gone": ("DELETE FROM sealed WHERE hand LIKE 'deck/1/%'", (), "hand 1"),
    "a sealed order is none": ("UPDATE sealed SET data=? WHERE hand LIKE 'deck/1/%'", (b"[]x",), "hand 1"),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A room of two tables, each in the middle of its first hand."""

    async def play() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            await seated(hall, "Ann", "Bo", "Cy")
            await seated(hall, "Ann", "Bo")

    wait(play())
    return tmp_path / "room.db"


def bad(file: Path) -> list[Finding]:
    found = examine(None, f"sqlite:///{file}", "127.0.0.1", 1)
    return [finding for finding in found if finding.name == "database" and finding.state == "bad"]


@pytest.mark.long
@pytest.mark.more
@pytest.mark.parametrize("what", some(DAMAGES, 4))
def test_a_table_that_cannot_be_read_is_named_with_the_place(file: Path, what: str) -> None:
    assert not bad(file)
    statement, values, where = DAMAGES[what]
    change(file, statement, *values)
    tables, found = rebuild_all(place_at(file))
    wrong = {one.table: one.says for one in found}
    assert (tables, list(wrong)) == (2, ["1"])
    assert "table 1" in wrong["1"] and where in wrong["1"]
    told = [finding for finding in bad(file) if finding.says.startswith("table 1 ")]
    assert [finding.says for finding in told] == [wrong["1"]] and "audit verify --table 1" in told[0].todo
    with running(file.parent, TableRegistry, Settings(demo=False, limits=False)) as room:
        found = httpx.get(room.url + "/healthz", timeout=60)
        health: dict[str, Any] = found.json()
        assert found.status_code == 503
        assert (health["tables"], health["unreadable"], health["cannot_be_read"]) == (1, 1, ["1"])
        assert "table 1" in health["status"]
        assert room.registry.unreadable == wrong


def test_the_command_doctor_tells_of_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(file, "DELETE FROM sealed")
    assert run(["doctor", "--data", str(file.parent), "--port", "1"]) == 1
    told = capsys.readouterr().out
    assert "table 1 cannot be read" in told and "table 2 cannot be read" in told


@pytest.mark.parametrize("data", [b'{"seq":"\xff"}', b"{", b"[" * 99_999])
def test_the_command_audit_names_the_place(file: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    change(file, f"UPDATE record SET data=? {OF_1}3", data)
    assert run(["audit", "verify", "--data", str(file.parent), "--json"]) == 1
    found = {one["table"]: one["faults"] for one in json.loads(capsys.readouterr().out)["tables"]}
    assert found["1"][0].startswith("event 3: ") and not found["2"]


def test_a_name_that_is_damaged_hides_no_table(file: Path) -> None:
    change(file, f"UPDATE record SET stream=CAST(? AS TEXT) {OF_1}2", b"tab\xffe/1")
    change(file, "INSERT INTO record VALUES (?, 1, 1, ?)", b"\x00blob", b"x")
    assert [one.table for one in rebuild_all(place_at(file))[1]] == ["1"]
    assert bad(file)

    async def look() -> None:
        async with open_hall(file) as hall:
            assert [table.id for table in hall.tables()] == ["2"]

    wait(look())


# ---- what `serve` refuses, the doctor tells


def refused(file: Path) -> StoreError:
    with pytest.raises(StoreError) as told:
        open_store(file, patience=0.1)
    return told.value


def _in_a_file(folder: Path) -> Path:
    (folder / "note").write_text("a file, no folder", encoding="utf-8")
    return folder / "note" / "room.db"


def _deep_in_a_file(folder: Path) -> Path:
    (folder / "note").write_text("a file, no folder", encoding="utf-8")
    return folder / "note" / "of" / "cards" / "room.db"


def _a_folder(folder: Path) -> Path:
    (folder / "room.db").mkdir()
    return folder / "room.db"


def _text(folder: Path) -> Path:
    (folder / "room.db").write_text("Shopping: chips, two decks, beer.\n" * 40, encoding="utf-8")
    return folder / "room.db"


def _empty_beside_a_log(folder: Path) -> Path:
    (folder / "room.db").touch()
    (folder / "room.db-wal").write_bytes(b"x" * 5000)
    return folder / "room.db"


def _gone_beside_a_log(folder: Path) -> Path:
    (folder / "room.db-wal").write_bytes(b"x" * 5000)
    return folder / "room.db"


@each("make", [_in_a_file, _deep_in_a_file, _a_folder, _text, _empty_beside_a_log, _gone_beside_a_log])
def test_the_doctor_reports_whatever_serve_refuses(tmp_path: Path, make: Any) -> None:
    file = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    told = refused(file)
    assert str(tmp_path) in str(told)
    assert bad(file) and bad(file)[0].says == str(told)
    assert set(tmp_path.rglob("*")) - set(before) <= {tmp_path / "room.db.lock"}  # nothing was made on the way


def test_an_empty_file_that_stands_alone_is_a_new_room(tmp_path: Path) -> None:
    (tmp_path / "room.db").touch()
    assert not bad(tmp_path / "room.db")

    async def look() -> None:
        async with open_store(tmp_path / "room.db") as store:
            assert await store.append("t", 0, [b"x"], 1) == 1

    wait(look())


@pytest.mark.parametrize("command", ["doctor", "serve", "backup", "audit verify"])
def test_a_file_is_no_folder_of_data(file: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run([*command.split(), "--data", str(file)]) == 2
    told = capsys.readouterr().err
    assert f"{file} is a file" in told and "sqlite:///" in told


def test_a_file_beside_which_the_log_of_writes_lies_is_refused_as_damaged(tmp_path: Path) -> None:
    assert refused(_empty_beside_a_log(tmp_path)).trouble is Trouble.DAMAGED
    assert (tmp_path / "room.db-wal").stat().st_size == 5000  # SQLite would have taken it away
