"""The house of a tournament in words, and where it differs from the book: read at the check-in, and printed."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sidepot.rules.houses import TDA_2013
from sidepot.rules.meanings import differences
from sidepot.rules.rulebook import Rulebook


class HouseLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point in which the house differs from the book, and its rule."""

    text: str
    rule: str = ""


@lru_cache(maxsize=32)
def house_lines(rules: Rulebook) -> tuple[HouseLine, ...]:
    """In which points the house differs from the book, which is that of the TDA."""
    return tuple([HouseLine(f"It {one.second.text}.", str(one.second.rule)) for one in differences(TDA_2013, rules)])
