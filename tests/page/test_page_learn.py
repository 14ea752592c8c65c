"""The quiz on a phone: a question is answered and explained, what is known stays, and the final test has a result."""

from __future__ import annotations

from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from needs import AXE
from page_browser import PHONE, leave
from page_room import Room

from sidepot.floor.felt import felt_of
from sidepot.quiz.paths import questions_on
from sidepot.rules.clauses import plain
from sidepot.rules.houses import find_house

ANSWERS = ".learn-answers button:enabled"


def open_quiz(browser: Any, room: Room, *, path: str = "/learn", **more: Any) -> Any:
    page = browser.tabs.take(None, PHONE, **more).page
    page.goto(room.address + path)
    page.locator(ANSWERS).first.wait_for(timeout=30_000)
    return page


def small(page: Any) -> list[str]:
    """What is to be tapped and is less than 44 pixels high."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, select, .learn-pick)")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML)"""
    )
    return [str(one) for one in found]


def test_an_answer_is_explained_and_remembered(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room)
    first = questions_on("dealer", "tda-2024")[0]
    page.get_by_role("heading", name=first.title).wait_for()
    assert not small(page) and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press(str(first.right + 1))
    page.get_by_text("Right. Why?").wait_for()
    assert page.locator(".learn-answers .is-right").inner_text().split("\n")[-1] == plain(
        first.answers[first.right].text
    )
    assert not small(page) and page.locator(ANSWERS).count() == 0
    page.get_by_role("button", name="Next question").click()
    page.locator(ANSWERS).first.wait_for()
    second = questions_on("dealer", "tda-2024")[1]
    page.locator(ANSWERS).nth((second.right + 1) % len(second.answers)).click()
    page.get_by_text("Why the other is right").wait_for()
    assert page.locator(".learn-answers .is-wrong").count() == page.locator(".learn-answers .is-right").count() == 1
    page.reload()
    page.get_by_role("heading", name=second.title).wait_for()
    of = len(questions_on("dealer", "tda-2024"))
    assert page.locator("#due").inner_text() == f"{of - 1} of {of} questions are due."
    page.evaluate("localStorage.clear()")
    leave(page)


def in_view(page: Any, selector: str) -> bool:
    return bool(
        page.evaluate(
            """(selector) => {
              const box = document.querySelector(selector).getBoundingClientRect();
              return box.top >= 0 && box.bottom <= innerHeight;
            }""",
            selector,
        )
    )


def test_the_focus_goes_with_the_question_and_the_verdict_is_spoken(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room)
    for at in range(3):
        question = questions_on("dealer", "tda-2024")[at]
        right = at != 1
        page.locator(ANSWERS).nth(question.right if right else (question.right + 1) % len(question.answers)).click()
        page.locator("[role=status]", has_text="Right." if right else "Not right.").wait_for(state="attached")
        page.wait_for_function("() => document.activeElement.matches('.learn-next')")
        assert in_view(page, ".learn-next")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('#question h2')")
        assert in_view(page, "#question h2") and page.locator("#verdict").inner_text() == ""
    assert page.locator("[aria-live]:has(.learn-card)").count() == 0
    page.evaluate("localStorage.clear()")
    leave(page)


def test_another_path_and_house_are_kept(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room)
    page.get_by_text("For players").click()
    page.get_by_label("Rules").select_option("tda-2013")
    of = len(questions_on("player", "tda-2013"))
    page.locator("#due", has_text=f"{of} of {of}").wait_for(timeout=30_000)
    page.reload()
    page.locator("#due", has_text=f"{of} of {of}").wait_for()
    assert page.get_by_label("For players").is_checked() and page.get_by_label("Rules").input_value() == "tda-2013"
    page.evaluate("localStorage.clear()")
    leave(page)


@pytest.mark.long
def test_a_final_test_ends_with_its_result_and_reasons(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room, path="/learn?path=floor")
    page.get_by_role("button", name="Final test").click()
    for at in range(1, 51):
        page.locator(".learn-level", has_text=f"{at} of 50").wait_for()
        page.locator(ANSWERS).first.click()
    page.locator(".learn-result").wait_for()
    right = int(page.locator(".learn-result").inner_text().split(" ")[0])
    assert page.locator(".learn-why").count() == 50 - right
    assert "Poker TDA rules of 2024 · For floor people" in page.locator("#question").inner_text()
    assert page.evaluate("document.activeElement.tagName") == "H2"
    page.get_by_role("button", name="Back to the course").click()
    page.locator(ANSWERS).first.wait_for()
    leave(page)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_quiz_has_no_serious_fault(browser: Any, room: Room, scheme: str) -> None:
    pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
    from page_axe import check

    page = open_quiz(browser, room, color_scheme=scheme)
    check(page)
    page.locator(ANSWERS).first.click()
    page.locator(".learn-why").wait_for()
    check(page)
    page.evaluate("localStorage.clear()")
    leave(page)


@pytest.mark.long
def test_the_quiz_speaks_german(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room, locale="de-DE")
    page.get_by_role("heading", name="Die Regeln lernen").wait_for()
    page.locator(ANSWERS).first.click()
    page.get_by_role("button", name="Nächste Frage").wait_for()
    page.evaluate("localStorage.clear()")
    leave(page)


def test_the_fact_that_would_make_an_answer_right_is_in_german(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room, locale="de-DE")
    sentence = "This would be right with this fact: {question} {answer}"
    for question in questions_on("dealer", "tda-2024")[:9]:
        changed = [at for at, one in enumerate(question.answers) if one.because[0] == sentence]
        page.locator(ANSWERS).nth(changed[0] if changed else 0).click()
        page.get_by_role("button", name="Nächste Frage").wait_for()
        if changed:
            reason = page.locator(".learn-why dd").first
            assert reason.inner_text().startswith("Richtig wäre das mit dieser Angabe: ")
            assert "this fact" not in reason.inner_text() and not reason.locator(".is-english").count()
            break
        page.get_by_role("button", name="Nächste Frage").click()
        page.locator(ANSWERS).first.wait_for()
    else:
        pytest.fail("no answer would be right with another fact")
    page.evaluate("localStorage.clear()")
    leave(page)


def test_the_betting_is_drawn_as_seats_and_a_pot(browser: Any, room: Room) -> None:
    page = open_quiz(browser, room, path="/learn?path=player")
    asked = questions_on("player", "tda-2024")
    at = next(at for at, question in enumerate(asked) if question.line)
    for _ in range(at):
        page.locator(ANSWERS).first.click()
        page.get_by_role("button", name="Next question").click()
        page.locator(ANSWERS).first.wait_for()
    felt = felt_of(asked[at].line, find_house("tda-2024"))
    assert page.locator(".line-felt li").count() == len(felt.seats)
    assert page.locator(".line-felt .is-to-act").count() == 1
    assert page.locator(".line-felt > p").inner_text() == f"Pot {felt.pot:,}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("localStorage.clear()")
    leave(page)
