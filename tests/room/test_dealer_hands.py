"""Hands followed by the dealer's helper end at the chip that the engine pays, without known stacks and cards."""

from __future__ import annotations

import pytest
from dealt_hands import followed
from few_examples import examples, some
from settled_hands import played_out

from sidepot.cases.case_setups import WholeHand, setup_of
from sidepot.cases.hand_cases import play_script
from sidepot.cases.run import Case, load_cases
from sidepot.games.catalog import GAMES, find_game
from sidepot.hand import events as e
from sidepot.hand.due import DONE
from sidepot.hand.hand import Hand
from sidepot.hand.terms import Added
from sidepot.rules.houses import CASH, TDA_2013, TDA_2024

HOUSES = (TDA_2013, CASH, TDA_2024)
# what the floor does to a hand, not what its dealer taps; and hands whose pot goes to another deal
OF_THE_FLOOR = (e.Exposed, e.TookBack, e.Redealt, e.Voided, e.Restubbed, Added)


def _checked(hand: Hand, *, by_order: bool = False) -> None:
    play = followed(hand, by_order=by_order)
    assert play.is_over, (play.waits, play.hand)
    assert tuple(play.nets) == hand.result().nets
    assert sum(play.nets) + play.carried == hand.setup.carried


@pytest.mark.parametrize("name", list(GAMES))
def test_any_game_of_the_catalogue_ends_as_the_engine_pays_it(name: str) -> None:
    for seed in range(examples(20)):
        _checked(played_out(find_game(name), HOUSES[seed % 3], seed).hand)


@pytest.mark.parametrize("name", ["holdem", "omaha", "omaha8", "five-card-draw", "single-draw", "badugi"])
def test_who_beats_whom_decides_as_cards_do(name: str) -> None:
    for seed in range(examples(40)):
        _checked(played_out(find_game(name), HOUSES[seed % 3], seed).hand, by_order=True)


def _worked() -> list[tuple[Case, Hand]]:
    """The worked examples that are played to their last pot, with the hand that each of them makes."""
    found = []
    for case in load_cases():
        if isinstance(case.body, WholeHand):
            hand = Hand(setup_of(case.body, case.house_rules()))
            play_script(case.body, hand)
            plain = not (hand.raked or hand.setup.open or hand.setup.parts)
            called = any(isinstance(event, e.Shown) and event.called for event in hand.log)  # an order says it
            of_the_floor = any(isinstance(event, OF_THE_FLOOR) for event in hand.log)
            if hand.due is DONE and plain and not (called or of_the_floor):
                found.append((case, hand))
    return found


WORKED = _worked()


def test_the_worked_examples_are_of_every_kind_of_game() -> None:
    played = {hand.setup.game.name for _, hand in WORKED}
    assert {"holdem", "omaha8", "stud", "stud8", "razz", "five-card-draw"} <= played
    assert len(WORKED) > 200


@pytest.mark.parametrize(("case", "hand"), [pytest.param(*one, id=one[0].id) for one in some(WORKED, 60)])
def test_worked_examples_end_at_the_printed_chip(case: Case, hand: Hand) -> None:
    _checked(hand)
