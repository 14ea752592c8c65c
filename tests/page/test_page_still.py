"""The board stands still: while chips come in and are paid, between streets, and when the hand is over."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PlayedRoom, done, in_windows
from page_scenes import Due, Scene, at_table, c, holdem, to_act
from room_tables import cash, one_game, terms

from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit, PotLimit
from sidepot.games.mixes import single
from sidepot.room.table import commands as s

WINDOWS = [(1280, 800), (1024, 768), (900, 700), (844, 390), (390, 844), (360, 640)]

# the middle of the upper edge of each board
BOARDS = """() => [...document.querySelectorAll('.board')].map((board) => {
    const { x, y, width } = board.getBoundingClientRect();
    return [x + width / 2, y].map(Math.round);
})"""
SEATS = """() => [...document.querySelectorAll('.seat .plate')].map((plate) => {
    const { x, y } = plate.getBoundingClientRect();
    return [x, y].map(Math.round);
})"""
POTS = "() => Math.round(document.querySelector('.pots').getBoundingClientRect().y)"


def go_on(room: PlayedRoom, scene: Scene, me: str) -> None:
    """One more act, and the page of `me` is told of it."""
    may = scene.room.options_of(to_act(scene))
    assert may is not None
    act = c.Show() if may.due is Due.SHOW else c.Call() if may.call else c.Check()
    for told in scene.next(s.Act(scene.room.clock.turn, act), to_act(scene), me):
        room.tell(told)


@pytest.mark.parametrize("me", ["Bo", "Zoe"])
def test_the_board_stands_still_when_the_pot_gives_way_to_the_result(browser: Any, me: str) -> None:
    """For one who plays, and for one who watches."""
    scene = holdem(3)
    scene.ask("Ann", "Bo", "Cy")
    while (hand := scene.room.hand) is not None and len(hand.boards[0]) < 5:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.Call() if may.call else c.Check())
    room, page = at_table(browser, scene, me, reduced_motion="reduce")
    page.locator(".board .card").nth(4).wait_for()
    page.locator(".pot").wait_for()
    before = in_windows(page, WINDOWS, BOARDS)
    while scene.room.hand is not None:
        go_on(room, scene, me)
    page.locator(".result p").first.wait_for()
    assert page.locator(".pot").count() == 0
    assert in_windows(page, WINDOWS, BOARDS) == before
    done(room, page)


@pytest.mark.long
def test_the_pot_lies_where_it_lay_when_the_flop_comes(browser: Any) -> None:
    """The place of the board is kept free for it."""
    scene = holdem(3)
    room, page = at_table(browser, scene, "Bo", reduced_motion="reduce")
    first = in_windows(page, WINDOWS, BOARDS)
    while (hand := scene.room.hand) is not None and len(hand.boards[0]) < 3:
        go_on(room, scene, "Bo")
    page.locator(".board .card").nth(2).wait_for()
    page.locator(".pot").wait_for()
    pot, flop = in_windows(page, WINDOWS, POTS), in_windows(page, WINDOWS, BOARDS)
    assert flop == first
    while (hand := scene.room.hand) is not None and len(hand.boards[0]) < 4:
        go_on(room, scene, "Bo")
    page.locator(".board .card").nth(3).wait_for()
    assert in_windows(page, WINDOWS, POTS) == pot
    done(room, page)


@pytest.mark.long
def test_two_boards_stand_still_too(browser: Any) -> None:
    scene = Scene(terms(cash(single(find_game("double-board-omaha"), PotLimit()), seats=6)))
    scene.seat(3)
    scene.ask("Ann", "Bo", "Cy")
    scene.deal()
    while (hand := scene.room.hand) is not None and len(hand.boards[0]) < 5:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.Call() if may.call else c.Check())
    room, page = at_table(browser, scene, "Zoe", reduced_motion="reduce")
    page.locator(".board .card").nth(9).wait_for()
    before = in_windows(page, WINDOWS, BOARDS)
    while scene.room.hand is not None:
        go_on(room, scene, "Zoe")
    page.locator(".board-won strong", has_text=":").first.wait_for()
    assert in_windows(page, WINDOWS, BOARDS) == before
    done(room, page)


@pytest.mark.long
def test_the_seats_stand_still_when_the_first_cards_come(browser: Any) -> None:
    scene = Scene(terms(cash(seats=3)))
    scene.seat(3)
    room, page = at_table(browser, scene, "Bo", reduced_motion="reduce")
    page.locator("body.seated").wait_for()
    before = in_windows(page, WINDOWS, SEATS)
    scene.deal()
    for told in scene.told("Bo"):
        room.tell(told)
    page.locator(".own-card").nth(1).wait_for()
    assert in_windows(page, WINDOWS, SEATS) == before
    done(room, page)


@pytest.mark.long
def test_a_game_without_a_board_keeps_no_room_for_one(browser: Any) -> None:
    scene = Scene(terms(one_game("five-card-draw", NoLimit())))
    scene.seat(3)
    scene.deal()
    room, page = at_table(browser, scene, "Bo")
    page.locator(".pots").wait_for(state="attached")
    assert page.locator(".boards").evaluate("one => one.getBoundingClientRect().height") == 0
    done(room, page)
