"""A live tournament in a real room: its consoles, its displays, and whether all of them show the same."""

from __future__ import annotations

import json
from typing import Any

from page_room import Room

NAMES = [f"{first}{last}" for first in ("Ann", "Bo", "Cy") for last in "abcdefghi"]
LATE = ("Dora", "Emil", "Finn")

CONSOLE = """() => {
    const text = (what) => document.querySelector(what).textContent;
    const tables = [...document.querySelectorAll("#map .desk-table")].map((table) => [
        Number(table.getAttribute("aria-label").match(/\\d+/)[0]),
        [...table.querySelectorAll("ol > li")].map((seat) => seat.querySelector(".desk-name")?.textContent ?? "")]);
    const stands = document.querySelector("#strip").classList.contains("stands");
    return {people: text("#people"), level: text("#level"), stands, tables};
}"""
CLOCK = """() => {
    const text = (what) => document.querySelector(what).textContent;
    const figures = Object.fromEntries([...document.querySelectorAll(".figure")].map((one) =>
        [one.querySelector("dt").textContent, one.querySelector("dd").textContent]));
    return {level: text("#level"), stands: document.querySelector("#clock").classList.contains("stands"), figures};
}"""
SEATS = """() => ({
    level: document.querySelector("#level").textContent,
    seats: [...document.querySelectorAll(".seats li")].map((one) =>
        [one.querySelector("span").textContent, one.querySelector("b").textContent]),
})"""
DASH = "\u2013"  # as the pages write it
SAME = "want => JSON.stringify(({})()) === want"


def written(told: Any) -> str:
    """As the pages write it: JSON without spaces."""
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


class Evening:
    """The evening: what its server says, and what the consoles and the displays show of it."""

    def __init__(self, room: Room, tournament: str) -> None:
        self.room = room
        self.path = f"/api/tournaments/{tournament}"
        self.consoles: list[Any] = []
        self.clocks: list[Any] = []  # displays with the clock
        self.lists: list[Any] = []  # displays with the seats
        self.answered: set[str] = set()  # what was to do and was done: races, moves, buttons, heads
        self.token = room.host.get("/api/me").json()["csrf"]
        self.said = 0

    def get(self, what: str = "director") -> Any:
        return self.room.host.get(f"{self.path}/{what}").json()

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get().get("tables", [])
        return found

    def players(self, table: int = 0) -> list[str]:
        """The players at a table, or at all."""
        tables = [one for one in self.tables() if not table or one["number"] == table]
        return [seat["player"] for one in tables for seat in one["seats"] if seat.get("player")]

    def player(self, name: str) -> dict[str, Any]:
        found = self.get(f"players?find={name}")["players"]
        return next(one for one in found if one["player"] == name)

    def todo(self) -> list[dict[str, Any]]:
        """All that is to do now."""
        return [one for one in self.get().get("todo", []) if not one.get("aside")]

    def do(self, **act: Any) -> Any:
        """An act of somebody at another device."""
        self.said += 1
        form = {"id": f"t{self.said}", "do": act}
        answer = self.room.host.post(f"{self.path}/do", json=form, headers={"x-csrftoken": self.token})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def agree(self) -> dict[str, Any]:
        """Everybody shows what the server says: who is left, the clock, and who sits where."""
        told = self.get()
        clock, counts, tables = told["clock"], told["counts"], told.get("tables", [])
        is_before, is_over = told["phase"] == "checkin", told["phase"] == "over"
        level = "Break" if clock["is_break"] else f"Level {clock['level']}"
        people = f"{counts['players']} entered" if is_before else f"{counts['left']} of {counts['entries']} left"
        before = {"checkin": "Check-in", "seated": "Seats drawn", "over": "Over"}
        seen = [[one["number"], _in_order(one, told["terms"]["seats"])] for one in tables]
        title = level if clock.get("begun") and not is_over else before[told["phase"]]
        want = {"people": people, "level": title, "stands": not clock["running"], "tables": seen}
        for page in self.consoles:
            _same(page, CONSOLE, want)
        shown = "It is over" if is_over else level
        for page in self.clocks:
            page.wait_for_function(f"level => ({CLOCK})().level === level", arg=shown)
            if tables and not is_over:
                left = f"{counts['left']} / {counts['players']}"
                figures = {"Players left": left, "Tables": str(counts["tables"])}
                page.wait_for_function(
                    f"want => Object.entries(want).every(([name, one]) => ({CLOCK})().figures[name] === one)",
                    arg=figures,
                )
                page.wait_for_function(f"stands => ({CLOCK})().stands === stands", arg=not clock["running"])
        seats = sorted(
            [seat["player"], f"{one['number']} {DASH} {seat['seat'] + 1}"]
            for one in tables
            for seat in one["seats"]
            if seat.get("player")
        )
        for page in self.lists:
            if page.evaluate("document.documentElement.dataset.layout") == "seats" and not is_over:
                _same(page, SEATS, {"level": shown, "seats": seats})
        return told  # type: ignore[no-any-return]


def _in_order(table: dict[str, Any], seats: int) -> list[str]:
    """Who sits where at a table, with empty seats between them."""
    there = {seat["seat"]: seat.get("player", "") for seat in table["seats"]}
    return [there.get(at, "") for at in range(max([seats, *[seat + 1 for seat in there]]))]


def _same(page: Any, shown: str, want: Any) -> None:
    """Wait until a page shows exactly that; else say both."""
    from playwright.sync_api import TimeoutError as TooLong

    try:
        page.wait_for_function(SAME.replace("{}", shown, 1), arg=written(want))
    except TooLong:
        raise AssertionError(f"shown {page.evaluate(shown)}, said {want}") from None


def tab(page: Any, name: str) -> None:
    """Open a part of the console."""
    page.get_by_role("navigation", name="Desk sections").get_by_role("button", name=name).click()


def sheet(page: Any, name: str) -> Any:
    """The sheet of a player, found by name."""
    if page.locator("[data-tab=players]").is_visible():
        tab(page, "Players")
    page.get_by_label("Find: two letters").fill(name)
    page.locator(f"#people-list [data-key={name}] [data-act=player]").click()
    return page.get_by_role("dialog", name=name)


def done(page: Any, words: str) -> None:
    """What was just done is told; it stays there, also when it is not seen any more."""
    page.locator("#offered", has_text=words).wait_for(state="attached")


def out(page: Any, loser: str, winner: str) -> None:
    """A player is out: tap the player, tap who won."""
    sheet(page, loser).get_by_role("button", name=winner, exact=False).click()
    done(page, f"{loser} is out")


def enter(page: Any, name: str) -> None:
    """A player enters at the desk."""
    page.get_by_role("button", name="Enter a player").click()
    page.get_by_role("dialog").get_by_label("Name").fill(name)
    page.keyboard.press("Enter")
    done(page, f"{name} enters")
