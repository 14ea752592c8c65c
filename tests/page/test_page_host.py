"""The table page of a guest who becomes host in another window: it has a new token, and goes on as if nothing was."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from page_browser import done, wait_until
from page_player import QUICK, Page
from page_scenes import at_table, holdem
from room_tables import cash, terms
from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.web.auth import identities


@pytest.mark.long
def test_open_table_shows_host_controls_after_becoming_host_in_another_window(browser: Any, tmp_path: Path) -> None:
    """The page is not loaded again: its line ends, comes back by the new token, and the seat was never left."""
    with running(tmp_path, TableRegistry) as room:
        table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
        guest = Page(browser, SimpleNamespace(address=room.url), "Ann")  # type: ignore[arg-type]
        guest.sit("")
        guest.page.evaluate("window.notLoadedAgain = true")
        old = {one["name"]: one["value"] for one in guest.context.cookies()}
        token = room.do(identities.new_host_token(room.app_state))
        second = guest.context.new_page()
        second.goto(f"{room.url}/host?token={token}")
        second.get_by_role("button", name="Become the host as Ann").click()
        second.get_by_role("button", name="Open a table").wait_for()
        guest.page.bring_to_front()
        guest.page.locator("#line[data-how=live]").wait_for()
        guest.page.locator(".menu summary").click()
        guest.page.get_by_role("button", name="Close the table").wait_for()
        assert guest.page.evaluate("window.notLoadedAgain && document.body.classList.contains('seated')")
        assert "Ann" in room.registry.actor(table).machine.people
        new = {one["name"]: one["value"] for one in guest.context.cookies()}
        name = f"sidepot-{room.app_state.room}"
        assert new[name] != old[name] and new.keys() == old.keys()
        assert guest.errors == []
        guest.context.close()


@pytest.mark.long
def test_the_answer_with_the_new_token_may_come_after_the_line_has_ended(browser: Any) -> None:
    """Until the browser has it the room knows nobody by the old one: the page asks again, and says nothing of it."""
    scene = holdem(2)
    room, page = at_table(browser, scene, "Ann")
    page.locator("body.seated").wait_for()
    page.evaluate(
        "new MutationObserver(() => document.body.classList.contains('seated') || (window.stoodUp = true))"
        ".observe(document.body, { attributeFilter: ['class'] })"
    )
    room.me, lines = "", len(room.sockets)
    room.sockets[-1].close(code=4002, reason="come again")
    wait_until(page, lambda: len(room.sockets) > lines + 1)
    assert len(room.sockets) > lines + 1  # as nobody once, and then again
    room.me, room.role = "Ann", "host"
    page.locator("#line[data-how=live]").wait_for()
    page.locator("body.seated").wait_for()
    assert page.evaluate("window.stoodUp") is None and page.locator(".toast").count() == 0
    assert json.loads(room._welcome())["role"] == "host"
    done(room, page)
