"""The lobby and the decisions at a table in a browser: what they show, what they say, and why not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from page_browser import PHONE, PlayedRoom, done, leave, sent
from page_scenes import Scene, at_table, game, holdem, to_act
from room_tables import cash, terms

from sidepot.errors import Cite
from sidepot.games.limits import FixedLimit
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options
from sidepot.hand.legal.reason import Reason
from sidepot.room.table import commands as s
from sidepot.room.views.player import player_view

TABLES = [
    {"id": "7", "title": "Green felt", "phase": "playing", "game": "Texas hold'em", "terms": "Blinds 5/10", "seats": 6,
     "free": 1, "people": ["Ann"], "bots": 4, "hands": 12, "fill": True},
    {"id": "8", "title": "Thursday", "phase": "waiting", "game": "Razz", "seats": 8, "free": 8, "locked": True},
]  # fmt: skip


# ---- the lobby


def test_it_is_two_clicks_from_the_address_to_a_seat(browser: Any) -> None:
    """The name is offered; one click goes to the table, says who one is, and sits down."""
    room = PlayedRoom(tables=TABLES)
    scene = holdem(3)
    page = room.open(browser, "/")
    page.locator(".table-row", has_text="Green felt").wait_for()
    room.greet = scene.told("Quiet Heron")
    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_url("**/table/7*")
    room.greet = []
    assert room.posts == [("/api/guest", {"name": "Quiet Heron"})]
    done(room, page)


def test_lobby_and_seat_ask_the_same_before_one_sits_down(browser: Any) -> None:
    """A hundred big blinds are offered first, and waiting for the big blind."""
    for address, seat in (("/table/t1#sit", -1), ("/table/t1", 3)):
        room = PlayedRoom("Zoe")
        room.greet = holdem(3).told("Zoe")
        page = room.open(browser, address)
        if seat >= 0:
            page.get_by_role("button", name=f"Sit down in seat {seat + 1}").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        assert page.evaluate("location.hash") == ""
        assert dialog.get_by_role("spinbutton").input_value() == "200"
        dialog.get_by_label("Wait for the big blind").check()
        dialog.get_by_role("button", name="Sit down").click()
        assert sent(room, page, 1) == [{"type": "sit", "seat": seat, "chips": 200, "waits": True}]
        done(room, page)


@pytest.mark.long
def test_a_private_table_asks_for_its_password(browser: Any) -> None:
    room = PlayedRoom("Zoe", tables=TABLES)
    room.api["/api/tables/8/hands"] = (
        403,
        {"because": "this table has a password; join with the password first", "cite": ""},
    )
    room.api["/api/tables/8/join"] = (403, {"because": "wrong password for this table", "cite": ""})
    page = room.open(browser, "/")
    page.locator(".table-row", has_text="Thursday").get_by_role("button", name="Sit down").click()
    page.get_by_label("Table password").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("wrong password").wait_for()
    leave(page)


# ---- what there is to do, and why not


def test_a_button_that_is_off_says_why_and_by_which_rule(browser: Any) -> None:
    """All opponents are all-in: a raise is refused by the page as the room would refuse it, with the rule."""
    scene = Scene(terms(cash(seats=3)))
    for player, chips in (("Ann", 20), ("Bo", 40), ("Cy", 400)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.deal()
    while (may := scene.room.options_of(to_act(scene))) is not None and may.raise_max:
        scene.act(c.RaiseTo(may.raise_max))
    room, page = at_table(browser, scene, to_act(scene))
    button = page.locator("[data-key=r] .act")
    assert button.get_attribute("aria-disabled") == "true"
    tip = page.locator(f"#{button.get_attribute('aria-describedby')}")
    page.keyboard.press("r")
    tip.wait_for(state="visible")
    assert "all your opponents are all-in" in tip.inner_text() and "Table stakes, 12" in tip.inner_text()
    page.locator("[data-key=r] .act").click(force=True)
    assert room.said == []
    done(room, page)


@pytest.mark.long
def test_an_amount_stays_within_its_bounds(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("r")
    page.keyboard.type("3")  # the least raise is to 4
    assert page.locator(".amount").get_attribute("aria-invalid") == "true"
    assert page.locator("[data-key=r] .act").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Escape")  # a letter in what is being written would mean nothing
    page.keyboard.press("r")
    page.keyboard.press("p")
    assert page.locator(".amount").input_value() == "7"  # 2 to call; then 3 + 2 in the middle on top
    page.keyboard.press("ArrowUp")
    assert page.locator(".amount").input_value() == "9"
    page.keyboard.press("m")
    assert page.locator("[data-key=r] .act-text").inner_text() == "All-in"
    page.keyboard.press("Enter")
    page.get_by_text("This is ten times the pot or more").wait_for()
    assert room.said == []
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said == [{"type": "act", "turn": scene.room.clock.turn, "command": {"type": "raise_to", "to": 200}}]
    done(room, page)


@pytest.mark.long
def test_letters_in_an_amount_do_nothing(browser: Any) -> None:
    """Who writes a number means no key of the page: nothing is folded or called, and the number is not replaced."""
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    for typed in ("2k", "3f0c", "3h", "5m", "1w"):
        page.keyboard.press("r")
        page.keyboard.type(typed)
        assert page.locator(".amount").input_value() == "".join(letter for letter in typed if letter.isdigit()), typed
        assert page.locator("dialog").count() == 0, typed
        page.keyboard.press("Escape")  # out of the amount again
    page.keyboard.press("f")
    sent(room, page, 1)
    assert [said["command"] for said in room.said] == [{"type": "fold"}]
    done(room, page)


@pytest.mark.long
def test_pasted_text_counts_only_as_a_valid_amount(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    for pasted in ("1e1", "2k", "-9", "20-30", "12.50"):
        page.keyboard.press("r")
        page.keyboard.insert_text(pasted)
        assert page.locator(".amount").get_attribute("aria-invalid") == "true", pasted
        for _ in range(3):
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.keyboard.insert_text(" 10 ")
    assert page.locator(".amount").get_attribute("aria-invalid") == "false"
    page.keyboard.press("Enter")
    sent(room, page, 1)
    assert [said["command"] for said in room.said] == [{"type": "raise_to", "to": 10}]
    done(room, page)


@pytest.mark.long
def test_the_amount_leaves_room_for_the_slider(browser: Any) -> None:
    """Also in a browser whose fields do not shrink to what is in them, as Firefox."""
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    width = """element => {
        element.style.fieldSizing = "fixed";
        return element.getBoundingClientRect().width;
    }"""
    assert page.locator(".amount").evaluate(width) < 140
    slider, dock = page.locator("sp-actions .slider").bounding_box(), page.locator("sp-actions").bounding_box()
    assert slider["width"] > 60
    amount = page.locator(".amount").bounding_box()
    assert amount["x"] + amount["width"] <= dock["x"] + dock["width"] + 1
    done(room, page)


@pytest.mark.long
def test_only_two_amounts_where_the_rules_allow_two(browser: Any) -> None:
    scene = holdem(2)
    who = to_act(scene)
    room, page = at_table(browser, scene, who)
    room.tell(changed(scene, who, raise_min=4, raise_max=8, raise_two=True))
    page.wait_for_selector(".raise.two")
    assert [one.inner_text() for one in page.locator(".raise.two button").all()] == ["4", "8"]
    page.get_by_role("radio", name="8").click()
    page.keyboard.press("r")
    page.locator("[data-key=r] .act").click()
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "raise_to", "to": 8}
    done(room, page)


@pytest.mark.long
def test_folding_where_a_check_is_free_is_asked_for_twice(browser: Any) -> None:
    scene = holdem(2)
    scene.act(c.Call())
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("f")
    page.get_by_text("You can check for free").wait_for()
    assert room.said == []
    page.keyboard.press("f")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "fold"}
    done(room, page)


def changed(scene: Scene, who: str, **changes: Any) -> bytes:
    """What is for `who` alone, with another decision than is due."""
    mine = player_view(scene.room, who)
    assert mine is not None and mine.options is not None
    may = msgspec.structs.replace(mine.options, **changes)
    return msgspec.json.encode(msgspec.structs.replace(mine, options=may))


WHY = (Reason(("declare",), "must", "You must declare for high, low or both", Cite("PG", "69")),)
DECISIONS: list[tuple[str, Options, dict[str, Any]]] = [
    ("h", Options(Due.DECLARE, 0, declare=True, why=WHY), {"type": "declare", "ways": 1}),
    ("b", Options(Due.DECLARE, 0, declare=True, why=WHY), {"type": "declare", "ways": 3}),
    ("2", Options(Due.RUN, 0, runs=3), {"type": "choose_runs", "runs": 2}),
    ("y", Options(Due.CONSENT, 0), {"type": "consent", "agrees": True}),
    ("n", Options(Due.CONSENT, 0), {"type": "consent", "agrees": False}),
    ("m", Options(Due.SHOW, 0, may_show=True, may_muck=True), {"type": "muck"}),
    ("s", Options(Due.SHOW, 0, may_show=True), {"type": "show", "called": []}),
    ("b", Options(Due.BRING_IN, 0, bring_in=2, raise_min=4, raise_max=4, verb="complete"), {"type": "bring_in"}),
    ("s", Options(Due.DRAW, 0, discard=5), {"type": "discard", "cards": []}),
]


@pytest.mark.long
def test_every_kind_of_decision_has_its_keys(browser: Any) -> None:
    scene = game("omaha8", 2)  # a game with halves to declare for
    who = to_act(scene)
    mine = player_view(scene.room, who)
    assert mine is not None
    room, page = at_table(browser, scene, who)
    for key, options, command in DECISIONS:
        before = len(room.said)
        room.tell(msgspec.json.encode(mine))  # in between another decision, as there always is
        page.wait_for_selector("[data-key=f]")
        room.tell(msgspec.json.encode(msgspec.structs.replace(mine, options=options)))
        page.wait_for_selector("[data-key=f]", state="detached")
        page.keyboard.press(key)
        page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
        assert [said["command"] for said in room.said[before:]] == [command]
    done(room, page)


def test_cards_are_chosen_by_digits_and_clicks(browser: Any) -> None:
    scene = game("triple-draw", 3, FixedLimit())
    who = scene.until(Due.DRAW)
    room, page = at_table(browser, scene, who, size=PHONE, has_touch=True)
    hand = scene.room.hand
    assert hand is not None
    cards = hand.hole[hand.seat]
    page.keyboard.press("2")
    page.locator(".own-card").nth(4).tap()
    assert page.locator("[data-key=d] .act-text").inner_text() == "Draw 2 cards"
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "discard", "cards": [cards[1], cards[4]]}
    done(room, page)
