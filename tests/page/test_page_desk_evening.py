"""An evening with real chips from the check-in to the payout: a console on a desk, another on a phone, one server.

Whatever seats are drawn: nothing that is looked at here depends on them.
"""

from __future__ import annotations

from typing import Any

from page_browser import DESK, PHONE
from page_room import Room, post
from test_page_evening import person

NAMES = [f"{first}{last}" for first in ("Ann", "Bo", "Cy") for last in "abcdefghi"]
LATE = ("Dora", "Emil", "Finn")


class Evening:
    """The evening: what its server says, and what both consoles show of it."""

    def __init__(self, room: Room, event: str, consoles: list[Any]) -> None:
        self.room = room
        self.path = f"/api/tournaments/{event}"
        self.consoles = consoles

    def get(self, what: str = "director") -> Any:
        return self.room.host.get(f"{self.path}/{what}").json()

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("tables")["tables"]
        return found

    def players(self, table: int = 0) -> list[str]:
        """The players at a table, or at all."""
        tables = [one for one in self.tables() if not table or one["number"] == table]
        return [seat["player"] for one in tables for seat in one["seats"] if seat.get("player")]

    def do(self, **act: Any) -> Any:
        """An act of somebody at another device."""
        name = f"t{self.get()['seq']}-{act.get('player', '')}"
        return post(self.room.host, f"{self.path}/do", {"id": name, "do": act})

    def agree(self, words: str) -> None:
        """Both consoles show this in their strip."""
        for console in self.consoles:
            console.locator("#people", has_text=words).wait_for()


def tab(page: Any, name: str) -> None:
    page.get_by_role("navigation", name="Parts of the desk").get_by_role("button", name=name).click()


def sheet(page: Any, name: str) -> Any:
    """The sheet of a player, found by name."""
    if page.locator("[data-tab=players]").is_visible():
        tab(page, "Players")
    page.get_by_label("Find: two letters").fill(name)
    page.locator(f"#people-list [data-key={name}] [data-act=player]").click()
    return page.get_by_role("dialog", name=name)


def done(page: Any, words: str) -> None:
    """What was just done is told; it stays there, also when it is not seen any more."""
    page.locator("#told", has_text=words).wait_for(state="attached")


def out(page: Any, loser: str, winner: str) -> None:
    sheet(page, loser).get_by_role("button", name=winner, exact=False).click()
    done(page, f"{loser} is out")


def enter(page: Any, name: str) -> None:
    page.get_by_role("button", name="Enter a player").click()
    page.get_by_role("dialog").get_by_label("Name").fill(name)
    page.keyboard.press("Enter")
    done(page, f"{name} enters")


def make(desk: Any, address: str) -> tuple[str, str]:
    """The host makes an evening of 27 players and 4 hours, and opens the desk: its id, and the PIN of the floor."""
    desk.goto(address + "/desk")
    desk.locator(".setup-facts").wait_for()
    desk.get_by_label("Its name").fill("Friday")
    desk.get_by_role("checkbox", name="Rebuys").check()
    desk.get_by_role("checkbox", name="An add-on").check()
    desk.get_by_role("button", name="Make the evening").click()
    desk.get_by_role("heading", name="Friday is made").wait_for()
    assert desk.locator(".qr").get_attribute("src").endswith("enter")
    pin = desk.locator(".desk-pins li", has_text="Floor").locator(".desk-pin").inner_text()
    desk.get_by_role("link", name="Open the desk").click()
    desk.locator("#tabs").wait_for()
    return desk.url.rsplit("/", 1)[1], pin


def come_in(phone: Any, address: str, pin: str) -> None:
    """Somebody of the floor opens the desk on a phone and types the PIN."""
    phone.goto(address)
    phone.get_by_label("PIN").fill(pin)
    phone.get_by_label("Your name").fill("Sam")
    phone.get_by_role("button", name="Go in").click()
    phone.locator("#tabs").wait_for()


def test_an_evening_from_the_check_in_to_the_payout(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    with person(browser, DESK, cookies) as desk, person(browser, PHONE) as phone:
        event, pin = make(desk, room.address)
        for name in NAMES[:2]:
            enter(desk, name)
        evening = Evening(room, event, [desk, phone])
        for name in NAMES[2:]:
            evening.do(type="register", player=name)
        come_in(phone, f"{room.address}/desk/{event}", pin)
        evening.agree("27 entered")
        desk.get_by_role("button", name="Draw seats").click()
        desk.get_by_role("button", name="Start", exact=True).click()
        evening.agree("27 of 27 left")
        assert evening.get()["clock"]["running"] and len(evening.tables()) == 3

        late_entries(evening, desk)
        outs_and_rebuys(evening, desk, phone)
        corrected(evening, desk, phone)
        at_the_tables(evening, desk, phone)
        add_ons_and_counts(evening, desk, phone)
        to_the_end(evening, desk)


def late_entries(evening: Evening, desk: Any) -> None:
    """Three come late: name, *Enter*; all seats are taken, so that another table is opened for them."""
    for name in LATE:
        enter(desk, name)
    evening.agree("30 of 30 left")
    answer_all(evening, desk)
    assert set(LATE) <= set(evening.players())


def outs_and_rebuys(evening: Evening, desk: Any, phone: Any) -> None:
    """Four go out, told on the phone, and buy again at the desk."""
    for _ in range(4):
        loser, winner = evening.players(1)[:2]
        out(phone, loser, winner)
        evening.agree("29 of 30 left")
        sheet(desk, loser).get_by_role("button", name="Rebuy").click()
        done(desk, f"{loser}: rebuy")
        evening.agree("30 of 30 left")
    assert evening.get()["counts"]["pool"] == 34 * 20


def corrected(evening: Evening, desk: Any, phone: Any) -> None:
    """A wrong one is out; nine things later that one alone is corrected, and the clock runs on."""
    wrong, winner, *others = evening.players(2)
    out(phone, wrong, winner)
    evening.agree("29 of 30 left")
    for at, name in enumerate(others[:4], 1):
        evening.do(type="count", stacks=[[name, 9000 + 25 * at]])
        evening.do(type="add_time", ms=1000)
    tab(desk, "More")
    desk.get_by_role("button", name="History").click()
    line = desk.get_by_role("dialog", name="History").locator("li", has_text=f"{wrong} is out").first
    line.get_by_role("button", name="Correct").click()
    ask = desk.get_by_role("dialog", name="Correct this step alone?")
    ask.locator(".desk-changes li").first.wait_for()
    ask.get_by_label("Why?").fill("It was somebody else")
    desk.keyboard.press("Enter")
    evening.agree("30 of 30 left")
    told = evening.get()
    assert told["clock"]["running"] and told["clock"]["until"] > 0
    assert wrong in evening.players(2)
    tab(desk, "Now")


def at_the_tables(evening: Evening, desk: Any, phone: Any) -> None:
    """The clock is called, a player is penalised, and two go out in one hand."""
    first, second, winner = evening.players(3)[:3]
    sheet(desk, first).get_by_role("button", name="Call the clock").click()
    done(desk, f"The clock is called on {first}")
    sheet(desk, first).get_by_role("button", name="Penalty").click()
    desk.get_by_role("dialog", name="How long").get_by_role("button", name="1 hand").click()
    desk.get_by_role("dialog", name="Why?").get_by_role("button", name="Phone at the table").click()
    done(desk, f"Penalty for {first}")
    out(phone, first, winner)
    evening.agree("29 of 30 left")
    also = sheet(phone, second)
    also.get_by_text("When, and who else").click()
    also.get_by_label("Out in the same hand").select_option(first)
    also.get_by_label("began the hand with").select_option("yes")
    also.get_by_role("button", name=winner).click()
    evening.agree("28 of 30 left")


def add_ons_and_counts(evening: Evening, desk: Any, phone: Any) -> None:
    """In the first break six take the add-on; a table is counted, and 200 too many are accepted with a reason."""
    items = evening.get("structure")["items"]
    evening.do(type="jump", item=next(at for at, one in enumerate(items) if one["is_break"]))
    for console in evening.consoles:
        console.locator("#level", has_text="Break").wait_for()
    for name in evening.players()[:6]:
        sheet(desk, name).get_by_role("button", name="Add-on").click()
        done(desk, f"{name}: add-on")
    assert evening.get()["counts"]["pool"] == 40 * 20
    table = evening.tables()[0]
    tab(phone, "Tables")
    phone.get_by_role("button", name=f"Acts at table {table['number']}").click()
    phone.get_by_role("dialog").get_by_role("button", name="Count the stacks").click()
    count = phone.get_by_role("dialog", name="Count the stacks of table")
    seats = [seat for seat in table["seats"] if seat.get("player")]
    for at, seat in enumerate(seats):
        count.get_by_label(f"{seat['seat'] + 1} {seat['player']}").fill(
            str(seat.get("chips", 0) + (200 if not at else 0))
        )
    count.get_by_text("200 more than the record").wait_for()
    count.get_by_role("button", name="Keep the count").click()
    question = desk.locator("#todo .is-question", has_text="200 more")
    question.get_by_role("button", name="Accept it").click()
    desk.get_by_role("dialog").get_by_role("button", name="Chips were found").click()
    question.wait_for(state="detached")


def to_the_end(evening: Evening, desk: Any) -> None:
    """Others tell the outs; what is to do is answered at the desk, until three are left and make a deal."""
    evening.do(type="jump", item=evening.get()["clock"]["item"] + 1)
    while (left := evening.get()["counts"]["left"]) > 3:
        answer_all(evening, desk)
        table = max(evening.tables(), key=lambda one: one["players"])["number"]
        loser, winner = evening.players(table)[:2]
        evening.do(type="out", player=loser, by=[winner])
        evening.agree(f"{left - 1} of 30 left")
    answer_all(evening, desk)
    stacks = [[name, 100_000 + 25_000 * at] for at, name in enumerate(evening.players())]
    evening.do(type="count", stacks=stacks)
    tab(desk, "More")
    desk.get_by_role("button", name="Deal").click()
    desk.get_by_role("dialog").get_by_role("button", name="By chips").click()
    desk.get_by_role("dialog", name="Deal").get_by_role("button", name="Make the deal").click()
    done(desk, "A deal is made")
    assert len(evening.get("money")["made"]) == 3


def answer_all(evening: Evening, desk: Any) -> None:
    """All that is to do is done, and all that is asked is answered, each with a tap at the desk."""
    while todo := [one for one in evening.get().get("todo", []) if not one.get("aside")]:
        one = todo[0]
        card = desk.locator(f"#todo [data-key='{one['id']}']")
        card.wait_for()
        if one["kind"] == "question":
            answer(evening, desk, card, one)
        elif one["about"] == "race":
            card.get_by_role("button", name="Race").click()
            desk.get_by_role("dialog").get_by_role("button", name="Race").click()
        else:
            card.get_by_role("button", name="Do it").click()
        card.wait_for(state="detached")


def answer(evening: Evening, desk: Any, card: Any, one: dict[str, Any]) -> None:
    """The question of a table, as its record has it."""
    number = one["tables"][0]
    if one["about"] == "count":
        card.get_by_role("button", name="Accept it").click()
        desk.get_by_role("dialog").get_by_role("button", name="Counted twice").click()
        return
    card.locator("[data-act=answer]").click()
    dialog = desk.get_by_role("dialog")
    if one["about"] == "heads":
        dialog.get_by_role("button", name=str(len(evening.players(number))), exact=True).click()
    else:
        first = evening.players(number)[0]
        dialog.get_by_role("button", name=first).click()
