"""The settings of a player at the table page: own amounts, the slip guard, keys; and chips or big blinds."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import PHONE, PlayedRoom, done, sent
from page_scenes import at_table, holdem, to_act

QUICK = ".raise-quick .quick"


def my_turn(browser: Any, **more: Any) -> tuple[PlayedRoom, Any]:
    """The first to act of three with 200 each, at blinds of 1 and 2."""
    scene = holdem(3)
    return at_table(browser, scene, to_act(scene), **more)


def settings(page: Any) -> Any:
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    found = page.get_by_role("dialog", name="Settings")
    found.wait_for()
    return found


def shut(page: Any) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def names(page: Any) -> list[str]:
    return [str(one.inner_text()) for one in page.locator(QUICK).all()]


# ---- amounts


def test_amounts_of_ones_own_are_offered_at_once_and_kept(browser: Any) -> None:
    room, page = my_turn(browser)
    assert names(page) == ["Min", "2.5 bb", "3 bb", "Pot", "All-in"]  # 2.2 blinds are 4: that is the least
    window = settings(page)
    field = window.get_by_label("Before the flop, in big blinds")
    field.fill("much")
    field.blur()
    window.get_by_text("Enter up to 4 numbers").wait_for()
    field.fill("4  10")
    field.blur()
    window.get_by_text("Enter up to 4 numbers").wait_for(state="detached")
    shut(page)
    assert names(page) == ["Min", "Pot", "4 bb", "10 bb", "All-in"]
    page.reload()
    page.locator(QUICK, has_text="10 bb").click()
    assert page.locator(".amount").input_value() == "20"
    done(room, page)


@pytest.mark.long
def test_the_wheel_and_the_arrows_go_by_a_blind(browser: Any) -> None:
    room, page = my_turn(browser)
    amount = page.locator(".amount")
    page.locator("sp-actions .slider").hover()
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => document.querySelector('.amount').value === '6'")
    page.keyboard.press("ArrowUp")
    assert amount.input_value() == "8"
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => document.querySelector('.amount').value === '6'")
    page.keyboard.press("r")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("60")  # it replaces the amount
    assert amount.input_value() == "60" and room.said == []
    done(room, page)


# ---- the slip guard


def slide_to_the_end(page: Any) -> None:
    page.locator("sp-actions .slider").evaluate(
        "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.locator("[data-key=r] .act", has_text="All-in").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_all_in_by_the_slider_is_asked_about_once(browser: Any, size: Any) -> None:
    room, page = my_turn(browser, size=size)
    slide_to_the_end(page)
    raises = page.locator("[data-key=r] .act")
    raises.dblclick()  # a double click is one answer
    page.locator(".raise-error", has_text="This is all-in").wait_for()
    assert raises.inner_text().split("\n")[0] == "All-in?" and room.said == []
    raises.click()
    assert [one["command"] for one in sent(room, page, 1)] == [{"type": "raise_to", "to": 200}]
    done(room, page)


@pytest.mark.long
def test_the_slip_guard_can_be_turned_off(browser: Any) -> None:
    room, page = my_turn(browser)
    settings(page).get_by_label("Ask me to confirm").uncheck()
    shut(page)
    slide_to_the_end(page)
    page.locator("[data-key=r] .act").click()
    assert [one["command"] for one in sent(room, page, 1)] == [{"type": "raise_to", "to": 200}]
    page.reload()
    assert not settings(page).get_by_label("Ask me to confirm").is_checked()
    done(room, page)


# ---- keys


@pytest.mark.long
def test_a_key_is_changed_and_the_buttons_and_the_help_have_it(browser: Any) -> None:
    room, page = my_turn(browser)
    window = settings(page)
    fold = window.get_by_label("Fold", exact=True)
    fold.fill("c")
    window.get_by_text("C is already in use: Check or call").wait_for()
    assert fold.input_value() == "F"
    fold.fill("k")
    assert fold.input_value() == "K" and window.get_by_text("is already in use").count() == 0
    shut(page)
    assert page.locator("[data-key=f] kbd").inner_text() == "K"
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").locator("dt", has_text="K").wait_for()
    shut(page)
    page.keyboard.press("f")
    assert room.said == []
    page.wait_for_selector("sp-actions.on")  # a page that has lost its line for a moment takes no key
    page.keyboard.press("k")
    assert [one["command"] for one in sent(room, page, 1)] == [{"type": "fold"}]
    window = settings(page)
    window.get_by_role("button", name="Reset shortcuts").click()
    assert window.get_by_label("Fold", exact=True).input_value() == "F"
    done(room, page)


# ---- chips or big blinds


@pytest.mark.long
@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_amounts_are_in_big_blinds_by_one_tap_and_stay_so(browser: Any, size: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene), size=size, log=["Bo posts the big blind, 2"])
    stacks = page.locator(".seat .stack")
    assert "200" in stacks.all_text_contents()
    page.keyboard.press("r")
    page.keyboard.type("30")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Amounts in big blinds").click()
    page.locator(".seat .stack", has_text="100\u00a0bb").first.wait_for()
    assert not [text for text in stacks.all_text_contents() if "bb" not in text]
    assert {"0.5\u00a0bb", "1\u00a0bb"} == {*page.locator(".bets .bet").all_text_contents()}
    assert str(page.locator(".street").inner_text()).startswith("Pre-flop · 1.5\u00a0bb in all")
    assert page.locator("[data-key=c] .act-detail").inner_text() == "1\u00a0bb"
    assert page.locator(".amount").input_value() == "15"  # what was chosen is still chosen
    assert page.evaluate("() => document.activeElement.textContent") == "BB"
    assert "posts the big blind, 2" in str(page.locator("sp-log").text_content())
    page.reload()
    page.locator("[data-key=r] .act-detail", has_text="bb").wait_for()
    page.keyboard.press("r")
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    assert [one["command"] for one in sent(room, page, 1)] == [{"type": "raise_to", "to": 5}]
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.locator(".seat .stack", has_text="bb").first.wait_for(state="detached")
    done(room, page)
