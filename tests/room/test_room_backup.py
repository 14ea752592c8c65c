"""`sidepot backup` and `sidepot doctor`: copies of a running room, and a look at the machine."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from room_stores import KINDS, fresh_place, wait

from sidepot.cli.app import run
from sidepot.extras import how_to_install
from sidepot.room.audit.doctor import examine
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.backup import back_up, survey
from sidepot.room.store.errors import StoreError, Trouble
from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.store import open_store


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def make(file: Path, records: int = 3) -> None:
    async def fill() -> None:
        async with open_store(file) as store:
            await store.append("t", 0, [b"x"] * records, 1000)

    wait(fill())


def sql(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(statement)


def test_a_copy_of_a_room_that_is_played(place: Place, tmp_path: Path) -> None:
    """Everything up to one moment is in it, and a room opens it."""
    copy = tmp_path / "copy.db"

    async def play() -> None:
        async with open_store(place) as store:
            await Accounts(store).add(Account("a1", "Ann", "host", 1))
            await Accounts(store).log_in("a1", "token", 1, 100)
            await store.put("name", "Friday")
            await store.append("first", 0, [b"1", b"\x00\xff"], 5, [("hand/1", b"\x00\xff")])
            over = asyncio.Event()

            async def deal() -> None:
                last = 0
                while not over.is_set():
                    last = await store.append("t", last, [b"x"] * 3, 10)

            dealing = asyncio.create_task(deal())
            found = await asyncio.to_thread(back_up, place, copy)
            over.set()
            await dealing
            assert found.faults == ()
            assert found.records % 3 == 2

    async def look() -> None:
        async with open_store(copy) as store:
            assert [(record.seq, record.at, record.data) for record in await store.read("first")] == [
                (1, 5, b"1"),
                (2, 5, b"\x00\xff"),
            ]
            assert await store.unseal("hand/1") == b"\x00\xff"
            assert await store.get("name") == "Friday"
            who = await Accounts(store).who("token", 50)
            assert who is not None
            assert who.name == "Ann"

    wait(play())
    assert copy.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]
    wait(look())


def test_a_copy_replaces_nothing_unless_told_to(tmp_path: Path) -> None:
    make(tmp_path / "room.db")
    place = place_at(tmp_path / "room.db")
    copy = tmp_path / "copy.db"
    copy.write_text("mine", encoding="utf-8")
    for target, replace in ((copy, False), (tmp_path / "room.db", True), (tmp_path / "none" / "copy.db", False)):
        with pytest.raises(StoreError) as told:
            back_up(place, target, replace=replace)
        assert told.value.trouble is Trouble.UNWRITABLE
    assert copy.read_text(encoding="utf-8") == "mine"
    assert back_up(place, copy, replace=True).records == 3
    assert survey(place_at(copy)).records == 3


def test_a_store_with_a_gap_gives_no_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, copy = tmp_path / "room.db", tmp_path / "copy.db"
    make(file)
    sql(file, "DELETE FROM record WHERE seq = 2")
    assert survey(place_at(file)).faults == ("stream t has 2 records, but the last one has the number 3",)
    assert run(["backup", str(copy), "--data", str(tmp_path)]) == 1
    assert "stream t" in capsys.readouterr().err
    sql(file, "DELETE FROM record WHERE seq = 1")
    assert survey(place_at(file)).faults == ("stream t has 1 records, but the last one has the number 3",)
    assert [path.name for path in tmp_path.glob("copy*")] == []


def test_the_command_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "room.db")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    assert run(["backup", "a.db", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["found"]["records"] == 3
    assert told["bytes"] == (tmp_path / "a.db").stat().st_size
    assert run(["backup", "b.db", "--db", "sqlite:///a.db"]) == 0
    assert "3 records in 1 streams" in capsys.readouterr().out
    assert run(["backup"]) == 0
    assert len(list(tmp_path.glob("room-*.db"))) == 1
    assert run(["backup", "a.db"]) == 2
    assert run(["backup", "c.db", "--data", "nowhere"]) == 2
    assert run(["backup", "c.db", "--data", ".", "--db", "sqlite:///a.db"]) == 2
    assert run(["backup", "c.db", "--db", "nonsense"]) == 2
    assert not (tmp_path / "c.db").exists()


# ---- the doctor


def states(address: str, port: int) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for finding in examine(None, address, "127.0.0.1", port):
        found.setdefault(finding.name, set()).add(finding.state)
    return found


@pytest.fixture
def port() -> Iterator[int]:
    """One that is taken."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door.getsockname()[1]


def test_the_doctor_of_a_room_that_is_well(place: Place) -> None:
    async def look() -> None:
        async with open_store(place) as store:
            await store.append("t", 0, [b"x"], 1000)
            address = place.url.set(drivername=place.url.get_backend_name()).render_as_string(hide_password=False)
            found = await asyncio.to_thread(states, address, 1)
            held = {"fine", "note"} if place.file else {"fine"}
            assert found["database"] == held  # a server has the file open
            assert found["clock"] == {"fine"}

    wait(look())


def test_the_doctor_finds_each_fault(tmp_path: Path, port: int) -> None:
    file = tmp_path / "room.db"
    address = f"sqlite:///{file}"
    assert states(address, port)["database"] == {"note"}
    assert not file.exists()
    make(file)
    assert states(address, port)["database"] == {"fine"}
    assert states(address, port)["port"] == {"bad"}
    file.chmod(0o644)
    assert states(address, port)["database"] == {"fine", "bad"}
    file.chmod(0o600)
    sql(file, "UPDATE record SET at = 9999999999999")
    assert states(address, port)["clock"] == {"bad"}
    sql(file, "UPDATE record SET seq = 7 WHERE seq = 3")
    assert states(address, port)["database"] == {"bad"}
    sql(file, "DROP TABLE meta")
    assert states(address, port)["database"] == {"bad"}
    file.write_text("no database", encoding="utf-8")
    assert states(address, port)["database"] == {"bad"}


def test_the_doctor_knows_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(free: int) -> Any:
        return lambda folder: type("Usage", (), {"free": free})

    for free, state in ((100 << 20, "bad"), (500 << 20, "note"), (5 << 30, "fine")):
        monkeypatch.setattr("shutil.disk_usage", usage(free))
        assert states(f"sqlite:///{tmp_path}/room.db", 1)["space"] == {state}


def test_the_command_doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str], port: int) -> None:
    make(tmp_path / "room.db")
    assert run(["doctor", "--data", str(tmp_path), "--port", str(port), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["well"] is False
    assert {finding["name"] for finding in told["findings"] if finding["state"] == "bad"} == {"port"}
    assert {"python", "parts", "database", "space", "port", "clock", "signs"} == {
        finding["name"] for finding in told["findings"]
    }
    assert run(["doctor", "--data", str(tmp_path), "--port", str(port)]) == 1
    assert "1 problem to fix" in capsys.readouterr().out
    assert run(["doctor", "--db", "mysql://host/cards"]) == 2
    assert run(["doctor", "--data", ".", "--db", "sqlite:///a.db"]) == 2


def test_the_doctor_says_what_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sidepot.room.audit.doctor.find_spec", lambda name: None)
    found = {finding.name: finding for finding in examine(tmp_path, "", "127.0.0.1", 1)}
    assert found["database"].state == "bad"
    assert found["database"].todo == how_to_install("serve")


def test_a_store_that_cannot_be_read_is_named_and_not_the_copy(tmp_path: Path) -> None:
    """A store in WAL on a disk that is read-only: SQLite says so when it is first looked into."""
    file, copy = tmp_path / "room.db", tmp_path / "copy.db"
    make(file)
    (tmp_path / "room.db-wal").unlink(missing_ok=True)
    (tmp_path / "room.db-wal").mkdir()  # it cannot be opened, whoever asks
    with pytest.raises(StoreError) as error:
        back_up(place_at(file), copy)
    assert str(error.value).startswith(f"{file}: ") and not copy.exists()


def test_a_database_that_cannot_be_reached_is_named_and_not_the_copy(tmp_path: Path) -> None:
    place, copy = place_of(address="postgresql://ann@127.0.0.1:1/room"), tmp_path / "copy.db"
    with pytest.raises(StoreError) as error:
        back_up(place, copy)
    assert str(error.value).startswith(f"{place.shown}: ") and error.value.trouble is Trouble.UNREACHABLE
    assert not list(tmp_path.iterdir())
