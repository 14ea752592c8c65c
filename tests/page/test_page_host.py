"""The table page of a guest who becomes host in another window: it has a new token, and goes on as if nothing was."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from page_browser import PlayedRoom, done, sent, wait_until
from page_player import QUICK, Page
from page_scenes import Scene, at_table, holdem
from room_tables import cash, terms
from table_messages import yours
from web_rooms import running

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table import commands as s
from sidepot.room.views.public import snapshot_of
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


def test_request_for_a_seat_is_answered_in_its_toast_and_counted_until_then(browser: Any) -> None:
    scene = Scene(terms(cash(), approve=True))
    scene.sit("Ann", "Bo")
    for player in ("Ann", "Bo"):
        scene.host(s.AnswerSeat(player, yes=True))
    scene.sit("Cy", "Di")
    room = PlayedRoom("Host", role="host")
    room.greet, room.now = [snapshot_of(scene.room), requests(scene)], scene.now
    page = room.open(browser, "/table/t1")
    page.locator(".toast").nth(1).wait_for()
    assert page.locator(".badge").inner_text() == "2"
    page.locator(".toast", has_text="Cy asks for a seat").get_by_role("button", name="Seat Cy").click()
    assert sent(room, page, 1) == [{"type": "answer_seat", "player": "Cy", "yes": True}]
    scene.host(s.AnswerSeat("Cy", yes=True))
    room.tell(requests(scene))
    page.locator(".toast", has_text="Cy").wait_for(state="detached")
    assert page.locator(".toast").count() == 1 and page.locator(".badge").inner_text() == "1"
    done(room, page)


def requests(scene: Scene) -> bytes:
    """What the host is told of those who ask for a seat."""
    found = yours(scene.room, "Host", staff=True)
    assert found is not None
    return found


@pytest.mark.parametrize("role", ["host", "guest"])
def test_paused_table_has_one_button_to_continue(browser: Any, role: str) -> None:
    """In front of the player, not in the menu: for the host, or for a player who goes on without the host."""
    scene = holdem(3)
    scene.host(s.Pause())
    room = PlayedRoom("Ann", role=role)
    mine = yours(scene.room, "Ann", staff=role == "host")
    assert mine is not None
    room.greet, room.now = [snapshot_of(scene.room), mine], scene.now
    page = room.open(browser, "/table/t1")
    button = page.get_by_role("button", name="Continue")
    button.wait_for()
    page.locator(".menu summary").click()
    assert button.all_inner_texts() == ["Continue" if role == "host" else "Continue without the host"]
    page.keyboard.press("Escape")
    button.click()
    assert sent(room, page, 1) == [{"type": "resume"}]
    done(room, page)
