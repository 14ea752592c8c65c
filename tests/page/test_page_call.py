"""The link to the table's call in its head, and the sounds that are offered once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from page_browser import DESK, leave
from page_player import Page, host_page
from page_room import Room
from room_tables import cash

from sidepot.room.table.terms import RoomTerms

pytestmark = pytest.mark.long
CALL = "https://meet.example.org/friday"


def test_the_host_sets_a_link_that_seated_players_have_in_the_head(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK)
    page.get_by_role("button", name="Open a table").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name", exact=True).or_(window.get_by_text("Seats and time")).first.wait_for()
    window.get_by_text("Seats and time").click()
    window.get_by_label("Name", exact=True).fill("With a call")
    window.get_by_text("Extras").click()
    field = window.get_by_label("Link to your call")
    field.fill("http://meet.example.org")
    window.get_by_role("button", name="Open the table").click()
    assert not field.evaluate("one => one.validity.valid"), "only https"
    field.fill(CALL)
    window.get_by_role("button", name="Open the table").click()
    link = page.get_by_role("link", name="Join the call of this table")
    link.wait_for()
    assert [link.get_attribute(name) for name in ("href", "target", "rel")] == [CALL, "_blank", "noopener"]
    table = page.url.rpartition("/")[2].partition("#")[0]
    uma = Page(browser, room, "Uma")
    uma.page.goto(f"{room.address}/table/{table}")
    uma.page.get_by_role("button", name="Sit down", exact=True).first.wait_for()
    assert uma.page.locator(".call-tool").count() == 0, "a spectator does not see it"
    agreed = uma.page.evaluate("async (at) => (await fetch(at)).text()", f"/api/tables/{table}/agreement")
    assert json.loads(agreed)["values"]["call"] == "" and CALL not in agreed
    uma.sit("With a call")
    uma.page.locator(f".call-tool[href='{CALL}']").wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Change the table").click()
    assert field.input_value() == CALL
    field.fill("")
    page.get_by_role("button", name="Announce the change").click()
    uma.page.locator("#ticker", has_text="Link to the call: as before → none").wait_for(state="attached")
    uma.close()
    leave(page)


def test_sounds_are_offered_once_when_one_sits_down(browser: Any, room: Room) -> None:
    room.open(RoomTerms(title="Quiet", rules=cash(seats=4)))
    vic = Page(browser, room, "Vic", once=True)
    page = vic.page
    page.goto(room.address)
    page.get_by_label("Playing as").fill("Vic")
    page.locator(".table-row", has_text="Quiet").get_by_role("button", name="Sit down").click()
    window = page.get_by_role("dialog")
    sounds = window.get_by_label("Play short sounds")
    sounds.wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate("localStorage.getItem('sidepot.sound')") is None
    page.get_by_role("button", name="Sit down", exact=True).click()
    sounds.check()
    window.get_by_role("button", name="Sit down").click()
    page.locator(".seat.own").wait_for()
    assert page.evaluate("localStorage.getItem('sidepot.sound')") == '"on"'
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Leave the table").click()
    window.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Sit down", exact=True).click()
    window.get_by_role("spinbutton").wait_for()
    assert sounds.count() == 0
    vic.close()
