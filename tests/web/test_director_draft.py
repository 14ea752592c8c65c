"""A draft of a live tournament: made, changed freely, and opened to the check-in by a tap."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry

FORM = {"title": "Friday", "preset": "regular", "live": True, "public": "names"}


def drafted(room: Running) -> tuple[Console, str]:
    host = room.guest("Hilda")
    host.become_host()
    opened = host.post("/api/tournaments", {**FORM, "draft": True})
    return Console(host, opened["id"]), next(one["pin"] for one in opened["pins"] if one["role"] == "floor")


def test_a_draft_takes_entries_once_a_tap_opens_the_check_in(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, _ = drafted(room)
        view, page = desk.get("director"), desk.get("public")
        assert view["phase"] == page["phase"] == "draft"
        assert not page.get("check_in") and not view["terms"].get("entry_open")
        assert desk.browser.get("/api/tournaments")["tournaments"][0]["phase"] == "draft"
        phone, name = room.guest("Phone"), {"id": "first", "name": "Zoe"}
        assert phone.post("/api/tournaments/1/checkin", name, 409)["code"] == "draft"
        refused = desk.do("register", 409, player="Zoe")
        assert refused["code"] == "draft"
        [tap] = [offer["do"] for offer in refused["offers"]]
        opened = desk.do(tap["type"])
        assert desk.get("director")["phase"] == desk.get("public")["phase"] == "checkin"
        assert phone.post("/api/tournaments/1/checkin", name)["name"] == "Zoe"
        assert desk.do("open_check_in", 409)["code"] == "not_draft"
        desk.do("undo", step=opened["step"], only=True)
        assert desk.get("director")["phase"] == "draft"


def test_the_terms_of_a_draft_change_without_a_reason(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk, pin = drafted(room)
        desk.do("change_terms", guarantee=700)
        assert desk.get("director")["terms"]["guarantee"] == 700
        floor = Console(Browser(room))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pin, "name": "Eve"})
        other = {"title": "Saturday", "preset": "turbo", "public": "numbers"}
        assert floor.browser.post("/api/tournaments/1/draft", other, 403)["code"] == "other_role"
        desk.browser.post("/api/tournaments/1/draft", other)
        turbo = desk.get("structure")["items"]
        assert desk.get("director")["title"] == desk.get("public")["title"] == "Saturday"
        assert desk.get("director")["history"][-1]["by"] == "Hilda"
    with running(tmp_path, TableRegistry) as room:  # the server was started again
        desk.browser = Browser(room)
        assert desk.get("public")["title"] == "Saturday" and desk.get("public")["phase"] == "draft"
        assert desk.get("structure")["items"] == turbo
        floor = Console(Browser(room))
        floor.browser.post("/api/tournaments/1/enter", {"pin": pin, "name": "Eve"})
        assert floor.do("open_check_in", 403)["code"] == "other_role"


def test_an_open_event_is_no_draft(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hilda")
        host.become_host()
        host.post("/api/tournaments", FORM)
        assert host.post("/api/tournaments/1/draft", FORM, 409)["code"] == "not_draft"
        assert host.post("/api/tournaments", {"title": "Online", "draft": True}, 409)["code"] == "bad_terms"
