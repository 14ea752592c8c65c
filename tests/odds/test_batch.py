"""Many tables at once: every hand as the engine has it, and input that cannot be is refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from itertools import permutations, product
from typing import Any

import batch_scenes
import pytest
from each import each
from needs import FAST
from places import ROOT

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.catalog import GAMES, HOLDEM, JACKS, LOWBALL, OMAHA8, find_game
from sidepot.games.files import read_game
from sidepot.games.limits import FixedLimit, PotLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.kernels.batch import Batch
from sidepot.rules.houses import HOME, ROBERTS

pytest.importorskip("numba", reason=FAST.reason)

import numpy as np

W19 = [[0, 0.75, 0.2, 0, 0.05], [0.1, 0.65, 0.2, 0, 0.05]]


@each("name", [*GAMES, "kuhn", "leduc", "rhode-island", "omaha-low-27", "stud-low-27"])
def test_every_game_comes_out_as_the_engine_has_it(name: str) -> None:
    for seed in (1, 2):
        assert batch_scenes.check(seed, 4, find_game(name)) > 0


@each("at", range(len(batch_scenes.FILES)))
def test_a_game_from_a_file_comes_out_as_the_engine_has_it(at: int) -> None:
    for seed in (3, 4):
        assert batch_scenes.check(seed, 4, read_game(batch_scenes.FILES[at])) > 0


@pytest.mark.long
@each("first", range(0, 2000, 100))
def test_hands_come_out_as_the_engine_has_them(first: int) -> None:
    """A hundred thousand hands of all games, forms, limits and houses."""
    for seed in range(first, first + 100):
        assert batch_scenes.check(seed, 50) > 0


@pytest.mark.parametrize("way", [copy, deepcopy])
def test_a_copy_of_a_batch_and_of_its_tables(way: Callable[[Any], Any]) -> None:
    batch = Batch("omaha", seats=3)
    other = way(batch)
    assert (other.form, other.game) == (batch.form, batch.game) and other._desks is not batch._desks
    tables = batch.deal([100, 80, 60], tables=4, buttons=0, seed=7)
    before = tables._tables.copy()
    twin = way(tables)
    twin.step([0, 4, -1, 0])
    assert (tables._tables == before).all()
    tables.step([0, 4, -1, 0])
    while tables.on:
        tables.step(np.zeros(4))
        twin.step(np.zeros(4))
    assert (tables.won == twin.won).all() and not twin.on


@pytest.mark.long
@each(
    ("field", "value", "seed"),
    [("reopening", 2, 10), ("chip", 3, 3), ("raises", 3, 5), ("even", 0, 7), ("first", 1, 1), ("price", 9, 0)],
)
def test_the_check_finds_a_kernel_that_plays_otherwise(field: str, value: int, seed: int) -> None:
    """Of sixty scenes one shows it."""
    with pytest.raises(SidepotError, match=r"in the engine|may not bet or raise"):
        check_changed(field, value, seed)


def check_changed(field: str, value: int, seed: int) -> None:
    for at in range(seed, seed + 60):
        here = batch_scenes.scene(at, 40)
        here.batch.form[field] = value
        (batch_scenes.check_steps if at % 2 else batch_scenes.check_plays)(here, at)


def test_the_same_seed_gives_the_same_hands_and_goes_on_behind_some() -> None:
    batch = Batch()
    whole = batch.play([200] * 6, W19, tables=50, seed=4)
    again = batch.play([200] * 6, W19, tables=30, seed=4, after=20)
    assert (whole.won[20:] == again.won).all()
    assert (whole.won != batch.play([200] * 6, W19, tables=50, seed=5).won).any()
    assert (whole.won.sum(axis=1) == 0).all()


def test_w19_is_the_documented_workload() -> None:
    played = Batch().play([200] * 6, W19, tables=20_000, seed=1)
    assert 18.5 < played.decisions / 20_000 < 19.5
    assert 0.985 < played.showdowns / 20_000 < 0.999


def test_each_card_is_as_likely_everywhere() -> None:
    decks = Batch(seats=2).play([2, 2], [0, 1, 0, 0, 0], tables=20_000, seed=3, keep=20).decks
    for place in range(decks.shape[1]):
        counts = np.bincount(decks[:, place], minlength=52)
        expected = 20_000 / 52
        assert ((counts - expected) ** 2 / expected).sum() < 110  # 51 degrees of freedom: one in a million is above
    assert all(len(set(deck)) == len(deck) for deck in decks.tolist())


def test_a_policy_plays_what_it_says() -> None:
    shoves = Batch(seats=2).play([10, 10], [0, 0, 0, 0, 1], tables=5, seed=1, keep=10)
    assert shoves.log[:, 0, 1].tolist() == [10] * 5
    pots = Batch(seats=2).play([100, 100], [[0, 0, 0, 1, 0]], tables=1, seed=1, keep=10)
    assert pots.log[0, :3, 1].tolist() == [6, 18, 54]
    folds = Batch(seats=3).play([50] * 3, [1, 0, 0, 0, 0], tables=2, seed=1)
    assert folds.won.tolist() == [[-1, 1, 0]] * 2


def test_step_brings_totals_within_what_is_allowed() -> None:
    tables = Batch(seats=2, stakes=Stakes(blinds=(1, 2))).deal([100, 100], tables=3, buttons=0)
    assert tables.seat.tolist() == [0, 0, 0]
    assert (tables.owed[0], tables.low[0], tables.high[0], tables.pot[0]) == (1, 4, 100, 3)
    assert tables.step(np.array([3, 500, -7])) == 2
    assert tables.bets[0].tolist() == [4, 2]
    assert tables.bets[1].tolist() == [100, 2]
    assert tables.seat.tolist() == [1, 1, -1]
    assert tables.won[2].tolist() == [-1, 1]
    assert (tables.boards == 53).all()  # nothing is turned before the flop
    assert tables.step(np.array([0, 0, 0])) == 1
    assert tables.street.tolist() == [1, 4, 4]
    assert (tables.boards[0] < 53).tolist() == [True, True, True, False, False]


BEYOND = [1e300, -1e300, 10**400, 2**63, np.uint64(2**64 - 1), 4.9, -0.5, np.float16(4), np.int8(-3), True + 3]


def test_step_brings_every_number_within_what_is_allowed() -> None:
    batch = Batch(seats=2)
    bets = [100, 1, 100, 100, 100, 4, 1, 4, 1, 4]  # what the first seat has in front then; 1 where it folded
    for acts in (BEYOND, tuple(BEYOND), np.array(BEYOND, dtype=object)):
        tables = batch.deal([100, 100], tables=len(BEYOND), buttons=0)
        tables.step(acts)
        assert tables.bets[:, 0].tolist() == bets
        assert tables.won.sum(axis=1)[tables.seat < 0].tolist() == [0, 0, 0]
    for kind in ("int8", "uint8", "int32", "uint64", "float16", "float32", "float64"):
        tables = batch.deal([100, 100], tables=3, buttons=0)
        tables.step(np.array([0, 4, 90], dtype=kind))
        assert tables.bets[:, 0].tolist() == [2, 4, 90]


WRONG = [float("nan"), float("inf"), -float("inf"), "4", b"4", None, True, 1 + 0j, np.datetime64("2026-01-01")]


@each("wrong", WRONG, ids=repr)
def test_step_refuses_what_is_not_a_finite_number_and_names_the_row(wrong: Any) -> None:
    tables = Batch(seats=2).deal([100, 100], tables=3, buttons=0)
    before = tables._tables.copy()
    words = "row 2: an action is -1 to fold, 0 to check or call, or a total to bet or raise to, got "
    for acts in ([0, 4, wrong], (0, 4, wrong), np.array([0, 4, wrong], dtype=object)):
        with pytest.raises(BadNotation, match=words):
            tables.step(acts)
        assert (tables._tables == before).all()
    if wrong is not True:  # of which NumPy makes a 1 in an array of numbers
        with pytest.raises(BadNotation, match="acts: "):
            tables.step(np.array([0, 4, wrong]))
    with pytest.raises(BadNotation, match="acts: "):
        tables.step([0, 4, [4]])
    with pytest.raises(BadNotation, match="row 1"):
        tables.step(np.array([0, float("nan"), 3]))
    with pytest.raises(BadNotation, match="acts"):
        tables.step(wrong)
    assert tables.step([0, 4, 0]) == 3


@each(
    ("stacks", "more", "words"),
    [
        ([200, 100.5, 200], {}, "stacks: row 1: a row of stacks is 3 integers, got 100.5"),
        ([[200] * 3, [200, float("nan"), 9]], {}, "stacks: row 1, column 1: .* got nan"),
        ([200, "100", 200], {}, "stacks: row 1: .* got '100'"),
        ([[200] * 3, [200]], {}, "stacks: .* different lengths"),
        (None, {}, "stacks: .* got None"),
        ([200] * 3, {"buttons": "x"}, "buttons: .* got 'x'"),
        ([200] * 3, {"buttons": [0, 1.5]}, "buttons: row 1: .* got 1.5"),
        ([200] * 3, {"tables": 2.5}, "tables"),
        ([200] * 3, {"tables": 10**14}, "tables: expected 1 to 100,000,000"),
        ([200] * 3, {"tables": 0}, "tables: expected 1 to"),
        ([200] * 3, {"seed": "x"}, "seed"),
        ([200] * 3, {"after": None}, "after"),
        ([10**400, 5, 5], {}, "stacks: expected 0"),
    ],
)
def test_numbers_that_are_not_are_refused_before_a_card_is_dealt(stacks: Any, more: dict[str, Any], words: str) -> None:
    for start in (Batch(seats=3).deal, lambda *args, **more: Batch(seats=3).play(*args, W19, **more)):
        with pytest.raises(BadNotation, match=words):
            start(stacks, **more)


def test_games_and_houses_are_found_by_name_and_no_card_is_in_a_repr() -> None:
    batch = Batch("omaha", PotLimit(), rulebook="home", seats=2)
    tables = batch.deal([100, 100], tables=2, seed=1)
    played = Batch("holdem", seats=2).play([9, 9], W19, tables=2, keep=50)
    assert repr(batch) == "<Batch: Omaha, blinds 1/2, 2 seats>"
    assert repr(tables) == "<BatchTables: 2 of 2 hands are on, 2 seats>"
    assert repr(played).startswith("<Played: 2 hands, 2 seats, ") and repr(played).endswith("decisions kept>")
    with pytest.raises(BadNotation, match="game: unknown game"):
        Batch("omahaa")


LARGE = """name = "large"
streets = [
  {name = "one", opens = "left of blinds", down = 13, burn = false},
  {name = "two", opens = "left of button", board = 3},
]
halves = [{choose = "two and three"}]
seats = [2, 3]"""


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Batch(LOWBALL, FixedLimit(), rulebook=ROBERTS), "sevens rule"),
        (lambda: Batch(JACKS, rulebook=ROBERTS), "openers are proved later"),
        (lambda: Batch(JACKS, stakes=Stakes(blinds=(1, 2))), "without blinds"),
        (lambda: Batch(read_game(LARGE), seats=2), "room for 12 hole cards"),
        (lambda: Batch("omaha-low-27", rulebook=ROBERTS, seats=100), "2 to 11"),
        (lambda: Batch(stakes=Stakes(blinds=(1, 2), rake=Rake(5))), "do not support a rake"),
        (lambda: Batch(OMAHA8, PotLimit(), rulebook=HOME.but(declaration="in turn")), "cards speak"),
        (lambda: Batch(HOLDEM, seats=30), "2 to 22"),
    ],
)
def test_batch_refuses_other_games(build: Any, words: str) -> None:
    with pytest.raises(Conflict, match=words):
        build()


@each(
    ("stacks", "policy", "more", "words"),
    [
        ([200] * 5, W19, {}, "rows of 6"),
        ([-1] * 6, W19, {}, "stacks: expected 0"),
        ([0] * 6, W19, {}, "a stack above 0 at each table"),
        ([200] * 6, W19, {"buttons": 6}, "seats from 0 to 5"),
        ([[200] * 6] * 3, W19, {"tables": 4}, "4 tables"),
        ([200] * 6, [0.5, 0.5], {}, "shape"),
        ([200] * 6, [0.5, 0.6, 0, 0, 0], {}, "add up to 1"),
        ([200] * 6, W19, {"tables": 9, "keep": 2}, "too many for keep"),
    ],
)
def test_bad_input_is_explained(stacks: Any, policy: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        Batch().play(stacks, policy, **more)


def test_decks_are_checked() -> None:
    with pytest.raises(BadNotation, match="must be different"):
        Batch(seats=2).deal([9, 9], decks=np.zeros((1, 52)))
    with pytest.raises(BadNotation, match="12 to 52 cards"):
        Batch(seats=2).deal([9, 9], decks=np.arange(11)[None, :])
    with pytest.raises(BadNotation, match="one action for each"):
        Batch(seats=2).deal([9, 9], tables=2).step(np.array([0]))


def test_a_hand_of_a_batch_is_one_of_the_engine_with_perfect_recall() -> None:
    """How a seat was dealt to and what it did not see never shows; all it saw does."""
    batch = Batch("kuhn", seats=2)
    packs = [[jack, queen, king] for jack, queen, king in permutations((39, 43, 47))]
    tables = batch.deal([4, 4], decks=packs, buttons=1, keep=5)
    tables.step([0, 0, 0, 2, 2, 2])
    states = [tables.information_state(at) for at in range(6)]
    for state, other in product(states, states):
        at, to = states.index(state), states.index(other)
        same = packs[at][1] == packs[to][1] and (at < 3) == (to < 3)
        assert (state == other) == (state.key == other.key) == (state.tensor() == other.tensor()) == same
    assert tables.information_state(0, 0) != tables.information_state(0, 1)
    assert [*tables.hand(5).log] == [*tables.copy().hand(5).log]
    while tables.on:
        tables.step([0] * 6)
    assert tables.hand(0).due is Due.DONE


def test_hands_that_cannot_be_played_again_are_refused() -> None:
    tables = Batch(seats=2).deal([100, 100], tables=2, buttons=0, keep=1)
    tables.step([0, -1])
    with pytest.raises(Conflict, match="the hand at table 1 is over"):
        tables.information_state(1)
    with pytest.raises(BadNotation, match="seat: expected a seat from 0 to 1"):
        tables.information_state(1, 2)
    for wrong in (-1, 2, 10**30):
        with pytest.raises(BadNotation, match="table: expected a table from 0 to 1"):
            tables.hand(wrong)
    tables.step([0, 0])
    with pytest.raises(Conflict, match="this hand has 2 decisions, more than the 1 that are kept"):
        tables.hand(0)
    tables._tables["lost"] = 1
    with pytest.raises(Conflict, match="no longer known"):
        tables.hand(1)


def test_the_page_says_what_is_so() -> None:
    """Every example of docs/how-to/batch.md runs, and gives what stands there."""
    import doctest

    page = ROOT / "docs" / "how-to" / "batch.md"
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert results.attempted > 8
    assert not results.failed
