"""Estimates with less luck: on average exactly the true result, whatever the values, and with much less variance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import pytest
from each import each
from needs import FAST

from sidepot.errors import BadNotation, Conflict
from sidepot.hand.due import Due
from sidepot.hand.events import RaisedTo
from sidepot.hand.hand import Hand
from sidepot.hand.information import information_state
from sidepot.hand.planning.study import study_setup
from sidepot.hand.playing import play_hand
from sidepot.hand.result import nets
from sidepot.hand.view import view_of

if TYPE_CHECKING:
    from sidepot.solve import Strategy, Tree


def solved(game: str, iterations: int = 100) -> Strategy:
    from sidepot.solve import Solver, Tree

    solver = Solver(Tree(study_setup(game)))
    solver.run(iterations)
    return solver.strategy()


def strange(tree: Tree, seed: int) -> Strategy:
    """Some strategy that is far from an equilibrium, and never makes some moves."""
    import numpy as np

    from sidepot.solve import Strategy

    chance = Random(seed)
    found = np.zeros(tree.actions)
    for state in tree.states:
        weights = [chance.choice((0, 1, 3)) for _ in state.moves]
        weights = weights if any(weights) else [1] * len(weights)
        for at, weight in enumerate(weights):
            found[state.first + at] = weight / sum(weights)
    return Strategy(tree, found)


def together(parts: Mapping[int, Strategy]) -> Strategy:
    """The strategy in which each seat plays its own."""
    from sidepot.solve import Strategy

    tree = parts[0].tree
    chances = parts[0].chances.copy()
    for state in tree.states:
        rows = slice(state.first, state.first + len(state.moves))
        chances[rows] = parts[state.seat].chances[rows]
    return Strategy(tree, chances)


def all_hands(strategy: Strategy) -> Iterator[tuple[Hand, float]]:
    """Every hand that may be played, with its probability: the engine plays them all."""
    from sidepot.solve import advance, deals

    def after(hand: Hand, chance: float) -> Iterator[tuple[Hand, float]]:
        advance(hand)
        if hand.due is Due.DONE:
            yield hand, chance
        elif hand.due in (Due.DEAL, Due.BOARD):
            for deal in deals(hand.copy(log=True)):
                card = (*deal.hand.hole[hand.seat],) if hand.due is Due.DEAL else (*deal.hand.boards[0],)
                again = hand.copy(log=True)
                (again.deal if hand.due is Due.DEAL else again.board)(card)
                yield from after(again, chance * deal.chance)
        else:
            odds = strategy.moves(information_state(view_of(hand, hand.seat), hand.seat))
            for move in strategy.tree.bets.moves(hand):
                if odds[move.name]:
                    again = hand.copy(log=True)
                    again.do(move.command)
                    yield from after(again, chance * odds[move.name])

    yield from after(Hand(strategy.tree.setup), 1.0)


@FAST.mark
@each("known", [(), (0,), (1,)])
@each("seed", range(3))
def test_the_mean_over_all_hands_is_the_true_result(known: tuple[int, ...], seed: int) -> None:
    """The values that measure luck are of a third strategy: they change the spread, and not the mean."""
    from sidepot.solve import LuckCorrection

    values = solved("kuhn")
    players = {0: strange(values.tree, seed), 1: strange(values.tree, seed + 50)}
    true = together(players).values()
    luck = LuckCorrection(values, {seat: players[seat] for seat in known})
    means, whole, most = [0.0, 0.0], 0.0, 0.0
    for hand, chance in all_hands(together(players)):
        found = luck.estimate(hand)
        assert sum(found) == pytest.approx(0)
        whole += chance
        means = [mean + chance * part for mean, part in zip(means, found, strict=True)]
        most = max(most, abs(found[0] - nets(hand)[0]))
    assert whole == pytest.approx(1) and means == pytest.approx(true) and most > 0.01


@FAST.mark
@pytest.mark.long
@each("seat", [0, 1])
def test_in_leduc_a_quarter_of_the_variance_is_left(seat: int) -> None:
    """A solver's strategy against one that moves at random, 1,500 hands: the seed is fixed, and so is the result."""
    from sidepot.solve import LuckCorrection, Strategy

    best = solved("leduc", 200)
    players = {seat: best, 1 - seat: Strategy(best.tree)}
    true = together(players).values()[seat]
    luck = LuckCorrection(best, {seat: best})
    chance = Random(3)
    functions = [players[at].player(chance) for at in (0, 1)]
    hands = [play_hand(best.tree.setup, functions, chance) for _ in range(1500)]
    estimates = [luck.estimate(hand)[seat] for hand in hands]
    results = [nets(hand)[seat] for hand in hands]
    assert abs(fmean(estimates) - true) < 3 * stdev(estimates) / len(hands) ** 0.5
    assert stdev(estimates) ** 2 <= stdev(results) ** 2 / 4


@FAST.mark
def test_what_cannot_be_corrected_is_refused() -> None:
    from sidepot.solve import LuckCorrection, Strategy, Tree

    kuhn = solved("kuhn", 10)
    with pytest.raises(Conflict, match="all strategies are known"):
        LuckCorrection(kuhn, {0: kuhn, 1: kuhn})
    with pytest.raises(BadNotation, match="by seats of that tree"):
        LuckCorrection(kuhn, {2: kuhn})
    with pytest.raises(BadNotation, match="strategies of the tree of `values`"):
        LuckCorrection(kuhn, {0: Strategy(Tree(study_setup("kuhn")))})
    luck = LuckCorrection(kuhn)
    hand = Hand(study_setup("kuhn"))
    hand.post()
    with pytest.raises(Conflict, match="expected a finished hand"):
        luck.estimate(hand)
    chance = Random(1)
    leduc = Strategy(Tree(study_setup("leduc"))).player(chance)
    with pytest.raises(Conflict, match="with the same setup as the tree"):
        luck.estimate(play_hand(study_setup("leduc"), [leduc, leduc], chance))


@FAST.mark
def test_a_move_that_a_known_strategy_never_makes_is_refused() -> None:
    import numpy as np

    from sidepot.solve import LuckCorrection, Strategy

    kuhn = solved("kuhn", 10)
    passive = np.zeros(kuhn.tree.actions)
    for state in kuhn.tree.states:
        passive[state.first] = 1  # check or fold
    luck = LuckCorrection(kuhn, {0: Strategy(kuhn.tree, passive)})
    for hand, _ in all_hands(Strategy(kuhn.tree)):
        if any(isinstance(event, RaisedTo) and event.seat == 0 for event in hand.log):
            with pytest.raises(Conflict, match="never makes"):
                luck.estimate(hand)
            return
    raise AssertionError("no hand with a bet of seat 0")
