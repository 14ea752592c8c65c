"""The floor's page, on a phone, against a real room: a tile, the facts by buttons, the ruling, a link that holds it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from needs import AXE
from page_browser import PHONE, leave
from page_player import host_page
from page_room import Room, post
from places import ROOT
from test_page_dealer import cookies_of, do, table_of, tournament_at
from test_page_evening import person

LINE = "NL 200/400: A 1200; B to act"


TAPPED = "main :is(button, summary, select, .floor-pick, input[type=text], textarea)"


def open_floor(browser: Any, room: Room, *, path: str = "/floor", cookies: Any = (), **more: Any) -> Any:
    page = browser.tabs.take(None, PHONE, **more).page
    page.context.add_cookies(list(cookies))
    page.goto(room.address + path)
    page.locator("#tiles li").nth(11).wait_for(state="attached")
    return page


def fits(page: Any) -> bool:
    """Nothing is wider than the phone."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def small(page: Any) -> list[str]:
    """What is to be tapped and is less than 44 pixels high."""
    found = page.evaluate(
        """tapped => [...document.querySelectorAll(tapped)].filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 80))""",
        TAPPED,
    )
    return [str(one) for one in found]


def test_a_large_bet_is_ruled_on_and_its_link_shows_it_again(browser: Any, room: Room) -> None:
    page = browser.tabs.take(None, PHONE).page
    page.goto(room.address)
    page.get_by_role("link", name="Ask the floor").click()
    page.locator("#tiles li").nth(11).wait_for()
    assert fits(page) and not small(page)
    page.get_by_role("button", name="A player says something or puts chips out").click()
    page.get_by_role("heading", name="A player says something").wait_for()
    assert page.evaluate("document.activeElement.id") == "title"
    assert page.get_by_role("group", name="Was there a gesture instead?").is_visible()
    assert not page.get_by_role("group", name="Was it said before").is_visible()  # nothing is told of words and chips
    page.get_by_label("How does the betting stand?").fill("")
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.locator("#short", has_text="Still needed").wait_for()
    page.get_by_label("How does the betting stand?").fill(LINE)
    page.get_by_label("Which chips were put out").fill("1000,1000")
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_role("heading", name="B calls 1,200 and gets 800 back.").wait_for()
    assert fits(page) and not small(page)
    ruling = page.locator("#ruling")
    assert "TDA-2024:45-A" in ruling.inner_text() and "Give 800 back to B." in ruling.inner_text()
    assert not page.get_by_role("group", name="Was there a gesture instead?").is_visible()
    page.get_by_label("What did the player say").fill("raise")
    page.get_by_label("What did the player say").press("Tab")
    page.get_by_role("heading", name="B raises to 2,000").wait_for()
    address = page.url
    again = open_floor(browser, room, path=address.removeprefix(room.address))
    again.get_by_role("heading", name="B raises to 2,000").wait_for()
    assert again.get_by_label("Which chips were put out").input_value() == "1000,1000"
    again.get_by_role("button", name="Something else happened").click()
    again.get_by_role("heading", name="What happened?").wait_for()
    assert again.url == f"{room.address}/floor"
    leave(again)
    leave(page)


@pytest.mark.long
def test_director_chooses_an_option_or_sets_the_ruling_aside(browser: Any, room: Room) -> None:
    page = open_floor(browser, room)
    page.get_by_label("Anything else").fill("dropped")
    page.get_by_role("button", name="The stub was dropped").click()
    page.get_by_role("heading", name="The stub was dropped").wait_for()
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.locator("#ruling .verdict").wait_for()
    before = page.locator("#ruling h2").inner_text()
    page.get_by_role("group", name="Can it be put back in order?").get_by_role("radio", name="Yes").check()
    page.wait_for_function("before => document.querySelector('#ruling h2').textContent !== before", arg=before)
    page.get_by_text("Overrule for fairness").click()
    page.get_by_label("Decision instead").fill("void")
    page.get_by_label("Reason", exact=True).fill("nobody saw it")
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_role("heading", name="The hand is void.").wait_for()
    assert "nobody saw it" in page.locator("#ruling").inner_text()
    leave(page)


@pytest.mark.long
def test_an_option_is_taken_and_another_house_is_asked(browser: Any, room: Room) -> None:
    page = open_floor(browser, room)
    page.get_by_role("button", name="The penalty of an offence").click()
    page.get_by_role("group", name="What did the player do?").get_by_role("radio", name="phone").check()
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_role("heading", name="The director decides.").wait_for()
    options = page.get_by_role("list", name="The director may decide").get_by_role("button")
    options.first.click()
    page.locator("#ruling .verdict.good").wait_for()
    assert options.first.get_attribute("aria-pressed") == "true"
    page.get_by_label("Rules").select_option("tda-2024")
    page.locator("#ruling", has_text="TDA-2024").wait_for()
    page.reload()
    page.locator("#ruling", has_text="TDA-2024").wait_for()
    leave(page)


@pytest.mark.long
def test_impossible_facts_show_only_an_error(browser: Any, room: Room) -> None:
    page = open_floor(browser, room)
    page.get_by_role("button", name="A player put out less than the call").click()
    page.get_by_label("How does the betting stand?").fill("NL 200/400 A")
    page.get_by_label("How much does the player have in front").fill("100")
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.locator("#trouble", has_text="colon").wait_for()
    assert page.locator("#ruling").inner_text() == ""
    page.get_by_label("How does the betting stand?").fill(LINE)
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.locator("#ruling .verdict").wait_for()
    assert not page.locator("#trouble").is_visible()
    page.go_back()
    page.get_by_role("heading", name="What happened?").wait_for()
    leave(page)


@pytest.mark.long
def test_a_ruling_is_told_to_the_tournament_once(browser: Any, room: Room) -> None:
    """By a person who may announce something there; others are not offered it."""
    tournament = post(room.host, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})["id"]
    cookies = [{"name": name, "value": value, "url": room.address} for name, value in room.host.cookies.items()]
    for is_host in (True, False):
        page = open_floor(browser, room, path=f"/floor?tournament={tournament}", cookies=cookies if is_host else ())
        page.get_by_role("button", name="A player is on the clock").click()
        page.get_by_label("After how many seconds").fill("61")
        page.get_by_role("button", name="Get the ruling", exact=True).click()
        page.get_by_role("heading", name="The player's hand is dead.").wait_for()
        tell = page.get_by_role("button", name="Announce to the tournament")
        assert tell.count() == is_host
        if is_host:
            tell.click()
            page.get_by_text("It is on the displays and in the history.").wait_for()
            tell.click()
        leave(page)
    lines = room.host.get(f"/api/tournaments/{tournament}/log").json()["lines"]
    told = [line for line in lines if "A player is on the clock: The player's hand is dead." in json.dumps(line)]
    assert len(told) == 1


@pytest.mark.long
def test_in_german_the_page_the_ruling_and_its_rules_are_german(browser: Any, room: Room) -> None:
    page = open_floor(browser, room, locale="de-AT")
    page.get_by_role("heading", name="Was ist passiert?").wait_for()
    page.get_by_role("button", name="Die Uhr läuft für jemanden").click()
    assert page.get_by_role("group", name="Stand ein Einsatz davor?").is_visible()
    page.get_by_role("button", name="Entscheiden").click()
    page.get_by_role("heading", name="Die Hand dieser Person ist tot.").wait_for()
    assert page.locator("#ruling .floor-why [lang=en], #ruling .floor-steps [lang=en]").count() == 0
    page.locator("#ruling .floor-why", has_text="lag vor, also ist die Hand tot").wait_for()
    assert page.locator("#ruling .floor-rules [lang=en]").count() == 0
    page.locator("#ruling .floor-rules", has_text="Läuft die Uhr ab, ist die Hand tot").wait_for()
    page.locator("#ruling .hint", has_text="Poker-TDA-Regeln von 2024").wait_for()
    assert page.locator(".floor-question [lang=en]").count() == 0
    assert page.get_by_role("heading", name="Die Regel").is_visible()
    leave(page)


@pytest.mark.long
def test_nothing_keeps_somebody_out(browser: Any, room: Room) -> None:
    """The tiles, the facts and a ruling with options, as axe sees them."""
    pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
    from page_axe import check

    page = open_floor(browser, room)
    check(page)
    page.get_by_role("button", name="A player says something or puts chips out").click()
    page.get_by_role("button", name="Raise …").click()
    page.get_by_text("Game, blinds, street, players").click()
    check(page)
    page.get_by_role("button", name="Something else happened").click()
    page.get_by_role("button", name="The penalty of an offence").click()
    page.get_by_role("radio", name="phone").check()
    check(page)
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.locator("#ruling .verdict").wait_for()
    check(page)
    leave(page)


def test_the_first_press_of_the_button_rules(browser: Any, room: Room) -> None:
    """What is typed brings a further question in, above the button: it must not slip away under the finger."""
    page = open_floor(browser, room)
    page.get_by_role("button", name="A player says something or puts chips out").click()
    page.get_by_label("How does the betting stand?").fill(LINE)
    page.get_by_label("Which chips were put out").click()
    page.keyboard.type("1000,1000")
    button = page.get_by_role("button", name="Get the ruling", exact=True)
    button.scroll_into_view_if_needed()
    place = button.bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] - 2)
    page.mouse.down()
    assert button.bounding_box() == place
    page.mouse.up()
    page.get_by_role("heading", name="B calls 1,200 and gets 800 back.").wait_for()
    leave(page)


@pytest.mark.long
def test_search_links_to_other_pages_for_matters_without_a_ruling(browser: Any, room: Room) -> None:
    page = open_floor(browser, room)
    find = page.get_by_label("Anything else")
    find.fill("chip race")
    page.get_by_role("link", name="Seats, button, chip race, prizes: the director's desk").wait_for()
    find.fill("rake")
    page.get_by_role("link", name="Who wins what: settle the hand").wait_for()
    find.fill("rathole")
    page.get_by_role("heading", name="Rules with these words").wait_for()
    assert "TDA-2024:63" in page.locator("#rules").inner_text()
    assert fits(page)
    find.fill("string bet")
    page.get_by_role("button", name="A player says something or puts chips out").first.wait_for()
    page.locator("#ways").wait_for(state="hidden")
    find.fill("colusion")
    page.locator("#others").get_by_role("button", name="The penalty of an offence").wait_for()
    assert not page.locator("#ways").is_visible()
    leave(page)


INCIDENTS = {
    "string bet": (
        ["A player says something or puts chips out", "1,000", "New motion", "1,000"],
        "B calls 600 and gets 1,400 back.",
    ),
    "large chip": (["A player says something or puts chips out", "5,000"], "B calls 600 and gets 4,400 back."),
    "out of turn": (["A player acted out of turn", "call"], "The skipped players act first."),
    "exposed card": (["A card was exposed"], "The hand is live."),
    "short all-in": (
        ["What may this player do now?", "All-in …", "800", "A 600"],
        "A may call 800 or fold, but not raise.",
    ),
    "words and chips": (
        ["A player says something or puts chips out", "call", "5,000"],
        "B calls 600 and gets 4,400 back.",
    ),
    "misdeal": (["A mistake in the deal", "two boxed cards"], "It is a misdeal."),
    "mucked winner": (["A hand is mucked at the showdown", "in the muck"], "The hand is live."),
    "undercall": (["A player put out less than the call", "200"], "The director decides."),
    "asking to see": (["A player asks to see a hand"], "The director decides."),
}


@pytest.mark.parametrize("incident", INCIDENTS)
def test_an_incident_is_ruled_on_by_five_taps_of_a_thumb(browser: Any, room: Room, incident: str) -> None:
    taps, headline = INCIDENTS[incident]
    page = browser.tabs.take(None, {"width": 360, "height": 640}, has_touch=True).page
    page.goto(room.address + "/floor")
    page.locator("#tiles li").nth(11).wait_for(state="attached")
    for at, tap in enumerate(taps):
        area = page.locator("#tiles" if not at else "#questions")
        found = area.locator("button, label.floor-pick").filter(has_text=re.compile(f"^{re.escape(tap)}$"))
        found = found if found.count() else area.get_by_role("button", name=tap)
        found.first.tap()
        if not at and page.locator(".floor-felt").count():
            page.locator(".line-seat").first.wait_for()
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    page.get_by_role("button", name="Get the ruling", exact=True).tap()
    page.locator("#ruling .verdict").wait_for()
    assert headline in page.locator("#ruling h2").inner_text()
    assert len(taps) + 1 <= 5 and fits(page) and not small(page)
    leave(page)


def test_a_table_of_a_desk_fills_the_felt_with_its_seats_stacks_and_blinds(browser: Any, room: Room) -> None:
    """With one tap; before the flop the seats act in the order from the button."""
    tournament = tournament_at(room.host)
    seats = [one["seat"] for one in table_of(room.host, tournament)["seats"] if one.get("player")]
    do(room.host, tournament, "button_at", table=1, seat=seats[2])
    with person(browser, PHONE, cookies_of(room.host, room.address)) as desk:
        desk.goto(f"{room.address}/desk/{tournament}")
        desk.get_by_role("navigation", name="Desk sections").get_by_role("button", name="Tables").click()
        desk.get_by_role("button", name="Actions for table 1").click()
        with desk.context.expect_page() as opening:
            desk.get_by_role("dialog", name="Table 1").get_by_role("button", name="Ask the floor").click()
        page = opening.value
        page.locator("#tiles li").nth(11).wait_for(state="attached")
        house = room.host.get(f"/api/tournaments/{tournament}/director").json()["terms"]["house"]
        assert page.get_by_label("Rules").input_value() == house
        page.get_by_role("button", name="What may this player do now?").click()
        page.locator(".line-seat.is-to-act", has_text=f"Seat{seats[5] + 1}").wait_for()
        assert page.locator(".line-seat").count() == 6 and page.locator(".line-seat", has_text="9,950").count() == 1
        line = page.get_by_label("How does the betting stand?")
        assert line.input_value().startswith("NL 25/50, 6 players: Seat")
        page.get_by_role("button", name="Call 50").click()
        page.locator(".line-seat.is-to-act", has_text=f"Seat{seats[0] + 1}").wait_for()
        page.get_by_role("button", name="Get the ruling", exact=True).click()
        page.get_by_role("heading", name="may fold, call, or raise to 100 or more.").wait_for()
        page.get_by_role("button", name="Something else happened").click()
        page.get_by_role("searchbox").fill("out of turn")
        page.locator("#others").get_by_role("button", name="A player acted out of turn").click()
        page.locator(".line-seat", has_text=f"Seat{seats[2] + 1}").click()
        assert page.locator("#questions textarea").input_value().endswith(f"; Seat{seats[2] + 1} out of turn")
        assert fits(page)
        page.close()


def test_the_felt_and_the_line_change_each_other(browser: Any, room: Room) -> None:
    """By keys alone, too; the game is remembered on the device."""
    page = open_floor(browser, room, path="/floor?spot=NL 50/100 4 players: A 300; B to act")
    page.get_by_role("button", name="What may this player do now?").click()
    line = page.get_by_label("How does the betting stand?")
    assert line.input_value() == "NL 50/100 4 players: A 300; B to act"
    page.get_by_role("button", name="Call 300").focus()
    page.keyboard.press("Enter")
    page.locator(".line-seat.is-to-act", has_text="SB").wait_for()
    assert line.input_value() == "NL 50/100 4 players: A 300; B calls"
    page.get_by_role("button", name="BB", exact=False).last.click()
    page.locator(".line-seat.is-folded", has_text="SB").wait_for()
    assert line.input_value().endswith("B calls; BB to act")
    line.fill("NL 50/100 4 players: A 300; B 900; BB to act")
    line.press("Tab")
    page.locator(".line-seat", has_text="900").wait_for()
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_role("heading", name="BB may fold, call, or raise to 1,500 or more.").wait_for()
    line.fill("NL 50/100 4 players: A 20")
    line.press("Tab")
    page.locator(".floor-trouble").wait_for()
    page.get_by_text("Game, blinds, street, players").click()
    page.get_by_label("Blinds").select_option("200/400")
    page.locator(".line-seat", has_text="1,200").wait_for()
    assert line.input_value() == "NL 200/400 4 players: A 1200; B to act"
    leave(page)


def test_a_ruling_is_read_aloud_and_shows_what_else_could_be(browser: Any, room: Room) -> None:
    """The words to the player, a tap on another fact, the other houses, and a card to print."""
    page = open_floor(browser, room)
    page.get_by_role("button", name="A player says something or puts chips out").click()
    page.get_by_label("How does the betting stand?").fill(LINE)
    page.get_by_label("Which chips were put out").fill("1000,1000")
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_text("This is a call of 1,200. You get 800 back.").wait_for()
    page.locator("#compared", has_text="All houses rule the same.").wait_for()
    page.locator("#compared").get_by_role("button", name="raise").click()
    page.get_by_role("heading", name="B raises to 2,000").wait_for()
    assert page.get_by_label("What did the player say").input_value() == "raise"
    page.locator("#compared", has_text="Other houses").wait_for()
    page.emulate_media(media="print")
    assert page.locator(".floor-aloud").is_visible() and not page.locator("#facts, .foot").first.is_visible()
    page.emulate_media(media="screen")
    page.get_by_role("link", name="The thirty commonest rulings as cards").click()
    page.locator(".deck-card").nth(29).wait_for()
    page.get_by_label("Rules").select_option("cash")
    page.locator(".deck-card", has_text="Your book is silent on this.").first.wait_for()
    leave(page)


def test_a_ruling_is_kept_on_the_device_and_exported(browser: Any, room: Room) -> None:
    page = open_floor(browser, room)
    page.get_by_role("button", name="A player acted out of turn").click()
    page.locator("#questions").get_by_role("button", name="call", exact=True).first.click()
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_text("Keep this ruling").click()
    page.get_by_label("Table", exact=True).fill("7")
    page.locator("form.floor-aside", has=page.get_by_label("Table", exact=True)).get_by_label("Decided by").fill("=Ann")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_text("Kept on this device.").wait_for()
    page.get_by_role("button", name="Something else happened").click()
    page.get_by_text("Rulings kept on this device: 1").click()
    assert fits(page) and not small(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    line = Path(saved.value.path()).read_text("utf-8").splitlines()[1]
    assert '"7","\'=Ann","A player acted out of turn"' in line and "TDA-2024" in line
    page.get_by_role("button", name="Erase all").click()
    page.locator("#log").wait_for(state="hidden")
    leave(page)


def test_a_host_keeps_rulings_in_the_room_with_a_photo(browser: Any, room: Room) -> None:
    pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)
    from page_axe import check

    photo = (ROOT / "tests" / "page" / "pictures" / "lobby-desk-light.png").read_bytes()
    page = host_page(browser, room, "/floor", PHONE)
    page.get_by_role("button", name="A player acted out of turn").click()
    page.locator("#questions").get_by_role("button", name="call", exact=True).first.click()
    page.get_by_role("button", name="Get the ruling", exact=True).click()
    page.get_by_text("Keep this ruling").click()
    page.get_by_label("Table", exact=True).fill("7")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_text("Kept in the room.").wait_for()
    page.reload()
    page.get_by_role("button", name="Something else happened").click()
    page.get_by_text("Rulings kept in the room: 1").click()
    assert page.locator("#log").is_hidden()  # nothing is kept on the device
    page.get_by_label("Add a photo").set_input_files({"name": "chips.png", "mimeType": "image/png", "buffer": photo})
    page.locator("#room-log img").wait_for()
    page.wait_for_function("() => document.querySelector('#room-log img').naturalWidth > 0")
    assert fits(page) and not small(page)
    check(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export").click()
    assert ",7," in Path(saved.value.path()).read_text("utf-8").splitlines()[1]
    page.get_by_role("button", name="Erase photo").click()
    page.get_by_label("Add a photo").wait_for()
    page.get_by_role("button", name="Erase", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).click()
    page.locator("#room-log").wait_for(state="hidden")
    assert room.host.get("/api/floor/log").json()["count"] == 0
    page.close()
