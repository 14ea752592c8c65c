"""The pages in a pseudo-locale: each text comes from the catalogues, and there is room for texts 40 % longer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE
from page_browser import DESK, PHONE, PlayedRoom, done, leave, resize
from page_player import host_page
from page_room import Room
from page_scenes import at_table, c, holdem, to_act

pytest.importorskip("litestar", reason=SERVE.reason)

from director_scenes import START, display_told, public_told, seat_told
from director_scenes import evening as directed
from evening_scenes import done_by, evening, told
from table_messages import event as public_event
from test_page_fits import PAGES, played, tournament  # noqa: F401

from sidepot.tournament.schedule import MINUTE
from sidepot.web import catalogues
from sidepot.web.routes import pages

sys.path.append(str(Path(__file__).parents[2] / "tools"))

import pseudo

LOCALE = "en-XA"
PLAIN = """(data) => {
    const own = "[lang]:not(html), [translate=no], script, style, svg, code, cite, noscript, title";
    const words = (text) => {
        let bare = text.replace(/[\\s\\u00a0]+/g, " ");
        while (/⟦[^⟦⟧]*⟧/.test(bare)) bare = bare.replace(/⟦[^⟦⟧]*⟧/g, "");
        const left = bare.replace(new RegExp(`\\\\b(${data})\\\\b`, "g"), "").match(/\\p{L}{2,}/gu);
        return (left ?? []).filter((word) => /^[a-z]+$/i.test(word));
    };
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement.closest(own)) continue;
        if (words(node.nodeValue).length) found.push(`text: ${node.nodeValue.trim().slice(0, 150)}`);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"])
        for (const one of document.querySelectorAll(`[${name}]`))
            if (!one.closest(own) && words(one.getAttribute(name)).length)
                found.push(`${name}: ${one.getAttribute(name)}`);
    return [...new Set(found)];
}"""
CUT = """() => {
    const width = document.documentElement.clientWidth;
    const style = (one) => getComputedStyle(one);
    const scrolls = (one) => one && (/auto|scroll/.test(style(one).overflowX) || scrolls(one.parentElement));
    const over = document.documentElement.scrollWidth - width;
    const all = [...document.querySelectorAll("main *, header *, footer *, dialog *")]
        .filter((one) => one.checkVisibility());
    const isLabel = (one) => one.matches("button, a, label, legend, h1, h2, summary, dt, dd") && one.clientWidth > 1;
    return [...(over > 0 ? [`the page, by ${over}`] : []),
        ...all.filter((one) => !one.closest("svg, sp-middle") && !scrolls(one))
            .filter((one) => one.getBoundingClientRect().right > width + 1)
            .map((one) => `outside: ${one.outerHTML.slice(0, 140)}`),
        ...all.filter((one) => isLabel(one) && one.scrollWidth > one.clientWidth + 2)
            .filter((one) => style(one).textOverflow !== "ellipsis" && !scrolls(one))
            .map((one) => `cut: ${one.outerHTML.slice(0, 140)}`)];
}"""
INTL = "and|or|[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|November|December"
FORMATS = "PHH|Open Hand History|PokerStars|JSON"
BOTS = r"[A-Z][a-z]+ \(bot"
TITLES = "A table with rather a long name for itself|A tournament with rather a long name"
DATA = f"{INTL}|{FORMATS}|{BOTS}|{TITLES}|Maximiliane von Stein|Maximiliane|von|Stein|Oli"
NAMES = "Kitchen|Friday|Sam|Ann|Bo|Cy|Di|Ed|Eve|Flo|Gus|Hal|Ida|Jo|Kim|Lou|Max|Nia|Oz|Zoë Bolt|Pia|Zoe"
SCENE = f"{NAMES}|asked before the money|blinds"  # what the scene has in English alone


@pytest.fixture(autouse=True)
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pseudo-locale is the only language that there is beside English."""
    pseudo.write(tmp_path)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(pages, "_FILES", pages.Files())


def faults(page: Any, data: str) -> list[str]:
    """Texts that are in no catalogue, and what is cut off."""
    assert page.locator("html").get_attribute("lang") == LOCALE, page.url
    found = [str(one) for one in page.evaluate(PLAIN, data)]
    for size in (PHONE, DESK):
        resize(page, size)
        found += [f"{size['width']} px: {one}" for one in page.evaluate(CUT)]
    return found


def test_at_the_table_all_texts_are_messages_and_longer_ones_fit(browser: Any) -> None:
    scene = holdem(3)
    scene.deal()
    me = to_act(scene)
    room, page = at_table(browser, scene, me, locale=LOCALE)
    room.tell(public_event(scene.room, scene.act(c.RaiseTo(6))))
    page.locator("sp-log p", has_text="⟦").first.wait_for()
    assert (found := faults(page, NAMES)) == [], "\n".join(found)
    done(room, page)


@pytest.mark.long
def test_on_the_pages_of_a_room_all_texts_are_messages_and_longer_ones_fit(
    browser: Any,
    room: Room,
    played: str,  # noqa: F811
    tournament: str,  # noqa: F811
) -> None:
    data = f"{DATA}|{room.host.get('/api/me').json()['name']}"
    page = host_page(browser, room, "/", DESK, locale=LOCALE)
    wrong: dict[str, list[str]] = {}
    for path in (*PAGES, "/desk", "/screens"):
        page.goto(room.address + path.format(table=played, tournament=tournament))
        page.wait_for_load_state("networkidle")
        if found := faults(page, data):
            wrong[path] = found
    leave(page)
    assert not wrong, "\n".join(f"{path}: {one}" for path, found in wrong.items() for one in found)


@pytest.mark.long
@pytest.mark.parametrize("part", ["", "#tables", "#people", "#clock", "#more"])
def test_at_the_desk_all_texts_are_messages_and_longer_ones_fit(browser: Any, part: str) -> None:
    room = PlayedRoom("Eve", role="host")
    told(room, evening())
    done_by(room, {"seq": 42, "step": 42, "undo": 42, "already": None, "notes": []})
    page = room.open(browser, f"/desk/7{part}", locale=LOCALE)
    page.locator("#tabs").wait_for()
    assert (found := faults(page, SCENE)) == [], "\n".join(found)
    done(room, page)


@pytest.mark.long
def test_on_the_pages_of_a_live_tournament_all_texts_are_messages_and_longer_ones_fit(browser: Any) -> None:
    now, room = START + 5 * MINUTE, PlayedRoom()
    asks = [{"number": 3, "about": "floor", "at": START, "state": "open"}]
    room.api["/api/seat/7-1-abc/person"] = (200, {"name": "Ann"})
    room.api["/api/seat/7-1-abc"] = (200, seat_told(directed(), "Ann", now, asks))
    room.api["/api/screens"] = (200, {"code": "4F7K", "token": "4F7K-x"})
    room.api["/api/screens/4F7K-x"] = (200, display_told(directed(), now))
    room.api["/api/tournaments/7/public"] = (200, public_told(directed(), now, check_in=True))
    names = "|".join(["Friday night", *directed().entrants])
    wrong: dict[str, list[str]] = {}
    for path, there in (
        ("/s/7-1-abc", "#asked li"),
        ("/screen", ":root[data-layout] #body > *"),
        ("/e/7", "#stacks li"),
    ):
        page = room.open(browser, path, locale=LOCALE)
        page.locator(there).first.wait_for()
        if found := faults(page, names):
            wrong[path] = found
        leave(page)
    assert not wrong, "\n".join(f"{path}: {one}" for path, found in wrong.items() for one in found)
