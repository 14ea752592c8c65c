"""The default house: the environment may name it in `SIDEPOT_HOUSE`.

A file, a log or an option that names a house takes precedence.
"""

from __future__ import annotations

import os
from typing import Final

from sidepot.rules.houses import find_house
from sidepot.validation.reader import at_place

VARIABLE: Final = "SIDEPOT_HOUSE"


def usual_house(otherwise: str) -> str:
    """The house of the environment, or `otherwise`. Raises BadNotation, naming the variable."""
    return house_of_environment() or otherwise


def house_of_environment() -> str:
    """The house of the environment, or "". Raises BadNotation, naming the variable."""
    named = os.environ.get(VARIABLE, "").strip()
    if not named:
        return ""
    with at_place(VARIABLE):
        return find_house(named).name
