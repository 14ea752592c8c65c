"""The evening of six friends and their host: from the first table to the settled books, all of it by taps.

On two phones, a tablet and two desktops, and two more of these: a table with cents, an invitation, a dozen hands, a
rebuy, other stakes, one who goes home early, pizza, and who pays whom.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from page_browser import DESK, PHONE
from page_room import open_room
from test_page_evening import choose, person

HANDS = 12
WITHIN = 60.0  # seconds for the next act of anybody
TALL, TABLET, WIDE = ({"width": w, "height": h} for w, h in ((390, 844), (820, 1180), (1920, 1080)))
FRIENDS = {"Ann": PHONE, "Bo": TALL, "Cy": TABLET, "Di": DESK, "Ed": PHONE, "Flo": WIDE}
TURN = "document.body.classList.contains('your-turn')"
Error = pytest.importorskip("playwright.sync_api").Error
MINUS = "\u2212"  # as the pages write it


class Evening:
    """The table as its players see it."""

    def __init__(self, host: Any, friends: dict[str, Any]) -> None:
        self.host, self.pages = host, {"Hosta": host, **friends}
        self.calls = 1  # that Ann still makes, to see what is dealt
        self.all_in = {"Ed", "Flo"}  # until one of them has nothing left

    def open_table(self, address: str) -> str:
        """A table with cents for nobody but those whom the host invites: its link."""
        page = self.host
        page.goto(address)
        page.get_by_role("button", name="Open a table").click()
        page.get_by_role("dialog").get_by_label("Blinds").first.fill("0.25/0.50")
        page.locator("dialog summary", has_text="Seats and time").click()
        page.get_by_label("Seats", exact=False).first.fill("8")
        page.get_by_label("Seconds to act").fill("600")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector(".seat.may")
        choose(page, "Pause")
        choose(page, "Invite")
        link = str(page.get_by_label("Link").input_value())
        page.get_by_role("button", name="Close").click()
        return link

    def sit_down(self, name: str, chips: str) -> None:
        page = self.pages[name]
        page.locator(".waits").get_by_role("button", name="Sit down").click()
        if name != "Hosta":
            page.get_by_role("textbox", name="Your name").fill(name)
            page.get_by_role("button", name="Continue").click()
        page.locator("dialog input[name=amount]").fill(chips)
        page.locator("dialog button.strong").click()
        page.wait_for_selector("body.seated")

    def act(self, name: str) -> None:
        """Ed goes all-in and Flo calls, once; else what is free is taken, and one pays once to see a flop."""
        page = self.pages.get(name, self.host)
        turn = page.evaluate("document.body.dataset.turn")
        check = page.locator(".act-wrap[data-key=c] button")
        price = check.inner_text()
        if name in self.all_in and page.locator(".raise-quick [data-key=m]").count():
            page.locator(".raise-quick [data-key=m]").click()
            page.locator(".act-wrap[data-key=r] button").click()
            if page.locator(".raise-error:not([hidden])").count():  # such a bet is asked about once
                page.locator(".act-wrap[data-key=r] button").click()
        elif "Check" in price or name in self.all_in or (name == "Ann" and self.calls):
            self.calls -= "Check" not in price and name == "Ann"
            check.click()
        else:
            page.locator(".act-wrap[data-key=f] button").click()
        page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)

    def play(self, until: Callable[[], bool]) -> None:
        """Whose turn it is acts, until it is enough."""
        latest = monotonic() + WITHIN
        while not until():
            assert monotonic() < latest, self.host.locator("sp-log").inner_text()[-600:]
            name = self.host.evaluate("() => document.querySelector('.seat.to-act .name')?.textContent ?? ''")
            if name and self.pages.get(name, self.host).evaluate(TURN):
                self.act(name)
                latest = monotonic() + WITHIN
            self.host.wait_for_timeout(20)

    def accept(self) -> None:
        """Who is asked for the new terms accepts them, also when it was too late and the table asks again."""
        for name in FRIENDS:
            page = self.pages[name]
            for button in (
                page.get_by_role("dialog").get_by_role("button", name=re.compile("^Accept")),
                page.locator(".waits").get_by_role("button", name=re.compile("^(New terms|Come back)")),
            ):
                if button.count() and not page.evaluate(TURN):
                    with suppress(Error):  # its turn has come, and closes the window
                        button.click(timeout=2_000)

    def is_changed(self) -> bool:
        """Whether the new stakes hold."""
        self.accept()
        return "0.50/1" in str(self.host.locator("#terms").inner_text())

    def busted(self) -> str:
        """Who may buy chips again; "" for nobody."""
        for name in ("Ed", "Flo"):
            if self.pages[name].locator(".waits").get_by_role("button", name="Buy chips").count():
                return name
        return ""

    def hands_played(self) -> int:
        log = self.host.locator("sp-log").inner_text()
        return max([int(part.split(":")[0]) for part in log.split("Hand ")[1:] if part.split(":")[0].isdigit()] or [0])


@pytest.mark.long
def test_six_friends_and_a_host_from_the_first_start_to_the_settled_books(browser: Any, tmp_path: Path) -> None:
    with ExitStack() as open_now:
        room = open_now.enter_context(open_room(tmp_path))
        cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
        host = open_now.enter_context(person(browser, DESK, cookies))
        friends = {name: open_now.enter_context(person(browser, size)) for name, size in FRIENDS.items()}
        evening = Evening(host, friends)
        link = evening.open_table(room.address)
        for name, page in friends.items():
            page.goto(link)
            evening.sit_down(name, "20")
        evening.sit_down("Hosta", "50")
        host.locator(".waits").get_by_role("button", name="Continue").click()

        evening.play(lambda: bool(evening.busted()))
        who, evening.all_in = evening.busted(), set()
        friends[who].locator(".waits").get_by_role("button", name="Buy chips").click()
        friends[who].locator("dialog button.strong").click()  # the usual buy-in
        friends[who].locator("dialog").wait_for(state="detached")

        evening.play(lambda: evening.hands_played() >= 5)
        choose(host, "Change the table")
        host.get_by_role("dialog").get_by_label("Blinds").first.fill("0.50/1")
        host.get_by_role("button", name="Announce the change").click()
        host.get_by_role("dialog").wait_for(state="detached")
        evening.play(evening.is_changed)

        choose(friends["Di"], "Leave the table")
        leave = friends["Di"].get_by_role("dialog").get_by_role("button", name="Leave", exact=True)
        if leave.count():
            leave.click()
        evening.play(lambda: evening.accept() or evening.hands_played() >= HANDS)
        friends["Di"].locator("body:not(.seated)").wait_for()
        choose(host, "Close the table")
        host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
        evening.play(
            lambda: host.locator("body.seated").count() == 0 or host.get_by_role("link", name="All tables").count() > 1
        )

        settle(host, room.address)


def settle(host: Any, address: str) -> None:
    """Pizza, who pays whom, and all of it paid: the books add up to zero all the time."""
    host.goto(f"{address}/nights")
    host.wait_for_selector(".books")
    assert sums(host, ".result") == 0 and host.locator(".books .result").count() == 7
    host.get_by_role("button", name="Add an expense").click()
    host.locator("[name=text]").fill("Pizza")
    host.locator("[name=amount]").fill("23.50")
    host.locator("[name=to]").fill("Bo")
    host.get_by_role("button", name="Add the expense").click()
    host.get_by_text("Pizza: 23.50, paid by Bo").first.wait_for()
    assert sums(host, "td.open") == 0
    while host.get_by_role("button", name="Mark as paid").count():
        left = host.get_by_role("button", name="Mark as paid").count()
        host.get_by_role("button", name="Mark as paid").first.click()
        host.wait_for_function(
            "left => [...document.querySelectorAll('.payments button')]"
            ".filter((one) => one.textContent === 'Mark as paid').length < left",
            arg=left,
        )
    host.get_by_text("Everything is settled.").wait_for()
    assert set(host.locator(".books td.open").all_inner_texts()) == {"0"}


def sums(page: Any, column: str) -> int:
    """The sum of a column of the books, in cents."""
    texts = page.locator(f".books tbody {column}").all_inner_texts()
    return sum(round(float(text.replace(",", "").replace(MINUS, "-")) * 100) for text in texts if text)
