"""The choices in which two houses differ."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.rules.meanings import Does, does, groups, meanings
from sidepot.rules.own_numbers import own_rule
from sidepot.rules.rulebook import Rulebook


class Difference(NamedTuple):
    """A choice that two houses make differently.

    - `often`: how often the choice matters at a table, from 5 (often) to 1 (rarely)
    """

    field: str
    group: str
    often: int
    first: Does
    second: Does


def differences(first: Rulebook, second: Rulebook) -> tuple[Difference, ...]:
    """The choices that two houses make differently. Those that matter most often are first.

    Each choice cites the rule by its number in the book of the house that made it.
    """
    found = [
        Difference(field, group, meanings()[field].often, _own(first, field, second), _own(second, field, first))
        for group, fields in groups().items()
        for field in fields
        if getattr(first, field) != getattr(second, field)
    ]
    return tuple(sorted(found, key=lambda one: -one.often))


def _own(house: Rulebook, field: str, other: Rulebook) -> Does:
    said = does(house, field, other)
    return said._replace(rule=own_rule(house, said.rule))
