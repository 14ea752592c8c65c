"""Solve a game tree by counterfactual regret: whole sweeps (CFR, CFR+) or samples (Monte Carlo CFR).

>>> from sidepot.hand.planning.study import study_setup
>>> solver = Solver(Tree(study_setup("kuhn")), "cfr+")
>>> solver.run(1000)
>>> strategy = solver.strategy()
>>> round(strategy.values()[0], 4), strategy.exploitability() < 1e-4  # -1/18
(-0.0556, True)
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from sidepot.errors import BadNotation
from sidepot.kernels import regrets
from sidepot.kernels.bits import state_of
from sidepot.kernels.jit import need_fast
from sidepot.solve.strategy import Strategy
from sidepot.solve.tree import Tree
from sidepot.validation.integers import as_int, short
from sidepot.validation.type_checks import expect

Method = Literal["cfr", "cfr+", "dcfr", "external", "outcome"]
METHODS: Final = get_args(Method)
EXPLORE: Final = 0.6  # of outcome sampling


def discount(turn: int) -> float:
    """The part of the positive regrets that discounted CFR keeps after iteration number `turn`."""
    grown = float(turn**1.5)
    return grown / (grown + 1)


class Solver:
    """Finds an equilibrium of a tree, iteration by iteration. `strategy` is the average so far.

    - `cfr`: visits all nodes in each iteration, for one seat after another
    - `cfr+`: the same without negative regrets, and with more weight for later strategies; by far the fastest method on
      small trees
    - `dcfr`: keeps all regrets, but gives early ones less weight; often faster than `cfr+` where there are bad moves
    - `external`: Monte Carlo CFR that samples chance and the other seats, for trees that are too large for whole sweeps
    - `outcome`: Monte Carlo CFR that samples one path for each seat

    With two players and no rake, the average converges to an equilibrium. With more players, nothing is proved. The
    same `seed` gives the same samples.
    """

    def __init__(self, tree: Tree, method: Method = "cfr+", *, seed: int = 0) -> None:
        need_fast("a solver")
        import numpy as np

        self.tree = expect(tree, Tree, "tree")
        if method not in METHODS:
            raise BadNotation(f"method: expected one of {', '.join(METHODS)}, not {short(method)}")
        self.method = method
        self.iterations = 0
        self._regrets = np.zeros(tree.actions)
        self._total = np.zeros(tree.actions)
        self._now = Strategy(tree).chances
        self._owners = np.array([state.seat for state in tree.states], np.int32)
        self._starts = np.array([state.first for state in tree.states], np.int32)
        self._sizes = np.array([len(state.moves) for state in tree.states], np.int32)
        self._random = np.array([state_of(as_int(seed, "seed"), 0)], np.uint64)

    def __repr__(self) -> str:
        return f"<Solver: {self.method}, {self.iterations} iterations of {self.tree!r}>"

    def run(self, iterations: int) -> None:
        """Run some more iterations. Each is one sweep, or one sample, for every seat."""
        rounds = as_int(iterations, "iterations")
        if self.method in ("cfr", "cfr+", "dcfr"):
            self._sweep(rounds)
        else:
            self._sample(rounds)
        self.iterations += rounds

    def strategy(self) -> Strategy:
        """The average strategy so far. The average converges; the current strategy does not."""
        import numpy as np

        sums = np.repeat(np.add.reduceat(self._total, self._starts), self._sizes)
        even = np.repeat(1 / self._sizes, self._sizes)
        return Strategy(self.tree, np.divide(self._total, sums, out=even, where=sums > 0))

    def _sweep(self, rounds: int) -> None:
        import numpy as np

        tree = self.tree
        own, others, value = np.zeros((3, len(tree)))
        shape = (tree.actor, tree.first, tree.count, tree.slot, tree.chance, tree.pays)
        states = (self._owners, self._starts, self._sizes)
        for turn in range(self.iterations + 1, self.iterations + rounds + 1):
            weight, keep, keep_negative = _weights(self.method, turn)
            for seat in range(tree.seats):
                regrets.sweep(seat, weight, *shape, self._now, self._regrets, self._total, own, others, value)
                regrets.match_regrets(seat, *states, keep, keep_negative, self._regrets, self._now)

    def _sample(self, rounds: int) -> None:
        import numpy as np

        tree = self.tree
        shape = (tree.actor, tree.first, tree.count, tree.slot, tree.chance, tree.pays)
        sums = (self._now, self._regrets, self._total)
        if self.method == "external":
            visited, value = np.zeros(len(tree), np.int32), np.zeros(len(tree))
            regrets.sample_external(rounds, tree.seats, self._random, *shape, *sums, visited, value)
        else:
            path, reach = np.zeros((len(tree.levels), 2), np.int32), np.zeros((len(tree.levels), 3))
            regrets.sample_outcomes(rounds, tree.seats, EXPLORE, self._random, *shape, *sums, path, reach)


def _weights(method: Method, turn: int) -> tuple[float, float, float]:
    """The weight of a strategy in the average, and the parts of positive and negative regrets that are kept."""
    if method == "cfr":
        return 1.0, 1.0, 1.0
    if method == "cfr+":
        return float(turn), 1.0, 0.0
    return float(turn**2), discount(turn), 0.5
