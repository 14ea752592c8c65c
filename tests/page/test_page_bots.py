"""The bots at a table: the host chooses a style, and each seat says which bot it is."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK, leave
from page_player import QUICK, host_page
from page_room import Room
from room_tables import cash

from sidepot.bots.bot_names import CAST, BotStyle
from sidepot.room.table.terms import RoomTerms

pytestmark = pytest.mark.long


def test_the_host_adds_a_bot_of_a_style_which_its_seat_names(browser: Any, room: Room) -> None:
    table = room.open(RoomTerms(title="Styles", rules=cash(seats=6), timing=QUICK))
    page = host_page(browser, room, f"/table/{table}", DESK)
    for style in ("Aggressive", "Tight"):
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Add a bot").click()
        window = page.get_by_role("dialog")
        window.locator("label svg .robot").nth(3).wait_for()  # each style has its face, and any has one
        window.get_by_role("radio", name=style).check()
        window.get_by_label("Bot strength").select_option("expert")
        window.get_by_role("button", name="Add the bot").click()
        page.locator(f".seat[aria-label*='a bot (expert, {style.lower()})']").wait_for()
    names = [
        str(one).partition(": ")[2]
        for one in page.locator(".seat").evaluate_all("all => all.map((one) => one.ariaLabel)")
    ]
    styles = [CAST.get(name.partition(" (bot)")[0]) for name in names]
    assert styles.count(BotStyle.AGGRESSIVE) == styles.count(BotStyle.TIGHT) == 1, names
    assert page.locator(".seat .robot").count() == 2 and page.locator(".seat .initials").count() == 0
    leave(page)


def test_a_table_opens_with_bots_of_one_style(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK)
    page.get_by_role("button", name="Open a table").click()
    window = page.get_by_role("dialog")
    window.get_by_text("Seats and time").click()
    assert not window.get_by_label("Bot style").is_visible()
    window.get_by_label("Bots", exact=True).fill("3")
    window.get_by_label("Bot style").select_option("loose")
    window.get_by_role("button", name="Open the table").click()
    page.locator(".seat[aria-label*='a bot (regular, loose)']").nth(2).wait_for()
    leave(page)
