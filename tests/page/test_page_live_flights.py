"""Two flights of a live tournament become a day 2 whose chips are those of the bags; one count is corrected."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check
from page_browser import DESK, PHONE, leave, resize
from page_player import host_page
from page_room import Room, post

SMALL = """() => [...document.querySelectorAll("main :is(button, a, input, select), dialog :is(button, input, select)")]
    .filter((one) => {
        const box = (one.closest("label.check") ?? one).getBoundingClientRect();
        return box.width > 0 && (box.width < 43.5 || box.height < 43.5);
    }).map((one) => one.outerHTML)"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


def play(room: Room, flight: str, *names: str, out: str = "") -> None:
    """A flight with these players, which ends when one of them is out."""
    acts: list[dict[str, Any]] = [{"type": "register", "player": name} for name in names]
    acts += [{"type": "draw_seats"}, {"type": "start"}]
    if out:
        acts += [{"type": "out", "player": out, "by": [names[0]]}, {"type": "go_out", "player": out}]
    for at, act in enumerate([*acts, {"type": "end"}]):
        post(room.host, f"/api/tournaments/{flight}/do", {"id": f"a{at}", "do": act})


def enter(page: Any, player: str, chips: int, number: str = "") -> None:
    """Enter or correct a bag, as somebody at the desk does."""
    page.locator(f"[data-bag={player}]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Chips in the bag").fill(str(chips))
    if number:
        dialog.get_by_label("Number of the bag").fill(number)
        dialog.get_by_label("Counted by, initials").fill("FL")
        dialog.get_by_label("Checked by, initials").fill("KS")
    assert page.evaluate(SMALL) == []
    dialog.get_by_role("button", name="Correct" if not number else "Enter the bag", exact=True).click()
    dialog.wait_for(state="detached")
    page.locator(f"[data-bag={player}]:not(.is-missing)", has_text=f"{chips:,}").wait_for()


def rows(page: Any) -> list[list[str]]:
    """The flights with their players, entries, and chips in play, bagged, forfeited and carried over."""
    lines = page.locator(".bags-flights tbody tr, .bags-flights tfoot tr").all()
    return [line.locator("th, td").all_inner_texts()[:7] for line in lines]


@pytest.mark.long
def test_two_flights_become_a_day_2_with_the_chips_of_the_bags(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/desk", DESK)
    page.get_by_label("Name", exact=True).fill("Open")
    page.get_by_label("Structure").select_option("regular")
    page.get_by_label("This is one flight").check()
    page.get_by_label("Ends after level").fill("8")
    page.get_by_label("or with percent left").fill("20")
    check(page)
    page.locator("#brief", has_text="each").wait_for()
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("heading", name="Open, 1A created").wait_for()
    one = page.get_by_role("link", name="Open the desk").get_attribute("href").rpartition("/")[2]
    page.goto(f"{room.address}/desk")
    page.get_by_role("button", name="Play Open, 1A again").click()
    page.get_by_role("dialog").get_by_role("button", name="Create the flight").click()
    page.get_by_role("heading", name="Open, 1B created").wait_for()
    two = page.get_by_role("link", name="Open the desk").get_attribute("href").rpartition("/")[2]
    play(room, one, "Ann", "Bo", "Cy", out="Cy")
    play(room, two, "Ann", "Di", "Cy")

    page.goto(f"{room.address}/desk/{one}")
    page.get_by_role("link", name="Enter the bags").click()
    page.get_by_text("2 bags are missing.").wait_for()
    check(page)
    enter(page, "Ann", 12_000, "101")
    enter(page, "Bo", 17_000, "102")
    page.get_by_text("All bags are entered: 1,000 missing.").wait_for()
    check(page)
    enter(page, "Bo", 18_000)
    page.get_by_text("hold the chips that must be in play").wait_for()
    assert page.get_by_role("button", name="Make day 2").is_disabled()
    resize(page, PHONE)
    assert not page.evaluate(WIDE) and page.evaluate(SMALL) == []
    resize(page, DESK)

    page.locator(".bags-flights").get_by_role("link", name="1B").click()
    page.get_by_role("heading", name="Bags: Open, 1B").wait_for()
    for player, chips, number in (("Ann", 15_000, "201"), ("Di", 7_500, "202"), ("Cy", 7_500, "203")):
        enter(page, player, chips, number)
    figures = [
        ["1A", "3", "3", "30,000", "30,000", "12,000", "18,000"],
        ["1B", "3", "3", "30,000", "30,000", "0", "30,000"],
        ["All", "6", "6", "60,000", "60,000", "12,000", "48,000"],
    ]
    assert rows(page) == figures
    page.get_by_role("button", name="Make day 2").click()
    check(page)
    page.get_by_role("dialog").get_by_role("button", name="Make day 2").click()
    page.get_by_role("heading", name="Bags: Open, day 2").wait_for()
    page.get_by_text("forfeited: flight 1B goes on").wait_for()
    assert rows(page) == figures
    check(page)
    last = page.url.split("/")[-2]
    post(room.host, f"/api/tournaments/{last}/do", {"id": "draw", "do": {"type": "draw_seats"}})
    tables = room.host.get(f"/api/tournaments/{last}/director").json()["tables"]
    stacks = {seat["player"]: seat["chips"] for table in tables for seat in table["seats"] if seat.get("player")}
    assert stacks == {"Ann": 15_000, "Bo": 18_000, "Di": 7_500, "Cy": 7_500}

    slip = post(room.host, f"/api/tournaments/{one}/persons", {"player": "Bo", "slip": True})["token"]
    phone = browser.new_context(viewport=PHONE).new_page()
    phone.goto(f"{room.address}/s/{slip}")
    phone.get_by_text("In your bag: 18,000").wait_for()
    phone.get_by_text("Bag 102, counted by FL, checked by KS").wait_for()
    assert phone.locator("#place", has_text="My chips").count() == 1, "nobody has a place in a flight"
    check(phone)
    page.goto(f"{room.address}/api/tournaments/{one}/print/bags")
    page.get_by_role("heading", name="Bags").wait_for()
    assert page.get_by_text("102").count() == 1
    page.goto(f"{room.address}/api/tournaments/{one}/print/bag-slips?paper=80mm")
    assert page.locator(".slip").count() == 2
    for gone in (phone, page):
        leave(gone)
