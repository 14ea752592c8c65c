"""Hands of sidepot as games of OpenSpiel: its own algorithms and checks work with them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from needs import FAST, OPENSPIEL

from sidepot.games.catalog import GAMES
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.study import study_setup
from sidepot.rules.houses import CASH

OPENSPIEL.ask()

import pyspiel  # noqa: E402 - as it needs them

from sidepot.solve import Bets, Solver, Tree  # noqa: E402
from sidepot.solve.openspiel import openspiel_game  # noqa: E402

pytestmark = FAST.mark


def game_of(name: str) -> Any:
    return openspiel_game(study_setup(name))


@pytest.mark.parametrize(("name", "peer"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_a_game_is_that_of_openspiel_move_for_move(name: str, peer: str) -> None:
    ours, theirs = game_of(name), pyspiel.load_game(peer)
    chance = random.Random(2)
    for _ in range(60):
        one, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert one.current_player() == other.current_player()
            actions = other.legal_actions()
            assert len(one.legal_actions()) == len(actions)
            at = chance.randrange(len(actions))
            one.apply_action(one.legal_actions()[at])
            other.apply_action(actions[at])
        assert one.is_terminal() and one.returns() == other.returns()


def test_the_algorithms_of_openspiel_solve_it() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = game_of("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    ours = Solver(Tree(study_setup("kuhn")))
    ours.run(20)
    found = exploitability.exploitability(game, solver.average_policy())
    assert found == pytest.approx(ours.strategy().exploitability(), abs=1e-12)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_it_passes_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(game_of(name), num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["holdem", "omaha8", "stud8", "triple-draw", "badeucey", "double-board-holdem"])
def test_other_games_play_to_their_end_with_states_and_tensors(name: str) -> None:
    limit = limit_for(GAMES[name])
    setup = seat_hand(name, limit, stakes_for(name, limit, 4), CASH, [60] * 3)
    game = openspiel_game(setup, Bets(pot_parts=(0.5, 1)), rows=120)
    chance = random.Random(5)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0:
                assert state.information_state_string(player).startswith(f"seat {player} | ")
                assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
                assert max(state.legal_actions()) < game.num_distinct_actions()
            actions = [at for at, _ in state.chance_outcomes()[:50]] if player == -1 else state.legal_actions()
            state.apply_action(chance.choice(actions))
        assert sum(state.returns()) == 0


def test_bets_have_the_numbers_of_their_sizes() -> None:
    setup = seat_hand("leduc", NoLimit(), Stakes(ante=1, small_bet=1), CASH, [20, 20])
    state = openspiel_game(setup, Bets(pot_parts=(0.5, 1))).new_initial_state()
    state.apply_action(0), state.apply_action(0)
    assert state.legal_actions() == [1, 2, 3, 4]
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        "check",
        "bet 1",
        "bet 2",
        "all-in",
    ]
    state.apply_action(4)
    assert state.legal_actions() == [0, 1]
