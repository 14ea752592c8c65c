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

from sidepot.rules.houses import ROBERTS
from sidepot.rules.meanings import meanings
from sidepot.rules.own_houses import HouseFile, adopt, house_of, read_house_file, written


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


def test_numbers_lists_and_texts_are_chosen_too(browser: Any, room: Room) -> None:
    page = browser.tabs.take(None, PHONE).page
    page.goto(f"{room.address}/floor/house")
    page.locator(".house-choice").first.wait_for()
    page.get_by_label("Name of the house").fill("Our club")
    page.get_by_label("Based on").select_option("roberts")
    page.locator("#agreement", has_text="Nothing differs yet.").wait_for()
    find = page.get_by_label("Find a choice")

    def choice(field: str) -> Any:
        find.fill(field)
        return page.locator(".house-choice").first

    choice("run_it").get_by_role("textbox").fill("2")
    choice("misdeals").get_by_label("two boxed cards").uncheck()
    choice("texts").get_by_role("button", name="Move up: the table stakes rules").click()
    choice("texts").get_by_label("Add a text").select_option("OS")
    choice("clock_seconds").get_by_role("textbox").fill("4000")
    page.get_by_text("A whole number from 0 to 600").wait_for()
    find.fill("rabbit")
    page.get_by_role("button", name="Save the file").click()
    wrong = page.locator("input[aria-invalid]")
    assert wrong.evaluate("input => input === document.activeElement") and wrong.input_value() == "4000"
    wrong.fill("40")
    page.locator("#agreement", has_text="4 choices differ").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    text = Path(saved.value.path()).read_text("utf-8")
    read = read_house_file(text)
    misdeals = tuple(item for item in ROBERTS.misdeals if item != "two boxed cards")
    texts = ("TS", "RRP-11", *ROBERTS.texts[2:], "OS")
    own = ROBERTS.but(name="our-club", run_it=2, misdeals=misdeals, texts=texts, clock_seconds=40)
    assert house_of(read) == own and written(read) == text
    page.reload()
    page.locator("#agreement", has_text="4 choices differ").wait_for()
    page.get_by_label("Based on").select_option("cash")
    page.locator("#agreement", has_text="Based on: Cash").wait_for()
    page.locator("#picked").set_input_files(saved.value.path())
    page.locator("#agreement", has_text="Based on: Robert's").wait_for()
    assert page.get_by_label("Name of the house").input_value() == "Our club"
    leave(page)


def test_a_house_of_the_room_is_written_on(browser: Any, room: Room) -> None:
    adopt(HouseFile("club", "roberts", "The old club", {"run_it": 2}))
    page = browser.tabs.take(None, PHONE).page
    page.goto(f"{room.address}/floor/house")
    page.locator(".house-choice").first.wait_for()
    page.get_by_label("Based on").select_option("club")
    page.locator("#agreement", has_text="1 choice differs").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    assert read_house_file(Path(saved.value.path()).read_text("utf-8")) == HouseFile(
        "club", "roberts", "The old club", {"run_it": 2}
    )
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
