"""Sizes scale with the felt: at every size of window all is large enough, and nothing lies upon anything else."""

from __future__ import annotations

from typing import Any

import pytest
from page_browser import done, in_windows, resize
from page_scenes import FixedLimit, Scene, at_table, c, game, holdem, to_act
from room_tables import cash, one_game, terms

from sidepot.games.catalog import find_game
from sidepot.games.limits import PotLimit
from sidepot.games.mixes import single
from sidepot.hand.due import Due
from sidepot.room.table import commands as s

WINDOWS = [(1280, 800), (1920, 1080), (900, 700), (844, 390), (360, 640)]


def stays(scene: Scene) -> None:
    may = scene.room.options_of(to_act(scene))
    assert may is not None
    scene.act(c.BringIn() if may.due is Due.BRING_IN else c.Call() if may.call else c.Check())


def with_bets(scene: Scene, street: int) -> Scene:
    """A round on with so many cards on the board: one's own bet of Bo's among those in front."""
    while (hand := scene.room.hand) is not None and len(hand.boards[0]) < street:
        stays(scene)
    for _ in range(4):
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.RaiseTo(may.raise_min) if may.may_raise and not may.call else c.Call() if may.call else c.Check())
    return scene


def two_boards() -> Scene:
    scene = Scene(terms(cash(single(find_game("double-board-omaha"), PotLimit()), seats=6)))
    scene.seat(6)
    scene.deal()
    return with_bets(scene, 4)


def stud() -> Scene:
    scene = Scene(terms(one_game("stud", FixedLimit())))
    scene.seat(7)
    scene.deal()
    while (hand := scene.room.hand) is not None and len(hand.hole[hand.seat]) < 6:
        stays(scene)
    return scene


SCENES = {"nine": lambda: with_bets(holdem(9, seats=9), 3), "boards": two_boards, "stud": stud}

# pairs of things of which one lies upon the other; a card of a seat lies under its own plate
UPON = """() => {
    const all = (what) => [...document.querySelectorAll(what)].map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
    const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    const seats = all('.seat .plate, .seat .card'), mine = all('.own-card'), board = all('.board .card');
    const pots = all('.pot'), bets = all('.bets > g');
    const pairs = [
        [[...board, ...pots, ...all('.street, .board-won')], seats], [mine, seats], [mine, board], [mine, pots],
        [bets, pots], [bets, mine], [bets, board], [bets, all('.seat .plate')],
    ];
    return pairs.flatMap(([some, others]) => some.flatMap(([one, box]) => others.filter(([, other]) => meet(box, other))
        .map(([other]) => `${one.getAttribute('class') ?? 'bet'} on ${other.getAttribute('class')}`)));
}"""


OUTSIDE = """() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
    ...[...document.querySelectorAll('.own-card, .board .card, .pot')].filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth;
    }).map((one) => one.outerHTML.slice(0, 120)),
]"""


@pytest.mark.parametrize("scene", ["boards", *(pytest.param(one, marks=pytest.mark.long) for one in ("nine", "stud"))])
def test_nothing_lies_upon_anything_else(browser: Any, scene: str) -> None:
    room, page = at_table(browser, SCENES[scene](), "Bo")
    page.wait_for_selector(".own-card")
    for wrong in (UPON, OUTSIDE):
        assert in_windows(page, WINDOWS, wrong) == {window: [] for window in WINDOWS}
    done(room, page)


BOXES = """() => ["sp-felt", ".board .card", ".own-card .card", ".seat.own .plate"].map((what) => {
    const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
    return [x, y, width, height];
})"""


@pytest.mark.long
def test_the_cards_grow_with_the_felt_and_ones_own_lie_whole_above_ones_plate(browser: Any) -> None:
    room, page = at_table(browser, with_bets(holdem(), 3), "Bo")
    page.wait_for_selector(".own-card")
    for window, boxes in in_windows(page, WINDOWS[:3], BOXES).items():
        (_, _, wide, _), (_, _, card, _), (left, top, own, high), (x, y, plate, _) = boxes
        assert 0.055 <= card / wide <= 0.07, window
        assert own >= card and top + high <= y + 1 and x - own < left < x + plate, window
    done(room, page)


PLACES = """() => [...document.querySelectorAll('.seat .plate, .own-card')].map((one) => {
    const { x, y, width } = one.getBoundingClientRect();
    return [x, y, width].map(Math.round);
})"""


@pytest.mark.long
@pytest.mark.parametrize("window", [(1280, 800), (1024, 768), (844, 390), (390, 844)], ids=str)
def test_nothing_moves_when_ones_turn_comes_and_when_it_is_over(browser: Any, window: tuple[int, int]) -> None:
    """Room for all that a turn brings is kept while one waits."""
    scene = with_bets(holdem(3), 3)
    while scene.room.hand is not None and to_act(scene) == "Bo":
        stays(scene)
    room, page = at_table(browser, scene, "Bo", size={"width": window[0], "height": window[1]})
    page.wait_for_selector(".own-card")
    before = page.evaluate(PLACES)
    while to_act(scene) != "Bo":
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        said = s.Act(scene.room.clock.turn, c.Call() if may.call else c.Check())
        for told in scene.next(said, to_act(scene), "Bo"):
            room.tell(told)
    page.wait_for_selector("sp-actions.on .slider")
    after = page.evaluate(PLACES)
    moved = [
        abs(now - then) for one, was in zip(after, before, strict=True) for now, then in zip(one, was, strict=True)
    ]
    assert max(moved) <= 1, moved
    done(room, page)


def test_five_cards_fit_on_the_narrowest_phone(browser: Any) -> None:
    scene = game("five-card-draw", 3, FixedLimit())
    room, page = at_table(browser, scene, to_act(scene), size={"width": 320, "height": 640})
    page.wait_for_selector(".own-card")
    rights = page.locator(".own-card").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)")
    assert len(rights) == 5 and max(rights) <= 320
    done(room, page)


@pytest.mark.long
def test_ones_own_cards_lie_in_the_dock_where_the_felt_is_small(browser: Any) -> None:
    """And go there, with what was chosen, when the window becomes small."""
    scene = game("five-card-draw", 3, FixedLimit())
    room, page = at_table(browser, scene, scene.until(Due.DRAW))
    page.wait_for_selector("sp-felt > sp-own .own-card")
    page.keyboard.press("1")
    assert page.locator('.own-card[aria-pressed="true"]').count() == 1
    resize(page, {"width": 360, "height": 640})
    page.wait_for_selector(".dock > sp-own .own-words")
    assert page.locator('.own-card[aria-pressed="true"]').count() == 1
    resize(page, {"width": 1280, "height": 800})
    page.wait_for_selector("sp-felt > sp-own .own-card")
    assert page.locator(".dock > .own-words").count() == 1
    done(room, page)


# at a showdown: what lies upon something else, and cards of hands that are shown and not whole above their plates
AT_SHOWDOWN = """() => {
    const all = (what) => [...document.querySelectorAll(what)].map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0);
    const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    const sets = [
        '.seat .plate', '.seat .card', '.own-card', '.board .card', '.below-back', '.result p', '.pot', '.disc circle',
    ];
    const found = [];
    for (const [at, what] of sets.entries()) for (const other of sets.slice(at + 1)) {
        if (what === '.seat .plate' && other === '.disc circle') continue;  // the button lies on the edge of a plate
        for (const [one, box] of all(what)) for (const [, there] of all(other)) {
            if (meet(box, there)) found.push(`${what} on ${other}: ${one.closest('.seat')?.ariaLabel ?? ''}`);
        }
    }
    return found;
}"""


def showdown(seats: int) -> Scene:
    scene = Scene(terms(cash(seats=seats)))
    scene.seat(seats)
    scene.ask(*[place.player for place in scene.room.table.seated()])
    scene.deal()
    while scene.room.hand is not None:
        may = scene.room.options_of(to_act(scene))
        assert may is not None
        scene.act(c.Show() if may.due is Due.SHOW else c.Call() if may.call else c.Check())
    return scene


@pytest.mark.parametrize("seats", [6, *[pytest.param(seats, marks=pytest.mark.long) for seats in (9, 10)]])
def test_hands_lie_whole_above_their_plates_at_a_showdown_and_nothing_overlaps(browser: Any, seats: int) -> None:
    """The winner, the chips and the names of hands have places of their own; the five cards that win are lifted."""
    room, page = at_table(browser, showdown(seats), "Bo", reduced_motion="reduce")
    page.wait_for_selector(".result p")
    wide = [(1920, 1080), (1440, 900), (1280, 800), (1366, 650), (900, 700), (820, 1180)]
    if seats < 10:
        wide.append((1024, 640))
    phones = [(320, 700), (360, 640), (360, 780), (390, 844), (430, 932), (844, 390)]
    assert in_windows(page, wide + phones, AT_SHOWDOWN) == {window: [] for window in wide + phones}
    assert page.locator(".lifted").count() == 5
    done(room, page)


@pytest.mark.long
def test_a_card_of_the_board_is_six_to_seven_hundredths_of_a_wide_felt(browser: Any) -> None:
    room, page = at_table(browser, with_bets(holdem(), 3), "Bo")
    page.wait_for_selector(".own-card")
    ((_, _, wide, _), (_, _, card, _), *_) = in_windows(page, [(1920, 1080)], BOXES)[1920, 1080]
    assert 0.06 <= card / wide <= 0.07
    done(room, page)
