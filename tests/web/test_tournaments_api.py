"""A tournament over HTTP and the socket: announced, entered, played by people and bots, directed, paid, looked at."""

from __future__ import annotations

import importlib.util
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)

from room_halls import until
from web_rooms import Browser, Player, Running, running

from sidepot.bots.random_player import random_player
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import Store
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure_files import write_structure
from sidepot.web.hand_records import _lock_of_gone

TIMING = {"decide": 20_000, "bank": 0, "between": 10, "showdown": 10, "show": 0, "street": 0, "cut": 0, "away": 20_000}


def hall_of(store: Store) -> TableRegistry:
    return TableRegistry(store, bots=BotPlayers(Pace(0, 0), make=lambda strength, rng: random_player(rng)))


def host_of(room: Running) -> Browser:
    host = room.guest("Hilda")
    host.become_host()
    return host


class Guest:
    """A player who follows the tournament, and the table at which they sit; they go all-in whenever they may."""

    def __init__(self, room: Running, name: str) -> None:
        self.browser = room.guest(name)
        self.socket: Player = self.browser.socket()
        self.said = 0
        self.table = ""
        self.state: dict[str, Any] = {}
        self.yours: dict[str, Any] = {}
        self.sent: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}

    def tell(self, **do: Any) -> dict[str, Any]:
        """Say something to the tournament, and wait for the answer."""
        self.said += 1
        key = f"say {self.said}"
        self.socket.say({"type": "tournament_cmd", "id": key, "tournament": "1", "do": do})
        while key not in self.answers:
            self.hear()
        return self.answers[key]

    def hear(self) -> None:
        """Take the next message, and answer it where an answer is due."""
        told = self.socket.next()
        match told["type"]:
            case "ack" | "nack":
                self.answers[told["id"]] = told
            case "tournament":
                self.state, self.yours = told["state"], told.get("yours", {})
                self.go(self.yours.get("table", ""))
            case "event":
                self.sent += [one for one in told.get("sent", []) if one["player"] == self.browser.name]
            case "yours" if told.get("options"):
                may = told["options"]
                if may["raise_max"]:
                    do = {"type": "raise_to", "to": may["raise_max"]}
                else:
                    do = (
                        {"type": "call"} if may["call"] else {"type": "check"} if may["may_check"] else {"type": "fold"}
                    )
                act = {"type": "act", "turn": told["turn"], "command": do}
                self.socket.say({"type": "cmd", "id": f"turn {told['turn']}", "table": told["table"], "do": act})

    def play(self) -> None:
        """Answer whatever is asked, until the tournament is over."""
        while self.state.get("phase") != "over":
            self.hear()

    def go(self, table: str) -> None:
        """Watch the table at which one sits."""
        if table and table != self.table:
            self.table = table
            self.socket.say({"type": "watch", "table": table, "since": 0})


@pytest.mark.long
def test_a_tournament_is_played_by_people_and_bots_to_its_prizes(tmp_path: Path) -> None:
    with running(tmp_path, hall_of) as room:
        host = host_of(room)
        form = {"title": "Friday", "preset": "turbo", "fill": 20, "timing": TIMING}
        assert host.post("/api/tournaments", form) == {"id": "1"}
        ann, bo = Guest(room, "Ann"), Guest(room, "Bo")
        for guest in (ann, bo):
            guest.socket.say({"type": "watch", "topic": "tournament/1"})
            while not guest.state:
                guest.hear()
            assert guest.state["phase"] == "registering" and "register" in guest.yours["may"]
            assert guest.tell(type="register")["type"] == "ack"
            assert guest.tell(type="register")["code"] == "entered_already"
        assert ann.tell(type="pause", reason="because")["code"] == "host_only"
        listed = ann.browser.get("/api/tournaments")
        assert listed["mine"] == ["1"] and listed["tournaments"][0]["players"] == 2
        host.post("/api/tournaments/1/say", {"id": "start", "do": {"type": "begin"}})
        host.post("/api/tournaments/1/say", {"id": "start", "do": {"type": "begin"}})  # said twice it is done once
        host.post("/api/tournaments/1/say", {"id": "time", "do": {"type": "announce", "text": "Good luck to you all"}})
        with ThreadPoolExecutor(2) as threads:
            for done in [threads.submit(guest.play) for guest in (ann, bo)]:
                done.result()
        shown = host.get("/api/tournaments/1")
        assert shown["state"]["phase"] == "over" and len(shown["state"]["out"]) == 20
        played = host.get("/api/tournaments/1/hands")["tables"]
        assert [one["number"] for one in played] == sorted(one["number"] for one in played) and played
        first = played[0]
        assert host.get(f"/api/tables/{first['table']}/hands/{first['last']}/replay")["table"] == first["table"]
        players = host.get("/api/tournaments/1/players")["players"]
        assert sorted(one["place"] for one in players)[0] == 1 and len(players) == 20
        assert sum(one.get("paid", 0) for one in players) == shown["state"]["pool"]
        moves = host.get("/api/tournaments/1/moves")["moves"]
        assert all(one["cite"] and one["because"] for one in moves)
        for guest in (ann, bo):
            for one in guest.sent:
                assert one["table"] and one["because"] and one["cite"]
        text = host.http.get("/api/tournaments/1/csv").text
        assert text.startswith("place,player") and len(text.splitlines()) == 21
        assert (
            "Good luck" in "".join(news["text"] for news in shown["state"]["news"]) or len(shown["state"]["news"]) == 60
        )
        assert sum(change.chips for change in room.registry.tournaments.actor("1").machine.booked) == 0


@pytest.mark.long
def test_the_example_bot_enters_and_plays_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("bot_of_events", ROOT / "examples" / "bot.py")
    assert spec is not None and spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    with running(tmp_path, hall_of) as room, ThreadPoolExecutor(2) as threads:
        host = host_of(room)
        short = write_structure(find_preset("turbo")).replace("stack = 5000", "stack = 300")  # three big blinds
        host.post("/api/tournaments", {"title": "Bots", "structure": short, "fill": 12, "timing": TIMING})
        playing = [threads.submit(bot.play_tournament, room.url, name, "1") for name in ("Bolt", "Nut")]
        while len(host.get("/api/tournaments/1")["state"].get("registered", [])) < 2:
            time.sleep(0.05)
        host.post("/api/tournaments/1/say", {"id": "start", "do": {"type": "begin"}})
        for one in playing:
            one.result(120)
    told = capsys.readouterr().out
    assert sorted(line.split(":")[0] for line in told.splitlines()) == ["Bolt", "Nut"]
    assert "place 0" not in told


def test_unknown_and_forbidden_requests_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, hall_of) as room:
        ann = room.guest("Ann")
        ann.post("/api/tournaments", {"title": "Mine"}, 403)
        assert ann.get("/api/tournaments/7", 404)["code"] == "no_tournament"
        host = host_of(room)
        assert host.post("/api/tournaments", {"preset": "nothing"}, 400)
        assert host.post("/api/tournaments", {"players": 10**15}, 400)["code"] == "out_of_bounds"
        host.post("/api/tournaments", {"title": "Small", "players": 2, "preset": "turbo", "starts_full": True})
        for name in ("Bo", "Cy"):
            room.guest(name).post("/api/tournaments/1/say", {"id": "in", "do": {"type": "register"}})
        assert (
            ann.post("/api/tournaments/1/say", {"id": "in", "do": {"type": "register"}}, 409)["code"]
            == "tournament_full"
        )
        ann.post("/api/tournaments/1/say", {"id": "off", "do": {"type": "call_off", "reason": "no"}}, 403)
        stopped = {"type": "pause", "reason": "the lights are out"}
        host.post("/api/tournaments/1/say", {"id": "stop", "do": stopped})
        shown = ann.get("/api/tournaments/1")["state"]
        assert shown["phase"] == "paused" and shown["news"][-1]["by"] == "Hilda"


def test_all_of_a_weekly_series_have_the_password_of_the_first(tmp_path: Path) -> None:
    with running(tmp_path, hall_of) as room:
        host, ann, bo = host_of(room), room.guest("Ann"), room.guest("Bo")
        weekly = {"starts_at": 4_000_000_000_000, "weekly": "UTC", "fill": 3, "password": "word"}
        host.post("/api/tournaments", {"title": "Ours", "preset": "turbo", **weekly})
        ann.post("/api/tournaments/1/join", {"password": "word"})
        begin, register = {"type": "begin"}, {"id": "in", "do": {"type": "register"}}
        for number in (1, 2):  # each is followed by the next one as soon as it has begun
            host.post(f"/api/tournaments/{number}/say", {"id": f"begin {number}", "do": begin})
            room.do(until(lambda number=number: len(room.registry.tournaments.lines()) == number + 1))
        third = next(one for one in bo.get("/api/tournaments")["tournaments"] if one["id"] == "3")
        assert third["locked"] and third["password_of"] == "1"
        ann.post("/api/tournaments/3/say", register)
        assert bo.post("/api/tournaments/3/say", register, 403)["code"] == "password_needed"
        assert bo.post("/api/tournaments/3/join", {"password": "other"}, 403)["code"] == "wrong_password"
        second = room.registry.tournaments.actor("2")
        room.do(until(lambda: 1 in second.machine.tables))
        table = second.machine.tables[1]
        bo.get(f"/api/tables/{table}/hands", 403)
        assert room.do(_lock_of_gone(room.app_state, table)) == "tournament/1", "also when the table is closed"
        bo.post("/api/tournaments/3/join", {"password": "word"})
        bo.post("/api/tournaments/3/say", register)
        bo.get(f"/api/tables/{table}/hands")
