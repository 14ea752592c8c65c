"""An evening by keyboard alone: set-up, check-in, start, out, undo. The focus is always seen, and never lost."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK
from page_room import Room
from test_page_evening import person

MOST = 120  # presses of Tab on the way to something: the page has no more that can have the focus
SEEN = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "nothing has the focus";
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) return `not to be seen: ${one.outerHTML}`;
    if (box.bottom < 0 || box.top > innerHeight) return `outside: ${one.outerHTML}`;
    const style = getComputedStyle(one);
    const rings = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== "none";
    return rings || one.tabIndex < 0 ? "" : `no ring: ${one.outerHTML}`;
}"""
NAME = """() => {
    const one = document.activeElement;
    const label = one.getAttribute("aria-label") || one.labels?.[0]?.innerText || one.innerText || "";
    return label.replace(/\\s+/g, " ").trim();
}"""


class Keys:
    """Somebody without a mouse: they go from one thing to the next, and see where they are."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def go(self, name: str) -> None:
        """Tab until the thing of that name has the focus."""
        passed = []
        for _ in range(MOST):
            self.press("Tab")
            here = self.page.evaluate(NAME)
            if here == name or here.startswith(f"{name} "):
                assert self.page.evaluate(SEEN) == ""
                return
            passed.append(here)
        raise AssertionError(f"{name} is not on the way: {passed}")

    def on(self, name: str) -> None:
        """Go there and press Enter."""
        self.go(name)
        self.press("Enter")

    def here(self, words: str) -> None:
        """The focus is in that, or on it: it was not lost."""
        self.page.wait_for_function("words => document.activeElement.innerText?.includes(words)", arg=words)


@pytest.mark.long
def test_from_the_set_up_to_an_undo_by_keyboard_alone(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    with person(browser, DESK, cookies) as page:
        keys = Keys(page)
        page.goto(room.address + "/desk")
        page.locator(".setup-facts").wait_for()
        keys.go("Name")
        page.keyboard.type("By keys")
        keys.on("Create the tournament")
        keys.here("By keys created")
        keys.on("Open the desk")
        page.locator("#tabs").wait_for()
        keys.on("Enter players")
        page.get_by_role("dialog", name="Enter players").wait_for()
        page.keyboard.type("Ann, Bo, Cy")
        keys.press("Enter")
        page.locator("#people", has_text="3 entered").wait_for()
        keys.here("Enter players")  # where the window was opened
        keys.on("Draw seats")
        page.locator("#begin [data-act=start]").wait_for()
        keys.here("Start")  # what has come in its place
        keys.press("Enter")
        page.locator("#people", has_text="3 of 3 left").wait_for()
        assert page.evaluate(SEEN) == ""
        keys.press("/")
        page.keyboard.type("bo")
        keys.on("Bo")
        page.get_by_role("dialog", name="Bo").wait_for()
        keys.go("Unknown")
        keys.press("Enter")
        page.locator("#offered", has_text="Bo is out").wait_for()
        keys.here("Bo")
        keys.on("Undo")
        page.locator("#offered", has_text="Undone: Bo is out").wait_for()
        page.locator("#people", has_text="3 of 3 left").wait_for()
        assert page.evaluate(SEEN) == ""
