"""A table on phones, upright and on their side: nothing is cut, and nothing covers anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from page_browser import done, in_windows
from page_scenes import FixedLimit, Scene, at_table, c, to_act
from room_tables import cash, terms

from sidepot.games.catalog import find_game
from sidepot.games.limits import Limit, NoLimit, PotLimit
from sidepot.games.mixes import single
from sidepot.hand.due import Due
from sidepot.room.table import commands as s

PHONES = [(320, 568), (360, 640), (390, 844), (430, 932), (568, 320), (740, 360), (844, 390), (932, 430)]
PEOPLE = ("Quiet Nightingale", "Lucky Badger 12", "Wilhelmina", "Ed", "Flo Falcon", "Gus", "Hal", "Ida", "Jo", "Kim")


def table(name: str, limit: Limit, players: int, *, chips: int = 0, seats: int = 0) -> Scene:
    """So many people with long names at a table of a game."""
    game = find_game(name)
    players = min(players, game.seats[1])
    scene = Scene(terms(cash(single(game, limit), seats=seats or players)))
    for player in PEOPLE[:players]:
        scene.say(s.Sit(chips=chips, waits=False), player)
    return scene


def stays(scene: Scene) -> None:
    may = scene.room.options_of(to_act(scene))
    assert may is not None
    command = c.Show() if may.due is Due.SHOW else c.BringIn() if may.due is Due.BRING_IN else None
    scene.act(command or (c.Call() if may.call else c.Check()))


def bets(scene: Scene, cards: int, of_all: bool = False) -> Scene:
    """Until so many cards are at a seat or on the board; then all but one have bet."""
    scene.deal()
    while (hand := scene.room.hand) is not None and len(hand.hole[hand.seat]) + len(hand.boards[0]) < cards:
        stays(scene)
    for _ in range(len(scene.room.table.seated()) - 1):
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        if may.may_raise and not may.call:
            scene.act(c.RaiseTo(may.raise_max if of_all else may.raise_min))
        else:
            stays(scene)
    return scene


def over(scene: Scene) -> Scene:
    """All hands are shown, and the pots paid."""
    scene.ask(*PEOPLE[: len(scene.room.table.seated())])
    scene.deal()
    while scene.room.hand is not None:
        stays(scene)
    return scene


SCENES: dict[str, Callable[[], Scene]] = {
    **{f"hold'em {n}": lambda n=n: bets(table("holdem", NoLimit(), n), 5) for n in (2, 6, 10)},
    **{f"Omaha {n}": lambda n=n: bets(table("omaha", PotLimit(), n), 8) for n in (2, 6, 10)},
    **{f"stud {n}": lambda n=n: bets(table("stud", FixedLimit(), n), 6) for n in (2, 6, 8)},
    "nine": lambda: bets(table("holdem", NoLimit(), 9), 5),
    "empty seats": lambda: bets(table("holdem", NoLimit(), 4, seats=10), 5),
    "large bets": lambda: bets(table("holdem", NoLimit(), 10, chips=400), 7, of_all=True),
    "showdown": lambda: over(table("holdem", NoLimit(), 10)),
    "Omaha showdown": lambda: over(table("omaha", PotLimit(), 6)),
    "two boards": lambda: bets(table("double-board-omaha", PotLimit(), 6), 8),
    "draw": lambda: bets(table("five-card-draw", FixedLimit(), 6), 0),
}
QUICK = ("hold'em 10", "stud 8")

# what is cut by its place, and what covers something else; cards of a seat are under their own plate
WRONG = """() => {
    const WHAT = {
        plate: '.seat .plate', card: '.seat .card', bet: '.bets > g', words: '.below-back', disc: '.disc',
        own: '.own-card', board: '.board .card', 'board-won': '.board-won', pot: '.pot',
        result: '.result:not(.unseen) p', act: '.act', plan: '.plan', quick: '.quick', step: '.step',
        slider: '.slider', amount: '.amount',
        tool: '.tool, .menu > summary, .home', clock: '.time em',
    };
    const TEXTS = ['.street', '.ticker', '.own-words', '.bar-title h1', '.bar-title p', '.waits p'];
    const isClipped = (one) => getComputedStyle(one).clipPath !== 'none';
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !isClipped(one);
    const all = (what) => [...document.querySelectorAll(what)].filter(isSeen);
    const boxes = Object.entries(WHAT).flatMap(([kind, what]) =>
        all(what).map((one) => ({ kind, one, box: one.getBoundingClientRect() })));
    const texts = TEXTS.flatMap((kind) => all(kind).flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const whole = one.getBoundingClientRect();
        const right = whole.right - parseFloat(getComputedStyle(one).paddingRight);
        return [...range.getClientRects()].map(({ left, top, right: end, bottom: low, width, height }) => {
            const box = { left, top, right: Math.min(end, right), bottom: Math.min(low, whole.bottom), width, height };
            return { kind, one, box };
        });
    }));
    const things = [...boxes, ...texts].filter(({ box }) => box.width > 0 && box.height > 0);
    const felt = document.querySelector('sp-felt').getBoundingClientRect();
    const dock = document.querySelector('.dock').getBoundingClientRect();
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const placeOf = ({ kind, one }) =>
        kind === 'clock' ? page : one.closest('sp-felt') ? felt : one.closest('.dock') ? dock : page;
    const cut = things.filter((thing) => {
        const { left, top, right, bottom } = placeOf(thing);
        const { box } = thing;
        return Math.min(box.left - left, box.top - top, right - box.right, bottom - box.bottom) < -0.5;
    });
    const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    const isApart = (a, b) => {
        const seat = a.one.closest('.seat');
        if (a.one.contains(b.one) || b.one.contains(a.one) || (seat && seat === b.one.closest('.seat'))) return false;
        return !(a.kind === 'plate' && b.kind === 'disc'); // it is at the edge of a plate
    };
    const pairs = things.flatMap((a, at) =>
        things.slice(at + 1).filter((b) => isApart(a, b) && meet(a.box, b.box)).map((b) => [a, b]));
    const named = ({ kind, one }) => `${kind} (${one.textContent.slice(0, 16)})`;
    return [...cut.map((one) => `${named(one)} is cut`), ...pairs.map(([a, b]) => `${named(a)} on ${named(b)}`)];
}"""


def wrong(browser: Any, scene: Scene, me: str) -> dict[tuple[int, int], Any]:
    """What is wrong on the page of somebody on each phone."""
    log = ["A line of the log that is as long as lines are here: all of it."]
    room, page = at_table(browser, scene, me, log=log, reduced_motion="reduce")  # a card that moves is not measured
    found = in_windows(page, PHONES, WRONG)
    done(room, page)
    return {phone: faults for phone, faults in found.items() if faults}


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in QUICK else pytest.mark.long) for one in SCENES])
def test_nothing_is_cut_or_covered_on_a_phone(browser: Any, name: str) -> None:
    """For the player to act, another one, and a spectator."""
    scene = SCENES[name]()
    first, *others = dict.fromkeys([*(p for p in [scene.room.hand and to_act(scene)] if p), *PEOPLE[:2]])
    for me in (first, others[0], "Zoe"):
        assert wrong(browser, scene, me) == {}, me


HEIGHT = "() => document.querySelector('sp-felt').clientHeight"


def test_the_felt_has_the_room_of_the_buttons_when_no_turn_can_come(browser: Any) -> None:
    """After a fold and between hands; while one waits for a turn the room is kept, and nothing moves."""
    scene = table("holdem", NoLimit(), 3)
    scene.deal()
    me = to_act(scene)
    room, page = at_table(browser, scene, me, size={"width": 390, "height": 844})
    page.wait_for_selector(".own-card")
    before = page.evaluate(HEIGHT)
    for told in scene.next(s.Act(scene.room.clock.turn, c.Fold()), me, me):
        room.tell(told)
    page.wait_for_function(f"(before) => ({HEIGHT})() > before + 80", arg=before)
    for told in scene.next(s.Act(scene.room.clock.turn, c.Fold()), to_act(scene), me):
        room.tell(told)
    page.wait_for_selector(".result p")
    assert page.evaluate(HEIGHT) > before + 80
    done(room, page)


def test_no_toast_covers_the_menu(browser: Any) -> None:
    scene = table("holdem", NoLimit(), 3)
    room, page = at_table(browser, scene, "Ed", size={"width": 360, "height": 640})
    for _ in range(4):
        room.tell(
            msgspec.json.encode(
                {"type": "fault", "because": "a line that is as long as a line of the chat may be " * 3}
            )
        )
    page.locator(".toast").nth(3).wait_for()
    page.locator(".menu summary").click()
    covered = page.locator(".menu-items button").evaluate_all(COVERED)
    assert covered == []
    done(room, page)


COVERED = """all => {
    document.querySelector('.toasts').style.pointerEvents = 'auto'; // so that it is found at a point
    return all.filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map((one) => one.textContent);
}"""
