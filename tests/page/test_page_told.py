"""What a page of a real room is told: its own cards only, everything once, and after a break what it missed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page_browser import wait_until
from page_player import Page, table
from page_room import Opponent, Room, stays
from room_tables import cash

from sidepot.room.tables.room_terms import Timing


@pytest.mark.long
def test_two_browsers_at_one_table_see_their_own_cards_only(browser: Any, room: Room) -> None:
    where = table(room, "Two browsers", cash(seats=2), Timing(show=0, street=0, between=400, showdown=400))
    one, two = (Page(browser, room, name, once=True) for name in ("Una", "Dov"))
    frames: dict[str, list[str]] = {"Una": [], "Dov": []}
    for who in (one, two):
        who.page.on(
            "websocket",
            lambda socket, name=who.name: socket.on("framereceived", lambda frame: frames[name].append(str(frame))),
        )
    one.sit("Two browsers")
    two.sit("Two browsers")
    room.begin(where)
    for who in (one, two):
        who.page.wait_for_function("() => document.querySelectorAll('.own-card .card').length === 2")
    assert not set(one.own) & set(two.own)
    for who, other in ((one, two), (two, one)):
        page = who.page.content()
        for card in other.own:
            assert f'aria-label="{card}"' not in page
        assert who.page.locator(".seat.own").get_attribute("aria-label").split(": ")[1].startswith(f"{who.name}, you")
    wait_until(one.page, lambda: one.on_turn or two.on_turn)
    to_act = one if one.on_turn else two
    other = two if to_act is one else one
    to_act.page.wait_for_selector(".act")
    assert other.page.locator(".act").count() == 0
    to_act.answer({})
    other.page.wait_for_selector(".your-turn .act")
    said = to_act.page.locator("sp-log p").last.inner_text()
    other.page.wait_for_function("said => document.querySelector('sp-log').innerText.includes(said)", arg=said)
    for who in (one, two):
        who.close()


@pytest.mark.long
def test_a_dropped_socket_catches_up_exactly(browser: Any, room: Room) -> None:
    """While the line is down the others play on; then the page has every line of the log once, and the same table."""
    where = table(room, "Dropped", cash(seats=3), Timing(show=0, street=0, between=300, showdown=300))
    mine = Page(browser, room, "Wim", once=True)
    lines: list[tuple[Any, Any]] = []
    down = [False]
    told: list[str] = []
    said: list[str] = []

    def carry(page_side: Any) -> None:
        if down[0]:
            page_side.close()
            return
        server = page_side.connect_to_server()
        server.on_message(lambda text: (told.append(text), page_side.send(text)))
        page_side.on_message(lambda text: (said.append(text), server.send(text)))
        lines.append((page_side, server))

    mine.page.route_web_socket("**/ws", carry)
    mine.page.goto(f"{room.address}/table/{where}")
    watcher = Page(browser, room, "Vic")
    watcher.page.goto(f"{room.address}/table/{where}")
    for who in (mine, watcher):
        who.page.wait_for_selector("[data-how=live]")
        who.page.wait_for_selector(".seat")
    hands = "n => Number(/Hand\\s+(\\d+)/.exec(document.querySelector('sp-info').innerText)?.[1]) >= n"
    with Opponent(room, where, "Kim", stays), Opponent(room, where, "Lou", stays):
        room.begin(where)
        mine.page.wait_for_function("() => document.querySelector('sp-log').innerText.includes('Flop')")
        down[0] = True
        for page_side, server in lines:
            server.close()
            page_side.close()
        mine.page.wait_for_selector("[data-how=lost]")
        watcher.page.wait_for_function(hands, arg=3)
        room.say(where, {"type": "pause"})  # the page comes back in its own time: the log keeps 400 lines, no more
        before = len(told)
        down[0] = False
        mine.page.wait_for_selector("[data-how=live]")
        room.begin(where)
        watcher.page.wait_for_function(hands, arg=4)
    mine.page.wait_for_function(hands, arg=4)
    for who in (mine, watcher):  # the log is drawn a moment after the number of the hand
        who.page.wait_for_function("() => document.querySelector('sp-log').innerText.includes('Hand 4')")
    fresh = told[before:]
    assert any('"type":"event"' in text for text in fresh)
    assert not any('"type":"snapshot"' in text for text in fresh)
    hello = json.loads([text for text in said if '"hello"' in text][-1])
    assert hello["since"][where] > 0
    seqs = [int(found) for text in told if '"type":"event"' in text for found in re.findall(r'"seq":(\d+)', text)[:1]]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    same = [who.log.split("Hand 4")[0].split("sits down in seat 2", 1)[1] for who in (mine, watcher)]
    assert same[0] == same[1] and "Hand 3" in same[0]
    mine.close()
    watcher.close()
