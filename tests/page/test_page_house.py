"""The form of a club's own house: a book, a choice, and the file that comes of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from needs import AXE
from page_browser import PHONE, leave
from page_room import Room
from test_page_evening import person

from sidepot.rules.meanings import meanings


def test_a_club_writes_its_house(browser: Any, room: Room) -> None:
    page = browser.tabs.take(None, PHONE).page
    page.goto(f"{room.address}/floor/house")
    page.locator(".house-choice").first.wait_for()
    page.get_by_label("Name of the house").fill("Café Ünder the Gun")
    page.get_by_label("Based on").select_option("roberts")
    page.locator("#agreement", has_text="Nothing differs yet.").wait_for()
    page.get_by_label("Find a choice").fill("rabbit")
    choice = page.locator(".house-choice").first
    choice.get_by_role("radio").last.check()
    page.locator("#agreement", has_text="1 choice differs").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    file = tomllib.loads(Path(saved.value.path()).read_text("utf-8"))
    assert saved.value.suggested_filename == "cafe-under-the-gun.toml"
    assert (file["name"], file["based_on"]) == ("cafe-under-the-gun", "roberts")
    assert list(file["choices"].items()) == [("rabbit_hunting", True)]
    page.emulate_media(media="print")
    assert page.locator("#agreement").is_visible() and not choice.is_visible()
    leave(page)


def test_the_form_is_in_german_too(browser: Any, room: Room) -> None:
    with person(browser, PHONE, locale="de-DE") as page:
        page.goto(f"{room.address}/floor/house")
        page.locator(".house-choice").first.wait_for()
        headings = page.locator(".house-choice legend").all_inner_texts()
        gists = {one.gist for one in meanings().values()}
        assert len(headings) > 100 and not gists.intersection(headings)


@pytest.mark.long
def test_nothing_keeps_somebody_out_of_the_form(browser: Any, room: Room) -> None:
    pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
    from page_axe import check

    for path in ("/floor/house", "/floor/deck"):
        page = browser.tabs.take(None, PHONE).page
        page.goto(room.address + path)
        page.locator(":is(.house-choice, .deck-card)").first.wait_for()
        check(page)
        leave(page)
