"""The persons of the club: found by name, merged and parted again, erased, linked to an account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_again import opened
from test_director_api import Console
from web_rooms import Browser, running

from sidepot.room.runtime.tables import TableRegistry


def people(host: Browser) -> dict[str, Any]:
    """The persons of the club by name."""
    return {one["name"]: one for one in host.get("/api/club/persons")["persons"]}


def again(host: Browser, tournament: str) -> Console:
    return Console(host, host.post(f"/api/tournaments/{tournament}/again", {"title": "Next"})["id"])


def enter(desk: Console, player: str, person: int, status: int = 200) -> Any:
    body = {"id": f"e{player}{person}", "do": {"type": "register", "player": player}, "person": person}
    return desk.browser.post(f"/api/tournaments/{desk.tournament}/do", body, status)


def test_a_name_that_the_club_knows_is_the_same_person_or_somebody_new(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann Lee", "Bo"):
            first.do("register", player=name)
        second = again(host, first.tournament)
        second.do("register", player="ann LEE")
        enter(second, "Bo", -1)
        found = host.get("/api/club/persons")["persons"]
        assert [(one["name"], one["tournaments"]) for one in found] == [("Ann Lee", 2), ("Bo", 1), ("Bo", 1)]
        assert found[1]["alike"] == [found[2]["number"]]
        known = second.get("known?name=ANN%20lee")["regulars"]
        assert known == [{"player": "Ann Lee", "times": 2, "person": 1}]
        third = again(host, second.tournament)
        assert {one["person"]: one["times"] for one in third.get("regulars")["regulars"]} == {1: 2, 2: 1, 3: 1}
        enter(third, "Bo", 2)
        assert [one["tournaments"] for one in host.get("/api/club/persons")["persons"]] == [2, 2, 1]
        host.post(f"/api/tournaments/{third.tournament}/persons", {"player": "Bo", "person": 3})
        assert [one["tournaments"] for one in host.get("/api/club/persons")["persons"]] == [2, 1, 2]


def test_two_are_merged_in_one_act_and_parted_again(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Anne"):
            first.do("register", player=name)
        second = again(host, first.tournament)
        second.do("register", player="Anne")
        host.post("/api/club/merges", {"person": 2, "into": 1})
        (ann,) = host.get("/api/club/persons")["persons"]
        assert (ann["name"], ann["tournaments"]) == ("Ann", 2)
        assert [(one["person"], one["name"], one["merge"], one["by"]) for one in ann["merged"]] == [
            (2, "Anne", 1, "Hilda")
        ]
        assert host.post("/api/club/merges", {"person": 1, "into": 2}, 409)["code"] == "same_person"
        third = again(host, second.tournament)
        assert third.get("regulars")["regulars"] == [{"player": "Ann", "times": 2, "person": 1}]
        third.do("register", player="Anne")  # the old name finds the person, too
        host.post("/api/club/merges/1/undo", {})
        assert {name: one["tournaments"] for name, one in people(host).items()} == {"Ann": 2, "Anne": 2}
        assert host.post("/api/club/merges/1/undo", {}, 409)["code"] == "nothing_to_undo"
        assert host.post("/api/club/merges", {"person": 1, "into": 99}, 409)["code"] == "no_person"


def test_an_erased_person_has_no_name_anywhere_and_keeps_the_number(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Bo"):
            first.do("register", player=name)
        host.post("/api/tournaments/1/persons", {"player": "Ann", "name": "Annabel"})
        assert "Annabel" in people(host)  # only ever in this tournament: the club follows
        assert host.post("/api/club/persons/1", {"erase": True}, 409)["code"] == "tournament_on"
        first.do("cancel", why="too few")
        stored = host.get("/api/club/persons/1/stored")
        assert [one["names"] for one in stored["tournaments"]] == [["Annabel", "Ann"]]
        assert [(one["kind"], one["chips"]) for one in stored["postings"]] == [
            ("entry", -5500), ("paid", 5500), ("entry", 5500), ("paid", -5500),
        ]  # fmt: skip
        found = host.post("/api/club/persons/1", {"erase": True})["persons"]
        assert [(one["number"], one["name"], one["tournaments"]) for one in found] == [(2, "Bo", 1), (1, "", 1)]
        for what in ("players", "log", "director"):
            assert "Ann" not in str(first.get(what))
        assert [one["names"] for one in host.get("/api/club/persons/1/stored")["tournaments"]] == [
            ["Player 1", "Former name 1"]
        ]


def test_a_person_has_one_account_and_hosts_alone_see_the_list(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Bo"):
            first.do("register", player=name)
        ann = room.guest("Annie")
        host.post("/api/club/persons/1", {"account": "Annie"})
        assert people(host)["Ann"]["account"] == "Annie"
        assert host.post("/api/club/persons/2", {"account": "Annie"}, 409)["code"] == "account_taken"
        assert host.post("/api/club/persons/2", {"account": "Nobody"}, 404)["code"] == "no_account"
        host.post("/api/club/persons/1", {"account": ""})
        assert "account" not in people(host)["Ann"]
        for path in ("/api/club/persons", "/api/club/persons/1/stored"):
            ann.get(path, 403)
        ann.post("/api/club/persons/1", {"name": "X"}, 403)
        ann.post("/api/club/merges", {"person": 1, "into": 2}, 403)
        ann.post("/api/club/merges/1/undo", {}, 403)
