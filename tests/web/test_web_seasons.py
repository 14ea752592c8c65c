"""Seasons over HTTP: standings without typing a name, merged persons and accounts, the public page, files, rights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from test_director_api import Console
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry

TERMS = {"title": "Friday league", "series": "Friday", "points": {"by": "place", "points": [10, 6, 3]}}


def hosted(room: Running) -> Browser:
    host = room.guest("Hilda")
    host.become_host()
    return host


def played(host: Browser, *names: str, title: str = "Friday", regulars: bool = False, before: str = "") -> Console:
    """A tournament in which these go out, the last one first. With `regulars`, they enter by a tap."""
    if before:
        desk = Console(host, host.post(f"/api/tournaments/{before}/again", {"title": title})["id"])
    else:
        form = {"title": title, "preset": "freeze-out", "live": True}
        desk = Console(host, host.post("/api/tournaments", form)["id"])
    known = {one["player"]: one["person"] for one in desk.get("regulars")["regulars"]} if regulars else {}
    for name in sorted(names):
        desk.do("register", player=name, options={"person": known[name]} if known else None)
    desk.do("draw_seats")
    desk.do("start")
    for name, by in zip(names[:0:-1], names[-2::-1], strict=True):
        desk.do("out", player=name, by=[by])
    assert desk.get("director")["phase"] == "over"
    return desk


def lines(found: Any) -> list[tuple[int, str, int]]:
    return [(one["rank"], one["player"], one["points"]) for one in found["lines"]]


def test_standings_after_the_second_night_without_typing_a_name(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = hosted(room)
        first = played(host, "Ann", "Bo", "Cy", "Di")
        season = host.post("/api/seasons", {"season": TERMS})
        assert season["version"] == 1 and [one["title"] for one in season["tournaments"]] == ["Friday"]
        assert lines(host.get("/api/seasons/1/standings")) == [(1, "Ann", 10), (2, "Bo", 6), (3, "Cy", 3), (4, "Di", 0)]
        played(host, "Di", "Ann", "Bo", "Cy", title="Friday 2", regulars=True, before=first.tournament)
        found = host.get("/api/seasons/1/standings")
        assert lines(found) == [(1, "Ann", 16), (2, "Di", 10), (3, "Bo", 9), (4, "Cy", 3)]
        assert [(one["title"], one["entries"]) for one in found["nights"]] == [("Friday", 4), ("Friday 2", 4)]
        assert [one["knock_outs"] for one in found["lines"] if one["player"] == "Ann"] == [2]
        played(host, "Cy", "Ann", title="Sunday")
        assert lines(host.get("/api/seasons/1/standings")) == lines(found)  # it is of no such series


def test_a_merged_person_a_linked_account_and_an_erased_name(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = hosted(room)
        played(host, "Ann", "Bo", "Cy")
        played(host, "Bo", "Anne", "Cy", title="Friday 2")
        host.post("/api/seasons", {"season": TERMS})
        assert lines(host.get("/api/seasons/1/standings"))[0] == (1, "Bo", 16)
        numbers = {one["name"]: one["number"] for one in host.get("/api/club/persons")["persons"]}
        host.post("/api/club/merges", {"person": numbers["Anne"], "into": numbers["Ann"]})
        after = lines(host.get("/api/seasons/1/standings"))
        assert after == [(1, "Bo", 16), (2, "Ann", 16), (3, "Cy", 6)]  # Bo was ahead in the latest night
        host.post("/api/club/merges/1/undo", {})
        assert len(host.get("/api/seasons/1/standings")["lines"]) == 4
        host.post(f"/api/club/persons/{numbers['Cy']}", {"erase": True})
        assert f"Person {numbers['Cy']}" in [name for _, name, _ in lines(host.get("/api/seasons/1/standings"))]
        room.guest("Bobby")
        host.post(f"/api/club/persons/{numbers['Bo']}", {"account": "Bobby"})
        before = lines(host.get("/api/seasons/1/standings"))
        assert before[0] == (1, "Bo", 16)
        host.post(f"/api/club/persons/{numbers['Bo']}", {"erase": True})
        after = lines(host.get("/api/seasons/1/standings"))
        assert after == [(1, f"Person {numbers['Bo']}", 16), *before[1:]]
        assert all("Bobby" not in str(one) for one in host.get("/api/club/persons")["persons"])


def test_the_public_page_shows_names_as_the_host_chose(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host, stranger = hosted(room), Browser(room)
        played(host, "Ann Marie Lee", "Bo")
        version = host.post("/api/seasons", {"season": TERMS})["version"]
        stranger.get("/api/standings/none", 404)
        opened = host.post("/api/seasons/1", {"version": version, "open": True})
        token = opened["token"]
        assert opened["names"] == "none" and opened["version"] == 2
        assert [name for _, name, _ in lines(stranger.get(f"/api/standings/{token}"))] == ["Player 1", "Player 2"]
        host.post("/api/seasons/1", {"version": 2, "names": "short"})
        assert [name for _, name, _ in lines(stranger.get(f"/api/standings/{token}"))] == ["Ann L.", "Bo"]
        assert host.post("/api/seasons/1", {"version": 2, "names": "full"}, 409)["code"] == "stale"
        host.post("/api/seasons/1", {"version": 3, "open": False})
        assert stranger.get(f"/api/standings/{token}", 404)["code"] == "no_season"
        for path in (
            "/api/seasons",
            "/api/seasons/1",
            "/api/seasons/1/standings",
            "/api/seasons/1/csv",
            "/api/seasons/1/toml",
        ):
            assert stranger.get(path, 401)
        assert room.guest("Zed").post("/api/seasons", {"season": TERMS}, 403)


def test_files_of_a_season(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = hosted(room)
        played(host, "Ann", "Bo")
        host.post("/api/seasons", {"season": {**TERMS, "decimals": 1, "attendance": 1}})
        text = host.http.get("/api/seasons/1/toml").text
        assert 'series = "Friday"' in text and "decimals = 1" in text
        made = host.post("/api/seasons", {"toml": text.replace("Friday league", "Copy")})
        assert made["season"]["title"] == "Copy" and made["season"]["attendance"] == 1
        rows = host.http.get("/api/seasons/1/csv").text.splitlines()
        assert rows[0].endswith("Friday") and rows[1].startswith("1,Ann,11")
        assert host.post("/api/seasons", {"toml": "title = 1"}, 400)
        host.post("/api/seasons/2", {"version": 1, "remove": True})
        assert [one["number"] for one in host.get("/api/seasons")["seasons"]] == [1]


def test_nights_may_be_chosen_and_left_out(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = hosted(room)
        played(host, "Ann", "Bo")
        played(host, "Bo", "Ann", title="Sunday")
        terms = {**TERMS, "nights": ["2"], "without": ["1"]}
        host.post("/api/seasons", {"season": terms})
        assert [one["title"] for one in host.get("/api/seasons/1/standings")["nights"]] == ["Sunday"]
        host.post("/api/seasons/1", {"version": 1, "season": {**terms, "kinds": "online"}})
        assert host.get("/api/seasons/1/standings")["nights"] == []
