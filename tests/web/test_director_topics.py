"""The topics of a tournament on the socket: screens, and the page of a player."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console, announced, begun
from web_rooms import Browser, Player, running

from sidepot.errors import Conflict
from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.server import loop_factory
from sidepot.web.ws import topics
from sidepot.web.ws.topic_access import Topic, TopicSubscriber
from sidepot.web.ws.topics import TournamentTopics

SCREEN = "tournament/1/screen"


def watching(browser: Browser, topic: str) -> Player:
    """A socket that watches one topic."""
    found = browser.socket()
    found.say({"type": "watch", "topic": topic})
    return found


def hear_until(socket: Player, kind: str, is_it: Any) -> dict[str, Any]:
    """The next message of that kind for which something holds."""
    while True:
        told = socket.hear(kind)
        if is_it(told):
            return told


def token_of(desk: Console, player: str) -> str:
    return str(desk.browser.post("/api/tournaments/1/persons", {"player": player})["token"])


def test_a_screen_is_told_whole(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        display = Browser(room)
        code, token = display.post("/api/screens").values()
        display.get(f"/api/screens/{token}")
        desk.browser.post(f"/api/screens/{code}", {"tournament": "1"})
        wall = watching(display, f"{SCREEN}/{token}")
        told = wall.hear("screen")
        assert told["state"]["left"] == 12 and told["topic"] == f"{SCREEN}/{token}"
        assert len(json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()) <= 4096
        desk.do("out", player="Ann")
        assert hear_until(wall, "screen", lambda one: one["state"]["left"] == 11)
        desk.do("pause")
        assert not hear_until(wall, "screen", lambda one: not one["state"]["clock"]["running"])["state"]["clock"][
            "until"
        ]
        wall.say({"type": "unwatch", "topic": f"{SCREEN}/{token}"})
        wall.say({"type": "ping", "n": 1})
        assert wall.hear("pong", "screen")["type"] == "pong"


def test_a_display_is_told_while_the_screen_on_the_pages_of_players_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topics, "SEATS_GAP", 1e9)
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        watching(Browser(room), f"tournament/1/seat/{token_of(desk, 'Ann')}").hear("player")
        wall = watching(desk.browser, SCREEN)
        for text in ("one", "two", "three"):
            desk.do("announce", text=text)
            hear_until(wall, "screen", lambda one, text=text: one["state"].get("announcement", {}).get("text") == text)


def test_a_player_is_told_what_is_their_own_at_once_and_the_screen(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        token = token_of(desk, "Ann")
        ann = watching(Browser(room), f"tournament/1/seat/{token}")
        page = ann.hear("player")["page"]
        assert page["player"] == "Ann" and page["state"]["screen"]["left"] == 12
        desk.do("count", stacks=[["Ann", 7775]])
        assert ann.hear("player")["page"]["state"]["chips"] == 7775
        desk.do("out", player="Bob")
        assert hear_until(ann, "screen", lambda one: one["state"]["left"] == 11)["topic"].endswith(token)
        desk.browser.post("/api/tournaments/1/persons", {"player": "Ann", "slip": True})
        assert ann.hear("gone")["code"] == "no_slip"


def test_a_refused_watch_says_why(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        guest = room.guest("Gus").socket()
        for topic, code in (
            (SCREEN, "not_public"),
            ("tournament/1/seat/1-1-abc", "no_slip"),
            ("tournament/9/screen", "no_tournament"),
            ("tournament/1/anything", "no_topic"),
        ):
            guest.say({"type": "watch", "topic": topic})
            told = guest.hear("gone")
            assert (told["table"], told["code"]) == (topic, code)


def test_two_who_come_in_the_same_moment_are_both_told() -> None:
    """For what is due at once the loop of the room gives a handle that does not know its time."""
    tournaments = SimpleNamespace(get=lambda _: None, find=_find_nothing)
    desk: Any = SimpleNamespace(registry=SimpleNamespace(tournaments=tournaments))
    anything: Any = None
    one, two = [TopicSubscriber(SCREEN, Topic("1", "screen"), anything, anything) for _ in range(2)]

    async def run() -> None:
        topics = TournamentTopics(desk, "1")
        for watcher in (one, two):
            topics.add(watcher)
        assert len(topics) == 2
        topics.stop()

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run())


async def _find_nothing(_: str) -> Any:
    raise Conflict("no such tournament")
