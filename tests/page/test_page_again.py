"""A tournament again for the next time, with its regulars by tap; and one that is only a clock, in two taps."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK
from page_player import host_page
from page_room import Room, post


@pytest.mark.long
def test_last_weeks_tournament_is_made_again_and_its_players_enter_by_a_tap(browser: Any, room: Room) -> None:
    before = post(room.host, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})["id"]
    for at, name in enumerate(("Ann", "Bo")):
        act = {"id": f"r{at}", "do": {"type": "register", "player": name}}
        post(room.host, f"/api/tournaments/{before}/do", act)
    page = host_page(browser, room, "/desk", DESK)
    page.get_by_role("button", name="Play Friday again").click()
    page.get_by_label("Name").last.fill("Next Friday")
    page.get_by_role("dialog").get_by_role("button", name="Create the tournament").click()
    page.get_by_role("heading", name="Next Friday created").wait_for()
    page.get_by_role("link", name="Open the desk").click()
    page.get_by_role("button", name="Enter players").click()
    page.get_by_role("dialog").get_by_role("button", name="Bo", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Ann", exact=True).click()
    page.keyboard.press("Escape")
    page.locator("#people", has_text="2 entered").wait_for()
    page.close()


@pytest.mark.long
def test_a_clock_without_players_starts_in_two_taps(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK)
    page.get_by_role("link", name="Run a tournament").click()
    page.locator(".setup-facts").wait_for()
    page.get_by_role("button", name="Start only a clock").click()
    page.locator("#level", has_text="Level 1").wait_for()
    page.locator("#todo, #now", has_text="The clock runs without players").first.wait_for()
    page.locator('[data-tab="clock"]').click()
    page.get_by_role("button", name="Next level").first.click()
    page.locator("#level", has_text="Level 2").wait_for()
    page.get_by_role("button", name="Previous level").first.click()
    page.locator("#level", has_text="Level 1").wait_for()
    page.close()


@pytest.mark.long
def test_numbers_instead_of_names_start_in_two_taps(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK)
    page.get_by_role("link", name="Run a tournament").click()
    page.locator(".setup-facts").wait_for()
    page.get_by_role("button", name="Start with numbers instead of names").click()
    page.locator("#people", has_text="27 of 27 left").wait_for()
    page.get_by_role("button", name="Player 4", exact=False).first.click()
    page.get_by_role("dialog").locator(".desk-out .desk-tile").first.click()
    page.locator("#people", has_text="26 of 27 left").wait_for()
    page.close()


@pytest.mark.long
def test_players_come_from_a_file_and_leave_in_one(browser: Any, room: Room) -> None:
    found = post(room.host, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})["id"]
    page = host_page(browser, room, f"/desk/{found}", DESK)
    page.get_by_role("button", name="Enter players").click()
    names = {"name": "club.csv", "mimeType": "text/csv", "buffer": "Nr;Name\n1;Ann\n2;Bo\n3;Zoë\n".encode()}
    page.get_by_label("Or from a spreadsheet (CSV)").set_input_files(names)
    page.get_by_role("dialog").get_by_text("3 players entered").wait_for()
    page.keyboard.press("Escape")
    page.locator("#people", has_text="3 entered").wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Paper").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Players for a spreadsheet").click()
    assert "Zoë" in download.value.path().read_text()
    page.close()
