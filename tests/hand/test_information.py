"""Information states: perfect recall over the whole catalogue, and the three forms of a state."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT
from random_games import random_game
from random_setups import EVERY_GAME, LIMITS, random_house, random_setup
from universal.tester import DECISIONS, play_randomly

from sidepot.cards import Below
from sidepot.errors import BadNotation, Conflict
from sidepot.games.study import STUDIES
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.information import COUNTS, Note, Saw, columns_of, information_state
from sidepot.hand.planning.study import study_setup
from sidepot.hand.setup import Setup
from sidepot.hand.view import redact, view_of_log

seeds = st.integers(0, 2**32)
few = settings(max_examples=examples(300), deadline=None)
HANDS = 4  # of one setup, for each example


def setup_of(chance: random.Random) -> Setup:
    """A random table: of the catalogue, of a game that is made up, or of a small game."""
    kind = chance.randrange(5)
    if not kind:
        return study_setup(chance.choice([*STUDIES]), button=chance.randrange(2))
    game = random_game(chance) if kind == 1 else chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 5))
    return random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)


def turning(seed: int, at: int, then: int) -> Below:
    """Chance that is that of `seed` for `at` draws, and then another: hands that begin alike and go on apart."""
    first, second, drawn = random.Random(seed), random.Random(then), 0

    def below(size: int) -> int:
        nonlocal drawn
        drawn += 1
        return (first if drawn <= at else second).randrange(size)

    return below


def moments(hand: Hand) -> Iterator[list[Event]]:
    """The log of a hand whenever a player must decide, and at its end."""
    again = Hand(hand.setup)
    for at, event in enumerate(hand.log[1:], 1):
        again.apply(event)
        if again.due in DECISIONS or again.due is Due.DONE:
            yield hand.log[: at + 1]


BY_ITSELF = (e.Posted, e.Burned, e.Returned)


def plainly(log: list[Event], seat: int, *, floor: bool) -> tuple[Any, ...]:
    """What a seat saw, without thinking: each event as it may see it, with cards of one moment in order.

    What happens by itself follows from the rest, unless the `floor` acts between: then a burn may come before or after.
    """
    found: list[Any] = []
    for event in log:
        if isinstance(event, e.Ruled) or floor and isinstance(event, BY_ITSELF):
            continue
        seen = redact(event, seat)
        fields = [str(type(seen))]
        for name in seen.__struct_fields__:
            value = getattr(seen, name)
            if name == "cards" and isinstance(seen, e.Dealt):
                down = len(value) - seen.up
                value = (sorted(value[:down]), sorted(value[down:]))
            elif name == "cards":
                value = sorted(value)
            elif name == "called":
                value = [sorted(half) for half in value]
            fields.append(repr(value))
        found.append(tuple(fields))
    return tuple(found)


@few
@given(seeds)
def test_states_are_equal_exactly_if_a_seat_has_seen_the_same(seed: int) -> None:
    chance = random.Random(seed)
    setup = setup_of(chance)
    kills = not chance.randrange(3)
    seats = range(len(setup.stacks))
    by_history: dict[Any, Any] = {}
    by_form: list[dict[Any, Any]] = [{}, {}, {}]
    for _ in range(HANDS):
        below = turning(seed, chance.randrange(120), chance.randrange(1000))
        for log in moments(play_randomly(setup, below, thorough=False, kills=kills)):
            view_seat = chance.choice(seats)
            whole = Hand(setup)
            whole.log = log
            state = information_state(whole, view_seat)
            assert state == information_state(view_of_log(log, view_seat), view_seat), "a hidden card shows"
            history = (view_seat, plainly(log, view_seat, floor=kills))
            forms = (state.text, state.key, (view_seat, tuple(map(tuple, state.tensor()))))
            assert by_history.setdefault(history, forms) == forms, "the same history has two states"
            for known, form in zip(by_form, forms, strict=True):
                assert known.setdefault(form, history) == history, "two histories have one state"


def test_a_state_is_readable_and_has_a_documented_tensor() -> None:
    hand = Hand(study_setup("leduc"))
    hand.post(), hand.post()
    hand.deal("Kh"), hand.deal("Js")
    hand.check(), hand.raise_to(2), hand.call()
    hand.board("Ks")
    state = information_state(hand, 1)
    assert state.text == (
        "seat 1 | stack 0 13, stack 1 13, button 1, dealt 0 ??, dealt 1 Js, checked 0, raised 1 to 2, called 0 2, "
        "board Ks"
    )
    rows, columns = state.tensor(12), state.columns
    assert columns == columns_of(2)
    assert len(rows) == 12 and rows[9] == [0.0] * columns["hidden"].stop
    dealt = rows[4]
    assert dealt[columns["saw"]].index(1.0) == Saw.DEALT
    assert dealt[columns["seat"]] == [1.0, 0.0]  # the observer is first
    assert [at for at, flag in enumerate(dealt[columns["cards"]]) if flag] == [39]
    assert rows[3][columns["hidden"]] == [0.01]
    assert rows[6][columns["amount"]] == [2 / 26]


def test_a_hand_without_its_log_and_a_seat_that_is_none_are_refused() -> None:
    hand = Hand(study_setup("kuhn"))
    with pytest.raises(Conflict, match="lacks"):
        information_state(hand.copy(), 0)
    with pytest.raises(BadNotation, match="seat: expected a seat from 0 to 1, not 2"):
        information_state(hand, 2)
    with pytest.raises(Conflict, match="length: expected at least 3, the number of rows of this state, not 2"):
        information_state(hand, 0).tensor(2)


def test_a_key_is_the_same_in_every_process_and_short() -> None:
    hand = Hand(study_setup("kuhn"))
    assert information_state(hand, 0).key == bytes([0, 0, 1, 2, 0, 0, 2, 2, 0, 1, 2, 0, 0])
    assert information_state(hand, 0).notes[0] == Note(Saw.STACK, 0, 2)


def test_the_page_lists_every_note_with_its_number() -> None:
    page = (ROOT / "docs" / "reference" / "information.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) \| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [(str(saw.value), saw.name) for saw in Saw]
    counts = set(re.findall(r"^\| \d+ \| `(\w+)` \|.*\(count\)", page, re.MULTILINE))
    assert counts == {saw.name for saw in COUNTS}
    assert f"| `saw` | {len(Saw)} |" in page
