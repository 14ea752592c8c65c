"""`sidepot serve` and `sidepot audit verify`: as programs, from the first start to a room that others hold."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from few_examples import some
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
import msgspec
from sqlalchemy import create_engine, text
from web_rooms import Player, running

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.extras import how_to_install
from sidepot.room.fairness.decks import seal, unseal
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.log import read_records
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing
from sidepot.web.networks import reached_at
from sidepot.web.print.qr import qr_text
from sidepot.web.schemas.tables import TableForm, terms_of
from sidepot.web.settings import Settings

SERVE = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--json"]


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """A server as a program: what it said when it was open, and the program."""
    with (folder / "log").open("a") as log:
        program = subprocess.Popen(
            [*SERVE, "--data", str(folder), *args], stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert program.stdout is not None
    try:
        line = program.stdout.readline()
        assert line, (folder / "log").read_text()
        yield json.loads(line), program
        program.send_signal(signal.SIGTERM)  # nothing more where it stops already
        assert program.wait(60) == 0, (folder / "log").read_text()
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a room in which bots have played while somebody looked on."""
    folder = tmp_path_factory.mktemp("room")
    with running(folder, lambda store: TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))) as room:
        terms = terms_of(TableForm(title="Company", seats=4, bots=4), Random(2))
        quick = Timing(decide=400, bank=0, bank_back=0, show=0, street=0, between=10, showdown=10, away=400)
        table = room.do(room.app_state.open_table(msgspec.structs.replace(terms, timing=quick), by=""))
        watcher = Player(room.socket(), {table: 0})
        until = time.monotonic() + 120
        while len(room.registry.actor(table).machine.hands) < 2 and time.monotonic() < until:
            watcher.next()
    return folder


def test_it_opens_prints_a_host_link_and_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as (told, program):
        assert told["address"] == f"http://127.0.0.1:{told['port']}" and told["network"] == ""
        with httpx.Client(base_url=told["address"], timeout=60) as http:
            page = http.get(told["host_link"]).text
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
            assert http.post("/host", data=fields).status_code == 303
            assert http.get("/api/me").json()["role"] == "host"
            lobby = http.get("/api/tables").json()
            assert (len(lobby["tables"]), lobby["tournaments"][0]["title"]) == (2, "Sit and go")
        program.send_signal(signal.SIGINT)  # Ctrl+C
    text = (tmp_path / "log").read_text()
    assert "Traceback" not in text and "token=" not in text
    events = {json.loads(line)["event"] for line in text.splitlines()}
    assert events >= {"started", "stopped", "host came", "table opened"}


@pytest.mark.long
def test_a_room_that_was_played_goes_on_and_is_open_once(played: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(played, "--no-demo", "--host-link") as (told, _):
        assert "/host?token=" in told["host_link"]
        (table,) = httpx.get(told["address"] + "/api/tables", timeout=60).json()["tables"]
        assert table["title"] == "Company"
        assert len(httpx.get(f"{told['address']}/api/tables/{table['id']}/hands", timeout=60).json()["hands"]) >= 2
        assert run(["serve", "--port", "0", "--data", str(played)]) == 2
        assert "has this room open" in capfd.readouterr().err


def test_a_port_or_a_file_that_is_anothers_is_said_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    error = capfd.readouterr().err
    assert f"port {port}" in error and "another --port" in error and error.count("\n") == 1
    assert not (tmp_path / "room.db").exists()
    (tmp_path / "room.db").write_bytes(b"my novel" * 1000)
    assert run(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    assert "not a room's database" in capfd.readouterr().err
    assert (tmp_path / "room.db").read_bytes() == b"my novel" * 1000
    assert run(["serve", "--host", "no.such.host.invalid", "--data", str(tmp_path)]) == 2
    assert run(["serve", "--origin", "cards.example.org", "--data", str(tmp_path)]) == 2


@pytest.mark.more
@pytest.mark.parametrize("lacking", some(["sqlalchemy", "litestar"], 1))
def test_without_the_extra_it_says_what_to_install(lacking: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{lacking!r}] = None; from sidepot.cli.app import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2
    assert f"error: {lacking} is not installed: {how_to_install('serve')}" in done.stderr.splitlines()


def test_all_hands_of_a_room_are_audited(played: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "verify", "--data", str(played), "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["holds"] and found["hands"] > 0
    link = found["tables"][0]["link"]
    assert run(["audit", "verify", "--data", str(played), "--link", link.upper(), "--table", "1"]) == 0
    assert "all checks passed" in capfd.readouterr().out
    assert run(["audit", "verify", "--data", str(played), "--link", "ab" * 32]) == 1
    assert "is in no chain of this room" in capfd.readouterr().out
    assert run(["audit", "verify", "--data", str(played), "--table", "99"]) == 1
    assert run(["audit", "verify", "--data", str(played / "nowhere")]) == 2
    assert run(["audit", "verify", "--data", str(played), "--link", "nonsense"]) == 2


def test_the_auditor_finds_what_was_changed(played: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A card in the stream, the sealed order, a record that is gone: each is found, and the link tells of the rest."""
    run(["audit", "verify", "--data", str(played), "--table", "1", "--json"])
    noted = json.loads(capfd.readouterr().out)["tables"][0]["link"]
    for name, change in {
        "card": "UPDATE record SET data = :data WHERE stream = 'table/1' AND seq = :seq",
        "sealed": "UPDATE sealed SET data = :deck",
        "gone": "DELETE FROM record WHERE stream = 'table/1' AND seq = :seq",
        "amount": "UPDATE record SET data = :data WHERE stream = 'table/1' AND seq = :seq",
    }.items():
        copy = tmp_path / name
        copy.mkdir()
        (copy / "room.db").write_bytes((played / "room.db").read_bytes())
        engine = create_engine(f"sqlite:///{copy / 'room.db'}")
        with engine.begin() as connection:
            seq, data = _dealing(connection, swap=name == "card")
            values = {"seq": seq, "data": data, "deck": _other_deck(connection)}
            connection.execute(text(change), {name: value for name, value in values.items() if f":{name}" in change})
        engine.dispose()
        assert run(["audit", "verify", "--data", str(copy), "--table", "1", "--link", noted]) == 1
        assert "DOES NOT HOLD" in capfd.readouterr().out
        assert run(["audit", "verify", "--data", str(copy), "--table", "1"]) == 1, f"{name}, with no link noted"
        assert "DOES NOT HOLD" in capfd.readouterr().out


def _dealing(connection: Any, *, swap: bool) -> tuple[int, bytes]:
    """The first record in which a hand is dealt, changed: two players' cards, or a bet of nothing but one chip more."""
    for row in read_records(connection, "table/1", 0, None):
        data = row.data
        dealt = [item for item in decode_table_event(data).items if type(item).__name__ == "Dealt"]
        if len(dealt) > 1:
            one, other = (msgspec.json.encode(item.cards) for item in dealt[:2])
            changed = data.replace(one, b"#").replace(other, one).replace(b"#", other)
            assert changed != data
            return row.seq, changed if swap else data.replace(b'"stacks":[1000', b'"stacks":[1001')
    raise AssertionError("no hand was dealt")


def _other_deck(connection: Any) -> bytes:
    """A sealed order, with its first two cards the other way round."""
    (deck,) = unseal(connection.execute(text("SELECT data FROM sealed WHERE hand LIKE 'deck/1/%'")).scalar())
    order = (deck.order[1], deck.order[0], *deck.order[2:])
    return seal([msgspec.structs.replace(deck, order=order)])


def test_addresses_and_their_code() -> None:
    assert reached_at("127.0.0.1", 80) == ""
    assert reached_at("::", 8000).startswith("http://") or reached_at("::", 8000) == ""
    code = qr_text("http://192.168.1.7:8000")
    assert len(code.splitlines()) > 10
    with pytest.raises(BadNotation):
        Settings(origins=("example.org",))
