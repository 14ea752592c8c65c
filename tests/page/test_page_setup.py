"""Set-up of a live tournament: what it would be is seen at once; made, it shows its code and PINs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from evening_scenes import acts, done_by, evening, told
from page_browser import PHONE, PlayedRoom, done, wait_until

from sidepot.web.director.build import BuildForm, planned

PINS = {"director": "123456", "floor": "234567", "desk": "345678", "dealer": "456789"}


def setting_up(browser: Any, role: str = "host") -> tuple[PlayedRoom, Any]:
    """The page of the set-up, as it is at first."""
    room = PlayedRoom("Eve", role=role)
    room.api["/api/tournaments"] = (200, {"tournaments": [], "mine": []})
    room.api["/api/tournaments/presets"] = (200, {"presets": [{"name": "regular", "title": "Regular"}]})
    books = [
        {"id": one, "title": title, "is_tournament": one != "home"}
        for one, title in (("tda-2013", "TDA 2013"), ("home", "At home"), ("tda-2024", "TDA 2024"))
    ]
    room.api["/api/games"] = (200, {"games": [], "books": books})
    room.api["/api/invite"] = (200, {"ways": [{"address": "http://192.168.1.5:8000", "name": "wlan0"}]})
    room.api["/api/invite/qr"] = (200, {})
    plan = planned(BuildForm(name="Friday", house="home", chips={25: 300, 100: 300, 500: 150, 1000: 100}))
    room.api["/api/tournaments/build"] = (200, json.loads(msgspec.json.encode(plan)))
    return room, room.open(browser, "/desk", size=PHONE)


def test_an_evening_is_planned_and_made_with_few_taps(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts", has_text="for 33 players").wait_for()
    page.locator("#differs summary").click()
    assert page.locator("#differs-list li").count() > 5
    assert page.locator("#house").input_value() == "tda-2024"
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_text("My chips").click()
    page.get_by_label("Number of 25 chips", exact=True).fill("300")
    page.get_by_role("button", name="More chips").click()
    page.keyboard.type("50")  # the new row has the focus
    page.get_by_label("Number of chips").fill("40")
    page.get_by_role("button", name="Remove the chips of 5", exact=True).click()
    assert page.get_by_label("Chip value").first.input_value() == "25"
    room.api["/api/tournaments"] = (
        200,
        {"id": "7", "pins": [{"role": role, "pin": pin} for role, pin in PINS.items()]},
    )
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("heading", name="Friday created").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Friday created"
    assert page.locator(".desk-pin").all_inner_texts() == list(PINS.values())
    assert page.locator(".qr").get_attribute("src") == "/api/invite/qr?at=0&path=%2Fe%2F7%3Fenter"
    assert page.get_by_role("link", name="Open the desk").get_attribute("href") == "/desk/7"
    form = next(form for path, form in room.posts if path == "/api/tournaments")
    assert form["live"] and form["title"] == "Friday" and form["structure"].startswith("name")
    asked = [form for path, form in room.posts if path == "/api/tournaments/build"][-1]
    assert msgspec.convert(asked, BuildForm, strict=False).chips == {25: 300, 50: 40}
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    done(room, page)


def test_a_number_out_of_its_bounds_is_said_in_words(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    asked = len(room.posts)
    page.get_by_label("Seats per table").fill("1")
    page.get_by_role("alert").filter(has_text="Seats per table: at least 2").wait_for()
    assert len(room.posts) == asked
    page.get_by_label("Seats per table").fill("8")
    page.locator(".setup-facts").wait_for()
    assert not page.get_by_role("alert").filter(has_text="at least").count()
    done(room, page)


@pytest.mark.long
def test_an_evening_goes_on_from_a_copy(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    page.get_by_text("Continue from a copy").click()
    copy = {"name": "tournament-1.copy", "mimeType": "", "buffer": b'{"copy":1}'}
    room.api["/api/tournaments/copy"] = (409, {"because": "it goes on here already", "cite": ""})
    page.get_by_label("Tournament file").set_input_files(copy)
    page.get_by_role("alert").filter(has_text="it goes on here already").wait_for()
    pins = [{"role": role, "pin": pin} for role, pin in PINS.items()]
    room.api["/api/tournaments/copy"] = (200, {"id": "7", "pins": pins})
    room.api["/api/tournaments"] = (
        200,
        {"tournaments": [{"id": "7", "title": "Friday", "phase": "running"}], "mine": []},
    )
    page.get_by_label("Tournament file").set_input_files([])
    page.get_by_label("Tournament file").set_input_files(copy)
    page.get_by_role("heading", name="Friday created").wait_for()
    assert page.locator(".desk-pin").all_inner_texts() == list(PINS.values())
    assert [form for path, form in room.posts if path == "/api/tournaments/copy"] == [{"copy": 1}] * 2
    assert not page.locator("#go-on").is_visible()
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_a_preset_keeps_its_own_prices_unless_the_host_says_others(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    page.get_by_label("Structure").select_option("regular")
    page.get_by_label("House fee").fill("5")
    room.api["/api/tournaments/build"] = (409, {"because": "this does not fit", "cite": ""})
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("alert").filter(has_text="this does not fit").wait_for()
    asked = [form for path, form in room.posts if path == "/api/tournaments/build"][-1]
    assert (asked["preset"], asked["buy_in"], asked["fee"], asked["chips"]) == ("regular", -1, 5, {}), (
        "what the preset has stays open"
    )
    room.errors = [one for one in room.errors if "409" not in one]
    done(room, page)


@pytest.mark.long
def test_only_a_host_makes_one(browser: Any) -> None:
    room, page = setting_up(browser, role="guest")
    page.get_by_text("Only a host of this room").wait_for()
    assert page.get_by_role("button", name="Create the tournament").count() == 0
    done(room, page)


@pytest.mark.long
def test_a_draft_is_kept_changed_and_opened(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    page.get_by_label("Name", exact=True).fill("Spring")
    page.get_by_label("Public page shows").select_option("numbers")
    pins = [{"role": role, "pin": pin} for role, pin in PINS.items()]
    room.api["/api/tournaments"] = (200, {"id": "7", "pins": pins})
    page.get_by_role("button", name="Save as draft").click()
    page.get_by_role("heading", name="Spring created").wait_for()
    form = next(form for path, form in room.posts if path == "/api/tournaments")
    assert form["draft"] and form["public"] == "numbers"
    told(room, evening(phase="draft", todo=[], tables=[], clock={}))
    done_by(room, {"seq": 42, "step": 42})
    page.get_by_role("link", name="Open the desk").click()
    page.get_by_role("link", name="Edit the draft").click()
    page.get_by_role("heading", name="Edit the draft").wait_for()
    page.wait_for_function("() => document.getElementById('name').value === 'Spring'")
    room.api["/api/tournaments/7/draft"] = (200, {"seq": 43})
    page.get_by_label("Name", exact=True).fill("Summer")
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("button", name="Open check-in").click()
    wait_until(page, lambda: acts(room) == [{"type": "open_check_in"}])
    assert [form["title"] for path, form in room.posts if path == "/api/tournaments/7/draft"] == ["Summer"]
    done(room, page)


def test_prices_are_typed_with_cents_in_the_currency_of_the_evening(browser: Any) -> None:
    room, page = setting_up(browser)
    page.locator(".setup-facts").wait_for()
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_label("With cents").check()
    plan = planned(BuildForm(currency="EUR", decimals=2, buy_in=2050, fee=150, rebuys=True, rebuy_fee=50, addon=True))
    room.api["/api/tournaments/build"] = (200, json.loads(msgspec.json.encode(plan)))
    page.get_by_label("Prize pool share").fill("20.50")
    page.get_by_label("House fee").fill("1.50")
    page.get_by_label("Add-on", exact=True).check()
    page.locator(".setup-facts", has_text="\N{EURO SIGN}553.50").wait_for()

    def last() -> BuildForm:
        forms = [form for path, form in room.posts if path == "/api/tournaments/build"]
        return msgspec.convert(forms[-1], BuildForm, strict=False)

    wait_until(page, lambda: bool(last().addon))
    asked = last()
    assert (asked.currency, asked.decimals, asked.buy_in, asked.fee) == ("EUR", 2, 2050, 150)
    assert asked.round_to == 100, "what is typed as 1 is a euro"
    assert page.get_by_label("Fee of a rebuy").input_value() == "0.50"
    assert page.get_by_label("Add-on in the break").input_value() == str(plan.money.addon_level)
    page.get_by_label("House fee").fill("1.505")
    page.get_by_role("alert").filter(has_text="House fee: Enter a multiple of 0.01").wait_for()
    page.reload()
    page.locator(".setup-facts").wait_for()
    assert page.get_by_label("Currency").input_value() == "EUR" and page.get_by_label("With cents").is_checked()
    done(room, page)
