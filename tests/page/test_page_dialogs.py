"""The windows over a page: never two at once, gone as soon as they are closed, and the focus goes back where it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_browser import PlayedRoom, done

# Buttons `one` and `two` that open windows; `told` keeps what each window answered, and how many were in the page then.
SCENE = """async () => {
    const { openDialog, isOpen, closeAsked } = await import("/static/common/dialogs.js");
    Object.assign(window, { openDialog, isOpen, closeAsked, told: [] });
    window.ask = (title, more = {}) => openDialog({ title, body: (close) => {
        window.closing = close;
        const field = document.createElement("input");
        field.autofocus = true;
        field.className = "inside";
        return field;
    }, ...more }).then((answer) => window.told.push([title, answer, document.querySelectorAll("dialog").length]));
    const opener = document.createElement("button");
    opener.textContent = "Open the table";
    opener.addEventListener("click", () => ask("First"));
    document.body.prepend(opener);
}"""
TITLES = "[...document.querySelectorAll('dialog')].map((one) => one.querySelector('h2').textContent)"
FOCUS = "document.activeElement.textContent"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    room = PlayedRoom("Ann")
    found = room.open(browser, "/settle")
    found.evaluate(SCENE)
    yield found
    done(room, found)


def opened(page: Any) -> None:
    page.get_by_role("button", name="Open the table").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="First").wait_for()


def test_a_window_takes_the_place_of_the_one_before_at_once(page: Any) -> None:
    opened(page)
    assert page.evaluate(f"() => {{ ask('Second'); return {TITLES}; }}") == ["Second"]
    page.wait_for_function("() => told.length === 1")
    assert page.evaluate("told") == [["First", None, 1]]
    assert page.evaluate("document.activeElement.className") == "inside"


@pytest.mark.long
def test_a_window_that_is_closed_is_found_no_more(page: Any) -> None:
    opened(page)
    assert page.evaluate(f"() => {{ closing('yes'); return [isOpen(), ...{TITLES}]; }}") == [False]
    page.wait_for_function("() => told.length === 1")
    assert page.evaluate("told") == [["First", "yes", 0]]


@pytest.mark.long
def test_escape_closes_a_window_before_anything_else_is_done(page: Any) -> None:
    opened(page)
    page.evaluate("""() => document.addEventListener("keydown", () => setTimeout(() => {
        window.after = document.querySelectorAll("dialog").length;
    }))""")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.after !== undefined && told.length === 1")
    assert page.evaluate("[told, after]") == [[["First", None, 0]], 0]


@pytest.mark.long
def test_an_answer_that_comes_too_late_is_none(page: Any) -> None:
    opened(page)
    page.evaluate("() => { window.late = closing; ask('Second'); late('late'); }")
    page.wait_for_function("() => told.length === 1")
    assert page.evaluate(f"[told, {TITLES}]") == [[["First", None, 1]], ["Second"]]
    page.evaluate("() => { closing('good'); closing('again'); late('late'); }")
    page.wait_for_function("() => told.length === 2")
    assert page.evaluate("told") == [["First", None, 1], ["Second", "good", 0]]


@pytest.mark.long
def test_the_focus_goes_back_to_where_the_first_window_was_opened(page: Any) -> None:
    opened(page)
    page.evaluate("() => { ask('Second'); }")
    page.get_by_role("button", name="Close").click()
    page.wait_for_function("() => told.length === 2")
    assert page.evaluate(FOCUS) == "Open the table"
    opened(page)
    page.evaluate("() => { const answered = closing; ask('Third'); answered('late'); }")
    page.keyboard.press("Escape")
    page.wait_for_function("() => told.length === 4")
    assert page.evaluate(FOCUS) == "Open the table"


@pytest.mark.long
def test_a_file_that_is_not_chosen_closes_no_window(page: Any) -> None:
    opened(page)
    page.evaluate("document.querySelector('.inside').dispatchEvent(new Event('cancel', { bubbles: true }))")
    assert page.evaluate(TITLES) == ["First"]


@pytest.mark.long
def test_a_window_whose_question_is_settled_is_gone(page: Any) -> None:
    page.evaluate("() => { ask('First', { asks: 'game' }); closeAsked('name'); }")
    assert page.evaluate(TITLES) == ["First"]
    assert page.evaluate(f"() => {{ closeAsked('game'); return {TITLES}; }}") == []
