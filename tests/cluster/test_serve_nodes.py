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
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx

from sidepot.cli.app import run
from sidepot.room.store.place import Place

SIDEPOT = [sys.executable, "-m", "sidepot"]


@pytest.fixture
def address(place: Place) -> str:
    """The address of a database in which no room is yet."""
    return place.url.set(drivername="postgresql").render_as_string(hide_password=False)


class Server:
    """`sidepot serve --node NAME`."""

    def __init__(self, address: str, name: str, folder: Path) -> None:
        self.log = folder / f"{name}.log"
        with self.log.open("a") as log:
            self.program = subprocess.Popen(
                [*SIDEPOT, "serve", "--port", "0", "--json", "--no-demo", "--db", address, "--node", name],
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
        end = time.monotonic() + 120
        while "stands by" not in self.log.read_text():
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
    assert told.returncode == (0 if "has the room" in found.values() else 1)
    return found


@POSTGRES.mark
@POSIX.mark
@pytest.mark.waits
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


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in (
        (["serve", "--data", str(tmp_path), "--node", "a", "--port", "0"], "only in PostgreSQL"),
        (["serve", "--data", str(tmp_path), "--node", "a b"], "1 to 40 letters"),
        (["nodes"], "give the database"),
        (["nodes", "--db", f"sqlite:///{tmp_path}/room.db"], "a room in a file is one process"),
    ):
        assert run(words) == 2
        assert why in capsys.readouterr().err
