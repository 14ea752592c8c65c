"""Every page on a narrow screen and at 200 %, as axe sees it; and how much a table page weighs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from needs import AXE
from page_browser import PHONE
from page_player import QUICK
from page_room import Opponent, Room, post, stays
from room_tables import cash

from sidepot.room.tables.room_terms import RoomTerms

NARROW = {"width": 320, "height": 568}
DOUBLED = {"width": 640, "height": 400}  # a window of 1280 by 800 at 200 %
MOST = 150_000  # bytes of a table page on the wire
PAGES = (
    "/", "/tiles", "/club", "/hands", "/nights", "/integrity", "/verify", "/settle", "/floor", "/offline",
    "/table/{table}", "/table/{table}/terms", "/hand/{table}/1", "/tournaments", "/tournament/{event}",
)  # fmt: skip


@pytest.fixture(scope="module")
def played(room: Room) -> Iterator[str]:
    """A table at which a hand is over."""
    table = room.open(RoomTerms(title="A table with rather a long name for itself", rules=cash(seats=6), timing=QUICK))
    with Opponent(room, table, "Maximiliane von Stein", stays), Opponent(room, table, "Oli", stays):
        room.begin(table)
        while not room.host.get(f"/api/tables/{table}/hands").json()["hands"]:
            pass
        yield table


@pytest.fixture(scope="module")
def event(room: Room) -> str:
    """A tournament that is announced, with bots in it."""
    form = {"title": "A tournament with rather a long name", "preset": "mystery"}
    found = str(post(room.host, "/api/tournaments", form)["id"])
    bots = {"id": "bots", "do": {"type": "add_bots", "count": 5}}
    post(room.host, f"/api/tournaments/{found}/say", bots)
    return found


def open_page(browser: Any, room: Room, path: str, size: dict[str, int]) -> Any:
    """A page of the room's host."""
    context = browser.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
    context.add_cookies(
        [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    )
    page = context.new_page()
    page.goto(room.address + path)
    page.wait_for_load_state("networkidle")
    if path.startswith("/tournament/"):
        page.locator("#players li").first.wait_for()
    return page


@pytest.mark.parametrize("size", [NARROW, DOUBLED], ids=["320 px", "200 %"])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_wider_than_the_screen(
    browser: Any, room: Room, played: str, event: str, path: str, size: dict[str, int]
) -> None:
    page = open_page(browser, room, path.format(table=played, event=event), size)
    wide = page.evaluate("""() => {
        const width = document.documentElement.clientWidth;
        const isBar = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
        const scrolls = (one) => one && (isBar(one) || scrolls(one.parentElement));
        const all = [...document.querySelectorAll("main *, header *, footer *")];
        return [document.documentElement.scrollWidth - width, ...all
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1)
            .filter((one) => !one.closest("svg, .side, sp-middle") && !scrolls(one))
            .map((one) => one.outerHTML.slice(0, 120))];
    }""")
    assert wide == [0]
    page.context.close()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_a_phone(browser: Any, room: Room, played: str, event: str, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
    page = open_page(browser, room, path.format(table=played, event=event), PHONE)
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [
        (one["id"], [node["html"][:150] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ] == []
    page.context.close()


def test_a_table_page_is_light(browser: Any, room: Room, played: str) -> None:
    """All that its browser loads when it has nothing yet, headers too."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    page.goto(f"{room.address}/table/{played}")
    page.wait_for_selector(".seat")
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= MOST, sorted(sizes)
    context.close()
