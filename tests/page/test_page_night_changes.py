"""The page of a night: a host adds an expense, marks payments, undoes; a player sees and marks what is theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("playwright", reason=SERVE.reason)

from night_scene import BOT, Night, post_legs
from page_browser import DESK, PHONE, leave
from page_player import host_page
from page_room import Room
from web_rooms import quick_hall, running


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Any]:
    with running(tmp_path, quick_hall) as room:
        yield room


def page_of(browser: Any, served: Any, who: Any, size: dict[str, int]) -> Any:
    page = host_page(browser, Room(served.url, who.http), "/nights", size)
    page.wait_for_selector(".books")
    return page


def column(page: Any, title: str) -> dict[str, str]:
    """A column of the results, by player."""
    return dict(
        page.evaluate(
            """(title) => {
              const titles = [...document.querySelectorAll(".books thead th")].map((one) => one.textContent);
              const at = titles.indexOf(title);
              return [...document.querySelectorAll(".books tbody tr, .books tfoot tr")].map((row) =>
                [row.cells[0].firstChild.textContent, row.cells[at].textContent]);
            }""",
            title,
        )
    )


def lines(page: Any) -> list[str]:
    """The payments, without their buttons."""
    found: list[str] = (
        page.locator("#books > .payments")
        .first.locator("li")
        .evaluate_all(
            "(lines) => lines.map((line) => [...line.children].filter((one) => one.tagName !== 'BUTTON')"
            ".map((one) => one.textContent).join(' '))"
        )
    )
    return found


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desktop"])
def test_a_host_adds_an_expense_marks_a_payment_and_undoes_it(browser: Any, served: Any, size: dict[str, int]) -> None:
    night = Night(served)
    page = page_of(browser, served, night.host, size)
    assert column(page, "To settle") == {"Ann": "+60", "Bo": "\u221240", "Cy": "\u221220", "Bots": "0", "Total": "0"}
    assert column(page, "Bots") == {"Ann": "\u221210", "Bo": "", "Cy": "", "Bots": "+10", "Total": "0"}
    assert lines(page) == ["Bo pays Ann 40", "Cy pays Ann 20"]

    page.get_by_role("button", name="Add an expense").click()
    assert page.locator("dialog [name=among]").count() == 3  # no bot shares an expense
    page.locator("[name=text]").fill("Pizza")
    page.locator("[name=amount]").fill("half")
    page.locator("[name=to]").fill("Ida")
    page.locator("dialog [name=among][value=Cy]").uncheck()
    page.locator("[name=others]").fill(" Ida ")
    page.get_by_role("button", name="Add the expense").click()
    assert page.locator("[name=amount]:invalid").count() == 1
    page.locator("[name=amount]").fill("24.005")
    assert page.locator("[name=amount]:invalid").count() == 1
    page.locator("[name=amount]").fill("24")
    page.get_by_role("button", name="Add the expense").click()
    page.locator(".payment", has_text="Pizza: 24, paid by Ida, shared by Ann, Bo, Ida").first.wait_for()
    assert page.locator("dialog").count() == 0
    assert column(page, "Expenses") == {
        "Ann": "\u22128",
        "Bo": "\u22128",
        "Cy": "",
        "Ida": "+16",
        "Bots": "",
        "Total": "0",
    }
    before = lines(page)

    mark = page.locator("#books > .payments").first.get_by_role("button").first
    mark.click()
    page.wait_for_selector(".is-paid")
    assert lines(page)[-1].replace("✓ ", "").replace("paid", "pays") == before[0]
    assert lines(page)[:-1] == before[1:]
    page.get_by_role("button", name="Text for the group chat").click()
    assert page.locator("textarea").input_value().count("✓") == 1
    page.keyboard.press("Escape")
    page.locator(".is-paid").get_by_role("button", name="Undo").click()
    page.wait_for_function("() => !document.querySelector('#books > .payments .is-paid')")
    assert lines(page) == before
    page.locator(".history summary").click()
    assert page.locator(".history li").count() == 3
    assert page.locator(".history .is-undone").count() == 1
    page.locator(".history").get_by_role("button", name="Restore").click()
    page.wait_for_selector("#books > .payments .is-paid")
    assert page.locator(".history").get_attribute("open") is not None  # it stays open while the books change
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    leave(page)


def test_a_night_is_settled_by_table(browser: Any, served: Any) -> None:
    night = Night(served)
    _, bo, cy = night.accounts
    post_legs(served, night.at, "table/2", **{bo: 30, cy: -30})
    page = page_of(browser, served, night.host, PHONE)
    assert "Cy pays Ann 50" in lines(page)
    page.locator(".night-tables").get_by_role("button", name="2").click()
    page.wait_for_function("() => document.querySelectorAll('#books > .payments li').length === 1")
    assert lines(page) == ["Cy pays Bo 30"]
    page.get_by_role("button", name="Mark as paid").click()
    page.wait_for_selector(".is-paid")
    page.get_by_role("button", name="All tables").click()
    page.wait_for_function("() => document.querySelectorAll('#books > .payments li').length === 3")
    assert sorted(lines(page)) == ["Bo pays Ann 40", "Cy pays Ann 20", "✓ Cy paid Bo 30"]
    leave(page)


def test_a_player_marks_what_they_received(browser: Any, served: Any) -> None:
    night = Night(served)
    page = page_of(browser, served, night.ann, PHONE)
    assert page.get_by_role("button", name="Add an expense").count() == 0
    page.locator("#books > .payments").first.get_by_role("button").first.click()
    page.wait_for_selector(".is-paid")
    assert lines(page) == ["Cy pays Ann 20", "✓ Bo paid Ann 40"]
    night.change(night.host, {"type": "paid", "payer": "Cy", "payee": "Ann", "chips": 20})  # somebody is faster
    page.locator("#books > .payments").first.get_by_role("button").first.click()
    page.locator("#trouble", has_text="have changed").wait_for()
    assert lines(page) == ["✓ Bo paid Ann 40", "✓ Cy paid Ann 20"]
    leave(page)
    page = page_of(browser, served, night.bo, PHONE)
    assert page.locator("#books > .payments").first.get_by_role("button").count() == 0  # who pays may not say so
    leave(page)


def test_a_host_chooses_the_points_of_a_year(browser: Any, served: Any) -> None:
    night = Night(served)
    page = page_of(browser, served, night.host, PHONE)
    page.locator(".night-row").first.click()
    page.get_by_role("button", name="Choose the points").click()
    page.locator("[name=points]").fill("5, 3")
    page.get_by_role("button", name="Choose", exact=True).click()
    page.wait_for_function(
        "() => document.querySelectorAll('.books')[1]?.querySelector('thead').textContent.includes('Points')"
    )
    rows = (
        page.locator(".books")
        .nth(1)
        .locator("tbody tr")
        .evaluate_all("(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))")
    )
    assert rows == ["1 Ann 5 1 +60 +60", "2 Cy 3 1 \u221220 \u221220", "3 Bo 0 1 \u221240 \u221240"]
    assert BOT not in page.locator("#books").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    leave(page)
