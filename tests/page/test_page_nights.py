"""The nights of the club, against a real room: played, listed, settled, taken home as a file."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, leave, resize
from page_player import Page, table
from page_room import Opponent, Room, stays
from room_tables import cash


@pytest.mark.long
def test_a_night_is_read_and_settled(browser: Any, room: Room) -> None:
    """Uma plays a hand against Oli: the night says what each bought, who is up, and who pays whom."""
    where = table(room, "Night", cash(seats=2, bomb_every=1, bomb_ante=4))
    mine = Page(browser, room, "Uma")
    mine.sit("Night")
    with Opponent(room, where, "Oli", stays):
        room.begin(where)
        mine.page.wait_for_selector(".your-turn .act")
        mine.play(lambda: False)  # by checks and calls: it may be shared, then nobody is up
        mine.page.wait_for_selector(".result p")
    page = mine.page
    page.goto(room.address)
    page.get_by_role("link", name="Nights", exact=True).click()
    page.wait_for_selector(".books")
    assert page.locator(".books tr.is-you th").inner_text().startswith("Uma")
    assert page.locator(".night-row").count() == 3  # the year, the month, and the night
    assert page.locator("#books h2").first.inner_text() != ""
    results = page.locator(".books .result").all_inner_texts()
    up, down = (int(result.replace(",", "").replace("\u2212", "-")) for result in results)
    assert up == -down >= 0  # what one is up the other is down
    heads = page.locator(".books thead th").all_inner_texts()
    assert ("Bomb pots" in heads) == (up > 0)  # its only hand was one
    assert "Seven-deuce" not in heads and "Stand-up game" not in heads
    with page.expect_download() as found:
        page.locator("summary", has_text="Export").click()
        page.get_by_role("link", name="Players as CSV").click()
    with open(found.value.path(), encoding="utf-8") as file:
        assert file.readline().startswith("player,bought,cashed")
    page.locator(".night-row").nth(1).click()  # the whole month
    page.wait_for_function("() => document.querySelector('#books h2')?.textContent.match(/^[A-Z][a-z]+ \\d{4}$/)")
    resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    mine.close()


def test_a_newcomer_finds_no_empty_forms(browser: Any, room: Room) -> None:
    """Without a hand there is nothing to look for; a slip that is worth nothing has neither a clock nor a sound."""
    page = browser.tabs.take(None, PHONE).page
    page.goto(f"{room.address}/hands")
    page.locator("#hands", has_text="No hands yet").wait_for()
    assert not page.locator("#wanted").is_visible() and not page.locator("#files").is_visible()
    assert not page.locator("#trouble").is_visible()
    page.goto(f"{room.address}/nights")
    page.locator("#nights", has_text="No nights yet").wait_for()
    assert not page.locator("#trouble").is_visible()
    page.goto(f"{room.address}/s/nobody")
    page.locator("#trouble", has_text="ask the desk for a new one").wait_for()
    assert not page.locator(".slip-clock").is_visible() and not page.locator("#sound").is_visible()
    leave(page)
