"""Paper over HTTP: each sheet of a real evening, for the staff only."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.director.sheets import SheetName


def test_the_staff_prints_every_sheet(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = room.guest("Hilda")
        host.become_host()
        host.post("/api/tournaments", {"title": "Friday <night>", "preset": "regular", "live": True})
        acts = [{"type": "register", "player": name} for name in ("Ann", "Bo <b>", "Cy")]
        for at, do in enumerate([*acts, {"type": "draw_seats"}, {"type": "start"}]):
            host.post("/api/tournaments/1/do", {"id": f"c{at}", "do": do})
        for sheet in get_args(SheetName):
            answer = host.http.get(f"/api/tournaments/1/print/{sheet}", params={"paper": "80mm"})
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith("text/html")
            assert "Friday &lt;night&gt;" in answer.text and "<b>Bo" not in answer.text and "<night>" not in answer.text
            assert "\u27e8" not in answer.text, "players have names on paper"
        slips = host.http.get("/api/tournaments/1/print/slips").text
        assert "Bo &lt;b&gt;" in slips and slips.count("<svg") == 3, "each slip has the code of the own page"
        archive = host.http.get("/api/tournaments/1/archive.html").text
        assert "Bo &lt;b&gt;" in archive and "Schedule" in archive
        assert host.http.get("/api/tournaments/1/print/nothing").status_code == 400
        assert room.guest("Ann").http.get("/api/tournaments/1/print/slips").status_code == 401
        host.post("/api/tournaments", {"title": "Here", "preset": "turbo"})
        assert host.http.get("/api/tournaments/2/print/slips").status_code == 404
