"""How long things took: counts for the operator of the room, made so that counting costs next to nothing."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Waits:
    """A histogram of waits: how many there were, how long together, and how many were no longer than each bound.

    One thread counts; others may read meanwhile, and see it a wait earlier or later.
    """

    __slots__ = ("_within", "count", "seconds")

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self._within = [0] * (len(BOUNDS) + 1)

    def took(self, seconds: float) -> None:
        """One more wait, so long."""
        self.count += 1
        self.seconds += seconds
        self._within[bisect_left(BOUNDS, seconds)] += 1

    def within(self) -> list[tuple[float, int]]:
        """For each bound, and infinity as the last, how many waits were no longer."""
        return list(zip((*BOUNDS, float("inf")), accumulate(self._within), strict=True))
