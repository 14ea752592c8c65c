"""The forms of the director's console: names, levels, terms, PINs; and what a server that cannot say leaves waiting."""

from __future__ import annotations

from typing import Any

import pytest
from evening_scenes import ITEMS, MINUTE, acts, evening, players, told
from page_browser import DESK, done
from test_page_desk import opened, tab, until
from test_page_setup import PINS, setting_up


def level(small: int, big: int) -> dict[str, Any]:
    return {"kind": "level", "ms": 20 * MINUTE, "stakes": [{"blinds": [small, big], "ante": 0, "chip": 25}]}


WHATS = [level(25, 50), level(50, 100), {"kind": "break", "ms": 10 * MINUTE, "remove": [25]}, level(100, 200)]


@pytest.mark.long
def test_the_focus_is_where_a_window_was_opened_also_when_that_was_drawn_anew(browser: Any) -> None:
    room, page = opened(browser, DESK)
    page.get_by_role("button", name="Actions for table 1").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Table 1").wait_for()
    state = evening()
    state["tables"][0]["halted"] = "too short"
    told(room, state)
    room.tell(b'{"type":"tournament","tournament":"7","seq":42,"at":0,"state":{}}')
    page.locator(".desk-table", has_text="stopped: too short").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label') === 'Actions for table 1'")
    done(room, page)


def test_several_players_are_entered_at_once(browser: Any) -> None:
    clock = {"running": False, "item": 0, "level": 1, "is_break": False}
    room, page = opened(browser, state=evening(phase="checkin", todo=[], clock=clock))
    page.get_by_role("button", name="Enter players").click()
    page.get_by_label("Name").fill("Quin, Rob,Sue")
    page.keyboard.press("Enter")
    assert until(page, room, 3) == [{"type": "register", "player": name} for name in ("Quin", "Rob", "Sue")]
    done(room, page)


def test_a_name_that_is_on_a_list_twice_is_asked_about(browser: Any) -> None:
    clock = {"running": False, "item": 0, "level": 1, "is_break": False}
    room, page = opened(browser, state=evening(phase="checkin", todo=[], clock=clock))
    page.get_by_role("button", name="Enter players").click()
    page.get_by_label("Name").fill("Quin, Rob, quin, rob")
    page.keyboard.press("Enter")
    asked = page.get_by_role("dialog", name="Quin is on the list 2 times")
    asked.get_by_role("button", name="Different players: Quin and Quin 2").click()
    page.get_by_role("dialog", name="Rob is on the list 2 times").get_by_role("button", name="The same player").click()
    assert until(page, room, 3) == [{"type": "register", "player": name} for name in ("Quin", "Quin 2", "Rob")]
    done(room, page)


@pytest.mark.long
def test_a_name_that_was_written_wrongly_is_put_right(browser: Any) -> None:
    room, page = opened(browser)
    tab(page, "Tables")
    room.api["/api/tournaments/7/persons"] = (409, {"because": "somebody has that name", "cite": ""})
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Change name").click()
    page.get_by_role("textbox", name="Name").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="somebody has that name").wait_for()
    room.api["/api/tournaments/7/persons"] = (200, {"name": "Bob", "token": "7-2-abc"})
    page.get_by_role("textbox", name="Name").fill("Bob")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    assert [form for path, form in room.posts if path.endswith("/persons")][-1] == {"player": "Bo", "name": "Bob"}
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_a_slip_that_was_lost_is_made_anew(browser: Any) -> None:
    room, page = opened(browser)
    room.api["/api/tournaments/7/persons"] = (200, {"name": "Bo", "token": "7-2-abc"})
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://192.168.1.5:8000", "name": "wlan0"}]})
    room.api["/api/invite/qr"] = (200, {})
    tab(page, "Tables")
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="New slip").click()
    page.get_by_role("dialog", name="A new slip for Bo").get_by_role("button", name="New slip").click()
    page.get_by_text("http://192.168.1.5:8000/s/7-2-abc").wait_for()
    assert [form for path, form in room.posts if path.endswith("/persons")] == [{"player": "Bo", "slip": True}]
    done(room, page)


@pytest.mark.long
def test_a_name_is_erased_when_the_evening_is_over(browser: Any) -> None:
    room, page = opened(browser, DESK, evening(phase="over", todo=[]))
    room.api["/api/tournaments/7/persons"] = (200, {"name": "Player 16", "token": "7-16-abc"})
    page.get_by_role("button", name="Pia out").click()
    page.get_by_role("dialog", name="Pia").get_by_role("button", name="Erase the name").click()
    page.get_by_role("dialog", name="Erase the name of Pia?").get_by_role("button", name="Erase the name").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert [form for path, form in room.posts if path.endswith("/persons")] == [{"player": "Pia", "erase": True}]
    done(room, page)


@pytest.mark.long
def test_a_winner_who_has_moved_since_and_somebody_of_a_large_field_are_named(browser: Any) -> None:
    crowd = [{"player": f"P{at}", "status": "out", "place": at + 17} for at in range(199)]
    room, page = opened(browser, DESK)
    told(room, people=[*crowd, {"player": "Pia", "status": "out", "place": 16}])
    with page.expect_response(lambda answer: "/players" in answer.url):  # until then the page has what it kept
        page.reload()
    page.locator("#people-list", has_text="more: type two letters").wait_for()
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    sheet = page.get_by_role("dialog", name="Bo")
    sheet.get_by_text("When, and who else").click()
    sheet.get_by_label("Also out in the same hand").fill("pi")
    sheet.locator("datalist").first.get_by_text("Pia", exact=True).wait_for(state="attached")
    sheet.get_by_label("Also out in the same hand").fill("pia")
    sheet.get_by_label("Bo started the hand with").select_option("no")
    sheet.get_by_label("Won by a player").fill("kim")  # who sits at the other table by now
    sheet.get_by_role("button", name="Won by").click()
    out = {"type": "out", "player": "Bo", "by": ["Kim"], "with": "Pia", "higher": False}
    assert until(page, room, 1) == [out]
    done(room, page)


@pytest.mark.long
def test_a_level_that_is_to_come_is_changed_and_one_comes_before_it_or_at_the_end(browser: Any) -> None:
    room, page = opened(browser, DESK)
    items = [{**item, "what": what} for item, what in zip(ITEMS, WHATS, strict=False)]
    room.api["/api/tournaments/7/structure"] = (200, {"items": items})
    page.reload()
    tab(page, "Clock")
    for way in ("Change", "Insert a level before"):
        page.get_by_role("button", name="Edit Level 3").click()
        page.get_by_role("dialog").get_by_role("button", name=way).click()
        if way == "Change":
            page.get_by_label("Minutes").fill("15")
            page.get_by_label("Ante").fill("200")
        page.get_by_label("Why are you changing the schedule?").fill("It gets late")
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Add a level").click()
    page.get_by_label("Big blind").fill("500")
    page.get_by_label("Why are you changing the schedule?").fill("It gets late")
    page.keyboard.press("Enter")
    stakes = {"chip": 25, "ante": 200, "blinds": [100, 200]}
    edited = {"kind": "level", "ms": 15 * MINUTE, "stakes": [stakes]}
    assert until(page, room, 3) == [
        {"type": "edit_item", "item": 3, "what": edited, "why": "It gets late"},
        {"type": "insert_item", "item": 3, "what": level(75, 150), "why": "It gets late"},
        {"type": "insert_item", "item": 4, "what": level(200, 500), "why": "It gets late"},
    ]
    done(room, page)


@pytest.mark.long
def test_prizes_and_the_order_of_broken_tables_are_changed(browser: Any) -> None:
    terms = {**evening()["terms"], "guarantee": 500, "pays": {"round_to": 5}}
    room, page = opened(browser, DESK, evening(terms=terms))
    tab(page, "More")
    page.get_by_role("button", name="Change terms").click()
    form = page.get_by_role("dialog", name="Change terms")
    form.get_by_label("Why?").fill("Few came")
    form.get_by_role("button", name="Change", exact=True).click()
    form.get_by_role("alert").filter(has_text="Enter at least one change").wait_for()
    assert "now 500" in form.inner_text()
    form.get_by_label("Prizes in percent").fill("60 30")
    form.get_by_role("button", name="Change", exact=True).click()
    form.get_by_role("alert").filter(has_text="do not add up").wait_for()
    form.get_by_label("Prizes in percent").fill("60 30 10")
    form.get_by_label("Order in which tables break").fill("2, 1")
    form.get_by_label("Seats per table").fill("8")
    form.get_by_role("button", name="Change", exact=True).click()
    pays = {"round_to": 5, "percents": [60, 30, 10]}
    change = {"type": "change_terms", "seats": 8, "pays": pays, "break_order": [2, 1], "why": "Few came"}
    assert until(page, room, 1) == [change]
    done(room, page)


@pytest.mark.long
def test_deal_shows_each_share_before_it_is_made(browser: Any) -> None:
    last = [
        {"number": 1, "seats": [{"seat": at, "player": name, "chips": 5000} for at, name in enumerate(("Ann", "Bo"))]}
    ]
    room, page = opened(browser, DESK, evening(tables=last))
    deals = {"icm": [["Ann", 400], ["Bo", 300]], "even": [["Ann", 350], ["Bo", 350]]}
    room.api["/api/tournaments/7/money"] = (200, {"pool": 700, "prizes": [400, 300], "deals": deals})
    tab(page, "More")
    for way in ("By ICM", "Custom amounts"):
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=way).click()
        form = page.get_by_role("dialog", name="Deal")
        if way == "Custom amounts":
            form.get_by_text("Total 700 of 700").wait_for()
            form.get_by_label("Ann").fill("450")
            form.get_by_text("Total 750 of 700").wait_for()
            form.get_by_label("Bo").fill("250")
        else:
            form.locator("li", has_text="Bo").get_by_text("300").wait_for()
            kept = {"icm": [["Ann", 360], ["Bo", 290]], "even": [["Ann", 325], ["Bo", 325]]}
            room.api["/api/tournaments/7/money"] = (200, {"pool": 700, "deals": kept, "kept": 50, "most_kept": 100})
            form.get_by_label("Left for the winner").fill("50")
            form.locator("li", has_text="Bo").get_by_text("290").wait_for()
            form.locator("li", has_text="Left for the winner").get_by_text("50").wait_for()
            assert form.get_by_role("link", name="Deal sheet").get_attribute("href").endswith("/print/deal?kept=50")
            room.api["/api/tournaments/7/money"] = (200, {"pool": 700, "prizes": [400, 300], "deals": deals})
        form.get_by_role("button", name="Make the deal").click()
    deal = {"type": "make_deal", "first": 0}
    room.api["/api/tournaments/7/money"] = (200, {"pool": 700, "prizes": [], "deals": {}, "uncounted": ["Bo"]})
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="By chip count").click()
    page.get_by_role("dialog", name="Count the stacks of table 1").get_by_label("2 Bo").fill("6000")
    page.get_by_role("button", name="Save the count").click()
    page.get_by_role("dialog", name="Deal").wait_for()  # and the deal goes on
    page.keyboard.press("Escape")
    count = {"type": "count", "stacks": [["Bo", 6000]]}
    own = {**deal, "by": "amounts", "amounts": [["Ann", 450], ["Bo", 250]]}
    assert until(page, room, 3) == [{"type": "make_deal", "by": "icm", "first": 50}, own, count]
    done(room, page)


@pytest.mark.long
def test_in_hand_for_hand_a_tap_says_that_all_tables_have_played(browser: Any) -> None:
    room, page = opened(browser, state=evening(todo=[], terms={"seats": 9, "hand_for_hand": True}))
    page.get_by_text("Hand for hand: report who is out").wait_for()
    page.locator("#also").get_by_role("button", name="All tables have finished the hand").click()
    assert until(page, room, 1) == [{"type": "round"}]
    done(room, page)


@pytest.mark.long
def test_when_it_is_over_the_prizes_are_one_tap_away(browser: Any) -> None:
    room, page = opened(browser, state=evening(todo=[], phase="over"))
    paid = [{"player": "Ann", "place": 1, "won": 400}]
    room.api["/api/tournaments/7/money"] = (200, {"pool": 400, "prizes": [400], "players": paid})
    page.locator("#also").get_by_role("button", name="Money").click()
    page.get_by_role("dialog", name="Money").get_by_role("button", name="Pay out: Ann").wait_for()
    done(room, page)


@pytest.mark.long
def test_an_undo_that_is_refused_says_so_in_the_words_of_the_act(browser: Any) -> None:
    room, page = opened(browser, DESK, clock=True)
    page.clock.set_fixed_time(1_800_000_000_000)
    page.locator("[data-key=o1]").get_by_role("button", name="Do it").click()
    page.locator("#offered", has_text="Table 1 to 2: Ann").wait_for()
    room.api["/api/tournaments/7/do"] = (409, {"code": "undo", "because": "step 43 needs it", "cite": ""})
    page.locator("#undo").click()
    card = page.get_by_role("alert").filter(has_text="step 43 needs it")
    card.get_by_text("Undo: Table 1 to 2: Ann").wait_for()
    tab(page, "Clock")  # where the card is not seen, a tap leads to it
    page.locator("#undo-bar").get_by_role("button", name="Why?").click()
    card.wait_for()
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_an_act_that_the_server_cannot_carry_out_is_seen_to_wait_and_can_be_put_away(browser: Any) -> None:
    room, page = opened(browser)
    room.api["/api/tournaments/7/do"] = (500, {"because": "the server is ill", "cite": ""})
    page.locator("[data-key=o1]").get_by_role("button", name="Do it").click()
    card = page.locator("#cards .is-waiting", has_text="Table 1 to 2: Ann")
    card.wait_for()  # though all that is asked is answered
    assert page.locator("#line").inner_text() == "connected"
    card.get_by_role("button", name="Dismiss").click()
    card.wait_for(state="detached")
    room.errors = [one for one in room.errors if "500" not in one]
    done(room, page)


@pytest.mark.long
def test_a_player_of_a_large_tournament_whom_the_page_does_not_hold_is_one_tap_away(browser: Any) -> None:
    crowd = [{"player": f"P{at}", "status": "out", "place": at + 16} for at in range(200)]
    room, page = opened(browser)
    told(room, people=crowd)
    page.reload()
    tab(page, "Tables")
    room.api["/api/tournaments/7/players"] = (200, {"players": [one for one in players() if one["player"] == "Bo"]})
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Ann").click()
    assert until(page, room, 1) == [{"type": "out", "player": "Bo", "by": ["Ann"]}]
    assert acts(room) == until(page, room, 1)
    done(room, page)


def test_two_taps_make_one_evening_and_a_new_pin_takes_two(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    made = {"id": "7", "pins": [{"role": role, "pin": pin} for role, pin in PINS.items()]}
    room.api["/api/tournaments"] = (200, made)
    room.api["/api/tournaments/7/pins"] = (200, {"pins": [{"role": "floor", "pin": "999999"}]})
    page.get_by_role("button", name="Create the tournament").dblclick()
    page.get_by_role("heading", name="created").wait_for()
    assert [path for path, _ in room.posts].count("/api/tournaments") == 1
    line = page.locator(".desk-pins li", has_text="Floor")
    line.get_by_role("button", name="New PIN").click()
    line.get_by_role("button", name="Replace the old PIN?").click()
    line.locator(".desk-pin", has_text="999999").wait_for()
    assert [form for path, form in room.posts if path.endswith("/pins")] == [{"renew": "floor"}]
    done(room, page)


@pytest.mark.long
def test_a_seat_is_unlocked_ten_heads_are_told_and_the_last_level_has_no_time_to_set(browser: Any) -> None:
    state = evening()
    seats = [{"seat": at, "player": f"P{at}", "how": "known"} for at in range(9)]
    state["tables"] = [{"number": 3, "final": True, "seats": [*seats, {"seat": 9, "locked": True}]}]
    room, page = opened(browser, DESK, state)
    for way in ("Lock", "Count the players"):
        page.get_by_role("button", name="Actions for table 3").click()
        page.get_by_role("dialog", name="Table 3").get_by_role("button", name=way).click()
        page.get_by_role("dialog").get_by_role("button", name="Unlock seat 10" if way == "Lock" else "10").click()
    tab(page, "Clock")
    page.get_by_role("button", name="Set the clock").click()
    page.get_by_role("dialog").locator("select").select_option(str(len(ITEMS) - 1))
    assert page.get_by_label("Time left").is_disabled()
    page.get_by_role("button", name="Set", exact=True).click()
    assert until(page, room, 3) == [
        {"type": "lock", "table": 3, "seat": 9, "on": False},
        {"type": "heads", "table": 3, "n": 10},
        {"type": "jump", "item": len(ITEMS) - 1},
    ]
    done(room, page)


@pytest.mark.long
def test_late_chips_are_counted_by_kind_and_a_button_waits_in_a_mix(browser: Any) -> None:
    state = evening()
    state["terms"]["button_waits"] = True
    state["tables"][0] |= {"removed": [25, 100], "button_waits": True}
    room, page = opened(browser, DESK, state)
    page.locator(".desk-table", has_text="button stays in seat 4").wait_for()
    page.locator("#people-list [data-key=Bo] [data-act=player]").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Late chips").click()
    late = page.get_by_role("dialog", name="Late chips of Bo")
    late.get_by_label("Chips of 25").fill("27")
    late.get_by_text("Total 675").wait_for()
    late.get_by_role("button", name="Exchange", exact=True).click()
    for answer in ("No: the button stays", "Yes: the button moves on"):
        page.get_by_role("button", name="Actions for table 1").click()
        page.get_by_role("dialog", name="Table 1").get_by_role("button", name="Where is the button?").click()
        page.get_by_role("dialog", name="Where is the button at table 1?").get_by_role("button").nth(2).click()
        page.get_by_role("dialog", name="have blinds?").get_by_role("button", name=answer).click()
    assert until(page, room, 3) == [
        {"type": "late_chips", "player": "Bo", "chips": "25x27"},
        {"type": "button_at", "table": 1, "seat": 1, "frozen": True},
        {"type": "button_at", "table": 1, "seat": 1},
    ]
    done(room, page)


@pytest.mark.long
def test_all_who_wait_are_refused_and_the_check_in_is_closed(browser: Any) -> None:
    state = evening(phase="checkin", todo=[])
    state["counts"] |= {"checked_in": 12}
    room, page = opened(browser, state=state)
    page.get_by_role("button", name="Refuse everyone waiting").click()
    asked = page.get_by_role("dialog", name="Refuse everyone waiting")
    assert "12 names will be deleted" in asked.inner_text()
    asked.get_by_role("button", name="Fake names").click()
    asked.wait_for(state="detached")
    tab(page, "More")
    page.get_by_role("button", name="Close check-in").click()
    page.locator("#offered", has_text="Check-in is closed").wait_for()  # else the reload sends it again
    told(room, evening(terms={**state["terms"], "check_in_closed": True}, counts={**state["counts"], "checked_in": 0}))
    page.reload()
    tab(page, "More")
    page.get_by_role("button", name="Open check-in").click()
    assert page.get_by_role("button", name="Refuse everyone waiting").count() == 0
    why = "Fake names"
    assert until(page, room, 3) == [
        {"type": "refuse_all", "why": why}, {"type": "set_check_in", "on": False}, {"type": "set_check_in", "on": True},
    ]  # fmt: skip
    done(room, page)


def test_whoever_reports_being_out_is_not_out_before_the_winner_is_asked(browser: Any) -> None:
    line = {"id": "ask-3", "kind": "asked", "about": "out", "text": "Bo reports being out", "players": ["Bo"],
            "tables": [1], "ask": 3, "at": 9, "do": {"type": "do_todo", "todo": "ask-3"}}  # fmt: skip
    room, page = opened(browser, DESK, state=evening(todo=[line]))
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("dialog", name="Bo").locator("[data-player=Ann]").click()
    assert until(page, room, 1) == [{"type": "out", "player": "Bo", "by": ["Ann"], "at": 9}]
    done(room, page)


def test_who_has_received_too_much_gives_it_back_with_one_tap(browser: Any) -> None:
    act = {"type": "hand_out", "player": "Bo"}
    line = {"id": "overpaid-Bo-1000", "kind": "question", "about": "overpaid", "text": "Bo has 1,000 too much",
            "players": ["Bo"], "n": 1000, "do": act}  # fmt: skip
    room, page = opened(browser, DESK, state=evening(todo=[line]))
    page.get_by_role("button", name="Returned 1,000").click()
    assert until(page, room, 1) == [act]
    assert not page.get_by_role("button", name="Not now").count()
    done(room, page)


def test_who_got_a_chip_in_a_race_is_asked(browser: Any) -> None:
    room, page = opened(browser, DESK)
    because = "1 of seats 1, 2 get a chip of 100"
    room.api["/api/tournaments/7/preview"] = (409, {"because": because, "cite": "", "code": "race_undecided"})
    page.get_by_role("button", name="Actions for table 1").click()
    page.get_by_role("button", name="Race chips off").click()
    race = page.get_by_role("dialog", name="Race at table 1")
    for at in range(2):
        race.get_by_role("spinbutton").nth(at).fill("2")
    race.get_by_role("button", name="Race").click()
    winner = page.get_by_role("dialog", name="Who got a chip?")
    winner.get_by_text(because).wait_for()
    winner.get_by_role("checkbox").nth(1).check()
    winner.get_by_role("button", name="Race").click()
    [sent] = until(page, room, 1)
    assert sent["type"] == "race" and sent["won"] == [sent["odd"][1][0]]
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)
