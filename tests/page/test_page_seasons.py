"""A season at the page: three nights with a tie and a merged person, the public page, the wall, and the terms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from needs import AXE
from page_browser import DESK
from page_player import host_page
from page_room import Room, post

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check


def night(room: Room, title: str, *names: str) -> None:
    """A live tournament that ends in this order."""
    form = {"title": title, "preset": "freeze-out", "live": True}
    desk = f"/api/tournaments/{post(room.host, '/api/tournaments', form)['id']}/do"
    acts: list[dict[str, Any]] = [{"type": "register", "player": name} for name in names]
    acts += [{"type": "draw_seats"}, {"type": "start"}]
    acts += [{"type": "out", "player": name, "by": [names[0]]} for name in names[:0:-1]]
    for at, act in enumerate(acts):
        post(room.host, desk, {"id": f"a{at}", "do": act})


def rows(page: Any, where: str) -> list[list[str]]:
    return [row.locator("td, th").all_inner_texts()[:4] for row in page.locator(f"{where} .standings tbody tr").all()]


@pytest.mark.long
def test_three_nights_with_a_tie_and_a_merged_person(browser: Any, room: Room) -> None:
    night(room, "League 1", "Ann", "Bo", "Cy")
    night(room, "League 2", "Bo", "Anna", "Cy")
    night(room, "League 3", "Di", "Cy")
    page = host_page(browser, room, "/seasons", DESK)
    page.get_by_role("button", name="New season").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title", exact=True).fill("Autumn")
    dialog.get_by_label("Titles of the nights begin with").fill("League")
    dialog.get_by_role("combobox", name="Points", exact=True).select_option("place")
    dialog.get_by_label("Points by place").fill("10 6 3")
    dialog.get_by_label("Starting stack of the final").fill("10000")
    dialog.get_by_label("Bonus chips for each point").fill("50")
    dialog.get_by_label("Equal points: first").select_option("more knock-outs")
    assert dialog.get_by_label("Then, no. 2").locator("option").all_inner_texts()[:2] == [
        "they share the rank", "more wins"
    ]  # fmt: skip
    dialog.get_by_label("Equal points: first").select_option("more wins")
    dialog.get_by_label("Then, no. 2").select_option("more points on the latest night that differs")
    dialog.get_by_label("Then, no. 3").select_option("they share the rank")
    dialog.get_by_label("Until", exact=False).fill("2001-01-31")
    check(page)
    dialog.get_by_role("button", name="Save").click()
    page.get_by_text("No night is over yet.").wait_for()  # of that time
    page.get_by_role("button", name="Change", exact=True).click()
    assert dialog.get_by_label("Until", exact=False).input_value() == "2001-01-31"
    dialog.get_by_label("Until", exact=False).fill("")
    dialog.get_by_role("button", name="Save").click()
    page.locator("#season .standings").wait_for()
    before = [["1", "Bo", "16", "2"], ["2", "Cy", "12", "3"], ["3", "Di", "10", "1"], ["4", "Ann", "10", "1"]]
    assert rows(page, "#season") == [
        *before,
        ["5", "Anna", "6", "1"],
    ]  # of equal points and wins the latest night decides
    page.goto(f"{room.address}/people")
    page.get_by_role("button", name="Anna is the same person as …").click()
    page.get_by_role("combobox", name="The same person as").select_option(label="Ann (1 evening)")
    page.get_by_role("button", name="Make them one person").click()
    page.locator(".club-row", has_text="also Anna").wait_for()
    check(page)
    page.goto(f"{room.address}/seasons")
    page.locator("#season .standings").wait_for()
    after = [["1", "Bo", "16", "2"], ["2", "Ann", "16", "2"], ["3", "Cy", "12", "3"], ["4", "Di", "10", "1"]]
    assert rows(page, "#season") == after  # a tie at the top: Bo was ahead in the latest night of the two
    assert page.locator("#season tbody tr").first.locator("td", has_text="10,800").count() == 1

    page.evaluate("() => document.querySelector('.books-scroll').classList.add('is-wide')")  # as of many nights
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == 1  # the title and the table together, on a page on its side
    [[width, height]] = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", paper)
    assert float(width) > float(height)
    page.get_by_role("button", name="Open a public page").click()
    page.get_by_label("Names on it").select_option("full")
    page.wait_for_function("() => document.querySelector('.season-public select')?.value === 'full'")
    address = page.locator("#season a[href*='/standings/']").first.get_attribute("href")
    check(page)
    page.get_by_role("button", name="Terms as text").click()
    text = page.get_by_role("dialog").get_by_label("TOML")
    assert '"latest"' in text.input_value() and "head_to_head" not in text.input_value()
    text.fill(text.input_value().replace('title = "Autumn"', 'title = "Autumn"\nbest = 1'))
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.locator("#season", has_text="of each player the best 1 count").wait_for()
    page.goto(address)
    page.locator("#standings .standings").wait_for()
    assert [row[:3] for row in rows(page, "#standings")][:2] == [["1", "Di", "10"], ["2", "Bo", "10"]]
    check(page)
    page.get_by_role("link", name="For the wall").click()
    page.locator("body.is-wall #standings .standings").wait_for()
    check(page)
    page.close()
