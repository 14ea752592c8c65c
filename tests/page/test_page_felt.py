"""What is drawn on the felt: names and cards that can be read, and nothing that lies upon something else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from page_browser import PHONE, PlayedRoom, done
from page_scenes import Due, Scene, at_table, c, full, to_act
from room_tables import cash, one_game, terms
from table_messages import event

from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, PotLimit
from sidepot.games.mixes import single
from sidepot.room.table import commands as s
from sidepot.room.table.terms import BotSeat

LONG = ("Quiet Nightingale", "Lucky Badger 12", "Wilhelmina", "Ed", "Flo", "Gus", "Hal", "Ida")


@pytest.mark.long
@pytest.mark.parametrize("size", [None, PHONE])
def test_names_and_cards_can_be_read(browser: Any, size: Any) -> None:
    """With long names, somebody who sits out, and eight hands of stud: a ten is never taken for a one."""
    scene = Scene(terms(one_game("stud", FixedLimit())))
    for player in LONG:
        scene.say(s.Sit(waits=False), player)
    scene.deal()
    while (hand := scene.room.hand) is not None and len(hand.hole[hand.seat]) < 6:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.BringIn() if may.due is Due.BRING_IN else c.Call() if may.call else c.Check())
    room, page = at_table(browser, scene, "Zoe", size=size)
    page.wait_for_selector(".seat .card")
    assert [name for name in page.locator(".seat .name").all_text_contents() if "\u2026" in name] == []
    assert page.evaluate(COVERED) == []
    done(room, page)


# the ranks of cards that lie open in a fan, of which the next card covers something
COVERED = """() => [...document.querySelectorAll('.seat .card:has(+ .card) .rank')].filter((rank) => {
    const next = rank.parentElement.nextElementSibling.getBoundingClientRect();
    return rank.getBoundingClientRect().right > next.left + 1;
}).map((rank) => rank.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_stack_of_a_player_who_folded_can_be_read(browser: Any, look: str) -> None:
    """Its contrast was 2.31 to 1; AA asks for 4.5."""
    scene = Scene(terms(cash(seats=3)))
    scene.seat(3)
    scene.deal()
    scene.act(c.Fold())
    room, page = at_table(browser, scene, "Zoe", color_scheme=look)
    page.wait_for_selector(".seat.dim .stack")
    assert page.evaluate(CONTRASTS), "no seat has folded"
    assert min(page.evaluate(CONTRASTS)) >= 4.5
    done(room, page)


# how name and stack of those who folded stand out from their plates, as WCAG counts it
CONTRASTS = """() => {
    const light = (rgb) => rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
    const rgb = (one) => getComputedStyle(one).fill.match(/[\\d.]+/g).slice(0, 3).map(Number);
    return [...document.querySelectorAll('.seat.dim')].flatMap((seat) => ['.name', '.stack'].map((what) => {
        const text = seat.querySelector(what), plate = rgb(seat.querySelector('.plate'));
        const shown = Number(getComputedStyle(text).opacity);
        const ink = rgb(text).map((c, at) => shown * c + (1 - shown) * plate[at]);
        const [a, b] = [light(ink), light(plate)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    }));
}"""


@pytest.mark.long
def test_two_boards_fit_into_a_window_as_low_as_that(browser: Any) -> None:
    rules = cash(single(find_game("double-board-omaha"), PotLimit()), seats=6)
    scene = Scene(terms(rules))
    scene.seat(6)
    scene.shown()
    room, page = at_table(browser, scene, "Zoe", size={"width": 900, "height": 700})
    page.wait_for_selector(".board-won strong")
    assert page.evaluate(UPON) == []
    done(room, page)


@pytest.mark.long
def test_all_who_won_are_named_and_none_of_it_lies_on_ones_own_cards(browser: Any) -> None:
    """Four have won: the two who won most have lines of their own, the others share one."""
    scene = Scene(terms(cash(seats=6)))
    scene.seat(5)
    scene.deal()
    while scene.room.hand is not None:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.Show() if may.due is Due.SHOW else c.Call() if may.call else c.Check())
    first = msgspec.json.decode(scene.told("Ed")[0])
    for seat, won in zip(first["state"]["seats"], (40, 30, 20, 10, 0), strict=False):
        seat["won"] = won
    room = PlayedRoom("Ed")
    room.greet, room.now = [msgspec.json.encode(first)], scene.now
    page = room.open(browser, "/table/t1", size={"width": 1024, "height": 768})
    page.wait_for_selector(".result p")
    assert page.locator(".result p").count() == 3
    told = page.locator(".result").inner_text()
    assert [name for name in ("Ann", "Bo", "Cy", "Di") if name not in told] == []
    assert page.evaluate(UPON.replace("'.seat .plate, .seat .card'", "'.own-card'")) == []
    done(room, page)


@pytest.mark.parametrize("size", [None, PHONE])
def test_last_act_is_shown_whole_or_left_out(browser: Any, size: Any) -> None:
    """Below the lowest seats of a phone there is no room for it."""
    scene = Scene(terms(one_game("five-card-draw", FixedLimit())))
    scene.seat(3)
    scene.deal()
    may = scene.room.options_of(to_act(scene))
    assert may is not None
    scene.act(c.RaiseTo(may.raise_min))
    scene.act(c.Call())
    room, page = at_table(browser, scene, "Bo", size=size)
    page.wait_for_selector(".seat .card")
    lowest = page.locator(".felt").evaluate("felt => felt.getBoundingClientRect().bottom")
    told = page.locator(".below-back").evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert max(told, default=0) <= lowest
    assert bool(told) is (size is None)
    done(room, page)


UPON = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const seats = boxes('.seat .plate, .seat .card');
    return [...document.querySelectorAll('.board .card, .board-won, .result:not(.unseen) p')]
        .filter((one) => seats.some((seat) => meet(one.getBoundingClientRect(), seat)))
        .map((one) => one.getAttribute('class'));
}"""


@pytest.mark.long
def test_a_bot_that_has_left_is_still_a_bot(browser: Any) -> None:
    scene = Scene(terms(cash(seats=3), bots=(BotSeat("Ada (bot)"), BotSeat("Bea (bot)"))))
    scene.seat(1)
    scene.deal()
    scene.host(s.Remove("Ada (bot)"))
    while scene.room.hand is not None:
        scene.act(c.Fold())
    room, page = at_table(browser, scene, "Ann")
    gone = page.locator(".seat[aria-label*='Ada']")
    gone.wait_for()
    assert gone.locator(".stack").text_content() == "has left"
    assert gone.locator(".robot").count() == 1 and gone.locator(".initials").count() == 0
    done(room, page)


@pytest.mark.long
def test_a_winner_whose_seat_is_taken_at_once_is_named(browser: Any) -> None:
    """The bot that makes room for Zoe wins its last hand; she sits there when it is over."""
    scene = full()
    room, page = at_table(browser, scene, "Ann")
    page.wait_for_selector(".seat.to-act")
    leaves = next(place.player for place in scene.room.table.places.values() if place.leaving)
    while scene.room.hand is not None:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        stays = c.Call() if may.call else c.Check()
        room.tell(event(scene.room, scene.act(stays if to_act(scene) == leaves else c.Fold())))
    page.locator(".seat[aria-label*='Zoe']").wait_for()
    assert page.locator(".result p").all_inner_texts() == [f"{leaves} wins 5"]
    done(room, page)
