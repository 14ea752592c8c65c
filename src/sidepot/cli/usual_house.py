"""The default house, which the environment variable `SIDEPOT_HOUSE` may name.

A house named by a file, a log or an option takes precedence.
"""

from __future__ import annotations

import os
from typing import Final

from sidepot.rules.houses import find_house
from sidepot.validation.reader import at_place

VARIABLE: Final = "SIDEPOT_HOUSE"


def usual_house(otherwise: str) -> str:
    """The house that the environment names, or `otherwise`. Raises BadNotation for an unknown house."""
    return house_of_environment() or otherwise


def house_of_environment() -> str:
    """The house that the environment names, or "". Raises BadNotation for an unknown house, naming the variable."""
    named = os.environ.get(VARIABLE, "").strip()
    if not named:
        return ""
    with at_place(VARIABLE):
        return find_house(named).name
