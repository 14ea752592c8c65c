"""An evening to measure: with a preset, with players and hours, with the chips that the host owns."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import Conflict, SidepotError
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
