"""What stacks are worth: against all orders of finish, against published examples, one method against another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise, permutations
from math import inf
from pathlib import Path
from random import Random
from statistics import mean, stdev
from time import thread_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER

from sidepot.errors import Conflict
from sidepot.tournament.icm import CLOSE, EXACT, bubble_factors, check_stacks, finishes, icm, icm_race

stacks_of = st.lists(st.one_of(st.integers(1, 10), st.integers(1, 10**7)), min_size=1, max_size=6)


def prizes_for(stacks: Sequence[int]) -> st.SearchStrategy[list[int]]:
    """Prizes for some of the players; from the first place down, as everywhere but where something is kept."""
    return st.lists(st.integers(0, 1000), min_size=1, max_size=len(stacks)).map(lambda some: sorted(some, reverse=True))


spots = stacks_of.flatmap(lambda stacks: st.tuples(st.just(stacks), prizes_for(stacks)))


def by_all_orders(stacks: Sequence[int]) -> list[list[float]]:
    """The slow way: each order in which all may finish, with its chance, place by place."""
    chances = [[0.0] * len(stacks) for _ in stacks]
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order):
            chances[player][place] += chance
    return chances


def published(name: str) -> list[dict[str, Any]]:
    text = (Path(CORPUS_FOLDER) / "tables" / "icm_published.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)[name]["cases"]
    return found


# ---- against the definition


@given(stacks=stacks_of)
def test_chances_are_those_of_all_orders(stacks: list[int]) -> None:
    slow = by_all_orders(stacks)
    for row, expected in zip(finishes(stacks), slow, strict=True):
        assert row == pytest.approx(expected, abs=1e-12)
    assert finishes(stacks, 1) == tuple((pytest.approx(stack / sum(stacks)),) for stack in stacks)


@settings(deadline=None)
@given(spot=spots)
def test_values_are_chances_times_prizes_by_either_method(spot: tuple[list[int], list[int]]) -> None:
    stacks, prizes = spot
    slow = [sum(c * p for c, p in zip(row, prizes, strict=False)) for row in by_all_orders(stacks)]
    near = 1e-11 * max(sum(prizes), 1)
    exact, race = icm(stacks, prizes), icm_race(stacks, prizes)
    assert exact.values == pytest.approx(slow, abs=near)
    assert race.values == pytest.approx(slow, abs=near)
    assert exact.errors == (0,) * len(stacks) and exact.method == "exact" and race.method == "integral"


@settings(deadline=None)
@given(spot=spots)
def test_more_chips_are_never_worth_less_and_all_prizes_are_worth_themselves(spot: tuple[list[int], list[int]]) -> None:
    stacks, prizes = spot
    for worth in (icm(stacks, prizes), icm_race(stacks, prizes)):
        assert sum(worth.values) == pytest.approx(sum(prizes))
        order = sorted(zip(stacks, worth.values, strict=True))
        for (one, less), (other, more) in pairwise(order):
            assert less <= more + 1e-9 * (sum(prizes) + 1)
            assert one != other or less == more  # to the last digit
        assert max(worth.values) <= prizes[0] + 1e-9


@given(spot=spots, factor=st.integers(2, 1000))
def test_only_the_proportion_of_the_stacks_counts(spot: tuple[list[int], list[int]], factor: int) -> None:
    stacks, prizes = spot
    assert icm([stack * factor for stack in stacks], prizes).values == pytest.approx(icm(stacks, prizes).values)


# ---- larger fields


@pytest.mark.parametrize("seed", range(4))
def test_fifteen_players_are_counted_in_less_than_a_second_and_the_integral_agrees(seed: int) -> None:
    chance = Random(seed)
    stacks = [chance.randint(1, 10 ** chance.randint(1, 7)) for _ in range(EXACT)]
    prizes = sorted((chance.randint(1, 1000) for _ in range(EXACT)), reverse=True)
    began = thread_time()
    exact = icm(stacks, prizes)
    took = thread_time() - began
    assert exact.method == "exact"
    assert took < 5  # a second of a quick machine; what others do beside it counts for nothing
    assert icm_race(stacks, prizes).values == pytest.approx(exact.values, abs=1e-10 * sum(prizes))


@pytest.mark.long
def test_a_large_field() -> None:
    chance = Random(5)
    stacks = [chance.randint(1, 60_000) for _ in range(120)]
    prizes = [600, 400, 300, 200, 150, 120, 100, 80, 60, *[40] * 9]
    worth = icm(stacks, prizes)
    assert worth.method == "integral"
    assert sum(worth.values) == pytest.approx(sum(prizes), rel=1e-9)
    assert max(worth.errors) <= CLOSE * sum(prizes)
    rows = finishes(stacks, len(prizes))
    slow = [sum(c * p for c, p in zip(row, prizes, strict=True)) for row in rows]
    assert worth.values == pytest.approx(slow, abs=1e-8 * sum(prizes))
    assert [sum(row[place] for row in rows) for place in range(len(prizes))] == pytest.approx([1] * len(prizes))


def test_equal_stacks_of_a_large_field_are_worth_alike() -> None:
    worth = icm([1000] * 40, [500, 300, 200])
    assert worth.values == pytest.approx([25] * 40)
    assert len(set(worth.values)) == 1
    for row in finishes([1000] * 40):
        assert row == pytest.approx([1 / 40] * 40)


def test_one_chip_against_all_the_others() -> None:
    stacks = [10**9] * 20 + [1]
    rows = finishes(stacks)
    assert rows[-1][-1] == pytest.approx(1, abs=1e-6)
    assert rows[-1][0] == pytest.approx(1 / sum(stacks), rel=1e-6)


@pytest.mark.parametrize(("players", "places"), [(2, 1), (6, 3), (15, 4), (60, 9)])
def test_drawn_races_come_out_as_they_are_counted(players: int, places: int) -> None:
    chance, races = Random(players), 4000
    stacks = [chance.randint(500, 20_000) for _ in range(players)]
    prizes = [1000 // (place + 1) for place in range(places)]
    won: list[list[int]] = [[] for _ in stacks]
    for _ in range(races):
        times = [chance.expovariate(stack) for stack in stacks]
        order = sorted(range(players), key=times.__getitem__)
        for place, player in enumerate(order):
            won[player].append(prizes[place] if place < places else 0)
    for one, worth in zip(won, icm(stacks, prizes).values, strict=True):
        assert mean(one) == pytest.approx(worth, abs=4.5 * (stdev(one) + 1) / races**0.5)


# ---- as others have printed it


@CORPUS.mark
def test_primedope() -> None:
    listed = published("primedope")
    for case in listed:
        for worth in (icm(case["stacks"], case["payouts"]), icm_race(case["stacks"], case["payouts"])):
            assert [round(value, 2) for value in worth.values] == case["ev"]
        for row, printed in zip(finishes(case["stacks"]), case.get("finish_pct", []), strict=False):
            assert [100 * chance for chance in row] == pytest.approx(printed, abs=0.051)
    assert len(listed) == 7


@CORPUS.mark
def test_wikipedia() -> None:
    (case,) = published("wikipedia")
    assert [str(int(value)) for value in icm(case["stacks"], case["payouts"]).values] == case["ev_printed"]
    places = finishes(case["stacks"])
    for at, letter in enumerate("ABC"):
        for place in range(3):
            orders = [c for order, c in case["order_probability"].items() if order[place] == letter]
            assert places[at][place] == pytest.approx(sum(orders), abs=1e-6)


@CORPUS.mark
def test_books_and_articles() -> None:
    for case in (*published("sng_book"), *published("aidanf")):
        first = icm(case["stacks"], case["payouts"]).values[0]
        digits = len(str(case["ev_first_player"]).partition(".")[2])
        assert round(first, digits) == case["ev_first_player"]
    (case,) = published("pokernewsdaily")
    row = finishes(case["stacks"], 3)[case["player"] - 1]
    # 29.6 is printed for the second place; the four ways to come second add up to 29.2, and first and third are right
    second = sum(stack / 13500 * 6750 / (13500 - stack) for stack in (1740, 835, 1585, 2590))
    assert case["finish_pct_player"] == [50, 29.6, 14.4] and round(100 * second, 1) == 29.2
    assert [round(100 * chance, 1) for chance in row] == [50, 29.2, 14.4]


# ---- what is refused


@pytest.mark.parametrize(
    ("stacks", "prizes", "says"),
    [
        ([], [1], "the list of stacks is empty"),
        ([5, 0], [1], "stack 2 is 0"),
        ([5, 5], [], "the list of prizes is empty"),
        ([5, 5], [3, 2, 1], "the first 2"),
        ([5, 5], [3, -1], "a prize must not be negative, but one is"),
    ],
)
def test_bad_stacks_and_prizes_are_refused(stacks: list[int], prizes: list[int], says: str) -> None:
    for weigh in (icm, icm_race):
        with pytest.raises(Conflict, match=says):
            weigh(stacks, prizes)


def test_empty_stacks_are_refused() -> None:
    with pytest.raises(Conflict, match="the list of stacks is empty"):
        check_stacks([])


def test_bubble_factors_compare_what_is_lost_with_what_is_won() -> None:
    """By hand, from the values before and after: 50, 30 and 20 chips play for 70 and 30."""
    stacks, prizes = (50, 30, 20), (70, 30)
    before = icm(stacks, prizes).values
    found = bubble_factors(stacks, prizes)
    won = icm((20, 60, 20), prizes).values[1]
    assert found[1][0] == pytest.approx(before[1] / (won - before[1]))  # the second player can bust
    lost = icm((30, 30, 40), prizes).values[0]
    won = icm((70, 30), prizes).values[0]
    assert found[0][2] == pytest.approx((before[0] - lost) / (won - before[0]))
    assert [found[at][at] for at in range(3)] == [1, 1, 1]


def test_bubble_factor_is_one_where_chips_are_worth_the_same() -> None:
    assert bubble_factors((70, 30), (100,)) == ((1.0, 1.0), (1.0, 1.0))
    for row in bubble_factors((50, 30, 20), (100,)):
        assert row == pytest.approx((1, 1, 1))


def test_last_player_of_all_who_are_paid_gets_the_last_prize() -> None:
    found = bubble_factors((50, 30, 20), (50, 30, 20))
    before = icm((50, 30, 20), (50, 30, 20)).values
    won = icm((30, 30, 40), (50, 30, 20)).values[2]
    assert found[2][0] == pytest.approx((before[2] - 20) / (won - before[2]))


def test_bubble_factor_is_infinite_where_winning_gains_nothing() -> None:
    """Two seats of equal worth: whoever has both opponents covered has won one already."""
    assert bubble_factors((50, 50), (10, 10)) == ((1.0, inf), (inf, 1.0))
