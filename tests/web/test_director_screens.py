"""Displays over HTTP: a new one, what it is told, who chooses, and that it is the same after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import Browser, Running, running

from sidepot.room.running.hall import Hall

SHOW = {"tournament": "1", "layout": "seats", "rotate": 20, "look": "light", "shape": "4:3"}


def host_of(room: Running) -> Browser:
    host = room.guest("Hilda")
    host.become_host()
    return host


def test_a_display_shows_what_was_chosen_after_a_restart_too(tmp_path: Path) -> None:
    with running(tmp_path, Hall) as room:
        host = host_of(room)
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
        wall = Browser(room)
        new = wall.post("/api/screens")
        token = new["token"]
        told = wall.get(f"/api/screens/{token}")
        assert (told["code"], told.get("show")) == (new["code"], None) and told["ways"]
        assert host.get("/api/screens")["displays"][0]["code"] == new["code"]
        room.guest("Ann").post(f"/api/screens/{new['code']}", SHOW, 403)
        host.post(f"/api/screens/{new['code'].lower()}", SHOW)
        told = wall.get(f"/api/screens/{token}")
        assert told["show"] == SHOW and told["state"]["title"] == "Friday"
        assert told["schedule"][0]["level"] == 1 and told["now"] > 0
        assert wall.get(f"/api/screens/{token}/seats") == {"seats": []}
    with running(tmp_path, Hall) as room:
        wall = Browser(room)
        assert wall.get(f"/api/screens/{token}")["show"] == SHOW


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with running(tmp_path, Hall) as room:
        host = host_of(room)
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
        wall = Browser(room)
        code = wall.post("/api/screens")["code"]
        token = "0000-" + "0" * 24
        assert wall.get(f"/api/screens/{token}", 404)["code"] == "no_display"
        assert host.post(f"/api/screens/{code}", SHOW, 404)["code"] == "no_display", "it has not asked yet"
        assert wall.http.get(f"/api/screens/{code}/qr").text.startswith("<?xml")
        assert wall.get("/api/screens/nothing/qr", 404)["code"] == "no_display"
        wall.get("/api/screens", 401)


def test_a_display_that_is_taken_off_shows_its_code_again(tmp_path: Path) -> None:
    with running(tmp_path, Hall) as room:
        host = host_of(room)
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
        wall = Browser(room)
        new = wall.post("/api/screens")
        wall.get(f"/api/screens/{new['token']}")
        host.post(f"/api/screens/{new['code']}", SHOW)
        assert host.post(f"/api/screens/{new['code']}", {**SHOW, "tournament": "9"}, 404)["code"] == "no_tournament"
        assert host.post(f"/api/screens/{new['code']}", {**SHOW, "rotate": 9999}, 409)["code"] == "bad_number"
        host.post(f"/api/screens/{new['code']}", {"tournament": ""})
        assert "show" not in wall.get(f"/api/screens/{new['token']}")
