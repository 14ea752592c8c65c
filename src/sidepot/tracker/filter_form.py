"""Filters as the page shows them: a filter's conditions, and the fields of the form with the values in the hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.stats.figures import FIGURES
from sidepot.stats.textures import WORDS
from sidepot.tracker.database import reading
from sidepot.tracker.filters.fields import FIELDS, POSITION_GROUPS, STREETS, Field, Kind, is_alone
from sidepot.tracker.filters.grammar import read_filter, written
from sidepot.tracker.filters.ranges import CATEGORIES
from sidepot.tracker.selection import Wanted, select

MOST_CHOICES: Final = 50


class FilterShown(msgspec.Struct, frozen=True):
    """A filter as the page shows it.

    - `where`: its text in the usual form, or the name of a saved filter
    - `conditions`: its conditions in groups; all conditions of at least one group must hold
    - `hands`: how many hands the filter selects
    - `all_hands`: how many hands there are of this kind of money
    """

    where: str
    conditions: list[list[str]]
    hands: int
    all_hands: int


class FieldShown(msgspec.Struct, frozen=True):
    """A field of the form.

    - `name`: its name in a filter
    - `figure`: the name of its figure, if it is one
    - `choices`: words to choose from
    """

    name: str
    part: str
    kind: str
    example: str
    figure: str
    choices: list[str]


def filter_shown(home: Path, wanted: Wanted) -> FilterShown:
    """A filter, and the number of hands that it selects.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    with reading(home) as found:
        of, every = select(found, wanted), select(found, wanted._replace(where=""))
        ((hands,),) = of.ask(f"SELECT count(*) FROM {of.rows}")
        ((all_hands,),) = every.ask(f"SELECT count(*) FROM {every.rows}")
    groups = read_filter(of.where, is_alone)
    shown = [[str(condition) for condition in group] for group in groups]
    return FilterShown(written(groups), shown, hands, all_hands)


def fields_shown(home: Path) -> list[FieldShown]:
    """All fields, with the values that occur in the hands."""
    with reading(home) as found:
        return [_shown(field, _values(found, field)) for field in FIELDS]


def _shown(field: Field, values: list[str]) -> FieldShown:
    figure = FIGURES[field.key].name if field.kind is Kind.FIGURE else ""
    name = field.key if figure else field.key.replace("_", " ")
    return FieldShown(name, field.part.value, field.kind.value, field.example, figure, values)


def _values(found: Any, field: Field) -> list[str]:
    if field.kind is Kind.CARDS:
        return [*CATEGORIES]
    if field.key in STREETS:
        return [*WORDS, "unpaired", "check", "bet", "call", "raise", "fold", "check-call", "check-raise", "bet-fold"]
    if field.key == "preflop":
        return ["raise", "call", "check", "fold", "raise-call", "raise-raise", "raise-fold", "call-fold"]
    if field.kind is not Kind.CHOICE and field.key not in ("site", "game", "stakes", "tag", "opponent_tag"):
        return []
    question = f"SELECT {field.sql} AS value FROM {field.names or 'mine'} GROUP BY ALL ORDER BY count(*) DESC, value"
    if field.key != "position" and field.kind is Kind.CHOICE:
        return [*field.choices]
    rows = found.execute(f"{question} LIMIT {MOST_CHOICES}").fetchall()
    values = [str(value) for (value,) in rows if value]
    if not field.choices:
        return values
    known = [word for word, meant in field.choices.items() if len(meant) == 1 and meant[0] in values]
    return [word for word in known if word not in ("BU", "button")] + [*POSITION_GROUPS]
