"""Straddling from the table page: a button with its amount where it can be done, and why not elsewhere."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from page_browser import PlayedRoom, done, sent
from page_scenes import Scene, at_table
from room_tables import cash, terms
from table_messages import event, yours

from sidepot.errors import SidepotError
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.table.table_rules import Straddle


def between_hands(*kinds: Straddle) -> Scene:
    """Four people after their first hand: Bo has the next button, Cy and Di the blinds, Ann is under the gun."""
    scene = Scene(terms(cash(seats=4, straddles=kinds)))
    scene.seat(4)
    scene.deal()
    while scene.room.hand is not None:
        scene.act(c.Fold())
    return scene


def tell(room: PlayedRoom, scene: Scene, player: str, told: bytes) -> None:
    """What happened, and what is for a player alone after it."""
    room.tell(told)
    mine = yours(scene.room, player)
    assert mine is not None
    room.tell(mine)


def answer(room: PlayedRoom, page: Any, scene: Scene, player: str, times: int) -> None:
    """The table hears what the page said, as the `times`-th thing, and answers it."""
    sent(room, page, times)
    said = [message for message in room.heard if message["type"] == "cmd"][times - 1]
    back = {"id": said["id"], "table": "t1"}
    try:
        entry = scene.say(s.decode(json.dumps(said["do"])), player)
    except SidepotError as error:
        room.tell(msgspec.json.encode({"type": "nack", **back, "because": str(error), "cite": ""}))
        return
    tell(room, scene, player, event(scene.room, entry))
    room.tell(msgspec.json.encode({"type": "ack", **back, "seq": entry.seq}))


def play_hand(room: PlayedRoom, scene: Scene, player: str) -> None:
    """The next hand, in which everybody folds."""
    tell(room, scene, player, event(scene.room, scene.tick()))
    while scene.room.hand is not None:
        fold = s.Act(scene.room.clock.turn, c.Fold())
        tell(room, scene, player, scene.next(fold, scene.room.clock.player, "")[0])


@pytest.mark.long
def test_a_switch_that_stays_straddles_each_hand_that_can_be(browser: Any) -> None:
    """Once for each, and not in the blinds, until the player turns it off."""
    scene = between_hands(Straddle.MISSISSIPPI)
    room, page = at_table(browser, scene, "Ann")
    room.acks = False
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Straddle whenever possible").click()
    answer(room, page, scene, "Ann", 1)
    for _ in range(3):  # her straddle, and both blinds
        play_hand(room, scene, "Ann")
    answer(room, page, scene, "Ann", 2)
    assert [one["type"] for one in room.said] == ["straddle", "straddle"]
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Stop straddling every hand").click()
    play_hand(room, scene, "Ann")
    page.locator(".waits [data-key=t] .act:not([aria-disabled=true])").wait_for()
    assert len(room.said) == 2
    done(room, page)


def test_the_next_hand_is_straddled_by_a_key(browser: Any) -> None:
    scene = between_hands(Straddle.UNDER_THE_GUN)
    room, page = at_table(browser, scene, "Ann")
    room.acks = False
    button = page.locator(".waits [data-key=t] .act")
    assert button.inner_text().split() == ["Straddle", "4", "T"]
    page.keyboard.press("t")
    answer(room, page, scene, "Ann", 1)
    page.locator("[data-key=t] .act[aria-disabled=true]").wait_for()
    page.keyboard.press("t")
    page.locator("[data-key=t] .tip", has_text="You straddle the next hand for 4").wait_for(state="visible")
    tell(room, scene, "Ann", event(scene.room, scene.tick()))
    page.locator("sp-log", has_text="Ann posts the straddle, 4").wait_for()
    assert sent(room, page, 1) == [{"type": "straddle", "kind": "under the gun", "chips": 4}]
    done(room, page)


@pytest.mark.long
def test_a_straddle_is_twice_the_one_before_it_also_for_who_comes_later(browser: Any) -> None:
    scene = between_hands(Straddle.MISSISSIPPI)
    room, page = at_table(browser, scene, "Bo")
    tell(room, scene, "Bo", event(scene.room, scene.say(s.DoStraddle(Straddle.MISSISSIPPI, 4), "Ann")))
    page.locator("[data-key=t] .act-detail", has_text="8").wait_for()
    done(room, page)
    room, page = at_table(browser, scene, "Bo")
    page.locator("[data-key=t] .act-detail", has_text="8").wait_for()
    done(room, page)
    room, page = at_table(browser, scene, "Ann")
    page.locator("[data-key=t] .act[aria-disabled=true]").wait_for()
    page.keyboard.press("t")
    page.locator("[data-key=t] .tip", has_text="You straddle the next hand for 4").wait_for(state="visible")
    assert room.said == []
    done(room, page)


@pytest.mark.long
def test_player_who_cannot_straddle_sees_the_reason(browser: Any) -> None:
    """Who has a blind knows it before they say anything; in a hand all wait."""
    scene = between_hands(Straddle.MISSISSIPPI)
    room, page = at_table(browser, scene, "Cy")
    page.locator("[data-key=t] .act[aria-disabled=true]").wait_for()
    page.keyboard.press("t")
    page.locator("[data-key=t] .tip", has_text="You have a blind in the next hand").wait_for(state="visible")
    tell(room, scene, "Cy", event(scene.room, scene.tick()))
    tip = page.locator("[data-key=t] .tip", has_text="when this one is over")
    tip.wait_for(state="attached")
    page.keyboard.press("t")
    tip.wait_for(state="visible")
    assert room.said == []
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kinds", "said"),
    [((Straddle.SLEEPER,), "sleeper"), ((Straddle.SLEEPER, Straddle.MISSISSIPPI), "mississippi")],
)
def test_the_kind_that_is_played_is_said(browser: Any, kinds: tuple[Straddle, ...], said: str) -> None:
    """A sleeper, which counts only if nobody raises, where nothing else is played."""
    scene = between_hands(*kinds)
    room, page = at_table(browser, scene, "Ann")
    room.acks = False
    page.keyboard.press("t")
    answer(room, page, scene, "Ann", 1)
    page.locator("[data-key=t] .act[aria-disabled=true]").wait_for()
    assert [one["kind"] for one in room.said] == [said]
    assert page.locator(".toast").count() == 0
    done(room, page)


@pytest.mark.long
def test_at_other_tables_there_is_no_such_button(browser: Any) -> None:
    scene = between_hands()
    room, page = at_table(browser, scene, "Ann")
    page.wait_for_selector(".waits p")
    page.keyboard.press("t")
    assert page.locator("[data-key=t]").count() == 0 and room.said == []
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 360, 320])
def test_all_that_can_be_done_between_hands_fits_on_a_phone(browser: Any, width: int) -> None:
    """Cy has won, may show the hand, and sees why they cannot straddle."""
    size = {"width": width, "height": 780}
    room, page = at_table(browser, between_hands(Straddle.UNDER_THE_GUN), "Cy", size=size, locale="de-DE")
    page.locator(".waits .act-wrap").wait_for()
    rights = page.locator(".waits > *").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert len(rights) >= 2 and max(rights) <= width
    done(room, page)
