"""A tournament at real tables: entered, watched and left on the pages, with bots, and a player who is moved."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from page_browser import DESK
from page_player import PATIENCE, Page
from page_room import Room, post

STRUCTURE = """
name = "pages"
title = "Pages"
game = "fl holdem"
seats = 6
stack = 100000
chips = [25, 100, 500, 5000]
schedule = [
    { blinds = [50, 100], small_bet = 100, minutes = 60 },
    { blinds = [100, 200], small_bet = 200, minutes = 60 },
]
[entry]
buy_in = 100
most = 12
[pays]
percents = [70, 30]
"""
# With bets that are limited and stacks so deep nobody is out before the tournament is paused: two tables stay.
QUICK = {"decide": 60_000, "between": 2_000, "showdown": 2_000, "street": 10, "show": 10}
BOUND = 120  # seconds, also on a machine with much else to do


def say(room: Room, tournament: str, number: int, what: dict[str, Any]) -> None:
    """Say something to the tournament as its host."""
    post(room.host, f"/api/tournaments/{tournament}/say", {"id": f"c{number}", "do": what})


def state_of(room: Room, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = room.host.get(f"/api/tournaments/{tournament}").json()["state"]
    return found


def table_of(room: Room, tournament: str, player: str) -> tuple[int, int]:
    """Where a player sits: the number of the table, and the seat."""
    lines = room.host.get(f"/api/tournaments/{tournament}/players").json()["players"]
    line = next(line for line in lines if line["player"] == player)
    return line.get("table", 0), line.get("seat", -1)


@pytest.mark.long
def test_a_player_enters_plays_is_moved_and_reads_the_results(browser: Any, room: Room) -> None:
    tournament = str(post(room.host, "/api/tournaments", {"structure": STRUCTURE, "timing": QUICK})["id"])
    say(room, tournament, 1, {"type": "add_bots", "count": 9, "strength": "beginner"})
    ann = Page(browser, room, "Ann")
    page = ann.page
    page.goto(f"{room.address}/tournaments")
    page.locator(".table-row", has_text="Pages").get_by_role("link", name="View").click()
    page.get_by_role("button", name="Register").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Unregister").wait_for()
    page.locator("#players", has_text="Ann").wait_for()

    host = browser.new_context(viewport=DESK)
    host.add_cookies([{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()])
    desk = host.new_page()
    desk.set_default_timeout(PATIENCE)
    desk.goto(f"{room.address}/tournament/{tournament}")
    desk.get_by_role("button", name="Start now").click()
    page.wait_for_url("**/table/*")
    say(room, tournament, 2, {"type": "pause", "reason": "the lamp broke"})
    page.locator(".strip", has_text="Level 1").filter(has_text=re.compile(r"Left\s*10")).wait_for()

    desk.get_by_role("button", name="Continue", exact=True).wait_for()
    page.locator(".strip-banner", has_text="paused").wait_for()
    until = time.monotonic() + BOUND
    while any(table.get("hand") for table in state_of(room, tournament)["tables"]) and time.monotonic() < until:
        if ann.on_turn:  # the hand that is on is played out
            ann.answer({})
        page.wait_for_timeout(100)
    number, _ = table_of(room, tournament, "Ann")
    other = next(table for table in state_of(room, tournament)["tables"] if table["number"] != number)
    taken = {seat for line in room.host.get(f"/api/tournaments/{tournament}/players").json()["players"]
             if line.get("table", 0) == other["number"] for seat in [line.get("seat", -1)]}  # fmt: skip
    seat = next(seat for seat in range(6) if seat not in taken)
    move = {"type": "move_to", "player": "Ann", "table": other["number"], "seat": seat, "why": "A quieter table."}
    say(room, tournament, 3, {"type": "direct", "do": move, "reason": "a draught"})
    page.wait_for_url(f"**/table/{other['table']}")
    page.locator(".strip-moved", has_text="A quieter table.").wait_for()
    page.locator(".seat.own").wait_for()

    say(room, tournament, 4, {"type": "call_off", "reason": "it is late"})
    page.locator(".strip-banner", has_text="You finished in place").wait_for()
    page.locator(".strip a").click()
    page.locator("#out-title", has_text="Results").wait_for()
    assert page.locator("#out li").count() == 10
    csv = room.host.get(str(page.get_by_role("link", name="Results as CSV").get_attribute("href"))).text
    assert csv.startswith("place,player") and ",Ann," in csv and len(csv.splitlines()) == 11
    assert "the lamp broke" in page.locator("#news").inner_text()
    assert ann.errors == []
    host.close()
    ann.context.close()
