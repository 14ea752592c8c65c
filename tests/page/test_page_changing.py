"""The host changes a running table: all see what changes, one player accepts, one leaves, and the next hand has it."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK, PHONE
from page_room import Room, post
from room_tables import cash, terms
from test_page_evening import choose, person, sit_down

from sidepot.room.table.terms import Timing

SLOW = Timing(decide=600_000, between=500, show=0)  # nobody is hurried


def rows(page: Any) -> list[str]:
    """What changes, as a player reads it."""
    page.locator(".changes").wait_for()
    return [" ".join(text.split()) for text in page.locator(".changes tr").all_inner_texts()]


def field(page: Any, label: str) -> Any:
    """A field of the form by the first words of its label: its hint is below them."""
    found = page.locator("dialog label.field", has=page.get_by_text(label, exact=True))
    return found.locator("input:visible, select:visible")


def announce(host: Any, **values: str) -> None:
    """The host changes fields of the form by their labels, and sends it."""
    choose(host, "Change the table")
    form = host.get_by_role("dialog")
    for label, value in values.items():
        field(host, label.replace("_", " ")).fill(value)
    form.get_by_role("button", name="Announce the change").click()
    form.wait_for(state="detached")


@pytest.mark.long
def test_one_accepts_one_leaves_and_the_next_hand_has_the_new_terms(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(buy_in=(40, 200)), timing=SLOW, agreed=True))
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    link = f"{room.address}/table/{table}"
    with person(browser, DESK, cookies) as host, person(browser, PHONE) as ann, person(browser, DESK) as bo:
        for page, name in ((ann, "Ann"), (bo, "Bo")):
            page.goto(link)
            sit_down(page, 100, name)
        host.goto(link)
        sit_down(host, 100)
        announce(host, Blinds="2/4")
        for page in (ann, bo):
            assert rows(page) == ["Stakes blinds 1/2 → blinds 2/4", "Buy-in 40 to 200 → 80 to 400"]
        ann.keyboard.press("Enter")  # the button to accept has the focus
        ann.get_by_role("dialog").wait_for(state="detached")
        bo.get_by_role("button", name="Leave the table").click()
        bo.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
        bo.locator("body:not(.seated)").wait_for()
        room.begin(table)
        for page in (ann, host):
            page.locator("#terms", has_text="blinds 2/4").wait_for()
        log = host.locator("sp-log").inner_text()
        assert "Stakes: blinds 1/2 → blinds 2/4" in log and "The new terms hold from this hand on" in log
        ann.locator(".menu summary").click()
        assert ann.get_by_role("button", name="Change the table").count() == 0


@pytest.mark.long
def test_a_change_is_withdrawn_and_its_window_closes(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(buy_in=(40, 200)), timing=SLOW, agreed=True))
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    link = f"{room.address}/table/{table}"
    with person(browser, DESK, cookies) as host, person(browser, PHONE) as ann:
        ann.goto(link)
        sit_down(ann, 100, "Cy")
        host.goto(link)
        announce(host, Seconds_to_act="60")
        assert rows(ann) == ["Time to act 600 seconds → 60 seconds"]
        host.get_by_role("button", name="What changes").click()
        host.get_by_role("button", name="Withdraw the change").click()
        ann.get_by_role("dialog").wait_for(state="detached")
        ann.locator("sp-log").get_by_text("The host withdraws the change").wait_for(state="attached")


@pytest.mark.long
def test_the_form_has_the_present_values_of_what_may_change(browser: Any, room: Room) -> None:
    table = room.open(terms(cash(buy_in=(40, 200)), watch_after=-1))
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    with person(browser, PHONE, cookies) as host:
        host.goto(f"{room.address}/table/{table}")
        choose(host, "Change the table")
        form = host.get_by_role("dialog")
        seen = {"Blinds": "1/2", "Minimum buy-in": "40", "Maximum buy-in": "200", "Who may sit down": "all", "Ante": ""}
        for label, value in seen.items():
            assert field(host, label).input_value() == value, label
        for label in ("Name", "Game", "Limit", "Rules", "Seats", "Spectators see the hands", "Rake in percent"):
            assert not form.get_by_label(label, exact=True).and_(host.locator(":visible")).count(), label
        form.get_by_text("No Limit").or_(form.get_by_text("stay as they are")).first.wait_for()
        assert host.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        form.get_by_role("button", name="Announce the change").click()
        form.get_by_role("alert").get_by_text("this would change nothing").wait_for()


FORMS: list[dict[str, Any]] = [
    {
        "game": "holdem",
        "bet": 4,
        "more": {"blinds": [1, 2, 4], "ante": 1, "ante_by": "button", "straddles": ["sleeper"]},
    },
    {"game": "omaha", "limit": "hp", "bet": 50, "decimals": 2, "more": {"bomb_every": 5, "bomb_ante": 100}},
    {"game": "holdem", "limit": "sl", "bet": 2, "more": {"spread": [2, 10]}},
    {"game": "holdem", "limit": "fl", "bet": 4, "more": {"blinds": [1, 3], "big_bet": 10}},
    {"game": "stud", "bet": 10, "more": {"ante": 2, "bring_in": 4, "buy_in": [100, 0]}},
    {"game": "horse", "bet": 20, "bots": 2, "more": {"runs": 3}},
    {"game": "jacks-or-better", "bet": 10, "watch_after": 2, "approve": True, "password": "x"},
]


@pytest.mark.long
def test_a_form_that_nobody_touched_changes_nothing(browser: Any, room: Room) -> None:
    """Each kind of stakes and options is read as it was."""
    cookies = [{"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar]
    with person(browser, DESK, cookies) as host:
        for form in FORMS:
            table = post(room.host, "/api/tables", {"title": "Kitchen", **form})["id"]
            host.goto(f"{room.address}/table/{table}")
            choose(host, "Change the table")
            window = host.get_by_role("dialog")
            window.get_by_role("button", name="Announce the change").click()
            window.get_by_role("alert").get_by_text("this would change nothing").wait_for()
