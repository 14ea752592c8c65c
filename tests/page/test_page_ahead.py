"""Actions chosen in advance at the table page: done when the turn comes; a new price cancels only check and call."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, PlayedRoom, done, sent
from page_scenes import Scene, at_table, c, holdem, to_act

from sidepot.room.table import commands as s
from sidepot.room.views.public import public_view

NOTE = ".ahead-note"


def on_the_flop() -> tuple[Scene, list[str]]:
    """All three have called and it is the flop: who acts first, second and last."""
    scene = holdem(3)
    while public_view(scene.room).street != "flop":
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.Call() if may.may_call else c.Check())
    state = public_view(scene.room)
    names = [seat.player for seat in (state.seats[at] for at in (state.to_act, *state.to_come)) if seat is not None]
    return scene, names


def acts(room: PlayedRoom, scene: Scene, me: str, command: c.Command) -> None:
    """The seat to act does something, and `me` is told of it as they are at a real table."""
    for message in scene.next(s.Act(scene.room.clock.turn, command), to_act(scene), me):
        room.tell(message)


def pressed(page: Any) -> list[str]:
    """What is decided ahead."""
    return [str(one.inner_text()).split("\n")[0] for one in page.locator(".plan[aria-pressed=true]").all()]


@pytest.mark.long
@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_a_check_decided_ahead_is_done_as_soon_as_the_turn_comes(browser: Any, size: Any) -> None:
    scene, (_, _, me) = on_the_flop()
    room, page = at_table(browser, scene, me, size=size)
    button = page.locator(".ahead").get_by_role("button", name="Check", exact=True)
    button.click()
    page.locator(NOTE, has_text="Check as soon as it is your turn").wait_for()
    assert pressed(page) == ["Check"]
    acts(room, scene, me, c.Check())
    page.locator(".waits", has_text="is to act").wait_for()
    assert pressed(page) == ["Check"] and room.said == []
    assert page.evaluate("() => document.activeElement.textContent.startsWith('Check')")  # the focus stays
    acts(room, scene, me, c.Check())
    turn = scene.room.clock.turn
    assert sent(room, page, 1) == [{"type": "act", "turn": turn, "command": {"type": "check"}}]
    assert page.locator(".plan").count() == 0
    done(room, page)


def test_a_check_ahead_is_off_when_somebody_bets_and_that_is_said(browser: Any) -> None:
    scene, (_, _, me) = on_the_flop()
    room, page = at_table(browser, scene, me)
    page.locator(".plan").first.wait_for()
    page.keyboard.press("e")
    assert pressed(page) == ["Check"]
    acts(room, scene, me, c.RaiseTo(4))
    page.locator(NOTE, has_text="It is now 4 to call: “Check” was cancelled").wait_for()
    assert page.locator(NOTE).get_attribute("role") == "status"  # which screen readers tell
    assert pressed(page) == []
    acts(room, scene, me, c.Fold())
    page.locator("body.your-turn").wait_for()
    page.locator("[data-key=c] .act", has_text="Call").wait_for()
    assert room.said == []
    page.keyboard.press("f")
    assert [one["command"] for one in sent(room, page, 1)] == [{"type": "fold"}]
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "name", "command", "stays"),
    [
        ("e", "Call", {"type": "call"}, False),
        ("q", "Fold", {"type": "fold"}, True),
        ("z", "Call any", {"type": "call"}, True),
    ],
)
def test_raise_cancels_only_a_call_of_one_price(
    browser: Any, key: str, name: str, command: dict[str, str], stays: bool
) -> None:
    for is_raised in (False, True):
        scene, (_, _, me) = on_the_flop()
        scene.act(c.RaiseTo(4))
        room, page = at_table(browser, scene, me)
        page.locator(".plan").first.wait_for()
        page.keyboard.press(key)
        assert pressed(page) == [name]
        acts(room, scene, me, c.RaiseTo(12) if is_raised else c.Call())
        if is_raised and not stays:
            page.locator(NOTE, has_text="It is now 12 to call").wait_for()
            page.locator("body.your-turn").wait_for()
            assert room.said == []
        else:
            assert [one["command"] for one in sent(room, page, 1)] == [command]
        done(room, page)


@pytest.mark.parametrize(
    ("key", "before", "after", "command"),
    [("q", "Check/fold", "Fold", {"type": "fold"}), ("z", "Call any", "Call any", {"type": "call"})],
)
def test_check_fold_folds_and_call_any_calls_when_somebody_bets(
    browser: Any, key: str, before: str, after: str, command: dict[str, str]
) -> None:
    scene, (_, _, me) = on_the_flop()
    room, page = at_table(browser, scene, me)
    page.locator(".plan").first.wait_for()
    page.keyboard.press(key)
    assert pressed(page) == [before]
    acts(room, scene, me, c.RaiseTo(4))
    page.locator(NOTE, has_text=f"It is now 4 to call: {after} as soon as it is your turn").wait_for()
    assert pressed(page) == [after] and room.said == []
    acts(room, scene, me, c.Fold())
    assert [one["command"] for one in sent(room, page, 1)] == [command]
    done(room, page)


@pytest.mark.long
def test_check_fold_and_call_any_check_where_nobody_bets(browser: Any) -> None:
    for key in "qz":
        scene, (_, _, me) = on_the_flop()
        room, page = at_table(browser, scene, me)
        page.locator(".plan").first.wait_for()
        page.keyboard.press(key)
        acts(room, scene, me, c.Check())
        acts(room, scene, me, c.Check())
        assert [one["command"] for one in sent(room, page, 1)] == [{"type": "check"}]
        done(room, page)


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 360])
def test_names_of_advance_actions_fit_their_buttons_on_a_phone(browser: Any, width: int) -> None:
    scene, (_, _, me) = on_the_flop()
    room, page = at_table(browser, scene, me, size={"width": width, "height": 740})
    page.locator(".plan").first.wait_for()
    for key in " qez":  # none chosen, then each
        if key.strip():
            page.keyboard.press(key)
        over = page.evaluate(
            """() => [...document.querySelectorAll(".plan")].filter((one) => {
                const text = document.createRange();
                text.selectNodeContents(one);
                return text.getBoundingClientRect().width > one.clientWidth - 4;
            }).map((one) => one.textContent)"""
        )
        assert over == []
    done(room, page)


@pytest.mark.long
def test_a_decision_ahead_is_taken_back(browser: Any) -> None:
    scene, (_, _, me) = on_the_flop()
    room, page = at_table(browser, scene, me)
    page.locator(".plan").first.wait_for()
    page.keyboard.press("q")
    assert pressed(page) == ["Check/fold"]
    page.keyboard.press("q")
    page.locator(NOTE, has_text="“Check/fold” cancelled").wait_for()
    acts(room, scene, me, c.Check())
    acts(room, scene, me, c.Check())
    page.locator("body.your-turn").wait_for()
    assert room.said == []
    done(room, page)


@pytest.mark.long
def test_player_without_a_later_turn_gets_no_advance_actions(browser: Any) -> None:
    """A player who has checked already, one who has folded, and a spectator."""
    scene, (first, second, _) = on_the_flop()
    scene.act(c.Check())
    for me in (first, "", second):
        room, page = at_table(browser, scene, me)
        page.locator(".street", has_text="Flop").wait_for()
        assert page.locator(".plan").count() == 0
        done(room, page)
