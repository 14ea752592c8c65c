"""Somebody who has never led an evening: from the start page to *Start* in few taps and three minutes, then a bust."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE
from page_room import Room
from test_page_evening import person

NINE = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
LEAGUE = tuple(f"{name}{more}" for name in NINE for more in ("", "na", "bert"))
WIDE = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
MOST = 25
TAP = 1.35 + 1.1  # seconds, as people are measured: to think what comes next, and to reach it with a thumb
LETTER = 0.5  # a slow one on glass
KEY = 0.28  # 40 words a minute on a keyboard
LONGEST = 180


class Thumb:
    """Somebody who taps, and counts it; a field is tapped before it is filled in."""

    def __init__(self, page: Any, letter: float) -> None:
        self.page = page
        self.letter = letter
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
        return (self.taps + more_taps) * TAP + self.letters * self.letter


def started(page: Any, room: Room, names: tuple[str, ...], letter: float) -> Thumb:
    """From the start page to the running clock."""
    thumb = Thumb(page, letter)
    page.goto(room.address)
    thumb.tap(page.get_by_role("link", name="Run a tournament"))
    page.locator(".setup-facts").wait_for()
    thumb.fill(page.get_by_label("Players", exact=True), str(len(names)))
    thumb.tap(page.get_by_role("button", name="Create the tournament"))
    thumb.tap(page.get_by_role("link", name="Open the desk"))
    thumb.tap(page.get_by_role("button", name="Enter players"))
    thumb.fill(page.get_by_label("Name"), ", ".join(names))
    thumb.tap(page.get_by_role("button", name=f"Enter {len(names)} players"))
    page.locator("#people", has_text=f"{len(names)} entered").wait_for()
    thumb.tap(page.get_by_role("button", name="Draw seats"))
    thumb.tap(page.get_by_role("button", name="Start", exact=True))
    page.locator("#people", has_text=f"{len(names)} of {len(names)} left").wait_for()
    page.locator("#strip:not(.stands)").wait_for()
    return thumb


def cookies_of(room: Room) -> list[dict[str, str]]:
    return [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]


@pytest.mark.long
def test_from_the_start_page_to_the_start_with_few_taps(browser: Any, room: Room) -> None:
    with person(browser, PHONE, cookies_of(room)) as page:
        thumb = started(page, room, NINE, LETTER)
        one_by_one = thumb.taps + 2 * (len(NINE) - 1)  # one window for each name
        assert thumb.taps <= one_by_one <= MOST, (thumb.taps, one_by_one)
        assert thumb.seconds(one_by_one - thumb.taps) <= LONGEST


@pytest.mark.long
@pytest.mark.parametrize(("size", "most"), [(WIDE, 2), (TABLET, 2), (PHONE, 3)], ids=["desk", "tablet", "phone"])
def test_a_league_of_27_starts_within_three_minutes_and_a_bust_takes_few_taps(
    browser: Any, room: Room, size: dict[str, int], most: int
) -> None:
    with person(browser, size, cookies_of(room)) as page:
        thumb = started(page, room, LEAGUE, LETTER if size == PHONE else KEY)
        assert thumb.seconds() <= LONGEST, thumb.seconds()
        busts = Thumb(page, KEY)
        if size == PHONE:
            busts.tap(page.get_by_role("button", name="Tables", exact=True))
        seats = page.locator("#map .desk-table").first.locator("button.desk-seat")
        loser, winner = (seats.nth(at).locator(".desk-name").inner_text() for at in (0, 1))
        busts.tap(seats.first)
        busts.tap(page.get_by_role("dialog", name=loser, exact=True).locator(f"[data-player='{winner}']"))
        page.locator("#people", has_text="26 of 27 left").wait_for()
        assert busts.taps <= most
