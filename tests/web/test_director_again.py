"""A live tournament again with the terms of the last one, its regulars, and one that is only a clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry

FORM = {"title": "Friday", "preset": "regular", "live": True, "public": "names"}


def opened(room: Running) -> tuple[Console, Browser]:
    host = room.guest("Hilda")
    host.become_host()
    return Console(host, host.post("/api/tournaments", FORM)["id"]), host


def test_a_tournament_again_has_the_terms_and_the_players_of_the_last_ones(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Bo", "Cy"):
            first.do("register", player=name)
        second = Console(host, host.post("/api/tournaments/1/again", {"title": "Friday 2"})["id"])
        second.do("register", player="Bo")
        second.do("register", player="Di")
        made = host.post("/api/tournaments/2/again", {"title": ""})
        third = Console(host, made["id"])
        assert {one["role"] for one in made["pins"] if len(one["pin"]) == 6} == {"director", "floor", "desk", "dealer"}
        view, before = third.get("director"), first.get("director")
        assert (view["title"], view["counts"]["players"]) == ("Friday 2", 0)
        assert {**view["terms"], "prizes": []} == {**before["terms"], "prizes": []}
        assert third.get("structure")["items"] == first.get("structure")["items"]
        assert third.get("public")["state"]["names"] == "names"
        third.do("register", player="Cy")
        assert third.get("regulars")["regulars"] == [
            {"player": "Bo", "times": 2, "person": 2},
            {"player": "Ann", "times": 1, "person": 1},
            {"player": "Di", "times": 1, "person": 4},
        ]
        assert first.get("regulars")["regulars"] == []
        assert room.guest("Ann").post("/api/tournaments/1/again", {}, 403)["code"] == "not_permitted"
        assert host.post("/api/tournaments/9/again", {}, 404)["code"] == "no_tournament"


def test_an_erased_player_is_no_regular(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Bo"):
            first.do("register", player=name)
        first.do("cancel", why="too few")
        second = Console(host, host.post("/api/tournaments/1/again", {})["id"])
        host.post("/api/tournaments/1/persons", {"player": "Ann", "erase": True})
        assert [one["player"] for one in second.get("regulars")["regulars"]] == ["Bo"]


def test_without_players_a_tournament_is_a_clock(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = opened(room)
        desk.do("start")
        view = desk.get("director")
        assert view["phase"] == "running" and view["clock"]["running"]
        assert desk.do("register", 409, player="Ann")["code"] == "clock_only"
        assert desk.do("draw_seats", 409)["code"] == "too_few_players"
        desk.do("jump", item=1)
        desk.do("break_now", ms=600_000)
        assert desk.get("director")["clock"]["is_break"]
        desk.do("pause")
        assert desk.get("director").get("todo", []) == []
        desk.do("cancel", why="it is late")
        assert desk.get("director")["phase"] == "cancelled"


def test_with_players_the_seats_are_drawn_before_the_clock_starts(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = opened(room)
        desk.do("register", player="Ann")
        assert desk.do("start", 409)["code"] == "seats_not_drawn"
