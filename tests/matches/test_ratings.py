"""Ratings: the most likely ones, found another way, and their errors from the curvature there."""

from __future__ import annotations

from itertools import permutations
from math import log
from random import Random

import pytest

from sidepot.hand.commands import Call, Check, Command, Fold
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.matches.duplicate import play_duplicate
from sidepot.matches.ratings import MEAN, POINTS, rate, ratings


def likelihood(won: dict[tuple[str, str], float], rating: dict[str, float]) -> float:
    """The logarithm, with the one tied deal that is added for each two players."""
    total = 0.0
    for (one, other), times in won.items():
        chance = 1 / (1 + 10 ** ((rating[other] - rating[one]) / POINTS))
        total += (times + 0.5) * log(chance)
    return total


def random_results(seed: int, names: str) -> dict[tuple[str, str], float]:
    chance = Random(seed)
    return {pair: float(chance.randrange(1, 40)) for pair in permutations(names, 2)}


@pytest.mark.parametrize("seed", range(6))
def test_no_other_ratings_are_more_likely(seed: int) -> None:
    won = random_results(seed, "abcd")
    found = {one.agent: one.rating for one in rate(won)}
    best = likelihood(won, found)
    for name in found:
        for step in (-1, 1):
            assert likelihood(won, found | {name: found[name] + step}) < best
    assert sum(found.values()) / 4 == pytest.approx(MEAN)


def test_errors_are_those_of_a_difference_between_two() -> None:
    """With two players, p = 0.75 of 400: the error of the difference is 400 / ln 10 / sqrt(n p (1 - p))."""
    ann, bo = rate({("Ann", "Bo"): 299.5, ("Bo", "Ann"): 99.5})  # and one tied deal is added
    assert ann.rating - bo.rating == pytest.approx(400 * log(3, 10), abs=0.01)
    difference = 400 / log(10) / (400 * 0.75 * 0.25) ** 0.5
    assert ann.error == pytest.approx(difference / 2, rel=1e-6) and bo.error == pytest.approx(ann.error)


def test_a_player_who_never_lost_has_a_finite_rating() -> None:
    best, worst = rate({("Ann", "Bo"): 20.0, ("Bo", "Ann"): 0.0})
    assert best.agent == "Ann" and best.rating - worst.rating == pytest.approx(400 * log(41, 10), abs=0.01)
    assert best.won == 1 and worst.won == 0


def test_a_match_is_rated_by_its_deals() -> None:
    def caller(_view: Hand, may: Options) -> Command:
        return Check() if may.may_check else Call()

    def folder(_view: Hand, may: Options) -> Command:
        return Check() if may.may_check else Fold()

    found = play_duplicate({"caller": caller, "folder": folder, "other": caller}, 30, seed=1, seats=2)
    wins: dict[tuple[str, str], float] = {}
    for sums in found.of_deals().values():
        for one, other in permutations(sums, 2):
            part = 1.0 if sums[one] > sums[other] else 0.5 if sums[one] == sums[other] else 0.0
            wins[one, other] = wins.get((one, other), 0) + part
    assert ratings(found) == rate(wins)
    assert ratings(found)[-1].agent == "folder"
