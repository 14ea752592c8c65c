"""Odds: the average share of each hand in every game, exactly if that is feasible and sampled otherwise.

>>> found = equity(["AsKs", "QhQd"], board="Qs7s2d")
>>> found.exact, found.boards, [round(hand.equity, 4) for hand in found.hands]
(True, 990, [0.2556, 0.7444])
"""

from __future__ import annotations

from sidepot.odds.ask import equity, odds
from sidepot.odds.tally import HandOdds, Odds, PotOdds

__all__ = ["HandOdds", "Odds", "PotOdds", "equity", "odds"]
