"""Every page on a narrow screen and at 200 %, as axe sees it; and how much a table page weighs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from needs import AXE
from page_browser import PHONE, leave, resize
from page_player import QUICK, host_page
from page_room import Opponent, Room, post, stays
from room_tables import cash

from sidepot.room.table.terms import RoomTerms

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import faults

NARROW = {"width": 320, "height": 568}
DOUBLED = {"width": 640, "height": 400}  # a window of 1280 by 800 at 200 %
MOST = 130_000  # bytes of a table page on the wire
PAGES = (
    "/", "/tiles", "/club", "/people", "/invite", "/hands", "/nights", "/integrity", "/verify", "/settle", "/floor",
    "/floor/deck", "/floor/house", "/learn", "/offline", "/journal", "/seasons", "/cash", "/table/{table}",
    "/table/{table}/terms", "/hand/{table}/1", "/tournaments", "/tournament/{tournament}",
)  # fmt: skip
SEEN = ("/", "/verify", "/settle", "/table/{table}", "/table/{table}/terms")  # by axe, in `test_page_axe`


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
def tournament(room: Room) -> str:
    """A tournament that is announced, with bots in it."""
    form = {"title": "A tournament with rather a long name", "preset": "mystery"}
    found = str(post(room.host, "/api/tournaments", form)["id"])
    bots = {"id": "bots", "do": {"type": "add_bots", "count": 5}}
    post(room.host, f"/api/tournaments/{found}/say", bots)
    return found


WIDER = """() => {
    const width = document.documentElement.clientWidth;
    const isBar = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
    const scrolls = (one) => one && (isBar(one) || scrolls(one.parentElement));
    const over = document.documentElement.scrollWidth - width;
    return [...(over ? [`the page, by ${over}`] : []), ...[...document.querySelectorAll("main *, header *, footer *")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1)
        .filter((one) => !one.closest("svg, .side, sp-middle") && !scrolls(one))
        .map((one) => one.outerHTML.slice(0, 120))];
}"""


@pytest.mark.long
def test_pages_are_no_wider_than_the_screen_and_axe_finds_nothing_serious(
    browser: Any, room: Room, played: str, tournament: str
) -> None:
    """Each page of the room's host on a narrow screen, at 200 % and on a phone."""
    page = host_page(browser, room, "/", PHONE)
    wrong: dict[str, list[str]] = {}
    for path in PAGES:
        page.goto(room.address + path.format(table=played, tournament=tournament))
        page.wait_for_load_state("networkidle")
        if path.startswith("/tournament/"):
            page.locator("#players li").first.wait_for()
        found = [] if path in SEEN else faults(page)
        for size in (NARROW, DOUBLED):
            resize(page, size)
            found += [f"{size['width']} px: {one}" for one in page.evaluate(WIDER)]
        resize(page, PHONE)
        if found:
            wrong[path] = found
    leave(page)
    assert not wrong, "\n".join(f"{path}: {one}" for path, found in wrong.items() for one in found)


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
