"""For every field of a rulebook: changing its value makes at least one case of the package fail."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

import pytest
from each import each
from few_examples import ALL
from own_cases import own_cases

from sidepot.cases.run import Case, run_case
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

NAMES = ("name", "edition")
FIELDS = [field for field in Rulebook.__struct_fields__ if field not in NAMES]


@cache
def cases() -> list[Case]:
    """The cases of the package, but for the one that names every field that differs."""
    return [case for case in own_cases() if case.id != "AGREEMENT/differs"]


@cache
def played_by() -> dict[str, Rulebook]:
    """What each case is played by."""
    return {case.id: case.house_rules() for case in cases()}


@cache
def values_of(field: str) -> list[Any]:
    """Every value of a choice; where it is a number or a list, those that some house or some case has."""
    kind = get_type_hints(Rulebook)[field]
    if kind is bool:
        return [False, True]
    if field == "run_it":
        return [1, 2, 3, 4]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    told = [getattr(rules, field) for rules in played_by().values()]
    return list(dict.fromkeys([getattr(house, field) for house in HOUSES.values()] + told))


def tried(field: str) -> list[Any]:
    """Each value of a field with the profile `all`; else one of them, the first or the second by turns."""
    values = values_of(field)
    return values if ALL else [values[FIELDS.index(field) % len(values)]]


@pytest.mark.long
@each("field", FIELDS, size=10)
def test_some_case_needs_another_value(field: str) -> None:
    """With a field forced to this value, over house and case, some case fails: it needs one of the others.

    The cases that ask for the field by name are the likeliest, and are tried first; then those in the same files.
    """
    files = {case.file for case in cases() if field in case.rulebook}
    for value in tried(field):
        others = [case for case in cases() if getattr(played_by()[case.id], field) != value]
        likely = sorted(others, key=lambda case: (field not in case.rulebook, case.file not in files))
        assert any(run_case(case, {field: value}) for case in likely), value


@each("field", FIELDS)
def test_cases_are_about_the_value_and_not_about_the_field(field: str) -> None:
    """Forcing the value that a case has anyway makes the rulebook that it has: it is played as it is without."""
    for case in {(case.house, repr(case.rulebook)): case for case in cases()}.values():
        rules = case.house_rules()
        assert case.house_rules({field: getattr(rules, field)}) == rules


def test_every_value_of_a_house_is_one_that_is_proved() -> None:
    for house in HOUSES.values():
        for field in FIELDS:
            assert getattr(house, field) in values_of(field)
