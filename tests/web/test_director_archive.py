"""Copies of an evening with real chips and cards: over HTTP, and in a folder, from which another machine goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from msgspec.structs import replace
from test_director_api import PLAYERS, announced, begun
from web_rooms import PLAIN, running

from sidepot.room.running.hall import Hall
from sidepot.tournament.tournament import decode, replay


def test_a_copy_has_all_steps_with_names_and_goes_on_elsewhere(tmp_path: Path) -> None:
    with running(tmp_path, Hall) as room:
        desk, _ = announced(room)
        begun(desk)
        wrong = desk.do("out", player="Ann", by=["Bob"])["step"]
        desk.do("out", player="Cy", by=["Di"])
        desk.do("undo", step=wrong, only=True)
        http = desk.browser.http
        lines = http.get("/api/tournaments/1/archive.jsonl").content.splitlines()
        copy = replay([decode(line) for line in lines])
        assert set(copy.entrants) == set(PLAYERS) and copy.left == 11 and copy.heard.real
        told = http.get("/api/tournaments/1/archive.json").json()
        assert told["title"] == "Friday" and len(told["steps"]) == len(lines)
        assert told["history"][-2]["text"] == "Cy is out, by Di"
        assert "Cy,busted" in http.get("/api/tournaments/1/archive.csv").text
        stranger = room.guest("Sly").http
        assert {stranger.get(f"/api/tournaments/1/archive.{kind}").status_code for kind in ("json", "csv")} == {401}


def test_a_copy_is_written_at_each_level_and_break(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    with running(tmp_path, Hall, replace(PLAIN, archive=str(folder))) as room:
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
