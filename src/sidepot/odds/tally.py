"""Counts of wins and ties, and the odds computed from them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import msgspec


class Tally(NamedTuple):
    """How often each seat won each part of the pot, over `deals` deals.

    - `counts[row][seat][size]`: how often a seat was one of `size` winners of a half on a board
    - `scoops`: how often a seat took the whole pot
    - `parts`: how often a seat took a part of the pot
    - `squares`: the sum of a seat's squared shares

    Row 0 is the first half if both halves were won; row 1 is the first half if only the first half was won. Rows 2 and
    3 are the same for the second half.
    """

    deals: int
    boards: int
    counts: list[list[list[int]]]
    scoops: list[int]
    parts: list[int]
    squares: list[float]

    @classmethod
    def empty(cls, seats: int, boards: int = 1) -> Tally:
        """A tally in which all counts are 0."""
        counts = [[[0] * (seats + 1) for _ in range(seats)] for _ in range(4)]
        return cls(0, boards, counts, [0] * seats, [0] * seats, [0.0] * seats)

    @classmethod
    def of_wins(cls, wins: Sequence[int], seats: int) -> Tally:
        """Make counts for an unsplit pot from the number of wins of each set of seats (bit masks)."""
        tally = cls.empty(seats)
        for winners, times in enumerate(wins):
            size = winners.bit_count()
            for seat in range(seats):
                if winners >> seat & 1:
                    tally.counts[1][seat][size] += times
                    tally.squares[seat] += times / size**2
                    (tally.scoops if size == 1 else tally.parts)[seat] += times
        return tally._replace(deals=sum(wins))

    def plus(self, other: Tally, times: int = 1) -> Tally:
        """The sum of this tally and `other`, whose counts are first multiplied by `times`."""
        counts = [
            [[one + times * more for one, more in zip(*sizes, strict=True)] for sizes in zip(*seats, strict=True)]
            for seats in zip(self.counts, other.counts, strict=True)
        ]
        return Tally(
            self.deals + times * other.deals,
            self.boards,
            counts,
            [one + times * more for one, more in zip(self.scoops, other.scoops, strict=True)],
            [one + times * more for one, more in zip(self.parts, other.parts, strict=True)],
            [one + times * more for one, more in zip(self.squares, other.squares, strict=True)],
        )

    def share(self, seat: int, rows: Sequence[int] = (0, 1, 2, 3)) -> float:
        """A seat's share of all pots, or of the given rows of the counts."""
        won = 0.0
        for row in rows:
            part = sum([times / size for size, times in enumerate(self.counts[row][seat]) if size and times])
            won += part if row % 2 else part / 2
        return won / (self.deals * self.boards)


class HandOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one hand, each from 0 to 1.

    - `equity`: the average share of the pot
    - `win`: how often the hand takes the whole pot
    - `tie`: how often the hand takes a part of the pot
    - `low`: the part of `equity` from the second half of a split pot, which is the low in high-low games
    - `error`: the standard error of a sampled `equity`; in about two of three cases, the true value is within this
      distance of `equity`
    """

    hand: str
    equity: float
    win: float
    tie: float
    low: float = 0.0
    error: float | None = None


class PotOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A pot: its size, the hands that can win it, and the average share of each hand."""

    amount: int
    hands: tuple[int, ...]  # by their place among the hands, from 0
    equity: tuple[float, ...]
    chips: tuple[float, ...]
    error: tuple[float, ...] | None = None


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of all hands.

    - `boards`: the number of all possible deals if `exact`; otherwise, the number of sampled deals
    """

    exact: bool
    boards: int
    seconds: float
    hands: tuple[HandOdds, ...]
    pots: tuple[PotOdds, ...] = ()


def hand_odds(names: Sequence[str], tally: Tally, *, exact: bool) -> tuple[HandOdds, ...]:
    """The odds of each hand, computed from the counts."""
    found = []
    for seat, name in enumerate(names):
        found.append(
            HandOdds(
                hand=name,
                equity=tally.share(seat),
                win=tally.scoops[seat] / tally.deals,
                tie=tally.parts[seat] / tally.deals,
                low=tally.share(seat, (2, 3)),
                error=None if exact else standard_error(tally, seat),
            )
        )
    return tuple(found)


def standard_error(tally: Tally, seat: int) -> float:
    """The standard error of a seat's sampled share. In two of three cases, the true share is no further away."""
    mean = tally.share(seat)
    if tally.deals < 2:
        return 1.0
    variance = max(tally.squares[seat] / tally.deals - mean * mean, 0.0)
    return sqrt(variance / (tally.deals - 1))
