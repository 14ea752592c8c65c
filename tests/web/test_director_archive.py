"""Copies of a live tournament: over HTTP, and in a folder, from which another machine goes on."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from msgspec.structs import replace
from test_dealer_api import Helper
from test_director_api import PLAYERS, Console, announced, begun
from web_rooms import PLAIN, Browser, Running, running

from sidepot import privacy
from sidepot.room.runtime.tables import TableRegistry
from sidepot.tournament.tournament import decode, replay


def test_a_copy_has_all_steps_with_names_and_goes_on_elsewhere(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        desk = begun_with_a_slip(room)
        http = desk.browser.http
        lines = http.get("/api/tournaments/1/archive.jsonl").content.splitlines()
        copy = replay([decode(line) for line in lines])
        assert set(copy.entrants) == set(PLAYERS) and copy.left == 11 and copy.reports.live
        told = http.get("/api/tournaments/1/archive.json").json()
        assert told["title"] == "Friday" and len(told["steps"]) == len(lines)
        assert told["history"][-2]["text"] == "Cy is out, by Di"
        assert "Cy,busted" in http.get("/api/tournaments/1/players.csv").text
        stranger = room.guest("Sly").http
        assert {stranger.get(f"/api/tournaments/1/archive.{kind}").status_code for kind in ("json", "jsonl")} == {401}


@pytest.mark.usefixtures("usual_umask")
def test_a_copy_is_written_at_each_level_and_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "copies"
    monkeypatch.setattr(privacy.os, "fsync", lambda file: modes.append(os.fstat(file).st_mode & 0o777))
    modes: list[int] = []  # of files that are not renamed yet
    with running(tmp_path, TableRegistry, replace(PLAIN, archive=str(folder))) as room:
        desk, _ = announced(room)
        begun(desk)
        file = folder / "tournament-1.jsonl"

        def steps() -> int:
            """How many steps the copy has; it is written soon after the step."""
            return len(file.read_bytes().splitlines()) if file.exists() else 0

        def wait_for(count: int) -> None:
            end = time.monotonic() + 60
            while steps() < count and time.monotonic() < end:
                time.sleep(0.02)
            assert steps() >= count

        wait_for(15)
        desk.do("out", player="Ann")
        desk.do("jump", item=1)
        wait_for(17)
        desk.do("end")
        wait_for(18)
        assert b"Ann" in file.read_bytes()
    assert b"Ann" in (folder / "tournament-1.copy").read_bytes()
    if os.name == "posix":
        assert {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()} == {
            "tournament-1.jsonl": 0o600, "tournament-1.copy": 0o600,
        }  # fmt: skip
        assert set(modes) == {0o600}


def send(browser: Browser, copy: bytes, status: int = 200) -> dict[str, Any]:
    """Send a copy to another room."""
    answer = browser.http.post(
        "/api/tournaments/copy",
        content=copy,
        headers={"x-csrftoken": browser.me["csrf"], "content-type": "text/plain"},
    )
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begun_with_a_slip(room: Running) -> Console:
    """An evening that has begun, in which one is out, and another was told to be out and is not."""
    desk, _ = announced(room)
    begun(desk)
    wrong = desk.do("out", player="Ann", by=["Bob"])["step"]
    desk.do("out", player="Cy", by=["Di"])
    desk.do("undo", step=wrong, only=True)
    return desk


@pytest.mark.long
def test_an_evening_goes_on_in_another_room_with_its_names_steps_and_clock(tmp_path: Path) -> None:
    views = ("director", "tables", "money", "log", "players?from=0", "structure")
    with running(tmp_path / "one", TableRegistry) as room:
        desk = begun_with_a_slip(room)
        desk.do("add_time", ms=60_000)
        seats = desk.get("tables")["tables"][0]["seats"]
        desk.do("button_at", table=1, seat=next(seat["seat"] for seat in seats if seat.get("player")))
        desk.do("pause", options={"why": "the fire alarm"})
        room.guest("Zoe").post("/api/tournaments/1/checkin", {"id": "z", "name": "Zoe"})
        copy = desk.browser.http.get("/api/tournaments/1/archive.copy").content
        before = {view: desk.get(view) for view in views}
    with running(tmp_path / "two", TableRegistry) as room:
        other, _ = announced(room)
        host = other.browser
        told = send(host, copy)
        assert told["id"] == "2" and sorted(one["role"] for one in told["pins"]) == [
            "dealer",
            "desk",
            "director",
            "floor",
        ]
        assert send(host, copy, 409)["code"] == "done_already"
        assert send(host, b"".join(copy.splitlines(keepends=True)[:1]), 400)["code"] == "bad_form"
        lines = copy.splitlines(keepends=True)
        assert send(host, b"".join([*lines[:4], *lines[5:]]), 400)["code"] == "bad_form"
        assert send(room.guest("Sly"), copy, 403)
        desk = Console(host, told["id"])
        after = {view: desk.get(view) for view in views}
        for told_by in (before, after):
            for view in told_by.values():
                view.pop("now", None)
        assert after.pop("director") == {**before.pop("director"), "id": "2"}
        assert after == before
        desk.do("start")
        assert desk.do("out", player="Ann", by=["Bob"])["step"]
        asked = next(one for one in desk.get("advice")["todo"] if one["kind"] == "asked")
        assert asked["text"] == "Zoe would like to enter" and desk.do("do_todo", todo=asked["id"])["step"]
        last = desk.get("director")
        other.do("register", player="Max")  # the one that was there before goes its own way
    with running(tmp_path / "two", TableRegistry) as room:
        again = room.guest("Hilda again")
        again.become_host()
        view = Console(again, "2").get("director")
        assert (view["history"], view["clock"], view["counts"]) == (last["history"], last["clock"], last["counts"])
        assert Console(again, "1").get("director")["counts"]["players"] == 1


@pytest.mark.long
def test_an_evening_goes_on_in_another_room_from_its_steps_alone(tmp_path: Path) -> None:
    with running(tmp_path / "one", TableRegistry) as room:
        desk = begun_with_a_slip(room)
        desk.do("count", stacks=[["Ann", 9000], ["Bob", 8000]])
        desk.do("pause", options={"why": "the fire alarm"})
        steps = desk.browser.http.get("/api/tournaments/1/archive.jsonl").content
        before = {view: desk.get(view) for view in ("tables", "money", "structure")}
    with running(tmp_path / "two", TableRegistry) as room:
        host = room.guest("Hal")
        host.become_host()
        told = send(host, steps)
        assert len(told["pins"]) == 4 and send(host, steps, 409)["code"] == "done_already"
        desk = Console(host, told["id"])
        after = {view: desk.get(view) for view in before}
        for view in (*before.values(), *after.values()):
            view.pop("now", None)
        assert after == before
        last = desk.get("director")["history"][-1]
        assert (last["text"], last["by"]) == ("The clock is stopped", "Hilda")
        assert desk.browser.http.get(f"/api/tournaments/{told['id']}/archive.jsonl").content == steps
        assert desk.do("start")["step"] and desk.do("out", player="ann", by=["Bob"])["step"]
        assert send(host, steps.replace(b'{"number":5,', b'{"number":50,'), 400)["code"] == "bad_form"
        assert send(host, b"{}\n", 400) and send(host, b"", 400)


def test_hands_of_the_dealers_helpers_go_with_the_copy(tmp_path: Path) -> None:
    with running(tmp_path / "first", TableRegistry) as room:
        desk, _ = announced(room)
        begun(desk, PLAYERS[:6])
        helper = Helper(desk)
        helper.do("begin", button=helper.view()["seats"][0]["seat"])
        while helper.tap("fold")["dealt"]["phase"] != "paid":
            pass
        helper.do("close")
        helper.do("begin")
        before = helper.tap("raise_to", to=500)["dealt"]
        copy = desk.browser.http.get("/api/tournaments/1/archive.copy").content
    with running(tmp_path / "second", TableRegistry) as room:
        host = room.guest("Hanna")
        host.become_host()
        told = send(host, copy)
        again = Helper(Console(host, told["id"]))
        seen = again.view()["dealt"]
        assert seen | {"tournament": ""} == before | {"tournament": ""}
        again.tap("fold")
        assert again.browser.http.get(f"{again.path}/hands.phhs").text.count("variant") == 1
        head, *lines = copy.splitlines(keepends=True)
        assert send(host, head + b"".join(lines[:-1]), 400)["code"] == "bad_form"
        wrong = b"".join([head, *lines[:-1], lines[-1].replace(b'"to":500', b'"to":5')])
        assert wrong != copy and send(host, wrong, 400)["code"] == "bad_form"
