"""Chips beside those of an earlier bet, and undercalls: whatever is told gives a ruling, and no chip gets lost."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.floor.acting.prior import Moved, PriorChipsFacts, PulledBack, rule_on_prior, rule_on_prior_facts
from sidepot.floor.acting.undercall import Undercall, UndercallsInARow, rule_on_undercall
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.floor.spot import Spot
from sidepot.rules.floor_choices import PriorChips, Undercalls
from sidepot.rules.houses import HOUSES, TDA_2013, TDA_2024
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling

LIMITS = ("no limit", "pot limit", "fixed limit", "spread limit")
AMOUNTS = st.integers(0, 30).map(lambda n: n * 50) | st.integers(0, 10**15)
ANY = AMOUNTS | st.integers(-5, -1)
CHIPS = st.lists(st.sampled_from([25, 100, 500, 1000, 5000]), min_size=1, max_size=4).map(tuple)
ANY_CHIPS = st.lists(st.integers(-1, 10**9), max_size=4).map(tuple)
HOUSE = st.builds(
    lambda house, prior, under: house.but(prior_chips=prior, undercalls=under),
    st.sampled_from(list(HOUSES.values())),
    st.sampled_from(list(PriorChips)),
    st.sampled_from(list(Undercalls)),
)
SPOT = st.builds(
    Spot,
    limit=st.sampled_from(LIMITS),
    price=AMOUNTS,
    front=AMOUNTS,
    stack=st.none() | AMOUNTS,
    full=AMOUNTS,
    least=st.none() | AMOUNTS,
    most=st.none() | AMOUNTS,
    pot=AMOUNTS,
    opening=st.booleans(),
    players=st.integers(1, 10),
    seat=st.integers(-1, 9),
)
RAISED = st.builds(
    Spot, price=st.just(1200), full=st.just(800), front=st.sampled_from([50, 400]), opening=st.just(False)
)
LINES = st.sampled_from(["NL 200/400: A 1200; B to act", "NL 25/50: BTN 600; BB to act", "nonsense", ""])
FACTS = st.one_of(
    st.builds(PriorChipsFacts, spot=SPOT | LINES, prior=ANY_CHIPS, new=ANY_CHIPS, moved=st.sampled_from(list(Moved))),
    st.builds(PulledBack, spot=SPOT | LINES, clearly=st.booleans()),
    st.builds(Undercall, spot=SPOT | LINES, total=ANY, unaware=st.none() | st.booleans(), acted_behind=st.booleans()),
    st.builds(UndercallsInARow, spot=SPOT | LINES, totals=st.lists(ANY, max_size=3).map(tuple)),
)


def every(ruling: Ruling) -> list[Ruling | Option]:
    return [*ruling.options] if ruling.is_open else [ruling]


@given(FACTS, HOUSE)
def test_any_facts_give_a_ruling_or_a_clear_error(facts: Any, house: Rulebook) -> None:
    try:
        ruling = rule_on(facts, house)
    except BadNotation:
        return
    assert ruling.house == house.name
    assert all(one.change >= 0 and one.add >= 0 for one in every(ruling))


@given(CHIPS, CHIPS, st.sampled_from(list(Moved)), st.booleans(), HOUSE, RAISED)
def test_every_chip_counts_or_goes_back(
    prior: tuple[int, ...], new: tuple[int, ...], moved: Moved, last: bool, house: Rulebook, spot: Spot
) -> None:
    out = sum(new) + (0 if moved is Moved.ALL else sum(prior))
    if sum(prior) < spot.front and moved is not Moved.PARTLY:
        with pytest.raises(BadNotation, match="must be worth at least"):
            rule_on_prior(spot, prior, moved, new, house, last=last)
        return
    ruling = rule_on_prior(spot, prior, moved, new, house, last=last)
    for one in every(ruling):
        assert one.amount is not None
        assert out == one.amount - one.add + one.change
    assert len({option.verdict for option in ruling.options}) == len(ruling.options)


@given(CHIPS, CHIPS, st.sampled_from([Moved.LEFT, Moved.PARTLY, Moved.ALL]), RAISED)
def test_the_director_of_2013_is_recommended_what_the_table_of_2024_says(
    prior: tuple[int, ...], new: tuple[int, ...], moved: Moved, spot: Spot
) -> None:
    if sum(prior) < spot.front or sum(new) < spot.price:
        return
    table = rule_on_prior(spot, prior, moved, new, TDA_2013.but(prior_chips=PriorChips.BY_TABLE))
    left = rule_on_prior(spot, prior, moved, new, TDA_2013)
    assert (left.recommended or left.verdict) == table.verdict


@given(CHIPS, CHIPS)
def test_pulling_back_binds_in_2024(prior: tuple[int, ...], new: tuple[int, ...]) -> None:
    spot = Spot(price=10**6, full=10**6, front=25, opening=False)
    for moved in (Moved.ALL, Moved.PARTLY):
        ruling = rule_on_prior(spot, prior, moved, new, TDA_2024)
        assert (ruling.verdict, ruling.amount) == ("call", 10**6)
    assert rule_on_prior(spot, prior, Moved.LEFT, new, TDA_2024).is_open


def test_earlier_chips_may_make_the_call_exactly() -> None:
    spot = Spot(price=600, full=550, front=50, opening=False, seat=2)
    ruling = rule_on_prior(spot, (25, 25), Moved.LEFT, (500, 50), TDA_2024)
    assert (ruling.verdict, ruling.amount, ruling.change, ruling.add) == ("call", 600, 0, 0)
    assert "match the call of 600 exactly" in ruling.because
    assert [effect.verb for effect in ruling.effects] == ["call"]  # type: ignore[union-attr]


def test_last_chips_are_no_last_chips_while_others_were_pulled_back() -> None:
    spot = Spot(price=600, full=550, front=50, opening=False)
    left = rule_on_prior(spot, (25, 25), Moved.LEFT, (500, 100, 25), TDA_2024, last=True)
    assert (left.verdict, left.amount) == ("raise", 675)  # all-in
    pulled = rule_on_prior(spot, (25, 25), Moved.ALL, (500, 100, 25), TDA_2024, last=True)
    assert (pulled.verdict, pulled.amount) == ("call", 600)


def test_last_chips_that_do_not_make_the_call_are_a_call_all_in() -> None:
    spot = Spot(price=600, full=550, front=50, opening=False)
    ruling = rule_on_prior(spot, (25, 25), Moved.LEFT, (100,), TDA_2024, last=True)
    assert (ruling.verdict, ruling.amount, ruling.add) == ("call", 150, 0)


def test_a_line_of_text_tells_the_spot() -> None:
    facts = PriorChipsFacts(spot="NL 25/50: BTN 600; BB to act", prior=(25, 25), new=(1000,))
    ruling = rule_on_prior_facts(facts, TDA_2024)
    assert (ruling.verdict, ruling.amount, ruling.change) == ("call", 600, 450)


@given(AMOUNTS, st.integers(0, 10**6), st.booleans(), st.integers(2, 9))
def test_an_undercall_is_made_full_just_where_the_rule_says_so(
    price: int, total: int, opening: bool, players: int
) -> None:
    spot = Spot(price=price, full=price, opening=opening, players=players)
    if total >= price:
        with pytest.raises(BadNotation, match=r"expected less than the call|must face a bet"):
            rule_on_undercall(spot, total, total, TDA_2013)
        return
    ruling = rule_on_undercall(spot, total, total, TDA_2013)
    assert ruling.is_open == (players > 2 and not opening)
    if not ruling.is_open:
        assert (ruling.amount, ruling.add) == (price, price - total)


def test_facts_are_read_from_data_and_wrong_ones_named() -> None:
    facts = read_facts({"topic": "prior chips", "spot": {"price": 600}, "prior": [25], "new": [1000], "moved": "left"})
    assert isinstance(facts, PriorChipsFacts) and facts.moved is Moved.LEFT
    with pytest.raises(BadNotation, match="moved"):
        read_facts({"topic": "prior chips", "spot": {}, "prior": [25], "new": [1000], "moved": "eaten"})
    assert msgspec.convert(msgspec.to_builtins(facts), PriorChipsFacts) == facts
