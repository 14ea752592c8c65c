"""The journal at the page: what is open after a live tournament, and all is nil once winnings are handed out."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE
from page_browser import DESK
from page_player import host_page
from page_room import Room, post

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check


@pytest.mark.long
def test_the_journal_names_what_is_open_until_all_is_nil(browser: Any, room: Room) -> None:
    form = {"title": "Friday", "preset": "freeze-out", "live": True}
    desk = f"/api/tournaments/{post(room.host, '/api/tournaments', form)['id']}/do"

    def do(key: str, **act: Any) -> None:
        post(room.host, desk, {"id": key, "do": act})

    for name in ("Ann", "Bo", "Cy"):
        do(f"enter {name}", type="register", player=name)
    do("draw", type="draw_seats")
    do("start", type="start")
    do("out 1", type="out", player="Ann", by=["Bo"])
    do("out 2", type="out", player="Bo", by=["Cy"])
    page = host_page(browser, room, "/journal", DESK)
    page.locator("#open", has_text="Cy").wait_for()
    for player in page.locator("#open li .payment a").all_inner_texts():
        do(f"pay {player}", type="hand_out", player=player)
    page.reload()
    page.locator("#open", has_text="Nothing is open").wait_for()
    page.get_by_role("link", name="The bank").click()
    page.locator("#lines", has_text="Balance: \u22121,500").wait_for()
    page.locator("#lines small", has_text="Paid in or out · Friday").first.wait_for()
    check(page)
    page.close()
