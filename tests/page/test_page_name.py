"""A table that is opened directly: nobody sits down there under a name that they have not chosen."""

from __future__ import annotations

from typing import Any

from page_browser import done
from page_scenes import Scene, at_table
from room_tables import cash, terms


def test_who_sits_down_is_asked_for_a_name_first(browser: Any) -> None:
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
