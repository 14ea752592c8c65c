"""Displays: the code of a new one, its pictures and their sizes, how they count on alone, two of them together."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from typing import Any
from urllib.parse import urlparse

import pytest
from needs import SERVE
from page_browser import PHONE, PlayedRoom, leave, resize, wait_until

pytest.importorskip("litestar", reason=SERVE.reason)

from director_scenes import START, display_told, evening, seats_told

from sidepot.tournament import commands as c
from sidepot.tournament.schedule import MINUTE

WALL = {"width": 1920, "height": 1080}
OLD = {"width": 1024, "height": 768}
UPRIGHT = {"width": 1080, "height": 1920}
NOW = START + 5 * MINUTE
HOUR = 60 * MINUTE
NEW = {"now": START, "code": "4F7K", "ways": ["http://192.168.1.7:8000"]}
HEIGHTS = """() => Object.fromEntries(['time', 'big', 'level', 'next', 'title'].map((id) =>
    [id, parseFloat(getComputedStyle(document.getElementById(id)).fontSize)]))"""
SMALL = """() => [...document.querySelectorAll('.figure dt, .figure dd, .chips li, .foot-line p')]
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 0.04 * innerHeight).map((one) => one.textContent)"""
OUTSIDE = """() => [...document.querySelectorAll('#shown *')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1);
}).map((one) => `${one.tagName} ${one.textContent}`)"""
MEET = """() => {
    const all = [...document.querySelectorAll('#shown :is(h1, h2, p, dt, dd, li)')]
        .filter((one) => one.textContent.trim() && one.checkVisibility())
        .map((one) => [one, one.getBoundingClientRect()]);
    return all.flatMap(([one, a], at) => all.slice(at + 1)
        .filter(([other, b]) => !one.contains(other) && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(([other]) => `${one.textContent} / ${other.textContent}`));
}"""


CUT = """() => [...document.querySelectorAll('#body :is(h2, small, span, b, dt, dd)')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
    .map((one) => one.textContent)"""
LOW = """() => [...document.querySelectorAll('h1, #level, #time, #big, #body :is(h2, li > span, li > b, dd, .won, em)')]
    .filter((one) => one.textContent && one.checkVisibility() && !one.matches('.figure-more, .plan span')
        && parseFloat(getComputedStyle(one).fontSize) < 0.04 * innerHeight - 0.1)
    .map((one) => `${one.textContent} ${getComputedStyle(one).fontSize}`)"""
FILLED = """async (png) => {
    const [across, down] = [24, 14];
    const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const isDrawn = (x, y) => [0, 1, 2].some((at) => Math.abs(data[4 * (y * width + x) + at] - data[at]) > 12);
    const hasDrawn = (column, row) => {
        const [left, right] = [column, column + 1].map((at) => Math.floor(at * width / across));
        const [top, bottom] = [row, row + 1].map((at) => Math.floor(at * height / down));
        for (let x = left; x < right; x += 2) for (let y = top; y < bottom; y += 2) if (isDrawn(x, y)) return true;
        return false;
    };
    const cells = Array.from({ length: across * down }, (_, at) => [at % across, Math.floor(at / across)]);
    return cells.filter(([column, row]) => hasDrawn(column, row)).length / cells.length;
}"""


class Wall(PlayedRoom):
    """A room with one display."""

    def __init__(self, told: dict[str, Any], seats: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.api["/api/screens"] = (200, {"code": "4F7K", "token": "4F7K-x"})
        self.api["/api/screens/4F7K-x/seats"] = (200, seats or {"seats": []})
        self.shows(told)

    def shows(self, told: dict[str, Any]) -> None:
        """What the display is told from now on."""
        self.api["/api/screens/4F7K-x"] = (200, told)


def opened(
    browser: Any, told: dict[str, Any], size: dict[str, int], seats: Any = None, **more: Any
) -> tuple[Wall, Any]:
    room = Wall(told, seats)
    page = room.open(browser, "/screen", size=size, **more)
    page.locator("#level", has_text=re.compile(".")).wait_for()
    return room, page


def closed(room: Wall, page: Any) -> None:
    leave(page)
    assert [error for error in room.errors if "404" not in error] == []


def test_a_new_display_shows_its_code_and_then_what_was_chosen(browser: Any) -> None:
    room = Wall(NEW)
    page = room.open(browser, "/screen", size=WALL)
    page.locator("#code", has_text="4F7K").wait_for()
    assert page.locator("#address").inner_text() == "192.168.1.7:8000/screens"
    tournament = evening()
    room.shows(display_told(tournament, NOW))
    page.locator("#level", has_text="Level 1").wait_for()
    assert page.locator("#pairing").is_hidden()
    page.reload()
    page.locator("#level", has_text="Level 1").wait_for()
    assert [path for path, _ in room.posts] == ["/api/screens"], "after a reload it is the same display"
    closed(room, page)


@pytest.mark.long
@pytest.mark.parametrize("look", ["dark", "light"])
def test_from_afar_the_clock_is_read(browser: Any, look: str) -> None:
    tournament = evening()
    room, page = opened(browser, display_told(tournament, NOW, look=look), WALL)
    page.locator(".figure").first.wait_for()
    sizes = page.evaluate(HEIGHTS)
    assert sizes["time"] >= 0.24 * 1080 and sizes["big"] >= 0.12 * 1080
    assert min(sizes["level"], sizes["next"], sizes["title"]) >= 0.04 * 1080
    assert page.evaluate(SMALL) == [] == page.evaluate(OUTSIDE)
    assert page.evaluate(MEET) == []
    words = page.locator("#screen").inner_text()
    for word in (
        "25 / 50",
        "Next: 50 / 100",
        "Break in",
        "26 / 27",
        "BB",
        "Prize pool",
        "to go",
        "25,000",
        "Ann: table",
    ):
        assert word in words
    closed(room, page)


@pytest.mark.parametrize(
    "layout", ["clock", "seats", *(pytest.param(one, marks=pytest.mark.long) for one in ("payouts", "tables", "final"))]
)
def test_every_picture_fits(browser: Any, layout: str) -> None:
    tournament = evening(8) if layout == "final" else evening()
    tournament.do(c.Announce("Food is served in the hall next door, until half past ten, for all who are hungry"), NOW)
    room, page = opened(
        browser, display_told(tournament, NOW, views=[{"layout": layout}]), WALL, seats_told(tournament)
    )
    for shape, size in (("16:9", WALL), ("4:3", OLD), ("9:16", UPRIGHT)):
        room.shows(display_told(tournament, NOW, views=[{"layout": layout}], shape=shape))
        resize(page, size)
        page.reload()
        page.locator(f":root[data-layout='{layout}'][data-shape='{shape}'] #body > *").first.wait_for()
        assert page.evaluate(OUTSIDE) == [], shape
        assert page.evaluate(MEET) == [], shape
        assert page.evaluate(CUT) == [], shape
    closed(room, page)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["seats", "tables"])
def test_a_table_has_its_name_on_the_wall(browser: Any, layout: str) -> None:
    tournament = evening()
    for table, name in ((1, "Rio"), (2, "Blue velvet lounge"), (3, "Lima")):
        tournament.do(c.NameTable(table, name), NOW)
    told = display_told(tournament, NOW, views=[{"layout": layout}])
    room, page = opened(browser, told, WALL, seats_told(tournament))
    for shape, size in (("16:9", WALL), ("4:3", OLD), ("9:16", UPRIGHT)):
        room.shows(display_told(tournament, NOW, views=[{"layout": layout}], shape=shape))
        resize(page, size)
        page.reload()
        page.locator(f":root[data-layout='{layout}'][data-shape='{shape}'] #body > *").first.wait_for()
        words = page.locator("#body").inner_text()
        assert "Rio" in words and "Blue velvet lounge" in words and "Lima" in words, words
        assert page.evaluate(OUTSIDE) == [] and page.evaluate(MEET) == [], shape
        assert "Ann: table 1 (Rio), seat" in page.locator("#foot").inner_text()
    closed(room, page)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["clock", "seats", "payouts", "tables", "final", "winner", "check_in"])
def test_two_thirds_of_a_wall_carry_something(browser: Any, layout: str) -> None:
    tournament = evening(9) if layout in ("final", "winner") else evening()
    for player in [*tournament.entrants][1:] if layout == "winner" else ():
        tournament.do(c.Out(player, by=("Ann",)), NOW)
        if tournament.entrants[player].status == "busted":
            tournament.do(c.GoOut(player), NOW)
    views = [{"layout": "payouts" if layout == "winner" else layout}]
    told = display_told(tournament, NOW + 20_000, views=views, volume=0)  # the winner and the results take turns
    told["state"]["check_in"] = layout == "check_in"
    room = Wall(told, seats_told(tournament))
    page = room.open(browser, "/screen", size=WALL)
    page.locator(f":root[data-layout='{layout}'] #body > *").first.wait_for()
    assert page.evaluate(FILLED, b64encode(page.screenshot()).decode()) >= 2 / 3
    assert page.evaluate(LOW) == [], "what matters is read from afar"
    closed(room, page)


@pytest.mark.long
def test_a_break_with_an_ante_and_large_blinds_fits_too(browser: Any) -> None:
    tournament = evening()
    tournament.do(c.Jump(len(tournament.structure.schedule) - 4), NOW)
    tournament.do(c.CallClock("Bo", 30), NOW)
    room, page = opened(browser, display_told(tournament, NOW), WALL)
    page.locator("#level", has_text="Break").wait_for()
    page.locator(".called", has_text="Clock called on Bo, table").wait_for()
    assert page.evaluate(OUTSIDE) == [] and page.evaluate(MEET) == []
    assert page.evaluate(HEIGHTS)["time"] >= 0.24 * 1080 and page.evaluate(HEIGHTS)["big"] >= 0.12 * 1080
    closed(room, page)


@pytest.mark.long
def test_pushed_state_is_shown_without_polling(browser: Any) -> None:
    """And an answer that was on its way meanwhile does not take it back."""
    tournament = evening()
    room, page = opened(browser, display_told(tournament, NOW), WALL)
    topic = "tournament/7/screen/4F7K-x"
    wait_until(page, lambda: any(one.get("topic") == topic for one in room.heard))
    asking: list[Any] = []
    page.route("**/api/**", lambda route: asking.append(route))
    wait_until(page, lambda: bool(asking))
    state = display_told(tournament, NOW, title="Saturday")["state"]
    room.tell(json.dumps({"type": "screen", "topic": topic, "seq": 9, "now": NOW, "state": state}).encode())
    page.locator("#title", has_text="Saturday").wait_for()
    assert page.locator("#level").inner_text() == "Level 1"
    late = asking.pop()
    late.fallback()
    wait_until(page, lambda: bool(asking))
    assert page.locator("#title").inner_text() == "Saturday"
    page.unroute_all(behavior="ignoreErrors")
    leave(page)


def test_without_the_room_the_clock_counts_on_and_says_since_when(browser: Any) -> None:
    tournament = evening()
    _, page = opened(browser, display_told(tournament, NOW), WALL, clock=True)
    page.locator("#level", has_text="Level 1").wait_for()
    page.route("**/api/**", lambda route: route.abort())
    page.clock.fast_forward(20 * MINUTE)
    page.locator("#level", has_text="Level 2").wait_for()
    page.locator("#line", has_text=re.compile(r"No connection since \d\d:\d\d")).wait_for()
    page.clock.fast_forward(12 * 60 * MINUTE)
    page.locator("#level", has_text=re.compile(r"Level 2\d|Break")).wait_for()
    leave(page)


class Far(Wall):
    """A room whose answers take their time: 250 ms there, 50 ms back, while the time of all goes on."""

    def __init__(self, told: dict[str, Any], halls: Halls, way: bool) -> None:
        super().__init__(told)
        self.halls = halls
        self.way = way

    def answer(self, route: Any) -> None:
        """Answer what the page asks of the room."""
        status, told = self._answer(urlparse(route.request.url).path)
        route.fulfill(status=status, json=told)

    def _answer(self, path: str) -> tuple[int, Any]:
        status, told = super()._answer(path)
        if not path.endswith("-x"):
            return status, told
        self.halls.pass_by(250 if self.way else 0)
        now = self.halls.now
        self.halls.pass_by(50 if self.way else 0)
        return status, {**told, "now": now}


class Halls:
    """Displays whose own clocks are led by the test, and the time of the room, which goes on with them."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.pages: list[Any] = []

    def pass_by(self, ms: int) -> None:
        self.now += ms
        for page in self.pages if ms else []:
            page.clock.run_for(ms)

    def open(self, browser: Any, told: dict[str, Any], wrong: int, *, far: bool = False) -> Any:
        room = Far(told, self, far)
        page = browser.tabs.take(room, WALL, once=True).page
        page.clock.install(time=(self.now + wrong) / 1000)
        page.clock.pause_at((self.now + wrong) / 1000 + 1)
        self.pages.append(page)
        page.route("**/api/**", room.answer)  # in the thread of the test, where its clocks are
        page.goto("/screen")
        page.locator("#time", has_text=re.compile(r"^\d+:\d\d$")).wait_for()
        return page


@pytest.mark.long
def test_two_displays_agree_whatever_their_own_clocks_say_and_after_twelve_hours_alone(browser: Any) -> None:
    tournament = evening(preset="deep")  # which has levels for longer than that
    halls = Halls(NOW)
    told = display_told(tournament, NOW)
    pages = [halls.open(browser, told, -HOUR), halls.open(browser, told, HOUR, far=True)]
    for hours, most in ((0, 200), (12, 200)):
        for page in pages:
            page.route("**/api/**", lambda route: route.abort())
            page.clock.fast_forward(hours * HOUR)
        halls.now += hours * HOUR
        changes = seconds_of(halls, pages, tournament)
        apart = max(abs(one - other) for one, other in zip(*changes, strict=True))
        assert apart < most, changes
    for page in pages:
        leave(page)


def seconds_of(halls: Halls, pages: list[Any], event: Any) -> list[list[int]]:
    """When each display counts the next two seconds down; none is a second from what the room says."""
    found: list[list[int]] = [[] for _ in pages]
    before = [page.locator("#time").inner_text() for page in pages]
    for _ in range(45):
        halls.pass_by(50)
        reading = event.reading(halls.now)
        for at, page in enumerate(pages):
            text = page.locator("#time").inner_text()
            minutes, seconds = text.split(":")
            assert abs((reading.left_ms or 0) - 1000 * (60 * int(minutes) + int(seconds))) < 1000 + 200
            if text != before[at]:
                found[at].append(halls.now)
            before[at] = text
    return [times[:2] for times in found]


@pytest.mark.long
def test_changes_are_spoken_and_not_every_second(browser: Any) -> None:
    tournament = evening()
    room, page = opened(browser, display_told(tournament, NOW), WALL)
    spoken = page.locator("#spoken")
    assert spoken.inner_text().startswith("Level 1. 25 / 50")
    assert page.locator("#time").get_attribute("aria-live") is None
    room.shows(display_told(tournament, NOW, title="Other night"))
    page.locator("#title", has_text="Other night").wait_for()
    assert spoken.inner_text().startswith("Level 1. 25 / 50")
    closed(room, page)


def drag(page: Any, view: str, above: str) -> None:
    """Drag a view by its handle above another."""
    page.locator("#views").scroll_into_view_if_needed()
    handle, to = (page.get_by_role("button", name=f"Move {one}").bounding_box() for one in (view, above))
    page.mouse.move(handle["x"] + 10, handle["y"] + 10)
    page.mouse.down()
    page.mouse.move(to["x"] + 10, to["y"] + 2, steps=8)
    page.mouse.up()


def test_a_phone_chooses_what_a_display_shows(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    lines = [{"id": "7", "title": "Friday night", "phase": "running", "game": "Hold'em"}]
    room.api["/api/tournaments"] = (200, {"tournaments": lines, "mine": []})
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://192.168.1.7:8000"}]})
    room.api["/api/screens"] = (200, {"displays": [{"code": "4F7K", "at": 1}]})
    room.api["/api/screens/4F7K"] = (200, {"code": "4F7K", "at": 1})
    page = room.open(browser, "/screens#4f7k", size=PHONE)
    page.locator("#list", has_text="4F7K").wait_for()
    assert page.locator("#code").input_value() == "4F7K"
    for name in ("Check-in code", "Seats by name", "Plan of the room", "The final table"):
        page.get_by_role("checkbox", name=name).uncheck()
    page.get_by_label("Seconds for Clock").fill("30")
    drag(page, "Payouts", "Clock")
    page.get_by_label("Format").select_option("4:3")
    page.get_by_label("Volume").fill("40")
    page.get_by_label("Also speak").uncheck()
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator("#done", has_text="Display 4F7K shows this").wait_for()
    views = [{"layout": "payouts", "seconds": 20}, {"layout": "clock", "seconds": 30}]
    sent = {"tournament": "7", "views": views, "look": "dark", "shape": "4:3", "volume": 40, "voice": False}
    assert ("/api/screens/4F7K", sent) in room.posts
    page.get_by_role("button", name="Move Payouts").press("ArrowDown")
    assert page.locator("#views li").evaluate_all("all => all.map((one) => one.dataset.layout)")[:2] == [
        "clock",
        "payouts",
    ]
    page.reload()  # the next display begins with the same settings
    page.get_by_role("checkbox", name="Payouts").wait_for()
    assert page.get_by_label("Volume").input_value() == "40"
    assert not page.get_by_role("checkbox", name="Seats by name").is_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.locator("main button, main select, main input").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).filter((box) => box.height && box.height < 44).length"
    )
    assert small == 0
    leave(page)
    assert room.errors == []


@pytest.mark.long
def test_a_player_hears_who_says_what_displays_show(browser: Any) -> None:
    room = PlayedRoom("Ann")
    room.api["/api/tournaments"] = (200, {"tournaments": [], "mine": []})
    room.api["/api/screens"] = (403, {"because": "only the host may do that", "cite": "", "code": "not_permitted"})
    page = room.open(browser, "/screens?tournament=7", size=PHONE)
    page.get_by_text("Only the host and tournament staff control displays").wait_for()
    assert page.get_by_role("link", name="Go to its desk").get_attribute("href") == "/desk/7"
    assert page.get_by_label("Code on the display").is_hidden()
    leave(page)


LONG = ("Maximilian Ferdinand von Oberhofer, jun.", "Bartholomew-Alexander Featherstonehaugh", "Wim", "Anna Li")
NAMES_SHOWN = """() => [...document.querySelectorAll('.seats span')].map((one) =>
    [parseFloat(getComputedStyle(one).fontSize) / innerHeight,
     one.scrollHeight > one.clientHeight + 4 || one.scrollWidth > one.clientWidth])"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("layout", "shape"), [("seats", "16:9"), ("seats", "4:3"), ("final", "16:9"), ("final", "4:3")]
)
def test_long_names_are_read_from_afar_and_whole(browser: Any, layout: str, shape: str) -> None:
    tournament = evening(8) if layout == "final" else evening()
    told, seats = display_told(tournament, NOW, views=[{"layout": layout}], shape=shape), seats_told(tournament)
    seats["seats"] = seats["seats"][:19]  # in three columns, at once
    for at, line in enumerate([*seats["seats"], *told["state"]["stacks"]]):
        line["player"] = LONG[at % len(LONG)]
    room, page = opened(browser, told, WALL if shape == "16:9" else OLD, seats)
    page.locator(f":root[data-layout='{layout}'] .seats li").first.wait_for()
    shown = page.evaluate(NAMES_SHOWN)
    assert len(shown) > 2 and min(size for size, _ in shown) >= 0.0399
    assert not any(is_cut for _, is_cut in shown)
    assert page.evaluate(OUTSIDE) == [] and page.evaluate(MEET) == []
    closed(room, page)
