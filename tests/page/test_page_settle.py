"""The page that settles a hand with real chips."""

from __future__ import annotations

import json
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from page_browser import PlayedRoom, done

from sidepot.web.settle_api import Player, SettleForm, settled


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
    page.get_by_role("heading", name="In all").wait_for()
    assert "Ann 2,400" in page.locator(".verdict.good").inner_text().replace("\u00a0", " ")
    said = room.posts[-1]
    assert said[0] == "/api/settle" and said[1]["best"] == [["Ann"], ["Cy"]]
    assert msgspec.convert(said[1], SettleForm) == form
    page.reload()
    page.get_by_role("heading", name="In all").wait_for()
    assert page.locator(".put-row").nth(2).get_by_label("Chips put in").input_value() == "1700"
    done(room, page)


def test_a_refusal_is_told_and_another_player_can_be_added(browser: Any) -> None:
    room = PlayedRoom()
    room.api["/api/settle"] = (409, {"code": "told_twice", "because": "Ann is named twice", "cite": ""})
    page = room.open(browser, "/settle")
    page.get_by_role("button", name="Another player").click()
    assert page.locator(".put-row").count() == 4
    page.get_by_role("button", name="Settle", exact=True).click()
    page.get_by_text("Ann is named twice").wait_for()
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


def test_who_has_no_name_is_called_by_their_place_and_no_chips_are_lost(browser: Any) -> None:
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
