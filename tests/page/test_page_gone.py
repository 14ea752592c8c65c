"""The table page of who has left, was put out or has no chips: what it says between hands, and how one comes back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from page_browser import PlayedRoom, done, sent, wait_until
from page_scenes import Due, Scene, at_table, c, holdem, to_act
from room_tables import cash, one_game, terms

from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import Stakes
from sidepot.room.table import commands as s
from sidepot.room.views.public import event_of


def heads_up_over() -> Scene:
    """The first hand of two is over, and no other begins once one of them goes."""
    scene = holdem(2)
    scene.act(c.Fold())
    return scene


def tell(room: PlayedRoom, scene: Scene, player: str) -> None:
    for message in scene.told(player):
        room.tell(message)


@pytest.mark.long
@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_player_who_left_between_hands_can_sit_down_again(browser: Any, how: str) -> None:
    """Their seat is still shown with the hand that was over last, but it is theirs no more."""
    scene = heads_up_over()
    room, page = at_table(browser, scene, "Ann")
    if how == "leaves":
        scene.say(s.Leave(), "Ann")
    else:
        scene.host(s.Remove("Ann"))
    tell(room, scene, "Ann")
    page.locator(".waits").get_by_role("button", name="Sit down").wait_for()
    assert page.locator("body.seated").count() == 0
    page.locator(".menu summary").click()
    assert page.locator(".menu-items").get_by_role("button", name="Sit down").count() == 1
    page.keyboard.press("Escape")
    page.locator(".waits").get_by_role("button", name="Sit down").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    assert sent(room, page, 1)[0]["type"] == "sit"
    done(room, page)


def test_logging_out_in_another_window_logs_out_here(browser: Any) -> None:
    """The next hello says who one is: what was told to somebody else before is theirs no more, and no seat was lost."""
    scene = holdem(2)
    room, page = at_table(browser, scene, "Ann")
    page.locator("body.seated").wait_for()
    room.greet = scene.told("")
    room.become("", scene.now)
    page.locator(".waits").get_by_role("button", name="Sit down").wait_for()
    assert page.locator(".waits button").count() == 1 and page.locator(".toast").count() == 0
    assert page.locator("body.seated").count() == 0 and page.locator(".own-card").count() == 0
    wait_until(page, lambda: {"type": "watch", "table": "t1", "since": 0} in room.heard)
    assert {"type": "watch", "table": "t1", "since": 0} in room.heard
    done(room, page)


@pytest.mark.long
def test_the_focus_comes_back_to_the_menu(browser: Any) -> None:
    """By Escape out of it, and out of a window that was opened from it."""
    room, page = at_table(browser, holdem(2), "Ann")
    on_menu = "() => document.activeElement === document.querySelector('.menu summary')"
    page.locator(".menu summary").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.wait_for_function(on_menu)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.wait_for_function(on_menu)
    done(room, page)


@pytest.mark.long
def test_returning_player_is_asked_like_any_other(browser: Any) -> None:
    scene = heads_up_over()
    scene.say(s.Leave(), "Ann")
    room = PlayedRoom("Ann")
    room.greet, room.now = scene.told("Ann"), scene.now
    page = room.open(browser, "/table/t1#sit")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Enter")
    [sit] = sent(room, page, 1)
    assert sit == {"type": "sit", "seat": -1, "chips": 200, "waits": False}
    done(room, page)


def test_the_words_for_leaving_are_those_of_the_moment(browser: Any) -> None:
    """In a hand they leave when it is over; between hands at once, with what they have, and so does who has won."""
    scene = holdem(2)
    winner = next(name for name in ("Ann", "Bo") if name != to_act(scene))
    room, page = at_table(browser, scene, winner)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_text("You leave after this hand").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    scene.act(c.Fold())
    tell(room, scene, winner)
    page.locator(".result p").wait_for()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_text("You leave with ").wait_for()
    done(room, page)


@pytest.mark.long
def test_menu_of_a_removed_player_offers_nothing_that_needs_a_seat(browser: Any) -> None:
    scene = holdem(3)
    second = next(name for name in ("Ann", "Bo", "Cy") if name != to_act(scene))
    scene.host(s.Remove(second))
    room, page = at_table(browser, scene, second)
    page.locator(".menu summary").click()
    found = page.locator(".menu-items button").all_inner_texts()
    assert found == ["Invite", "Table terms", "Hands played here", "Your picture", "Appearance", "Settings"]
    done(room, page)


@pytest.mark.long
def test_busted_player_can_buy_chips_after_the_hand(browser: Any) -> None:
    """And sees how long their seat is kept; the log says at the end that they had none."""
    scene = Scene(terms(cash(seats=2)))
    for player in ("Ann", "Bo"):
        scene.say(s.Sit(chips=80, waits=False), player)
    scene.deal()
    while scene.room.hand is not None:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        bet = c.RaiseTo(may.raise_max) if may.raise_max else c.Call()
        scene.act(c.Show() if may.due is Due.SHOW else bet)
    [broke] = [place.player for place in scene.room.table.seated() if not place.stack]
    room, page = at_table(browser, scene, broke)
    page.locator(".waits", has_text="You have no chips").wait_for()
    page.locator(".waits").get_by_role("button", name="Buy chips").wait_for()
    page.locator(".waits", has_text="your seat is held for 0:4").wait_for()
    while broke in scene.room.table.places:
        told = scene.tick()
    assert event_of(scene.room, told).log == (f"{broke} leaves without chips",)
    done(room, page)


@pytest.mark.long
def test_a_pot_that_waits_is_shown_with_who_can_win_it(browser: Any) -> None:
    """Also between hands; and who has put their last chip in is told that they are dealt in for it."""
    rules = one_game("five-card-draw", FixedLimit())
    scene = Scene(terms(replace(rules, stakes=(Stakes(ante=4, small_bet=4),), buy_in=(1, 0))))
    for player, chips in (("Ann", 40), ("Bo", 3), ("Cy", 40)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.deal()
    while scene.room.hand is not None:
        scene.act(c.Check())
    room, page = at_table(browser, scene, "Bo")
    pots = page.locator(".pots .pot")
    told = [pot.get_attribute("aria-label") for pot in pots.all()]
    assert told == ["Main pot, 9 chips: Ann, Bo or Cy can win it", "Side pot, 2 chips: Ann or Cy can win it"]
    page.locator(".street", has_text="The pot is carried to the next hand").wait_for()
    page.locator(".waits", has_text="You are dealt in without chips to play for the carried pot").wait_for()
    page.locator(".waits").get_by_role("button", name="Buy chips").wait_for()
    scene.deal()
    tell(room, scene, "Bo")
    page.locator(".waits", has_text="You are all-in").wait_for()
    assert pots.first.get_attribute("aria-label") == told[0]
    done(room, page)


@pytest.mark.long
def test_carried_pot_is_shown_apart_from_the_current_hand(browser: Any) -> None:
    """Nobody who is dealt in can win it: it is not among what is played for."""
    rules = one_game("five-card-draw", FixedLimit())
    scene = Scene(terms(replace(rules, stakes=(Stakes(ante=4, small_bet=4),), buy_in=(1, 0))))
    for player, chips in (("Ann", 40), ("Bo", 3), ("Cy", 40)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.deal()
    while scene.room.hand is not None:
        scene.act(c.Check())
    for player in ("Ann", "Cy"):
        scene.say(s.SitOut(), player)
    scene.say(s.Buy(37), "Bo")
    scene.say(s.Sit(chips=3, waits=False), "Dan")
    scene.deal()
    room, page = at_table(browser, scene, "Ann")
    pots = page.locator(".pots .pot")
    told = [pot.get_attribute("aria-label") for pot in pots.all()]
    assert told[0].endswith("Bo can win it") and told[-1] == "Carried to the next hand, 2 chips: Ann or Cy can win it"
    done(room, page)


@pytest.mark.long
def test_a_pot_of_a_hand_that_stands_still_waits_for_no_next_deal(browser: Any) -> None:
    scene = holdem(2)
    scene.act(c.Call())
    scene.act(c.Check())
    scene.host(s.Pause())
    room, page = at_table(browser, scene, "Ann")
    assert page.locator(".pots .pot").count() == 1
    page.locator(".street", has_text="The host has paused the table").wait_for()
    done(room, page)
