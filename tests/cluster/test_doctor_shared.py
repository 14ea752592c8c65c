"""`sidepot doctor` of a room of several processes: its database, its processes, its bus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import NATS, POSTGRES, SERVE
from room_stores import fresh_place

pytest.importorskip("litestar", reason=SERVE.reason)

from nats_server import HOST, NatsServer, free_port
from room_tables import START, terms
from sqlalchemy import create_engine, text

from sidepot.cli.app import run
from sidepot.room.store.place import Place
from sidepot.room.store.store import open_store
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A room with three tables, in which no process runs."""

    async def furnish(found: Place) -> None:
        async with open_store(found) as store:
            for table in ("1", "2", "3"):
                room, entry = RoomTable.open(table, terms(), now=START)
                await store.append(f"table/{table}", 0, [encode_table_event(entry)], entry.at, room.to_seal())

    with fresh_place("postgresql", tmp_path) as found:
        asyncio.run(furnish(found))
        yield found


def say(place: Place, *words: str) -> None:
    """Change the rows of processes."""
    engine = create_engine(place.url)
    with engine.begin() as connection:
        for one in words:
            connection.execute(text(one))
    engine.dispose()


def examined(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, list[tuple[str, str]]]:
    """The findings of `sidepot doctor` by name: state and words."""
    code = run(["doctor", "--port", str(free_port()), "--json", *words])
    told: Any = json.loads(capsys.readouterr().out)
    assert code == (0 if told["well"] else 1)
    found: dict[str, list[tuple[str, str]]] = {}
    for one in told["findings"]:
        found.setdefault(one["name"], []).append((one["state"], one["says"]))
        assert one["state"] != "bad" or one["todo"] or ";" in one["says"]
    return found


def node(name: str, lease: int, up: str = "true") -> str:
    """The statement that has a process, whose lease is over in so many milliseconds."""
    now = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
    return (
        "INSERT INTO node (id, epoch, up, until, wpid, address, version, reads, writes) "
        f"VALUES ('{name}', 1, {up}, {now} + {lease}, 0, '10.0.0.1:8000', '0.1.0', 1, 1)"
    )


def have(name: str, *streams: str) -> list[str]:
    """The statements that have a process have streams."""
    insert = "INSERT INTO place (stream, node, epoch, load) VALUES ('{}', '{}', 1, 0)"
    return [insert.format(stream, name) for stream in streams]


@pytest.mark.long
@POSTGRES.mark
def test_processes_that_are_silent_and_tables_at_none(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--db", place.url.set(drivername="postgresql").render_as_string(hide_password=False)]
    alone = examined(capsys, *words)
    assert "process" not in alone  # it is a room of one process, or nothing runs
    assert alone["server"][0][1].startswith("PostgreSQL ") and alone["server"][1][0] == "fine"
    assert any("no synchronous standby" in says for _, says in alone["standby"])
    say(place, node("n1", 60_000), *have("n1", "table/1", "table/2", "table/3", "shares/n1"))
    assert examined(capsys, *words)["process"] == [("fine", "n1 shares the room, 3 tables")]
    say(place, node("n2", -5000), node("n3", -5000, "false"), "UPDATE place SET node = 'n3' WHERE stream = 'table/2'")
    assert examined(capsys, *words)["process"] == [
        ("bad", "node n2 at 10.0.0.1:8000 is silent, and no node has fenced it off"),
        ("fine", "n1 shares the room, 2 tables"),
        ("bad", "no node has 1 of the tables: 2"),
    ]
    say(place, "INSERT INTO stream (name) VALUES ('tournament/4')")
    assert examined(capsys, *words)["process"][-1] == ("bad", "no node has 1 of the tournaments: 4")


@NATS.mark
def test_each_server_of_the_bus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    away = f"nats://a:secret@{HOST}:{free_port()}"
    with NatsServer(tmp_path) as server:
        found = examined(capsys, "--data", str(tmp_path), "--bus", f"{server.url},{away}")["bus"]
    assert [state for state, _ in found] == ["fine", "bad"]
    assert "NATS 2." in found[0][1] and found[1][1].endswith("no server listens there")
    assert "secret" not in str(found)
    found = examined(capsys, "--data", str(tmp_path), "--bus", "http://bus")["bus"]
    assert found[0][0] == "bad" and "expected the address of a NATS server" in found[0][1]
