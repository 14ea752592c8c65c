"""The way from page to page: in the head of the lobby and of its sister pages, in the head or the menu of a table."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import DESK, PHONE, done, leave, resize
from page_player import host_page, table
from page_room import Room
from page_scenes import at_table, game, holdem, to_act
from room_tables import cash

from sidepot.hand.due import Due
from sidepot.room.table import commands as s

PAGES = {"/": "Tables", "/tournaments": "Tournaments", "/hands": "My hands", "/nights": "Nights"}
TABLET = {"width": 1024, "height": 768}


@pytest.mark.parametrize("path", PAGES)
def test_every_page_leads_to_the_others_and_marks_itself(browser: Any, room: Room, path: str) -> None:
    page = host_page(browser, room, path, DESK)
    head = page.get_by_role("navigation", name="Pages")
    head.get_by_role("link").first.wait_for()
    assert head.get_by_role("link").all_inner_texts() == list(PAGES.values())
    assert [one.get_attribute("aria-current") for one in head.get_by_role("link").all()] == [
        "page" if other == path else None for other in PAGES
    ]
    assert page.get_by_role("link", name="Nights", exact=True).count() == 1  # and nowhere else
    for size in (DESK, PHONE):
        resize(page, size)
        for link in head.get_by_role("link").all():
            box = link.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44 and box["y"] < 120, size
    leave(page)


def test_the_head_does_not_move_from_page_to_page(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/", {"width": 1440, "height": 900})
    lefts = set()
    for path in (*PAGES, "/verify", "/invite"):
        page.goto(room.address + path)
        lefts.add(page.locator(".brand").bounding_box()["x"])
    leave(page)
    assert len(lefts) == 1


def test_a_hand_belongs_to_ones_hands(browser: Any, room: Room) -> None:
    page = host_page(browser, room, "/hand/1/1", PHONE)
    head = page.get_by_role("navigation", name="Pages")
    assert head.locator("[aria-current=true]").all_inner_texts() == ["My hands"]
    leave(page)


@pytest.mark.long
def test_the_table_leads_to_them_on_top_and_on_a_phone_in_its_menu(browser: Any, room: Room) -> None:
    """In a window of their own: the seat at the table is not left by it."""
    where = table(room, "Ways", cash())
    page = host_page(browser, room, f"/table/{where}", DESK)
    ways = page.get_by_role("navigation", name="Pages").get_by_role("link")
    page.locator(".seat").first.wait_for()
    assert ways.all_inner_texts() == ["My hands", "Nights"]
    assert {one.get_attribute("target") for one in ways.all()} == {"_blank"}
    resize(page, PHONE)
    assert ways.count() == 0
    page.locator(".menu summary").click()
    with page.context.expect_page() as opened:
        ways.filter(has_text="My hands").click()
    opened.value.get_by_role("heading", name="My hands").wait_for()
    assert page.locator(".menu[open]").count() == 0
    leave(page)


@pytest.mark.long
def test_the_items_of_the_host_stand_apart_and_all_can_be_reached(browser: Any, room: Room) -> None:
    where = table(room, "Host", cash())
    page = host_page(browser, room, f"/table/{where}", DESK)
    page.locator(".menu summary").click()
    hosts = page.get_by_role("group", name="For the host")
    assert hosts.get_by_role("heading").inner_text() == "For the host"
    mine = hosts.get_by_role("button").all_inner_texts()
    assert "Add a bot" in mine and "Close the table" in mine and "Invite" not in mine
    others = page.locator(".menu-items > div").first.get_by_role("button").all_inner_texts()
    assert "Invite" in others and not set(others) & set(mine)
    items, last = page.locator(".menu-items"), hosts.get_by_role("button").last
    for size in (DESK, PHONE, {"width": 844, "height": 390}):
        resize(page, size)
        box = items.bounding_box()
        assert box["x"] >= 0 and box["y"] + box["height"] <= size["height"], size
        last.scroll_into_view_if_needed()
        assert last.bounding_box()["y"] + last.bounding_box()["height"] <= box["y"] + box["height"], size
        assert items.evaluate("one => one.scrollWidth <= one.clientWidth"), size
    leave(page)


@pytest.mark.long
def test_a_player_has_no_items_of_the_host(browser: Any) -> None:
    room, page = at_table(browser, holdem(2), "Ann")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Invite").wait_for()
    assert page.get_by_role("group", name="For the host").count() == 0
    done(room, page)


@pytest.mark.long
def test_the_menu_stays_open_while_the_table_goes_on(browser: Any) -> None:
    """Its items change with what one may do; it closes under nobody's finger."""
    scene = holdem(2)
    room, page = at_table(browser, scene, "Ann")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Invite").focus()
    for told in scene.next(s.SitOut(), "Ann", "Ann"):
        room.tell(told)
    page.locator(".menu[open]").get_by_role("button", name="Come back").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Invite"
    done(room, page)


@pytest.mark.long
@pytest.mark.parametrize("touch", [True, False], ids=["touch", "keyboard"])
def test_keys_are_told_only_where_there_is_a_keyboard(browser: Any, touch: bool) -> None:
    scene = game("five-card-draw", 3)
    draws = scene.until(Due.DRAW)
    assert draws == to_act(scene)
    room, page = at_table(browser, scene, draws, size=TABLET, has_touch=touch, is_mobile=touch)
    page.locator(".act kbd").first.wait_for(state="attached")
    keys = page.locator("kbd")
    assert keys.count() > 5
    assert [one.is_visible() for one in keys.all()] == [not touch] * keys.count()
    assert page.get_by_role("button", name="Keyboard shortcuts").count() == (0 if touch else 1)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_label("After the flop, in percent of the pot").wait_for()
    assert settings.get_by_role("group", name="Keyboard shortcuts").is_visible() != touch
    done(room, page)
