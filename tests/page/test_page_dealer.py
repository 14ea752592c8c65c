"""The dealer's helper on a phone and a tablet: a hand in few taps, acts without a connection, kills, keys, axe."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from killed_room import KilledRoom
from needs import AXE, POSIX, SERVE
from page_browser import PHONE, in_windows, wait_until
from page_room import Room, post
from test_page_evening import person

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
pytest.importorskip("litestar", reason=SERVE.reason)

from page_axe import check

TABLET = {"width": 1024, "height": 768}
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
NUMBERS = count(1)
SMALL = """() => [...document.querySelectorAll("main button, main summary, main a, header a")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.innerText, one.getBoundingClientRect()])
    .filter(([, box]) => box.height < 44 || box.width < 44)
    .map(([text, box]) => `${text}: ${box.width} ${box.height}`)"""
LOWEST = """() => Math.max(...[...document.querySelectorAll("#turn button")]
    .map((one) => one.getBoundingClientRect().bottom))"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def tournament_at(client: httpx.Client, players: tuple[str, ...] = PLAYERS, **terms: Any) -> str:
    """A live tournament that has begun, all of them at table 1."""
    found = str(post(client, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True, **terms})["id"])
    for player in players:
        do(client, found, "register", player=player)
    do(client, found, "draw_seats")
    do(client, found, "start")
    return found


def do(client: httpx.Client, tournament: str, kind: str, **fields: Any) -> Any:
    form = {"id": f"t{next(NUMBERS)}", "do": {"type": kind, **fields}}
    return post(client, f"/api/tournaments/{tournament}/do", form)


def cookies_of(client: httpx.Client, address: str) -> list[dict[str, str]]:
    return [{"name": name, "value": value, "url": address} for name, value in client.cookies.items()]


class Taps:
    """A dealer at the page of a table, whose taps are counted."""

    def __init__(self, page: Any, address: str, tournament: str) -> None:
        self.page, self.taps = page, 0
        page.goto(f"{address}/dealer/{tournament}-1")
        page.locator("#oval .dealer-seat").first.wait_for()

    def click(self, what: Any) -> None:
        before = self.text()
        what.click()
        self.taps += 1
        wait_until(self.page, lambda: self.text() != before)

    def text(self) -> str:
        return str(self.page.locator("#helper").inner_html())

    def seat(self, player: str) -> None:
        self.click(self.page.locator("#oval .dealer-seat", has=self.page.get_by_text(player, exact=True)))

    def tap(self, name: str) -> None:
        self.click(self.page.locator("#turn").get_by_role("button", name=re.compile(f"^{name}")))

    def turn(self) -> str:
        return str(self.page.locator("#turn h2").inner_text())

    def begin(self, button: str = "") -> None:
        """Deal the hand, with the button at the player or, without one, at the last seat."""
        self.click(self.page.locator("#oval .dealer-seat").last) if not button else self.seat(button)
        self.tap("Deal the hand")
        self.page.locator(".dealer-facts").wait_for()


@pytest.fixture
def dealt(browser: Any, room: Room) -> Any:
    """A tournament of six, and its host's phone at table 1."""
    tournament = tournament_at(room.host)
    with person(browser, PHONE, cookies_of(room.host, room.address)) as page:
        yield Taps(page, room.address, tournament), tournament


def test_three_all_ins_and_two_side_pots_in_thirty_taps(dealt: Any, room: Room) -> None:
    taps, tournament = dealt
    seats = [one.inner_text() for one in taps.page.locator(".dealer-name").all()]  # clockwise; the last has the button
    stacks = [[seats[3], 1500], [seats[5], 3000], [seats[0], 5000]]
    do(room.host, tournament, "count", stacks=stacks, why="chips were raced")
    taps.page.reload()
    taps.page.locator(".dealer-chips", has_text="1,500").wait_for()
    taps.begin()
    for act in ("Raise to 100", "All-in", "Fold", "All-in", "All-in", "Fold", "Call"):
        taps.tap(act)
    pots = [re.sub(r"\s+", " ", one) for one in taps.page.locator(".dealer-pots li").all_inner_texts()]
    assert [one.rpartition(" ")[0].split(" ", 2)[:2] for one in pots] == [
        ["Main", "pot"],
        ["Side", "pot"],
        ["Side", "pot"],
    ]
    assert taps.page.locator(".dealer-all-in").count() == 3
    for seat in (3, 5, 0, 2):
        taps.seat(seats[seat])
    taps.tap("Pay the pots")
    paid = taps.page.locator(".dealer-payments h3").all_inner_texts()
    assert [one.split(":")[0] for one in paid] == ["Side pot 2", "Side pot 1", "Main pot"]  # last to first
    taps.tap("Close the hand")
    assert taps.taps <= 30
    taps.page.locator(".dealer-results", has_text="The tournament has it").wait_for()
    left = {one["player"]: one.get("chips") for one in table_of(room.host, tournament)["seats"] if one.get("player")}
    assert [left[seats[at]] for at in (0, 2, 3, 5)] == [4000, 5000, 6050, 4500]


def test_cards_of_the_showdown_pay_the_pots(dealt: Any) -> None:
    taps, _ = dealt
    taps.begin()
    taps.tap("All-in")
    taps.tap("Call")
    while "Showdown" not in taps.turn():
        taps.tap("Fold")
    taps.page.get_by_role("button", name="Enter cards").click()
    fields = taps.page.get_by_role("dialog").locator("input")
    for at, cards in enumerate(("AsKd2c7h8h", "AhAd", "KsKh")):
        fields.nth(at).fill(cards)
    taps.click(taps.page.get_by_role("dialog").get_by_role("button", name="OK"))
    taps.page.locator(".dealer-paid").first.wait_for()
    assert taps.page.locator("#lines li").count() == 9


def test_a_closed_hand_is_reopened_and_put_right(dealt: Any, room: Room) -> None:
    taps, tournament = dealt
    taps.begin()
    taps.tap("Raise to 100")
    for _ in range(5):
        taps.tap("Fold")
    taps.tap("Close the hand")
    taps.page.locator(".dealer-results", has_text="The tournament has it").wait_for()
    assert table_of(room.host, tournament)["hands"] == 1
    taps.click(taps.page.get_by_role("button", name="Reopen the last hand"))
    taps.page.locator("h2", has_text="Push the pots").wait_for()
    assert not table_of(room.host, tournament).get("hands")
    taps.click(taps.page.get_by_role("button", name="Take back"))
    taps.page.locator("#turn").get_by_role("button", name="Call", exact=False).wait_for()


def table_of(client: httpx.Client, tournament: str) -> Any:
    return client.get(f"/api/tournaments/{tournament}/tables").json()["tables"][0]


def test_an_unknown_stack_is_asked_for_an_all_in_only(dealt: Any, room: Room) -> None:
    taps, tournament = dealt
    seats = [one.inner_text() for one in taps.page.locator(".dealer-name").all()]
    do(room.host, tournament, "out", player=seats[1])  # nobody knows who won the chips
    taps.page.reload()
    taps.page.locator("#oval .dealer-seat").first.wait_for()
    assert taps.page.locator(".dealer-chips").all_inner_texts() == [""] * 5
    taps.begin()
    taps.tap("Raise to 100")
    taps.page.locator("#turn").get_by_role("button", name="All-in", exact=True).click()
    taps.page.get_by_role("dialog").get_by_label("Chips").fill("700")
    taps.click(taps.page.get_by_role("dialog").get_by_role("button", name="All-in"))
    taps.page.locator(".dealer-facts dd", has_text="700").first.wait_for()
    taps.click(taps.page.get_by_role("button", name="Take back"))
    taps.page.locator("#lines li").first.wait_for()
    assert taps.page.locator("#lines li").count() == 1


def test_acts_without_a_connection_are_kept_and_ruled_on_later(dealt: Any, room: Room) -> None:
    taps, tournament = dealt
    taps.begin()
    context = taps.page.context
    context.set_offline(True)
    taps.page.locator("#turn").get_by_role("button", name="Call 50").click()
    taps.page.locator("#waiting li", has_text="not ruled yet").wait_for()
    taps.page.locator("#turn").get_by_role("button", name="Fold", exact=True).click()
    taps.page.locator("#turn").get_by_role("button", name="Fold", exact=True).click()
    taps.page.locator("#waiting li").nth(2).wait_for()
    taps.page.get_by_role("button", name="Take back").click()
    assert taps.page.locator("#waiting li").count() == 2
    assert taps.page.locator("#offline").is_visible()
    taps.page.goto("about:blank")  # the tablet is put away
    context.set_offline(False)
    taps.page.goto(f"{room.address}/dealer/{tournament}-1")
    taps.page.locator("#lines li").nth(1).wait_for()
    assert taps.page.locator("#lines li").all_inner_texts()[1].endswith("calls 50")
    assert taps.page.locator("#waiting li").count() == 0


def test_two_devices_at_a_table_show_the_same_hand(dealt: Any, browser: Any, room: Room) -> None:
    taps, tournament = dealt
    with person(browser, PHONE, cookies_of(room.host, room.address)) as page:
        page.goto(f"{room.address}/dealer/{tournament}-1")
        page.locator("#oval .dealer-seat").first.wait_for()
        taps.begin()
        taps.tap("Raise to 100")
        page.locator("#lines li", has_text="100").wait_for()
        taps.click(taps.page.get_by_role("button", name="Take back"))
        page.locator("#turn").get_by_role("button", name="Raise to 100").wait_for()
        assert page.locator("#turn h2").inner_text() == taps.turn()


def test_acts_of_a_device_that_was_away_do_not_fall_on_other_seats(dealt: Any, room: Room) -> None:
    taps, tournament = dealt
    taps.begin()
    taps.page.context.set_offline(True)
    taps.page.locator("#turn").get_by_role("button", name="Fold", exact=True).click()
    taps.page.locator("#waiting li", has_text="not ruled yet").wait_for()
    form = {"id": "other", "do": {"type": "tap", "act": {"type": "call"}}}  # the dealer went on with another device
    post(room.host, f"/api/tournaments/{tournament}/dealer/1", form)
    taps.page.context.set_offline(False)
    taps.page.locator("#trouble", has_text="in the meantime").wait_for()
    taps.page.locator("#lines li").first.wait_for()
    assert taps.page.locator("#lines li").count() == 1 and not taps.page.locator("#waiting li").count()


def test_a_refused_act_says_why_and_the_floor_knows_the_betting(dealt: Any) -> None:
    taps, _ = dealt
    taps.begin()
    taps.page.locator("#amount").fill("75")
    assert not taps.page.evaluate("() => document.querySelector('#amount').checkValidity()")
    taps.tap("Raise to 100")
    taps.page.get_by_role("link", name="Ask the floor").click()
    taps.page.locator(".floor-tile").first.click()
    fields = "() => [...document.querySelectorAll('#questions input, #questions textarea')].map((one) => one.value)"
    assert any(value.startswith("NL 25/50, 6 players: Seat") for value in taps.page.evaluate(fields))
    taps.page.get_by_role("link", name="Back to the table").click()
    taps.page.locator("#turn h2").wait_for()


def test_what_the_seat_in_turn_may_do_is_seen_without_scrolling(browser: Any, room: Room) -> None:
    tournament = tournament_at(room.host, (*PLAYERS, "Gus", "Hal", "Ida"))
    with person(browser, {"width": 360, "height": 640}, cookies_of(room.host, room.address)) as page:
        taps = Taps(page, room.address, tournament)
        taps.begin()
        facts = page.locator(".dealer-facts dt").all_inner_texts()
        assert facts == ["To call", "Least raise to", "Behind", "May raise"]
        page.evaluate("() => scrollTo(0, 0)")
        assert page.evaluate(LOWEST) <= 640
        taps.tap("All-in")
        taps.tap("Call")
        why = page.locator("#turn > .dealer-why .is-may_not")
        assert why.count() == 7 and "may not raise" in why.last.inner_text()


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_targets_are_large_and_axe_finds_nothing(browser: Any, room: Room, size: dict[str, int]) -> None:
    tournament = tournament_at(room.host, (*PLAYERS, "Gus", "Hal", "Maximilian von Oberhofer"))
    with person(browser, size, cookies_of(room.host, room.address)) as page:
        taps = Taps(page, room.address, tournament)

        def look() -> None:
            check(page)
            assert page.evaluate(SMALL) == []
            assert set(in_windows(page, [(360, 640), (768, 1024), (1024, 768)], WIDE).values()) == {0}

        look()
        taps.begin()
        look()
        taps.tap("All-in")
        taps.tap("Call")
        while "Showdown" not in taps.turn():
            taps.tap("Fold")
        look()
        for one in page.locator(".dealer-seat:not(.is-folded)").all():
            taps.click(one)
        taps.tap("Pay the pots")
        look()


def test_a_hand_by_keys(dealt: Any) -> None:
    taps, _ = dealt
    page = taps.page
    taps.begin()
    for key in ("r", "f", "f", "f", "f", "c", "d", "k"):
        before = taps.text()
        page.keyboard.press(key)
        wait_until(page, lambda before=before: taps.text() != before)  # type: ignore[misc]
    assert page.locator("#said").inner_text().endswith("is next")
    page.keyboard.press("z")
    page.locator("#lines li").nth(6).wait_for()


def test_the_pin_of_the_dealers_opens_it(browser: Any, room: Room) -> None:
    opened = post(room.host, "/api/tournaments", {"title": "Pins", "preset": "regular", "live": True})
    tournament, pins = opened["id"], {one["role"]: one["pin"] for one in opened["pins"]}
    for player in PLAYERS:
        do(room.host, tournament, "register", player=player)
    do(room.host, tournament, "draw_seats")
    with person(browser, PHONE) as page:
        page.goto(f"{room.address}/dealer/{tournament}-1")
        page.get_by_label("PIN").fill(pins["dealer"])
        page.get_by_label("Your name").fill("Dora")
        check(page)
        page.get_by_role("button", name="Sign in").click()
        page.locator("#oval .dealer-seat").first.wait_for()


@POSIX.mark
def test_a_killed_room_loses_no_act(browser: Any, tmp_path: Path) -> None:
    room = KilledRoom(tmp_path)
    room.start()
    with httpx.Client(base_url=room.address, follow_redirects=True, timeout=60) as host:
        page = host.get(room.link())
        host.post("/host", data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text)))
        tournament = tournament_at(host)
        with person(browser, PHONE, cookies_of(host, room.address)) as tab:
            taps = Taps(tab, room.address, tournament)
            taps.begin()
            for act in ("Raise to 100", "Fold"):
                taps.tap(act)
            room.kill()
            tab.locator("#turn").get_by_role("button", name="Call 100").click()
            tab.locator("#waiting li", has_text="not ruled yet").wait_for()
            room.start()
            tab.locator("#lines li").nth(2).wait_for()
            assert tab.locator("#lines li").count() == 3
            wait_until(tab, lambda: tab.locator("#waiting li").count() == 0)
            tab.reload()
            tab.locator("#lines li").nth(2).wait_for()
    room.kill()


def test_stud_high_low_in_german(browser: Any, room: Room) -> None:
    tournament = tournament_at(room.host, preset="horse")
    with person(browser, PHONE, cookies_of(room.host, room.address), locale="de-DE") as page:
        taps = Taps(page, room.address, tournament)
        taps.click(page.locator("#oval .dealer-seat").last)
        taps.tap("Seven Card Stud Hi")
        page.locator(".dealer-ask", has_text="offene Karten").wait_for()
        page.locator("#hand-of", has_text="Ante 25").wait_for()
        taps.click(page.locator("#oval .dealer-seat").nth(2))
        assert taps.turn().startswith(page.locator(".dealer-name").nth(2).inner_text())
        taps.tap("Bring-in 50")
        for _ in range(3):
            taps.tap("Fold")
        taps.tap("Auf 100")
        taps.tap("Fold")
        taps.tap("Call 50")
        for _ in range(5):
            if not page.locator(".dealer-ask", has_text="offene Karten").count():
                break
            taps.click(page.locator("#oval .dealer-seat:not(.is-folded)").first)
            taps.tap("Check")
            taps.tap("Check")
            if page.locator("h2", has_text="Siebte").count():
                taps.tap("Geben")
                taps.tap("Check")
                taps.tap("Check")
        live = page.locator("#oval .dealer-seat:not(.is-folded)")
        taps.click(live.nth(0))
        taps.click(live.nth(1))
        taps.tap("Jetzt für Low")
        taps.click(live.nth(1))
        taps.tap("Pots auszahlen")
        assert page.locator(".dealer-paid li").count() == 2
