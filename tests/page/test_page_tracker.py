"""The page of the tracker in a browser: results, filters, positions, hands, files, on a phone and a desktop."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from needs import CORPORA
from page_axe import check
from page_browser import DESK, PHONE, resize
from places import TESTS

pytestmark = CORPORA.mark


@pytest.fixture(scope="module")
def tracker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, Any]]:
    """The address of a tracker, the folder that it watches, and the watcher."""
    CORPORA.ask()
    import uvicorn

    from sidepot.tracker.importing import import_new
    from sidepot.tracker.serving import make_app
    from sidepot.tracker.watching import Watcher
    from sidepot.web.listening import listen

    home, folder = tmp_path_factory.mktemp("tracker"), tmp_path_factory.mktemp("hands")
    shutil.copy(TESTS / "stats" / "evening.txt", folder)
    (folder / "letter.txt").write_text("Dear Ann,\n")
    import_new(home, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    watcher = Watcher(home)
    opened = listen("127.0.0.1", 0)
    opened.listen()
    server = uvicorn.Server(uvicorn.Config(make_app(home, watcher), log_level="error"))
    thread = Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{opened.getsockname()[1]}", folder, watcher
    server.should_exit = True
    thread.join(20)
    opened.close()


def opened(browser: Any, address: str, **more: Any) -> Any:
    context = browser.new_context(viewport=DESK, **more)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on(
        "console",
        lambda told: page.errors.append(told.text) if told.type == "error" and "manifest" not in told.text else None,
    )
    page.goto(address)
    page.wait_for_selector("#results[aria-busy=false] svg")
    return page


def tab(page: Any, name: str) -> Any:
    """Open a tab, and return its section."""
    page.locator(f"#parts a[href='#{name}']").click()
    page.wait_for_selector(f"#{name}[aria-busy=false]:not([hidden])")
    return page.locator(f"#{name}")


def test_a_large_amount_stays_on_its_line_and_in_its_card(browser: Any, tracker: tuple[str, Path, Any]) -> None:
    address, _, _ = tracker
    for language in ("en-US", "de"):
        page = opened(browser, address, locale=language)
        page.route(
            "**/api/tracker/overview*",
            lambda route: route.fulfill(json=route.fetch().json() | {"net": -1234567.89, "per_hour": -23456.78}),
        )
        page.select_option("#by", "days")
        page.wait_for_function(
            "() => document.querySelector('#results .figures').textContent.replace(/\\D/g, '').includes('123456789')"
        )
        for size in (PHONE, DESK):
            resize(page, size)
            broken = page.evaluate(
                """() => [...document.querySelectorAll('#results .figures dd')].filter((one) => {
                    const text = document.createRange();
                    text.selectNodeContents(one.firstChild);
                    return text.getClientRects().length > 1
                        || text.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right;
                }).map((one) => one.textContent)"""
            )
            assert broken == []
        page.context.close()


def test_the_page_shows_results_positions_hands_and_files(browser: Any, tracker: tuple[str, Path, Any]) -> None:
    address, _, _ = tracker
    page = opened(browser, address, locale="en-US")
    assert "\u2212$187.00" in page.locator("#results .figures").first.inner_text()
    assert page.locator(".result-line > svg").get_attribute("aria-label").startswith("Result: \u2212$187.00")
    page.select_option("#by", "days")
    page.wait_for_function(
        "() => document.querySelector('#results .line-net').getAttribute('d').split('L').length === 3"
    )
    assert tab(page, "positions").locator("tbody tr").count() == 4
    assert tab(page, "hands").locator("#list li").count() == 3 and page.locator("#more").count() == 0
    files = tab(page, "files")
    files.locator("summary").click()
    assert "letter.txt" in files.inner_text()
    for name in ("results", "positions", "hands", "files"):
        resize(page, DESK)
        tab(page, name)
        check(page)
        resize(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.errors == []
    page.context.close()


def test_a_hand_is_replayed(browser: Any, tracker: tuple[str, Path, Any]) -> None:
    page = opened(browser, tracker[0], locale="en-US")
    tab(page, "hands").locator("#list a").last.click()
    page.wait_for_selector("#replay:not([hidden]) sp-steps li")
    assert page.locator("#title").inner_text() == "Hand 1"
    assert "Ann raises to 6" in page.locator("sp-steps").inner_text()
    page.wait_for_selector("sp-equity[aria-busy=false]")
    check(page)
    assert page.errors == []
    page.get_by_role("link", name="Tracker", exact=True).click()
    page.wait_for_selector("#results[aria-busy=false] svg")
    page.context.close()


def test_new_hands_appear_by_themselves(browser: Any, tracker: tuple[str, Path, Any]) -> None:
    address, folder, watcher = tracker
    page = opened(browser, address)
    tab(page, "hands")
    (folder / "later.txt").write_text((TESTS / "stats" / "evening.txt").read_text().replace("Hand #", "Hand #7"))
    watcher.look()
    page.wait_for_function("() => document.querySelectorAll('#list li').length === 6")
    page.context.close()


def test_the_page_in_german(browser: Any, tracker: tuple[str, Path, Any]) -> None:
    page = opened(browser, tracker[0], locale="de")
    words = page.locator("main").inner_text() + tab(page, "positions").inner_text()
    assert "Letzte Sessions" in words and "Standardfehler" in words and page.errors == []
    page.context.close()
