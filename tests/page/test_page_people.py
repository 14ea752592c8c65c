"""The people of the club at the page: known at the desk, made one person, parted again, erased."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK
from page_player import host_page
from page_room import Room, post


def opened(room: Room, *names: str) -> str:
    found: str = post(room.host, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})["id"]
    for at, name in enumerate(names):
        post(room.host, f"/api/tournaments/{found}/do", {"id": f"r{at}", "do": {"type": "register", "player": name}})
    return found


@pytest.mark.long
def test_a_known_name_is_offered_and_two_are_made_one_person(browser: Any, room: Room) -> None:
    first = opened(room, "Ann", "Anne", "Bo")
    post(room.host, f"/api/tournaments/{first}/do", {"id": "over", "do": {"type": "cancel", "why": "few"}})
    second = opened(room)
    page = host_page(browser, room, f"/desk/{second}", DESK)
    page.get_by_role("button", name="Enter players").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").first.fill("bo")
    dialog.get_by_label("The club knows this name").wait_for()
    assert dialog.get_by_label("The club knows this name").locator("option").all_inner_texts() == [
        "Bo, known from 1 tournament",
        "somebody new with the same name",
    ]
    dialog.get_by_role("button", name="Enter player").click()
    page.locator("#people", has_text="1 entered").wait_for()

    page.goto(f"{room.address}/people")
    page.locator(".club-row", has_text="Bo").filter(has_text="2 evenings").wait_for()
    page.get_by_role("button", name="Anne is the same person as …").click()
    page.get_by_role("combobox", name="The same person as").select_option(label="Ann (1 evening)")
    page.get_by_role("button", name="Make them one person").click()
    page.locator(".club-row", has_text="also Anne").wait_for()
    page.get_by_role("button", name="They are two people").click()
    page.get_by_role("button", name="Erase Anne", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).click()
    page.locator(".club-row.is-over", has_text="Person 2").wait_for()
    page.close()
