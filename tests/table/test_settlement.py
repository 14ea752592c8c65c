"""Payments at the end of a session: everybody is paid exactly, and in as few payments as there can be."""

from __future__ import annotations

from functools import cache

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from sidepot.errors import Conflict
from sidepot.table.settlement import BOX, Payment, settle


def whole(some: list[int]) -> dict[str, int]:
    """Standings that come to nothing: a box pays or takes the rest."""
    named = {f"P{at}": chips for at, chips in enumerate(some)}
    return {**named, BOX: -sum(some)}


def left(standings: dict[str, int], payments: tuple[Payment, ...]) -> dict[str, int]:
    """What everybody is to get or owes after these payments."""
    rest = dict(standings)
    for one in payments:
        rest[one.payer] += one.chips
        rest[one.payee] -= one.chips
    return rest


@cache
def fewest(standings: tuple[int, ...]) -> int:
    """The fewest payments, by trying: the first who stands with something pays, or is paid, by each of the others.

    They pay all that they owe, or are paid all they are to get, in one payment: that is as good as any way.
    """
    rest = [chips for chips in standings if chips]
    if not rest:
        return 0
    first, others = rest[0], rest[1:]
    return 1 + min(
        fewest(tuple(sorted([*others[:at], other + first, *others[at + 1 :]])))
        for at, other in enumerate(others)
        if (other > 0) != (first > 0)
    )


@given(st.lists(st.integers(-8, 8), min_size=1, max_size=6))
@settings(deadline=None)
def test_everybody_is_paid_in_the_fewest_payments(some: list[int]) -> None:
    standings = whole(some)
    payments = settle(standings)
    assert not any(left(standings, payments).values())
    assert len(payments) == fewest(tuple(sorted(standings.values())))


DEBTS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 9)), max_size=6)


@given(st.lists(st.integers(-8, 8), min_size=1, max_size=6), DEBTS)
@settings(deadline=None)
def test_debts_are_paid_as_they_are_where_it_takes_no_more_payments(
    some: list[int], debts: list[tuple[int, int, int]]
) -> None:
    standings = whole(some)
    payments = settle(standings, [(f"P{payer}", f"P{payee}", chips) for payer, payee, chips in debts])
    assert not any(left(standings, payments).values())
    assert len(payments) == len(settle(standings))


def test_the_borrower_pays_the_lender_and_not_who_won() -> None:
    standings = {"Ann": -50, "Bob": 170, "Cy": 100, BOX: -220}
    assert settle(standings)[0] == Payment("Ann", "Bob", 50)
    assert settle(standings, [("Ann", "Cy", 50)])[0] == Payment("Ann", "Cy", 50)
    assert settle(standings, [("Ann", "Cy", 30)])[0] == Payment("Ann", "Bob", 50)  # that would be one payment more


@given(st.lists(st.integers(-(10**6), 10**6), max_size=40))
def test_many_are_paid_exactly_and_nobody_both_pays_and_is_paid(some: list[int]) -> None:
    standings = whole(some)
    payments = settle(standings, exact=6)
    assert not any(left(standings, payments).values())
    assert all(one.chips > 0 and standings[one.payer] < 0 < standings[one.payee] for one in payments)
    with_something = sum(1 for chips in standings.values() if chips)
    assert len(payments) <= max(with_something - 1, 0)


@given(st.lists(st.integers(-8, 8), max_size=8))
def test_debts_that_match_are_paid_at_once_among_many_too(some: list[int]) -> None:
    twice = {f"{name}{sign}": sign * chips for name, chips in enumerate(some) for sign in (1, -1)}
    assert len(settle(twice, exact=0)) == sum(1 for chips in some if chips)


def test_fourteen_are_paid_in_the_fewest() -> None:
    # seven pairs would be seven payments if the amounts matched; here three groups of 4, 4 and 6 come to nothing
    groups = [[50, -20, -17, -13], [41, 30, -60, -11], [100, -1, -2, -3, -6, -88]]
    standings = {f"P{group}.{at}": chips for group, some in enumerate(groups) for at, chips in enumerate(some)}
    assert len(settle(standings)) == 14 - 3


def test_unbalanced_results_cannot_be_settled() -> None:
    with pytest.raises(Conflict, match="the amounts owed and the amounts to be received must balance, but differ by"):
        settle({"Ann": 5})
