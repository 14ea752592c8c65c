"""One's own cards face down until they are touched, where a person has chosen that in *Appearance*."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, done
from page_scenes import at_table, holdem, to_act


def faces(page: Any) -> list[str]:
    """What the cards on the page are called."""
    found: list[str] = page.locator(".own-card .card").evaluate_all("(cards) => cards.map((card) => card.ariaLabel)")
    return found


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_cards_are_face_down_until_they_are_touched(browser: Any, size: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene), size=size)
    page.locator(".own-card").first.wait_for()
    open_cards = faces(page)
    assert len(open_cards) == 2 and all(" of " in card for card in open_cards)
    assert page.locator("button.own-card").count() == 0
    page.evaluate("() => localStorage.setItem('sidepot.own', JSON.stringify('down'))")
    page.reload()
    page.locator("button.own-card").first.wait_for()
    assert faces(page) == ["a face-down card"] * 2
    assert page.locator(".own-cards").get_attribute("aria-label") == "Your cards, face down"
    assert page.locator(".own-words").inner_text() == "Touch your cards to look at them"
    page.get_by_role("button", name="Look at your cards").first.click()
    assert faces(page) == open_cards
    assert page.evaluate("() => document.activeElement.matches('.own-card')")  # the focus stays, to cover them again
    page.keyboard.press("Enter")
    assert faces(page) == ["a face-down card"] * 2
    assert room.said == []
    done(room, page)
