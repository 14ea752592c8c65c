"""A whole evening: the host opens a table and shares the link, two guests join from phones, and all is settled at last.

Whatever cards come: nothing that is looked at here depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from page_browser import DESK, PHONE, leave
from page_room import Room

PATIENCE = 60_000
MINUS = "\u2212"  # as the pages write it


@contextmanager
def person(
    browser: Any, size: dict[str, int], cookies: list[dict[str, str]] | None = None, **options: Any
) -> Iterator[Any]:
    """A browser of somebody, which had nothing to complain of."""
    tab = browser.tabs.take(None, size, has_touch=size == PHONE, reduced_motion="reduce", **options)
    tab.context.add_cookies(cookies or [])
    errors: list[str] = []
    tab.listen("pageerror", lambda error: errors.append(str(error)))
    yield tab.page
    leave(tab.page)
    assert errors == []


def choose(page: Any, text: str) -> None:
    """An item of the menu of the table."""
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("button", name=text, exact=True).click()


def open_table(page: Any, address: str) -> str:
    """The host opens a table where the board may be run twice, and has it wait for the guests: the link to share."""
    page.goto(address)
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Template").select_option("home")
    page.locator("dialog summary", has_text="Seats and time").click()
    page.get_by_label("Seconds to act").fill("600")  # nobody is hurried here, not even by a slow machine
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".seat.may")
    choose(page, "Pause")
    choose(page, "Invite")
    link = str(page.get_by_label("Link").input_value())
    page.get_by_role("button", name="Close").click()
    return link


def sit_down(page: Any, chips: int, name: str = "") -> None:
    """From the page of the table to a seat with so many chips; a guest says first who they are."""
    page.locator(".waits").get_by_role("button", name="Sit down").click()
    if name:
        page.get_by_role("textbox", name="Your name").fill(name)
        page.get_by_role("button", name="Continue").click()
    page.get_by_role("spinbutton", name="Chips").fill(str(chips))
    page.get_by_role("button", name=re.compile("sit down", re.IGNORECASE)).last.click()
    page.wait_for_selector("body.seated")


def act(page: Any) -> None:
    """All-in where that is possible, else call; and run the board twice."""
    turn = page.evaluate("document.body.dataset.turn")
    most = page.locator(".raise-quick [data-key=m]")
    if page.locator(".act-wrap[data-key='2'] button").count():
        page.locator(".act-wrap[data-key='2'] button").click()
    elif most.count():
        most.click()
        page.locator(".act-wrap[data-key=r] button").click()
        if page.locator(".raise-error:not([hidden])").count():  # such a bet is asked about once
            page.locator(".act-wrap[data-key=r] button").click()
    else:
        page.locator(".act-wrap[data-key=c] button").click()
    page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)


def play(pages: list[Any], is_over: Callable[[], bool]) -> None:
    """The player whose turn it is acts, until it is over."""
    until = monotonic() + PATIENCE / 1000
    while not is_over():
        assert monotonic() < until, pages[0].locator("sp-log").inner_text()[-600:]
        for page in pages:
            if page.evaluate("document.body.classList.contains('your-turn')"):
                act(page)
                until = monotonic() + PATIENCE / 1000
        pages[0].wait_for_timeout(20)


@pytest.mark.long
def test_an_evening_from_the_first_table_to_the_settled_books(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    with person(browser, DESK, cookies) as host, person(browser, PHONE) as bo, person(browser, PHONE) as cy:
        link = open_table(host, room.address)
        for phone, name, chips in ((bo, "Bo", 400), (cy, "Cy", 800)):
            phone.goto(link)
            sit_down(phone, chips, name)
        sit_down(host, 1200)
        host.locator(".seat", has_text="Cy").wait_for()

        # an all-in of three with a side pot, and the rest of the board run twice
        host.locator(".waits").get_by_role("button", name="Continue").click()
        host.wait_for_selector(".seat.to-act")

        def is_over() -> bool:
            told = host.locator("sp-log").inner_text()
            return "run 2" in told and "main pot of" in told

        play([host, bo, cy], is_over)
        log = host.locator("sp-log").inner_text()
        assert "all-in" in log and "side pot" in log

        talk(host, bo, cy)
        replay_and_verify(bo)
        settle(host, room.address)


def talk(host: Any, bo: Any, cy: Any) -> None:
    """Bo writes from the phone, the host reads it, and Cy has enough of it."""
    for phone in (bo, cy):
        phone.locator(".log-tool").click()
    write = bo.get_by_role("textbox", name="Message")
    write.fill("Twice is nice")
    bo.keyboard.press("Enter")
    host.locator(".talk-line", has_text="Twice is nice").wait_for()
    line = cy.locator(".talk-line", has_text="Twice is nice")
    line.get_by_role("button", name="React to or report the message of Bo").click()
    cy.get_by_role("button", name="Mute Bo for me").click()
    line.wait_for(state="detached")
    assert host.locator(".talk-line", has_text="Twice is nice").count() == 1
    for phone in (bo, cy):
        phone.locator(".log-tool").click()


def replay_and_verify(phone: Any) -> None:
    """The hand is found at the table, stepped through to both boards, and checked."""
    choose(phone, "Hands played here")
    phone.get_by_role("link", name="Replay").last.click()
    phone.wait_for_selector("#replay:not([hidden])")
    phone.keyboard.press("End")
    assert [board.locator(".card").count() for board in phone.locator(".board").all()] == [5, 5]
    assert phone.locator(".card.lifted").count() > 0  # what has won
    phone.get_by_role("button", name="Verify the deal").click()
    phone.wait_for_selector(".verdict.good")


def settle(host: Any, address: str) -> None:
    """The books of the night: what some are up others are down, and who pays whom."""
    host.goto(f"{address}/nights")
    host.wait_for_selector(".books")
    results = [
        int(text.replace(",", "").replace(MINUS, "-")) for text in host.locator(".books .result").all_inner_texts()
    ]
    assert len(results) == 3 and sum(results) == 0
    owed = host.locator(".payments li").count()
    assert owed or host.get_by_text("Nobody owes anything.").count() == 1
    assert bool(owed) is any(results)
