"""Several tables in one window, against a real room: a tile for each, and the one that waits comes forward."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from page_browser import PHONE, resize
from page_player import PATIENCE, Page, table
from page_room import Opponent, Room, stays
from room_tables import cash


@pytest.mark.long
def test_two_tables_lie_in_one_window_and_the_one_that_waits_is_in_front(browser: Any, room: Room) -> None:
    first, second = table(room, "Upstairs", cash(seats=2)), table(room, "Downstairs", cash(seats=2))
    mine = Page(browser, room, "Tia")
    page = mine.page
    mine.sit("Upstairs")
    page.goto(room.address)
    page.locator(".table-row", has_text="Downstairs").get_by_role("button", name="Sit down").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".seat.own")
    page.goto(room.address)
    page.get_by_role("link", name="All my tables in one window").click()
    tiles = page.locator(".tile")
    page.wait_for_function("() => document.querySelectorAll('.tile').length === 2")
    for at in range(2):
        page.frame_locator(".tile iframe").nth(at).locator(".seat.own").wait_for()
    resize(page, PHONE)  # where one table is seen at a time
    with Opponent(room, first, "Oli", stays), Opponent(room, second, "Una", stays):
        for where in (second, first):
            room.begin(where)
            waits = page.locator(f".tile.waits.front[data-table='{where}']")
            waits.wait_for()
            assert [one.is_visible() for one in tiles.all()].count(True) == 1 and waits.is_visible()
            assert page.locator(".tiles-tabs .waits").inner_text().endswith("your turn")
            room.say(where, {"type": "close"})  # the hand is played to its end
            act = page.frame_locator(f".tile[data-table='{where}'] iframe").locator(".act-wrap[data-key=f] button")
            until = monotonic() + PATIENCE / 1000
            while waits.count() and monotonic() < until:
                act.evaluate_all("buttons => buttons.forEach((one) => one.click())")  # none is left once it is done
                page.wait_for_timeout(50)
            assert not waits.count()
    mine.close()


@pytest.mark.long
def test_links_of_a_table_in_a_tile_lead_out_of_it(browser: Any, room: Room) -> None:
    mine = Page(browser, room, "Ned")
    table(room, "Attic", cash(seats=2))
    mine.sit("Attic")
    mine.page.goto(f"{room.address}/tiles")
    mine.page.frame_locator(".tile iframe").locator("a.home").click()
    mine.page.get_by_role("heading", name="Play here").wait_for()
    mine.close()
