"""The page that settles a hand with real chips."""

from __future__ import annotations

import json
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from page_browser import PlayedRoom, done

from sidepot.rules.own_houses import HouseFile
from sidepot.web.routes.settle import Player, SettleForm, settled


def test_a_hand_is_settled_and_its_link_holds_it(browser: Any) -> None:
    room = PlayedRoom()
    form = SettleForm([Player("Ann", 800), Player("Bo", 900, folded=True), Player("Cy", 1700)], best=[["Ann"], ["Cy"]])
    room.api["/api/settle"] = (200, json.loads(msgspec.json.encode(settled(form))))
    page = room.open(browser, "/settle")
    for at, (name, chips) in enumerate((("Ann", "800"), ("Bo", "900"), ("Cy", "1700"))):
        row = page.locator(".put-row").nth(at)
        row.get_by_label(f"Player {at + 1}").fill(name)
        row.get_by_label("Chips put in").fill(chips)
    page.locator(".put-row").nth(1).get_by_label("folded").check()
    page.get_by_label("Without cards").fill("Ann, Cy")
    page.get_by_role("button", name="Settle", exact=True).click()
    page.get_by_role("heading", name="Total").wait_for()
    assert "Ann 2,400" in page.locator(".verdict.good").inner_text().replace("\u00a0", " ")
    said = room.posts[-1]
    assert said[0] == "/api/settle" and said[1]["best"] == [["Ann"], ["Cy"]]
    assert msgspec.convert(said[1], SettleForm) == form
    page.reload()
    page.get_by_role("heading", name="Total").wait_for()
    assert page.locator(".put-row").nth(2).get_by_label("Chips put in").input_value() == "1700"
    done(room, page)


@pytest.mark.long
def test_a_hand_of_the_room_is_settled_with_all_that_was_seen_of_it(browser: Any) -> None:
    """Two boards, a choice of the house, hands that were killed, mucked and declared."""
    players = [
        Player("Ann", 34, cards="AsAh2c3c", declared="both"),
        Player("Bo", 33, declared="first", all_in=True),
        Player("Cy", 33, killed=True),
        Player("Di", 33, cards="8h7hKsKd", declared="second"),
    ]
    boards = "4h5h9sTdJc / 2d3d4c5d9d"
    form = SettleForm(
        players, boards, mucked=["Bo"], game="double-board-omaha-high-low-8", rulebook={"one_odd_chip": True}
    )
    room = PlayedRoom()
    room.api["/api/tables/1/hands/3/settle"] = (200, json.loads(msgspec.json.encode(form)))
    room.api["/api/settle"] = (200, json.loads(msgspec.json.encode(settled(form))))
    page = room.open(browser, "/settle#table=1&hand=3")
    page.get_by_role("heading", name="Total").wait_for()
    assert msgspec.convert(room.posts[-1][1], SettleForm) == form
    said = [page.locator(".put-row").nth(at).inner_text() for at in range(4)]
    assert "declared both halves" in said[0] and "mucked" in said[1] and "killed" in said[2] and "folded" in said[3]
    assert "board 2: Ann wins the low half" in page.locator("#found").inner_text()
    page.reload()
    page.get_by_role("heading", name="Total").wait_for()
    assert msgspec.convert(room.posts[-1][1], SettleForm) == form
    page.locator("#game").fill("double-board-omaha")
    page.locator("#house").select_option("home")
    page.locator(".put-row").nth(1).get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Settle", exact=True).click()
    page.wait_for_function("() => location.hash.length > 0")
    changed = msgspec.convert(room.posts[-1][1], SettleForm)
    assert (changed.game, changed.house, changed.rulebook, changed.mucked) == ("double-board-omaha", "home", {}, [])
    done(room, page)


def test_a_hand_of_a_clubs_own_house_keeps_its_rules(browser: Any) -> None:
    """In the link and after a reload too, until somebody chooses other rules."""
    room = PlayedRoom()
    own = HouseFile("our-club", "roberts", "Our club", {"one_odd_chip": True, "run_it": 2})
    form = SettleForm([Player("Ann", 5, cards="AsAh"), Player("Bo", 5, cards="KsKh")], "2c3d4h9sTd", house=own)
    room.api["/api/tables/1/hands/3/settle"] = (200, json.loads(msgspec.json.encode(form)))
    room.api["/api/settle"] = (200, json.loads(msgspec.json.encode(settled(form))))
    page = room.open(browser, "/settle#table=1&hand=3")
    page.get_by_role("heading", name="Total").wait_for()
    rules = page.get_by_label("Rules")
    assert rules.locator("option:checked").inner_text() == "Our club"
    page.reload()
    page.get_by_role("heading", name="Total").wait_for()
    assert rules.locator("option:checked").inner_text() == "Our club"
    assert [msgspec.convert(one, SettleForm) for path, one in room.posts if path == "/api/settle"] == [form, form]
    rules.select_option("cash")
    page.get_by_role("button", name="Settle", exact=True).click()
    page.wait_for_function("() => location.hash.includes('cash')")
    assert msgspec.convert(room.posts[-1][1], SettleForm) == msgspec.structs.replace(form, house="cash")
    rules.select_option("our-club")
    page.get_by_role("button", name="Settle", exact=True).click()
    page.wait_for_function("() => location.hash.includes('our-club')")
    assert msgspec.convert(room.posts[-1][1], SettleForm) == form
    done(room, page)


@pytest.mark.long
def test_a_refusal_is_told_and_another_player_can_be_added(browser: Any) -> None:
    room = PlayedRoom()
    room.api["/api/settle"] = (409, {"code": "named_twice", "because": "Ann is named twice", "cite": ""})
    page = room.open(browser, "/settle")
    page.get_by_role("button", name="Add a player").click()
    assert page.locator(".put-row").count() == 4
    page.get_by_role("button", name="Settle", exact=True).click()
    page.get_by_text("Ann is named twice").wait_for()
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_unnamed_player_is_called_by_seat_and_no_chips_are_lost(browser: Any) -> None:
    room = PlayedRoom()
    room.api["/api/settle"] = (409, {"code": "bad_form", "because": "say who won", "cite": ""})
    page = room.open(browser, "/settle")
    for at, chips in enumerate(("1,800", "1.5", "")):
        page.locator(".put-row").nth(at).get_by_label("Chips put in").fill(chips)
    page.get_by_role("button", name="Settle", exact=True).click()
    page.get_by_text("say who won").wait_for()
    said = [(one["name"], one["put"]) for one in room.posts[-1][1]["players"]]
    assert said == [("Player 1", 1800), ("Player 2", "1.5")]
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)
