"""A live tournament from the check-in to the payout: a console on a desk, one on a phone, two displays.

After each step all four show the same. Whatever seats are drawn: nothing that is looked at here depends on them.
"""

from __future__ import annotations

from typing import Any

import pytest
from evening_room import LATE, NAMES, Evening, done, enter, out, sheet, tab
from page_browser import DESK, PHONE
from page_room import Room, post
from test_page_evening import person

WALL = {"width": 1280, "height": 720}
PAID = 9  # places that win something: the last is at stake while there are two tables
LATE_BY = 10


def make(desk: Any, address: str) -> tuple[str, str]:
    """The host makes an evening of 27 players and 4 hours, and opens the desk: its id, and the PIN of the floor."""
    desk.goto(address + "/desk")
    desk.locator(".setup-facts").wait_for()
    desk.get_by_label("Name", exact=True).fill("Friday")
    desk.get_by_label("Currency").select_option("EUR")
    desk.get_by_role("checkbox", name="With cents").check()
    desk.get_by_label("Prize pool share").fill("20.50")
    desk.get_by_label("House fee").fill("1.50")
    desk.get_by_label("Round prizes to").fill("0.50")
    desk.locator(".setup-facts", has_text="\N{EURO SIGN}553.50").wait_for()  # what 27 entries come to
    desk.get_by_role("checkbox", name="Rebuys").check()
    desk.get_by_role("checkbox", name="Add-on").check()
    desk.get_by_role("button", name="Create the tournament").click()
    desk.get_by_role("heading", name="Friday created").wait_for()
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
    phone.get_by_role("button", name="Sign in", exact=True).click()
    phone.locator("#tabs").wait_for()


def show(evening: Evening, clock: Any, seats: Any, phone: Any) -> None:
    """Two new displays tell their codes: one is chosen for on the phone, the other by the host."""
    for page in (clock, seats):
        page.goto(evening.room.address + "/screen")
        page.wait_for_function("() => document.getElementById('code').textContent.length === 4")
    desk = phone.url
    phone.goto(f"{evening.room.address}/screens?tournament={evening.path.rsplit('/', 1)[1]}")
    phone.get_by_label("Code on the display").fill(clock.locator("#code").inner_text())
    for name in ("Check-in code", "Seats by name", "Plan of the room", "Payouts", "The final table"):
        phone.get_by_role("checkbox", name=name).uncheck()
    phone.get_by_role("button", name="Show", exact=True).click()
    phone.locator("#done", has_text="shows this").wait_for()
    phone.goto(desk)
    what = {
        "tournament": evening.path.rsplit("/", 1)[1],
        "views": [{"layout": "seats", "seconds": 20}],
        "look": "light",
        "shape": "16:9",
    }
    post(evening.room.host, f"/api/screens/{seats.locator('#code').inner_text()}", what)
    evening.clocks.append(clock)
    evening.lists.append(seats)


@pytest.mark.long
def test_an_evening_from_the_check_in_to_the_payout(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    with (
        person(browser, DESK, cookies) as desk,
        person(browser, PHONE) as phone,
        person(browser, WALL) as clock,
        person(browser, WALL) as seats,  # which has room for all of them at once
    ):
        tournament, pin = make(desk, room.address)
        evening = Evening(room, tournament)
        come_in(phone, f"{room.address}/desk/{tournament}", pin)
        show(evening, clock, seats, phone)
        evening.consoles += [desk, phone]
        check_in(evening, desk)
        late_entries(evening, desk)
        outs_and_rebuys(evening, desk, phone)
        corrected(evening, desk, phone)
        at_the_tables(evening, desk, phone, clock)
        in_the_break(evening, desk, phone)
        told_late(evening, desk, phone)
        to_the_bubble(evening, desk)
        at_the_bubble(evening, desk, phone)
        to_the_payout(evening, desk)


def check_in(evening: Evening, desk: Any) -> None:
    """27 enter: one says the name on a phone and pays, two are typed at the desk; seats are drawn, and it starts."""
    scanned = {"id": "scan", "name": NAMES[0]}
    assert post(evening.room.host, f"{evening.path}/checkin", scanned)["token"]
    desk.get_by_role("button", name=f"{NAMES[0]} has paid").click()
    done(desk, f"{NAMES[0]} has paid")
    for name in NAMES[1:3]:
        enter(desk, name)
        evening.agree()
    for name in NAMES[3:]:
        evening.do(type="register", player=name)
    assert evening.agree()["counts"]["players"] == len(NAMES)
    desk.get_by_role("button", name="Draw seats").click()
    done(desk, "Seats are drawn")
    evening.agree()
    desk.get_by_role("button", name="Start", exact=True).click()
    done(desk, "The clock is running")
    assert evening.agree()["clock"]["running"] and len(evening.tables()) == 3


def late_entries(evening: Evening, desk: Any) -> None:
    """Three come late: name, *Enter*; all seats are taken, so that another table is opened for them."""
    for name in LATE:
        enter(desk, name)
        evening.agree()
    answer_all(evening, desk)
    assert evening.agree()["counts"]["left"] == len(NAMES) + len(LATE)
    assert set(LATE) <= set(evening.players())
    assert {"move", "button"} <= evening.answered, "the new table has too few players: the move asked for the button"


def outs_and_rebuys(evening: Evening, desk: Any, phone: Any) -> None:
    """Four go out, told on the phone, and buy again at the desk."""
    *losers, winner = evening.players(1)[:5]
    for loser in losers:
        out(phone, loser, winner)
        assert evening.agree()["counts"]["left"] == 29
        sheet(desk, loser).get_by_role("button", name="Rebuy").click()
        done(desk, f"{loser}: rebuy")
        assert evening.agree()["counts"]["left"] == 30
    assert evening.get()["counts"]["pool"] == 34 * 2050


def corrected(evening: Evening, desk: Any, phone: Any) -> None:
    """A wrong one is out; nine things later that one alone is corrected, and the clock runs on."""
    wrong, winner, *others = evening.players(2)
    out(phone, wrong, winner)
    before = evening.agree()
    for at, name in enumerate(others[:4], 1):
        evening.do(type="count", stacks=[[name, 9000 + 25 * at]])
        evening.do(type="announce", text=f"Table {at} is photographed")
    evening.do(type="hands", table=1, n=3)
    tab(desk, "More")
    desk.get_by_role("button", name="History").click()
    line = desk.get_by_role("dialog", name="History").locator("li", has_text=f"{wrong} is out").first
    line.get_by_role("button", name="Correct", exact=True).click()
    desk.get_by_role("button", name=f"{wrong} is not out").click()
    ask = desk.get_by_role("dialog", name="Correct only this step?")
    ask.locator(".desk-changes li").first.wait_for()
    ask.get_by_label("Why?").fill("It was somebody else")
    desk.keyboard.press("Enter")
    done(desk, "Corrected")
    told = evening.agree()
    assert told["counts"]["left"] == 30 and wrong in evening.players(2)
    assert told["clock"] == before["clock"] and told["clock"]["running"], "the clock ran on"
    assert all(evening.player(name)["chips"] == 9000 + 25 * at for at, name in enumerate(others[:4], 1))
    tab(desk, "Now")


def at_the_tables(evening: Evening, desk: Any, phone: Any, clock: Any) -> None:
    """The clock is called, a player is penalised, and two go out in one hand: the one who had more is placed higher."""
    first, second, winner = evening.players(3)[:3]
    sheet(desk, first).get_by_role("button", name="Call the clock").click()
    done(desk, f"The clock is called on {first}")
    clock.locator("#foot", has_text=f"{first}, table 3").wait_for()
    sheet(desk, first).get_by_role("button", name="Penalty").click()
    desk.get_by_role("dialog", name="How long").get_by_role("button", name="1 hand").click()
    desk.get_by_role("dialog", name="Why?").get_by_role("button", name="Phone at the table").click()
    done(desk, f"Penalty for {first}")
    assert evening.player(first)["penalty"]
    evening.agree()
    out(phone, first, winner)
    evening.agree()
    also = sheet(phone, second)
    also.get_by_text("When, and who else").click()
    also.get_by_label("Also out in the same hand").select_option(first)
    also.get_by_label("started the hand with").select_option("yes")
    also.get_by_role("button", name=winner).click()
    done(phone, f"{second} is out")
    assert evening.agree()["counts"]["left"] == 28
    evening.same_hand = (second, first)  # type: ignore[attr-defined]


def in_the_break(evening: Evening, desk: Any, phone: Any) -> None:
    """Six take the add-on, one bust is told now; a table is counted, and 200 too many are accepted with a reason."""
    items = evening.get("structure")["items"]
    evening.do(type="jump", item=next(at for at, one in enumerate(items) if one["is_break"]))
    assert evening.agree()["clock"]["is_break"]
    for name in evening.players()[:6]:
        sheet(desk, name).get_by_role("button", name="Add-on").click()
        done(desk, f"{name}: add-on")
        evening.agree()
    assert evening.get()["counts"]["pool"] == 40 * 2050
    loser, winner = evening.players(evening.tables()[-1]["number"])[:2]
    out(phone, loser, winner)
    assert evening.agree()["counts"]["left"] == 27
    table = evening.tables()[0]
    tab(phone, "Tables")
    phone.get_by_role("button", name=f"Actions for table {table['number']}").click()
    phone.get_by_role("dialog").get_by_role("button", name="Count the stacks").click()
    count = phone.get_by_role("dialog", name="Count the stacks of table")
    seats = [seat for seat in table["seats"] if seat.get("player")]
    for at, seat in enumerate(seats):
        label = f"{seat['seat'] + 1} {seat['player']}"
        count.get_by_label(label).fill(str(seat.get("chips", 0) + (200 if not at else 0)))
    count.get_by_text("200 more than recorded").wait_for()
    count.get_by_role("button", name="Save the count").click()
    question = desk.locator("#todo .is-question", has_text="200 chips more")
    question.get_by_role("button", name="Accept", exact=True).click()
    desk.get_by_role("dialog").get_by_role("button", name="Chips were found").click()
    question.wait_for(state="detached")
    evening.agree()
    evening.do(type="jump", item=evening.get()["clock"]["item"] + 1)
    answer_all(evening, desk)
    evening.agree()
    assert "race" in evening.answered


def told_late(evening: Evening, desk: Any, phone: Any) -> None:
    """A bust that a phone without a network keeps is told ten steps late: the place is that of when it happened."""
    tables = sorted(evening.tables(), key=lambda one: -one["players"])
    loser, winner = evening.players(tables[0]["number"])[:2]
    phone.context.set_offline(True)
    sheet(phone, loser).get_by_role("button", name=winner, exact=False).click()
    phone.locator("#offline", has_text="1 waiting to be sent").wait_for()
    tapped = evening.get()["now"]
    other, better = evening.players(tables[1]["number"])[:2]
    evening.do(type="out", player=other, by=[better])
    for at, name in enumerate(evening.players(tables[1]["number"])[:4], 1):
        evening.do(type="count", stacks=[[name, 20_000 + 1000 * at]])
        evening.do(type="announce", text=f"Table {at} is photographed")
    evening.do(type="hands", table=tables[1]["number"], n=2)
    while evening.get()["now"] < tapped + 3500:  # what waits so long says when it was tapped
        phone.wait_for_timeout(100)
    phone.context.set_offline(False)
    phone.locator("#offline").wait_for(state="hidden")
    evening.agree()
    assert evening.player(loser)["out_at"] < evening.player(other)["out_at"]
    evening.told_late = (other, loser)  # type: ignore[attr-defined]


def to_the_bubble(evening: Evening, desk: Any) -> None:
    """Nine are paid, as is told now; tables are broken and balanced at the desk until ten are left at two."""
    percents = [30, 20, 14, 10, 8, 6, 5, 4, 3]
    pays = {**(evening.get()["terms"].get("pays") or {}), "percents": percents}
    evening.do(type="change_terms", pays=pays, why="Many came")
    items = evening.get("structure")["items"]
    late = evening.get()["terms"]["late_levels"]
    after = next(at for at, one in enumerate(items) if one.get("level", 0) > late)
    if evening.get()["clock"]["item"] < after:
        evening.do(type="jump", item=after)
    while evening.get()["counts"]["left"] > PAID + 1:
        answer_all(evening, desk)
        table = max(evening.tables(), key=lambda one: one["players"])["number"]
        loser, winner = evening.players(table)[:2]
        evening.do(type="out", player=loser, by=[winner])
        evening.agree()
    assert "break" in evening.answered
    higher, lower = (evening.player(name)["place"] for name in evening.same_hand)  # type: ignore[attr-defined]
    assert 0 < higher < lower
    higher, lower = (evening.player(name)["place"] for name in evening.told_late)  # type: ignore[attr-defined]
    assert 0 < higher < lower


def at_the_bubble(evening: Evening, desk: Any, phone: Any) -> None:
    """Heads are asked before the money: one is missing, and the bust is told before anybody hears of a prize."""
    answer_all(evening, desk, but="heads")
    one, two = evening.tables()
    for table, n in ((one, one["players"]), (two, two["players"] - 1)):
        question = desk.locator("#todo .is-question", has_text=f"How many players are at table {table['number']}?")
        question.get_by_role("button", name="Report the number").click()
        desk.get_by_role("dialog").get_by_role("button", name=str(n), exact=True).click()
        question.wait_for(state="detached")
    reported = f"Table {two['number']} reports a headcount of {two['players'] - 1}"
    missing = desk.locator("#todo .is-question", has_text=reported)
    missing.get_by_text("Announcements wait until the numbers agree").wait_for()
    assert not evening.agree()["terms"].get("hand_for_hand")
    loser, winner = evening.players(two["number"])[:2]
    out(phone, loser, winner)
    assert evening.agree()["counts"]["left"] == PAID
    missing.wait_for(state="detached")


def to_the_payout(evening: Evening, desk: Any) -> None:
    """All sit at one table; when three are left they make a deal, sign the sheet, and all are paid."""
    answer_all(evening, desk)
    assert len(evening.tables()) == 1
    while evening.agree()["counts"]["left"] > 3:
        loser, winner = evening.players()[:2]
        evening.do(type="out", player=loser, by=[winner])
    answer_all(evening, desk)
    three = evening.players()
    evening.do(type="count", stacks=[[name, 100_000 + 25_000 * at] for at, name in enumerate(three)])
    tab(desk, "More")
    desk.get_by_role("button", name="Deal").click()
    desk.get_by_role("dialog").get_by_role("button", name="By chip count").click()
    desk.get_by_role("dialog", name="Deal").get_by_role("button", name="Make the deal").click()
    done(desk, "A deal is made")
    evening.agree()
    assert sorted(name for name, _ in evening.get("money")["made"]) == sorted(three)
    made = dict(evening.get("money")["made"])
    assert all(share % 50 == 0 for share in made.values()), "in steps of half a euro"
    sheet_of_deal = evening.room.host.get(f"{evening.path}/print/deal").text
    assert all(name in sheet_of_deal for name in three)
    wall = evening.room.host.get("/api/tournaments/" + evening.path.rsplit("/", 1)[1] + "/public")
    assert wall.status_code == 200 and '"EUR"' in wall.text
    assert all(in_euros(share) in sheet_of_deal for share in made.values())


def in_euros(cents: int) -> str:
    """As it is printed: without cents where there are none."""
    return f"\N{EURO SIGN}{cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def answer_all(evening: Evening, desk: Any, but: str = "") -> None:
    """All that is to do is done, and all that is asked is answered, each with a tap at the desk."""
    while todo := [one for one in evening.todo() if one["about"] != but]:
        one = todo[0]
        card = desk.locator(f"#todo [data-key='{one['id']}']")
        card.wait_for()
        evening.answered.add({"balance": "move"}.get(one["about"], one["about"]))
        if one["kind"] == "question":
            answer(evening, desk, card, one)
        elif one["about"] == "race":
            card.get_by_role("button", name="Race").click()
            race = desk.get_by_role("dialog", name="Race at table")
            race.get_by_role("spinbutton").first.fill("2")
            race.get_by_role("spinbutton").nth(1).fill("2")
            race.get_by_text("4 odd chips").wait_for()
            race.get_by_role("button", name="Race").click()
            winner = desk.get_by_role("dialog", name="Who got a chip?")
            winner.get_by_role("checkbox").first.check()
            winner.get_by_role("button", name="Race").click()
        else:
            card.get_by_role("button", name="Do it").click()
        card.wait_for(state="detached")


def answer(evening: Evening, desk: Any, card: Any, one: dict[str, Any]) -> None:
    """The question of a table, as its record has it."""
    number = one["tables"][0]
    if one["about"] == "count":
        card.get_by_role("button", name="Accept", exact=True).click()
        desk.get_by_role("dialog").get_by_role("button", name="Counted twice").click()
        return
    card.locator("[data-act=answer]").click()
    dialog = desk.get_by_role("dialog")
    if one["about"] == "heads":
        dialog.get_by_role("button", name=str(len(evening.players(number))), exact=True).click()
    else:
        first = evening.players(number)[0]
        dialog.get_by_role("button", name=first).click()
