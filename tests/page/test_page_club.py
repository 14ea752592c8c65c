"""The host's tools for people, in a browser and a real room: a ban, at the table and on the page of the club."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from page_player import QUICK, Page
from room_tables import cash, terms
from web_rooms import Running, running

from sidepot.room.runtime.tables import TableRegistry


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, TableRegistry) as found:
        yield found


def person(browser: Any, room: Running, name: str) -> Page:
    return Page(browser, SimpleNamespace(address=room.url), name)  # type: ignore[arg-type]


def host_of(browser: Any, room: Running, name: str = "Hosta") -> Page:
    """The host of the room, in a browser of their own."""
    told = room.guest(name)
    told.become_host()
    found = person(browser, room, name)
    found.context.add_cookies(
        [{"name": key, "value": value, "url": room.url} for key, value in told.http.cookies.items()]
    )
    return found


def drawn() -> bytes:
    """A picture that somebody may choose."""
    out = BytesIO()
    pytest.importorskip("PIL.Image").new("RGB", (300, 300), (0, 90, 60)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.long
def test_a_host_erases_a_picture_at_the_table_and_on_the_page_of_the_club(browser: Any, room: Running) -> None:
    table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
    host, ann = host_of(browser, room), person(browser, room, "Ann")
    ann.sit("Kitchen")
    for where in (f"/table/{table}", "/club"):
        ann.page.locator(".menu summary").click()
        ann.page.get_by_role("button", name="Your picture").click()
        ann.page.locator("#picture-file").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": drawn()})
        ann.page.get_by_text("Saved.").wait_for()
        ann.page.keyboard.press("Escape")
        host.page.goto(room.url + where)
        if where != "/club":
            host.page.locator(".seat .portrait").wait_for()
            host.page.locator(".menu summary").click()
            host.page.get_by_role("button", name="Remove or ban a player").click()
        host.page.get_by_role("button", name="Erase the picture of Ann").click()
        host.page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).click()
        if where != "/club":
            host.page.locator(".seat .portrait").wait_for(state="detached")
        else:
            host.page.get_by_role("button", name="Erase the picture of Ann").wait_for(state="detached")
        ann.page.reload()
        ann.page.wait_for_selector(".seat.own")
        ann.page.wait_for_load_state("networkidle")
        assert ann.page.locator(".seat .portrait").count() == 0
    for one in (host, ann):
        one.close()


@pytest.mark.long
def test_a_host_bans_a_player_at_the_table_and_lifts_it_on_the_page_of_the_club(browser: Any, room: Running) -> None:
    table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
    host, ann = host_of(browser, room), person(browser, room, "Ann")
    ann.sit("Kitchen")
    host.page.goto(f"{room.url}/table/{table}")
    host.page.locator(".menu summary").click()
    host.page.get_by_role("button", name="Remove or ban a player").click()
    host.page.get_by_role("button", name="Ban Ann").click()
    host.page.get_by_label("Reason").fill("two seats in one hand")
    host.page.get_by_label("Duration").select_option(label="A week")
    host.page.get_by_role("button", name="Ban", exact=True).click()
    host.page.get_by_role("dialog").wait_for(state="detached")
    told = ann.page.get_by_role("dialog", name="You cannot enter this table")
    told.wait_for()
    assert "two seats in one hand" in told.inner_text() and "until" in told.inner_text()
    assert "Ann" not in room.registry.actor(table).machine.table.places
    host.page.goto(f"{room.url}/club")
    row = host.page.locator("#bans .club-row", has_text="Ann")
    row.wait_for()
    assert "two seats in one hand" in row.inner_text() and "by Hosta" in row.inner_text()
    row.get_by_role("button", name="Lift the ban of Ann").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Lift the ban", exact=True).click()
    host.page.get_by_text("Nobody is banned.").wait_for()
    ann.page.goto(room.url)
    ann.page.locator(".table-row", has_text="Kitchen").get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    ann.page.wait_for_selector(".seat.own[aria-label*='Ann']")
    for one in (host, ann):
        one.close()


@pytest.mark.long
def test_a_host_puts_a_stack_right_and_all_read_why(browser: Any, room: Running) -> None:
    table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
    host, ann = host_of(browser, room), person(browser, room, "Ann")
    ann.sit("Kitchen")
    host.page.goto(f"{room.url}/table/{table}")
    host.page.locator(".menu summary").click()
    host.page.get_by_role("button", name="Correct a stack").click()
    host.page.get_by_text("Now 200").wait_for()
    host.page.get_by_label("Correct stack").fill("350")
    host.page.get_by_label("Reason").fill("a buy-in was miscounted")
    host.page.get_by_role("button", name="Correct", exact=True).click()
    host.page.get_by_role("dialog").wait_for(state="detached")
    ann.page.locator("sp-log", has_text="The host gives Ann 150: a buy-in was miscounted").wait_for()
    assert room.registry.actor(table).machine.table.places["Ann"].stack == 350
    for one in (host, ann):
        one.close()


@pytest.mark.long
def test_a_player_asks_for_a_seat_and_the_host_gives_it(browser: Any, room: Running) -> None:
    table = room.do(room.app_state.open_table(terms(cash(), timing=QUICK, approve=True), by=""))
    host, ann = host_of(browser, room), person(browser, room, "Ann")
    host.page.goto(f"{room.url}/table/{table}")
    host.page.locator("#line[data-how=live]").wait_for()
    ann.page.goto(room.url)
    ann.page.get_by_label("Playing as").fill("Ann")
    ann.page.locator(".table-row", has_text="Kitchen").get_by_role("link", name="Watch").click()
    ann.page.locator(".waits").get_by_role("button", name="Ask for a seat").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    ann.page.get_by_text("You asked for a seat").wait_for()
    host.page.locator(".toast", has_text="Ann asks for a seat").get_by_role("button", name="No seat for Ann").click()
    host.page.locator(".toast").wait_for(state="detached")
    ann.page.locator(".waits").get_by_role("button", name="Ask for a seat").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    host.page.locator(".toast", has_text="Ann asks for a seat").wait_for()
    host.page.get_by_label("Menu, 1 request", exact=True).click()
    host.page.get_by_role("button", name="Seat requests (1)").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Seat Ann", exact=True).click()
    for request in (".toast", ".badge"):
        host.page.locator(request).wait_for(state="detached")
    ann.page.wait_for_selector(".seat.own[aria-label*='Ann']")
    for one in (host, ann):
        one.close()


@pytest.mark.long
def test_the_owner_gives_roles_hands_the_room_over_and_ends_the_session(browser: Any, room: Running) -> None:
    room.do(room.app_state.open_table(terms(cash(), timing=QUICK), by=""))
    host, ann = host_of(browser, room), person(browser, room, "Ann")
    ann.sit("Kitchen")
    host.page.goto(f"{room.url}/club")
    row = host.page.locator("#people .club-row", has_text="Ann")
    row.get_by_label("Role of Ann").select_option(label="Member")
    row.locator("small", has_text="Member").wait_for()
    row.get_by_role("button", name="Make Ann the owner").click()
    host.page.get_by_role("button", name="Make owner").click()
    row.locator("small", has_text="Owner").wait_for()
    row.get_by_role("button").wait_for(state="detached")  # one is no owner any more
    ann.page.locator("#line[data-how=live]").wait_for()
    ann.page.wait_for_selector(".seat.own[aria-label*='Ann']")  # the page has come again, with the seat
    ann.page.locator(".menu summary").click()
    ann.page.get_by_role("button", name="Close the table").wait_for()
    host.page.get_by_role("button", name="End the session").click()
    host.page.get_by_role("dialog").get_by_role("button", name="End the session").click()
    ann.page.locator("sp-log", has_text="Ann leaves with 200").wait_for()
    for one in (host, ann):
        one.close()


@pytest.mark.long
def test_an_onlooker_sees_no_hand_where_the_host_wants_none_until_they_sit_down(browser: Any, room: Running) -> None:
    room.do(room.app_state.open_table(terms(cash(), timing=QUICK, watch_after=-1), by=""))
    ann, bo, zoe = (person(browser, room, name) for name in ("Ann", "Bo", "Zoe"))
    ann.sit("Kitchen")
    bo.sit("Kitchen")
    ann.page.locator(".own-card").first.wait_for()
    zoe.page.goto(room.url)
    zoe.page.get_by_label("Playing as").fill("Zoe")
    zoe.page.locator(".table-row", has_text="Kitchen").get_by_role("link", name="Watch").click()
    zoe.page.get_by_text("Only players see the hands here").wait_for()
    zoe.page.locator(".seat", has_text="Ann").wait_for()
    assert zoe.page.locator(".card").count() == 0 and zoe.page.locator("sp-log li").count() == 0
    zoe.page.locator(".waits").get_by_role("button", name="Sit down").click()
    zoe.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    zoe.page.wait_for_selector(".seat.own[aria-label*='Zoe']")
    zoe.page.locator(".card").first.wait_for()
    for one in (ann, bo, zoe):
        one.close()


def test_the_page_of_the_club_is_for_hosts(browser: Any, room: Running) -> None:
    ann = person(browser, room, "Ann")
    ann.page.goto(f"{room.url}/club")
    ann.page.locator("#trouble", has_text="log in first").wait_for()
    assert not ann.page.get_by_role("heading", name="Bans").is_visible()
    ann.close()


@pytest.mark.long
def test_a_host_gives_the_club_a_name_and_a_logo(browser: Any, room: Running) -> None:
    image = pytest.importorskip("PIL.Image", reason="no Pillow: pip install 'sidepot[serve]'")
    out = BytesIO()
    image.new("RGB", (300, 100), (0, 90, 60)).save(out, "PNG")
    host = host_of(browser, room)
    page = host.page
    page.goto(f"{room.url}/club")
    page.get_by_label("Name of the club").fill("River Club")
    page.get_by_label("Colour").select_option("gold")
    page.get_by_text("Saved. Displays show it within seconds.").wait_for()
    page.get_by_label("Logo").set_input_files({"name": "l.png", "mimeType": "image/png", "buffer": out.getvalue()})
    page.get_by_role("img", name="The logo of the club").wait_for()
    shown = room.guest("Ann").get("/api/club/look")
    assert (shown["name"], shown["colour"]) == ("River Club", "gold") and shown["logo"]
    page.get_by_role("button", name="Remove the logo").click()
    page.get_by_role("img", name="The logo of the club").wait_for(state="hidden")
    host.close()
