"""For every field of a rulebook: changing its value makes at least one case of the package fail.

`needed.json` names for each value of each field a case that fails with it. To write it again, run
`PYTHONPATH=src:tests/helpers python tests/rules/test_rulebook_fields.py`: it keeps the cases that still fail, and
looks for another one where a case does not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from each import each
from own_cases import own_cases

from sidepot.cases.run import Case, run_case
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

NAMES = ("name", "edition")
FIELDS = [field for field in Rulebook.__struct_fields__ if field not in NAMES]
NEEDED = Path(__file__).with_name("needed.json")


@cache
def cases() -> dict[str, Case]:
    """The cases of the package by their ids, but for the one that names every field that differs."""
    return {case.id: case for case in own_cases() if case.id != "AGREEMENT/differs"}


@cache
def played_by() -> dict[str, Rulebook]:
    """The rulebook by which each case is played."""
    return {case.id: case.house_rules() for case in cases().values()}


@cache
def needed() -> dict[str, dict[str, str]]:
    """By field and value, the case that fails with it."""
    found: dict[str, dict[str, str]] = json.loads(NEEDED.read_text(encoding="utf-8"))
    return found


@cache
def values_of(field: str) -> list[Any]:
    """Every value of a choice; of a number or a list, the values that some house or some case has."""
    kind = get_type_hints(Rulebook)[field]
    if kind is bool:
        return [False, True]
    if field == "run_it":
        return [1, 2, 3, 4]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    values = [getattr(rules, field) for rules in [*HOUSES.values(), *played_by().values()]]
    return list(dict.fromkeys(values))


def key(value: Any) -> str:
    """A value as it is written in `needed.json`."""
    return str(value)


def fails_with(case: Case, field: str, value: Any) -> bool:
    """Whether a case that is played by another value fails with this one."""
    return bool(getattr(played_by()[case.id], field) != value and run_case(case, {field: value}))


@each("field", FIELDS)
def test_some_case_needs_another_value(field: str) -> None:
    """With a field forced to a value, over house and case, some case fails: it needs one of the others."""
    for value in values_of(field):
        case = cases().get(needed().get(field, {}).get(key(value), ""))
        assert case and fails_with(case, field, value), f"{value}: no case needs another; run this file to look for one"


@each("field", FIELDS)
def test_cases_are_about_the_value_and_not_about_the_field(field: str) -> None:
    """Forcing the value that a case has anyway makes the rulebook that it has: it is played as it is without."""
    for case in {(case.house, repr(case.rulebook)): case for case in cases().values()}.values():
        rules = case.house_rules()
        assert case.house_rules({field: getattr(rules, field)}) == rules


def test_every_value_of_a_house_is_one_that_is_proved() -> None:
    for house in HOUSES.values():
        for field in FIELDS:
            assert getattr(house, field) in values_of(field)


# ---- writing needed.json


def likely(field: str, value: Any) -> Iterator[Case]:
    """The cases that may fail with a value: the one of the file first, then those that name the field."""
    if found := cases().get(needed().get(field, {}).get(key(value), "")):
        yield found
    files = {case.file for case in cases().values() if field in case.rulebook}
    yield from sorted(cases().values(), key=lambda case: (field not in case.rulebook, case.file not in files))


def main() -> None:
    """Write `needed.json`, and name the values that no case tells apart from the others."""
    found: dict[str, dict[str, str]] = {}
    missing = []
    for field in FIELDS:
        found[field] = {}
        for value in values_of(field):
            case = next((case for case in likely(field, value) if fails_with(case, field, value)), None)
            if case is None:
                missing.append(f"{field} = {value}")
            else:
                found[field][key(value)] = case.id
    NEEDED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if missing:
        sys.exit(f"no case fails with {', '.join(missing)}")


if __name__ == "__main__":
    main()
