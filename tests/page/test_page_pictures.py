"""The states of the pages as pictures, compared with those in `pictures`, with a tolerance.

The pictures kept are a quarter as wide and as high. A page that was changed on purpose needs new ones: run this file
with SIDEPOT_NEW_PICTURES=1, and look at what it wrote before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("PIL", reason=SERVE.reason)

from page_browser import DESK, PlayedRoom, leave, resize
from page_scenes import FixedLimit, Scene, at_table, c, game, holdem, to_act
from PIL import Image, ImageChops
from room_tables import cash, terms
from test_page_hands import replayed_room
from test_page_lobby import TABLES
from test_page_phones import stays
from test_page_sizes import showdown, two_boards
from test_page_tournament import BEFORE, ON, opened, told

from sidepot.hand.due import Due
from sidepot.room.table import commands as s

PICTURES = Path(__file__).with_name("pictures")
WINDOWS = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1440, "height": 900}}
SMALLER = 4  # times: letters that are smoothed otherwise are the same there
FAR = 40  # of 255: how different two dots are seen to be
MOST = 0.01  # of all dots may be that different
RULER = 424  # how wide the words below are in the letters of the pictures kept
MEASURE = """() => {
    const ruler = document.createElement("canvas").getContext("2d");
    ruler.font = `600 20px ${getComputedStyle(document.body).fontFamily}`;
    return Math.round(ruler.measureText("Sphinx of black quartz, judge my vow").width);
}"""
# what is never the same twice: clocks, and codes
HIDDEN = "sp-info, .time, .clock, #clock-left { visibility: hidden !important; }"

Opened = tuple[PlayedRoom, Any]


def begun(scene: Scene, me: str = "Bo") -> Callable[..., Opened]:
    return lambda browser, **more: at_table(browser, scene, me, **more)


def waits() -> Scene:
    scene = Scene(terms(cash(seats=6)))
    scene.seat(2)
    return scene


def all_in() -> Scene:
    """A run-out with two boards still to come."""
    scene = holdem(3)
    for _ in range(3):
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.RaiseTo(may.raise_max) if may.may_raise and not may.call else c.Call() if may.call else c.Check())
    return scene


def paused() -> Scene:
    scene = holdem(4)
    scene.say(s.Pause(), "Host", staff=True)
    return scene


def stud() -> Scene:
    scene = game("stud", 6, FixedLimit())
    while (hand := scene.room.hand) is not None and len(hand.hole[hand.seat]) < 5:
        stays(scene)
    return scene


def drawing() -> Scene:
    scene = game("five-card-draw", 4, FixedLimit())
    scene.until(Due.DRAW)
    return scene


def own_turn() -> Callable[..., Opened]:
    scene = holdem(6)
    return begun(scene, to_act(scene))


def at_page(path: str, wait: str, me: str = "Ann", role: str = "guest") -> Callable[..., Opened]:
    def open_it(browser: Any, **more: Any) -> Opened:
        room = PlayedRoom(me, role=role, tables=TABLES)
        room.api["/api/invite"] = (200, {"ways": [], "only_here": True, "port": 8000})
        page = room.open(browser, path, **more)
        page.locator(wait).first.wait_for()
        return room, page

    return open_it


def replay(browser: Any, **more: Any) -> Opened:
    room, _ = replayed_room(True)
    page = room.open(browser, "/hand/t1/7", **more)
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("End")
    page.locator(".board .card").nth(4).wait_for()
    return room, page


def tournament(state: dict[str, Any], yours: dict[str, Any]) -> Callable[..., Opened]:
    def open_it(browser: Any, **more: Any) -> Opened:
        room = PlayedRoom("Ann")
        return room, opened(browser, room, told(state, yours), **more)

    return open_it


STATES: dict[str, Callable[[], Callable[..., Opened]]] = {
    "table-waits": lambda: begun(waits()),
    "table-empty": lambda: begun(Scene(terms(cash(seats=9))), "Zoe"),
    "table-hand": lambda: begun(holdem(6)),
    "table-turn": own_turn,
    "table-showdown": lambda: begun(showdown(6)),
    "table-showdown-nine": lambda: begun(showdown(9)),
    "table-all-in": lambda: begun(all_in()),
    "table-boards": lambda: begun(two_boards()),
    "table-stud": lambda: begun(stud()),
    "table-draw": lambda: begun(drawing()),
    "table-paused": lambda: begun(paused(), "Ann"),
    "lobby": lambda: at_page("/", ".table-row", me=""),
    "lobby-host": lambda: at_page("/", ".table-row", role="host"),
    "verify": lambda: at_page("/verify", "main"),
    "design": lambda: at_page("/design", "main"),
    "replay": lambda: replay,
    "tournament-open": lambda: tournament(BEFORE, {"may": ["register"]}),
    "tournament-on": lambda: tournament(ON, SEATED),
}
SEATED = {"name": "Ann", "status": "seated", "table": "11", "number": 1, "seat": 3, "chips": 9000, "place": 2}
QUICK = ("table-showdown", "design")


def small(shot: bytes) -> Image.Image:
    """A screenshot in the size in which pictures are kept."""
    whole = Image.open(BytesIO(shot)).convert("RGB")
    return whole.resize((whole.width // SMALLER, whole.height // SMALLER), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The part of all dots that are seen to be different; 1 where the pictures are not of one size."""
    if one.size != other.size:
        return 1.0
    far = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > FAR else 0)
    return far.histogram()[255] / (one.width * one.height)


def compare(page: Any, name: str) -> str:
    """What is wrong with a page, compared with its picture; writes a new one where that is asked for."""
    shot = page.screenshot(style=HIDDEN, animations="disabled", caret="hide", full_page=name.startswith("design"))
    found, file = small(shot), PICTURES / f"{name}.png"
    if os.environ.get("SIDEPOT_NEW_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        found.quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)
    if not file.exists():
        return f"{name}: there is no picture of it"
    with Image.open(file) as kept:
        part = difference(found, kept.convert("RGB"))
    if part > MOST and (folder := os.environ.get("SIDEPOT_PICTURES")):
        found.save(Path(folder) / f"{name}.png")
    return f"{name}: {part:.1%} of it is not as in its picture" if part > MOST else ""


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in QUICK else pytest.mark.long) for one in STATES])
def test_a_state_looks_as_in_its_picture(browser: Any, name: str) -> None:
    open_it, wrong = STATES[name](), []
    _room, page = open_it(browser, size=DESK, reduced_motion="reduce")
    if page.evaluate(MEASURE) != RULER:
        pytest.skip("the letters of this machine are not those of the pictures")
    for window, size in WINDOWS.items():
        resize(page, size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate("() => document.fonts.ready")
            resize(page, size)
            wrong.append(compare(page, f"{name}-{window}-{scheme}"))
    leave(page)
    assert [one for one in wrong if one] == []


def test_a_picture_with_a_hand_somewhere_else_is_not_the_same() -> None:
    """Letters that are smoothed otherwise are; a card that is missing is not."""
    field = Image.new("RGB", (90, 185), (30, 90, 60))
    moved, smoothed = field.copy(), field.copy()
    moved.paste((250, 250, 250), (40, 80, 52, 98))
    smoothed.paste((50, 110, 80), (10, 10, 80, 30))
    assert difference(field, field) == difference(field, smoothed) == 0.0
    assert difference(field, moved) > MOST
    assert difference(field, field.resize((90, 180))) == 1.0
