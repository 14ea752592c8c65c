"""Hands followed by the dealer's helper end at the chip that the engine pays, without known stacks and cards."""

from __future__ import annotations

import pytest
from dealt_hands import followed, worked_examples
from few_examples import examples, some
from settled_hands import played_out

from sidepot.cases.run import Case
from sidepot.games.catalog import GAMES, find_game
from sidepot.hand.hand import Hand
from sidepot.rules.houses import CASH, TDA_2013, TDA_2024

HOUSES = (TDA_2013, CASH, TDA_2024)


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


WORKED = worked_examples()


def test_the_worked_examples_are_of_every_kind_of_game() -> None:
    played = {hand.setup.game.name for _, hand in WORKED}
    assert {"holdem", "omaha8", "stud", "stud8", "razz", "five-card-draw"} <= played
    assert len(WORKED) > 200


@pytest.mark.parametrize(("case", "hand"), [pytest.param(*one, id=one[0].id) for one in some(WORKED, 60)])
def test_worked_examples_end_at_the_printed_chip(case: Case, hand: Hand) -> None:
    _checked(hand)
