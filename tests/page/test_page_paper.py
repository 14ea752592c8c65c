"""Paper of a live tournament in a browser: German without an English rest, the club's logo, no number cut in two."""

from __future__ import annotations

from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("PIL", reason=SERVE.reason)

from page_browser import leave
from page_room import Room, post
from test_web_avatars import file_of

A4 = {"width": 900, "height": 1200}
SHEETS = ("poster", "slips", "seats-by-name", "seats-by-table", "schedule", "race", "breaks", "deal", "receipts", "log")
ENGLISH = """() => [...document.querySelectorAll('main [lang=en]')].map((one) => one.textContent)"""
CUT = """() => [...document.querySelectorAll('td')].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return /^[0-9.,]+$/.test(one.textContent.trim()) && lines.size > 1;
}).map((one) => one.textContent)"""


@pytest.mark.long
def test_paper_is_german_and_has_the_club(browser: Any, room: Room) -> None:
    about = {"title": "Freitag", "preset": "knockout", "live": True}
    found = post(room.host, "/api/tournaments", about)["id"]
    acts = [{"type": "register", "player": name} for name in ("Anna", "Bo", "Franz-Josef Oberhuber", "Zoë")]
    more = [{"type": "draw_seats"}, {"type": "start"}, {"type": "name_table", "table": 1, "name": "Rio"}]
    for at, do in enumerate([*acts, *more, {"type": "out", "player": "Bo", "by": ["Anna"]}]):
        post(room.host, f"/api/tournaments/{found}/do", {"id": f"c{at}", "do": do})
    post(room.host, "/api/club/look", {"name": "River Club"})
    token = room.host.get("/api/me").json()["csrf"]
    headers = {"x-csrftoken": token, "content-type": "image/png"}
    assert room.host.post("/api/club/logo", content=file_of("PNG"), headers=headers).status_code == 200
    context = browser.new_context(viewport=A4, locale="de-DE")
    context.add_cookies(
        [{"name": key, "value": value, "url": room.address} for key, value in room.host.cookies.items()]
    )
    page = context.new_page()
    for sheet in (*(f"print/{one}" for one in SHEETS), "archive.html"):
        page.goto(f"{room.address}/api/tournaments/{found}/{sheet}")
        page.get_by_role("button", name="Drucken").wait_for()
        assert page.evaluate(ENGLISH) == [], sheet
        assert page.locator("header .club img").evaluate("one => one.decode().then(() => one.naturalWidth)") > 0, sheet
        assert page.evaluate(CUT) == [], sheet
    page.goto(f"{room.address}/api/tournaments/{found}/print/slips")
    page.get_by_role("heading", name="Platzzettel").wait_for()
    words = page.locator("main").inner_text()
    assert all(word in words for word in ("Tisch", "Platz", "Startstack", "Rio", "River Club", "Franz-Josef")), words
    leave(page)
