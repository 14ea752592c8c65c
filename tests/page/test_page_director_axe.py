"""The pages of an evening with real chips, as axe sees them."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE, SERVE
from page_browser import PHONE, PlayedRoom

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
pytest.importorskip("litestar", reason=SERVE.reason)

from director_scenes import START, display_told, evening, public_told, seat_told, seats_told
from page_axe import check

from sidepot.tournament.schedule import MINUTE

LOOKS = pytest.mark.parametrize("look", ["light", "dark"])


@LOOKS
@pytest.mark.parametrize("layout", ["clock", "seats", "payouts"])
def test_a_display(browser: Any, look: str, layout: str) -> None:
    event = evening()
    room = PlayedRoom()
    room.api["/api/screens"] = (200, {"code": "4F7K", "token": "4F7K-x"})
    room.api["/api/screens/4F7K-x/seats"] = (200, seats_told(event))
    room.api["/api/screens/4F7K-x"] = (200, display_told(event, START + 5 * MINUTE, look=look, layout=layout))
    page = room.open(browser, "/screen", size={"width": 1920, "height": 1080})
    page.locator(f":root[data-layout='{layout}'] #body > *").first.wait_for()
    check(page)
    page.context.close()


@LOOKS
def test_the_page_that_chooses_for_displays(browser: Any, look: str) -> None:
    room = PlayedRoom("Ann", role="host")
    lines = [{"id": "7", "title": "Friday", "phase": "running", "game": "Hold'em"}]
    room.api["/api/tournaments"] = (200, {"tournaments": lines, "mine": []})
    room.api["/api/screens"] = (200, {"displays": [{"code": "4F7K", "at": 1}]})
    page = room.open(browser, "/screens", size=PHONE, color_scheme=look)
    page.locator("#list", has_text="4F7K").wait_for()
    check(page)
    page.context.close()


@LOOKS
def test_the_page_of_a_player(browser: Any, look: str) -> None:
    room = PlayedRoom()
    asks = [{"number": 3, "about": "floor", "at": START, "state": "open"}]
    room.api["/api/seat/7-1-abc"] = (200, seat_told(evening(), "Ann", START + 5 * MINUTE, asks))
    page = room.open(browser, "/s/7-1-abc", size=PHONE, color_scheme=look)
    page.locator("#asked li").wait_for()
    check(page)
    page.context.close()


@LOOKS
def test_the_public_page(browser: Any, look: str) -> None:
    room = PlayedRoom()
    room.api["/api/tournaments/7/public"] = (200, public_told(evening(), START + 5 * MINUTE, check_in=True))
    page = room.open(browser, "/e/7", size=PHONE, color_scheme=look)
    page.locator("#stacks li").first.wait_for()
    check(page)
    page.context.close()
