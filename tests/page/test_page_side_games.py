"""The seven-deuce bounty and the stand-up game on the page: form, the host's menu, marks at the seats, log."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK, PHONE, done, leave, sent
from page_player import host_page
from page_room import Room
from page_scenes import Scene, at_table, c
from room_scenes import BLINDS, one
from room_scenes import Scene as Given
from room_tables import cash, terms
from test_page_evening import choose, person, sit_down
from test_page_opening import begin, field, opened, unfold

from sidepot.games.limits import NoLimit
from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing

SLOW = Timing(decide=600_000, between=3_600_000, show=0)  # no hand begins by itself


class Arranged(Scene, Given):
    """A scene where the cards come in an order that is told."""


def stand_up() -> Scene:
    """Three players at a table with the stand-up game, before a hand."""
    table = Scene(terms(cash(stand_up=10, seven_deuce=5, buy_in=(40, 200))))
    table.seat(3, 100)
    return table


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_who_stands_has_a_mark_until_a_pot_is_won(browser: Any, size: Any) -> None:
    table = stand_up()
    table.host(s.StandUp())
    table.deal()
    room, page = at_table(browser, table, "Ann", size=size)
    page.locator(".seat .stands").nth(2).wait_for(state="attached")
    assert page.locator(".seat .stands").count() == 3
    assert page.locator(".seat[aria-label*='stands in the stand-up game']").count() == 3
    while table.room.hand is not None:
        who, turn = table.room.to_decide()
        for message in table.next(s.Act(turn, c.Fold()), who, "Ann"):
            room.tell(message)
    page.wait_for_function("() => document.querySelectorAll('.seat .stands').length === 2")
    log = page.locator("sp-log")
    log.filter(has_text="sits down in the stand-up game").wait_for(state="attached")
    page.locator("sp-info", has_text="still standing").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    done(room, page)


def test_the_host_begins_and_ends_a_round_from_the_menu(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(stand_up=10, buy_in=(40, 200)), timing=SLOW))
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    link = f"{room.address}/table/{table}"
    with person(browser, DESK, cookies) as host, person(browser, PHONE) as ann:
        ann.goto(link)
        sit_down(ann, 100, "Ann")
        host.goto(link)
        sit_down(host, 100)
        choose(host, "Start a stand-up round")
        for page in (ann, host):
            page.wait_for_function("() => document.querySelectorAll('.seat .stands').length === 2")
        choose(host, "End the stand-up round")
        for page in (ann, host):
            page.locator(".seat .stands").first.wait_for(state="detached")
        ann.locator(".menu summary").click()
        assert ann.get_by_role("button", name="stand-up").count() == 0


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_bluff_that_is_shown_is_paid(browser: Any, size: Any) -> None:
    table = Arranged(one("holdem", NoLimit(), BLINDS, seven_deuce=5), (80, 80, 80), "7cKcQc 2dJd9s")
    table.room.chance = table.packs.chance()
    table.room.table.draw_button(0)
    table.deal()
    table.acts(c.Fold(), c.RaiseTo(6), c.Fold())
    room, page = at_table(browser, table, "Bo", size=size)
    page.get_by_role("button", name="Show my hand").click()
    assert sent(room, page, 1) == [{"type": "show_hand", "cards": []}]
    for message in table.next(s.ShowHand(), "Bo", "Bo"):
        room.tell(message)
    page.locator("sp-log", has_text="Bo gets 10 from the others for seven-deuce").wait_for(state="attached")
    page.locator("sp-info", has_text="5 from each other player").wait_for(state="attached")
    done(room, page)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_form_opens_a_table_with_both_and_the_rabbit_hunt(browser: Any, room: Room, size: Any) -> None:
    page = host_page(browser, room, "/", size)
    begin(page, room)
    unfold(page)
    field(page, "Seven-deuce bounty").fill("2")
    field(page, "Stand-up game").fill("15")
    field(page, "Rabbit hunt").select_option(label="Allowed")
    opened(page, room)
    page.locator("sp-info", has_text="2 from each other player").wait_for(state="attached")
    page.locator("sp-info", has_text="15 to each other player").wait_for(state="attached")
    choose(page, "Change the table")
    unfold(page)
    assert field(page, "Seven-deuce bounty").input_value() == "2"
    assert field(page, "Rabbit hunt").input_value() == "yes"
    field(page, "Stand-up game").fill("")
    field(page, "Rabbit hunt").select_option(label="Not allowed")
    page.get_by_role("button", name="Announce the change").click()
    page.locator("sp-log", has_text="Stand-up game: 15 to each other player → none").wait_for(state="attached")
    page.locator("sp-log", has_text="Rabbit hunt: yes → no").wait_for(state="attached")
    leave(page)
