"""What a page of a real room is told: its own cards only, everything once, and after a break what it missed."""

from __future__ import annotations

import json
import re
from time import sleep
from typing import Any

import pytest
from page_browser import wait_until
from page_player import Page, table
from page_room import Opponent, Options, Room, stays
from room_tables import cash

from sidepot.room.table.terms import Timing


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
    other.reads(said)
    for who in (one, two):
        who.close()


class Pace:
    """What people do who check or call for so many hands, and then take their time.

    On a busy machine a room is many hands ahead of a page, which keeps 400 lines of its log.
    """

    def __init__(self) -> None:
        self.hands = 0
        self.seen: set[tuple[str, ...]] = set()

    def __call__(self, may: Options) -> dict[str, Any]:
        self.seen.add(tuple(may["cards"]))
        while len(self.seen) > 2 * self.hands:
            sleep(0.01)
        return stays(may)


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
        server.on_message(lambda text: (told.extend(text.split("\n")), page_side.send(text)))
        page_side.on_message(lambda text: (said.append(text), server.send(text)))
        lines.append((page_side, server))

    mine.page.route_web_socket("**/ws", carry)
    mine.page.goto(f"{room.address}/table/{where}")
    watcher = Page(browser, room, "Vic")
    watcher.page.goto(f"{room.address}/table/{where}")
    for who in (mine, watcher):
        who.page.wait_for_selector("[data-how=live]")
        who.page.wait_for_selector(".seat")
    pace = Pace()
    with Opponent(room, where, "Kim", pace), Opponent(room, where, "Lou", pace):
        room.begin(where)
        mine.reads("Hand 1")
        down[0] = True
        for page_side, server in lines:
            server.close()
            page_side.close()
        mine.page.wait_for_selector("[data-how=lost]")
        pace.hands = 2
        watcher.reads("Hand 3")
        before = len(told)
        down[0] = False
        mine.page.wait_for_selector("[data-how=live]")
        pace.hands = 3
        for who in (mine, watcher):
            who.reads("Hand 4")
        pace.hands = 1000
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
