"""A seat's hand against the hands that its opponents may hold, each weighted by its probability.

A pool is the hands that somebody may hold; `Field.shares` is the part of the pot the seat wins against the pools of
all its live opponents, in each of a number of worlds.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from random import Random
from typing import NamedTuple

from sidepot.bots.worlds import Judge

Weights = list[float]


class BoardPool:
    """Hands that an opponent may hold, in a game where a hand and a world (a final board) determine the result.

    - `worths`: the value of each hand against random hands in the current round
    - `wins`: the share that the seat's own hand wins from each hand (1, a half or 0), by part of the pot and world
    - `none`: whether each hand fails to qualify, by part of the pot and world
    - `counts`: whether each hand is possible, by world
    """

    def __init__(
        self, worths: Weights, wins: list[list[Weights]], none: list[list[Weights]], counts: list[Weights]
    ) -> None:
        self.worths = worths
        self._wins = wins
        self._none = none
        self._counts = counts

    def against(self, weights: Weights) -> tuple[list[Weights], list[Weights]]:
        """The seat's share against an opponent whose hands have these weights, for each part of the pot and each world.

        The second list contains the probabilities that the opponent's hand does not qualify.
        """
        totals = [sum(map(mul, weights, counts)) or 1.0 for counts in self._counts]

        def of_total(part: list[Weights]) -> Weights:
            return [sum(map(mul, weights, of)) / total for of, total in zip(part, totals, strict=True)]

        return [of_total(part) for part in self._wins], [of_total(part) for part in self._none]


class EndsPool:
    """Hands that an opponent may hold, in a game where players still get cards.

    A world is one way in which the seat's `own` hand may end. Each hand in the pool has `ends` ways to end.
    """

    def __init__(
        self, worths: Weights, strengths: list[tuple[int, ...]], own: list[tuple[int, ...]], ends: int
    ) -> None:
        self.worths = worths
        self.strengths = strengths
        self._own = own
        self._ends = ends
        self._parts = []
        for part in range(len(own[0])):
            column = [of[part] for of in strengths]
            order = sorted(range(len(column)), key=column.__getitem__)
            inside = [column[at] for at in order]
            places = [(bisect_left(inside, mine[part]), bisect_right(inside, mine[part])) for mine in own]
            self._parts.append((order, inside, places))

    def meeting(self, own: list[tuple[int, ...]]) -> EndsPool:
        """The same hands, compared with other ends of the seat's own hand."""
        return EndsPool(self.worths, self.strengths, own, self._ends)

    def against(self, weights: Weights) -> tuple[list[Weights], list[Weights]]:
        """The seat's share against an opponent whose hands have these weights, for each part of the pot and each world.

        The second list contains the probabilities that the opponent's hand does not qualify.
        """
        wins, none = [], []
        ends = self._ends
        for part, (order, inside, places) in enumerate(self._parts):
            sums = [0.0, *accumulate([weights[at // ends] for at in order])]
            total = sums[-1] or 1.0
            nothing = sums[bisect_right(inside, 0)] / total
            wins.append(
                [
                    (sums[low] + sums[high]) / (2 * total) if mine[part] else 0.0
                    for (low, high), mine in zip(places, self._own, strict=True)
                ]
            )
            none.append([nothing] * len(places))
        return wins, none


class Field(NamedTuple):
    """A seat's hand, and the hands that the seat's opponents may hold.

    - `seats`: the live opponents
    - `pools`: the hands that each opponent may hold
    - `weights`: the weights of these hands
    - `mine`: the strengths of the seat's own hand in each world
    - `place`: the fraction of all starting hands that the seat's own hand beats
    """

    judge: Judge
    seats: list[int]
    pools: Sequence[BoardPool | EndsPool]
    weights: list[Weights]
    mine: list[tuple[int, ...]]
    place: float

    def with_ends(self, own: list[tuple[int, ...]]) -> Field:
        """The same opponents, compared with other ends of the seat's own hand. Players in this game still get cards."""
        pools = [pool.meeting(own) for pool in self.pools if isinstance(pool, EndsPool)]
        return self._replace(pools=pools, mine=own)

    def shares(self, kept: Sequence[Weights] | None = None, folds: Sequence[float] | None = None) -> list[float]:
        """The seat's share of the pot in each world.

        - `kept`: new weights for the opponents' hands
        - `folds`: the probability that each opponent folds
        """
        judge = self.judge
        parts = range(len(self.mine[0]))
        qualified = [judge.qualified[part % judge.halves] for part in parts]
        won = [[1.0] * len(parts) for _ in self.mine]
        none = [
            [1.0 if asks and not of else 0.0 for asks, of in zip(qualified, strengths, strict=True)]
            for strengths in self.mine
        ]
        for who, pool in enumerate(self.pools):
            fold = folds[who] if folds is not None else 0.0
            if fold >= 0.999:
                continue
            wins, nothing = pool.against(self.weights[who] if kept is None else kept[who])
            for part in parts:
                for at, win in enumerate(wins[part]):
                    won[at][part] *= fold + (1 - fold) * win
                if qualified[part]:
                    for at, of in enumerate(nothing[part]):
                        none[at][part] *= fold + (1 - fold) * of
        return [judge.worth(some, of) for some, of in zip(won, none, strict=True)]


class Stream:
    """Unseen cards in random order, repeated endlessly."""

    def __init__(self, unseen: Sequence[int], rng: Random) -> None:
        self._unseen = unseen
        self._random = rng.random
        self._cards: list[int] = []

    def take(self, count: int) -> list[int]:
        """The next `count` different cards, or fewer if not enough are left."""
        cards = self._cards
        if len(cards) < count:
            random = self._random
            cards = [card for _, card in sorted([(random(), card) for card in self._unseen])]
            self._cards = cards
        taken = cards[-count:]
        del cards[-count:]
        return taken
