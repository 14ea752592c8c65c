"""The director's console, told from the test: to do, outs, the outbox without a network, undo, search, the PIN."""

from __future__ import annotations

from typing import Any

import pytest
from evening_scenes import acts, done_by, evening, players, told
from page_browser import DESK, PHONE, PlayedRoom, done, wait_until

DONE = {"seq": 42, "step": 42, "undo": 42, "already": None, "notes": []}


def opened(
    browser: Any, size: dict[str, int] = PHONE, state: dict[str, Any] | None = None, *, clock: bool = False
) -> tuple[PlayedRoom, Any]:
    """The console of the evening, as soon as it is there."""
    room = PlayedRoom("Eve", role="host")
    told(room, state)
    done_by(room, DONE)
    page = room.open(browser, "/desk/7", size=size, clock=clock)
    page.locator("#tabs").wait_for()
    return room, page


def tab(page: Any, name: str) -> None:
    page.get_by_role("navigation", name="Desk sections").get_by_role("button", name=name).click()


def until(page: Any, room: PlayedRoom, count: int) -> list[dict[str, Any]]:
    """The first so many acts."""
    wait_until(page, lambda: len(acts(room)) >= count)
    return acts(room)


def test_next_task_shows_its_reason_and_is_done_with_one_tap(browser: Any) -> None:
    room, page = opened(browser)
    assert "12:34" in page.locator("#strip").inner_text() and "15 of 17 left" in page.locator("#strip").inner_text()
    order = page.locator("[data-key=o1]")
    assert "Table 1 has two players more." in order.inner_text() and "TDA-2024 10-A" in order.inner_text()
    order.get_by_role("button", name="Do it").click()
    page.locator("[data-key=q1]").get_by_role("button", name="Report the seat").click()
    page.get_by_role("dialog").get_by_role("button", name="3 Kim").click()
    page.locator("[data-key=a1]").get_by_role("button", name="No").click()
    page.get_by_role("dialog").get_by_role("button", name="In the break").click()
    assert until(page, room, 3) == [
        {"type": "do_todo", "todo": "o1"},
        {"type": "button_at", "table": 2, "seat": 2},
        {"type": "not_now", "todo": "a1", "why": "In the break"},
    ]
    done(room, page)


def test_a_player_is_out_with_two_taps_and_back_with_one(browser: Any) -> None:
    room, page = opened(browser, clock=True)
    page.clock.set_fixed_time(1_800_000_000_000)  # the ten seconds do not run out on a slow machine
    tab(page, "Tables")
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Ann").click()
    page.locator("#undo-bar", has_text="Bo is out, by Ann").wait_for()
    page.locator("#undo").click()
    out = {"type": "out", "player": "Bo", "by": ["Ann"]}
    assert until(page, room, 2) == [out, {"type": "undo", "step": 42, "only": True}]
    page.locator("#offered", has_text="Undone: Bo is out, by Ann").wait_for()
    done(room, page)


def test_a_correction_is_taken_back_with_one_tap(browser: Any) -> None:
    room, page = opened(browser, DESK, clock=True)
    page.clock.set_fixed_time(1_800_000_000_000)
    page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Ann").click()
    page.locator("#undo-bar", has_text="Bo is out, by Ann").wait_for()
    done_by(room, {"seq": 43, "step": 43, "redo": True})
    page.locator("#undo").click()
    page.locator("#offered", has_text="Undone: Bo is out, by Ann").wait_for()
    page.locator("#undo").click()
    assert until(page, room, 3)[2] == {"type": "redo", "step": 43}
    done(room, page)


def test_all_tasks_are_one_tap_away(browser: Any) -> None:
    asked = [
        {
            "id": f"a{at}",
            "kind": "asked",
            "about": "floor",
            "text": f"Player {at} asks for the floor",
            "players": ["Bo"],
        }
        for at in range(30)
    ]
    room, page = opened(browser, DESK, state=evening(todo=asked[:24], todo_more=6))
    room.api["/api/tournaments/7/advice"] = (200, {"todo": asked, "seq": 41})
    page.get_by_role("button", name="Now (30)").wait_for()
    page.get_by_role("button", name="Show 6 more tasks").click()
    page.locator(".desk-card", has_text="Player 29").wait_for()
    assert page.locator("#todo .desk-card").count() == 30 and page.get_by_text("more tasks").count() == 0
    done(room, page)


@pytest.mark.long
def test_an_out_may_have_several_winners_or_none_that_is_known(browser: Any) -> None:
    room, page = opened(browser, DESK)
    for taps in (("Several won", "Ann", "Cy", "Done"), ("Unknown",)):
        page.get_by_role("article", name="Table 1").get_by_role("button", name="Bo").click()
        sheet = page.get_by_role("dialog", name="Bo")
        for tap in taps:
            (sheet.get_by_label(tap) if tap == "Several won" else sheet.get_by_role("button", name=tap)).click()
    out = {"type": "out", "player": "Bo"}
    assert until(page, room, 2) == [{**out, "by": ["Ann", "Cy"]}, out]
    done(room, page)


def test_the_winner_of_a_bounty_is_named_after_its_player_is_back(browser: Any) -> None:
    asked = {"id": "w", "kind": "question", "text": "Who won?", "players": ["Bo"], "tables": [1], "about": "winner"}
    room, page = opened(browser, state=evening(todo=[{**asked, "n": 31}]))
    page.get_by_role("button", name="Report the winner").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Ann").click()
    assert until(page, room, 1) == [{"type": "out", "player": "Bo", "by": ["Ann"], "step": 31}]
    done(room, page)


def test_the_final_table_keeps_a_number_with_two_taps(browser: Any) -> None:
    order = {
        "id": "f",
        "kind": "order",
        "about": "redraw",
        "text": "All 9 draw",
        "do": {"type": "do_todo", "todo": "f"},
    }
    view = evening(todo=[order])
    view["counts"]["left"], view["terms"]["final_seats"] = 9, 9
    view["tables"][0] |= {"final": True, "size": 10}
    room, page = opened(browser, DESK, state=view)
    page.get_by_role("button", name="Keep a table's number").click()
    page.get_by_role("dialog", name="The final table of 9 seats").get_by_role("button", name="Table 2").click()
    assert until(page, room, 1) == [{"type": "redraw", "table": 2}]
    page.get_by_role("article", name="Table 1").get_by_text("final table of 10 seats").wait_for()
    done(room, page)


def test_who_moves_is_shown_after_a_table_is_broken_with_a_tap_to_print(browser: Any) -> None:
    moves = [{"player": name, "from_table": 3, "from_seat": 1, "table": 1, "seat": 9} for name in ("Ann", "Bo")]
    room, page = opened(browser, DESK, state=evening(moved={"step": 41, "at": 0, "moves": moves}))
    card = page.locator(".desk-card", has_text="2 players move")
    assert card.locator("li").first.inner_text().split("\n") == ["Ann", "table 1, seat 9"]
    slips = card.get_by_role("link", name="Print move slips")
    assert slips.get_attribute("href") == "/api/tournaments/7/print/breaks?step=41"
    card.get_by_role("button", name="Done").click()
    card.wait_for(state="detached")
    done(room, page)


def test_a_table_gets_a_name_that_follows_its_number(browser: Any) -> None:
    view = evening(moved={"step": 41, "at": 0, "moves": [{"player": "Ann", "table": 2, "seat": 9}]})
    room, page = opened(browser, DESK, state=view)
    page.get_by_role("button", name="Actions for table 2").click()
    page.get_by_role("button", name="Name the table").click()
    page.get_by_role("dialog", name="Name table 2").get_by_label("Name").fill("Rio")
    page.keyboard.press("Enter")
    page.locator("#offered", has_text="Table 2 is called Rio").wait_for()
    assert until(page, room, 1) == [{"type": "name_table", "table": 2, "name": "Rio"}]
    view["tables"][1]["name"] = "Rio"
    told(room, view)
    page.reload()
    page.get_by_role("heading", name="Table 2 (Rio)").wait_for()
    assert "table 2 (Rio), seat 9" in page.locator(".desk-card", has_text="1 player moves").inner_text()
    assert "table 2 (Rio), seat 1" in page.locator("#people-list").inner_text()
    done(room, page)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_long_name_does_not_grow_its_seat(browser: Any, size: dict[str, int]) -> None:
    view = evening()
    name = "Wolfeschlegelsteinhausenbergerdorff Maximilian-Alexander IV."
    view["tables"][0]["seats"][2]["player"] = name
    room, page = opened(browser, size, state=view)
    page.locator(f'[title="{name}"]').wait_for(state="attached")
    if size == PHONE:
        tab(page, "Tables")
    seats = page.get_by_role("article", name="Table 1").locator("button.desk-seat")
    seats.first.wait_for()
    heights = seats.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert max(heights) <= 1.5 * min(heights) and page.locator(f'[title="{name}"]').count() == 1
    done(room, page)


def test_a_called_clock_is_answered_with_one_tap(browser: Any) -> None:
    room, page = opened(browser, state=evening(called={"player": "Bo", "table": 1, "until": 10**15}))
    page.locator("#called", has_text="Bo, table 1").get_by_role("button", name="Has acted").click()
    assert until(page, room, 1) == [{"type": "call_clock", "player": "Bo", "on": False}]
    done(room, page)


def test_the_check_in_code_is_shown_without_a_pin(browser: Any) -> None:
    room, page = opened(browser, DESK)
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://192.168.1.5:8000", "name": "wlan0"}]})
    room.api["/api/invite/qr"] = (200, {})
    tab(page, "More")
    page.get_by_role("button", name="Check-in code").click()
    code = page.get_by_role("dialog", name="Check-in code")
    code.locator(".qr").wait_for()
    assert code.locator(".desk-pin").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("button", name="PINs").click()
    pins = page.get_by_role("dialog", name="PINs")
    pins.locator(".desk-pin").first.wait_for()
    assert pins.locator(".qr").count() == 0
    done(room, page)


def test_hand_for_hand_and_a_deal_are_asked_about_far_from_the_money(browser: Any) -> None:
    state = evening()
    state["counts"]["left"] = 27
    state["terms"]["prizes"] = [400, 300, 200, 100]
    room, page = opened(browser, DESK, state=state)
    tab(page, "More")
    for tap, title in (("Deal", "Make a deal already?"), ("Hand for hand", "Start hand for hand?")):
        page.get_by_role("button", name=tap, exact=True).click()
        asked = page.get_by_role("dialog", name=title)
        asked.get_by_text("27 players are left, 4 places are paid.").wait_for()
        if tap == "Deal":
            page.keyboard.press("Escape")
            asked.wait_for(state="detached")
    assert not acts(room)
    asked.get_by_role("button", name="Start hand for hand").click()
    assert until(page, room, 1) == [{"type": "go_hand_for_hand", "on": True}]
    state["terms"]["hand_for_hand"] = True
    told(room, state)
    room.tell(b'{"type":"tournament","tournament":"7","seq":42,"at":0,"state":{}}')
    page.locator("#next", has_text="Hand for hand: 27 left, 4 paid").wait_for()
    done(room, page)


@pytest.mark.long
def test_players_are_found_pay_and_enter(browser: Any) -> None:
    room, page = opened(browser)
    tab(page, "Players")
    page.get_by_label("Find: two letters").fill("1-3")
    assert page.locator(".desk-player .desk-name").all_inner_texts() == ["Cy"]
    page.get_by_label("Find: two letters").fill("bo")
    assert page.locator(".desk-player .desk-name").all_inner_texts() == ["Bo", "Zoë Bolt"]
    page.get_by_role("button", name="Zoë Bolt has paid").click()
    page.get_by_role("button", name="Bo table 1").click()
    page.get_by_role("dialog", name="Bo").get_by_role("button", name="Rebuy").click()
    page.get_by_role("button", name="Enter a player").click()
    page.get_by_label("Name").fill("Quin")
    page.keyboard.press("Enter")
    assert until(page, room, 3) == [
        {"type": "paid", "player": "Zoë Bolt"},
        {"type": "rebuy", "player": "Bo"},
        {"type": "register", "player": "Quin"},
    ]
    done(room, page)


@pytest.mark.long
def test_the_clock_is_led_with_one_tap(browser: Any) -> None:
    room, page = opened(browser)
    page.get_by_role("banner").get_by_role("button", name="Start the clock").click()
    tab(page, "Clock")
    for name in ("1 minute more", "Next level"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Set the clock").click()
    page.get_by_label("Time left").fill("7:30")
    page.keyboard.press("Enter")
    assert until(page, room, 4) == [
        {"type": "start"},
        {"type": "add_time", "ms": 60_000},
        {"type": "jump", "item": 2},
        {"type": "jump", "item": 1, "left": 450_000},
    ]
    done(room, page)


def test_without_a_network_the_page_keeps_what_was_tapped_and_sends_it_once(browser: Any) -> None:
    room, page = opened(browser)
    done_by(room, {"because": "down", "cite": ""}, 503)
    room.api["/api/tournaments/7/director"] = (503, {"because": "down", "cite": ""})
    page.locator("[data-key=o1]").get_by_role("button", name="Do it").click()
    page.locator("#offline", has_text="1 waiting to be sent").wait_for()
    assert "the clock continues by the schedule" in page.locator("#offline").inner_text()
    assert page.locator("#line").inner_text() == "disconnected"
    page.reload()  # what was tapped, and what is known, outlives the page
    page.locator(".is-waiting", has_text="Table 1 to 2: Ann").wait_for()
    told(room)
    done_by(room, DONE)
    page.locator("#offline").wait_for(state="hidden")
    page.locator(".is-waiting").wait_for(state="detached")
    said = [form for path, form in room.posts if path == "/api/tournaments/7/do"]
    assert {form["id"] for form in said} == {said[0]["id"]}
    room.errors = [one for one in room.errors if "503" not in one]
    done(room, page)


@pytest.mark.long
def test_refused_act_returns_as_a_card_with_buttons_that_correct_it(browser: Any) -> None:
    room, page = opened(browser)
    offers = [{"text": "Take the bust back", "do": {"type": "unbust", "player": "Bo"}}]
    done_by(room, {"code": "already_out", "because": "Bo is out already", "cite": "", "offers": offers}, 409)
    page.locator("[data-key=o1]").get_by_role("button", name="Do it").click()
    card = page.get_by_role("alert").filter(has_text="Bo is out already")
    card.wait_for()
    done_by(room, DONE)
    card.get_by_role("button", name="Take the bust back").click()
    card.wait_for(state="detached")
    assert until(page, room, 2)[1] == {"type": "unbust", "player": "Bo"}
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_a_step_of_the_history_is_corrected_alone_and_what_it_changes_is_seen_first(browser: Any) -> None:
    room, page = opened(browser)
    room.api["/api/tournaments/7/log"] = (200, {"lines": evening()["history"], "seq": 41})
    text = "Oz status: out \N{RIGHTWARDS ARROW} seated"
    changes = [{"whom": "Oz", "what": "status", "before": "out", "after": "seated", "text": text, "sentence": [text]}]
    room.api["/api/tournaments/7/preview"] = (200, {"events": 1, "changes": changes})
    tab(page, "More")
    page.get_by_role("button", name="History").click()
    page.get_by_role("dialog").get_by_role("button", name="Correct").click()
    page.get_by_role("dialog", name="Correct only this step?").get_by_text("Oz status: out → seated").wait_for()
    page.get_by_label("Why?").fill("It was Pia")
    page.keyboard.press("Enter")
    assert until(page, room, 1) == [{"type": "undo", "step": 40, "only": True, "why": "It was Pia"}]
    done(room, page)


def test_an_elimination_is_corrected_with_two_taps(browser: Any) -> None:
    out = {"type": "out", "player": "Oz", "by": ["Bo"], "at": 1_800_000_000_000}
    line = {"step": 40, "at": 1_800_000_000_000, "by": "Eve", "text": "Oz is out, by Bo", "undo": True, "out": out}
    room, page = opened(browser, DESK, state=evening(history=[line]))
    gone = [{"player": name, "status": "out", "place": place} for name, place in (("Oz", 16), ("Pia", 15))]
    told(room, evening(history=[line]), [*players()[:14], *gone])
    page.reload()
    correct = page.locator("#lately").get_by_role("button", name="Correct")
    window = page.get_by_role("dialog", name="Correct: Oz is out, by Bo")
    for tap in ("Ann", "Place 15, ahead of Pia", "5 min earlier"):
        correct.click()
        window.get_by_role("button", name=tap, exact=True).click()
    again = {"type": "undo", "step": 40, "only": True}
    assert until(page, room, 3) == [
        {**again, "instead": {**out, "by": ["Ann"]}},
        {"type": "reorder", "players": ["Oz", "Pia"]},
        {**again, "instead": {**out, "at": 1_800_000_000_000 - 5 * 60_000}},
    ]
    correct.click()
    window.get_by_role("button", name="Oz is not out").click()
    page.get_by_role("dialog", name="Correct only this step?").wait_for()
    room.errors = []
    done(room, page)


def test_somebody_without_a_role_enters_with_a_pin(browser: Any) -> None:
    room = PlayedRoom()
    told(room)
    room.api["/api/tournaments/7/director"] = (401, {"because": "say the PIN of your role", "cite": ""})
    room.api["/api/tournaments/7/enter"] = (401, {"because": "this PIN is wrong", "cite": ""})
    page = room.open(browser, "/desk/7", size=PHONE)
    page.get_by_label("PIN").fill("111111")
    page.get_by_label("Your name").fill("Sam")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="this PIN is wrong").wait_for()
    room.api["/api/tournaments/7/enter"] = (200, {"role": "floor", "table": 0, "name": "Sam"})
    page.get_by_label("PIN").fill("123456")
    page.keyboard.press("Enter")
    given = ("/api/tournaments/7/enter", {"pin": "123456", "name": "Sam", "table": 0})
    wait_until(page, lambda: given in room.posts)
    assert given in room.posts
    told(room)
    page.locator("[data-key=o1]").wait_for()
    room.errors = [one for one in room.errors if "401" not in one]
    done(room, page)


@pytest.mark.long
def test_a_prize_is_handed_out_where_the_money_stands(browser: Any) -> None:
    room, page = opened(browser)
    won = {"player": "Oz", "place": 2, "won": 35_000}
    money = {"pool": 85_000, "prizes": [50_000, 35_000], "lines": []}
    room.api["/api/tournaments/7/money"] = (200, money | {"players": [won]})
    tab(page, "More")
    page.get_by_role("button", name="Money").click()
    window = page.get_by_role("dialog", name="Money")
    window.get_by_text("35,000 to pay").wait_for()
    assert window.get_by_role("link").get_attribute("href") == "/api/tournaments/7/books.csv"
    room.api["/api/tournaments/7/money"] = (200, money | {"players": [won | {"given": 35_000}]})
    window.get_by_role("button", name="Pay out: Oz").click()
    window.get_by_text("35,000 paid").wait_for()
    window.get_by_role("button", name="Undo: Oz").click()
    given = {"type": "hand_out", "player": "Oz"}
    assert until(page, room, 2) == [given, given | {"back": True}]
    done(room, page)


@pytest.mark.long
def test_a_tournament_that_is_played_in_the_room_has_no_desk(browser: Any) -> None:
    room = PlayedRoom()
    room.api["/api/tournaments/7/director"] = (404, {"because": "it is played there", "cite": "", "code": "not_live"})
    page = room.open(browser, "/desk/7", size=PHONE)
    page.get_by_text("This is an online tournament").wait_for()
    assert page.get_by_role("link", name="Go to its page").get_attribute("href") == "/tournament/7"
    assert page.get_by_label("PIN").count() == 0 and page.locator("#people").inner_text() == ""
    room.errors = [one for one in room.errors if "404" not in one]
    done(room, page)


@pytest.mark.long
def test_the_focus_stays_on_what_it_was_on_when_something_changes(browser: Any) -> None:
    room, page = opened(browser)
    page.locator("[data-key=a1]").get_by_role("button", name="Yes").focus()
    state = evening()
    state["todo"][2]["text"] = "Cy asks for a rebuy again"
    state["todo"] = state["todo"][1:]
    told(room, state)
    room.tell(b'{"type":"tournament","tournament":"7","seq":42,"at":0,"state":{}}')
    page.locator("[data-key=a1]", has_text="again").wait_for()
    assert page.evaluate("document.activeElement.closest('[data-key]').dataset.key") == "a1"
    assert page.evaluate("document.activeElement.textContent") == "Yes"
    done(room, page)


@pytest.mark.long
def test_nothing_is_cut_off_on_a_phone_and_every_target_is_large(browser: Any) -> None:
    room, page = opened(browser)
    small = """[...document.querySelectorAll("button, a, input, select")].filter((one) => one.offsetParent)
        .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    for name in ("Now", "Players", "Tables", "Clock", "More"):
        tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(small) == []
    done(room, page)


@pytest.mark.long
def test_before_the_start_players_who_said_their_names_pay_and_seats_are_drawn(browser: Any) -> None:
    enter = {"id": "ask-4", "kind": "asked", "about": "enter", "text": "Quin would like to enter", "players": ["Quin"]}
    clock = {"running": False, "item": 0, "level": 1, "is_break": False}
    todo = [{**enter, "do": {"type": "do_todo", "todo": "ask-4"}}]
    room, page = opened(browser, state=evening(phase="checkin", todo=todo, clock=clock))
    tab(page, "Players")
    page.get_by_role("button", name="Quin has paid").click()
    tab(page, "Now")
    page.get_by_role("button", name="Draw seats").click()
    assert until(page, room, 2) == [{"type": "do_todo", "todo": "ask-4"}, {"type": "draw_seats"}]
    told(room, evening(phase="seated", todo=[], clock=clock))
    room.tell(b'{"type":"tournament","tournament":"7","seq":42,"at":0,"state":{}}')
    page.get_by_role("button", name="Start", exact=True).click()
    assert until(page, room, 3)[2] == {"type": "start"}
    done(room, page)


@pytest.mark.parametrize(("size", "volume"), [(DESK, "70"), (PHONE, "0")], ids=["desk", "phone"])
def test_sounds_are_off_by_default_on_phones_alone(browser: Any, size: dict[str, int], volume: str) -> None:
    room = PlayedRoom("Eve", role="host")
    told(room)
    page = room.open(browser, "/desk/7", size=size, has_touch=size == PHONE, is_mobile=size == PHONE)
    page.locator("#tabs").wait_for()
    tab(page, "More")
    page.get_by_role("button", name="Sounds").click()
    assert page.get_by_role("dialog").get_by_role("slider").input_value() == volume
    done(room, page)
