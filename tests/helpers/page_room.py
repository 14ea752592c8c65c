"""A real room for the tests of the pages, within this process or as `sidepot serve`; its host, and other players."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
import msgspec
from web_rooms import Running, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.terms import RoomTerms
from sidepot.web.auth.identities import new_host_token

Options = dict[str, Any]
Says = Callable[[Options], dict[str, Any]]


class Room:
    """A room that is open: its address, and what its host can do there; `served` is its server, if in this process."""

    def __init__(self, address: str, host: httpx.Client, served: Running | None = None) -> None:
        self.address = address
        self.host = host
        self.served = served

    def open(self, terms: RoomTerms) -> str:
        """Open a table: its id. No hand begins there until `say` lets it go on."""
        found = str(post(self.host, "/api/tables", {"terms": json.loads(msgspec.json.encode(terms))})["id"])
        self.say(found, {"type": "pause"})
        return found

    def say(self, table: str, what: dict[str, Any]) -> None:
        """Say something to a table as its host."""
        with line_of(self.host, self.address) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 1, "since": {}}))
            socket.send(json.dumps({"type": "cmd", "id": what["type"], "table": table, "do": what}))
            answers = (json.loads(line) for frame in socket for line in str(frame).split("\n"))
            answer = next(answer for answer in answers if answer["type"] in ("ack", "nack", "fault"))
            assert answer["type"] == "ack", answer

    def begin(self, table: str) -> None:
        """Everybody is there: the first hand may begin."""
        self.say(table, {"type": "resume"})


@contextmanager
def open_room(folder: Path, *, demo: bool = False) -> Iterator[Room]:
    """A room on a port that is free, until it is closed; with the tables of the demo, as `make serve` has them."""
    command = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--data", str(folder), "--json", "--no-limits"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, *([] if demo else ["--no-demo"])], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line, (folder / "log").read_text()
            told = json.loads(line)
            with httpx.Client(base_url=told["address"], follow_redirects=True, timeout=60) as host:
                link = host.get(told["host_link"])
                host.post("/host", data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', link.text)))  # its one button
                yield Room(told["address"], host)
        finally:
            server.terminate()
            server.communicate(timeout=60)
    assert mistakes(folder / "log") == [], "the room has made mistakes of its own, whatever the pages showed"


class Mistakes(logging.Handler):
    """What a room within this process notes of its own mistakes; a request that was cut off is none."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if getattr(record, "fields", {}).get("error") != "CancelledError":
            self.kept.append(record.getMessage())


@contextmanager
def room_within(folder: Path) -> Iterator[Room]:
    """The same in a thread of this process, which costs a tenth."""
    log, noted = logging.getLogger("sidepot"), Mistakes()
    log.addHandler(noted)
    try:
        with running(folder, TableRegistry) as served, httpx.Client(base_url=served.url, timeout=60) as host:
            post(host, "/api/host", {"token": served.do(new_host_token(served.app_state))})
            yield Room(served.url, host, served)
    finally:
        log.removeHandler(noted)
    assert noted.kept == [], "the room has made mistakes of its own, whatever the pages showed"


def mistakes(log: Path) -> list[dict[str, Any]]:
    """What a room noted of its own mistakes; a request that was cut off when it closed is none."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    wrong = [line for line in lines if line["level"] == "error"]
    return [line for line in wrong if line.get("error", "CancelledError") != "CancelledError"]


def line_of(client: httpx.Client, address: str) -> Any:
    """The socket of whoever is logged in there."""
    cookie = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    there = address.replace("http", "ws", 1) + "/ws"
    return connect(there, additional_headers={"Cookie": cookie}, origin=Origin(address), open_timeout=60)


def post(client: httpx.Client, path: str, data: Any) -> Any:
    """POST as the pages do, with the token of `/api/me`."""
    token = client.get("/api/me").json()["csrf"]
    answer = client.post(path, json=data, headers={"x-csrftoken": token})
    assert answer.status_code == 200, answer.text
    return answer.json()


class Opponent:
    """Somebody who sits at a table and answers each decision by `says`, in a thread of their own."""

    def __init__(self, room: Room, table: str, name: str, says: Says, *, chips: int = 0) -> None:
        self.open = ExitStack()
        self.client = self.open.enter_context(httpx.Client(base_url=room.address, timeout=60))
        self.table = table
        self.says = says
        self.wrong: list[Any] = []
        self.frames: list[str] = []
        self.sent = 0
        post(self.client, "/api/guest", {"name": name})
        self.socket = self.open.enter_context(line_of(self.client, room.address))
        self._send({"type": "hello", "protocol": 1, "since": {table: 0}})
        self._cmd({"type": "sit", "seat": -1, "chips": chips, "waits": False})
        while b'"type":"ack"' not in self.socket.recv(decode=False):
            pass  # what was told before they sat is of no use to them
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def __enter__(self) -> Opponent:
        return self

    def __exit__(self, *what: object) -> None:
        self.open.close()
        self.thread.join(10)
        assert self.wrong == []

    def _send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def _cmd(self, what: dict[str, Any]) -> None:
        self.sent += 1
        self._send({"type": "cmd", "id": f"{self.sent}", "table": self.table, "do": what})

    def _listen(self) -> None:
        try:
            for frame in self.socket:
                for line in str(frame).split("\n"):
                    self._hear(line)
        except ConnectionClosed:
            return

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] in ("nack", "fault"):
            self.wrong.append(message)
        if message["type"] == "yours" and message.get("options"):
            command = self.says({**message["options"], "cards": message["cards"]})
            self._cmd({"type": "act", "turn": message["turn"], "command": command})


def stays(may: Options) -> dict[str, Any]:
    """Check or call; stand pat, bring in, show; have the board run once."""
    if may["due"] == 6:
        return {"type": "bring_in"}
    if may["due"] == 8:
        return {"type": "discard", "cards": may["cards"][: may["discard_least"]]}
    if may["due"] == 10:
        return {"type": "show"}
    if may["due"] == 13:
        return {"type": "choose_runs", "runs": 1}
    return {"type": "check"} if may["may_check"] else {"type": "call"}


def shoves(may: Options) -> dict[str, Any]:
    """All-in at the first chance."""
    return {"type": "raise_to", "to": may["raise_max"]} if may["raise_max"] else stays(may)
