"""A host opens tables through the form, at the sizes of a phone and a desk, and finds them as they were asked for."""

from __future__ import annotations

import os
from typing import Any

import pytest
from page_browser import PHONE, leave
from page_player import host_page
from page_room import Room

DESK = {"width": 1440, "height": 900}


def field(page: Any, label: str) -> Any:
    """The input or list of choices with this label."""
    box = page.locator("dialog label.field").filter(has=page.locator("span", has_text=label).first)
    return box.locator("input, select").first


def begin(page: Any, room: Room) -> None:
    page.goto(room.address)
    page.get_by_role("button", name="Open a table").click()
    page.locator("dialog form.opening").wait_for()


def unfold(page: Any) -> None:
    folded = page.locator("dialog details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def opened(page: Any, room: Room) -> dict[str, Any]:
    """Open the table, and return what the lobby knows of it."""
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rpartition("/")[2]
    page.locator("#terms", has_text="limit").wait_for()
    tables = room.host.get("/api/tables").json()["tables"]
    (found,) = [one for one in tables if one["id"] == table]
    assert isinstance(found, dict)
    return found


def picture(page: Any, name: str) -> None:
    folder = os.environ.get("SIDEPOT_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_cents_are_typed_and_seen(browser: Any, room: Room, size: dict[str, int]) -> None:
    """0.25/0.50 in the form, at the table, in the dialog of the buy-in and in the lobby."""
    page = host_page(browser, room, "/", size)
    begin(page, room)
    shown = page.locator("dialog select:visible, dialog input:visible")
    assert shown.count() == 6, "what to begin with, game, form and limit, stakes, company"
    picture(page, f"first-{size['width']}")
    field(page, "Blinds").fill("0.25/0.505")
    page.get_by_text("The smallest chip is 0.01: enter a multiple of it").wait_for()
    field(page, "Blinds").fill("0.25/0.50")
    unfold(page)
    for name in ("rake", "time", "bomb", "open"):
        page.locator(f"dialog input[name={name}]").check()
    page.locator("dialog").evaluate("(made) => made.scrollTo(0, 0)")
    for at in range(4):
        picture(page, f"all-{size['width']}-{at}")
        page.locator("dialog").evaluate("(made) => made.scrollBy(0, made.clientHeight - 60)")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for name in ("rake", "time", "bomb", "open"):
        page.locator(f"dialog input[name={name}]").uncheck()
    field(page, "Minimum buy-in").fill("20.5")
    found = opened(page, room)
    assert (found["terms"], found["decimals"], found["buy_in"]) == ("No limit, blinds 0.25/0.50", 2, [2050, 10000])
    assert "0.25/0.50" in page.locator("#terms").inner_text()
    picture(page, f"table-{size['width']}")
    page.get_by_role("button", name="Sit down").first.click()
    amount = page.locator("dialog input[name=amount]")
    amount.fill("25.505")
    assert "0.01" in amount.evaluate("(input) => input.validationMessage")
    amount.fill("25,50")
    picture(page, f"buy-{size['width']}")
    page.locator("dialog button.strong").click()
    page.locator(".plate, sp-felt").first.wait_for()
    page.get_by_text("25.50").first.wait_for(state="attached")
    page.goto(room.address)
    page.locator(f"[data-table='{found['id']}']", has_text="blinds 0.25/0.50").wait_for()
    leave(page)


@pytest.mark.long
def test_some_of_each_kind_are_opened_through_the_form(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", DESK)

    begin(page, room)  # 1/3 with a straddle, and the first jack deals
    field(page, "Blinds").fill("1/3")
    unfold(page)
    page.locator("dialog input[value='under the gun']").check()
    field(page, "First dealer").select_option("first jack")
    assert opened(page, room)["terms"] == "No limit, blinds 1/3"

    begin(page, room)  # the straddle is kept, and a stud table asks for none
    field(page, "Template").select_option("last")
    field(page, "Game").select_option("stud")
    field(page, "Small and big bet").fill("4/10")
    unfold(page)
    assert not page.locator("dialog input[value='under the gun']").is_visible()
    field(page, "Ante").select_option("none")
    field(page, "Bring-in").select_option("own")
    field(page, "Amount of the bring-in").fill("1")
    page.locator("dialog input[name=kill]").check()
    assert opened(page, room)["terms"] == "Fixed limit 4/10, bring-in 1"

    begin(page, room)  # the last form comes back as it was
    field(page, "Template").select_option("last")
    unfold(page)
    assert field(page, "Small and big bet").input_value() == "4/10" and field(page, "Ante").input_value() == "none"
    assert page.locator("dialog input[name=kill]").is_checked()
    field(page, "Played for").select_option("stud-low-27")
    field(page, "Limit").select_option("sl")
    field(page, "Lowest and highest bet").fill("1-5")
    assert opened(page, room)["terms"].startswith("Spread limit 1 to 5")

    begin(page, room)  # half pot, three blinds, and the law of South Dakota
    field(page, "Game").select_option("omaha")
    field(page, "Limit").select_option("hp")
    field(page, "Blinds").fill("1/2/4")
    unfold(page)
    field(page, "Rules").select_option("south-dakota")
    assert opened(page, room)["terms"] == "Half-pot limit, blinds 1/2/4"

    begin(page, room)  # a menu with the bug
    field(page, "Game").select_option("dealers-choice")
    unfold(page)
    page.locator("dialog input[name=menu]").check()
    page.locator("dialog input[value='nl jacks-or-better-bug']").check()
    page.locator("dialog input[value='nl lowball-joker']").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    leave(page)
