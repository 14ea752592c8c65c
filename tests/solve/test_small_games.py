"""Trees of every kind of game, in small: draw, stud, high-low with and without declarations, two boards, discards."""

from __future__ import annotations

import pytest
from needs import FAST, OPENSPIEL

from sidepot.games.files import read_game
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.study import STUDY_HOUSE
from sidepot.hand.setup import Setup
from sidepot.rules.rulebook import Declaration
from sidepot.solve import Solver, Strategy, Tree

pytestmark = FAST.mark
HIGH_LOW = 'halves = [{scale = "high"}, {scale = "ace-to-five"}]'
FIRST = 'name = "deal", opens = "left of button"'
FLOP = '{name = "flop", opens = "left of button", board = 1, burn = false}'
GAMES = {
    "draw": (
        "JQK hs",
        "",
        f'{{{FIRST}, down = 1}}, {{name = "draw", opens = "left of button", draw = 1, burn = false}}',
    ),
    "stud": ("JQK hs", "", '{name = "deal", opens = "high card acts", down = 1, up = 1}'),
    "high-low": ("A23 hs", HIGH_LOW, f"{{{FIRST}, down = 1}}, {FLOP}"),
    "declare": ("A23 hs", HIGH_LOW, f"{{{FIRST}, down = 1}}, {FLOP}"),
    "boards": ("JQK hs", "boards = 2", f"{{{FIRST}, down = 1}}, {FLOP}"),
    "discard": ("JQK hs", "", f'{{{FIRST}, down = 2}}, {{name = "throw", opens = "left of button", discard = 1}}'),
}


def setup_of(name: str) -> Setup:
    deck, more, streets = GAMES[name]
    game = read_game(f'name = "{name}"\ndeck = "{deck}"\nseats = [2, 2]\n{more}\nstreets = [{streets}]')
    house = STUDY_HOUSE.but(declaration=Declaration.CHIPS_IN_HAND) if name == "declare" else STUDY_HOUSE
    return seat_hand(game, FixedLimit(1), Stakes(ante=2, small_bet=2), house, [6, 6])


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_game_has_a_tree_that_can_be_solved(name: str) -> None:
    tree = Tree(setup_of(name))
    solver = Solver(tree)
    solver.run(150)
    strategy = solver.strategy()
    assert sum(strategy.values()) == pytest.approx(0)
    assert -1e-9 <= strategy.exploitability() < 0.01 < Strategy(tree).exploitability()
    kinds = {move.partition(" ")[0] for state in tree.states for move in state.moves}
    assert {"draw": "stand", "declare": "declare", "discard": "throw"}.get(name, "fold") in kinds


@OPENSPIEL.mark
@pytest.mark.parametrize("name", ["stud", "high-low"])
def test_openspiel_finds_the_same_exploitability(name: str) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from sidepot.solve.openspiel import openspiel_game

    game = openspiel_game(setup_of(name))
    theirs = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert Strategy(Tree(setup_of(name))).exploitability() == pytest.approx(theirs, abs=1e-9)
