"""Ratings of many players, as in chess, computed from who won more in each deal.

The ratings are those of the Bradley-Terry model: with ratings a and b, the first player wins a deal with probability
1 / (1 + 10 ** ((b - a) / 400)). A tie counts half for both. Between each two players who met, one tied deal is added,
so that a player who never lost has a finite rating. The mean rating is 1500.

>>> [(one.agent, round(one.rating)) for one in rate({("Ann", "Bo"): 30.0, ("Bo", "Ann"): 10.0})]
[('Ann', 1593), ('Bo', 1407)]
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import log, log10, sqrt
from typing import Final, NamedTuple

from sidepot.matches.duplicate import Match
from sidepot.validation.type_checks import expect

MEAN: Final = 1500.0
POINTS: Final = 400.0  # the difference at which the odds are ten to one
ROUNDS: Final = 10_000
CLOSE: Final = 1e-10


class Rating(NamedTuple):
    """The rating of a player, its standard error, and the share of deals that the player won."""

    agent: str
    rating: float
    error: float
    won: float


def ratings(match: Match) -> list[Rating]:
    """The ratings of the agents of a match, the best agent first."""
    won: dict[tuple[str, str], float] = {}
    for sums in expect(match, Match, "match").of_deals().values():
        for one, other in combinations(sums, 2):
            for player, rival in ((one, other), (other, one)):
                part = 1.0 if sums[player] > sums[rival] else 0.5 if sums[player] == sums[rival] else 0.0
                won[player, rival] = won.get((player, rival), 0.0) + part
    return rate(won)


def rate(won: Mapping[tuple[str, str], float]) -> list[Rating]:
    """The ratings of players, the best player first. `won` counts how often the first of a pair won more than the
    second.
    """
    names = sorted({name for pair in won for name in pair})
    seat = {name: at for at, name in enumerate(names)}
    count = len(names)
    wins = [[0.0] * count for _ in names]
    for (player, rival), times in won.items():
        wins[seat[player]][seat[rival]] += times
    met = [[wins[one][other] + wins[other][one] for other in range(count)] for one in range(count)]
    for one in range(count):
        for other in range(count):
            if met[one][other]:
                wins[one][other] += 0.5
    games = [[met[one][other] + 1.0 * (met[one][other] > 0) for other in range(count)] for one in range(count)]
    odds = _fit(wins, games)
    errors = _errors(odds, games)
    total = [sum(row) for row in met]
    mean = sum([log10(one) for one in odds]) / count if count else 0.0
    found = [
        Rating(
            name, MEAN + POINTS * (log10(odds[at]) - mean), errors[at],
            (sum(wins[at]) - 0.5 * sum([1 for one in met[at] if one])) / total[at] if total[at] else 0.0,
        )
        for name, at in seat.items()
    ]  # fmt: skip
    return sorted(found, key=lambda one: -one.rating)


def _fit(wins: list[list[float]], games: list[list[float]]) -> list[float]:
    """The most likely odds of the players, by minorization and maximization (Hunter 2004)."""
    count = len(wins)
    odds = [1.0] * count
    for _ in range(ROUNDS):
        new = []
        for one in range(count):
            meets = sum([games[one][other] / (odds[one] + odds[other]) for other in range(count) if other != one])
            new.append(sum(wins[one]) / meets if meets else 1.0)
        scale = sum(new) / count
        new = [one / scale for one in new]
        step = max([abs(one - other) for one, other in zip(new, odds, strict=True)], default=0.0)
        odds = new
        if step < CLOSE:
            break
    return odds


def _errors(odds: list[float], games: list[list[float]]) -> list[float]:
    """The standard error of each rating, from the curvature of the likelihood, with the mean held fixed."""
    count = len(odds)
    rows = [[1.0 / count] * count for _ in odds]  # the mean, which the likelihood leaves open
    for one in range(count):
        for other in range(count):
            if one != other and games[one][other]:
                chance = odds[one] / (odds[one] + odds[other])
                weight = games[one][other] * chance * (1 - chance)
                rows[one][one] += weight
                rows[one][other] -= weight
    inverse = _inverse(rows)
    scale = POINTS / log(10)
    return [scale * sqrt(max(inverse[at][at] - 1.0 / count, 0.0)) for at in range(count)]


def _inverse(rows: list[list[float]]) -> list[list[float]]:
    """The inverse of a small symmetric matrix, by elimination."""
    count = len(rows)
    work = [[*row, *[float(at == column) for column in range(count)]] for at, row in enumerate(rows)]
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(work[row][at]))
        work[at], work[best] = work[best], work[at]
        top = work[at][at]
        work[at] = [value / top for value in work[at]]
        for row in range(count):
            if row != at and work[row][at]:
                factor = work[row][at]
                work[row] = [value - factor * own for value, own in zip(work[row], work[at], strict=True)]
    return [row[count:] for row in work]
