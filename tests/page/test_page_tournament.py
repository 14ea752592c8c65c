"""The pages of a tournament, told from the test: before it starts, while it is on, after it, and at its tables."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from page_browser import DESK, PHONE, PlayedRoom, done, leave, sent
from page_scenes import holdem

HOUR = 3_600_000
ABOUT = {
    "title": "Friday", "game": "No-limit hold'em", "seats": 9, "stack": 5000, "buy_in": 2000, "fee": 200, "most": 27,
    "late_levels": 4, "starts_at": 49 * HOUR, "levels": [
        {"level": 1, "text": "blinds 25/50", "ms": 600_000}, {"level": 0, "text": "Break", "ms": 300_000},
        {"level": 2, "text": "blinds 1000/2000", "ms": 600_000},
    ],
}  # fmt: skip
ON = {
    "phase": "running", "players": 27, "left": 12, "entries": 29, "level": 4, "stakes": "blinds 1000/2000",
    "next_stakes": "blinds 1500/3000", "level_until": 2 * HOUR, "average": 22_500, "average_bets": 11.2,
    "pool": 58_000, "prizes": [29_000, 17_400, 11_600], "jump": [9, 11_600],
    "tables": [{"number": 1, "table": "11", "players": 6}, {"number": 2, "table": "12", "players": 6}],
    "stacks": [{"player": "Bo", "place": 1, "chips": 60_000, "table": 2}, {"player": "Ann", "place": 2, "chips": 9000}],
    "out": [{"player": "Cy", "place": 13}],
    "news": [{"at": 5, "text": "Bo goes to table 2.", "kind": "move", "player": "Bo", "cite": "TDA-2013:10-A"}],
}  # fmt: skip
BEFORE = {"phase": "registering", "players": 2, "entries": 2, "registered": ["Bo", "Cy"], "entry_open": True}


def told(state: dict[str, Any], yours: dict[str, Any] | None = None) -> bytes:
    """The message that tells how the tournament stands."""
    whole = {"id": "1", "about": ABOUT, **state}
    return json.dumps(
        {"type": "tournament", "tournament": "1", "seq": 9, "at": 0, "state": whole, "yours": yours}
    ).encode()


def opened(browser: Any, room: PlayedRoom, first: bytes, **more: Any) -> Any:
    """The page of the tournament, as it is told first."""
    room.greet = [first]
    page = room.open(browser, "/tournament/1", **more)
    page.locator("#title", has_text="Friday").wait_for()
    return page


def test_before_the_start_one_enters_and_takes_it_back(browser: Any) -> None:
    room = PlayedRoom("Ann")
    page = opened(browser, room, told(BEFORE, {"may": ["register"]}))
    page.locator("#lead", has_text=re.compile(r"^Starts in 2 days( 1 h)?$")).wait_for()
    asked = page.locator("#answers").inner_text()
    for fact in ("2\n25 seats left", "2,200", "including 200 fee", "5,000"):
        assert fact in asked
    facts = page.locator("#facts").inner_text()
    for fact in ("through level 4", "9 seats each, at most 27 players"):
        assert fact in facts
    assert page.locator("#players li").all_inner_texts() == ["Bo", "Cy"]
    page.locator("#structure summary").click()
    assert page.locator("#levels tr").all_inner_texts()[2].split("\t") == ["Level 2", "blinds 1,000/2,000", "10 min"]
    page.get_by_role("button", name="Register").click()
    assert sent(room, page, 1) == [{"type": "register"}]
    room.tell(
        told(
            {**BEFORE, "registered": ["Bo", "Cy", "Ann"]}, {"name": "Ann", "status": "registered", "may": ["take_back"]}
        )
    )
    page.get_by_role("button", name="Unregister").click()
    assert sent(room, page, 2)[1] == {"type": "take_back"}
    assert {"type": "watch", "topic": "tournament/1"} in room.heard
    done(room, page)


def test_player_who_gets_a_seat_goes_to_its_table(browser: Any) -> None:
    """Also the last one, whose entry begins a sit-and-go: all others are there already."""
    room = PlayedRoom("Ann")
    page = opened(browser, room, told(BEFORE, {"may": ["register"]}))
    page.get_by_role("button", name="Register").click()
    assert sent(room, page, 1) == [{"type": "register"}]
    room.tell(told(ON, {"name": "Ann", "status": "seated", "table": "11", "number": 1, "seat": 3}))
    page.wait_for_url("**/table/11")
    leave(page)


@pytest.mark.long
def test_somebody_without_a_name_says_one_first(browser: Any) -> None:
    room = PlayedRoom()
    page = opened(browser, room, told(BEFORE))
    page.get_by_role("button", name="Register").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.keyboard.press("Enter")
    assert sent(room, page, 1) == [{"type": "register"}]
    assert ("/api/guest", {"name": "Ann"}) in room.posts
    done(room, page)


def test_while_it_is_on_all_figures_are_there(browser: Any) -> None:
    room = PlayedRoom("Ann")
    own = {"name": "Ann", "status": "seated", "table": "11", "number": 1, "seat": 3, "chips": 9000, "place": 2}
    page = opened(browser, room, told(ON, own), size=PHONE)
    page.locator("#clock-left", has_text=re.compile(r"^[12]:\d\d:\d\d$")).wait_for()
    assert page.locator("#clock").inner_text().split("\n")[0] == "Level 4"
    cells = [cell.split("\n") for cell in page.locator(".answer").all_inner_texts()]
    assert cells == [
        ["Place", "2", "12 players left"], ["Stack", "4.5 BB", "9,000 chips"],
        ["Next pay jump", "+11,600", "after 9 more players"],
    ]  # fmt: skip
    assert "then blinds 1,500/3,000" in page.locator("#clock-stakes").inner_text()
    facts = page.locator("#facts").inner_text()
    for fact in ("22,500 (11.2 BB)", "58,000"):
        assert fact in facts
    assert [row.split("\n")[0] for row in page.locator("#tables li").all_inner_texts()] == [
        "Table 1my table",
        "Table 2Bo is the chip leader",
    ]
    assert page.get_by_role("link", name="Go to my table").get_attribute("href") == "/table/11"
    assert page.locator("#prizes li").count() == 3 and "13. Cy" in page.locator("#out").inner_text()
    assert "TDA-2013:10-A" in page.locator("#news").inner_text()
    room.tell(told({**ON, "hand_for_hand": True, "left": 4}, own))
    page.locator("#banner", has_text="one player to go until the money").wait_for()
    room.tell(told({**ON, "phase": "break", "is_break": True}, own))
    page.locator("#banner", has_text="Break: play continues in").wait_for()
    assert page.locator("#staff").is_hidden()
    done(room, page)


@pytest.mark.long
def test_the_staff_act_with_a_reason(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    page = opened(browser, room, told(ON, {"may": ["announce", "direct", "call_off", "pause"]}))
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Reason").fill("the lamp broke")
    page.keyboard.press("Enter")
    assert sent(room, page, 1) == [{"type": "pause", "reason": "the lamp broke"}]
    page.locator("#staff select").select_option("penalise")
    page.get_by_role("button", name="Continue…").click()
    page.locator("dialog select").select_option("Bo")
    page.get_by_label("Hands to miss").fill("2")
    page.get_by_label("Reason").fill("a phone at the table")
    page.keyboard.press("Enter")
    penalty = {"type": "penalise", "player": "Bo", "hands": 2, "why": "a phone at the table"}
    assert sent(room, page, 2)[1] == {"type": "direct", "do": penalty, "reason": "a phone at the table"}
    done(room, page)


def test_a_deal_is_offered_and_answered(browser: Any) -> None:
    room = PlayedRoom("Ann")
    last = {**ON, "left": 2, "tables": [{"number": 3, "table": "13", "players": 2, "final": True}]}
    own = {"name": "Ann", "status": "seated", "table": "13", "number": 3, "place": 2}
    page = opened(browser, room, told(last, {**own, "may": ["offer_deal"]}))
    page.get_by_role("button", name="Offer a deal").click()
    page.locator("dialog select").select_option("amounts")
    page.get_by_label("Left for the winner").fill("1000")
    page.get_by_label("Bo", exact=True).fill("25000")
    page.get_by_role("button", name="Offer the deal").click()
    page.get_by_role("alert").filter(has_text="20,400 missing").wait_for()
    page.get_by_label("Ann", exact=True).fill("20400")
    page.get_by_role("button", name="Offer the deal").click()
    offer = {"type": "offer_deal", "by": "amounts", "first": 1000, "amounts": [["Bo", 25_000], ["Ann", 20_400]]}
    assert sent(room, page, 1) == [offer]
    offered = {
        "number": 4,
        "player": "Bo",
        "by": "icm",
        "until": HOUR,
        "first": 1000,
        "figures": [["Bo", 26_000], ["Ann", 19_400]],
        "agreed": ["Bo"],
    }
    room.tell(told({**last, "phase": "deal", "offer": offered}, {**own, "may": ["answer_deal"]}))
    page.locator("#offer", has_text="19,400").wait_for()
    page.get_by_role("button", name="I agree").click()
    assert sent(room, page, 2)[1] == {"type": "answer_deal", "offer": 4, "yes": True}
    done(room, page)


@pytest.mark.long
def test_after_it_there_are_results_also_of_one_that_was_over_long_ago(browser: Any) -> None:
    room = PlayedRoom("Ann")
    out = [{"player": "Bo", "place": 1, "paid": 29_000, "bounties": 500}, {"player": "Ann", "place": 2, "paid": 17_400}]
    state = {"id": "1", "about": ABOUT, "phase": "over", "players": 2, "out": out}
    room.api["/api/tournaments/1"] = (
        200,
        {"id": "1", "seq": 99, "at": 0, "state": state, "yours": {"name": "Ann", "place": 2}},
    )
    told_hands = {"tables": [{"number": 3, "table": "t9", "first": 1, "last": 40}]}
    room.api["/api/tournaments/1/hands"] = (200, told_hands)
    page = opened(
        browser,
        room,
        json.dumps({"type": "gone", "table": "tournament/1", "because": "no such tournament"}).encode(),
    )
    page.locator("#lead", has_text="Bo won (2 players)").wait_for()
    hands = page.locator("#hands li")
    hands.first.wait_for()
    assert hands.all_inner_texts()[0].split("\n") == ["Table 3", "40 hands"]
    assert hands.first.get_by_role("link").get_attribute("href") == "/hand/t9/1"
    assert page.locator("#out-title").inner_text() == "Results"
    assert page.locator("#out li").all_inner_texts()[0].split("\n") == ["1. Bo", "29,000 + 500 in bounties"]
    assert page.get_by_role("link", name="Results as CSV").get_attribute("href") == "/api/tournaments/1/csv"
    done(room, page)


@pytest.mark.long
def test_the_list_has_those_first_that_one_plays_in(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    lines = [
        {"id": "1", "title": "Done", "phase": "over", "game": "Razz", "players": 9, "winner": "Bo"},
        {"id": "2", "title": "Open", "phase": "registering", "game": "Razz", "buy_in": 2000, "entry_open": True},
        {"id": "3", "title": "Mine", "phase": "running", "game": "Razz", "players": 9, "left": 3, "level": 2},
    ]  # fmt: skip
    room.api["/api/tournaments"] = (200, {"tournaments": lines, "mine": ["3"]})
    room.api["/api/tournaments/presets"] = (
        200,
        {"presets": [{"name": "hyper", "title": "Hyper"}, {"name": "turbo", "title": "Turbo"}]},
    )
    page = room.open(browser, "/tournaments")
    page.locator(".table-row").first.wait_for()
    assert page.locator(".table-row h2").all_inner_texts() == ["Mine", "Open", "Done"]
    assert page.locator(".table-go a").all_inner_texts() == ["View", "View", "Results"]
    costs = page.locator(".table-what p:first-of-type").all_inner_texts()
    assert costs == ["Razz · free", "Razz · buy-in 2,000", "Razz · free"]
    assert page.locator(".table-row h2").first.evaluate("h2 => getComputedStyle(h2).marginTop") == "0px"
    room.api["/api/tournaments"] = (200, {"id": "4"})
    room.api["/api/tournaments/4"] = (404, {"because": "no such tournament"})
    page.get_by_role("button", name="Announce a tournament").click()
    page.locator("dialog select").nth(0).select_option("hyper")
    page.locator("dialog select").nth(1).select_option("weekday")
    page.get_by_label("Fill with bots up to").fill("18")
    page.locator("dialog").get_by_role("button", name="Announce", exact=True).click()
    page.wait_for_url("**/tournament/4")
    _, form = next(post for post in room.posts if post[0] == "/api/tournaments")
    assert (form["preset"], form["fill"], form["starts_full"]) == ("hyper", 18, False) and form["starts_at"] > 0
    assert form["weekly"] == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    leave(page)


# ---- at the table


def at_its_table(browser: Any, size: dict[str, int]) -> tuple[PlayedRoom, Any, dict[str, Any]]:
    """A table of the tournament, as Ann's page is told of it."""
    scene = holdem(3)
    first, *more = [json.loads(one) for one in scene.told("Ann")]
    first["state"] |= {"of_tournament": "1", "number": 1}
    room = PlayedRoom("Ann")
    room.greet, room.now = [json.dumps(one).encode() for one in (first, *more)], scene.now
    page = room.open(browser, "/table/t1", size=size)
    page.locator(".strip").wait_for()
    return room, page, first


def test_a_table_shows_the_level_the_place_and_the_way_back(browser: Any) -> None:
    room, page, _ = at_its_table(browser, PHONE)
    own = {"name": "Ann", "status": "seated", "table": "t1", "number": 1, "place": 2, "chips": 900}
    room.tell(told({**ON, "level_until": room.now + HOUR}, own))
    strip = page.locator(".strip")
    strip.filter(has_text="Level 4").wait_for()
    words = strip.inner_text()
    for word in ("1,500/3,000", "Left\n12", "22.5K (11.2 BB)", "Place"):
        assert word in words
    room.tell(told({**ON, "hand_for_hand": True, "left": 4}, own))
    page.locator(".strip-banner", has_text="one player to go until the money").wait_for()
    room.tell(told(ON, {**own, "status": "busted", "table": "", "may": ["rebuy", "go_out"]}))
    page.locator(".strip-banner", has_text="You are out of chips").wait_for()
    page.get_by_role("button", name="Rebuy").click()
    assert sent(room, page, 1) == [{"type": "rebuy"}]
    done(room, page)


@pytest.mark.long
def test_the_page_of_a_player_who_is_moved_goes_to_the_new_table_and_says_why(browser: Any) -> None:
    room, page, first = at_its_table(browser, DESK)
    own = {"name": "Ann", "status": "seated", "table": "t1", "number": 1, "place": 2}
    room.tell(told(ON, own))
    page.locator(".strip", has_text="Level 4").wait_for()
    sent_there = {
        "player": "Ann",
        "table": "t2",
        "number": 2,
        "seat": 4,
        "because": "Table 1 is broken.",
        "cite": "TDA-2013:9-A",
    }
    event = {
        "type": "event",
        "table": "t1",
        "seq": first["seq"] + 1,
        "what": [],
        "state": first["state"],
        "sent": [sent_there],
    }
    room.greet = [json.dumps({**first, "table": "t2"}).encode()]
    room.tell(json.dumps(event).encode())
    page.wait_for_url("**/table/t2")
    told_why = page.locator(".strip-moved")
    told_why.filter(has_text="You now play at table 2, seat 5. Table 1 is broken. TDA-2013:9-A").wait_for()
    done(room, page)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_what_a_player_asks_first_is_in_one_strip_and_the_button_beside_the_title(browser: Any, size: Any) -> None:
    room = PlayedRoom("Ann")
    own = {"name": "Ann", "status": "seated", "table": "11", "number": 1, "seat": 3, "chips": 9000, "place": 2}
    page = opened(browser, room, told(ON, own), size=size)
    page.locator(".answer").first.wait_for()
    cells = [one.bounding_box() for one in page.locator(".answer, #clock").all()]
    assert len(cells) == 4 and len({box["y"] for box in cells}) == (1 if size is DESK else 2)
    assert max(box["y"] + box["height"] for box in cells) <= size["height"]
    room.tell(told(BEFORE, {"may": ["register"]}))
    button = page.get_by_role("button", name="Register")
    button.wait_for()
    assert button.bounding_box()["y"] < 330 and button.bounding_box()["height"] >= 46
    done(room, page)


def test_numbers_are_written_as_in_the_language_of_the_page(browser: Any) -> None:
    room = PlayedRoom("Ann")
    page = opened(browser, room, told(ON, {"name": "Ann", "status": "seated", "table": "11"}), locale="de-DE")
    page.locator("#facts", has_text="22.500 (11,2 BB)").wait_for()
    leave(page)
