"""An evening of 27 with cents, bounties and a deal: at its end every page shows the same names and amounts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_browser import DESK, PHONE
from page_player import host_page
from page_room import Room, post

WALL = {"width": 1920, "height": 1080}
NAMES = [f"{first}{last}" for first in ("Ann", "Bo", "Cy") for last in "abcdefghi"]
PRICES = {"buy_in": 2050, "fee": 250, "bounty": 500, "currency": "EUR", "decimals": 2, "round_to": 5}
FORM = {
    **PRICES, "preset": "", "players": 27, "minutes": 180, "seats": 9, "late_levels": 0, "rebuys": False,
    "addon": False, "house": "tda-2024", "name": "In cents",
}  # fmt: skip


class Evening:
    """A live tournament that its host leads by calls."""

    def __init__(self, room: Room) -> None:
        self.room = room
        plan = post(room.host, "/api/tournaments/build", FORM)
        about = {"title": "In cents", "structure": plan["structure"], "live": True, "public": "names"}
        self.id = str(post(room.host, "/api/tournaments", about)["id"])
        self.acts = 0
        self.path = f"/api/tournaments/{self.id}"

    def do(self, kind: str, **what: Any) -> Any:
        self.acts += 1
        return post(
            self.room.host, f"/api/tournaments/{self.id}/do", {"id": f"a{self.acts}", "do": {"type": kind, **what}}
        )

    def get(self, what: str) -> Any:
        answer = self.room.host.get(f"/api/tournaments/{self.id}/{what}")
        assert answer.status_code == 200, answer.text
        return answer

    def seated(self) -> list[tuple[str, int]]:
        """Who is in, and at which table."""
        tables = self.get("tables").json()["tables"]
        return [(seat["player"], one["number"]) for one in tables for seat in one["seats"] if seat.get("player")]

    def knock_out(self) -> None:
        """The last player at the fullest table goes out; the first one there wins the bounty."""
        seated = self.seated()
        tables = [table for _, table in seated]
        fullest = max(sorted(set(tables)), key=tables.count)
        winner, *_, loser = (player for player, table in seated if table == fullest)
        self.do("out", player=loser, by=[winner])

    def answer_desk(self) -> None:
        """Answer what the console asks, and carry out what it orders, until nothing is left."""
        for _ in range(9):
            todo = self.get("advice").json().get("todo", [])
            for one in todo:
                if one.get("about") == "heads":
                    [table] = one["tables"]
                    self.do("heads", table=table, n=[at for _, at in self.seated()].count(table))
            order = next((one["do"] for one in self.get("advice").json().get("todo", []) if "do" in one), None)
            if order is None:
                return
            self.do("do_todo", todo=order["todo"])


def euros(cents: int) -> str:
    """An amount as the pages write it."""
    return f"€{cents // 100:,}" if cents % 100 == 0 else f"€{cents / 100:,.2f}"


@pytest.mark.long
def test_at_the_end_every_page_shows_the_same_amounts(browser: Any, room: Room) -> None:
    evening = Evening(room)
    for name in NAMES:
        evening.do("register", player=name)
    money = evening.get("money").json()
    assert money["pool"] == 27 * 2050 and sum(money["prizes"]) == money["pool"]
    assert all(prize % 5 == 0 for prize in money["prizes"][1:])
    evening.do("draw_seats")
    evening.do("start")
    while len(evening.seated()) > 3:
        evening.knock_out()
        evening.answer_desk()
    three = [player for player, _ in evening.seated()]
    stack = sum(one.get("chips", 0) for one in evening.get("players").json()["players"]) // 3
    evening.do("count", stacks=[[player, stack] for player in three])
    evening.do("make_deal", by="chips", first=1000)
    evening.knock_out()
    evening.knock_out()
    assert evening.get("director").json()["phase"] == "over"
    money = evening.get("money").json()
    won = {one["player"]: one.get("won", 0) for one in money["players"]}
    bounties = {one["player"]: one.get("bounties", 0) for one in evening.get("players").json()["players"]}
    assert sum(won.values()) == 27 * (2050 + 500), "prizes and bounties are all that was paid in, without the fee"
    paid = {player: won[player] - bounties.get(player, 0) for player in won if won[player] > bounties.get(player, 0)}
    winner = three[0]

    wall = browser.new_context(viewport=WALL).new_page()
    wall.goto(f"{room.address}/screen")
    wall.wait_for_function("() => document.getElementById('code').textContent.length === 4")
    views = [{"layout": "payouts", "seconds": 20}]
    post(room.host, f"/api/screens/{wall.locator('#code').inner_text()}", {"tournament": evening.id, "views": views})
    wall.locator("#title", has_text="In cents").wait_for()
    wall.locator(".results .seats li", has_text=winner).wait_for()
    rows = wall.locator(".results .seats li").all_inner_texts()
    public = browser.new_context(viewport=PHONE).new_page()
    public.goto(f"{room.address}/e/{evening.id}")
    public.locator("#out li", has_text=winner).wait_for()
    desk = host_page(browser, room, f"/desk/{evening.id}", DESK)
    desk.get_by_role("button", name="Money").first.click()
    desk.get_by_role("dialog", name="Money").locator("li", has_text=winner).first.wait_for()
    prizes = {
        "display": "\n".join(rows),
        "public page": public.locator("main").inner_text(),
    }
    totals = {
        "console": desk.get_by_role("dialog", name="Money").inner_text(),
        "archive": re.sub(r"<[^>]+>", " ", evening.get("archive.html").text),
        "receipts": re.sub(r"<[^>]+>", " ", evening.get("print/receipts").text),
    }
    for player, amount in paid.items():
        for pages, shown in ((prizes, amount), (totals, won[player])):
            for page, text in pages.items():
                assert player in text and euros(shown) in text, (page, player, euros(shown), text)
    phone = browser.new_context(viewport=PHONE).new_page()
    for player in (*paid, next(player for player in NAMES if player not in paid)):
        token = post(room.host, f"{evening.path}/persons", {"player": player, "slip": True})["token"]
        phone.goto(f"{room.address}/s/{token}")
        phone.locator("#place", has_text="Place").wait_for()
        words = phone.locator("main").inner_text()
        assert won[player] == 0 or f"You won {euros(won[player])}" in words, (player, words)
        assert phone.locator("#time").inner_text() == "" and "next out" not in words, (
            "the clock is over for players, too"
        )
        assert all(euros(amount) in phone.locator("#prizes").text_content() for amount in paid.values()), words
    books = evening.get("books.csv").text
    assert all(player in books for player in paid)
    for page in (wall, public, desk, phone):
        page.close()
