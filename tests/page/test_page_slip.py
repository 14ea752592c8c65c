"""The page of a player with a slip, and the public page: on a phone of 360 by 640."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from needs import SERVE
from page_browser import PHONE, PlayedRoom, leave, wait_until

pytest.importorskip("litestar", reason=SERVE.reason)

from director_scenes import START, evening, public_told, seat_told

from sidepot.tournament import commands as c
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.tournament import Tournament

NOW = START + 5 * MINUTE
SEAT = "/api/seat/7-1-abc"
SMALL = """() => [...document.querySelectorAll('main button, main a, main summary, main input:not([type=checkbox])')]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44)).map(([text]) => text)"""


def opened(browser: Any, told: dict[str, Any]) -> tuple[PlayedRoom, Any]:
    room = PlayedRoom()
    room.api[SEAT] = (200, told)
    room.api[f"{SEAT}/asks"] = (200, told)
    room.api[f"{SEAT}/person"] = (200, {"name": told["player"]})
    page = room.open(browser, "/s/7-1-abc", size=PHONE)
    page.locator("#player", has_text=told["player"]).wait_for()
    return room, page


def fits(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL) == []


def test_a_player_reads_seat_clock_payouts_and_moves(browser: Any) -> None:
    room, page = opened(browser, seat_told(evening(), "Ann", NOW))
    words = page.locator("main").inner_text()
    for word in ("Friday night", "Ann", "Table", "Seat", "10,000", "Level 1", "25 / 50"):
        assert word in words
    page.get_by_text("Payouts", exact=True).click()
    page.locator("#prizes li", has_text="56,700").wait_for()
    page.get_by_text("My moves", exact=True).click()
    page.locator("#moves li", has_text="tables are uneven").wait_for()
    fits(page)
    leave(page)
    assert room.errors == []


@pytest.mark.long
def test_a_player_who_is_moved_is_told_where_and_why_until_they_go(browser: Any) -> None:
    tournament = evening()
    room, page = opened(browser, seat_told(tournament, "Bo", NOW))
    assert page.locator("#moved").is_hidden()
    tables = [number for number in tournament.tables if number != tournament.entrants["Bo"].table]
    table, seat = next(
        (number, seat)
        for number in tables
        for seat in range(9)
        if seat not in {place.seat for place in tournament.tables[number].places.values()}
    )
    tournament.do(c.MoveTo("Bo", table, seat, "the lamp is broken"), NOW)
    room.api[SEAT] = (200, seat_told(tournament, "Bo", NOW))
    topic = "tournament/7/seat/7-1-abc"
    wait_until(page, lambda: any(one.get("topic") == topic for one in room.heard))
    told = {"type": "player", "topic": topic, "seq": 9, "now": NOW, "page": seat_told(tournament, "Bo", NOW)}
    room.tell(json.dumps(told).encode())
    page.locator("#moved", has_text=f"You now play at table {table}, seat {seat + 1}").wait_for()
    assert "the lamp is broken" in page.locator("#moved").inner_text()
    page.wait_for_function(f"() => document.title.startsWith('Go to table {table}')")
    fits(page)
    page.reload()
    page.locator("#moved", has_text="You now play at").wait_for()
    page.get_by_role("button", name="On my way").click()
    page.locator("#moved").wait_for(state="hidden")
    page.reload()
    page.locator("#player", has_text="Bo").wait_for()
    assert page.locator("#moved").is_hidden()
    leave(page)


def test_request_of_a_player_is_sent_once_and_shown(browser: Any) -> None:
    tournament = evening()
    room, page = opened(browser, seat_told(tournament, "Ann", NOW))
    asks = [{"number": 3, "about": "floor", "at": NOW, "state": "open"}]
    room.api[f"{SEAT}/asks"] = room.api[SEAT] = (200, seat_told(tournament, "Ann", NOW, asks))
    page.get_by_role("button", name="Call the floor").click()
    page.locator("#asked li", has_text="Call the floor").filter(has_text="waiting").wait_for()
    page.get_by_label("My chips").fill("8,200")
    page.get_by_role("button", name="Report my stack").click()
    page.wait_for_function("() => document.getElementById('chips').value === ''")
    page.get_by_role("button", name="I am out").click()
    page.get_by_role("dialog").get_by_role("button", name="I am out").click()
    page.get_by_role("dialog").wait_for(state="detached")
    wait_until(page, lambda: room.posts[-1][1].get("about") == "out")
    page.wait_for_function("() => localStorage.getItem('sidepot.requests.7-1-abc') === '[]'")
    # what is not known to have come is said again, by the same id, by which the room knows it
    sent = {one["id"]: (one["about"], one["n"]) for path, one in room.posts if path == f"{SEAT}/asks"}
    assert [*sent.values()] == [("floor", 0), ("count", 8200), ("out", 0)]
    leave(page)


@pytest.mark.long
def test_a_wish_without_a_network_waits_and_is_sent_later(browser: Any) -> None:
    tournament = evening()
    room, page = opened(browser, seat_told(tournament, "Ann", NOW))
    away = lambda route: route.abort()  # noqa: E731
    page.route("**/api/**", away)
    page.get_by_role("button", name="Call the floor").click()
    page.locator("#asked li", has_text="not sent yet").wait_for()
    page.unroute("**/api/**", away)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => localStorage.getItem('sidepot.requests.7-1-abc') === '[]'")
    assert [one["about"] for path, one in room.posts if path == f"{SEAT}/asks"] == ["floor"]
    leave(page)


@pytest.mark.long
def test_a_slip_that_counts_no_more_says_so(browser: Any) -> None:
    room = PlayedRoom()
    room.api[SEAT] = (404, {"because": "this slip is no longer valid; ask the desk for a new one"})
    page = room.open(browser, "/s/7-1-abc", size=PHONE)
    page.get_by_role("alert").filter(has_text="ask the desk for a new one").wait_for()
    leave(page)


@pytest.mark.long
def test_one_checks_in_by_name_and_comes_to_the_own_page(browser: Any) -> None:
    tournament = Tournament(evening(8).structure, "x", at=START, live=True)
    room = PlayedRoom()
    room.api["/api/tournaments/7/public"] = (200, public_told(tournament, START, "registering", check_in=True))
    room.api["/api/tournaments/7/checkin"] = (200, {"name": "Ann", "token": "7-1-abc"})
    room.api[SEAT] = (200, {"tournament": "7", "now": START, "seq": 1, "player": "Ann", "price": 5500})
    page = room.open(browser, "/e/7", size=PHONE)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label(re.compile("I accept the house rules: tda-2013")).check()
    fits(page)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url("**/s/7-1-abc")
    page.locator("#place", has_text="Pay 5,500 at the desk").wait_for()
    (form,) = [one for path, one in room.posts if path.endswith("/checkin")]
    assert form["name"] == "Ann" and form["id"]
    page.goto("/e/7")
    page.get_by_role("link", name="My seat").wait_for()
    assert page.locator("#enter-part").is_hidden()
    leave(page)


def test_the_public_page_tells_how_it_stands(browser: Any) -> None:
    tournament = evening()
    room = PlayedRoom()
    room.api["/api/tournaments/7/public"] = (200, public_told(tournament, NOW))
    page = room.open(browser, "/e/7", size=PHONE)
    page.locator("#stacks li").first.wait_for()
    words = page.locator("main").inner_text()
    for word in ("Friday night", "26 / 27", "Chip counts", "Payouts", "Level 1", "Places"):
        assert word in words
    assert page.locator("#stacks li").count() == 26 and page.locator("#enter-part").is_hidden()
    fits(page)
    leave(page)
    assert room.errors == []
