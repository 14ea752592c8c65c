"""How far it is to the first hand, for a newcomer with the demo, and for a host with a friend. Presses are counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_browser import DESK, PHONE, leave
from page_presses import Presses
from page_room import Room, open_room


@pytest.fixture(scope="module")
def with_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with open_room(tmp_path_factory.mktemp("demo"), demo=True) as found:
        yield found


@pytest.mark.long
def test_a_newcomer_is_in_a_hand_after_three_presses(browser: Any, with_demo: Room) -> None:
    anna = Presses(browser, DESK)
    anna.page.goto(with_demo.address)
    table = anna.page.locator(".table-card, article, li", has_text="Green felt").last
    anna.page.get_by_label("Playing as").fill("Anna")
    anna.press(table.get_by_role("button", name="Sit down"))
    anna.press(anna.button("accept and sit down"))
    anna.has_cards()
    assert anna.count == 2
    leave(anna.page)


@pytest.mark.long
def test_a_host_and_a_friend_have_cards_after_a_few_presses(browser: Any, room: Room) -> None:
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    host, friend = Presses(browser, DESK, cookies), Presses(browser, PHONE)
    host.page.goto(room.address)
    host.press(host.page.get_by_role("button", name="Open a table"))
    host.press(host.button("^open the table$"))
    host.page.wait_for_selector(".seat.may")
    friend.page.goto(host.page.url)  # the address of the table is the link; *Invite* in the menu shows it as a code too
    for one in (host, friend):
        one.press(one.page.locator(".waits").get_by_role("button", name="Sit down"))
        if one is friend:
            one.page.get_by_role("textbox", name="Your name").fill("Freda")
            one.page.keyboard.press("Enter")  # the hands are on the keys there
        one.press(one.button("sit down$"))
        one.page.wait_for_selector("body.seated")
    host.has_cards()
    friend.has_cards()
    assert (host.count, friend.count) <= (4, 2)
    for one in (host, friend):
        leave(one.page)
