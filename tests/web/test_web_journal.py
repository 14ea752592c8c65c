"""The journal over HTTP: live tournaments in the books, each account with its lines, and what is open."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from nights import date_of
from test_director_again import opened
from test_director_api import Console
from web_rooms import Browser, Running, running

from sidepot.room.audit.auditor import audit_tournaments
from sidepot.room.runtime.tables import TableRegistry


def played(desk: Console, *out: str) -> None:
    desk.do("draw_seats")
    desk.do("start")
    for player, by in pairwise(out):
        desk.do("out", player=player, by=[by])


def journal(room: Running, host: Browser) -> Any:
    return host.get(f"/api/journal/{date_of(room.registry.clock(), 0)}")


def balances(found: Any) -> dict[str, int]:
    return {one["name"]: one["balance"] for one in found["journal"]["accounts"]}


def test_a_live_tournament_is_in_the_books_and_closes_at_nil(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hilda")
        host.become_host()
        form = {"title": "Friday", "preset": "freeze-out", "live": True}
        desk = Console(host, host.post("/api/tournaments", form)["id"])
        for name in ("Ann", "Bo", "Cy"):
            desk.do("register", player=name)
        date = date_of(room.registry.clock(), 0)
        found = balances(journal(room, host))
        assert found == {"the bank": -16_500, "the house": 1_500, "the prize pools": 15_000, "Ann": 0, "Bo": 0, "Cy": 0}
        assert journal(room, host)["journal"]["open"] == []  # it is not over
        played(desk, "Ann", "Bo", "Cy")
        found = journal(room, host)
        assert found["journal"]["balance"] == 0
        left = {one["name"]: one["chips"] for one in found["journal"]["open"]}
        assert sum(left.values()) == 15_000 and set(left) <= {"Ann", "Bo", "Cy"}
        books = host.get(f"/api/nights/{date}")
        assert {one["payee"]: one["chips"] for one in books["payments"]} == left
        assert sum(one["tournaments"] for one in books["players"]) == -1_500
        for name in left:
            desk.do("hand_out", player=name)
        assert journal(room, host)["journal"]["open"] == []
        assert host.get(f"/api/nights/{date}")["payments"] == []
        lines = host.get(f"/api/journal/{date}/lines?account=/bank")
        assert lines["lines"]["balance"] == -1_500 and set(lines["titles"].values()) == {"Friday"}
        assert all(line["kind"] == "bank" for line in lines["lines"]["lines"])
        assert "the prize pools" in host.http.get(f"/api/journal/{date}/csv").text
        room.guest("Zed").get(f"/api/journal/{date}", 403)
        assert room.do(room.app_state.store.ask(audit_tournaments))[0] == []


def test_each_account_is_the_sum_of_its_lines(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, host = opened(room)
        for name in ("Ann", "Bo", "Cy"):
            desk.do("register", player=name)
        played(desk, "Ann", "Bo", "Cy")
        date = date_of(room.registry.clock(), 0)
        change = {"type": "expense", "text": "Pizza", "chips": 25, "to": "Ann", "among": ["Bo", "Cy", "the house"]}
        host.post(f"/api/nights/{date}/changes", {"what": change, "after": 0})
        found = journal(room, host)["journal"]
        assert found["balance"] == sum(one["balance"] for one in found["accounts"]) == 0
        for one in found["accounts"]:
            lines = host.get(f"/api/journal/{date}/lines?account={quote(one['account'])}")["lines"]
            assert len(lines["lines"]) == one["lines"] and lines["balance"] == one["balance"]
            running_balance = 0
            for line in lines["lines"]:
                running_balance += line["chips"]
                assert line["balance"] == running_balance
            assert running_balance == one["balance"]
        pizza = host.get(f"/api/journal/{date}/lines?account=/house")["lines"]["lines"][-1]
        assert (pizza["kind"], pizza["text"], pizza["chips"]) == ("expense", "Pizza", -8)


def test_a_merged_person_is_one_account(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, host = opened(room)
        for name in ("Ann", "Anne"):
            desk.do("register", player=name)
        assert {"Ann", "Anne"} <= set(balances(journal(room, host)))
        host.post("/api/club/merges", {"person": 2, "into": 1})
        found = {one["name"]: one for one in journal(room, host)["journal"]["accounts"]}
        assert "Anne" not in found and found["Ann"]["went"] == 11_000
        lines = host.get(f"/api/journal/{date_of(room.registry.clock(), 0)}/lines?account=%231")["lines"]
        assert len(lines["lines"]) == 4
        room.guest("Annie")
        host.post("/api/club/persons/1", {"account": "Annie"})
        assert "Annie" in balances(journal(room, host))


def test_a_cancelled_tournament_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, host = opened(room)
        desk.do("register", player="Ann")
        desk.do("cancel", why="too few")
        assert set(balances(journal(room, host)).values()) == {0}
