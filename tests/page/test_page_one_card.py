"""Showing one card of a hand that is over, or both."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, done, sent
from page_scenes import at_table, c, holdem, to_act

from sidepot.cards import UNKNOWN
from sidepot.room.table import commands as s


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_one_card_is_shown_and_then_the_other(browser: Any, size: Any) -> None:
    scene = holdem(3)
    while scene.room.hand is not None:
        last = [player for player in ("Ann", "Bo", "Cy") if player != to_act(scene)]
        scene.act(c.Fold())
    (me,) = [player for player in last if scene.room.last.live >> scene.room.begun.players.index(player) & 1]
    room, page = at_table(browser, scene, me, size=size)
    page.locator(".shows").wait_for()
    assert page.locator(".shows button").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    alone = page.locator(".shows button").nth(1)
    assert " of " in str(alone.get_attribute("aria-label"))
    alone.click()
    (said,) = sent(room, page, 1)
    hand = scene.room.last.hole[scene.room.begun.players.index(me)]
    assert said == {"type": "show_hand", "cards": [hand[0]]}
    for message in scene.next(s.ShowHand((hand[0],)), me, me):
        room.tell(message)
    page.wait_for_function("() => document.querySelectorAll('.shows button').length === 1")
    assert scene.room.showed[me] == (hand[0], UNKNOWN)
    page.screenshot(path=f"/tmp/money-pics/one-{'phone' if size else 'desk'}.png")
    page.locator(".shows button").click()
    assert sent(room, page, 1)[-1] == {"type": "show_hand", "cards": []}
    done(room, page)
