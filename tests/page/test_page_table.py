"""One's place at a table in a browser, every game on a phone, and the line to the room."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from page_browser import PHONE, PlayedRoom, done, leave, sent, wait_until
from page_scenes import NAMES, Scene, at_table, choice, game, holdem, to_act
from room_tables import cash, terms

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import GAMES
from sidepot.games.files import read_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import single
from sidepot.games.titles import half_label
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.table import commands as s
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration

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
    assert sent(room, page, 1) == [{"type": "sit", "seat": 3, "chips": 150, "waits": True}]
    done(room, page)


@pytest.mark.long
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
    assert sent(room, page, 1) == [{"type": "choose_game", "game": "fl badugi"}]
    scene.say(s.ChooseGame(room.said[0]["game"]), scene.room.chooser)  # and the table takes it
    done(room, page)


@pytest.mark.long
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
    assert sent(room, page, 1) == [{"type": "cut", "text": "my lucky socks"}]
    done(room, page)


@pytest.mark.long
def test_the_help_lists_the_keys_and_escape_closes_it(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard shortcuts").wait_for()
    page.keyboard.press("f")  # is meant for the table only while no window is open
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert room.said == []
    page.keyboard.press("v")
    assert "you are to act" in page.locator("#announce").inner_text()
    done(room, page)


# ---- every game


@pytest.mark.long
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


@pytest.mark.long
def test_declaration_buttons_use_the_room_s_names_of_the_halves(browser: Any) -> None:
    """Each half has a key of its own beside `b` for both, also where the halves are called the same."""
    room, page = at_table(browser, holdem(2), "Ann")
    ways = "async (halves) => (await import('/static/common/words.js')).waysOf(halves)"
    halves = {tuple([half_label(found, at) for at in (0, 1)]) for found in GAMES.values() if len(found.halves) == 2}
    assert {first for first, _ in halves} == {"badugi", "high"}
    for names in (*halves, ("low", "low"), ("badugi", "badugi")):
        told = page.evaluate(ways, names)
        assert [name for name, _ in told] == [*names, "both"]
        assert told[2][1] == "b"
        assert len({key for _, key in told}) == 3
        assert all(len(key) == 1 for _, key in told)
    assert page.evaluate(ways, ["high", "low"]) == [["high", "h"], ["low", "l"], ["both", "b"]]
    done(room, page)


@pytest.mark.long
def test_halves_of_a_game_of_ones_own_are_declared_for_by_their_names(browser: Any) -> None:
    """Nothing in the id of such a game tells what its halves are."""
    found = read_game('name = "mine"\nlike = "badacey"\nhalves = [{scale = "badugi"}, {scale = "high"}]')
    rules = cash(single(found, FixedLimit()), rulebook=CASH.but(declaration=Declaration.IN_TURN))
    scene = Scene(terms(rules))
    scene.seat(2)
    first = scene.until(Due.DECLARE)
    scene.act(c.Declare(2))
    room, page = at_table(browser, scene, to_act(scene))
    page.wait_for_selector("[data-key=d]")
    assert page.locator(".acts .act-text").all_inner_texts() == ["Badugi", "High", "Both"]
    told = [str(seat.get_attribute("aria-label")) for seat in page.locator(".seat").all()]
    assert [first in words for words in told if "declared for high" in words] == [True]
    page.keyboard.press("h")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    assert room.said[-1]["command"] == {"type": "declare", "ways": 2}
    done(room, page)


@pytest.mark.long
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
    assert len(pots) == 7 and pots[0].startswith("Main pot, 400 chips: ")
    assert pots[6].endswith(": Gus, Hal, Ida or Jo can win it")
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
    wait_until(page, lambda: room.heard[-1]["type"] == "watch")
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
    sent(room, page, 1)
    room.acks, lines = True, len(room.sockets)
    room.sockets[-1].close()
    wait_until(page, lambda: len(room.sockets) > lines)
    page.wait_for_selector("[data-how=live]")
    page.wait_for_function("() => !document.querySelector('sp-actions').classList.contains('busy')")
    said = [message for message in room.heard if message["type"] == "cmd"]
    assert len(said) == 2 and said[0] == said[1]
    hello = [message for message in room.heard if message["type"] == "hello"][-1]
    assert hello["since"] == {"t1": scene.room.seq}
    leave(page)


@pytest.mark.long
def test_refusal_shows_its_rule(browser: Any) -> None:
    scene = holdem(3)
    room, page = at_table(browser, scene, to_act(scene))
    room.acks = False
    page.keyboard.press("c")
    page.wait_for_selector("sp-actions.busy")
    sent(room, page, 1)
    nack = {
        "type": "nack",
        "id": room.heard[-1]["id"],
        "table": "t1",
        "because": "it is not your turn",
        "cite": "TDA-2013:43",
    }
    room.tell(json.dumps(nack).encode())
    page.get_by_role("alert").get_by_text("it is not your turn TDA-2013:43").wait_for()
    assert page.locator("[data-key=c] .act").is_enabled()
    done(room, page)
