"""The tool that changes books and floor: a change is made, noticed where a case proves it, and undone."""

from __future__ import annotations

import pytest
from mutants import FLOOR, changed, code_of, functions_in, mutants_of
from mutate_books import other_values, survivors_of_house
from mutate_floor import ROOT, alike, edges, proved_by_tests, routes, survivors_of_floor, try_part
from own_cases import own_cases

from sidepot.cases.run import run_case
from sidepot.floor.tournament import short_tables
from sidepot.rules.houses import TDA_2013

pytestmark = pytest.mark.long

EVENT = mutants_of("sidepot.floor.tournament")
SHORT_BY = [mutant for mutant in EVENT.mutants if mutant.name == "SHORT_BY"]


@pytest.mark.parametrize("field", ["clock_seconds", "reopening", "misdeals", "identical_high_low_even", "undercalls"])
def test_a_choice_that_is_proved_has_no_survivor(field: str) -> None:
    assert list(survivors_of_house("tda-2013", own_cases(), [field])) == []


def test_without_cases_every_change_survives() -> None:
    assert len(list(survivors_of_house("tda-2013", [], ["clock_seconds"]))) == 2


def test_a_case_that_sets_the_field_itself_does_not_count() -> None:
    """All cases that set it are by the same field: none is left to notice."""
    own = [case for case in own_cases() if case.house == "tda-2013" and "fifty_percent" in case.rulebook]
    assert own
    left = list(survivors_of_house("tda-2013", own, ["fifty_percent"]))
    assert len(left) == len(other_values("fifty_percent", TDA_2013.fifty_percent))
    assert {one.tried for one in left} == {0}


def test_a_number_of_the_floor_is_changed_noticed_and_put_back() -> None:
    before = short_tables.SHORT_BY
    with changed(SHORT_BY[0]):
        assert before + 1 == short_tables.SHORT_BY
    assert before == short_tables.SHORT_BY
    cases = [case for case in own_cases() if case.file == "floor_tournament.toml" or "T10e" in case.rules]
    through = routes(cases, "/floor/")
    assert list(survivors_of_floor(SHORT_BY, through)) == []
    assert len(list(survivors_of_floor(SHORT_BY, {}))) == len(SHORT_BY) == 2


def test_a_comparison_of_the_floor_is_changed_and_put_back() -> None:
    """Every mutant of the event can be made, and nothing of it stays."""
    codes = dict(functions_in(short_tables))
    before = {name: function.__code__ for name, function in codes.items()}
    for mutant in EVENT.mutants:
        with changed(mutant):
            pass
    assert {name: function.__code__ for name, function in codes.items()} == before
    mine = next(one for one in EVENT.mutants if one.module == short_tables.__name__ and one.at is not None)
    ((_, qualname),) = mine.functions
    with changed(mine):
        assert codes[qualname].__code__ == code_of(mine) != before[qualname]


def test_listed_mutants_name_existing_code() -> None:
    """And each with a reason; a module that tests prove is there, and so are its tests."""
    there = {(mutant.where, mutant.change) for mutant in mutants_of(FLOOR).mutants}
    assert [entry for entry in alike() if entry not in there] == []
    assert all(why and not why.endswith(".") for why in alike().values())
    modules = {mutant.module for mutant in mutants_of(FLOOR).mutants}
    assert [module for module in proved_by_tests() if module not in modules] == []
    assert [
        file for files in proved_by_tests().values() for file in files if "/" in file and not (ROOT / file).exists()
    ] == []


def test_facts_at_the_edge_are_taken_or_refused() -> None:
    found = edges()
    assert len(found) > 50
    assert [(case.id, told) for case in found if (told := run_case(case))] == []
    assert [case.id for case in found if not case.id.startswith("EDGE-")] == []


def test_a_part_of_the_floor_is_counted() -> None:
    """With cases nothing of it is left; without them all is."""
    cases = [case for case in own_cases() if case.file.startswith("floor_tour") or "out together" in str(case.body)]
    through = routes([*cases, *edges()], "/floor/")
    some = [mutant for mutant in EVENT.mutants if mutant.name == "SHORT_BY"]
    part = try_part("tournament", some, through)
    assert (part.changes, part.by_cases, part.unnoticed) == (2, 2, ())
    assert len(try_part("tournament", some, {}).unnoticed) == 2
    assert try_part("deal", some, through).changes == 0


def test_the_cases_pass_afterwards() -> None:
    assert not [case.id for case in own_cases()[::20] if run_case(case)]
