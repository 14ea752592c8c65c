"""The terms in a pseudo-locale: whatever a table agrees on, nothing of it stays English, nor anything of its form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_browser import DESK, leave
from page_player import host_page
from page_room import Room, post
from test_page_pseudo import INTL, LOCALE, PLAIN, language, pseudo  # noqa: F401

ENGLISH = "() => [...document.querySelectorAll('main [lang=en], dialog [lang=en]')].map((one) => one.textContent)"
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
OWN = "Kitchen|in cash|https"  # what the host of these tables has typed, and how addresses begin everywhere
CODES = r"[A-Z]{2,}(-[A-Z0-9]+)*"  # of rulebooks
EVERYTHING = {
    "rake": 5,
    "rake_cap": 300,
    "time_charge": {"amount": 500, "period_ms": 1_800_000},
    "bomb_every": 5,
    "bomb_ante": 100,
    "kill": {"kind": "half", "legs": 2, "at_least": 0},
    "runs": 3,
    "open_stakes": True,
    "marker_below": 500,
    "marker_terms": "in cash",
    "declaration": "in turn",
    "straddles": ["sleeper", "mississippi", "under the gun"],
    "back_minutes": 0,
}
FORMS: list[dict[str, Any]] = [
    {"game": "holdem", "house": "south-dakota", "watch_after": 1},
    {"game": "omaha8", "house": "wsop-live-2026", "watch_after": -1, "more": {"bomb_every": 1, "bomb_ante": 20}},
    {"game": "horse", "bet": 20, "choice": True, "approve": True, "watch_after": 2, "more": EVERYTHING},
    {"game": "stud", "decimals": 2, "bet": 50, "house": "home", "more": {"buy_in": [2000, 0]}},
    {"game": "badugi", "house": "roberts", "more": {"any_raises": True}},
]


def english(page: Any) -> list[str]:
    """Texts that are in no catalogue, or have no translation."""
    page.evaluate(UNFOLD)
    assert page.locator("html").get_attribute("lang") == LOCALE
    found = [str(one) for one in (*page.evaluate(ENGLISH), *page.evaluate(PLAIN, f"{INTL}|{OWN}"))]
    return [one for one in found if one.strip() and not re.fullmatch(rf"text: ({CODES}|[^\w]|\d)*", one)]


@pytest.mark.long
def test_nothing_of_the_terms_stays_english(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK, locale=LOCALE)
    name = room.host.get("/api/me").json()["name"]
    wrong: dict[str, list[str]] = {}
    for form in FORMS:
        table = post(room.host, "/api/tables", {"title": "Kitchen", **form})["id"]
        page.goto(f"{room.address}/table/{table}/terms")
        page.locator("main .terms").wait_for()
        wrong[f"{form['game']}: page"] = english(page)
        page.goto(f"{room.address}/table/{table}")
        page.locator(".menu summary").click()
        page.locator(".menu button", has_text=pseudo.pseudo("Change the table")).click()
        page.locator("form.opening").wait_for()
        wrong[f"{form['game']}: change"] = [one for one in english(page) if name not in one]
        page.keyboard.press("Escape")
    page.goto(room.address)
    page.locator("#main").click()
    page.locator("form.opening").wait_for()
    wrong["open"] = [one for one in english(page) if name not in one]
    leave(page)
    assert not any(wrong.values()), "\n".join(f"{where}: {one}" for where, found in wrong.items() for one in found)
