"""Every page as axe sees it: nothing that keeps somebody out who reads by ear, by keyboard, or in a bad light."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evening_scenes import told
from needs import AXE
from page_browser import PHONE, PlayedRoom, done, leave, resize
from page_scenes import Scene, at_table, game, holdem, to_act
from places import ROOT
from room_tables import cash, terms
from web_rooms import running

from sidepot.games.limits import FixedLimit
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.fairness.record import decode_record
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.table import commands as s
from sidepot.room.table.agreement import agreement
from sidepot.room.views.public import public_view
from sidepot.rules.houses import OPEN_STAKES
from sidepot.table.table_rules import OpenStakes
from sidepot.web.auth.identities import new_host_token
from sidepot.web.director.build import BuildForm, planned
from sidepot.web.routes.settle import Player, SettleForm, settled
from sidepot.web.schemas.base import TableTerms

pytest.importorskip("axe_playwright_python.sync_playwright", reason=AXE.reason)

from page_axe import check

RECORD = ROOT / "examples" / "hand-record.json"
TABLES = [
    {"id": "7", "title": "Green felt", "phase": "playing", "game": "Texas hold'em", "terms": "Blinds 5/10", "seats": 6,
     "free": 1, "people": ["Ann"], "bots": 4, "hands": 12, "fill": True},
    {"id": "8", "title": "Thursday", "phase": "over", "game": "Razz", "seats": 8, "locked": True},
]  # fmt: skip
TABS = ("now", "tables", "clock", "more")  # of the director's console, besides that of the players
GAMES = [{"id": "holdem", "title": "Texas hold'em", "seats": [2, 10]}]


def test_the_terms_of_a_table(browser: Any) -> None:
    """As the window that asks to sit down, and as a page."""
    room = PlayedRoom("Zoe")
    told = TableTerms(
        "Kitchen", agreement(terms(cash(rulebook=OPEN_STAKES.but(run_it=2)))), 1_800_000_000_000, asked=True
    )
    room.api["/api/tables/t1/agreement"] = (200, msgspec.to_builtins(told))
    room.greet = holdem(3).told("Zoe")[:1]
    page = room.open(browser, "/table/t1#sit")
    page.get_by_role("button", name="Accept and sit down").wait_for()
    check(page)
    done(room, page)
    page = room.open(browser, "/table/t1/terms")
    page.locator(".points").first.wait_for()
    check(page)
    done(room, page)


def test_the_lobby(browser: Any) -> None:
    room = PlayedRoom(tables=TABLES)
    page = room.open(browser, "/")
    page.locator(".table-row").first.wait_for()
    check(page)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("dialog").wait_for()
    check(page)
    done(room, page)


def test_inviting(browser: Any) -> None:
    """The switch, the code, and the page for the internet."""
    room = PlayedRoom("Eve", role="host")
    here = {"ways": [{"address": "http://127.0.0.1:8000"}], "only_here": True, "lan": "off", "is_owner": True}
    ways = [{"address": f"http://{number}:8000", "name": "wlan0"} for number in ("192.168.1.7", "10.0.0.2")]
    room.api["/api/invite"] = (200, here)
    room.api["/api/invite/lan"] = (200, {"ways": ways, "lan": "on", "is_owner": True, "port": 8000})
    room.api["/api/invite/qr"] = (200, "")
    page = room.open(browser, "/", size=PHONE)
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("button", name="Let phones on this network join").wait_for()
    check(page)
    page.get_by_role("button", name="Let phones on this network join").click()
    page.locator(".qr").wait_for()
    check(page)
    page.get_by_role("link", name="Invite over the internet").click()
    page.locator("#steps pre").first.wait_for()
    check(page)
    done(room, page)


@pytest.mark.long
def test_a_player_who_decides_ahead_and_the_settings(browser: Any) -> None:
    """With what is decided, what ended that, the question about a slip, and the window of settings."""
    scene = holdem(3)
    [*_, me] = [seat.player for seat in public_view(scene.room).seats if seat and seat.player != to_act(scene)]
    room, page = at_table(browser, scene, me)
    page.locator(".plan", has_text="Check").last.click()  # not Check/fold, which stays on
    check(page)
    for message in scene.next(s.Act(scene.room.clock.turn, c.RaiseTo(20)), to_act(scene), me):
        room.tell(message)
    page.locator(".ahead-note", has_text="was cancelled").wait_for()
    check(page)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Settings").click()
    window = page.get_by_role("dialog", name="Settings")
    window.get_by_label("Fold", exact=True).fill("c")
    check(page)
    done(room, page)
    room, page = at_table(browser, scene, to_act(scene))
    slide = "slider => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }"
    page.locator("sp-actions .slider").evaluate(slide)
    page.locator("[data-key=r] .act").click()
    page.locator(".raise-error").wait_for()
    check(page)
    done(room, page)


def test_a_page_that_keeps_somebody_out_is_found(browser: Any) -> None:
    """What is checked with finds something: pale words, and a picture that says nothing."""
    room = PlayedRoom(tables=TABLES)
    page = room.open(browser, "/")
    page.locator(".table-row").first.wait_for()
    page.evaluate("""() => {
        const words = document.createElement("p");
        words.textContent = "Take a seat";
        words.style.color = "#ccc";
        const picture = document.createElement("img");
        picture.src = "/static/common/icon.svg";
        document.querySelector("main").append(words, picture);
    }""")
    with pytest.raises(AssertionError, match=r"color-contrast(.|\n)*image-alt"):
        check(page)
    done(room, page)


@pytest.mark.long
def test_the_link_by_which_one_is_host(browser: Any, tmp_path: Path) -> None:
    """Its page comes from the room itself: one button of its own, and one is in the lobby as the host of the room."""
    with running(tmp_path) as served:
        token = served.do(new_host_token(served.app_state))
        page = browser.new_context().new_page()
        page.goto(f"{served.url}/host?token=old")
        page.get_by_role("alert").wait_for()
        check(page)
        page.goto(f"{served.url}/host?token={token}")
        page.get_by_role("heading", name="Become the host").wait_for()
        check(page)
        page.locator("main").get_by_role("button").press("Enter")
        page.get_by_role("button", name="Open a table").wait_for()
        check(page)
        leave(page)


@pytest.mark.long
def test_the_host_opens_a_table(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host", tables=TABLES)
    room.api["/api/games"] = (200, {"games": GAMES})
    page = room.open(browser, "/")
    page.get_by_role("button", name="Open a table").click()
    page.get_by_role("dialog", name="Open a table").wait_for()
    check(page)
    done(room, page)


@pytest.mark.long
def test_the_host_at_a_table(browser: Any) -> None:
    """With the menu open, in which their tools are."""
    scene = holdem(4)
    room = PlayedRoom("Ann", role="host")
    mine = msgspec.json.decode(scene.told("Ann")[1])
    mine["may"] = [*mine["may"], "pause", "remove", "add_bot", "close"]
    room.greet, room.now = [scene.told("Ann")[0], msgspec.json.encode(mine)], scene.now
    page = room.open(browser, "/table/t1")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Pause").wait_for()
    check(page)
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("dialog").wait_for()
    check(page)
    done(room, page)


@pytest.mark.long
def test_talk(browser: Any) -> None:
    """Lines with answers, and the window of one of them."""
    scene = Scene(terms(cash()))
    scene.seat(2)
    scene.say(s.Talk("Good evening"), "Bo")
    scene.say(s.React("👏", scene.room.lines[0].seq), "Bo")
    room, page = at_table(browser, scene, "Ann")
    page.locator(".talk-answer").wait_for()
    check(page)
    page.get_by_role("button", name="React to or report the message of Bo").click()
    page.get_by_role("dialog").wait_for()
    check(page)
    done(room, page)


def test_a_hand_under_way(browser: Any) -> None:
    """A turn with all there can be: pots, a raise, chips on credit, who folded, who sits out, an empty seat."""
    stakes = OpenStakes(terms="in cash, tonight")
    scene = Scene(terms(cash(seats=6, rulebook=OPEN_STAKES, buy_in=(6, 0), open_stakes=stakes)))
    for player, chips in (("Ann", 20), ("Bo", 200), ("Cy", 60), ("Di", 200), ("Ed", 90)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.say(s.SitOut(), "Ed")
    scene.deal()
    while scene.room.hand is not None and not scene.room.hand.boards[0]:
        raises = scene.room.hand.price < 40 and to_act(scene) in ("Bo", "Cy")
        scene.act(c.Fold() if to_act(scene) == "Di" else c.RaiseTo(40) if raises else c.Call())
    room, page = at_table(browser, scene, to_act(scene))
    page.wait_for_selector(".act")
    check(page)
    resize(page, PHONE)
    page.keyboard.press("i")
    page.locator(".is-explained .tip").wait_for(state="visible")
    check(page)
    done(room, page)


@pytest.mark.long
def test_a_draw(browser: Any) -> None:
    scene = game("triple-draw", 3, FixedLimit())
    who = scene.until(Due.DRAW)
    room, page = at_table(browser, scene, who)
    page.keyboard.press("2")
    page.locator(".own-card[aria-pressed=true]").wait_for()
    check(page)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    check(page)
    done(room, page)


def test_the_page_that_checks_hands(browser: Any) -> None:
    record = RECORD.read_text(encoding="utf-8")
    room = PlayedRoom()
    room.api["/api/verify"] = (200, json.loads(msgspec.json.encode(verify_record(decode_record(record.encode())))))
    page = room.open(browser, "/verify")
    page.locator("#drop").wait_for()
    check(page)
    page.locator(".pins summary").click()
    page.set_input_files("#file", {"name": "HAND.json", "mimeType": "application/json", "buffer": record.encode()})
    page.wait_for_selector(".verdict")
    check(page)
    done(room, page)


def test_the_page_that_settles_hands(browser: Any) -> None:
    players = [Player("Ann", 800), Player("Bo", 900, folded=True), Player("Cy", 1700)]
    told = settled(SettleForm(players, best=[["Ann"], ["Cy"]]))
    room = PlayedRoom()
    room.api["/api/settle"] = (200, json.loads(msgspec.json.encode(told)))
    page = room.open(browser, "/settle")
    page.locator(".put-row").first.wait_for()
    check(page)
    page.get_by_role("button", name="Settle", exact=True).click()
    page.locator(".verdict.good").wait_for()
    check(page)
    done(room, page)


@pytest.mark.parametrize("tab", ["players", *(pytest.param(one, marks=pytest.mark.long) for one in TABS)])
def test_the_directors_console(browser: Any, tab: str) -> None:
    room = PlayedRoom("Eve", role="host")
    told(room)
    page = room.open(browser, "/desk/7", size=PHONE, reduced_motion="reduce")
    page.locator("#tabs").wait_for()
    page.locator(f"button[data-tab={tab}]").click()
    check(page)
    if tab == "players":
        page.locator("[data-key=Bo] button").click()
        page.get_by_role("dialog", name="Bo").wait_for()
        check(page)
    done(room, page)


def test_the_set_up_of_an_evening(browser: Any) -> None:
    room = PlayedRoom("Eve", role="host")
    room.api["/api/tournaments"] = (200, {"tournaments": [], "mine": []})
    room.api["/api/tournaments/presets"] = (200, {"presets": [{"name": "regular", "title": "Regular"}]})
    room.api["/api/games"] = (
        200,
        {"games": [], "books": [{"id": "tda-2013", "title": "TDA 2013", "is_tournament": True}]},
    )
    plan = planned(BuildForm(name="Friday", house="home"))
    room.api["/api/tournaments/build"] = (200, json.loads(msgspec.json.encode(plan)))
    page = room.open(browser, "/desk", size=PHONE, reduced_motion="reduce")
    page.locator(".setup-facts").wait_for()
    page.get_by_text("My chips").click()
    check(page)
    done(room, page)
