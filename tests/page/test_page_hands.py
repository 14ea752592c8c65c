"""The list of one's hands and the replay, against a real room: played, found, stepped through, shown to another."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE
from page_browser import PHONE, leave
from page_player import Page, table
from page_room import Opponent, Room, stays
from room_tables import cash

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check


def seats_of(page: Any) -> list[str]:
    """The cards of each seat of the replay, in words."""
    return [
        ", ".join([str(card.get_attribute("aria-label")) for card in seat.locator(".card").all()])
        for seat in page.locator(".replay-seat").all()
    ]


def test_a_hand_is_found_replayed_and_shown_to_another(browser: Any, room: Room) -> None:
    """Uma plays a hand, finds it in her list, replays it by keyboard, notes it; Ned's browser sees no card of hers."""
    where = table(room, "Replayed", cash(seats=2))
    mine = Page(browser, room, "Uma")
    mine.sit("Replayed")
    with Opponent(room, where, "Oli", stays):
        room.begin(where)
        mine.page.wait_for_selector(".your-turn .act")
        own = mine.own
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    page = mine.page
    page.goto(f"{room.address}/hands")
    page.wait_for_selector(".hand-row")
    row = page.locator(".hand-row").first
    assert "Replayed" in row.inner_text()
    assert [str(card.get_attribute("aria-label")) for card in row.locator(".card").all()][:2] == own
    assert page.locator(".figures dd").first.inner_text() != "0"
    row.click()
    page.wait_for_selector("#replay:not([hidden])")
    first = page.locator("#now").inner_text()
    page.keyboard.press("End")
    assert page.locator("#boards .card").count() == 5
    assert page.locator("#now").inner_text() != first
    page.keyboard.press("ArrowUp")  # where the last street begins
    assert page.locator("#now").inner_text() != first
    page.keyboard.press("Home")
    assert page.locator("#now").inner_text() == first
    page.locator("#on").click()
    assert page.locator("#at").input_value() == "1"
    page.keyboard.press("End")
    assert own[0] in " ".join(seats_of(page))
    page.locator("#note").fill("I could have raised")
    page.get_by_role("button", name="Save note").click()
    page.wait_for_selector("text=Saved: only you can see it.")
    page.get_by_role("button", name="Verify the deal").click()
    page.wait_for_selector(".verdict.good")
    assert "/hand/" in page.url
    check(page)
    link = page.get_by_role("link", name="Settle with real chips")
    settled = page.context.new_page()
    settled.goto(f"{room.address}{link.get_attribute('href')}")
    settled.get_by_role("heading", name="Total").wait_for()
    assert {"Uma", "Oli"} == {one.input_value() for one in settled.locator("[data-is=name]").all()} - {""}
    assert settled.locator("#house").input_value() == "cash" and "#hand=" in settled.url
    settled.close()
    with page.expect_download() as taken:
        page.get_by_role("group", name="Export: This hand").get_by_role("button", name="PokerStars").click()
    assert "PokerStars Hand #" in taken.value.path().read_text("utf-8")
    assert taken.value.suggested_filename.endswith(".txt")
    address = page.url.partition("?")[0]
    stranger = browser.tabs.take(None, PHONE).page
    stranger.goto(f"{address}?public")
    stranger.wait_for_selector("#replay:not([hidden])")
    assert stranger.locator("#note").count() == 0
    assert "as everyone saw it" in stranger.locator("#what").inner_text()
    assert stranger.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    stranger.keyboard.press("ArrowRight")
    assert own[0] not in " ".join(seats_of(stranger))
    leave(stranger)
    page.goto(f"{room.address}/hands")
    with page.expect_download() as taken:
        page.get_by_role("group", name="Export: These hands").get_by_role("button", name="Open Hand History").click()
    assert '"hero_player_id"' in taken.value.path().read_text("utf-8")
    page.get_by_label("Minimum pot").fill("99999999")
    page.get_by_role("button", name="PHH").click()
    page.wait_for_selector("text=no such hand")
    page.get_by_label("Minimum pot").fill("")
    page.keyboard.press("Tab")
    page.get_by_label("With a note").check()
    page.wait_for_selector("text=with a note")
    page.get_by_label("Maximum pot").fill("1")
    page.keyboard.press("Tab")
    page.wait_for_selector("text=No hands match.")
    page.get_by_label("Maximum pot").fill("")
    page.get_by_label("Minimum pot").fill("2")
    page.keyboard.press("Tab")
    page.wait_for_selector("text=with a note")
    mine.close()
