"""Displays over HTTP: a new one, what it is told, who chooses, and that it is the same after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry

SHOW = {
    "tournament": "1",
    "views": [{"layout": "seats", "seconds": 20}, {"layout": "payouts", "seconds": 9}],
    "look": "light",
    "shape": "4:3",
    "volume": 0,
    "voice": False,
}


def host_of(room: Running) -> Browser:
    host = room.guest("Hilda")
    host.become_host()
    return host


def test_a_display_shows_what_was_chosen_after_a_restart_too(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
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
        codes = [wall.http.get(f"/api/screens/{new['code']}/qr{which}").text for which in ("", "?entry=true")]
        assert codes[1].startswith("<?xml") and codes[0] != codes[1]
        assert told["schedule"][0]["level"] == 1 and told["now"] > 0
        assert wall.get(f"/api/screens/{token}/seats") == {"seats": []}
    with running(tmp_path, TableRegistry) as room:
        wall = Browser(room)
        assert wall.get(f"/api/screens/{token}")["show"] == SHOW


def test_bad_requests_of_displays_are_refused_with_reasons(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = host_of(room)
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
        wall = Browser(room)
        code = wall.post("/api/screens")["code"]
        token = "0000-" + "0" * 24
        assert wall.get(f"/api/screens/{token}", 404)["code"] == "no_display"
        assert host.post(f"/api/screens/{code}", SHOW, 404)["code"] == "no_display", "it has not asked yet"
        assert wall.http.get(f"/api/screens/{code}/qr").text.startswith("<?xml")
        assert wall.get(f"/api/screens/{code}/qr?entry=true", 404)["code"] == "no_display", "it shows nothing yet"
        assert wall.get("/api/screens/nothing/qr", 404)["code"] == "no_display"
        wall.get("/api/screens", 401)


def test_a_display_that_is_taken_off_shows_its_code_again(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = host_of(room)
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo"})
        wall = Browser(room)
        new = wall.post("/api/screens")
        wall.get(f"/api/screens/{new['token']}")
        host.post(f"/api/screens/{new['code']}", SHOW)
        assert host.post(f"/api/screens/{new['code']}", {**SHOW, "tournament": "9"}, 404)["code"] == "no_tournament"
        for wrong in ({"volume": 101}, {"views": [{"layout": "clock", "seconds": 9999}]}):
            assert host.post(f"/api/screens/{new['code']}", {**SHOW, **wrong}, 400)["code"] == "out_of_bounds"
        assert host.post(f"/api/screens/{new['code']}", {**SHOW, "views": []}, 400)["because"].startswith("views: ")
        host.post(f"/api/screens/{new['code']}", {"tournament": ""})
        assert "show" not in wall.get(f"/api/screens/{new['token']}")


def test_the_staff_of_one_tournament_cannot_take_over_the_display_of_another(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = host_of(room)
        made = [
            host.post("/api/tournaments", {"title": title, "preset": "turbo", "live": True}) for title in ("A", "B")
        ]
        wall = Browser(room)
        new = wall.post("/api/screens")
        wall.get(f"/api/screens/{new['token']}")
        eve, max_ = room.guest("Eve"), room.guest("Max")
        for one, opened in zip((eve, max_), made, strict=True):
            pin = next(one["pin"] for one in opened["pins"] if one["role"] == "floor")
            one.post(f"/api/tournaments/{opened['id']}/enter", {"pin": pin, "name": "Eve"})
        of_a, of_b = ({**SHOW, "tournament": one["id"]} for one in made)
        path = f"/api/screens/{new['code']}"
        assert eve.get("/api/screens")["displays"], "the code on a display leads to a page that names no tournament"
        room.guest("Ann").get("/api/screens", 403)
        eve.post(path, of_a)  # it showed nothing: the staff of any tournament may choose
        assert max_.post(path, of_b, 403)["code"] == "other_display"
        assert wall.get(f"/api/screens/{new['token']}")["show"] == of_a
        eve.post(path, {**of_a, "views": [{"layout": "clock", "seconds": 20}]})
        host.post(path, of_b)
        assert wall.get(f"/api/screens/{new['token']}")["show"] == of_b
        assert eve.post(path, of_a, 403)["code"] == "other_display"
        max_.post(path, {"tournament": ""})
        eve.post(path, of_a)
