"""Opponents, notes, tournaments, files to keep and keys of the tracker's page in a browser."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import CORPORA
from page_axe import check
from page_browser import DESK, PHONE, resize
from page_tracker import serving
from places import TESTS

pytestmark = CORPORA.mark

EVENING = (TESTS / "stats" / "evening.txt").read_text()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a tracker with two evenings, a tournament without a summary, and two summaries."""
    CORPORA.ask()
    home, folder = tmp_path_factory.mktemp("tracker"), tmp_path_factory.mktemp("hands")
    (folder / "one.txt").write_text(EVENING)
    (folder / "two.txt").write_text(EVENING.replace("Hand #", "Hand #7").replace("Bo", "Robert"))
    tournament = EVENING.replace("Hand #", "Hand #9").replace(
        "Hold'em No Limit ($1/$2 USD)", "Tournament #77, !1+!0.10 USD Hold'em No Limit - Level I (1/2)"
    )
    (folder / "tournament.txt").write_text(tournament.replace("$", "").replace("!", "$"))
    shutil.copy(TESTS / "formats" / "summaries" / "winamax.txt", folder)
    with serving(home, folder) as found:
        yield found


def opened(browser: Any, address: str, part: str, locale: str = "en-US") -> Any:
    context = browser.new_context(viewport=DESK, locale=locale)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on(
        "console",
        lambda told: page.errors.append(told.text) if told.type == "error" and "manifest" not in told.text else None,
    )
    page.goto(f"{address}/{part}")
    page.wait_for_selector(f"{part[part.index('#') :]}[aria-busy=false] > *")
    return page


def rows_of(page: Any) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("#opponents tbody th").all_inner_texts()]


def wait_for_rows(page: Any, count: int) -> None:
    page.wait_for_function("(count) => document.querySelectorAll('#opponents tbody tr').length === count", arg=count)


def fits(page: Any) -> None:
    resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    resize(page, DESK)


def test_opponents_are_found_joined_noted_and_separated(browser: Any, address: str) -> None:
    page = opened(browser, address, "#opponents")
    wait_for_rows(page, 3)
    assert rows_of(page) == ["Cy", "Bo", "Robert"]
    check(page)
    fits(page)
    page.get_by_role("button", name="Player").click()
    page.wait_for_function("() => document.querySelector('#opponents tbody a').textContent === 'Bo'")
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    page.fill("#search", "ro")
    wait_for_rows(page, 1)
    page.fill("#search", "")
    wait_for_rows(page, 3)
    page.get_by_label("Choose PokerStars:Bo").check()
    page.get_by_label("Choose PokerStars:Robert").check()
    page.get_by_role("button", name="These 2 players are one person").click()
    wait_for_rows(page, 2)
    assert rows_of(page) == ["Bo, Robert", "Cy"]
    page.get_by_role("link", name="Bo, Robert").click()
    page.wait_for_selector("#opponents .note-form")
    assert "4. Your result in them: \u2212189\u00a0bb" in page.locator("#opponents").inner_text()
    check(page)
    fits(page)
    page.fill("textarea[name=note]", "<b>fast</b>")
    page.fill("input[name=tags]", "fish, maniac")
    page.get_by_role("button", name="Keep").click()
    page.wait_for_function("() => document.querySelector('.note-form [role=status]').textContent === 'Kept.'")
    page.get_by_role("button", name="Another person").last.click()
    page.wait_for_function("() => document.querySelectorAll('.names li').length === 0")
    page.get_by_role("link", name="All opponents").click()
    wait_for_rows(page, 3)
    assert page.locator(".tag").all_inner_texts() == ["fish", "maniac", "✎"]
    assert page.locator(".tag").last.get_attribute("title") == "<b>fast</b>"
    assert page.errors == []
    page.context.close()


def test_own_names_are_undone(browser: Any, address: str) -> None:
    page = opened(browser, address, "?person=PokerStars:Cy#opponents")
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("heading", name="Your other names").wait_for()
    assert "Cy" not in rows_of(page)
    page.locator("#opponents .names").get_by_role("button", name="Another person").click()
    page.wait_for_function("() => !document.querySelector('#opponents .names')")
    assert "Cy" in rows_of(page)
    page.context.close()


def test_an_anonymous_name_is_refused_in_the_page(browser: Any, address: str) -> None:
    page = opened(browser, address, "?person=PokerStars:Cy#opponents")
    page.fill("input[name=name]", "Bovada:UTG")
    page.get_by_role("button", name="Join the names").click()
    page.wait_for_function(
        "() => document.querySelector('.names [role=status]').textContent.includes('anonymous seat')"
    )
    assert [one for one in page.errors if "400" not in one] == []
    page.context.close()


def test_tournaments(browser: Any, address: str) -> None:
    page = opened(browser, address, "#tournaments")
    text = page.locator("#tournaments").inner_text()
    assert "1 tournament paid a ticket, which is not counted." in text
    assert "Without a summary" in text and "77" in page.locator("#tournaments tbody").last.inner_text()
    assert page.locator("#tournaments tbody").first.locator("tr").count() == 2
    page.select_option("#group-by", "month")
    page.wait_for_function("() => document.querySelector('#tournaments tbody th').textContent === 'May 2026'")
    check(page)
    fits(page)
    assert page.errors == []
    page.context.close()


def test_a_note_of_a_hand(browser: Any, address: str) -> None:
    page = opened(browser, address, "#hands")
    page.locator("#hands .hand-row").last.click()
    page.wait_for_selector("#note form")
    page.fill("input[name=tags]", "cooler")
    page.get_by_role("button", name="Keep").click()
    page.wait_for_function("() => document.querySelector('.note-form [role=status]').textContent === 'Kept.'")
    check(page)
    page.goto(f"{address}/#hands")
    page.wait_for_selector("#hands li:last-child .tag")
    assert page.locator("#hands .tag").all_inner_texts() == ["cooler"]
    page.context.close()


def test_tables_and_graphs_are_kept(browser: Any, address: str) -> None:
    page = opened(browser, address, "#results")
    page.wait_for_selector("#results svg")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Graph as PNG").click()
    assert kept.value.suggested_filename == "results.png"
    picture = Path(kept.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG") and picture[16:24] == (1600).to_bytes(4) + (900).to_bytes(4)
    page.goto(f"{address}/#hands")
    page.wait_for_selector("#hands .hand-row")
    with page.expect_download() as kept:
        page.locator("#hands").get_by_role("link", name="Table as CSV").click()
    rows = list(csv.DictReader(io.StringIO(Path(kept.value.path()).read_text("utf-8"))))
    assert len(rows) == 6 and sum(float(row["net"]) for row in rows) == 2 * -187
    page.goto(f"{address}/#opponents")
    page.wait_for_selector("#opponents tbody tr")
    with page.expect_download() as kept:
        page.get_by_role("link", name="Notes as JSON").click()
    assert set(json.loads(Path(kept.value.path()).read_text("utf-8"))) == {"people", "hands"}
    assert page.errors == []
    page.context.close()


def test_keys(browser: Any, address: str) -> None:
    page = opened(browser, address, "#results")
    parts = page.locator("#parts a").all_inner_texts()
    page.keyboard.press(str(parts.index("Opponents") + 1))
    wait_for_rows(page, 3)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("j1?")
    assert page.locator("#search").input_value() == "j1?" and page.locator("dialog").count() == 0
    page.fill("#search", "")
    wait_for_rows(page, 3)
    page.evaluate("document.activeElement.blur()")
    for key, wanted in (("j", 0), ("j", 1), ("k", 0), ("k", 0)):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent") == rows_of(page)[wanted]
    page.keyboard.press("?")
    page.wait_for_selector("dialog kbd")
    check(page)
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector("#opponents .note-form")
    page.context.close()


def test_in_german(browser: Any, address: str) -> None:
    page = opened(browser, address, "#tournaments", "de")
    words = page.locator("main").inner_text()
    assert "Ohne Zusammenfassung" in words and "von 540" in words and page.errors == []
    page.context.close()
