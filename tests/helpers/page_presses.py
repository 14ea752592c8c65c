"""Somebody at a page whose presses are counted."""

from __future__ import annotations

import re
from typing import Any

from page_browser import PHONE

PATIENCE = 240_000  # milliseconds: a hand of the bots may be on


class Presses:
    """Somebody with a browser of their own, and how often they press something."""

    def __init__(
        self, browser: Any, size: dict[str, int], cookies: list[dict[str, str]] | None = None, **more: Any
    ) -> None:
        self.page = browser.tabs.take(None, size, has_touch=size == PHONE, reduced_motion="reduce", **more).page
        self.page.context.add_cookies(cookies or [])
        self.front = self.page.locator("dialog")
        self.count = 0

    def press(self, found: Any) -> None:
        """One press more."""
        self.count += 1
        found.click()

    def button(self, name: str) -> Any:
        """The button of that name in the window that is open."""
        return self.front.get_by_role("button", name=re.compile(name, re.IGNORECASE)).last

    def has_cards(self) -> None:
        """Wait for the first cards of one's own."""
        self.page.locator("sp-own .card").first.wait_for(timeout=PATIENCE)
