"""Pictures of the club's people, and the way from a player's page to their page in the next tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)
pytest.importorskip("PIL", reason=SERVE.reason)

from io import BytesIO

from PIL import Image
from test_director_again import opened
from test_web_avatars import file_of
from test_web_club_persons import again, enter, people
from web_rooms import Browser, running

from sidepot.room.runtime.tables import TableRegistry


def send(browser: Browser, path: str, data: bytes, status: int = 200) -> Any:
    headers = {"x-csrftoken": browser.me["csrf"], "content-type": "image/png"}
    answer = browser.http.post(path, content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def slip_of(host: Browser, tournament: str, player: str) -> str:
    found = host.post(f"/api/tournaments/{tournament}/persons", {"player": player, "slip": True})
    return str(found["token"])


def test_a_player_sends_a_picture_that_regulars_have_until_it_is_erased(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        for name in ("Ann", "Bo"):
            first.do("register", player=name)
        slip, phone = slip_of(host, first.tournament, "Ann"), room.guest("Phone")
        assert phone.get(f"/api/seat/{slip}/person") == {"name": "Ann"}
        found = send(phone, f"/api/seat/{slip}/picture", file_of("PNG"))
        with Image.open(BytesIO(phone.http.get(found["picture"]).content)) as picture:
            assert (picture.format, picture.size) == ("WEBP", (128, 128))
        second = again(host, first.tournament)
        regulars = {one["player"]: one.get("picture", "") for one in second.get("regulars")["regulars"]}
        assert regulars == {"Ann": found["picture"], "Bo": ""}
        assert people(host)["Ann"]["picture"] == found["picture"]
        host.post("/api/club/merges", {"person": 1, "into": 2})
        assert people(host)["Bo"]["picture"] == found["picture"], "it comes along"
        send(host, "/api/club/persons/2/picture", b"")
        assert "picture" not in people(host)["Bo"] and phone.get(f"/api/seat/{slip}/person") == {"name": "Ann"}
        assert phone.http.get(found["picture"]).status_code == 404
        host.post("/api/club/merges/1/undo", {})
        new = next(one for one in send(host, "/api/club/persons/1/picture", file_of("JPEG"))["persons"])["picture"]
        first.do("cancel", why="few")
        host.post("/api/club/persons/1", {"erase": True})
        assert phone.http.get(new).status_code == 404, "an erased person has no picture"


def test_who_may_send_a_picture(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        first.do("register", player="Ann")
        stranger = room.guest("Sly")
        assert send(stranger, "/api/club/persons/1/picture", file_of("PNG"), 403)
        assert send(host, "/api/club/persons/9/picture", file_of("PNG"), 404)["code"] == "no_person"
        assert send(host, "/api/club/persons/1/picture", b"<svg></svg>", 400)["code"] == "bad_picture"
        token = stranger.post(f"/api/tournaments/{first.tournament}/checkin", {"id": "a", "name": "Bo"})["token"]
        assert send(stranger, f"/api/seat/{token}/picture", file_of("PNG"), 409)["code"] == "not_entered"
        assert send(stranger, "/api/seat/1-1-x/picture", file_of("PNG"), 404)["code"] == "no_slip"


def test_the_page_of_last_week_leads_to_that_of_the_person_this_week(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        first, host = opened(room)
        first.do("register", player="Ann")
        slip, phone = slip_of(host, first.tournament, "Ann"), room.guest("Phone")
        first.do("cancel", why="few")
        second = again(host, first.tournament)
        assert "later" not in phone.get(f"/api/seat/{slip}/person"), "Ann has not entered yet"
        enter(second, "Ann", 1)
        later = phone.get(f"/api/seat/{slip}/person")["later"]
        assert (later["tournament"], later["title"]) == (second.tournament, "Next")
        assert phone.get(f"/api/seat/{later['token']}")["player"] == "Ann"
        assert "later" not in phone.get(f"/api/seat/{later['token']}/person")
        second.do("cancel", why="few")
        assert "later" not in phone.get(f"/api/seat/{slip}/person"), "it is over"
        new = slip_of(host, first.tournament, "Ann")
        assert phone.get(f"/api/seat/{slip}/person", 404)["code"] == "no_slip" and new != slip
