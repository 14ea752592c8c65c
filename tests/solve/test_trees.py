"""Game trees and solvers: equal to OpenSpiel's, node by node and iteration by iteration; forks; published values."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from needs import FAST, OPENSPIEL

from sidepot.cards import Deck, cards, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.stakes import Stakes
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.information import information_state
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.study import study_setup
from sidepot.hand.playing import play_hand
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import CapHeadsUp
from sidepot.solve import Bets, Solver, Strategy, Tree, deal_unknown, with_cards
from sidepot.solve.tree import CHANCE, END

pytestmark = FAST.mark
PEERS = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
VALUES = {"kuhn": -1 / 18, "leduc": -0.0856064}  # of the first seat, as published


def tree_of(game: str) -> Tree:
    return Tree(study_setup(game))


@OPENSPIEL.mark
@pytest.mark.parametrize("game", PEERS)
def test_a_tree_has_the_nodes_and_states_of_openspiel(game: str) -> None:
    import pyspiel

    tree, peer = tree_of(game), pyspiel.load_game(PEERS[game])
    kinds, states = {"chance": 0, "end": 0, "choice": 0}, set()
    todo = [peer.new_initial_state()]
    while todo:
        state = todo.pop()
        if state.is_terminal():
            kinds["end"] += 1
            continue
        kinds["chance" if state.is_chance_node() else "choice"] += 1
        if not state.is_chance_node():
            states.add(state.information_state_string())
        todo += [state.child(action) for action in state.legal_actions()]
    ours = {"chance": int((tree.actor == CHANCE).sum()), "end": int((tree.actor == END).sum())}
    assert {**ours, "choice": int((tree.actor >= 0).sum())} == kinds
    assert len(tree.states) == len(states)


@OPENSPIEL.mark
@pytest.mark.parametrize("game", PEERS)
@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr"])
def test_iterations_are_those_of_openspiel(game: str, method: Any) -> None:
    import pyspiel
    from open_spiel.python.algorithms.discounted_cfr import DCFRSolver
    from open_spiel.python.algorithms.exploitability import exploitability as exploitability_of

    peer = pyspiel.load_game(PEERS[game])
    theirs = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver, "dcfr": DCFRSolver}[method](peer)
    ours = Solver(tree_of(game), method)
    for rounds in (1, 2, 7):
        for _ in range(rounds):
            theirs.evaluate_and_update_policy()
        ours.run(rounds)
        exploitability = exploitability_of(peer, theirs.average_policy())
        assert ours.strategy().exploitability() == pytest.approx(exploitability, abs=1e-12)


@pytest.mark.parametrize("game", PEERS)
def test_the_value_of_a_small_game_is_the_published_one(game: str) -> None:
    solver = Solver(tree_of(game))
    solver.run(1000)
    strategy = solver.strategy()
    assert strategy.exploitability() < 1e-3
    assert strategy.values()[0] == pytest.approx(VALUES[game], abs=3e-4)
    assert sum(strategy.values()) == pytest.approx(0)


@pytest.mark.parametrize(("method", "rounds"), [("external", 30_000), ("outcome", 300_000)])
def test_samples_converge_and_come_again_with_their_seed(method: Any, rounds: int) -> None:
    tree = tree_of("kuhn")
    solvers = [Solver(tree, method, seed=seed) for seed in (5, 5, 6)]
    for solver in solvers:
        solver.run(rounds)
    first, again, other = [solver.strategy() for solver in solvers]
    assert (first.chances == again.chances).all() and (first.chances != other.chances).any()
    assert first.exploitability() < 0.02


def test_the_best_response_to_a_strategy_wins_what_it_says() -> None:
    """Kuhn, seat 0 always checks and folds: seat 1 bets every hand and wins the ante."""
    tree = tree_of("kuhn")
    timid = Strategy(tree)
    for state in tree.states:
        if state.seat == 0:
            timid.chances[state.first : state.first + 2] = [1, 0]  # check, fold
    value, answer = timid.best_response(1)
    assert value == 1
    assert answer.values() == (-1, 1)
    assert answer.moves(tree.state_of(_after_check(0))) == {"check": 0, "bet 1": 1}  # type: ignore[arg-type]


def _after_check(seat: int) -> Any:
    hand = Hand(study_setup("kuhn"))
    hand.post(), hand.post(), hand.deal("Ks"), hand.deal("Js"), hand.check()
    return information_state(hand, 1 - seat)


def test_a_strategy_plays_hands() -> None:
    tree = tree_of("leduc")
    solver = Solver(tree)
    solver.run(100)
    strategy, rng = solver.strategy(), Random(3)
    won = [play_hand(tree.setup, [strategy.player(rng)] * 2, rng).stacks[0] - 13 for _ in range(1500)]
    assert sum(won) / len(won) == pytest.approx(VALUES["leduc"], abs=4 * 3 / 1500**0.5)


def test_bets_are_abstracted_at_no_limit() -> None:
    setup = seat_hand("leduc", NoLimit(), Stakes(ante=1, small_bet=1), CASH, [20, 20])
    small = Tree(setup, Bets(pot_parts=(), all_in=False))
    assert {state.moves for state in small.states} == {("check",)}
    some = Tree(setup, Bets(pot_parts=(0.5, 1), raises=2))
    assert some.states[0].moves == ("check", "bet 1", "bet 2", "all-in")
    assert len(small) < len(some)
    solver = Solver(some)
    solver.run(200)
    assert solver.strategy().exploitability() < 0.05


def test_three_players_and_other_games_have_trees() -> None:
    game = GAMES["holdem"]
    capped = CASH.but(cap_heads_up=CapHeadsUp.ON)
    hand = Hand(seat_hand(game, FixedLimit(), Stakes(blinds=(1, 2), small_bet=2), capped, [200, 200]))
    deck = Deck("AsAhKsKh2c7d8d9cTc2h3c4c4d5h6s")
    dealer = Dealer(deck, auto_show=True)
    while dealer.run(hand) is Due.ACT and hand.street < 3:
        hand.check_or_call()
    tree = Tree(hand)
    assert tree.actor[0] == hand.seat and len(tree) == 27
    three = msgspec.structs.replace(find_game("kuhn"), seats=(2, 3), deck="Js Qs Ks As")
    tree = Tree(seat_hand(three, FixedLimit(1), Stakes(ante=1, small_bet=1), capped, [2] * 3))
    solver = Solver(tree)
    solver.run(500)
    assert len(tree.states) == 48 and solver.strategy().exploitability() < 0.05


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(Conflict, match="more than 1,000 nodes"):
        Tree(study_setup("leduc"), most=1000)
    with pytest.raises(BadNotation, match="pot_parts"):
        Bets(pot_parts=(0.0,))
    with pytest.raises(BadNotation, match="method: expected one of cfr, cfr\\+, dcfr"):
        Solver(tree_of("kuhn"), "cfr++")  # type: ignore[arg-type]


# ---- forks


@pytest.mark.parametrize("name", GAMES)
def test_a_fork_fits_what_a_seat_sees(name: str) -> None:
    game = GAMES[name]
    limit = limit_for(game)
    setup = seat_hand(game, limit, stakes_for(game, limit, 4), CASH, [200] * 3)
    for seed in range(6):
        rng = Random(seed)
        hand = Hand(setup)
        dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
        while dealer.run(hand) is not Due.DONE and rng.random() > 0.15:
            may = options(hand, explain=False)
            if may.due is Due.DRAW:
                hand.discard(hand.hole[may.seat][: max(may.discard_least, 1)])
            elif may.due is Due.BRING_IN:
                hand.bring_in()
            else:
                hand.check_or_call()
        if hand.due is Due.DONE:
            continue
        fork = deal_unknown(view_of(hand, 0), rng)
        assert information_state(fork, 0) == information_state(hand, 0)
        assert fork.due is hand.due and fork.stub == hand.stub
        held = [card for hole in fork.hole for card in hole]
        assert len({*held}) == len(held) and max(held) < 53
        while dealer.run(hand.copy()) is Due.ACT:
            break


def test_a_fork_deals_from_ranges_and_the_cards_that_are_given() -> None:
    hand = Hand(seat_hand("holdem", NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 3))
    Dealer(Deck("AsKh2c AhKd2d 3c3d3h3s4s4d4h")).run(hand)
    view = view_of(hand, 2)
    rng = Random(1)
    seen = {text(deal_unknown(view, rng, {0: "QQ,JJ:0.5", 1: "QQ"}).hole[0])[0] for _ in range(50)}
    assert seen == {"Q", "J"}
    assert text(with_cards(view, {0: "AsAc"}).hole[0]) == "AsAc"
    with pytest.raises(Conflict, match="Kh is given twice, or is not one of the unseen cards"):
        with_cards(view, {0: "KhKh"})
    with pytest.raises(Conflict, match="fewer"):
        with_cards(view, {0: "AsAcAd"})
    with pytest.raises(Conflict, match="more cards"):
        with_cards(view, {0: "As"})
    with pytest.raises(Conflict, match="no hands from these ranges"):
        deal_unknown(view, rng, {0: "AsAc", 1: "AsAd"})
    assert cards("As")[0] not in view.hole[2]


def test_kuhn_has_the_strategies_of_its_paper() -> None:
    """The first player bets a king three times as often as a jack, and calls with a queen a third more often than that.

    Source: H. W. Kuhn, A simplified two-person poker (1950).
    """
    tree = tree_of("kuhn")
    solver = Solver(tree)
    solver.run(5000)
    strategy = solver.strategy()

    def chance(first: str, second: str, *moves: str) -> dict[str, float]:
        hand = Hand(tree.setup)
        hand.post(), hand.post(), hand.deal(first), hand.deal(second)
        for move in moves:
            hand.check() if move == "check" else hand.raise_to(1)
        return {**strategy.moves(information_state(hand, hand.seat))}

    jack, king = chance("Js", "Qs")["bet 1"], chance("Ks", "Qs")["bet 1"]
    assert king == pytest.approx(3 * jack, abs=0.03)
    assert chance("Qs", "Ks")["bet 1"] == pytest.approx(0, abs=0.01)
    assert chance("Qs", "Ks", "check", "bet")["call"] == pytest.approx(jack + 1 / 3, abs=0.02)
    assert chance("Ks", "Js", "check")["bet 1"] == pytest.approx(1 / 3, abs=0.02)  # the second with a jack
    assert chance("Ks", "Qs", "bet")["call"] == pytest.approx(1 / 3, abs=0.02)  # and with a queen


def test_the_states_of_a_tree_are_those_of_hands_that_are_played() -> None:
    """Perfect recall: each moment of a random hand has its own state in the tree, with the same moves."""
    tree = tree_of("leduc")
    for seed in range(200):
        rng = Random(seed)
        hand = Hand(tree.setup)
        dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
        while dealer.run(hand) is not Due.DONE:
            state = tree.state_of(information_state(view_of(hand, hand.seat), hand.seat))
            moves = tree.bets.moves(hand)
            assert state is not None and state.moves == tuple(move.name for move in moves)
            hand.do(rng.choice(moves).command)
