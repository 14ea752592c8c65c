"""The topics of a tournament on the socket: screens, the staff, a table, the page of a player."""

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
from web_rooms import Browser, Player, Running, running

from sidepot.errors import Conflict
from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.server import loop_factory
from sidepot.web.ws import topics
from sidepot.web.ws.topics import TournamentTopics

STAFF = "tournament/1/staff"
SCREEN = "tournament/1/screen"
PARTS = ("clock", "advice", "ask", "money", "table", "history")


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


def parts(socket: Player) -> dict[str, dict[str, Any]]:
    """What somebody of the staff is told first: each part once."""
    found: dict[str, dict[str, Any]] = {}
    while len(found) < len(PARTS):
        told = socket.next()
        assert told["type"] not in found and told["topic"] == STAFF
        found[told["type"]] = told
    assert sorted(found) == sorted(PARTS)
    return found


def token_of(desk: Console, player: str) -> str:
    return str(desk.browser.post("/api/tournaments/1/persons", {"player": player})["token"])


def staff(room: Running, name: str, pin: str) -> Browser:
    found = Browser(room)
    found.post("/api/tournaments/1/enter", {"pin": pin, "name": name})
    return found


def test_the_staff_are_told_all_and_then_what_has_changed(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        floor = watching(staff(room, "Fay", pins["floor"]), STAFF)
        first = parts(floor)
        assert first["clock"]["clock"]["running"] and first["clock"]["counts"]["left"] == 12
        assert [one["number"] for one in first["table"]["tables"]] == [1, 2] and first["table"]["whole"]
        assert first["history"]["lines"][-1]["text"] == "The clock is running" and first["money"]["pool"] > 0
        loser, winner = [seat["player"] for seat in first["table"]["tables"][0]["seats"] if seat.get("player")][:2]
        out = desk.do("out", player=loser, by=[winner])
        told = hear_until(floor, "clock", lambda one: one["counts"]["left"] == 11)
        assert told["seq"] == out["seq"] and told["topic"] == STAFF
        [table] = floor.hear("table")["tables"]
        assert table["number"] == 1 and loser not in [seat.get("player") for seat in table["seats"]]
        said = floor.hear("history")
        assert [line["text"] for line in said["lines"]] == [f"{loser} is out, by {winner}"] and said["step"] == out[
            "step"
        ]
        assert {one["player"] for one in floor.hear("player")["players"]} == {loser, winner}
        desk.do("undo", step=out["step"], only=True)
        said = floor.hear("history")
        assert [line.get("undone", False) for line in said["lines"]] == [True, False]
        assert floor.hear("player")["all"]
        desk.browser.post(f"/api/seat/{token_of(desk, 'Cy')}/asks", {"id": "one", "about": "floor"})
        [request] = floor.hear("ask")["asks"]
        assert (request["player"], request["about"], request["state"]) == ("Cy", "floor", "open")
        assert "⟨" not in json.dumps([first, told, table, said, request], ensure_ascii=False)


def test_a_topic_shows_what_the_console_fetches(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk)
        first = parts(watching(desk.browser, STAFF))
        view = desk.get("director")
        assert first["table"]["tables"] == view["tables"] and first["history"]["lines"] == view["history"]
        for name in ("counts", "terms", "phase"):
            assert first["clock"][name] == view[name]
        assert first["advice"]["todo"] == view.get("todo", [])
        money = desk.get("money")
        assert (first["money"]["pool"], first["money"]["lines"]) == (money["pool"], money["lines"])


def test_a_screen_and_a_table_are_told_whole(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pins = announced(room)
        begun(desk)
        dealer = watching(staff(room, "Dot", pins["floor"]), "tournament/1/table/1")
        [table] = dealer.hear("table")["tables"]
        display = Browser(room)
        code, token = display.post("/api/screens").values()
        display.get(f"/api/screens/{token}")
        desk.browser.post(f"/api/screens/{code}", {"tournament": "1"})
        wall = watching(display, f"{SCREEN}/{token}")
        told = wall.hear("screen")
        assert told["state"]["left"] == 12 and told["topic"] == f"{SCREEN}/{token}"
        assert len(json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()) <= 4096
        player = next(seat["player"] for seat in table["seats"] if seat.get("player"))
        desk.do("count", stacks=[[player, 4325]])
        seats = dealer.hear("table")["tables"][0]["seats"]
        assert next(seat["chips"] for seat in seats if seat.get("player") == player) == 4325
        desk.do("out", player=player)
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
        desk, pins = announced(room)
        begun(desk)
        guest = room.guest("Gus").socket()
        for topic, code in (
            (STAFF, "pin_needed"),
            ("tournament/1/table/1", "pin_needed"),
            (SCREEN, "not_public"),
            ("tournament/1/seat/1-1-abc", "no_slip"),
            ("tournament/9/staff", "no_tournament"),
            ("tournament/1/anything", "no_topic"),
        ):
            guest.say({"type": "watch", "topic": topic})
            told = guest.hear("gone")
            assert (told["table"], told["code"]) == (topic, code)
        floor = watching(staff(room, "Fay", pins["floor"]), STAFF)
        parts(floor)
        desk.browser.post("/api/tournaments/1/pins", {"revoke": "floor"})
        assert floor.hear("gone")["code"] == "pin_needed"


def test_two_who_come_in_the_same_moment_are_both_told() -> None:
    """For what is due at once the loop of the room gives a handle that does not know its time."""
    tournaments = SimpleNamespace(get=lambda _: None, find=_find_nothing)
    desk: Any = SimpleNamespace(registry=SimpleNamespace(tournaments=tournaments))
    one, two = object(), object()

    async def run() -> None:
        topics = TournamentTopics(desk, "1")
        who: list[Any] = [one, two]
        for watcher in who:
            topics.add(watcher)
        assert len(topics) == 2
        topics.stop()

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(run())


async def _find_nothing(_: str) -> Any:
    raise Conflict("there is no such tournament")
