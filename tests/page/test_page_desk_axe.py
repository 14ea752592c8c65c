"""Every form of the director's console on a phone: opened by keys, read by axe, light and dark, large enough to tap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from needs import AXE

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from evening_scenes import evening
from page_axe import faults
from page_browser import leave
from test_page_desk import opened, tab

SMALL = """() => [...document.querySelectorAll("dialog :is(button, a, input, select, summary)")].filter((one) => {
    const box = (one.closest("label.check") ?? one).getBoundingClientRect();
    return box.width > 0 && (box.width < 43.5 || box.height < 43.5);
}).map((one) => one.outerHTML)"""
WIDE = "document.documentElement.scrollWidth > innerWidth || document.querySelector('dialog').scrollWidth > innerWidth"
BO = ("Players", "Bo table 1")
TABLE = ("Tables", "Actions for table 1")
FORMS = [
    [*BO], [*BO, "Move", "Table 2"], [*BO, "Move", "Table 2", "9 free"], [*BO, "Penalty"],
    [*BO, "Penalty", "Other"], [*BO, "Change name"], [*BO, "New slip"], ["Players", "Enter a player"],
    [*TABLE], [*TABLE, "Where is the button?"], [*TABLE, "Count the stacks"], [*TABLE, "Count the players"],
    [*TABLE, "Race chips off"], [*TABLE, "Stop the table"], ["Clock", "Set the clock"], ["Clock", "Add a level"],
    ["More", "Announce"], ["More", "Deal", "Custom amounts"], ["More", "Money"], ["More", "Paper"],
    ["More", "History"], ["More", "History", "Correct"], ["More", "PINs"], ["More", "Check-in code"],
    ["More", "Change terms"],
    ["Now", "Not now"],
]  # fmt: skip


@pytest.mark.long
def test_every_form_is_for_everybody(browser: Any) -> None:
    state = evening()
    state["history"] = state["history"] * 3
    room, page = opened(browser, state=state)
    money = {"pool": 85_000, "prizes": [50_000, 35_000], "lines": [{"text": "Entries", "amount": 85_000}]}
    money["players"] = [{"player": "Oz", "place": 2, "won": 35_000, "given": 5_000}]
    room.api["/api/tournaments/7/money"] = (200, money | {"deals": {"even": [["Ann", 40_000], ["Bo", 45_000]]}})
    room.api["/api/tournaments/7/log"] = (200, {"lines": state["history"], "seq": 41})
    room.api["/api/tournaments/7/preview"] = (200, {"events": 1, "changes": []})
    room.api["/api/tournaments/7/persons"] = (200, {"name": "Bo", "token": "7-2-abc"})
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://192.168.1.5:8000", "name": "wlan0"}]})
    wrong = {}
    for where, *taps in FORMS:
        tab(page, where)
        for at, name in enumerate(taps):
            inside = page.locator("dialog" if at else "main")
            button = inside.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))
            button.first.focus()
            page.keyboard.press("Enter")
            page.locator("dialog .body[aria-busy=true]").wait_for(state="detached")
            page.locator("dialog").wait_for()
        found = faults_of(page)
        if found:
            wrong[" > ".join([where, *taps])] = found
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    leave(page)
    assert not wrong, "\n".join(f"{form}: {found}" for form, found in wrong.items())


def faults_of(page: Any) -> list[str]:
    """What keeps somebody out of the window that is open."""
    for summary in page.locator("dialog summary").all():
        summary.click()
    found = [f"too small: {one[:120]}" for one in page.evaluate(SMALL)]
    if page.evaluate(WIDE):
        found.append("wider than the phone")
    if not page.evaluate("document.querySelector('dialog').contains(document.activeElement)"):
        found.append("the focus is not in it")
    return found + faults(page, "dialog")
