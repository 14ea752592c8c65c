"""Regulars: their pictures, sent from their phones, and last week's page that leads to the one of this week."""

from __future__ import annotations

from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("PIL", reason=SERVE.reason)

from page_browser import DESK, PHONE, leave
from page_player import host_page
from page_room import Room, post
from test_page_people import opened
from test_web_avatars import file_of


@pytest.mark.long
def test_a_regular_has_a_picture_and_keeps_the_page_on_the_phone(browser: Any, room: Room) -> None:
    first = opened(room, "Ann", "Bo")
    slip = post(room.host, f"/api/tournaments/{first}/persons", {"player": "Ann", "slip": True})["token"]
    phone = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    phone.goto(f"{room.address}/s/{slip}")
    phone.locator("summary", has_text="My picture").click()
    photo = {"name": "me.png", "mimeType": "image/png", "buffer": file_of("PNG")}
    phone.get_by_label("Choose a picture").set_input_files(photo)
    phone.get_by_role("img", name="My picture").wait_for()
    post(room.host, f"/api/tournaments/{first}/do", {"id": "over", "do": {"type": "cancel", "why": "few"}})

    second = post(room.host, f"/api/tournaments/{first}/again", {"title": "Next Friday"})["id"]
    desk = host_page(browser, room, f"/desk/{second}", DESK)
    desk.get_by_role("button", name="Enter players").click()
    ann = desk.get_by_role("dialog").get_by_role("button", name="Ann", exact=True)
    assert ann.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 128
    assert desk.get_by_role("dialog").get_by_role("button", name="Bo", exact=True).locator("img").count() == 0
    ann.click()
    desk.locator("#people", has_text="1 entered").wait_for()

    phone.goto(f"{room.address}/s/{slip}")
    phone.get_by_role("link", name="Your page for Next Friday").click()
    phone.locator("#tournament", has_text="Next Friday").wait_for()
    phone.locator("#player", has_text="Ann").wait_for()
    fresh = phone.context.new_page()
    fresh.goto(f"{room.address}/e/{second}")
    fresh.get_by_role("link", name="My seat").wait_for()
    stranger = browser.new_context(viewport=PHONE).new_page()
    stranger.goto(f"{room.address}/e/{second}")
    stranger.get_by_label("Your name").wait_for()
    assert stranger.get_by_role("link", name="My seat").is_hidden()

    desk.goto(f"{room.address}/people")
    row = desk.locator(".club-row", has_text="Ann")
    row.locator("img.club-picture").wait_for()
    row.get_by_role("button", name="Picture of Ann").click()
    desk.get_by_role("button", name="Erase the picture").click()
    row.locator("img.club-picture").wait_for(state="detached")
    for page in (phone, fresh, stranger, desk):
        leave(page)
