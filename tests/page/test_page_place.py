"""What the table page says of one's place, in words and buttons: what is so now, and what can be done about it."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, PlayedRoom, done, sent
from page_scenes import Scene, at_table, c, choosing, full, holdem, to_act
from room_tables import cash, terms
from table_messages import event, yours

from sidepot.games.mixes import find_mix
from sidepot.room.table import commands as s

LOW = "() => { const list = document.querySelector('sp-log > div'); " \
    "return list.clientHeight > 0 && list.scrollHeight - list.scrollTop - list.clientHeight < 5; }"  # fmt: skip


@pytest.mark.long
def test_the_log_follows_the_newest_line(browser: Any) -> None:
    """Also where it is long on arrival, and on a phone, where it is not seen at first; unless one reads further up."""
    scene = holdem(3)
    lines = [f"Ann raises to {1000 + at}" for at in range(100)]
    room, page = at_table(browser, scene, "Zoe", log=lines)
    page.wait_for_function(LOW)
    assert page.locator("sp-log p").last.inner_text() == "Ann raises to 1,099"
    room.tell(scene.next(s.Act(scene.room.clock.turn, c.Call()), to_act(scene), "")[0])
    page.wait_for_function("() => document.querySelectorAll('sp-log p').length === 101")
    assert page.evaluate(LOW)
    page.locator("sp-log > div").evaluate("list => { list.scrollTop = 100; }")
    page.wait_for_function("() => !document.querySelector('sp-log').follows")
    room.tell(scene.next(s.Act(scene.room.clock.turn, c.Call()), to_act(scene), "")[0])
    page.wait_for_function("() => document.querySelectorAll('sp-log p').length === 102")
    assert page.locator("sp-log > div").evaluate("list => list.scrollTop") == 100
    done(room, page)
    room, page = at_table(browser, scene, "Zoe", log=lines, size=PHONE)
    page.get_by_role("button", name="Log and chat").click()
    page.wait_for_function(LOW)
    done(room, page)


def words(page: Any) -> str:
    """What the dock says, with its buttons."""
    return str(page.locator(".waits").inner_text())


@pytest.mark.long
def test_removed_player_is_informed_and_not_asked_to_stay(browser: Any) -> None:
    """A player who leaves unasked may think again; the host's word stands."""
    scene = holdem(3)
    first, second = to_act(scene), next(name for name in ("Ann", "Bo", "Cy") if name != to_act(scene))
    scene.say(s.Leave(), second)
    room, page = at_table(browser, scene, second)
    page.get_by_role("button", name="Stay at the table").wait_for()
    assert "You leave after this hand" in words(page)
    done(room, page)
    room, page = at_table(browser, scene, first)
    scene.host(s.Remove(second))
    scene.act(c.Fold())
    room.become(second, scene.now)
    for message in scene.told(second):
        room.tell(message)
    page.locator(".toast", has_text="The host removed you").wait_for()
    page.locator(".seat.own[aria-label*='removed by the host']").wait_for()
    page.locator(".menu summary").click()
    assert page.get_by_role("button", name="Stay at the table").count() == 0
    page.locator(".felt").click(position={"x": 5, "y": 5})
    page.locator(".menu[open]").wait_for(state="detached")  # a click beside it closes it
    done(room, page)


@pytest.mark.long
def test_naming_the_game_has_a_clock_and_ends_with_it(browser: Any) -> None:
    """The end of the hand is seen first; the window says how long there is, and goes when it is too late."""
    scene = choosing()
    chooser = scene.room.chooser
    room, page = at_table(browser, scene, chooser, clock=True)
    page.locator(".result p").wait_for()
    page.locator("#bar em", has_text="0:2").wait_for()
    page.locator(".seat.own.to-act[aria-label*='to choose the game']").wait_for()
    assert page.locator("dialog").count() == 0
    page.keyboard.press("g")
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.clock.run_for(10_000)
    assert page.locator("dialog").count() == 0  # they have seen it
    page.keyboard.press("g")
    page.locator(".ask-time", has_text="0:2").wait_for()
    told, mine = event(scene.room, scene.tick()), yours(scene.room, chooser)
    room.tell(told)
    assert mine is not None
    room.tell(mine)
    page.locator("dialog").wait_for(state="detached")
    done(room, page)


def test_the_limit_and_the_games_of_a_mix_are_shown(browser: Any) -> None:
    scene = Scene(terms(cash(find_mix("horse"), seats=4)))
    scene.seat(3)
    scene.deal()
    room, page = at_table(browser, scene, "Zoe")
    page.locator("#terms", has_text="Texas hold'em · Fixed limit 2/4, blinds 1/2").wait_for()
    games = page.locator(".mix li")
    assert games.count() == 5 and games.nth(2).inner_text() == "Razz, fixed limit"
    assert page.locator(".mix [aria-current]").inner_text() == "Texas hold'em, fixed limit (current)"
    done(room, page)


@pytest.mark.long
def test_waiting_player_sees_the_list_and_can_leave_it(browser: Any) -> None:
    """The bots have all seats; one of them goes when the hand is over."""
    scene = full()
    room, page = at_table(browser, scene, "Zoe")
    page.locator(".waits", has_text="You are number 1 on the waiting list").wait_for()
    assert "No seat" not in words(page)
    page.get_by_role("button", name="Leave the waiting list").click()
    assert sent(room, page, 1) == [{"type": "leave"}]
    done(room, page)


def see(room: PlayedRoom, page: Any, scene: Scene, player: str) -> None:
    """The page is that of somebody else from now on, as the table stands."""
    room.become(player, scene.now)
    for message in scene.told(player):
        room.tell(message)
    page.wait_for_function("player => true", arg=player)


@pytest.mark.long
def test_a_game_is_asked_for_by_itself_once_the_hand_was_seen(browser: Any) -> None:
    scene = choosing()
    room, page = at_table(browser, scene, scene.room.chooser, clock=True)
    page.locator(".result p").wait_for()
    assert page.locator("dialog").count() == 0
    page.clock.run_for(3_100)
    page.locator("dialog").wait_for()
    page.keyboard.type("zzzz")
    page.get_by_text("No matching game").wait_for()
    done(room, page)
