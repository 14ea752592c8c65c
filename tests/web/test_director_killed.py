"""A live tournament whose server is killed many times: nothing acknowledged is lost or done twice.

Who watches again after the last restart is told the whole state first, as of the last record.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from few_examples import ALL
from needs import POSIX, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from killed_room import PATIENCE, KilledRoom
from websockets.sync.client import connect

pytestmark = POSIX.mark

KILLS = 20 if ALL else 5
ACTS = 3 if ALL else 6  # before each: so many that words are said in between, which begin after 14 acts
PLAYERS = [f"P{at}" for at in range(1, 13)]


class Teller:
    """Somebody at the desk: what is not answered is said again under the same id, until it is."""

    def __init__(self, room: KilledRoom) -> None:
        self.room = room
        self.client = httpx.Client(base_url=room.address, follow_redirects=True, timeout=60)
        self.acked: dict[str, int] = {}
        self.over = threading.Event()

    def become_host(self) -> None:
        page = self.client.get(self.room.link())
        self.client.post("/host", data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text)))

    def post(self, path: str, form: dict[str, Any]) -> Any:
        """Until it is answered: as the console does, whose outbox keeps it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not self.over.is_set():
            try:
                token = self.client.get("/api/me").json()["csrf"]
                answer = self.client.post(path, json=form, headers={"x-csrftoken": token})
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code < 500:
                assert answer.status_code == 200, answer.text
                return answer.json()
        raise AssertionError(f"{form} is never answered")

    def do(self, name: str, **act: Any) -> None:
        self.acked[name] = self.post("/api/tournaments/1/do", {"id": name, "do": act})["step"]

    def get(self, what: str) -> Any:
        return self.client.get(f"/api/tournaments/1/{what}").json()


def first_told(teller: Teller, topic: str, kind: str) -> dict[str, Any]:
    """The first message of a topic, of its kind, for somebody who comes back after a restart."""
    cookies = "; ".join(f"{name}={value}" for name, value in teller.client.cookies.items())
    there = teller.room.address.replace("http", "ws", 1) + "/ws"
    with connect(there, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE, close_timeout=1) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1}))
        socket.send(json.dumps({"type": "watch", "topic": topic}))
        while True:
            for line in str(socket.recv(PATIENCE)).split("\n"):
                told: dict[str, Any] = json.loads(line)
                if told["type"] == kind:
                    return told


def acts() -> Iterator[dict[str, Any]]:
    """An evening: all enter, seats are drawn, it starts; outs, rebuys in the form of entries again, counts, words."""
    for player in PLAYERS:
        yield {"type": "register", "player": player}
    yield {"type": "draw_seats"}
    yield {"type": "start"}
    for at in range(10_000):
        yield {"type": "announce", "text": f"Word {at}"}
        if at < len(PLAYERS) - 2:
            yield {"type": "out", "player": PLAYERS[at]}
        yield {"type": "add_time", "ms": 1000}


@pytest.mark.long
def test_killed_often_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    room = KilledRoom(tmp_path)
    room.start()
    teller = Teller(room)
    teller.become_host()
    opened = teller.post("/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})
    assert opened["id"] == "1"
    enough = threading.Event()
    broken: list[BaseException] = []
    said: list[dict[str, Any]] = []

    def tell() -> None:
        try:
            for at, act in enumerate(acts()):
                if enough.is_set():
                    return
                said.append(act)
                teller.do(f"a{at}", **act)
        except BaseException as error:  # told below, in the test itself
            broken.append(error)

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    try:
        for kills in range(KILLS - 1):
            before, until = len(teller.acked), time.monotonic() + PATIENCE
            while len(teller.acked) < before + ACTS and not broken and time.monotonic() < until:
                time.sleep(0.001 * (kills % 4))
            room.kill()
            room.start()
        enough.set()
        telling.join(PATIENCE)
        assert not broken and not telling.is_alive()
        steps = list(teller.acked.values())
        assert len(steps) == len(said) > KILLS * 3
        assert steps == list(range(steps[0], steps[0] + len(said))), "each is one step, in order, and no other is there"
        told = teller.get("director")
        outs = [act for act in said if act["type"] == "out"]
        assert told["counts"]["left"] == len(PLAYERS) - len(outs)
        assert told["clock"]["running"]
        words = [line["text"] for line in told["history"] if line.get("type") == "announce"]
        assert len(words) == len(set(words)) > 3
        assert words == [act["text"] for act in said if act["type"] == "announce"][-len(words) :]
        room.kill()
        room.start()
        screen = first_told(teller, "tournament/1/screen", "screen")
        state = first_told(teller, "tournament/1", "tournament")
        assert screen["seq"] == state["seq"] == told["seq"]
        assert (screen["state"]["left"], screen["state"]["version"]) == (told["counts"]["left"], told["step"])
        assert screen["state"]["clock"]["until"] == told["clock"]["until"]
        assert state["state"]["left"] == told["counts"]["left"]
    finally:
        teller.over.set()
        room.kill()
        telling.join(PATIENCE)
        teller.client.close()
