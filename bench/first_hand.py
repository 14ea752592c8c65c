"""How long it is to the first hand: for a newcomer from the start of the server, for host and friend from a click.

python bench/first_hand.py    # needs Playwright, Chromium and the tests' helpers; --rounds 3

A program presses the buttons, at once: add the time that a person takes to read. The bots and the table are as
`make serve` has them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "helpers"), str(ROOT / "tools")]

from page_browser import DESK, PHONE, chromium  # noqa: E402 - it lies in the folder above
from page_room import Room, open_room  # noqa: E402 - it lies in the folder above

PATIENCE = 240_000
CARDS = "sp-own .card"
ON_TURN = "document.body.classList.contains('your-turn')"
# pots that were paid, as the log tells them
PAID = "(document.querySelector('sp-log').textContent.match(/ (wins|share) the /g) ?? []).length"


class Watch:
    """The seconds since it began, told with a word each."""

    def __init__(self) -> None:
        self.begun = perf_counter()
        self.told: list[str] = []

    def tell(self, what: str) -> None:
        """So far it took."""
        self.told.append(f"{what} {perf_counter() - self.begun:.1f} s")

    def out(self, who: str) -> None:
        """Print all of it, and how many programs wanted the cores."""
        print(f"{who}: {', '.join(self.told)} (load {os.getloadavg()[0]:.0f})", flush=True)


def newcomer(browser: Any, folder: Path) -> None:
    """From the start of the server to the end of the first hand: a name, *Sit down*, *Accept and sit down*."""
    watch = Watch()
    with open_room(folder, demo=True) as room:
        watch.tell("the server answers after")
        page = page_of(browser, DESK)
        page.goto(room.address)
        page.get_by_label("Playing as").fill("Anna")
        page.locator(".table-row", has_text="Green felt").get_by_role("button", name="Sit down").click()
        page.locator("dialog").get_by_role("button", name="accept and sit down").click()
        page.wait_for_selector("body.seated")
        watch.tell("seated")
        page.locator(CARDS).first.wait_for()
        watch.tell("first cards")
        paid, said = page.evaluate(PAID), False
        while True:
            page.wait_for_function(f"() => ({ON_TURN}) || {PAID} > {paid}")
            if not page.evaluate(ON_TURN):
                break
            if not said:
                watch.tell("first decision")
                said = True
            turn = page.evaluate("document.body.dataset.turn")
            page.keyboard.press("c")
            page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)
        watch.tell("the hand is over")
        page.context.close()
    watch.out("A newcomer")


def host_and_friend(browser: Any, room: Room, name: str) -> None:
    """From the host's first click to the first card of a friend, who is on a phone."""
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    host, friend = page_of(browser, DESK, cookies), page_of(browser, PHONE)
    host.goto(room.address)
    watch = Watch()
    host.get_by_role("button", name="Open a table").click()
    host.locator("dialog").get_by_role("button", name="Open the table", exact=True).click()
    host.wait_for_selector(".seat.may")
    watch.tell("the table is open after")
    friend.goto(host.url)
    for page in (host, friend):
        page.locator(".waits").get_by_role("button", name="Sit down").click()
        if page is friend:
            page.get_by_role("textbox", name="Your name").fill(name)
            page.keyboard.press("Enter")
        page.locator("dialog").get_by_role("button", name="sit down").last.click()
        page.wait_for_selector("body.seated")
    watch.tell("both are seated")
    friend.locator(CARDS).first.wait_for()
    watch.tell("the friend has cards")
    watch.out("A host and a friend")
    for page in (host, friend):
        page.context.close()


def page_of(browser: Any, size: dict[str, int], cookies: list[dict[str, str]] | None = None) -> Any:
    """A page of somebody with a browser of their own, who sees all that moves."""
    context = browser.new_context(viewport=size, has_touch=size is PHONE, bypass_csp=True)
    context.add_cookies(cookies or [])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def main() -> None:
    """Measure both, some times."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--rounds", type=int, default=3)
    rounds = asked.parse_args().rounds
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for at in range(rounds):
            place = Path(folder) / str(at)
            place.mkdir()
            newcomer(browser, place)
        with open_room(Path(folder)) as room:
            for at in range(rounds):
                host_and_friend(browser, room, f"Freda {at + 1}")


if __name__ == "__main__":
    main()
