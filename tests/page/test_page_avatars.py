"""Avatars on the pages: chosen in a window, seen at the seat by others, erased again."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from needs import AXE, SERVE
from page_player import Page, table
from page_room import Room
from room_tables import cash

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
pytest.importorskip("PIL", reason=SERVE.reason)

from page_axe import check
from PIL import Image

pytestmark = pytest.mark.long


def own_picture() -> bytes:
    out = BytesIO()
    Image.new("RGB", (1600, 900), (200, 30, 60)).save(out, "JPEG")
    return out.getvalue()


def portraits(page: Any) -> list[str]:
    return [
        str(one) for one in page.locator(".seat .portrait").evaluate_all("all => all.map((one) => one.href.baseVal)")
    ]


def test_people_choose_a_drawing_or_a_picture_that_others_see_at_the_seat(browser: Any, room: Room) -> None:
    where = table(room, "Faces", cash(seats=4))
    uma, oli = Page(browser, room, "Uma"), Page(browser, room, "Oli")
    uma.sit("Faces")
    page = uma.page
    assert portraits(page) == [] and page.locator(".seat .pattern").count() == 1
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Your picture").click()
    window = page.get_by_role("dialog")
    window.get_by_role("button", name="Fox").click()
    window.get_by_text("Saved.").wait_for()
    assert window.locator("button[aria-pressed=true]").get_attribute("title") == "Fox"
    check(page)
    assert portraits(page) == ["/static/faces/fox.svg"], "at once at one's own table"
    oli.sit("Faces")
    oli.page.locator(".seat .portrait").wait_for()
    assert portraits(oli.page) == ["/static/faces/fox.svg"]
    window.locator("#picture-file").set_input_files(
        {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": own_picture()}
    )
    page.locator(".seat .portrait[href^='/api/avatars/']").wait_for()
    (address,) = portraits(page)
    assert (
        page.evaluate("async (at) => (await createImageBitmap(await (await fetch(at)).blob())).width", address) == 128
    )
    window.locator("#picture-file").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": b"no picture"}
    )
    window.get_by_text("this is not a picture in PNG, JPEG or WebP").wait_for()
    assert portraits(page) == [address]
    window.get_by_role("button", name="Erase my picture").click()
    page.locator(".seat .portrait").first.wait_for(state="detached")
    assert portraits(page) == [] and not window.get_by_role("button", name="Erase my picture").is_visible()
    assert uma.errors == oli.errors == [] and where
    uma.close()
    oli.close()
