"""The default house, which the environment variable `SIDEPOT_HOUSE` may name.

A house named by a file, a log or an option takes precedence. A name that ends in .toml is the file of a club's own
house.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from sidepot.cli import common
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
        return find_house(named_or_read(named)).name


def named_or_read(house: str) -> str:
    """The name of a house. If a file (`.toml`) is given, it is read, and its house is registered by its name.

    Raises BadNotation for a file that cannot be read, or that does not describe a house.
    """
    if not house.lower().endswith(".toml"):
        return house
    from sidepot.rules.own_houses import adopt, read_house_file

    return adopt(read_house_file(common.read_text(house), house)).name


def read_option(house: str | None) -> str | None:
    """The value of `--house`, which may be the name of a house or a house's file. Returns the name."""
    return None if house is None else named_or_read(house)


def read_houses(folder: Path) -> list[str]:
    """Read the files (`.toml`) of a folder, and register their houses. Returns the names; none without a folder.

    Raises BadNotation for a file that does not describe a house.
    """
    return [named_or_read(str(path)) for path in sorted(folder.glob("*.toml"))]
