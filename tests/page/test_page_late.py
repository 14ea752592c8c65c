"""Who comes to the table page in the middle of a hand sees all that was said and won in it before."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import done
from page_scenes import Due, Scene, at_table
from room_tables import cash, terms

from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, PotLimit
from sidepot.games.mixes import single
from sidepot.hand import commands as c
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration


@pytest.mark.long
@pytest.mark.parametrize("how", [Declaration.CHIPS_IN_HAND, Declaration.IN_TURN])
def test_late_subscriber_sees_declarations(browser: Any, how: Declaration) -> None:
    rules = cash(single(find_game("badacey"), FixedLimit()), rulebook=CASH.but(declaration=how))
    scene = Scene(terms(rules))
    scene.seat(2)
    first = scene.until(Due.DECLARE)
    scene.act(c.Declare(1))
    room, page = at_table(browser, scene, "Zoe")
    told = page.locator(f".seat[aria-label*='{first}']").get_attribute("aria-label")
    assert ("declared for badugi" in told) is (how is Declaration.IN_TURN)
    done(room, page)
    scene.act(c.Declare(3))
    room, page = at_table(browser, scene, "Zoe")
    page.wait_for_selector(f".seat[aria-label*='{first}'][aria-label*='declared for badugi']")
    page.wait_for_selector(".seat[aria-label*='declared for both']")
    done(room, page)


@pytest.mark.long
def test_late_subscriber_sees_the_winners_of_each_board(browser: Any) -> None:
    scene = Scene(terms(cash(single(find_game("double-board-omaha"), PotLimit()), seats=2)))
    scene.seat(2)
    scene.shown()
    room, page = at_table(browser, scene, "Zoe")
    page.wait_for_selector(".result p")
    told = page.locator(".board-won").all_inner_texts()
    assert [line.split(":")[0] for line in told] == ["Board 1", "Board 2"]
    words = " ".join(told)
    assert all(name in words for name in ("Ann", "Bo") if name in page.locator(".result").inner_text()), told
    done(room, page)
