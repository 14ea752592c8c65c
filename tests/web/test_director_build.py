"""An evening to measure: with a preset, with players and hours, with the chips that the host owns."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import Conflict, SidepotError
from sidepot.games.unit import Unit
from sidepot.tournament.structure_files import read_structure
from sidepot.web.director.build import BuildForm, planned
from sidepot.web.schemas.tables import TableForm, sit_and_go_terms
from sidepot.web.tournaments.forms import TournamentForm, tournament_terms

OWNED = {25: 300, 100: 300, 500: 150, 1000: 100}


def test_players_and_hours_give_a_structure_that_can_be_announced() -> None:
    found = planned(BuildForm(players=27, minutes=240, name="Friday", buy_in=20, fee=2))
    assert found.early <= 240 <= found.late + 20 and found.cost == 22 and found.enough_for == 0
    terms = tournament_terms(TournamentForm(title="Friday", structure=found.structure))
    assert terms.structure.stack == found.stack and terms.structure.entry.buy_in == 20
    assert len(found.levels) == len(terms.structure.schedule)


def test_owned_chips_give_the_stack_its_colours_and_how_far_they_go() -> None:
    found = planned(BuildForm(chips=OWNED))
    assert sum(one.value * one.count for one in found.pile) == found.stack
    assert all(one.count * 27 <= OWNED[one.value] for one in found.pile)
    assert found.enough_for >= 27
    assert any(one.removes == (25,) for one in found.levels)
    assert read_structure(found.structure).pile.total == found.stack
    with pytest.raises(Conflict, match="players; add chips, or play with fewer players"):
        planned(BuildForm(chips={25: 30}))


def test_a_stack_of_ones_own_is_made_of_the_chips_there_are() -> None:
    assert planned(BuildForm(chips=OWNED, stack=5000)).stack == 5000
    with pytest.raises(Conflict, match="cannot be made"):
        planned(BuildForm(chips=OWNED, stack=50_000))


def test_a_preset_is_as_it_is_but_for_money_and_house() -> None:
    found = planned(BuildForm(preset="sit-and-go", house="home"))
    assert found.house == "home" and found.differs and all(one.text for one in found.differs)
    terms = tournament_terms(TournamentForm(structure=found.structure))
    assert not terms.starts_full  # people start it
    assert not planned(BuildForm(preset="regular")).differs


def test_new_tournaments_are_by_the_tda_of_2024() -> None:
    forms = (BuildForm(), BuildForm(chips=OWNED), BuildForm(preset="regular"))
    assert {planned(form).house for form in forms} == {"tda-2024"}
    assert tournament_terms(TournamentForm(preset="turbo")).structure.rulebook.name == "tda-2024"
    assert sit_and_go_terms(TableForm(title="A", kind="sit-and-go")).structure.rulebook.name == "tda-2024"
    assert planned(BuildForm(preset="regular", house="tda-2013")).house == "tda-2013"


def test_rebuys_and_the_add_on_cost_and_bring_what_an_entry_does() -> None:
    found = read_structure(planned(BuildForm(buy_in=20, late_levels=6, rebuys=True, addon=True)).structure)
    entry = found.entry
    assert (entry.rebuy_cost, entry.rebuy_chips, entry.rebuy_levels) == (20, found.stack, 6)
    assert (entry.addon_cost, entry.addon_chips) == (20, found.stack)
    with pytest.raises(SidepotError, match="this tournament has none"):
        planned(BuildForm(players=10, minutes=60, addon=True))


def test_a_preset_takes_each_price_of_the_form_and_says_what_its_entries_come_to() -> None:
    own = planned(BuildForm(preset="knockout")).money
    assert own.bounty and own.buy_in + own.fee + own.bounty == planned(BuildForm(preset="knockout")).cost
    found = planned(BuildForm(preset="knockout", buy_in=30, fee=2, bounty=10, round_to=5))
    entry = read_structure(found.structure).entry
    assert (entry.buy_in, entry.fee, entry.bounty, found.cost) == (30, 2, 10, 42)
    money = found.money
    assert (money.players, money.pool, money.bounties, money.fees) == (27, 810, 270, 54)
    assert sum(money.prizes) == 810 and all(one % 5 == 0 for one in money.prizes)
    assert planned(BuildForm(preset="knockout", buy_in=30, fee=2, bounty=0)).cost == 32


def test_rebuys_and_add_ons_have_their_own_prices_chips_and_levels() -> None:
    form = BuildForm(buy_in=20, rebuys=True, rebuy_cost=15, rebuy_chips=8000, rebuy_levels=3,
                     addon=True, addon_cost=25, addon_chips=12_000)  # fmt: skip
    entry = read_structure(planned(form).structure).entry
    assert (entry.rebuy_cost, entry.rebuy_chips, entry.rebuy_levels) == (15, 8000, 3)
    assert (entry.addon_cost, entry.addon_chips) == (25, 12_000) and entry.addon_item >= 0
    assert planned(BuildForm(preset="rebuy")).money.rebuys
    off = planned(BuildForm(preset="rebuy", rebuys=False, addon=False)).money
    assert (off.rebuys, off.rebuy_cost, off.addon, off.addon_cost) == (False, 0, False, 0)


def test_money_is_in_the_smallest_unit_of_its_currency() -> None:
    form = BuildForm(currency="EUR", decimals=2, buy_in=2050, fee=150, bounty=500)
    structure = read_structure(planned(form).structure)
    assert structure.money == Unit(2, "EUR") and structure.entry.price == 2700
    money = planned(form).money
    assert (money.decimals, money.currency, money.pool) == (2, "EUR", 27 * 2050)
    assert money.round_to == 100 and all(one % 100 == 0 for one in money.prizes[1:])  # no cents but for the first


def test_a_preset_costs_as_much_with_cents_and_without() -> None:
    whole, cents = (planned(BuildForm(preset="knockout", decimals=one)) for one in (0, 2))
    assert (whole.money.buy_in, whole.money.bounty, whole.money.fee, whole.cost) == (40, 10, 5, 55)
    assert (cents.money.buy_in, cents.money.bounty, cents.money.fee, cents.cost) == (4000, 1000, 500, 5500)


def test_rebuys_and_the_add_on_have_fees_and_the_add_on_its_break() -> None:
    made = planned(BuildForm(preset="regular", rebuys=True, rebuy_fee=2, addon=True, addon_fee=3, addon_level=10))
    structure = read_structure(made.structure)
    assert (structure.entry.rebuy_fee, structure.entry.addon_fee, structure.addon_level) == (2, 3, 10)
    assert (made.money.rebuy_fee, made.money.addon_fee, made.money.addon_level) == (2, 3, 10)
    assert planned(BuildForm(preset="regular", addon=True)).money.addon_level == 5
    with pytest.raises(Conflict, match="no break after level 3: the add-on can be sold after 5, 10"):
        planned(BuildForm(preset="regular", addon=True, addon_level=3))


def test_the_final_table_has_as_many_seats_as_the_form_says() -> None:
    assert read_structure(planned(BuildForm(preset="regular", final=8)).structure).final == 8
    assert read_structure(planned(BuildForm(seats=8)).structure).final == 0
