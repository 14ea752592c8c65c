"""The table page against a real room: people sit down and play by keyboard, and check the hand afterwards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from page_player import Page, fixed, table
from page_room import Opponent, Room, shoves, stays
from room_tables import cash


def test_a_guest_plays_a_holdem_hand_with_a_side_pot_by_keyboard(browser: Any, room: Room) -> None:
    """Al is all-in for 20; what the guest bets after the flop, and Bea calls, is a side pot without Al."""
    where = table(room, "Side pots", cash(seats=3, buy_in=(10, 100)))
    mine = Page(browser, room, "Zoe")
    mine.sit("Side pots")
    with Opponent(room, where, "Al", shoves, chips=20), Opponent(room, where, "Bea", stays, chips=100):
        room.begin(where)
        play_side_pot(mine)
    mine.close()


def play_side_pot(mine: Page) -> None:
    mine.page.wait_for_selector(".your-turn .act")
    mine.play(lambda: mine.page.locator(".board .card").count() >= 3)  # to the flop: Al is all-in, all call
    mine.page.keyboard.press("r")
    assert mine.page.evaluate("document.activeElement.className") == "amount"
    mine.page.keyboard.type("10")
    mine.page.keyboard.press("Enter")
    pots = mine.page.locator(".pot")
    mine.page.wait_for_function("() => document.querySelectorAll('.pot').length === 2")
    assert pots.first.get_attribute("aria-label") == "Main pot, 60 chips: Zoe, Al or Bea can win it"
    side = pots.nth(1)
    assert re.match(r"Side pot, 20 chips: Zoe or Bea can win it", str(side.get_attribute("aria-label")))
    side.focus()
    mine.page.wait_for_function("() => document.querySelectorAll('.seat.lit').length === 2")
    lit = [str(one.get_attribute("aria-label")) for one in mine.page.locator(".seat.lit").all()]
    assert [words.split(":")[1].split(",")[0].strip() for words in lit] == ["Zoe", "Bea"]
    mine.play(lambda: False)
    mine.page.wait_for_selector(".result p")
    mine.reads("side pot", "main pot")
    begins = mine.page.locator("sp-log p.heading").all_inner_texts()
    assert len(begins) == 1 and begins[0].startswith("Hand 1: Texas hold'em"), begins
    told = [str(one.text_content()).replace(",", "") for one in mine.page.locator(".seat .stack").all()]
    stacks = [int(words.split()[0]) for words in told if words[0].isdigit()]  # who has none: "no chips"
    assert sum(stacks) == 220


@pytest.mark.long
def test_a_draw_hand_by_keyboard(browser: Any, room: Room) -> None:
    where = table(room, "Triple draw", fixed("triple-draw"))
    mine = Page(browser, room, "Yan")
    mine.sit("Triple draw")
    with Opponent(room, where, "Dee", stays):
        room.begin(where)
        assert draws(mine) == 3
    mine.reads("wins")
    assert mine.log.count("Yan draws 2") == 3 and mine.log.count("Dee stands pat") == 3
    mine.close()


def draws(mine: Page) -> int:
    """Play a hand to its end, changing the first and the last card at each draw: how many draws there were."""
    drawn = 0
    while not mine.page.locator(".result p").count():
        mine.page.wait_for_function(
            "() => document.body.classList.contains('your-turn') || document.querySelector('.result p')"
        )
        if not mine.on_turn:
            break
        if mine.page.locator("[data-key=d]").count():
            before, turn = mine.own, mine.turn
            for key in "135":
                mine.page.keyboard.press(key)
            mine.page.keyboard.press("3")  # and takes it back
            assert mine.page.locator('.own-card[aria-pressed="true"]').count() == 2
            mine.page.keyboard.press("d")
            mine.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)
            mine.page.wait_for_function(
                "was => was !== [...document.querySelectorAll('.own-card .card')].map(c => c.ariaLabel).join()",
                arg=",".join(before),
            )
            assert len(set(before) & set(mine.own)) == 3
            assert before[0] not in mine.own and before[4] not in mine.own
            drawn += 1
        else:
            mine.answer({})
    return drawn


@pytest.mark.long
def test_a_stud_hand_by_keyboard(browser: Any, room: Room) -> None:
    """With the bring-in, five streets, and seven cards, three of them face down."""
    where = table(room, "Stud", fixed("stud"))
    mine = Page(browser, room, "Xia")
    mine.sit("Stud")
    seen: set[int] = set()

    def looked() -> bool:
        seen.add(len(mine.own))
        return False

    with Opponent(room, where, "Fay", stays):
        room.begin(where)
        mine.play(looked)
        mine.page.wait_for_selector(".result p")
    assert seen >= {3, 4, 5, 6, 7}
    mine.reads("brings it in for")
    assert "River" not in mine.log
    mine.close()


@pytest.mark.long
def test_a_hand_is_checked_after_it_was_played(browser: Any, room: Room, tmp_path: Path) -> None:
    """The record is taken home and checked; this browser noted the root when the hand was dealt."""
    where = table(room, "Checked", cash(seats=2))
    mine = Page(browser, room, "Tea")
    mine.sit("Checked")
    with Opponent(room, where, "Oli", stays):
        room.begin(where)
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    mine.page.locator(".menu summary").click()
    mine.page.get_by_role("button", name="Hands played here").click()
    with mine.page.expect_download() as loading:
        mine.page.get_by_role("link", name="Download").first.click()
    saved = tmp_path / "HAND.json"
    loading.value.save_as(saved)
    assert '"sidepot hand record 1"' in saved.read_text(encoding="utf-8")
    mine.page.get_by_role("link", name="Verify", exact=True).first.click()
    mine.page.wait_for_selector(".verdict")
    assert mine.page.locator(".verdict h2").inner_text() == "All checks passed"
    mine.page.goto(f"{room.address}/verify")
    mine.page.set_input_files("#file", saved)
    mine.page.wait_for_selector(".verdict.good")
    assert "by this browser" in mine.page.locator(".checks").inner_text()
    mine.close()
