"""The table page against a real room: people sit down and play by keyboard, in one browser and in two."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_browser import DESK, chromium
from page_room import Opponent, Room, open_room, shoves, stays
from room_tables import cash

from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import single, stakes_for
from sidepot.room.tables.terms import RoomTerms, Timing
from sidepot.table.model import TableRules

PATIENCE = 20_000
QUICK = Timing(between=400, showdown=60_000)  # the end of a hand stays on the page until the test is over


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with open_room(tmp_path_factory.mktemp("room")) as found:
        yield found


class Page:
    """A guest's page: what it shows, and the keys he presses."""

    def __init__(self, browser: Any, room: Room, name: str) -> None:
        self.context = browser.new_context(viewport=DESK, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.room = room
        self.name = name

    def sit(self, title: str) -> None:
        """From the address to a seat: one says who one is, and clicks."""
        self.page.goto(self.room.address)
        self.page.get_by_label("Playing as").fill(self.name)
        self.page.locator(".table-row", has_text=title).get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector(".seat.own")

    def play(self, until: Callable[[], bool], **keys: str) -> None:
        """Answer every decision by the first of these keys that is a button there, until something is so."""
        for _ in range(60):
            self.page.wait_for_function(
                "() => document.body.classList.contains('your-turn') || document.querySelector('.result p')"
            )
            if until() or not self.on_turn:
                return
            self.answer(keys)
        raise AssertionError(f"it went on and on: {self.log[-400:]}")

    def answer(self, keys: dict[str, str]) -> None:
        there = [one.get_attribute("data-key") for one in self.page.locator(".act-wrap").all()]
        key = next(key for key in (*keys.values(), "c", "b", "s") if key in there)
        title = self.turn
        self.page.keyboard.press(key)
        self.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=title)

    @property
    def on_turn(self) -> bool:
        return bool(self.page.evaluate("document.body.classList.contains('your-turn')"))

    @property
    def turn(self) -> str:
        return str(self.page.evaluate("document.body.dataset.turn ?? ''"))

    @property
    def log(self) -> str:
        return str(self.page.locator("sp-log").inner_text())

    @property
    def own(self) -> list[str]:
        cards = self.page.locator(".own-card .card")
        return [str(card.get_attribute("aria-label")) for card in cards.all()]

    def close(self) -> None:
        self.context.close()
        assert self.errors == []


def table(room: Room, title: str, rules: TableRules, timing: Timing = QUICK) -> str:
    return room.open(RoomTerms(title=title, rules=rules, timing=timing))


def fixed(name: str) -> TableRules:
    game = find_game(name)
    return TableRules(mix=single(game, FixedLimit()), stakes=(stakes_for(game, FixedLimit(), 4),), seats=2)


def test_a_guest_plays_a_holdem_hand_with_a_side_pot_by_keyboard(browser: Any, room: Room) -> None:
    """Al is all-in for 20; what the guest bets after the flop, and Bea calls, is a side pot without him."""
    where = table(room, "Side pots", cash(seats=3, buy_in=(10, 100)))
    mine = Page(browser, room, "Zoe")
    mine.sit("Side pots")
    with Opponent(room, where, "Al", shoves, chips=20), Opponent(room, where, "Bea", stays, chips=100):
        room.begin(where)
        play_side_pot(mine)
    mine.close()


def play_side_pot(mine: Page) -> None:
    mine.page.wait_for_selector(".your-turn .act")
    mine.play(lambda: mine.page.locator(".board .card").count() >= 3)  # to the flop: Al is all-in, all call
    mine.page.keyboard.press("r")
    assert mine.page.evaluate("document.activeElement.className") == "amount"
    mine.page.keyboard.type("10")
    mine.page.keyboard.press("Enter")
    pots = mine.page.locator(".pot")
    mine.page.wait_for_function("() => document.querySelectorAll('.pot').length === 2")
    assert pots.first.get_attribute("aria-label") == "Main pot 60: Zoe, Al or Bea can win it"
    side = pots.nth(1)
    assert re.match(r"Side pot 20: Zoe or Bea can win it", str(side.get_attribute("aria-label")))
    side.focus()
    lit = [str(one.get_attribute("aria-label")) for one in mine.page.locator(".seat.lit").all()]
    assert [words.split(":")[1].split(",")[0].strip() for words in lit] == ["Zoe", "Bea"]
    mine.play(lambda: False)
    mine.page.wait_for_selector(".result p")
    assert "side pot" in mine.log and "main pot" in mine.log
    told = [str(one.text_content()).replace(",", "") for one in mine.page.locator(".seat .stack").all()]
    stacks = [int(words.split()[0]) for words in told if words[0].isdigit()]  # who has none: "no chips"
    assert sum(stacks) == 220


def test_a_draw_hand_by_keyboard(browser: Any, room: Room) -> None:
    where = table(room, "Triple draw", fixed("triple-draw"))
    mine = Page(browser, room, "Yan")
    mine.sit("Triple draw")
    with Opponent(room, where, "Dee", stays):
        room.begin(where)
        assert draws(mine) == 3
    assert mine.log.count("Yan draws 2") == 3 and mine.log.count("Dee stands pat") == 3
    mine.close()


def draws(mine: Page) -> int:
    """Play a hand to its end, changing the first and the last card at each draw: how many draws there were."""
    drawn = 0
    while not mine.page.locator(".result p").count():
        mine.page.wait_for_function(
            "() => document.body.classList.contains('your-turn') || document.querySelector('.result p')"
        )
        if not mine.on_turn:
            break
        if mine.page.locator("[data-key=d]").count():
            before, turn = mine.own, mine.turn
            for key in "135":
                mine.page.keyboard.press(key)
            mine.page.keyboard.press("3")  # and takes it back
            assert mine.page.locator('.own-card[aria-pressed="true"]').count() == 2
            mine.page.keyboard.press("d")
            mine.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)
            mine.page.wait_for_function(
                "was => was !== [...document.querySelectorAll('.own-card .card')].map(c => c.ariaLabel).join()",
                arg=",".join(before),
            )
            assert len(set(before) & set(mine.own)) == 3
            assert before[0] not in mine.own and before[4] not in mine.own
            drawn += 1
        else:
            mine.answer({})
    return drawn


def test_a_stud_hand_by_keyboard(browser: Any, room: Room) -> None:
    """With the bring-in, five streets, and seven cards, three of them face down."""
    where = table(room, "Stud", fixed("stud"))
    mine = Page(browser, room, "Xia")
    mine.sit("Stud")
    seen: set[int] = set()

    def looked() -> bool:
        seen.add(len(mine.own))
        return False

    with Opponent(room, where, "Fay", stays):
        room.begin(where)
        mine.play(looked)
        mine.page.wait_for_selector(".result p")
    assert seen >= {3, 4, 5, 6, 7}
    assert "brings it in for" in mine.log and "River" not in mine.log
    mine.close()


def test_two_browsers_at_one_table_see_their_own_cards_only(browser: Any, room: Room) -> None:
    where = table(room, "Two browsers", cash(seats=2), Timing(between=400, showdown=400))
    one, two = Page(browser, room, "Una"), Page(browser, room, "Dov")
    frames: dict[str, list[str]] = {"Una": [], "Dov": []}
    for who in (one, two):
        who.page.on(
            "websocket",
            lambda socket, name=who.name: socket.on("framereceived", lambda frame: frames[name].append(str(frame))),
        )
    one.sit("Two browsers")
    two.sit("Two browsers")
    room.begin(where)
    for who in (one, two):
        who.page.wait_for_function("() => document.querySelectorAll('.own-card .card').length === 2")
    assert not set(one.own) & set(two.own)
    for who, other in ((one, two), (two, one)):
        page = who.page.content()
        for card in other.own:
            assert f'aria-label="{card}"' not in page
        assert who.page.locator(".seat.own").get_attribute("aria-label").split(": ")[1].startswith(f"{who.name}, you")
    to_act = one if one.on_turn else two
    other = two if to_act is one else one
    to_act.page.wait_for_selector(".act")
    assert other.page.locator(".act").count() == 0
    to_act.answer({})
    other.page.wait_for_selector(".your-turn .act")
    said = to_act.page.locator("sp-log p").last.inner_text()
    other.page.wait_for_function("said => document.querySelector('sp-log').innerText.includes(said)", arg=said)
    for who in (one, two):
        who.close()


def test_a_dropped_socket_catches_up_exactly(browser: Any, room: Room) -> None:
    """While the line is down the others play on; then the page has every line of the log once, and the same table."""
    where = table(room, "Dropped", cash(seats=3), Timing(between=300, showdown=300))
    mine = Page(browser, room, "Wim")
    lines: list[tuple[Any, Any]] = []
    down = [False]
    told: list[str] = []
    said: list[str] = []

    def carry(page_side: Any) -> None:
        if down[0]:
            page_side.close()
            return
        server = page_side.connect_to_server()
        server.on_message(lambda text: (told.append(text), page_side.send(text)))
        page_side.on_message(lambda text: (said.append(text), server.send(text)))
        lines.append((page_side, server))

    mine.page.route_web_socket("**/ws", carry)
    mine.page.goto(f"{room.address}/table/{where}")
    watcher = Page(browser, room, "Vic")
    watcher.page.goto(f"{room.address}/table/{where}")
    for who in (mine, watcher):
        who.page.wait_for_selector("[data-how=live]")
        who.page.wait_for_selector(".seat")
    hands = "n => Number(/Hand\\s+(\\d+)/.exec(document.querySelector('sp-info').innerText)?.[1]) >= n"
    with Opponent(room, where, "Kim", stays), Opponent(room, where, "Lou", stays):
        room.begin(where)
        mine.page.wait_for_function("() => document.querySelector('sp-log').innerText.includes('Flop')")
        down[0] = True
        for page_side, server in lines:
            server.close()
            page_side.close()
        mine.page.wait_for_selector("[data-how=lost]")
        watcher.page.wait_for_function(hands, arg=3)
        before = len(told)
        down[0] = False
        mine.page.wait_for_selector("[data-how=live]")
        watcher.page.wait_for_function(hands, arg=4)
    mine.page.wait_for_function(hands, arg=4)
    fresh = told[before:]
    assert any('"type":"event"' in text for text in fresh)
    assert not any('"type":"snapshot"' in text for text in fresh)
    hello = json.loads([text for text in said if '"hello"' in text][-1])
    assert hello["since"][where] > 0
    seqs = [int(found) for text in told if '"type":"event"' in text for found in re.findall(r'"seq":(\d+)', text)[:1]]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    same = [who.log.split("Hand 4")[0].split("sits down in seat 2", 1)[1] for who in (mine, watcher)]
    assert same[0] == same[1] and "Hand 3" in same[0]
    mine.close()
    watcher.close()


def test_a_hand_is_checked_after_it_was_played(browser: Any, room: Room, tmp_path: Path) -> None:
    """The record is taken home and checked; this browser noted the root when the hand was dealt."""
    where = table(room, "Checked", cash(seats=2))
    mine = Page(browser, room, "Tea")
    mine.sit("Checked")
    with Opponent(room, where, "Oli", stays):
        room.begin(where)
        mine.play(lambda: False)
        mine.page.wait_for_selector(".result p")
    mine.page.locator(".menu summary").click()
    mine.page.get_by_role("button", name="Hands played here").click()
    with mine.page.expect_download() as loading:
        mine.page.get_by_role("link", name="Download").first.click()
    saved = tmp_path / "HAND.json"
    loading.value.save_as(saved)
    assert '"sidepot hand record 1"' in saved.read_text(encoding="utf-8")
    mine.page.get_by_role("link", name="Check").first.click()
    mine.page.wait_for_selector(".verdict")
    assert mine.page.locator(".verdict h2").inner_text() == "Everything holds"
    mine.page.goto(f"{room.address}/verify")
    mine.page.set_input_files("#file", saved)
    mine.page.wait_for_selector(".verdict.good")
    assert "by this browser" in mine.page.locator(".checks").inner_text()
    mine.close()
