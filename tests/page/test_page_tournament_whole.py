"""A whole tournament: 27 players at three tables, two of them on the pages; everything by the book, to the prizes."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from page_browser import DESK
from page_crowd import Crowd
from page_player import PATIENCE, Page
from page_room import Room, post

PAID = 10  # as many as sit at the final table
STRUCTURE = """
name = "whole"
title = "Whole"
game = "nl holdem"
seats = 9
stack = 10000
chips = [25, 100, 500, 5000]
schedule = [
    { blinds = [25, 50], minutes = 600 },
    { break = 600, remove = [25] },
    { blinds = [100, 200], minutes = 600 },
]
[entry]
buy_in = 1000
late_levels = 1
reentries = 1
[pays]
percents = [30, 20, 12, 9, 7, 6, 5, 4, 4, 3]
"""
TIMES = {
    "decide": 60_000, "bank": 0, "show": 0, "street": 0, "between": 150, "showdown": 150, "cut": 0, "away": 300_000,
}  # fmt: skip
GROUP = 6  # as many as are all-in against each other, at most
FEW_CHIPS = 1000  # of 10,000
A_WHILE = 5_000  # ms for a button that may have gone: then the others play on, and one looks again
BOUND = 300  # seconds for each part, also on a machine with much else to do


class Person(Page):
    """Somebody at the pages: the part they play, as one of the crowd does, and what their table told of moves."""

    def __init__(self, browser: Any, room: Room, name: str) -> None:
        super().__init__(browser, room, name)
        self.part = ""
        self.moved: set[str] = set()
        self.banners: set[str] = set()

    def tend(self) -> None:
        """Read the strip, and answer where it is their turn. A page that goes to another table is looked at later."""
        from playwright.sync_api import Error

        try:
            for words, into in ((".strip-moved", self.moved), (".strip-banner", self.banners)):
                into.update(self.page.locator(words).locator("visible=true").all_inner_texts())
            if self.on_turn:
                self._decide()
        except Error:
            self.page.wait_for_timeout(50)

    def _decide(self) -> None:
        title = self.turn
        keys = dict(
            self.page.locator(".act-wrap").evaluate_all("all => all.map((one) => [one.dataset.key, one.innerText])")
        )
        free = keys.get("c", "").startswith("Check")
        most, put_in = self.page.locator(".raise-quick [data-key=m]"), self.page.locator(".act-wrap[data-key=r] button")
        if self.part == "shove" and most.count():
            most.click(timeout=A_WHILE)
            put_in.click(timeout=A_WHILE)
            if self.page.locator(".raise-error:not([hidden])").count():  # such a bet is asked about once
                put_in.click(timeout=A_WHILE)
        elif free or self.part == "shove" or self.part == "dump" and not self.page.locator(".board .card").count():
            self.page.keyboard.press("c")
        else:
            self.page.keyboard.press("f")
        self.page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=title, timeout=10_000)


class Evening:
    """The tournament as its host leads it: what is said, how it stands, and who is given a part."""

    def __init__(self, room: Room, tournament: str, crowd: Crowd, people: list[Person]) -> None:
        self.room = room
        self.tournament = tournament
        self.crowd = crowd
        self.people = people
        self.said = 0

    def say(self, what: dict[str, Any]) -> None:
        self.said += 1
        post(self.room.host, f"/api/tournaments/{self.tournament}/say", {"id": f"c{self.said}", "do": what})

    def direct(self, do: dict[str, Any], reason: str) -> None:
        self.say({"type": "direct", "do": do, "reason": reason})

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.room.host.get(f"/api/tournaments/{self.tournament}").json()["state"]
        return found

    @property
    def left(self) -> int:
        return int(self.state["left"])

    def players(self) -> dict[str, dict[str, Any]]:
        lines = self.room.host.get(f"/api/tournaments/{self.tournament}/players").json()["players"]
        usual = {"table": 0, "seat": -1, "chips": 0, "paid": 0, "entries": 1}
        return {line["player"]: {**usual, **line} for line in lines}

    def moves(self, player: str) -> list[dict[str, Any]]:
        """The moves of a player to another table."""
        lines = self.room.host.get(f"/api/tournaments/{self.tournament}/moves").json()["moves"]
        return [one for one in lines if one["player"] == player and one["from_table"] != one["to_table"]]

    def play(self, until: Callable[[], bool]) -> None:
        """Everybody plays until something is so."""
        end = time.monotonic() + BOUND
        while not until():
            assert time.monotonic() < end, (self.state["phase"], self.left, self.crowd.parts, self.state["news"][-5:])
            for person in self.people:
                person.tend()
            self.people[0].page.wait_for_timeout(50)

    def next_hands(self) -> None:
        """Nobody has a part any more, and every table has begun another hand: nobody is all-in."""
        self.crowd.parts = {}
        before = dict(self.crowd.hands)

        def is_next() -> bool:
            tables = [table["table"] for table in self.state["tables"]]
            return all(self.crowd.hands.get(one, 0) > before.get(one, 0) for one in tables)

        self.play(is_next)

    def groups(self, out: int) -> dict[str, str]:
        """Some at each table who are all-in against each other, so many that no more than `out` of them can go out.

        The last of a group has the chips of all of it, so one of each is left. Somebody who is moved from one group to
        another could lose to it: with each further group there is one less.
        """
        seated: dict[int, list[tuple[int, str]]] = {}
        for name, line in self.players().items():
            if line["status"] == "seated" and name in self.crowd.names:
                seated.setdefault(line["table"], []).append((line["chips"], name))
        found: dict[str, str] = {}
        for _, some in sorted(seated.items(), key=lambda one: -len(one[1])):
            many = min(len(some), out + 1, GROUP)
            if many > 1:
                found |= {name: "shove" for _, name in [*sorted(some)[: many - 1], max(some)]}
                out -= many
        return found

    def _is_decided(self, group: dict[str, int]) -> bool:
        """Whether of a group, each with their table, one is left at each; or somebody of it was moved."""
        players = self.players()
        still = [name for name in group if players[name]["status"] == "seated"]
        tables = {players[name]["table"] for name in still}
        return len(still) <= len(tables) or any(players[name]["table"] != group[name] for name in still)

    def down_to(self, left: int) -> None:
        """Play until so many are left."""
        while self.left > left:
            self.next_hands()
            players = self.players()
            self.crowd.parts = self.groups(self.left - left)
            self.play(partial(self._is_decided, {name: players[name]["table"] for name in self.crowd.parts}))
        self.crowd.parts = {}


def entered(browser: Any, room: Room, tournament: str, name: str) -> Person:
    """Somebody enters the tournament on its page."""
    person = Person(browser, room, name)
    page = person.page
    page.goto(f"{room.address}/tournament/{tournament}")
    page.get_by_role("button", name="Register").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Unregister").wait_for()
    return person


def has_said(evening: Evening, words: str) -> bool:
    return any(words in one["text"] for one in evening.state["news"])


@pytest.mark.long
def test_a_tournament_of_27_from_the_first_seat_to_the_books(browser: Any, room: Room) -> None:
    tournament = str(post(room.host, "/api/tournaments", {"structure": STRUCTURE, "timing": TIMES})["id"])
    with Crowd(room, tournament, [f"Rook {number}" for number in range(1, 26)]) as crowd:
        ann, ben = entered(browser, room, tournament, "Ann"), entered(browser, room, tournament, "Ben")
        evening = Evening(room, tournament, crowd, [ann, ben])
        evening.say({"type": "begin"})
        for person in (ann, ben):
            person.page.wait_for_url("**/table/*")
            person.page.locator(".strip", has_text="Left27").wait_for()
        assert len(evening.state["tables"]) == 3
        goes_broke_and_enters_again(evening, ben)
        breaks_and_races(evening)
        evening.down_to(PAID + 4)
        is_moved(evening, ann)
        plays_hand_for_hand(evening, ann)
        makes_a_deal(evening, ann, ben)
        for person in (ann, ben):
            person.part = "shove"
        crowd.parts = dict.fromkeys(crowd.names, "shove")
        evening.play(lambda: evening.state["phase"] == "over")
        results_are_read(evening, ann)
        the_books_agree(evening)
        for person in (ann, ben):
            assert person.errors == []
            person.context.close()


def goes_broke_and_enters_again(evening: Evening, ben: Person) -> None:
    """One at Ben's table raises, Ben calls and folds to the last chips; these go in against all, until none is left."""

    def is_broke() -> bool:
        players = evening.players()
        mine = players["Ben"]
        some = [(line["chips"], name) for name, line in players.items()
                if line["table"] == mine["table"] and name in evening.crowd.names]  # fmt: skip
        if mine["status"] == "seated":
            is_rich = mine["chips"] > FEW_CHIPS
            ben.part = "dump" if is_rich else "shove"
            evening.crowd.parts = {max(some)[1]: "lead"} if is_rich else {name: "call" for _, name in some}
        return bool(mine["status"] == "busted")

    evening.play(is_broke)
    evening.crowd.parts = {}
    ben.part = ""
    ben.page.locator(".strip-banner", has_text="out of chips").wait_for()
    ben.page.get_by_role("button", name="Re-enter").click()
    evening.play(lambda: evening.players()["Ben"]["status"] == "seated")
    assert evening.players()["Ben"]["entries"] == 2
    evening.play(lambda: at_own_table(evening, ben))


def at_own_table(evening: Evening, person: Person) -> bool:
    """Whether the page shows the table at which they sit."""
    number = evening.players()[person.name]["table"]
    table = next((one["table"] for one in evening.state["tables"] if one["number"] == number), "?")
    return person.page.url.endswith(f"/table/{table}") and person.page.locator(".seat.own").count() == 1


def breaks_and_races(evening: Evening) -> None:
    """A break in step at all tables; after it the small chips are raced for at each."""
    evening.direct({"type": "jump", "item": 1}, "dinner is ready")
    evening.play(lambda: all(any("Break" in one for one in person.banners) for person in evening.people))
    evening.play(lambda: not any(table.get("hand") for table in evening.state["tables"]))
    evening.direct({"type": "jump", "item": 2}, "all are back")
    evening.play(lambda: all(has_said(evening, f"Chips of 25 leave play at table {at}") for at in (1, 2, 3)))


def is_moved(evening: Evening, ann: Person) -> None:
    """Ann was moved by the book, or is by the staff; her page went along by itself, and told her why."""
    if not evening.moves("Ann"):
        evening.say({"type": "pause", "reason": "a window is open"})
        evening.play(lambda: not any(one.get("hand") for one in evening.state["tables"]))
        number = evening.players()["Ann"]["table"]
        other = next(one["number"] for one in evening.state["tables"] if one["number"] != number)
        taken = {line["seat"] for line in evening.players().values() if line["table"] == other}
        seat = next(seat for seat in range(9) if seat not in taken)
        evening.direct({"type": "move_to", "player": "Ann", "table": other, "seat": seat, "why": "A draught."}, "windy")
        evening.say({"type": "go_on"})
    evening.play(lambda: at_own_table(evening, ann))
    evening.play(lambda: bool(ann.moved))


def plays_hand_for_hand(evening: Evening, ann: Person) -> None:
    """One place before the money all tables wait for each other; when it is over, all draw for the final table."""
    evening.down_to(PAID + 1)
    evening.play(lambda: bool(evening.state.get("hand_for_hand")))
    evening.play(lambda: any("Hand for hand" in one for one in ann.banners))
    evening.down_to(PAID)
    evening.play(lambda: len(evening.state["tables"]) == 1)
    assert not evening.state.get("hand_for_hand")
    assert has_said(evening, "All draw for seats again")
    evening.play(lambda: all(at_own_table(evening, person) for person in evening.people))


def makes_a_deal(evening: Evening, ann: Person, ben: Person) -> None:
    """Ann offers to divide by chips; all see the figures, and agree."""
    desks = []
    for person in (ann, ben):
        desk = person.context.new_page()
        desk.set_viewport_size(DESK)
        desk.set_default_timeout(PATIENCE)
        desk.goto(f"{evening.room.address}/tournament/{evening.tournament}")
        desks.append(desk)
    desks[0].get_by_role("button", name="Offer a deal").click()
    desks[0].locator("dialog select").select_option("chips")
    desks[0].get_by_role("button", name="Offer the deal").click()
    evening.play(lambda: bool((evening.state.get("offer") or {}).get("figures")))
    for desk in desks:
        desk.locator("#offer", has_text="Left for the winner").wait_for()
    desks[1].get_by_role("button", name="I agree").click()  # who offers it agrees by that
    evening.play(lambda: has_said(evening, "A deal is made"))
    for desk in desks:
        desk.close()


def results_are_read(evening: Evening, ann: Person) -> None:
    page = ann.page
    page.goto(f"{evening.room.address}/tournament/{evening.tournament}")
    page.locator("#out-title", has_text="Results").wait_for()
    assert page.locator("#out li").count() == 27
    assert page.locator("#lead", has_text="won (27 players)").count() == 1


def the_books_agree(evening: Evening) -> None:
    """What each won less what they paid stands in the books of the club, and all of it comes to nothing."""
    lines = evening.players()
    assert sum(line["paid"] for line in lines.values()) == 28 * 1000 == evening.state["pool"]
    host, booked = evening.room.host, dict.fromkeys(lines, 0)
    nights = [one for one in host.get("/api/nights").json()["nights"] if len(one["date"]) == 10]
    for night in nights:
        books = host.get(f"/api/nights/{night['date']}").json()
        assert books["balance"] == 0
        for line in books["players"]:
            booked[line["player"]] = booked.get(line["player"], 0) + line["tournaments"]
    assert booked == {name: line["paid"] - 1000 * line["entries"] for name, line in lines.items()}
