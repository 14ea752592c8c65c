"""Leagues: the worked example of each formula, ties, best nights, and what holds for any season."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.tournament.league import (
    Bonus,
    LinearPoints,
    NeauPoints,
    NightResult,
    PlacePoints,
    PoolPoints,
    Result,
    RootPoints,
    Season,
    night_points,
    points_of,
    standings,
)
from sidepot.tournament.league_files import read_season, write_season

FORMULAS = (PlacePoints((10, 7, 5, 3), rest=1), LinearPoints(2), RootPoints(), NeauPoints(10), PoolPoints(2))
TIE_BREAKS = ("wins", "seconds", "head_to_head", "best", "knock_outs", "latest")


def night(number: int, *places: str, **more: Any) -> NightResult:
    """A night in which these players finished in this order; several with a comma share a place."""
    results, place = [], 1
    for group in places:
        names = group.split(",")
        results += [Result(name, place, cost=20) for name in names]
        place += len(names)
    return NightResult(str(number), f"Night {number}", number, place - 1, tuple(results), buy_in=20, **more)


def season(points: Any = LinearPoints(), **more: Any) -> Season:  # noqa: B008 - it is frozen
    return Season(title="Friday", points=points, series="Friday", **more)


def ranks(*nights: NightResult, **more: Any) -> list[tuple[int, str, int]]:
    return [(line.rank, line.player, line.points) for line in standings(season(**more), nights)]


# ---- the formulas


@pytest.mark.parametrize(
    ("formula", "place", "entries", "points"),
    [
        (PlacePoints((100, 70, 50), rest=10), 2, 30, 70),
        (PlacePoints((100, 70, 50), rest=10), 4, 30, 10),
        (LinearPoints(), 1, 18, 18),
        (LinearPoints(), 18, 18, 1),
        (LinearPoints(3), 2, 10, 27),
        (RootPoints(), 1, 16, 40),  # 10 x 4 / 1
        (RootPoints(), 4, 25, 25),  # 10 x 5 / 2
        (RootPoints(), 2, 10, 22),  # 22.36
        (RootPoints(), 3, 7, 15),  # 15.27
        (RootPoints(100), 3, 7, 153),  # 152.75
    ],
)
def test_points_by_place_and_entries(formula: Any, place: int, entries: int, points: int) -> None:
    assert points_of(formula, place, entries) == points


def test_dr_neaus_formula_is_less_for_those_who_bought_again() -> None:
    once = {"buy_in": 2000, "cost": 2000, "money": 100, "decimals": 2}
    assert points_of(NeauPoints(), 1, 25, **once) == 1118  # sqrt(25 x 20 x 20 / 20) / 2
    assert points_of(NeauPoints(), 1, 25, **{**once, "cost": 4000}) == 791  # sqrt(25 x 20 x 20 / 40) / 2
    assert points_of(NeauPoints(), 4, 25, **once) == 447
    assert points_of(NeauPoints(), 1, 25) == 0  # a freeroll


def test_percents_of_the_pool() -> None:
    assert points_of(PoolPoints(), 1, 8, prize=300, pool=600) == 50
    assert points_of(PoolPoints(), 2, 8, prize=100, pool=600, decimals=2) == 1667
    assert points_of(PoolPoints(), 8, 8, prize=0, pool=600) == 0 and points_of(PoolPoints(), 1, 8) == 0


@settings(max_examples=examples(200), deadline=None)
@given(place=st.integers(1, 400), entries=st.integers(1, 400), decimals=st.integers(0, 2), factor=st.integers(1, 100))
def test_roots_are_rounded_half_up(place: int, entries: int, decimals: int, factor: int) -> None:
    found = points_of(RootPoints(factor), place, entries, decimals=decimals)
    exact = Fraction(factor * 10**decimals) ** 2 * entries / place  # of which it is the root
    assert (found - Fraction(1, 2)) ** 2 <= exact or found == 0
    assert exact < (found + Fraction(1, 2)) ** 2
    assert abs(found - factor * 10**decimals * sqrt(entries / place)) <= 0.51


# ---- nights and standings


def test_who_shares_places_shares_their_points() -> None:
    tied = night(1, "Ann", "Bo,Cy", "Di")
    assert night_points(season(PlacePoints((10, 6, 3))), tied) == {"Ann": 10, "Bo": 5, "Cy": 5, "Di": 0}
    assert night_points(season(PlacePoints((10, 6, 3)), shared="best"), tied)["Cy"] == 6


def test_knock_outs_and_attendance_count() -> None:
    one = NightResult("1", "", 1, 2, (Result("Ann", 1, knock_outs=1), Result("Bo", 2)))
    terms = season(PlacePoints((10,)), knock_outs=3, attendance=2, decimals=1)
    assert night_points(terms, one) == {"Ann": 150, "Bo": 20}


def test_only_the_best_nights_count() -> None:
    nights = [night(1, "Ann", "Bo", "Cy"), night(2, "Bo", "Ann", "Cy"), night(3, "Cy", "Bo", "Ann")]
    assert ranks(*nights) == [(1, "Bo", 7), (2, "Ann", 6), (3, "Cy", 5)]
    assert ranks(*nights, best=2, tie_breaks=()) == [(1, "Ann", 5), (1, "Bo", 5), (3, "Cy", 4)]
    (ann, *_) = standings(season(best=2), nights)
    assert [one.counts for one in ann.nights].count(True) == 2


def test_ties_are_broken_in_the_order_that_was_chosen() -> None:
    terms: dict[str, Any] = {"points": PlacePoints((6, 3, 3, 0))}
    nights = [night(1, "Ann", "Cy", "Bo", "Di"), night(2, "Di", "Bo", "Cy", "Ann")]
    assert ranks(*nights, **terms, tie_breaks=()) == [(1, "Ann", 6), (1, "Bo", 6), (1, "Cy", 6), (1, "Di", 6)]
    assert ranks(*nights, **terms, tie_breaks=("wins",)) == [(1, "Ann", 6), (1, "Di", 6), (3, "Bo", 6), (3, "Cy", 6)]
    last = ranks(*nights, **terms, tie_breaks=("wins", "latest"))
    assert last == [(1, "Di", 6), (2, "Ann", 6), (3, "Bo", 6), (3, "Cy", 6)]
    more = [*nights, night(3, "Eve", "Flo", "Gus", "Bo", "Cy")]
    assert ranks(*more, **terms, tie_breaks=("wins", "head_to_head"))[-2:] != last[-2:]


def test_two_of_three_are_told_apart_by_the_nights_between_them() -> None:
    nights = [night(1, "Ann", "Bo"), night(2, "Bo", "Cy"), night(3, "Cy", "Ann")]
    found = standings(season(PlacePoints((1,)), tie_breaks=("head_to_head",)), nights)
    assert {line.rank for line in found} == {1}  # each beat one of the others
    found = standings(season(PlacePoints((1,)), tie_breaks=("latest",)), nights)
    assert [line.player for line in found] == ["Cy", "Ann", "Bo"]  # Bo was not there


def test_a_person_with_two_results_in_a_night_has_the_better_one() -> None:
    found = standings(season(), [night(1, "Ann", "Bo", "Ann")])
    assert [(line.player, line.points, line.played) for line in found] == [("Ann", 3, 1), ("Bo", 2, 1)]


def test_the_final_begins_with_bonus_chips() -> None:
    terms = season(PlacePoints((13, 7)), bonus=Bonus(stack=10_000, chips=75, round_to=100, players=2))
    found = standings(terms, [night(1, "Ann", "Bo", "Cy")])
    assert [line.final for line in found] == [10_900, 10_500, 0]


# ---- what holds for any season

names = st.sampled_from("Ann Bo Cy Di Ed Flo".split())
nights_of = st.lists(st.lists(names, min_size=1, max_size=6, unique=True), max_size=6)


@settings(max_examples=examples(150), deadline=None)
@given(
    tables=nights_of,
    formula=st.sampled_from(FORMULAS),
    best=st.integers(0, 4),
    breaks=st.lists(st.sampled_from(TIE_BREAKS), unique=True),
    decimals=st.integers(0, 2),
)
def test_standings_of_any_season(tables: list[list[str]], formula: Any, best: int, breaks: Any, decimals: int) -> None:
    nights = [night(at, *places) for at, places in enumerate(tables)]
    terms = season(formula, best=best, tie_breaks=tuple(breaks), decimals=decimals)
    found = standings(terms, nights)
    assert found == standings(terms, nights[::-1])  # the order in which they are given does not matter
    assert {line.player for line in found} == {name for places in tables for name in places}
    assert [line.points for line in found] == sorted([line.points for line in found], reverse=True)
    for at, line in enumerate(found):
        assert line.rank == at + 1 or line.rank == found[at - 1].rank
        assert line.played == sum(line.player in places for places in tables)
        counting = [one for one in line.nights if one.counts]
        assert len(counting) == min(best or line.played, line.played)
        assert sum(one.points for one in counting) == line.points
        rest = [one.points for one in line.nights if not one.counts]
        assert max(rest, default=0) <= min([one.points for one in counting])
    for one in nights:  # who finishes ahead never gets fewer points
        points = night_points(terms, one)
        order = [points[result.player] for result in one.results]
        assert order == sorted(order, reverse=True)
    assert read_season(write_season(terms)) == terms


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title = 'x'", "points"),
        ("title = 'x'\npoints = { by = 'linear' }", "nights"),
        ("title = 'x'\nseries = 'x'\npoints = { by = 'square' }", "points.by"),
        ("title = 'x'\nseries = 'x'\npoints = { by = 'place', points = [] }", "points.points"),
        ("title = 'x'\nseries = 'x'\nbest = -1\npoints = { by = 'linear' }", "best"),
        ("title = 'x'\nseries = 'x'\nties = 1\npoints = { by = 'linear' }", "ties"),
        ("title = 'x'\nseries = 'x'\ntie_breaks = ['wins', 'wins']\npoints = { by = 'linear' }", "listed twice"),
    ],
)
def test_a_file_that_is_no_season_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(BadNotation, match=problem):
        read_season(text)
