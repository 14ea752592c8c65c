"""A strategy for all seats of a game tree: what it does, what it is worth, and how much it can lose."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from sidepot.errors import BadNotation, Conflict
from sidepot.hand.commands import Command
from sidepot.hand.hand import Hand
from sidepot.hand.information import InformationState, information_state
from sidepot.hand.legal.options import Options, Player
from sidepot.kernels import regrets
from sidepot.kernels.jit import need_fast
from sidepot.solve.tree import State, Tree
from sidepot.validation.integers import as_int

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sidepot.solve.tree import Floats


class BestResponse(NamedTuple):
    """The best response of a seat to a strategy: what the seat wins on average, and the strategy that wins it."""

    value: float
    strategy: Strategy


class Strategy:
    """The probability of each move in each information state of a tree.

    - `chances`: a probability for each action, in the order of the tree's states; by default, all moves are equally
      likely
    """

    def __init__(self, tree: Tree, chances: ArrayLike | None = None) -> None:
        need_fast("a strategy")
        import numpy as np

        self.tree = tree
        if chances is None:
            found = np.concatenate([np.full(len(state.moves), 1 / len(state.moves)) for state in tree.states])
        else:
            found = np.array(chances, float)
            if found.shape != (tree.actions,) or not np.isfinite(found).all() or (found < 0).any():
                raise BadNotation(f"chances: expected {tree.actions} numbers, each 0 or more")
        self.chances: Floats = found

    def __repr__(self) -> str:
        return f"<Strategy: {len(self.tree.states)} states of {self.tree.setup.game.title}>"

    def moves(self, state: State | InformationState) -> Mapping[str, float]:
        """The probability of each move in a state. Raises BadNotation for a state that the tree does not have."""
        found = self.tree.state_of(state) if isinstance(state, InformationState) else state
        if found is None:
            raise BadNotation("state: expected a state of this tree")
        odds = self.chances[found.first : found.first + len(found.moves)]
        return {move: float(chance) for move, chance in zip(found.moves, odds, strict=True)}

    def values(self) -> tuple[float, ...]:
        """The chips that each seat wins on average if all seats play this strategy."""
        return tuple([float(worth) for worth in self.node_values()[0]])

    def node_values(self) -> Floats:
        """The chips that each seat wins on average from each node on. There is a row for each node and a column for
        each seat.
        """
        import numpy as np

        tree = self.tree
        value = np.zeros((len(tree), tree.seats))
        regrets.values(*_shape(tree), tree.chance, tree.pays, self.chances, value)
        return value

    def best_response(self, seat: int) -> BestResponse:
        """The best that a seat can do if the other seats play this strategy."""
        import numpy as np

        tree = self.tree
        at = as_int(seat, "seat")
        if not 0 <= at < tree.seats:
            raise BadNotation(f"seat: expected a seat from 0 to {tree.seats - 1}, not {at}")
        own, others, value = np.zeros((3, len(tree)))
        gains, best = np.zeros(tree.actions), np.zeros(tree.actions, np.int32)
        regrets.best_response(
            at, *_shape(tree), tree.levels, tree.chance, tree.pays, self.chances, own, others, value, gains, best
        )
        answer = self.chances.copy()
        for state in tree.states:
            if state.seat == at:
                answer[state.first : state.first + len(state.moves)] = 0
                answer[state.first + best[state.first]] = 1
        return BestResponse(float(value[0]), Strategy(tree, answer))

    def exploitability(self) -> float:
        """How many chips a seat gains on average by switching to its best response; 0 for an equilibrium.

        With two players, this is what the strategy loses to a perfect opponent, averaged over both seats.
        """
        values = self.values()
        return sum([self.best_response(seat).value - worth for seat, worth in enumerate(values)]) / len(values)

    def player(self, rng: Random) -> Player:
        """A player for `match` and `play_hand` that plays this strategy. The player raises an error in a spot
        that is not in the tree.
        """

        def play(view: Hand, may: Options) -> Command:
            odds = self.moves(information_state(view, may.seat))
            moves = self.tree.bets.moves(view)
            if [move.name for move in moves] != [*odds]:
                raise Conflict("the moves in this spot differ from those of the tree")
            return rng.choices(moves, [*odds.values()])[0].command

        return play


def _shape(tree: Tree) -> tuple[object, object, object, object]:
    return tree.actor, tree.first, tree.count, tree.slot
