"""The list of one's hands and the replay, against a real room: played, found, stepped through, shown to another."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from fair_hands import fair_hand
from needs import AXE
from page_browser import PHONE, PlayedRoom, done, in_windows, leave
from page_player import Page, table
from page_room import Opponent, Room, stays
from room_tables import cash

from sidepot.games.catalog import GAMES
from sidepot.room.views.equities import Equities, equities_of_record
from sidepot.room.views.replayed import replay_record

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check


def seats_of(page: Any) -> list[str]:
    """Each seat of the replay in words, and the large cards."""
    return [str(one.get_attribute("aria-label")) for one in page.locator(".seat, .own-cards").all()]


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
    assert page.locator(".board .card").count() == 5
    assert page.locator("#now").inner_text() != first
    page.keyboard.press("ArrowUp")  # where the last street begins
    assert page.locator("#now").inner_text() != first
    page.keyboard.press("Home")
    assert page.locator("#now").inner_text() == first
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    assert "previous or next street" in keys.inner_text()
    page.keyboard.press("End")  # not behind the window
    page.keyboard.press("Escape")
    assert page.locator("#now").inner_text() == first and page.get_by_role("button", name="Keyboard shortcuts").count()
    floor = page.locator("#turn").get_by_role("link", name="Ask the floor")
    while not floor.count():
        page.keyboard.press("ArrowRight")
    floor.click()
    page.get_by_role("button", name="What may this player do now?").click()
    page.locator(".line-seat.is-to-act", has_text="SB").wait_for()
    assert page.locator(".line-seat", has_text="behind").count() == 2
    page.go_back()
    page.go_back()
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("Home")
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
        page.locator("summary", has_text="Export").click()
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
    stranger.get_by_label("Open hands from the start").uncheck()
    stranger.keyboard.press("ArrowRight")
    assert own[0] not in " ".join(seats_of(stranger))
    leave(stranger)
    page.goto(f"{room.address}/hands")
    with page.expect_download() as taken:
        page.locator("summary", has_text="Export").click()
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


def replayed_room(own: bool) -> tuple[PlayedRoom, Equities]:
    """A room with one hand in which all cards came and at least two hands were shown, and its equities."""
    for seed in range(60):
        fair = fair_hand(seed, GAMES["holdem"], floor=False)
        last = replay_record(fair.record(-1)).steps[-1]
        shown = [at for at, seat in enumerate(last.seats) if seat.shown]
        if len(shown) > 1 and last.boards and len(last.boards[0]) == 5:
            break
    record = fair.record(shown[0] if own else -1)
    room, equities = PlayedRoom("Ann" if own else ""), equities_of_record(record)
    replayed = msgspec.to_builtins(replay_record(record))
    room.api["/api/tables/t1/hands/7/replay"] = 200, {"table": "t1", "replayed": replayed, "note": "", "own": own}
    room.api["/api/tables/t1/hands/7/equities"] = 200, msgspec.to_builtins(equities)
    return room, equities


def test_each_step_is_on_the_felt_marked_in_the_list_and_has_its_equities(browser: Any) -> None:
    room, equities = replayed_room(own=True)
    page = room.open(browser, "/hand/t1/7", reduced_motion="reduce")
    page.wait_for_selector("sp-equity[aria-busy=false]")
    assert page.locator("sp-transport button .icon").count() == 5
    for at, equity in enumerate(equities.steps):
        assert page.locator("#at").input_value() == str(at)
        current = page.locator(".step-of[aria-current=step]")
        assert current.count() == 1 and current.inner_text() == page.locator("#now").inner_text()
        if equity is not None:
            there = page.locator("sp-equity dd").all_inner_texts()
            assert len(there) == len(equity.shares) + (equity.unknown > 0)
            for (_, share), text in zip(equity.shares, there, strict=False):
                assert text.strip("~<> %") in (f"{int(share * 100)}", f"{int(share * 100) + 1}", "1", "99")
            if not any(sign in "".join(there) for sign in "<>"):
                assert sum(int(text.strip("~ %")) for text in there) == 100
        page.keyboard.press("ArrowRight")
    assert page.locator("sp-equity .is-won").count() > 0
    assert page.locator(".seat.all-in").count() == 0, "the hand is over"
    page.locator(".step-of").nth(2).click()
    assert page.locator("#at").input_value() == "2"
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save a picture").click()
    assert taken.value.path().read_bytes().startswith(b"\x89PNG")
    done(room, page)


WINDOWS = [(360, 740), (1440, 900), (1920, 1080)]


@pytest.mark.long
def test_the_felt_of_a_replay_is_seen_whole_with_what_steps_through_it(browser: Any) -> None:
    """Neither a window for phones nor a large one is scrolled to play; nothing is wider than the window."""
    room, _ = replayed_room(own=True)
    page = room.open(browser, "/hand/t1/7", reduced_motion="reduce")
    page.wait_for_selector("sp-equity[aria-busy=false]")
    low = """() => [
        document.querySelector("sp-transport").getBoundingClientRect().bottom - innerHeight,
        document.documentElement.scrollWidth - innerWidth,
    ]"""
    for window, (below, beside) in in_windows(page, WINDOWS, low).items():
        assert below <= 0 and beside <= 0, window
    done(room, page)
