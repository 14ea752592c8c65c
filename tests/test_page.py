"""The pages in a browser, with a room that is played to them: what they show, what they say, and why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from page_browser import PHONE, STATIC, PlayedRoom, chromium
from page_scenes import NAMES, Scene, choice, game, holdem
from room_tables import cash, terms

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.options import Options
from sidepot.hand.reason import Reason
from sidepot.room.record import decode_record
from sidepot.room.tables import sayings as s
from sidepot.room.tables.private import yours_of
from sidepot.room.verify import verify_record

RECORD = Path(__file__).parents[1] / "examples" / "hand-record.json"
TABLES = [
    {"id": "7", "title": "Green felt", "phase": "playing", "game": "Texas hold'em", "stakes": "blinds 5/10", "seats": 6,
     "free": 1, "people": ["Ann"], "bots": 4, "hands": 12, "fill": True},
    {"id": "8", "title": "Thursday", "phase": "waiting", "game": "Razz", "seats": 8, "free": 8, "locked": True},
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


def at_table(browser: Any, scene: Scene, me: str, **more: Any) -> tuple[PlayedRoom, Any]:
    """The table page of `me`, as the table stands."""
    room = PlayedRoom(me)
    room.greet, room.now = scene.told(me), scene.now
    page = room.open(browser, "/table/t1", **more)
    page.wait_for_selector(".seat")
    return room, page


def to_act(scene: Scene) -> str:
    return scene.room.to_decide()[0]


def done(room: PlayedRoom, page: Any) -> None:
    page.context.close()
    assert room.errors == []


# ---- the lobby


def test_it_is_two_clicks_from_the_address_to_a_seat(browser: Any) -> None:
    """The name is offered; one click goes to the table, says who one is, and sits down."""
    room = PlayedRoom(tables=TABLES)
    scene = holdem(3)
    page = room.open(browser, "/")
    page.locator(".table-row", has_text="Green felt").wait_for()
    room.greet = scene.told("Quiet Heron")
    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_url("**/table/7*")
    room.greet = []
    assert room.posts == [("/api/guest", {"name": "Quiet Heron"})]
    done(room, page)


def test_whoever_comes_from_the_lobby_sits_at_once(browser: Any) -> None:
    room = PlayedRoom("Zoe")
    room.greet = holdem(3).told("Zoe")
    page = room.open(browser, "/table/t1#sit")
    page.wait_for_function("() => location.hash === ''")
    page.wait_for_selector("[data-how=live]")
    assert room.said == [{"type": "sit", "seat": -1, "chips": 0, "waits": False}]
    done(room, page)


def test_a_private_table_asks_for_its_password(browser: Any) -> None:
    room = PlayedRoom("Zoe", tables=TABLES)
    room.api["/api/tables/8/hands"] = (403, {"because": "this table has a password: join it first", "cite": ""})
    room.api["/api/tables/8/join"] = (403, {"because": "that is not the password of this table", "cite": ""})
    page = room.open(browser, "/")
    page.locator(".table-row", has_text="Thursday").get_by_role("button", name="Sit down").click()
    page.get_by_label("Password of the table").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("that is not the password").wait_for()
    page.context.close()


# ---- what there is to do, and why not


def test_a_button_that_is_off_says_why_and_by_which_rule(browser: Any) -> None:
    """All opponents are all-in: a raise is refused by the page as the room would refuse it, with the rule."""
    scene = Scene(terms(cash(seats=3)))
    for player, chips in (("Ann", 20), ("Bo", 40), ("Cy", 400)):
        scene.say(s.Sit(chips=chips, waits=False), player)
    scene.deal()
    while (may := scene.room.options_of(to_act(scene))) is not None and may.raise_max:
        scene.act(c.RaiseTo(may.raise_max))
    room, page = at_table(browser, scene, to_act(scene))
    button = page.locator("[data-key=r] .act")
    assert button.get_attribute("aria-disabled") == "true"
    tip = page.locator(f"#{button.get_attribute('aria-describedby')}")
    page.keyboard.press("r")
    tip.wait_for(state="visible")
    assert "all your opponents are all-in" in tip.inner_text() and "TS:12" in tip.inner_text()
    page.locator("[data-key=r] .act").click(force=True)
    assert room.said == []
    done(room, page)


def test_an_amount_stays_within_its_bounds(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("r")
    page.keyboard.type("3")  # the least raise is to 4
    assert page.locator(".amount").get_attribute("aria-invalid") == "true"
    assert page.locator("[data-key=r] .act").get_attribute("aria-disabled") == "true"
    page.keyboard.press("p")
    assert page.locator(".amount").input_value() == "7"  # 2 to call; then 3 + 2 in the middle on top
    page.keyboard.press("ArrowUp")
    assert page.locator(".amount").input_value() == "9"
    page.keyboard.press("m")
    assert page.locator("[data-key=r] .act-text").inner_text() == "All-in"
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said == [{"type": "act", "turn": scene.room.clock.turn, "command": {"type": "raise_to", "to": 200}}]
    done(room, page)


def test_only_two_amounts_where_the_rules_allow_two(browser: Any) -> None:
    scene = holdem(2)
    who = to_act(scene)
    room, page = at_table(browser, scene, who)
    room.tell(changed(scene, who, raise_min=4, raise_max=8, raise_two=True))
    page.wait_for_selector(".raise.two")
    assert [one.inner_text() for one in page.locator(".raise.two button").all()] == ["4", "8"]
    page.get_by_role("radio", name="8").click()
    page.keyboard.press("r")
    page.locator("[data-key=r] .act").click()
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "raise_to", "to": 8}
    done(room, page)


def test_folding_where_a_check_is_free_is_asked_for_twice(browser: Any) -> None:
    scene = holdem(2)
    scene.act(c.Call())
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("f")
    page.get_by_text("Checking is free").wait_for()
    assert room.said == []
    page.keyboard.press("f")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "fold"}
    done(room, page)


def changed(scene: Scene, who: str, **changes: Any) -> bytes:
    """What is for `who` alone, with another decision than is due."""
    mine = yours_of(scene.room, who)
    assert mine is not None and mine.options is not None
    may = msgspec.structs.replace(mine.options, **changes)
    return msgspec.json.encode(msgspec.structs.replace(mine, options=may))


WHY = (Reason("You must declare for high, low or both", ("PG", "69")),)  # type: ignore[arg-type]
DECISIONS: list[tuple[str, Options, dict[str, Any]]] = [
    ("h", Options(Due.DECLARE, 0, declare=True, why=WHY), {"type": "declare", "ways": 1}),
    ("b", Options(Due.DECLARE, 0, declare=True, why=WHY), {"type": "declare", "ways": 3}),
    ("2", Options(Due.RUN, 0, runs=3), {"type": "choose_runs", "runs": 2}),
    ("y", Options(Due.CONSENT, 0), {"type": "consent", "agrees": True}),
    ("n", Options(Due.CONSENT, 0), {"type": "consent", "agrees": False}),
    ("m", Options(Due.SHOW, 0, may_show=True, may_muck=True), {"type": "muck"}),
    ("s", Options(Due.SHOW, 0, may_show=True), {"type": "show", "called": []}),
    ("b", Options(Due.BRING_IN, 0, bring_in=2, raise_min=4, raise_max=4, verb="complete"), {"type": "bring_in"}),
    ("s", Options(Due.DRAW, 0, discard=5), {"type": "discard", "cards": []}),
]


def test_every_kind_of_decision_has_its_keys(browser: Any) -> None:
    scene = holdem(2)
    who = to_act(scene)
    mine = yours_of(scene.room, who)
    assert mine is not None
    room, page = at_table(browser, scene, who)
    for key, options, command in DECISIONS:
        before = len(room.said)
        room.tell(msgspec.json.encode(mine))  # in between another decision, as there always is
        page.wait_for_selector("[data-key=f]")
        room.tell(msgspec.json.encode(msgspec.structs.replace(mine, options=options)))
        page.wait_for_selector("[data-key=f]", state="detached")
        page.keyboard.press(key)
        page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
        assert [said["command"] for said in room.said[before:]] == [command]
    done(room, page)


def test_cards_are_chosen_by_digits_and_clicks(browser: Any) -> None:
    scene = game("triple-draw", 3, FixedLimit())
    who = scene.until(Due.DRAW)
    room, page = at_table(browser, scene, who, size=PHONE, has_touch=True)
    hand = scene.room.hand
    assert hand is not None
    cards = hand.hole[hand.seat]
    page.keyboard.press("2")
    page.locator(".own-card").nth(4).tap()
    assert page.locator("[data-key=d] .act-text").inner_text() == "Change 2 cards"
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "discard", "cards": [cards[1], cards[4]]}
    done(room, page)


# ---- one's place at the table


def test_a_seat_is_taken_with_the_chips_one_brings(browser: Any) -> None:
    """An empty seat is a button; the window says how many chips one may bring."""
    scene = Scene(terms(cash(seats=4, buy_in=(40, 200))))
    scene.seat(2, 100)
    room, page = at_table(browser, scene, "Zoe")
    page.get_by_role("button", name="Sit down in seat 4").press("Enter")
    page.locator("dialog").get_by_text("40 to 200").wait_for()
    page.get_by_role("spinbutton").fill("20")
    page.keyboard.press("Enter")
    assert room.said == []
    page.get_by_role("spinbutton").fill("150")
    page.get_by_label("Wait for the big blind").check()
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    assert room.said == [{"type": "sit", "seat": 3, "chips": 150, "waits": True}]
    done(room, page)


def test_the_dealer_names_the_game(browser: Any) -> None:
    scene = choice()
    while scene.room.phase != "choosing":
        scene.tick()
    room, page = at_table(browser, scene, scene.room.chooser)
    games = page.locator(".game")
    games.first.wait_for()
    assert games.count() == len(scene.room.table.rules.mix.games)
    page.keyboard.type("badugi")
    assert [one.inner_text() for one in games.all()] == ["Badugi, fixed limit"]
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    assert room.said == [{"type": "choose_game", "game": "fl badugi"}]
    scene.say(s.ChooseGame(room.said[0]["game"]), scene.room.chooser)  # and the table takes it
    done(room, page)


def test_a_player_cuts_the_pack_by_his_words(browser: Any) -> None:
    scene = Scene(terms(cash(seats=3)))
    scene.seat(3)
    for player in ("Ann", "Bo", "Cy"):
        scene.say(s.AskCut(), player)
    while scene.room.phase != "cutting":
        scene.tick()
    room, page = at_table(browser, scene, scene.room.cutter)
    page.keyboard.press("x")
    page.keyboard.type("my lucky socks")
    page.keyboard.press("Enter")
    page.wait_for_function("() => true")
    assert room.said == [{"type": "cut", "text": "my lucky socks"}]
    done(room, page)


def test_the_help_lists_the_keys_and_escape_closes_it(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("f")  # is meant for the table only while no window is open
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert room.said == []
    page.keyboard.press("v")
    assert "you are to act" in page.locator("#announce").inner_text()
    done(room, page)


# ---- every game


def test_every_game_fits_on_a_phone(browser: Any) -> None:
    """Each game of the catalogue, nine-handed where it can be: at each kind of decision everything is in sight."""
    room = PlayedRoom("Ann")
    room.greet = holdem(2).told("Ann")
    page = room.open(browser, "/table/t1", size=PHONE, reduced_motion="reduce")
    page.wait_for_selector(".seat")
    for found in GAMES.values():
        scene = game(found.name, min(found.seats[1], 9))
        seen: set[tuple[Due, int]] = set()
        play = random_player(Random(5), fold=0.0, passive=0.9)
        while (hand := scene.room.hand) is not None:
            who = to_act(scene)
            may = scene.room.options_of(who)
            assert may is not None
            cards = len(hand.hole[hand.seat])
            if (may.due, cards) not in seen:
                seen.add((may.due, cards))
                room.become(who, scene.now)
                for message in scene.told(who):
                    room.tell(message)
                page.wait_for_function("turn => document.body.dataset.turn === turn", arg=f"1/{scene.room.clock.turn}")
                assert page.evaluate(OUTSIDE) == [], (found.name, may.due, cards)
                assert page.locator(".own-card").count() == cards
            scene.act(play(hand, may))
    done(room, page)


def test_ten_seats_and_seven_pots_fit_on_a_phone(browser: Any) -> None:
    """No pot lies under a seat, and each says in words who can win it."""
    scene = Scene(terms(cash(seats=10)))
    chips = (40, 90, 160, 250, 400, 600, 900, 1234567, 1234567, 1234567)
    for player, bought in zip(NAMES, chips, strict=True):
        scene.say(s.Sit(chips=bought, waits=False), player)
    scene.deal()
    while scene.room.hand is not None and not scene.room.hand.boards[0]:
        who = to_act(scene)
        may = scene.room.options_of(who)
        assert may is not None
        if may.raise_max and scene.room.table.places[who].stack < 1000:
            scene.act(c.RaiseTo(may.raise_max))
        else:
            scene.act(c.Call() if may.call else c.Check())
    room, page = at_table(browser, scene, to_act(scene), size=PHONE)
    page.wait_for_selector(".act")
    pots = [str(one.get_attribute("aria-label")) for one in page.locator(".pot").all()]
    assert (
        len(pots) == 7 and pots[0].startswith("Main pot 400: ") and pots[6].endswith(": Gus, Hal, Ida or Jo can win it")
    )
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(UNDER) == 0
    done(room, page)


UNDER = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes('.pot, .board .card').filter((one) => boxes('.seat .plate').some((seat) => meet(one, seat))).length;
}"""

OUTSIDE = """() => [...document.querySelectorAll('.act, .own-card, .quick, .amount, .board .card, .seat .plate')]
    .map(one => [one.getAttribute('class'), one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
    .map(([name, box]) => `${name} ${Math.round(box.left)} ${Math.round(box.right)} ${Math.round(box.bottom)}`)"""


# ---- the line


def test_events_come_once_and_in_order(browser: Any) -> None:
    """One that was seen is dropped; where one is missing it is asked for; each line stands in the log once."""
    scene = holdem(3)
    room, page = at_table(browser, scene, "Ann")
    start = scene.room.seq
    told = [scene.next(s.Act(scene.room.clock.turn, c.Call()), to_act(scene), "Ann")[0] for _ in range(2)]
    room.tell(told[1])  # the first one is missing
    page.wait_for_timeout(0)
    for _ in range(200):
        if room.heard[-1]["type"] == "watch":
            break
        page.wait_for_timeout(10)
    assert room.heard[-1] == {"type": "watch", "table": "t1", "since": start}
    for message in (told[0], told[1], told[1], told[0]):
        room.tell(message)
    page.wait_for_function("() => document.querySelectorAll('sp-log p').length >= 2")
    lines = [one.inner_text() for one in page.locator("sp-log p").all()]
    assert lines == [line for message in told for line in json.loads(message)["log"]]
    done(room, page)


def test_a_command_without_an_answer_is_sent_again_with_its_id(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    room.acks = False
    page.keyboard.press("c")
    page.wait_for_selector("sp-actions.busy")
    room.acks = True
    room.sockets[-1].close()
    page.wait_for_selector("[data-how=lost]")
    page.wait_for_selector("[data-how=live]")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    sent = [message for message in room.heard if message["type"] == "cmd"]
    assert len(sent) == 2 and sent[0] == sent[1]
    hello = [message for message in room.heard if message["type"] == "hello"][-1]
    assert hello["since"] == {"t1": scene.room.seq}
    page.context.close()


def test_what_is_refused_is_told_with_its_rule(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    room.acks = False
    page.keyboard.press("c")
    page.wait_for_selector("sp-actions.busy")
    sent = room.heard[-1]
    nack = {"type": "nack", "id": sent["id"], "table": "t1", "because": "it is not your turn", "cite": "TDA-2013:43"}
    room.tell(json.dumps(nack).encode())
    page.get_by_role("alert").get_by_text("it is not your turn TDA-2013:43").wait_for()
    assert page.locator("[data-key=c] .act").is_enabled()
    done(room, page)


# ---- checking a hand


def test_a_record_is_checked_in_the_browser(browser: Any) -> None:
    record = RECORD.read_text(encoding="utf-8")
    room = PlayedRoom()
    verified = verify_record(decode_record(record.encode()))
    room.api["/api/verify"] = (200, json.loads(msgspec.json.encode(verified)))
    page = room.open(browser, "/verify")
    give(page, record)
    assert page.locator(".verdict").get_attribute("data-verdict") == "good"
    assert page.locator(".opened .card").count() == verified.openings
    page.locator(".pins summary").click()
    page.locator("#root").fill("0" * 64)
    page.locator("#root").press("Tab")
    page.wait_for_selector(".verdict.bad")
    page.locator("#root").fill(verified.roots[0])
    page.locator("#link").fill(verified.link)
    page.locator("#link").press("Tab")
    page.get_by_text("Everything holds").wait_for()
    done(room, page)


@pytest.mark.parametrize("what", ["card", "item", "salt", "cut"])
def test_a_record_that_was_changed_does_not_hold(browser: Any, what: str) -> None:
    """Whatever the room says: the browser works it out."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    if what == "card":
        record["openings"][0]["card"] ^= 1
    elif what == "salt":
        record["openings"][1]["salt"] = "0" * 32
    elif what == "cut":
        record["items"][2]["at"] += 1
    else:
        record["items"][0]["hand"] += 1
    room = PlayedRoom()
    room.api["/api/verify"] = (200, {"holds": True, "checks": []})
    page = room.open(browser, "/verify")
    give(page, json.dumps(record))
    assert page.locator(".verdict").get_attribute("data-verdict") == "bad"
    done(room, page)


def give(page: Any, record: str) -> None:
    page.set_input_files("#file", {"name": "HAND.json", "mimeType": "application/json", "buffer": record.encode()})
    page.wait_for_selector(".verdict")


def test_the_hash_that_is_worked_out_here_is_the_same(browser: Any) -> None:
    """On a plain-http address of the LAN a browser has no hash of its own."""
    room = PlayedRoom()
    page = room.open(browser, "/verify")
    same = page.evaluate("""async () => {
        const { plainSha256, sha256 } = await import("/static/sha256.js");
        const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const abc = hex(plainSha256(new TextEncoder().encode("abc")));
        for (let n = 0; n < 200; n++) {
            const bytes = crypto.getRandomValues(new Uint8Array(n));
            const own = crypto.subtle ? await sha256(bytes) : plainSha256(bytes);
            if (hex(plainSha256(bytes)) !== hex(own)) return n;
        }
        return abc;
    }""")
    assert same == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    done(room, page)


# ---- what needs no browser


def test_no_page_has_anything_that_its_policy_forbids() -> None:
    """No script, style or handler stands in a page, and nothing comes from elsewhere."""
    for path in STATIC.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        for script in text.split("<script")[1:]:
            assert script.split(">", 1)[1].startswith("</script>"), path.name
        assert " style=" not in text and "<style" not in text, path.name
        assert " on" not in text.replace(" one", "").replace(" only", "").replace(" on ", " "), path.name
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text and "http://" not in text, path.name
        assert "innerHTML" not in text and "eval(" not in text, path.name
        assert len(text.splitlines()) < 400, path.name
