"""The host calls a bomb pot from the menu, and a player chooses to sit out at the next big blind."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK, PHONE
from page_room import Room
from room_tables import cash, terms
from test_page_evening import choose, person, sit_down

from sidepot.room.table.terms import Timing

SLOW = Timing(decide=600_000, between=3_600_000, show=0)  # no hand begins by itself


@pytest.mark.long
def test_a_bomb_pot_is_announced_withdrawn_and_dealt(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(buy_in=(40, 200)), timing=SLOW))
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    link = f"{room.address}/table/{table}"
    with person(browser, DESK, cookies) as host, person(browser, PHONE) as ann:
        ann.goto(link)
        sit_down(ann, 100, "Ann")
        host.goto(link)
        sit_down(host, 100)
        choose(host, "Bomb pot next hand…")
        host.get_by_label("Ante in big blinds").fill("3")
        host.get_by_role("button", name="Announce the bomb pot").click()
        for page in (ann, host):
            page.locator("#terms", has_text="next hand: bomb pot, everybody antes 6").wait_for(state="attached")
        choose(host, "Withdraw the bomb pot")
        ann.locator("#terms", has_not_text="bomb pot").wait_for(state="attached")
        choose(host, "Bomb pot next hand…")
        host.keyboard.press("Enter")  # two big blinds
        room.begin(table)
        for page in (ann, host):
            page.locator("#terms", has_text="everybody antes 4").wait_for(state="attached")
        log = host.locator("sp-log").inner_text()
        assert "The next hand is a bomb pot: everybody antes 6" in log and "The host withdraws the bomb pot" in log
        ann.locator(".menu summary").click()
        assert ann.get_by_role("button", name="Bomb pot").count() == 0


@pytest.mark.long
def test_a_player_sits_out_at_the_next_big_blind_or_not_after_all(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(buy_in=(40, 200)), timing=SLOW))
    with person(browser, PHONE) as cleo:
        cleo.goto(f"{room.address}/table/{table}")
        sit_down(cleo, 100, "Cleo")
        words = cleo.get_by_text("You sit out at the next big blind")
        choose(cleo, "Sit out at the next big blind")
        words.wait_for()
        choose(cleo, "Stay in at the next big blind")
        words.wait_for(state="detached")
