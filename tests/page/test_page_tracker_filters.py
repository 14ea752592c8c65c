"""Filters, the starting hands, comparisons and leaks of the tracker's page in a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from needs import CORPORA
from page_axe import check
from page_browser import DESK, PHONE, resize
from page_tracker import serving
from places import TESTS

pytestmark = CORPORA.mark


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a tracker with the seven hands of tests/tracker/test_filters.py."""
    CORPORA.ask()
    home, folder = tmp_path_factory.mktemp("tracker"), tmp_path_factory.mktemp("hands")
    shutil.copy(TESTS / "stats" / "evening.txt", folder)
    shutil.copy(TESTS / "tracker" / "filtered.txt", folder)
    with serving(home, folder) as found:
        yield found


def opened(browser: Any, address: str, part: str, locale: str = "en-US") -> Any:
    context = browser.new_context(viewport=DESK, locale=locale)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(f"{address}/#{part}")
    shown(page, part)
    return page


def shown(page: Any, part: str) -> None:
    page.wait_for_selector(f"#{part}[aria-busy=false]:not([hidden])")


def wait_for_hands(page: Any, count: int) -> None:
    page.wait_for_function("count => document.querySelectorAll('#list li').length === count", arg=count)


def test_a_filter_is_written_and_its_conditions_are_removed(browser: Any, address: str) -> None:
    page = opened(browser, address, "hands")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "where"
    page.fill("#where", "position=BTN; lost or pot = 4bet")
    page.press("#where", "Enter")
    wait_for_hands(page, 3)
    assert page.locator(".condition").all_inner_texts() == [
        "position = BTN\n\u00d7",
        "lost\n\u00d7",
        "pot = 4bet\n\u00d7",
    ]
    assert page.locator(".conditions .of").inner_text() == "3 of 7 hands"
    page.get_by_role("button", name="Remove pot = 4bet").click()
    wait_for_hands(page, 2)
    assert page.input_value("#where") == "position = BTN, lost"
    page.reload()  # the address has the filter
    wait_for_hands(page, 2)
    page.locator("#parts a[href='#results']").click()
    shown(page, "results")
    assert "\u2212$204.00" in page.locator("#results .figures").first.inner_text()
    page.fill("#where", "postion = BTN")
    page.press("#where", "Enter")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "did you mean position?" in page.locator("#trouble").inner_text()
    page.fill("#where", "")
    page.press("#where", "Enter")
    page.wait_for_selector("#trouble", state="hidden")
    assert page.locator(".condition").count() == 0 and page.errors == []
    page.context.close()


def test_the_problems_of_an_import_are_in_the_language_of_the_page(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    CORPORA.ask()
    home, folder = tmp_path_factory.mktemp("tracker"), tmp_path_factory.mktemp("hands")
    evening = (TESTS / "stats" / "evening.txt").read_text()
    files = {
        "a.txt": evening,
        "b.txt": evening.replace("Hand #", "Hand #7").replace("Bo: raises $12 to $18", "Cy: raises $12 to $18", 1),
        "c.txt": evening.replace("Hand #", "Hand #8").replace("Hold'em No Limit", "Snap No Limit"),
        "d.txt": evening.replace("Hand #", "Hand #9").replace("collected $", "collected $1", 1),
        "e.zip": "no archive",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    with serving(home, folder) as address:
        page = opened(browser, address, "files", locale="de-DE")
        page.locator("#files summary").click()
        reasons = page.locator("#files details li small").all_inner_texts()
        assert reasons == [
            "die Datei lässt sich nicht entpacken: File is not a zip file",
            "Zeile 11: Bo ist an der Reihe, nicht Cy",
            "Bo kommt auf 202, im Text steht 1.200",
            *[f"Zeile {line}: kein Spiel hat den Titel 'Snap No Limit'" for line in (1, 32, 57)],
        ]
        assert page.errors == []
        page.context.close()


def test_the_form_adds_conditions(browser: Any, address: str) -> None:
    page = opened(browser, address, "hands")
    page.click("#add-condition")
    page.get_by_label("BB", exact=True).check()
    check(page)
    page.get_by_role("button", name="Add", exact=True).click()
    wait_for_hands(page, 3)
    page.click("#add-condition")
    page.select_option("dialog select >> nth=0", "result")
    page.get_by_label("From").fill("1")
    page.get_by_label("Up to").fill("20")
    page.get_by_role("button", name="Add", exact=True).click()
    wait_for_hands(page, 2)
    assert page.input_value("#where") == "position = BB, result = 1..20"
    resize(page, PHONE)
    page.click("#add-condition")
    page.select_option("dialog select >> nth=0", "cards")
    page.get_by_label("pairs", exact=True).check()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] and page.errors == []
    page.context.close()


def test_the_form_adds_a_condition_with_or_and_the_next_one_holds_for_both(browser: Any, address: str) -> None:
    page = opened(browser, address, "hands")
    page.fill("#where", "position = BTN, lost")
    page.press("#where", "Enter")
    wait_for_hands(page, 2)
    page.click("#add-condition")
    page.select_option("dialog select >> nth=0", "won")
    page.get_by_label("With the other conditions").select_option("or")
    check(page)
    page.get_by_role("button", name="Add", exact=True).click()
    wait_for_hands(page, 7)
    page.click("#add-condition")
    page.select_option("dialog select >> nth=0", "showdown")
    page.get_by_role("button", name="Add", exact=True).click()
    wait_for_hands(page, 2)
    assert page.input_value("#where") == "(position = BTN, lost or won), showdown"
    page.get_by_role("button", name="Remove showdown").click()
    wait_for_hands(page, 7)
    assert page.input_value("#where") == "position = BTN, lost or won" and page.errors == []
    page.context.close()


def test_a_wrong_filter_is_refused_in_the_language_of_the_page(browser: Any, address: str) -> None:
    page = opened(browser, address, "hands", "de-DE")
    page.fill("#where", "(postion = BTN or won), showdown")
    page.press("#where", "Enter")
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#trouble").inner_text() == "Ein Filter hat kein Feld 'postion'; war position gemeint?"
    page.context.close()


def test_filters_are_saved(browser: Any, address: str) -> None:
    page = opened(browser, address, "hands")
    page.fill("#where", "cards = suited")
    page.press("#where", "Enter")
    wait_for_hands(page, 4)
    page.click("#saved-filters")
    page.fill("#filter-name", "My suited hands")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector(".saved-list .link")
    check(page)
    page.keyboard.press("Escape")
    page.fill("#where", "my suited hands")
    page.press("#where", "Enter")
    page.wait_for_function("() => document.querySelector('.condition')?.textContent.startsWith('cards = suited')")
    page.click("#saved-filters")
    page.get_by_role("button", name="Delete My suited hands").click()
    page.get_by_text("No filter is saved yet.").wait_for()
    assert page.errors == []
    page.context.close()


def test_the_grid_shows_the_hands_of_a_cell(browser: Any, address: str) -> None:
    page = opened(browser, address, "grid")
    cells = page.locator(".starting button")
    assert cells.count() == 169
    assert (
        cells.nth(0).get_attribute("aria-label")
        == "AA: 1 hand, \u2212100 bb, \u221210,000 bb/100, VPIP 100 %, PFR 100 %"
    )
    cells.nth(0).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.textContent").startswith("QQ")
    page.keyboard.press("Enter")
    page.wait_for_selector("#grid .hand-row")
    assert page.locator("#grid .hand-row").count() == 1
    page.select_option("#grid-by", "vpip")
    assert cells.nth(0).inner_text().split() == ["AA", "100"]
    check(page)
    resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Filter by QQ").click()
    page.wait_for_function("() => document.querySelector('#where').value === 'cards = QQ'")
    assert page.errors == []
    page.context.close()


def test_leaks_and_comparisons(browser: Any, address: str) -> None:
    page = opened(browser, address, "leaks")
    assert "Your 7 hands beside 16 hands of 6 other players" in page.locator("#leaks").inner_text()
    check(page)
    page.locator("#parts a[href='#comparison']").click()
    page.get_by_text("Write a filter above").wait_for()
    page.fill("#other", "position = BB")
    page.press("#other", "Enter")
    page.get_by_text("4 hands beside 3 hands. 3 hands are in both filters").wait_for()
    row = page.locator("tr", has_text="bb/100").first
    assert row.locator("td").all_inner_texts()[0].startswith("\u22122,200.0")
    check(page)
    resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] and page.errors == []
    page.context.close()


def test_the_tabs_in_german(browser: Any, address: str) -> None:
    page = opened(browser, address, "leaks", "de")
    assert "Ein Unterschied ist noch kein Fehler" in page.locator("#leaks").inner_text()
    page.click("#add-condition")
    assert "Effektiver Stack" in page.locator("dialog select").first.inner_text() and page.errors == []
    page.context.close()
