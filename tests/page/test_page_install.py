"""The room as an app: its manifest and icons, and the page that says that there is no connection."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from page_browser import DESK, PHONE, leave
from page_player import table
from page_room import Room
from places import ROOT
from room_tables import cash

KEPT = [
    "/offline", "/static/common/icon.svg", "/static/common/style.css", "/static/common/tokens.css",
    "/static/lobby/lobby.css",
]  # fmt: skip


def installed(browser: Any, room: Room, **more: Any) -> Any:
    """The lobby of a browser that has the worker."""
    page = browser.new_context(**more).new_page()
    page.goto(room.address)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return page


@pytest.mark.long
def test_a_browser_finds_nothing_wrong_with_the_manifest(browser: Any, room: Room) -> None:
    page = installed(browser, room, viewport=DESK)
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["url"] == f"{room.address}/manifest.webmanifest" and found["errors"] == []
    sizes = page.evaluate("""async () => {
        const told = await (await fetch("/manifest.webmanifest")).json();
        return Promise.all(told.icons.map(async ({ src, sizes }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
        }));
    }""")
    assert all(told in ("any", found) for told, found in sizes) and len(sizes) == 4
    leave(page)


def test_without_a_connection_a_page_says_so_and_comes_back(browser: Any, room: Room) -> None:
    where = table(room, "Far away", cash(seats=2))
    page = installed(browser, room, viewport=PHONE)
    page.context.set_offline(True)
    page.goto(f"{room.address}/table/{where}")
    page.get_by_role("heading", name="No connection to the room").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('.strong')).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("heading", name="Far away").wait_for()
    leave(page)


@pytest.mark.long
def test_nothing_of_the_room_is_kept(browser: Any, room: Room) -> None:
    """Only that page, and what it is drawn with; a page that is loaded again past all that is kept is the same."""
    where = table(room, "Not kept", cash(seats=2))
    page = installed(browser, room, viewport=DESK)
    page.goto(f"{room.address}/table/{where}")
    page.get_by_role("heading", name="Not kept").wait_for()
    page.goto(f"{room.address}/hands")
    kept = page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const { url } of await cache.keys()) found.push(new URL(url).pathname);
        }
        return found.sort();
    }""")
    assert kept == KEPT
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.get_by_role("heading", name="My hands").wait_for()
    leave(page)


# ---- what needs no browser


@pytest.mark.long
def test_the_icons_are_those_that_the_tool_draws() -> None:
    drawn = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "icons.py"), "--check"], capture_output=True, text=True
    )
    assert drawn.returncode == 0, drawn.stdout
