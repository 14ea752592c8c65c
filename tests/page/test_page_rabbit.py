"""The rabbit hunt: a button after the hand, cards for everybody, the end of the replay, and a check that passes."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from page_browser import DESK, PHONE, PlayedRoom, done, sent
from page_scenes import Scene, at_table, c
from room_tables import cash, terms
from test_page_verify import give

from sidepot.room.fairness.record import encode_record, record_hand
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.table import commands as s
from sidepot.room.views.equities import equities_of_record
from sidepot.room.views.replayed import replay_record
from sidepot.rules.houses import CASH

HUNT = CASH.but(rabbit_hunting=True)


def after_the_flop() -> Scene:
    """Three players see a flop, and all but one fold there."""
    scene = Scene(terms(cash(rulebook=HUNT)))
    scene.seat(3)
    scene.deal()
    for act in (c.Call(), c.Call(), c.Check(), c.RaiseTo(4), c.Fold(), c.Fold()):
        scene.act(act)
    assert scene.room.hand is None
    return scene


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_player_asks_and_sees_the_cards(browser: Any, size: Any) -> None:
    scene = after_the_flop()
    room, page = at_table(browser, scene, "Ann", size=size)
    page.get_by_role("button", name="Rabbit hunt").click()
    assert sent(room, page, 1) == [{"type": "hunt_rabbit"}]
    for message in scene.next(s.HuntRabbit(), "Ann", "Ann"):
        room.tell(message)
    page.locator(".board .would").nth(1).wait_for()
    assert page.locator(".board .card").count() == 5 and page.locator(".board .would").count() == 2
    assert "would have come: " in page.locator(".board").get_attribute("aria-label")
    page.get_by_text("The faded cards would have come").wait_for()
    page.get_by_role("button", name="Rabbit hunt").wait_for(state="detached")
    page.locator("sp-log", has_text="Ann hunts the rabbit").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    room.now = scene.now = scene.room.alarm()
    for message in scene.next(s.Tick(), "", "Ann"):
        room.tell(message)
    page.locator(".board .would").first.wait_for(state="detached")
    done(room, page)


def test_who_was_not_in_the_hand_has_no_button(browser: Any) -> None:
    scene = after_the_flop()
    room, page = at_table(browser, scene, "Di")
    assert page.get_by_role("button", name="Rabbit hunt").count() == 0
    done(room, page)


def test_the_replay_ends_with_the_cards_and_the_check_passes(browser: Any) -> None:
    scene = after_the_flop()
    scene.say(s.HuntRabbit(), "Ann")
    items, decks, before = scene.hand_items(1)
    record = record_hand(items, decks, 0, before, scene.room.rabbit)
    room = PlayedRoom("Ann")
    replayed = msgspec.to_builtins(replay_record(record))
    room.api["/api/tables/t1/hands/1/replay"] = 200, {"table": "t1", "replayed": replayed, "note": "", "own": True}
    room.api["/api/tables/t1/hands/1/equities"] = 200, msgspec.to_builtins(equities_of_record(record))
    page = room.open(browser, "/hand/t1/1", reduced_motion="reduce")
    page.wait_for_selector("sp-equity[aria-busy=false]")
    assert page.locator(".board .would").count() == 0
    page.keyboard.press("End")
    page.locator(".board .would").nth(1).wait_for()
    assert "Rabbit hunt" in page.locator("#now").inner_text()
    page.keyboard.press("ArrowLeft")
    page.locator(".board .would").first.wait_for(state="detached")
    done(room, page)

    verified = json.loads(msgspec.json.encode(verify_record(record)))
    assert verified["holds"]
    text = encode_record(record).decode()
    for wrong in (False, True):
        room = PlayedRoom()
        room.api["/api/verify"] = 200, verified
        page = room.open(browser, "/verify")
        given = json.loads(text)
        if wrong:
            given["rabbit"][0] = next(card for card in range(52) if card not in {one.card for one in record.openings})
        give(page, json.dumps(given))
        assert page.locator(".verdict").get_attribute("data-verdict") == ("bad" if wrong else "good")
        done(room, page)
