"""Prizes: the pool to the last unit, never more to a lower place; published lists; satellites; shared places."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER

from sidepot.errors import BadNotation, Conflict
from sidepot.tournament.pay_tables import MOST, SMALL, TABLES, find_pay_table, group_ends, percents_of, with_least
from sidepot.tournament.payouts import PayTerms, pays, seats_paid, share_places

ENTRIES = (*range(1, 260), 500, 999, 1000, 1001, 2500, 8773)
names = st.sampled_from(list(TABLES))


def published() -> list[dict[str, Any]]:
    text = (Path(CORPUS_FOLDER) / "tables" / "payouts_from_summaries.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)["tournaments"]
    return found


def cents(text: str) -> int:
    whole, _, rest = text.partition(".")
    return int(whole) * 100 + int(rest or 0)


def lists_of_percents(places: int) -> st.SearchStrategy[list[int]]:
    """Whole hundredths of a percent that never rise and add up to 100 %."""
    cuts = st.lists(st.integers(1, 2000), min_size=places, max_size=places)
    return cuts.map(lambda some: sorted(some, reverse=True)).map(
        lambda some: [10_000 - sum(some[1:]), *some[1:]] if sum(some[1:]) + some[0] <= 10_000 else [10_000]
    )


percents = st.integers(1, 12).flatmap(lists_of_percents).map(lambda some: tuple(each / 100 for each in some))
terms = st.one_of(
    st.builds(PayTerms, table=names, minimum=st.integers(0, 5000), round_to=st.integers(1, 500)),
    st.builds(PayTerms, percents=percents, minimum=st.integers(0, 5000), round_to=st.integers(1, 500)),
    st.builds(PayTerms, seat_price=st.integers(1, 5000)),
)


# ---- any terms


@given(terms=terms, pool=st.integers(0, 10**7), entries=st.integers(1, 1200))
def test_the_pool_is_paid_and_no_place_gets_more_than_the_one_above(terms: PayTerms, pool: int, entries: int) -> None:
    paid = pays(terms, pool, entries)
    assert sum(paid) == pool
    assert len(paid) <= entries
    assert all(higher >= lower > 0 for higher, lower in pairwise((*paid, 1)))
    if not terms.seat_price:
        assert all(amount % terms.round_to == 0 for amount in paid[1:])
        assert all(amount >= min(terms.minimum, pool) for amount in paid)


@given(
    shares=st.lists(st.integers(1, 99), min_size=1, max_size=9), pool=st.integers(1, 10**4), least=st.integers(0, 999)
)
def test_a_least_is_taken_from_those_above_in_proportion(shares: list[int], pool: int, least: int) -> None:
    given_shares = [Fraction(share) for share in sorted(shares, reverse=True)]
    if least * len(shares) > pool:
        return
    paid = with_least(given_shares, pool, least)
    assert sum(paid) == pool and min(paid) >= least
    # slow: one number x with max(least, share * x) for each that adds up; it is what the first gets by their share
    above = [(share, amount) for share, amount in zip(given_shares, paid, strict=True) if amount > least]
    for share, amount in above:
        assert amount * above[0][0] == above[0][1] * share
    for share, amount in zip(given_shares, paid, strict=True):
        if above and amount == least:
            assert share * above[0][1] <= least * above[0][0]


def test_a_minimum_leaves_out_places_that_the_pool_cannot_pay() -> None:
    assert pays(PayTerms(percents=(50, 30, 20), minimum=300), 1000, 9) == (400, 300, 300)
    assert pays(PayTerms(percents=(50, 30, 20), minimum=400), 1000, 9) == (600, 400)
    assert pays(PayTerms(percents=(50, 30, 20), minimum=2000), 1000, 9) == (1000,)
    assert pays(PayTerms(percents=(50, 30, 20), minimum=310, round_to=100), 1250, 9) == (450, 400, 400)


def test_rounding_down_leaves_the_rest_to_the_first() -> None:
    assert pays(PayTerms(percents=(50, 30, 20), round_to=100), 1250, 9) == (750, 300, 200)
    assert pays(PayTerms(round_to=10_000), 9_999, 9) == (9_999,)


def test_fewer_entries_than_percentages() -> None:
    assert pays(PayTerms(percents=(50, 30, 20)), 800, 2) == (500, 300)
    assert pays(PayTerms(), 0, 9) == ()


def test_a_third_each() -> None:
    assert pays(PayTerms(percents=(33.34, 33.33, 33.33)), 300, 3) == (102, 99, 99)
    assert pays(PayTerms(percents=(33.33, 33.33, 33.33)), 300, 3) == (100, 100, 100)


# ---- satellites


@each(
    ("pool", "entries", "paid", "seats"),
    [
        (1000, 50, (215, 215, 215, 215, 140), 4),
        (860, 50, (215, 215, 215, 215), 4),
        (100, 50, (100,), 0),
        (1000, 4, (250, 250, 250, 250), 4),  # a seat for everybody, and nobody is left for the rest alone
        (1000, 3, (334, 333, 333), 3),
        (645, 3, (215, 215, 215), 3),
    ],
)
def test_a_satellite(pool: int, entries: int, paid: tuple[int, ...], seats: int) -> None:
    terms = PayTerms(seat_price=215)
    assert pays(terms, pool, entries) == paid
    assert seats_paid(terms, paid) == seats
    assert seats_paid(PayTerms(), paid) == 0


# ---- the tables


@pytest.mark.parametrize("name", TABLES)
def test_a_table(name: str) -> None:
    table = TABLES[name]
    ends = []
    for end in group_ends():
        ends.append(end)
        if end > max(ENTRIES):
            break
    before = 0
    for entries in ENTRIES:
        found = percents_of(name, entries)
        assert sum(found) == 100
        assert all(higher >= lower > 0 for higher, lower in pairwise((*found, Fraction(1, 10**9))))
        assert before <= len(found) <= entries
        assert len(found) in ends
        assert all(len(set(found[one:other])) == 1 for one, other in pairwise(ends) if one >= 9 and other <= len(found))
        if entries > 30 and table.paid:  # within half a group of what is to be paid
            assert abs(len(found) - entries * table.paid / 100) <= 4.5
        if entries > 3 and table.paid:  # and each of them gets their buy-in back, and half of it
            assert found[-1] * entries >= 150
        before = len(found)


def test_the_standard_table_pays_small_fields_as_card_rooms_do() -> None:
    assert [len(percents_of("standard", entries)) for entries in (4, 5, 8, 23, 24, 60)] == [1, 2, 3, 3, 4, 9]
    for places, line in SMALL.items():
        found = [Fraction(percent) for percent in line.split()]
        assert len(found) == places and sum(found) == 100
        assert all(higher > lower for higher, lower in pairwise(found))


def test_from_place_to_place_prizes_fall_by_the_ratios_of_the_table() -> None:
    for table in TABLES.values():
        weights = table.weights(36)
        for at in range(8):
            assert weights[at + 1] == weights[at] * table.top // 100
        for before, first in pairwise((9, 10, 13, 16, 19, 28)):
            assert weights[first - 1] == weights[before - 1] * table.below // 100


def test_the_steeper_the_table_the_more_the_first_gets() -> None:
    for entries in (45, 100, 1000):
        flat, standard, steep = (percents_of(name, entries)[0] for name in ("flat", "standard", "steep"))
        assert flat < standard < steep < percents_of("winner takes all", entries)[0] == 100


# ---- what is refused


@each(
    ("wrong", "says"),
    [
        ({"percents": (50, 30, 19)}, "the percentages add up to 99, not 100: 1 is missing"),
        ({"percents": (50, 30, 21)}, "the percentages add up to 101, not 100: 1 is too much"),
        ({"percents": (50, 20, 30)}, "place 3 gets 30 %, more than the 20 % of place 2"),
        ({"percents": (60, 40, 0)}, "place 3 gets 0%"),
        ({"percents": (60, float("nan"))}, "percents: expected 0 to 100, not nan"),
        ({"minimum": -1}, "minimum: expected 0 to"),
        ({"seat_price": -1}, "seat_price: expected 0 to"),
        ({"round_to": 0}, "round_to: expected 1 to"),
        (
            {"seat_price": 5, "minimum": 1},
            "a satellite pays seats of equal value, so it cannot have percentages or a minimum prize",
        ),
        (
            {"seat_price": 5, "percents": (100,)},
            "a satellite pays seats of equal value, so it cannot have percentages or a minimum prize",
        ),
        ({"table": "steap"}, "did you mean 'steep'?"),
    ],
)
def test_terms_that_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises((Conflict, BadNotation)) as caught:
        PayTerms(**wrong)
    assert says in str(caught.value)


def test_pools_and_entries_that_are_refused() -> None:
    for pool, entries in ((-1, 5), (100, 0), (100, MOST + 1)):
        with pytest.raises(Conflict):
            pays(PayTerms(), pool, entries)
    assert find_pay_table("Winner-takes-ALL") is TABLES["winner takes all"]


def test_terms_are_written_and_read() -> None:
    for terms in (PayTerms(), PayTerms(percents=(50, 30, 20)), PayTerms(table="flat", minimum=200, round_to=25)):
        assert msgspec.json.decode(msgspec.json.encode(terms), type=PayTerms) == terms


# ---- shared places


@given(
    paid=st.lists(st.integers(1, 9999), max_size=12),
    place=st.integers(1, 14),
    players=st.integers(1, 6),
    unit=st.integers(1, 50),
)
def test_shared_places_divide_their_prizes(paid: list[int], place: int, players: int, unit: int) -> None:
    shares = share_places(paid, place, players, unit)
    assert len(shares) == players
    assert sum(shares) == sum(amount for at, amount in enumerate(paid, 1) if place <= at < place + players)
    assert all(higher >= lower for higher, lower in pairwise(shares))
    assert max(shares) - min(shares) < 2 * unit
    assert all(share % unit == 0 for share in shares[1:])
    if players == 1:
        assert shares == (paid[place - 1] if place <= len(paid) else 0,)


def test_shares_that_are_refused() -> None:
    for wrong in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        with pytest.raises(Conflict):
            share_places((100,), *wrong)


# ---- what others have paid


@CORPUS.mark
def test_published_prizes_come_out_of_their_shares_to_the_cent() -> None:
    """A list is the whole of what was paid: then its amounts are its percentages, unrounded, and come out again."""
    whole = 0
    for event in published():
        pool, amounts = cents(event["prize_pool"]), [cents(each["amount"]) for each in event["paid"]]
        if event["paid"][0]["place"] != 1 or sum(amounts) != pool:
            continue  # who was read out of it did not see all of the prizes
        whole += 1
        terms = PayTerms(percents=tuple(100 * amount / pool for amount in amounts))
        assert pays(terms, pool, event["entrants"]) == tuple(amounts)
    assert whole >= 4


@CORPUS.mark
def test_published_percentages_come_out_as_printed_and_give_the_prizes_as_far_as_they_are_exact() -> None:
    seen = 0
    for event in published():
        pool = cents(event["prize_pool"])
        listed = [(cents(each["amount"]), each["percent"]) for each in event["paid"]]
        for amount, percent in listed:  # they are cut off after three decimals
            assert Fraction(100_000 * amount, pool).__floor__() == Fraction(percent) * 1000
        printed = [float(percent) for _, percent in listed]
        missing = 100 - sum(printed)
        if event["paid"][0]["place"] != 1 or abs(missing) > 0.05:
            # a part of a list: each place by itself is so much of the pool
            for (amount, _), percent in zip(listed, printed, strict=True):
                assert abs(pool * percent / 100 - amount) <= pool * 0.001 / 100
                seen += 1
            continue
        paid = pays(PayTerms(percents=tuple(printed)), pool, event["entrants"])
        for (amount, _), ours in zip(listed[1:], paid[1:], strict=True):
            # three decimals fix a prize to a thousandth of a percent; what all lack by that is divided by all
            assert abs(ours - amount) <= pool * (0.001 + abs(missing)) / 100 + 1
            seen += 1
        assert abs(paid[0] - listed[0][0]) <= len(listed) * (pool * 0.001 / 100 + 1)
    assert seen > 20
