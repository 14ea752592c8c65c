"""Practice after a hand: two lines for each decision of one's own, on the replay and at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from needs import AXE
from page_player import Page, table
from page_room import Opponent, Room, stays
from room_tables import cash

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check

pytestmark = pytest.mark.long


def test_ones_own_decisions_have_pot_odds_and_an_equity(browser: Any, room: Room) -> None:
    where = table(room, "Practised", cash(seats=2))
    mine = Page(browser, room, "Uma")
    mine.sit("Practised")
    page = mine.page
    with Opponent(room, where, "Oli", stays):
        room.begin(where)
        page.wait_for_selector(".your-turn .act")
        mine.play(lambda: False)
        page.wait_for_selector(".result p")
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Practice the last hand").click()
        window = page.get_by_role("dialog")
        window.locator(".practice li h3").first.wait_for()
        texts = window.locator(".practice > ol > li").all_inner_texts()
        check(page)
    assert len(texts) >= 2 and all("Uma" in text for text in texts)
    for text in texts:
        assert re.search(r"Pot odds: (a check was free|[\d,]+ to win [\d,]+, so a call needs \d+)", text), text
        assert re.search(r"Equity against these ranges: ~? ?\d+", text) and "Oli: " in text, text
    assert re.search(r"Oli: (call|check|raise) \d+\W\d+%", texts[-1]), texts
    window.get_by_role("link").last.click()
    page.wait_for_selector("#replay:not([hidden])")
    step = int(page.locator("#at").input_value())
    page.get_by_role("button", name="Practice").click()
    page.locator(".practice h3 a").first.wait_for()
    assert page.locator(".practice > ol > li").all_inner_texts() == texts
    page.locator(".practice h3 a").first.click()
    assert int(page.locator("#at").input_value()) < step
    page.goto(page.url.partition("?")[0] + "?public")
    page.wait_for_selector("#replay:not([hidden])")
    assert page.get_by_role("button", name="Practice").count() == 0
    assert mine.errors == []
    mine.close()
