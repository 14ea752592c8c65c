"""Game trees, strategies and solvers, for every game that is data. The guide is `docs/how-to/solve.md`.

NumPy and numba come with the extra `fast`.
"""

from __future__ import annotations

from sidepot.solve.forks import deal_unknown, with_cards, worlds
from sidepot.solve.luck import LuckCorrection
from sidepot.solve.moves import Bets, Move
from sidepot.solve.rollouts import Rollout, rollout
from sidepot.solve.solver import Solver
from sidepot.solve.strategy import BestResponse, Strategy
from sidepot.solve.subgame import Subgame, spot
from sidepot.solve.tree import Deal, State, Tree, advance, deals

__all__ = [
    "BestResponse",
    "Bets",
    "Deal",
    "LuckCorrection",
    "Move",
    "Rollout",
    "Solver",
    "State",
    "Strategy",
    "Subgame",
    "Tree",
    "advance",
    "deal_unknown",
    "deals",
    "rollout",
    "spot",
    "with_cards",
    "worlds",
]
