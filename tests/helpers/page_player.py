"""A person at the page of a real room, for the tests: where they sit, what they see there, and the keys they press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from page_browser import DESK, leave
from page_room import Room

from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import single
from sidepot.games.usual import stakes_for
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.table_rules import TableRules

PATIENCE = 60_000  # milliseconds
# The end of a hand stays on the page until the test is over.
QUICK = Timing(show=0, street=0, between=400, showdown=60_000)


class Page:
    """A guest's page: what it shows, and the keys they press."""

    def __init__(self, browser: Any, room: Room, name: str, *, once: bool = False) -> None:
        tab = browser.tabs.take(None, DESK, reduced_motion="reduce", once=once)
        self.context, self.page = tab.context, tab.page
        self.errors: list[str] = []
        tab.listen("pageerror", lambda error: self.errors.append(str(error)))
        self.room = room
        self.name = name

    def sit(self, title: str, *, chips: int = 0) -> None:
        """From the address to a seat: give a name and press twice; or watch first, and bring `chips`."""
        self.page.goto(self.room.address)
        self.page.get_by_label("Playing as").fill(self.name)
        row = self.page.locator(".table-row", has_text=title)
        if not chips:
            row.get_by_role("button", name="Sit down").click()
            self.page.get_by_role("dialog").get_by_role("button", name="sit down").click()
        else:
            row.get_by_role("link", name="Watch").click()
            self.page.get_by_role("button", name="Sit down", exact=True).click()
            self.page.get_by_role("spinbutton").fill(str(chips))
            self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f".seat.own[aria-label*='{self.name}']")

    def play(self, until: Callable[[], bool], **keys: str) -> None:
        """Answer every decision by the first of these keys that is a button there, until something is so."""
        for _ in range(60):
            self.page.wait_for_function(
                "() => document.body.classList.contains('your-turn') || document.querySelector('.result p')"
            )
            if until() or not self.on_turn:
                return
            self.answer(keys)
        raise AssertionError(f"it went on and on: {self.log[-400:]}")

    def answer(self, keys: dict[str, str]) -> None:
        there = self.page.locator(".act-wrap").evaluate_all("all => all.map((one) => one.dataset.key)")
        key = next(key for key in (*keys.values(), "c", "b", "s", "1") if key in there)
        title = self.turn
        self.page.keyboard.press(key)
        self.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=title)

    @property
    def on_turn(self) -> bool:
        return bool(self.page.evaluate("document.body.classList.contains('your-turn')"))

    @property
    def turn(self) -> str:
        return str(self.page.evaluate("document.body.dataset.turn ?? ''"))

    @property
    def log(self) -> str:
        return str(self.page.locator("sp-log").inner_text())

    def reads(self, *words: str) -> None:
        """Wait until all this is in the log: it is drawn a moment after the rest of the table."""
        for each in words:
            self.page.wait_for_function("words => document.querySelector('sp-log').innerText.includes(words)", arg=each)

    @property
    def own(self) -> list[str]:
        cards = self.page.locator(".own-card .card")
        return [str(card.get_attribute("aria-label")) for card in cards.all()]

    def close(self) -> None:
        leave(self.page)
        assert self.errors == []


def host_page(browser: Any, room: Room, path: str, size: dict[str, int], **more: Any) -> Any:
    """A page of the room's host."""
    page = browser.tabs.take(None, size, reduced_motion="reduce", **more).page
    page.context.add_cookies(
        [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    )
    page.goto(room.address + path)
    return page


def table(room: Room, title: str, rules: TableRules, timing: Timing = QUICK) -> str:
    """A table of these rules, at which no hand begins yet: its id."""
    return room.open(RoomTerms(title=title, rules=rules, timing=timing))


def fixed(name: str) -> TableRules:
    """Two seats at a game with fixed limits."""
    game = find_game(name)
    return TableRules(mix=single(game, FixedLimit()), stakes=(stakes_for(game, FixedLimit(), 4),), seats=2)
