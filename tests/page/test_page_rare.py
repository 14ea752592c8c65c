"""What is seldom played, at a real table in a browser: chips on credit, boards that are run twice, declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from page_player import Page, table
from page_room import Opponent, Options, Room, shoves, stays
from room_tables import cash

from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import single
from sidepot.hand.due import Due
from sidepot.rules.houses import CASH, HOME, OPEN_STAKES
from sidepot.rules.rulebook import Declaration
from sidepot.table.table_rules import OpenStakes

# ---- open stakes


def on_credit(room: Room, title: str) -> str:
    """A table at open stakes, where each marker may be refused."""
    terms = OpenStakes(threshold=0, terms="in cash, tonight")
    return table(room, title, cash(seats=3, rulebook=OPEN_STAKES, buy_in=(6, 0), open_stakes=terms))


def bets(to: int, agrees: bool) -> Callable[[Options], dict[str, Any]]:
    """Bet so much at the first chance, then stay; accept each marker, or refuse it."""

    def says(may: Options) -> dict[str, Any]:
        if may["due"] == Due.CONSENT:
            return {"type": "consent", "agrees": agrees}
        if may["raise_min"] and may["raise_min"] <= to <= may["raise_max"]:
            return {"type": "raise_to", "to": to}
        return stays(may)

    return says


def to_answer(mine: Page, to: int) -> None:
    """Come to the decision in which so much is the bet, calling what is less."""
    for _ in range(4):
        mine.page.wait_for_selector(".your-turn .act")
        if f"raises to {to}" in mine.log:
            return
        mine.answer({})
    raise AssertionError(mine.log)


def reason(mine: Page, key: str) -> str:
    """Why the button of a key is not to be used now: what pressing it says."""
    button = mine.page.locator(f"[data-key={key}] .act")
    assert button.get_attribute("aria-disabled") == "true", key
    mine.page.keyboard.press(key)
    mine.page.locator(f"[data-key={key}].is-explained .tip").wait_for(state="visible")
    return str(mine.page.locator(f"[data-key={key}] .tip").inner_text())


def press(mine: Page, key: str) -> None:
    """Press the key of a decision, and wait until it is answered."""
    turn = mine.turn
    mine.page.keyboard.press(key)
    mine.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)


@pytest.mark.long
def test_a_marker_is_refused_and_the_call_borrowed(browser: Any, room: Room) -> None:
    """Nothing can be borrowed while all are in the pot; after the refusal a marker is offered no more (OS-7)."""
    where = on_credit(room, "Markers")
    mine = Page(browser, room, "Ike")
    mine.sit("Markers", chips=20)
    with (
        Opponent(room, where, "Bea", bets(60, agrees=False), chips=200),
        Opponent(room, where, "Lex", lambda may: {"type": "consent", "agrees": False}, chips=200) as lender,
    ):
        lender._cmd({"type": "sit_out"})
        mine.reads("Lex sits out")
        room.begin(where)
        to_answer(mine, 60)
        assert mine.page.locator("[data-key=i] .act-detail").inner_text() == "40"
        press(mine, "i")
        mine.page.wait_for_selector(".your-turn .act")
        mine.reads("would call with a marker of 40", "Bea refuses it")
        assert "one was refused Open stakes, 7" in reason(mine, "i") and "one was refused Open stakes, 7" in reason(
            mine, "j"
        )
        mine.page.keyboard.press("l")
        mine.page.get_by_role("dialog", name="Borrow chips").wait_for()
        assert mine.page.get_by_role("combobox").locator("option").all_inner_texts() == ["Lex"]
        press(mine, "Enter")
        mine.page.wait_for_selector(".your-turn .act")
        mine.reads("borrows 40 from Lex")
        press(mine, "c")
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    mine.close()


@pytest.mark.long
def test_a_marker_is_accepted_and_chips_are_bought(browser: Any, room: Room) -> None:
    """An accepted marker binds to its bet; chips are bought in the hand, and are there at once."""
    where = on_credit(room, "Cash")
    mine = Page(browser, room, "Uma")
    mine.sit("Cash", chips=20)
    with Opponent(room, where, "Ben", bets(60, agrees=True), chips=200):
        room.begin(where)
        to_answer(mine, 60)
        assert "in the pot" in reason(mine, "l")
        mine.page.keyboard.press("w")
        mine.page.get_by_role("dialog", name="Your options, with reasons").get_by_text("Open stakes, 8").wait_for()
        mine.page.keyboard.press("Escape")
        mine.page.locator("dialog").wait_for(state="detached")
        mine.page.keyboard.press("u")
        mine.page.get_by_role("spinbutton").fill("25")
        press(mine, "Enter")
        mine.page.wait_for_selector(".your-turn .act")
        mine.reads("buys 25 in chips")
        mine.page.keyboard.press("j")
        mine.page.get_by_text("or more").wait_for()  # no limit but what people agree to
        mine.page.get_by_role("spinbutton").fill("120")
        press(mine, "Enter")
        mine.page.wait_for_selector(".your-turn .act")
        mine.reads("Ben accepts it")
        for key in "fulij":
            assert "your marker was accepted for that" in reason(mine, key).lower()
        assert mine.page.locator("[data-key=r] .act-detail").inner_text() == "120"
        press(mine, "r")
        mine.play(lambda: "raises to 120" in mine.log)
    mine.close()


@pytest.mark.long
def test_one_is_asked_to_accept_a_marker(browser: Any, room: Room) -> None:
    def offers(may: Options) -> dict[str, Any]:
        if may.get("open") and may["open"]["marker_call"]:
            return {"type": "offer_marker", "to": 0}
        return stays(may)

    where = on_credit(room, "Asked")
    mine = Page(browser, room, "Zed")
    mine.sit("Asked", chips=200)
    with Opponent(room, where, "Mo", offers, chips=20):
        room.begin(where)
        mine.page.wait_for_selector(".your-turn .act")
        assert reason(mine, "i") in ("Your chips cover the call: you need no marker", "Nothing to call")
        mine.page.keyboard.press("r")
        mine.page.keyboard.type("50")
        mine.page.keyboard.press("Enter")
        mine.page.get_by_text("This is ten times the pot or more").wait_for()  # it is asked about once
        press(mine, "Enter")
        mine.page.wait_for_selector("[data-key=y]")
        assert "Mo would call with a marker of 30" in mine.page.locator("sp-actions .hint").inner_text()
        press(mine, "y")
        mine.reads("Mo calls 48")
        mine.reads("Zed accepts it")
    mine.close()


# ---- run-outs


@pytest.mark.long
def test_a_board_is_run_twice_and_each_says_who_won_it(browser: Any, room: Room) -> None:
    """Both are all-in before the flop and asked; the lowest choice counts."""

    def runs(may: Options) -> dict[str, Any]:
        return {"type": "choose_runs", "runs": 3} if may["due"] == Due.RUN else shoves(may)

    where = table(room, "Twice", cash(seats=2, rulebook=HOME, buy_in=(100, 100)))
    mine = Page(browser, room, "Tom")
    mine.sit("Twice")
    with Opponent(room, where, "Sal", runs):
        room.begin(where)
        mine.page.wait_for_selector(".your-turn .act")
        while not mine.page.locator("[data-key='2']").count():
            mine.answer({})  # a call, perhaps of all
            mine.page.wait_for_selector(".your-turn .act")
        assert mine.page.locator(".acts .act-text").all_inner_texts() == ["Once", "Twice", "Three times", "Four times"]
        press(mine, "2")
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    mine.reads("Tom says: run it twice", "The board is run twice")
    boards = [str(one.get_attribute("aria-label")) for one in mine.page.locator(".board").all()]
    assert [words.split(":")[0] for words in boards] == ["Run 1", "Run 2"]
    assert [one.locator(".card").count() for one in mine.page.locator(".board").all()] == [5, 5]
    told = mine.page.locator(".board-won").all_inner_texts()
    won = [line.split(": ")[1] for line in told]
    assert all(line in ("Tom 100", "Sal 100", "Tom 50 and Sal 50", "Sal 50 and Tom 50") for line in won), told
    totals = {
        name: sum(int(word) for line in won for who, word in pairs(line) if who == name) for name in ("Tom", "Sal")
    }
    shown = mine.page.locator(".result p").all_inner_texts()
    assert sorted(shown) == sorted(f"{name} wins {chips}" for name, chips in totals.items() if chips)
    mine.close()


def pairs(line: str) -> list[tuple[str, str]]:
    """`Tom 50 and Sal 50`, taken apart."""
    return [(part.split()[0], part.split()[1]) for part in line.split(" and ")]


# ---- declarations


@pytest.mark.long
@pytest.mark.parametrize("how", [Declaration.CHIPS_IN_HAND, Declaration.IN_TURN])
def test_halves_are_declared_for_by_keyboard(browser: Any, room: Room, how: Declaration) -> None:
    """In the closed hand nobody sees what is declared before all have done it; in turn it is said aloud."""

    def declares(may: Options) -> dict[str, Any]:
        return {"type": "declare", "ways": 1} if may["due"] == Due.DECLARE else stays(may)

    title = f"Declared {how}"
    rules = cash(single(find_game("omaha8"), FixedLimit()), seats=2, rulebook=CASH.but(declaration=how))
    where = table(room, title, rules)
    mine = Page(browser, room, f"Una {'ab'[how is Declaration.IN_TURN]}")
    mine.sit(title)
    with Opponent(room, where, f"Ned {'ab'[how is Declaration.IN_TURN]}", declares):
        room.begin(where)
        mine.play(lambda: mine.page.locator("[data-key=l]").count() > 0)
        assert mine.page.locator(".acts .act-text").all_inner_texts() == ["High", "Low", "Both"]
        press(mine, "l")
        mine.play(lambda: mine.page.locator("[data-key=s]").count() > 0)
        seats = mine.page.locator(".seat").all()
        mine.page.wait_for_selector(".seat[aria-label*='declared for high']")
        told = [str(seat.get_attribute("aria-label")) for seat in seats]
        assert [("declared for low" in words, "declared for high" in words) for words in told] in (
            [(True, False), (False, True)],
            [(False, True), (True, False)],
        )
        if how is Declaration.CHIPS_IN_HAND:
            mine.reads("The hands are opened: ", "declares with chips in the closed hand")
            assert "declares low" not in mine.log and "declares high" not in mine.log
        else:
            mine.reads("declares low", "declares high")
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    mine.close()
