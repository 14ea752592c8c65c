"""Somebody who has never led an evening: from the start page to *Start* with nine players, on a phone, in few taps."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE
from page_room import Room
from test_page_evening import person

NINE = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
MOST = 25
TAP = 1.35 + 1.1  # seconds, as people are measured: to think what comes next, and to reach it with a thumb
LETTER = 0.5  # a slow one on glass
LONGEST = 180


class Thumb:
    """Somebody who taps, and counts it; a field is tapped before it is filled in."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0
        self.letters = 0

    def tap(self, place: Any) -> None:
        place.click()
        self.taps += 1

    def fill(self, place: Any, text: str) -> None:
        self.tap(place)
        place.fill(text)
        self.letters += len(text)

    def seconds(self, more_taps: int = 0) -> float:
        """How long people take for that, the pages being quicker than they are."""
        return (self.taps + more_taps) * TAP + self.letters * LETTER


@pytest.mark.long
def test_from_the_start_page_to_the_start_with_few_taps(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    with person(browser, PHONE, cookies) as page:
        thumb = Thumb(page)
        page.goto(room.address)
        thumb.tap(page.get_by_role("link", name="Run a tournament"))
        page.locator(".setup-facts").wait_for()
        thumb.fill(page.get_by_label("Players", exact=True), str(len(NINE)))
        thumb.tap(page.get_by_role("button", name="Create the tournament"))
        thumb.tap(page.get_by_role("link", name="Open the desk"))
        thumb.tap(page.get_by_role("button", name="Enter players"))
        thumb.fill(page.get_by_label("Name"), ", ".join(NINE))
        thumb.tap(page.get_by_role("button", name="Enter 9 players"))
        page.locator("#people", has_text="9 entered").wait_for()
        thumb.tap(page.get_by_role("button", name="Draw seats"))
        thumb.tap(page.get_by_role("button", name="Start", exact=True))
        page.locator("#people", has_text="9 of 9 left").wait_for()
        page.locator("#strip:not(.stands)").wait_for()
        one_by_one = thumb.taps + 2 * (len(NINE) - 1)  # one window for each name
        assert thumb.taps <= one_by_one <= MOST, (thumb.taps, one_by_one)
        assert thumb.seconds(one_by_one - thumb.taps) <= LONGEST
