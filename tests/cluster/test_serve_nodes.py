"""`sidepot serve --node` and `sidepot nodes`, as programs: one has the room, the other stands by and follows it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from needs import NATS, POSIX, POSTGRES, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from nats_server import NatsServer
from sqlalchemy import create_engine, text

from sidepot.cli.app import run
from sidepot.room.store.place import Place

SIDEPOT = [sys.executable, "-m", "sidepot"]


@pytest.fixture
def address(place: Place) -> str:
    """The address of a database in which no room is yet."""
    return place.url.set(drivername="postgresql").render_as_string(hide_password=False)


class Server:
    """`sidepot serve --node NAME`."""

    def __init__(self, address: str, name: str, folder: Path, *more: str) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("a") as log:
            self.program = subprocess.Popen(
                [*SIDEPOT, "serve", "--port", "0", "--json", "--db", address, "--node", name, *(more or ["--no-demo"])],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def opened(self) -> dict[str, Any]:
        """What it says when it has the room."""
        assert self.program.stdout is not None
        line = self.program.stdout.readline()
        assert line, self.log.read_text()
        return dict(json.loads(line))

    def stands_by(self) -> None:
        """Wait until it does."""
        self.says("is on standby")

    def says(self, what: str) -> None:
        """Wait until it has said that in its log."""
        end = time.monotonic() + 120
        while what not in self.log.read_text():
            assert time.monotonic() < end and self.program.poll() is None, self.log.read_text()
            time.sleep(0.05)

    def end(self) -> None:
        """However it is, it is no more."""
        self.program.kill()
        self.program.wait()
        if self.program.stdout is not None:
            self.program.stdout.close()


def states(address: str) -> dict[str, str]:
    """What `sidepot nodes` says."""
    told = subprocess.run([*SIDEPOT, "nodes", "--json", "--db", address], capture_output=True, text=True)
    found = {one["node"]: one["state"] for one in json.loads(told.stdout)}
    assert told.returncode == (0 if {"has the room", "shares the room"} & {*found.values()} else 1)
    return found


@POSTGRES.mark
@POSIX.mark
@pytest.mark.long
def test_one_is_killed_and_the_other_has_the_room_with_all_who_were_there(address: str, tmp_path: Path) -> None:
    servers = [one := Server(address, "a", tmp_path)]
    try:
        room = one.opened()
        with httpx.Client(base_url=room["address"], timeout=60) as http:
            told = {"x-csrftoken": http.get("/api/me").json()["csrf"]}
            assert http.post("/api/guest", json={"name": "Ann"}, headers=told).status_code < 300
            cookies = http.cookies
        servers.append(other := Server(address, "b", tmp_path))
        other.stands_by()
        assert states(address) == {"a": "has the room", "b": "stands by"}
        one.program.kill()
        after = other.opened()
        with httpx.Client(base_url=after["address"], cookies=cookies, timeout=60) as http:
            assert http.get("/api/me").json()["name"] == "Ann"
        assert states(address) == {"a": "out", "b": "has the room"}
        servers.append(third := Server(address, "a", tmp_path))  # the first one, started again
        third.stands_by()
        other.program.send_signal(signal.SIGTERM)
        assert other.program.wait(120) == 0, other.log.read_text()
        third.opened()
        third.program.send_signal(signal.SIGTERM)
        assert third.program.wait(120) == 0, third.log.read_text()
        assert states(address) == {"a": "out", "b": "out"}
    finally:
        for server in servers:
            server.end()


@pytest.mark.long
@POSTGRES.mark
@POSIX.mark
def test_one_that_stands_by_can_be_stopped(address: str, tmp_path: Path) -> None:
    one, other = Server(address, "a", tmp_path), None
    try:
        one.opened()
        other = Server(address, "b", tmp_path)
        other.stands_by()
        assert run(["drain", "b", "--db", address, "--wait", "120"]) == 0, "which it does by SIGTERM"
        assert other.program.wait(120) == 0, other.log.read_text()
    finally:
        one.end()
        if other is not None:
            other.end()


@pytest.mark.long
@NATS.mark
@POSTGRES.mark
@POSIX.mark
def test_a_second_signal_ends_the_handing_over_and_a_drain_is_no_signal(
    address: str, place: Place, tmp_path: Path
) -> None:
    engine = create_engine(place.url)
    servers = []
    try:
        with NatsServer(tmp_path) as bus:
            servers.append(one := Server(address, "a", tmp_path, "--bus", bus.url))
            one.opened()
            servers.append(other := Server(address, "b", tmp_path, "--bus", bus.url, "--no-demo"))
            other.opened()
            with engine.begin() as connection:
                connection.execute(text("LOCK TABLE place IN EXCLUSIVE MODE"))  # no table goes over meanwhile
                assert run(["drain", "a", "--db", address, "--wait", "0"]) == 0
                one.says("a second signal stops at once")
                one.program.send_signal(signal.SIGTERM)  # as `systemctl stop` does after a drain
                one.program.send_signal(signal.SIGINT)
                one.says("stopped by a second signal")
            assert one.program.wait(120) == 0, one.log.read_text()
            assert "Traceback" not in one.log.read_text() and "it takes too long" not in one.log.read_text()
            assert states(address) == {"a": "out", "b": "shares the room"}
            assert run(["drain", "b", "--db", address, "--wait", "120"]) == 0
            assert other.program.wait(120) == 0 and "stopped by a second signal" not in other.log.read_text()
    finally:
        engine.dispose()
        for server in servers:
            server.end()


def test_bad_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (["serve", "--data", str(tmp_path), "--node", "a", "--port", "0"], "several nodes need PostgreSQL"),
        (["serve", "--data", str(tmp_path), "--node", "a b"], "1 to 40 letters"),
        (["nodes"], "give the database"),
        (["nodes", "--db", f"sqlite:///{tmp_path}/room.db"], "a room in a file has only one node"),
    ):
        assert run(words) == 2
        assert why in capsys.readouterr().err
