"""The pages of a live tournament, as axe sees them."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE, SERVE
from page_browser import PHONE, PlayedRoom, leave

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
pytest.importorskip("litestar", reason=SERVE.reason)

from director_scenes import START, display_told, evening, public_told, seat_told, seats_told
from page_axe import LOOKS, check

from sidepot.tournament.schedule import MINUTE


@pytest.mark.parametrize(
    "layout", ["clock", *(pytest.param(one, marks=pytest.mark.long) for one in ("seats", "payouts"))]
)
def test_a_display(browser: Any, layout: str) -> None:
    """Its look is chosen for it, whatever the machine prefers."""
    tournament = evening()
    room = PlayedRoom()
    room.api["/api/screens"] = (200, {"code": "4F7K", "token": "4F7K-x"})
    room.api["/api/screens/4F7K-x/seats"] = (200, seats_told(tournament))
    told = {look: display_told(tournament, START + 5 * MINUTE, look=look, views=[{"layout": layout}]) for look in LOOKS}
    room.api["/api/screens/4F7K-x"] = (200, told["light"])
    page = room.open(browser, "/screen", size={"width": 1920, "height": 1080})
    for look, options in LOOKS.items():
        room.api["/api/screens/4F7K-x"] = (200, told[look])
        page.reload()
        page.locator(f":root[data-layout='{layout}'][data-theme='{look}'] #body > *").first.wait_for()
        check(page, {look: options})
    leave(page)


def test_the_page_that_chooses_for_displays(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    lines = [{"id": "7", "title": "Friday", "phase": "running", "game": "Hold'em"}]
    room.api["/api/tournaments"] = (200, {"tournaments": lines, "mine": []})
    room.api["/api/screens"] = (200, {"displays": [{"code": "4F7K", "at": 1}]})
    page = room.open(browser, "/screens", size=PHONE)
    page.locator("#list", has_text="4F7K").wait_for()
    check(page)
    leave(page)


def test_the_page_of_a_player(browser: Any) -> None:
    room = PlayedRoom()
    asks = [{"number": 3, "about": "floor", "at": START, "state": "open"}]
    room.api["/api/seat/7-1-abc/person"] = (200, {"name": "Ann"})
    room.api["/api/seat/7-1-abc"] = (200, seat_told(evening(), "Ann", START + 5 * MINUTE, asks))
    page = room.open(browser, "/s/7-1-abc", size=PHONE)
    page.locator("#asked li").wait_for()
    check(page)
    leave(page)


def test_the_public_page(browser: Any) -> None:
    room = PlayedRoom()
    room.api["/api/tournaments/7/public"] = (200, public_told(evening(), START + 5 * MINUTE, check_in=True))
    page = room.open(browser, "/e/7", size=PHONE)
    page.locator("#stacks li").first.wait_for()
    check(page)
    leave(page)
