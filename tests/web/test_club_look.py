"""How the club looks: name, colour and logo, chosen by its hosts, shown on displays and public pages."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)
pytest.importorskip("PIL", reason=SERVE.reason)

from PIL import Image
from web_rooms import Browser, Running, running

from sidepot.room.runtime.tables import TableRegistry


def png(size: tuple[int, int]) -> bytes:
    out = BytesIO()
    Image.new("RGBA", size, (255, 0, 0, 128)).save(out, "PNG")
    return out.getvalue()


def send(host: Browser, data: bytes, status: int = 200) -> Any:
    headers = {"x-csrftoken": host.me["csrf"], "content-type": "image/png"}
    answer = host.http.post("/api/club/logo", content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def host_of(room: Running, name: str = "Hilda") -> Browser:
    host = room.guest(name)
    host.become_host()
    return host


def test_a_host_chooses_the_look_and_displays_and_public_pages_have_it(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host, stranger = host_of(room), room.guest("Ann")
        assert stranger.get("/api/club/look") == {}
        stranger.post("/api/club/look", {"name": "Mine"}, 403)
        host.post("/api/club/look", {"name": " River Club ", "colour": "blue"})
        logo = send(host, png((1000, 200)))["logo"]
        shown = {"name": "River Club", "colour": "blue", "logo": logo}
        assert stranger.get("/api/club/look") == shown
        with Image.open(BytesIO(stranger.http.get(logo).content)) as picture:
            assert (picture.format, picture.size) == ("WEBP", (640, 128))
        host.post("/api/tournaments", {"title": "Friday", "preset": "turbo", "live": True, "public": "names"})
        assert stranger.get("/api/tournaments/1/public")["club"] == shown
        wall = Browser(room)
        new = wall.post("/api/screens")
        wall.get(f"/api/screens/{new['token']}")
        host.post(f"/api/screens/{new['code']}", {"tournament": "1"})
        assert wall.get(f"/api/screens/{new['token']}")["club"] == shown
        for sheet in ("print/schedule", "print/poster", "archive.html"):
            paper = host.http.get(f"/api/tournaments/1/{sheet}").text
            assert f'<p class="club">River Club<img src="{logo}"' in paper, sheet
        host.post("/api/tournaments/1/do", {"id": "a", "do": {"type": "register", "player": "Ann"}})
        receipt = host.http.get("/api/tournaments/1/print/receipts").text
        title = f'<img src="{logo}" class="logo" aria-hidden="true">River Club \N{MIDDLE DOT} Friday</p>'
        assert f'<p class="slip-title">{title}' in receipt
    with running(tmp_path, TableRegistry) as room:  # the server was started again
        host = host_of(room, "Hal")
        assert host.get("/api/club/look") == shown
        assert host.post("/api/club/look", {"name": "", "logo": False}) == {}
        assert host.http.get(logo).status_code == 404


def test_what_is_no_logo_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, TableRegistry) as room:
        host = host_of(room)
        assert send(host, b"<svg/>", 400)["code"] == "bad_picture"
        assert host.post("/api/club/look", {"colour": "beige"}, 400)["code"]
        assert host.post("/api/club/look", {"name": "two\nlines"}, 400)["code"] == "bad_name"
        assert host.post("/api/club/look", {"name": "x" * 41}, 400)["code"]
        assert host.get("/api/club/look") == {}
