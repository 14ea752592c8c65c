"""Seasons as text: the terms of a league, read from a TOML file and written as one.

    title = "Friday league"
    series = "Friday"
    best = 10
    [points]
    by = "root"
    factor = 10
    [bonus]
    stack = 10000
    chips = 50

All keys are the fields of `Season`; `points.by` is "place", "linear", "root", "neau" or "pool".
"""

from __future__ import annotations

import msgspec

from sidepot.tournament.league import Season
from sidepot.validation.problems import as_type
from sidepot.validation.reader import check_keys, toml_of
from sidepot.validation.toml_text import toml_text


def read_season(text: str) -> Season:
    """Read the terms of a season. Raises BadNotation for text that is not a season."""
    table = toml_of(text, "a season")
    check_keys(dict(table), Season.__struct_fields__, "the file", "a season")
    return as_type(dict(table), Season, "")


def write_season(season: Season) -> str:
    """Write the terms of a season as TOML. Reading it again gives the same season."""
    usual = {field.name: field.default for field in msgspec.structs.fields(Season)}
    fields = msgspec.to_builtins(season)
    kept = {name: value for name, value in fields.items() if getattr(season, name) != usual[name]}
    return toml_text({**{name: one for name, one in kept.items() if not isinstance(one, dict)},
                      **{name: one for name, one in kept.items() if isinstance(one, dict)}})  # fmt: skip
