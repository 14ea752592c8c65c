"""Deals: whole amounts that add up, nobody below what is theirs already, what is kept for the winner."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER

from sidepot.errors import Conflict
from sidepot.games.unit import Unit
from sidepot.tournament.deals import (
    DEALS,
    By,
    agreed_deal,
    chip_chop,
    even_deal,
    icm_deal,
    whole_shares,
)
from sidepot.tournament.icm import finishes, icm


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    """Stacks, prizes for some of them or all, and what is kept for the winner."""
    stacks = draw(st.lists(st.integers(1, 50_000), min_size=2, max_size=6))
    prizes = sorted(draw(st.lists(st.integers(1, 90_000), min_size=1, max_size=len(stacks))), reverse=True)
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    return stacks, prizes, draw(st.one_of(st.just(0), st.integers(0, prizes[0] - lowest)))


@settings(deadline=None)
@given(table=tables(), by=st.sampled_from(list(DEALS)))
def test_any_deal(table: tuple[list[int], list[int], int], by: By) -> None:
    stacks, prizes, kept = table
    deal = DEALS[by](stacks, prizes, kept)
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    assert sum(deal.amounts) + deal.kept == sum(prizes) and deal.kept == kept
    assert min(deal.amounts) >= lowest
    assert ("nothing is left to play for" in deal.notes) is (kept == 0)
    assert any("more than the first prize" in note for note in deal.notes) is (max(deal.amounts) > prizes[0])
    if by is By.EVEN:
        assert max(deal.amounts) - min(deal.amounts) <= 1
    if by is By.CHIPS or not kept:  # a larger stack gets no less
        for one, amount in zip(stacks, deal.amounts, strict=True):
            assert all(amount <= more for other, more in zip(stacks, deal.amounts, strict=True) if other > one)


@settings(deadline=None)
@given(table=tables())
def test_by_icm_share_and_chance_are_worth_what_the_stack_was(table: tuple[list[int], list[int], int]) -> None:
    stacks, prizes, kept = table
    deal = icm_deal(stacks, prizes, kept)
    worth, wins = icm(stacks, prizes).values, finishes(stacks, 1)
    for amount, value, (chance,) in zip(deal.amounts, worth, wins, strict=True):
        assert abs(amount + kept * chance - value) < 1 + 1e-6


@settings(deadline=None)
@given(table=tables())
def test_by_chips_everybody_has_the_lowest_prize_and_his_part_of_the_rest(
    table: tuple[list[int], list[int], int],
) -> None:
    stacks, prizes, kept = table
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    rest = sum(prizes) - kept - lowest * len(stacks)
    for stack, amount in zip(stacks, chip_chop(stacks, prizes, kept).amounts, strict=True):
        assert abs(amount - lowest - Fraction(rest * stack, sum(stacks))) < 1


@given(
    shares=st.lists(st.fractions(0, 1000, max_denominator=1000), min_size=1, max_size=7),
)
def test_whole_shares_are_the_nearest_that_add_up(shares: list[Fraction]) -> None:
    total = sum(shares, Fraction())
    shares[0] += -total % 1
    whole = whole_shares(shares, int(sum(shares)), [1] * len(shares))
    assert sum(whole) == sum(shares)
    rounded_up = [share - int(share) for share, unit in zip(shares, whole, strict=True) if unit > share]
    rounded_down = [share - int(share) for share, unit in zip(shares, whole, strict=True) if unit <= share]
    assert all(abs(share - unit) < 1 for share, unit in zip(shares, whole, strict=True))
    if rounded_up and rounded_down:
        assert min(rounded_up) >= max(rest for rest in rounded_down) - Fraction(1, 10**5)


def test_odd_units_go_to_the_larger_stack() -> None:
    assert even_deal([100, 300, 200], [500, 300, 200], 200).amounts == (266, 267, 267)
    assert even_deal([100, 100], [3], 0).amounts == (2, 1)
    assert icm_deal([100, 100], [3], 0).amounts == (2, 1)


@CORPUS.mark
def test_a_published_chip_chop() -> None:
    text = (Path(CORPUS_FOLDER) / "tables" / "icm_published.json").read_text(encoding="utf-8")
    listed = json.loads(text)["chip_chop_not_icm"]["cases"]
    for case in listed:
        # the prizes themselves are not told: those between do not count here
        players, lowest = len(case["stacks"]), 100 * case["next_payout"]
        first = 100 * case["remaining_prize_pool"] - lowest * (players - 1)
        cents = chip_chop(case["stacks"], [first, *[lowest] * (players - 1)]).amounts
        assert [cent / 100 for cent in cents] == pytest.approx(case["ev"], abs=0.0101)
    assert listed


# ---- a deal that the players made up


THREE = {"Ann": 5000, "Bo": 3000, "Cy": 100}


def agree(*amounts: int, keep: int = 0, below: bool = False, names: Sequence[str] = tuple(THREE)) -> tuple[int, ...]:
    told = dict(zip(names, amounts, strict=True))
    return agreed_deal(THREE, (500, 300, 200), told, keep, below_lowest=below).amounts


def test_agreed_deals() -> None:
    assert agree(450, 350, 200) == (450, 350, 200)
    assert agree(350, 350, 200, keep=100) == (350, 350, 200)
    assert agree(500, 400, 100, below=True) == (500, 400, 100)
    assert agree(200, 450, 350, names=("Cy", "Ann", "Bo")) == (450, 350, 200)


def test_agreed_deals_that_are_refused() -> None:
    for amounts, keep, names, says in (
        ((600, 400), 0, ("Ann", "Bo"), "; a deal must include all remaining players"),
        ((500, 300, 100, 100), 0, ("Ann", "Bo", "Cy", "Di"), r"for the remaining players \(Ann, Bo, Cy\), not for Di"),
        ((450, 350, 210), 0, tuple(THREE), "10 too much"),
        ((450, 350, 190), 0, tuple(THREE), "10 is missing"),
        ((450, 350, 200), 100, tuple(THREE), "with 100 kept for the winner: 100 too much"),
        ((500, 350, 150), 0, tuple(THREE), "Cy would get 150, but the lowest prize left"),
    ):
        with pytest.raises(Conflict, match=says):
            agree(*amounts, keep=keep, names=names)
    with pytest.raises(Conflict, match="Cy would get -1, but the lowest prize left"):
        agree(600, 401, -1, below=True)


@each(
    ("stacks", "prizes", "kept", "says"),
    [
        ([5], [1], 0, "a deal needs at least two players; the only player left has won"),
        ([5, 0], [1], 0, "stack 2 is 0"),
        ([5, 5], [], 0, "expected 1 to 2 prizes still to be won, not 0"),
        ([5, 5], [3, 2, 1], 0, "expected 1 to 2 prizes still to be won, not 3"),
        ([5, 5], [2, 3], 0, "place 2 .3. must not get more than place 1 .2."),
        ([5, 5], [2, -3], 0, "a prize must not be negative, but one is"),
        ([5, 5], [5, 3], 3, "can be kept for the winner, not 3: everybody is sure of the lowest prize, 3"),
        ([5, 5], [5], -1, "can be kept for the winner, not -1: everybody is sure of the lowest prize, 0"),
    ],
)
def test_deals_that_are_refused(stacks: list[int], prizes: list[int], kept: int, says: str) -> None:
    for deal in DEALS.values():
        with pytest.raises(Conflict, match=says):
            deal(stacks, prizes, kept)


def test_a_refused_deal_has_its_amounts_in_money() -> None:
    with pytest.raises(Conflict, match="add up to \N{EURO SIGN}10, but must add up to \N{EURO SIGN}10"):
        agreed_deal({"a": 1, "b": 1}, (700, 350), {"a": 500, "b": 500}, unit=Unit(2, "EUR"))


def test_a_deal_is_rounded_to_the_step_of_the_prizes() -> None:
    stacks, prizes = (60_000, 30_000, 15_000), (12_350, 7_350, 4_900)
    for make in (icm_deal, chip_chop, even_deal):
        deal = make(stacks, prizes, 1_000, 50)
        assert sum(deal.amounts) == sum(prizes) - 1_000 and all(one % 50 == 0 for one in deal.amounts)
        exact = make(stacks, prizes, 1_000).amounts
        assert all(abs(one - other) < 50 for one, other in zip(deal.amounts, exact, strict=True))
    assert even_deal((2, 1), (101,), 0, 10).amounts == (51, 50)
