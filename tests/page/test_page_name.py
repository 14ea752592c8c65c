"""A table that is opened directly: nobody sits down there under a name that they have not chosen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from page_browser import PlayedRoom, done
from page_scenes import Scene, at_table, holdem
from room_tables import cash, terms

from sidepot.room.views.player import player_view


def test_sitting_down_asks_for_a_name_first(browser: Any) -> None:
    """A name that is refused is said so at its field; then another one is taken, and the chips are asked for."""
    scene = Scene(terms(cash(seats=4)))
    scene.seat(2)
    scene.deal()
    room, page = at_table(browser, scene, "")
    page.locator(".seat.empty.may").first.click()
    asked = page.get_by_role("dialog")
    name = asked.get_by_label("Your name")
    assert name.input_value() == "Quiet Heron" and room.posts == []
    room.api["/api/guest"] = (409, {"because": "that name is somebody's already", "cite": ""})
    page.keyboard.press("Enter")
    asked.get_by_text("that name is somebody's already").wait_for()
    del room.api["/api/guest"]
    name.fill("Zoe")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").wait_for()
    assert room.posts[-1] == ("/api/guest", {"name": "Zoe"}) and room.said == []
    room.errors = [error for error in room.errors if "409" not in error]
    done(room, page)


@pytest.mark.long
def test_a_name_is_changed_in_the_lobby_and_what_is_refused_is_said_at_its_field(browser: Any) -> None:
    room = PlayedRoom("Ann")
    page = room.open(browser, "/")
    page.locator(".account summary").click()
    page.get_by_role("button", name="Change name").click()
    asked = page.get_by_role("dialog", name="Change your name")
    asked.get_by_text("You keep your seats and chips").wait_for()
    room.api["/api/rename"] = (409, {"because": "the name 'Zora' is taken", "cite": "", "code": "name_taken"})
    asked.get_by_label("Name").fill("Zora")
    page.keyboard.press("Enter")
    asked.get_by_role("alert").get_by_text("the name 'Zora' is taken").wait_for()
    room.api["/api/rename"] = (200, {"name": "Zoe", "role": "guest"})
    room.me = "Zoe"
    asked.get_by_label("Name").fill(" Zoe ")
    page.keyboard.press("Enter")
    asked.wait_for(state="detached")
    page.locator("#who strong", has_text="Zoe").wait_for()
    assert room.posts[-1] == ("/api/rename", {"name": "Zoe"})
    room.errors = [error for error in room.errors if "409" not in error]
    done(room, page)


@pytest.mark.long
def test_renamed_player_keeps_seat_and_cards(browser: Any) -> None:
    """The line comes again under the new name; the table goes on with the one that it knows."""
    scene = holdem(3)
    room, page = at_table(browser, scene, "Ann")
    page.locator("body.seated").wait_for()
    mine = player_view(scene.room, "Ann", own_name="Zoe")
    assert mine is not None and mine.name == "Ann"
    room.greet = [scene.told("")[0], msgspec.json.encode(mine)]
    room.become("Zoe", scene.now)
    for message in room.greet:
        room.tell(message)
    page.wait_for_function("() => document.querySelectorAll('.own-card .card').length === 2")
    assert page.locator("body.seated").count() == 1 and page.locator(".toast").count() == 0
    assert "Ann, you" in str(page.locator(".seat.own").get_attribute("aria-label"))
    done(room, page)
