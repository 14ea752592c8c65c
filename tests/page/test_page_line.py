"""The line to the room on a network that dies without a word: it is noticed soon, and nothing that was said is lost."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import leave
from page_scenes import at_table, holdem, to_act

from sidepot.room.table import commands as s


def test_a_dead_network_is_noticed_and_what_was_said_is_sent_again(browser: Any) -> None:
    """No close ever comes of such a socket: a ping that is not answered is enough, and a new one is opened."""
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene), clock=True)
    page.wait_for_selector("[data-how=live]")
    room.die()
    page.keyboard.press("c")
    page.wait_for_selector("sp-actions.busy")
    page.clock.fast_forward(2_500)  # nothing came: it asks whether the line is there
    page.clock.fast_forward(5_500)
    page.get_by_text("your action will be sent again").wait_for()
    page.clock.run_for(1_000)
    page.wait_for_selector("[data-how=live]")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    sent = [message["do"] for message in room.heard if message["type"] == "cmd"]
    assert sent == [{"type": "act", "turn": scene.room.clock.turn, "command": {"type": "call"}}]
    leave(page)


def stop_clock(page: Any) -> None:
    """From now on the page does not try again by itself, and what is told in passing stays."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


@pytest.mark.long
def test_that_the_line_is_down_is_said_once(browser: Any) -> None:
    """Whatever else is said meanwhile: the windows would pile up."""
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene), clock=True)
    page.wait_for_selector("[data-how=live]")
    stop_clock(page)
    room.die()
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_selector("[data-how=lost]")
    for key in "coooo":
        page.keyboard.press(key)
    page.locator(".toast", has_text="Connection lost").first.wait_for()
    assert page.locator(".toast").count() == 1
    leave(page)


@pytest.mark.long
def test_the_browser_s_own_word_that_it_is_offline_is_taken(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, "Ann", clock=True)
    page.wait_for_selector("[data-how=live]")
    stop_clock(page)
    room.die()
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_selector("[data-how=lost]")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector("[data-how=live]")
    assert len(room.sockets) == 2
    leave(page)


CLOCK = "() => document.querySelector('#bar em').textContent"


def test_clock_stops_while_the_connection_is_down(browser: Any) -> None:
    """How much time is left is not known then: the room gives the player time to come back."""
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene), clock=True)
    page.wait_for_selector("[data-how=live]")
    page.clock.run_for(1_000)
    room.connect = lambda socket: None  # type: ignore[method-assign]
    room.die()
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_selector("[data-how=lost]")
    left = page.evaluate(CLOCK)
    page.clock.run_for(4_000)
    assert page.evaluate(CLOCK) == left
    assert page.locator(".time.stopped").count() == 1 and page.locator(".seat.to-act.stopped").count() == 1
    leave(page)


def test_clock_stops_while_the_table_is_paused(browser: Any) -> None:
    """It shows the time that was left, however often the page is drawn; and continues with it."""
    scene = holdem(3)
    me = to_act(scene)
    room, page = at_table(browser, scene, me, clock=True)
    page.wait_for_selector("[data-how=live]")
    scene.now += 5_000
    scene.host(s.Pause())
    for message in scene.told(me):
        room.tell(message)
    page.wait_for_selector(".time.stopped")
    left = page.evaluate(CLOCK)
    page.clock.run_for(4_000)
    page.keyboard.press("a")  # it is drawn anew
    assert left == page.evaluate(CLOCK) == "0:20"
    scene.now += 60_000
    scene.host(s.Resume())
    room.become(me, scene.now)
    for message in scene.told(me):
        room.tell(message)
    page.wait_for_selector(".time:not(.stopped)")
    assert page.evaluate(CLOCK) in ("0:20", "0:19")
    leave(page)
