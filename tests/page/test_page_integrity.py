"""The host's page of integrity, in a browser: flags with their hands, and a seat beside one of the same browser."""

from __future__ import annotations

from typing import Any

import pytest
from needs import AXE
from page_browser import PHONE, resize
from page_player import QUICK
from room_tables import cash, terms
from test_page_club import host_of, room  # noqa: F401
from web_rooms import Running

from sidepot.integrity.examine import Flow, Report
from sidepot.integrity.flags import Flag
from sidepot.room.audit.integrity import HandPlace, IntegrityReport

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check

FLAGS = (
    Flag(kind="same browser", players=("a", "c"), seen=12, expected=0, of=12, chance=None, hands=("table 1, hand 9",)),
    Flag(
        kind="all-ins", players=("a", "b"), seen=20, expected=11.1, of=20, chance=7.7e-6,
        hands=("table 1, hand 4", "table 1, hand 7"),
    ),
)  # fmt: skip
NAMES = {"a": "Ann", "b": "Bo", "c": "Cy"}


@pytest.mark.long
def test_a_host_looks_at_flags_and_lets_a_second_account_sit(browser: Any, room: Running) -> None:  # noqa: F811
    from sidepot.room.runtime.table_storage import stream_of
    from sidepot.web.auth.authorization import _ask

    table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
    host = host_of(browser, room)
    page = host.page
    page.goto(room.url)
    page.get_by_role("link", name="Integrity").click()
    page.get_by_text("No check since the room opened").wait_for()
    page.get_by_role("button", name="Check the hands").click()
    page.get_by_text("Checked on").wait_for(timeout=120_000)
    page.get_by_role("heading", name="No flags").wait_for()
    ann, bo = (room.guest(name) for name in ("Ann", "Bo"))
    numbers = {one.name: one.id for one in room.do(room.app_state.accounts.all())}
    assert ann.name == "Ann" and bo.name == "Bo"
    room.do(room.app_state.store.write(_ask(stream_of(table), numbers["Bo"], numbers["Ann"], 1)))
    flow = Flow("a", "b", 88, 431.5)
    places = {"table 1, hand 9": HandPlace("1", 9), "table 1, hand 4": HandPlace("1", 4)}
    room.app_state.integrity.found = IntegrityReport(Report(500, 3, 3, FLAGS, (flow,), NAMES), places)
    room.app_state.integrity.at += 1
    page.reload()
    page.get_by_role("heading", name="2 flags").wait_for()
    row = page.locator(".flag", has_text="Ann loses all-ins to Bo")
    assert "once in 130,000 times" in row.inner_text()
    assert row.get_by_role("link", name="table 1, hand 4").get_attribute("href") == "/hand/1/4"
    check(page)
    resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Allow Bo to sit down").click()
    page.get_by_role("button", name="Bo is allowed to sit there: withdraw this").wait_for()
    page.get_by_role("button", name="Bo is allowed to sit there: withdraw this").click()
    page.get_by_text("Bo wants to sit at table").wait_for(state="detached")
    host.close()
