"""The default house, which the environment variable `SIDEPOT_HOUSE` may name.

A house named by a file, a log or an option takes precedence. A name that ends in .toml is the file of a club's own
house. In a file, `house` may also be a table that has the content of a house's file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.rules.houses import OWN_HOUSES, find_house
from sidepot.validation.problems import as_type
from sidepot.validation.reader import at_place

if TYPE_CHECKING:
    from sidepot.rules.own_houses import HouseFile

VARIABLE: Final = "SIDEPOT_HOUSE"

_FILES: Final[dict[str, str]] = {}  # the file of each house that was read, by the name of the house


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
    if not _is_file(house):
        return house
    from sidepot.rules.own_houses import read_house_file

    file = read_house_file(common.read_text(house), house)
    with at_place(house):
        return _register(file, house)


def with_house_read(data: dict[str, Any], path: str | Path) -> dict[str, Any]:
    """The values of a file. A house given as a file or as a table is read, and its name is put in place of the file or
    table.

    The path of a house's file is relative to the file that names it. Raises BadNotation, naming the place, for a house
    that cannot be read.
    """
    house = data.get("house")
    with at_place(f"{path}: house"):
        if isinstance(house, dict):
            from sidepot.rules.own_houses import HouseFile

            return data | {"house": _register(as_type(house, HouseFile, ""), f"{path}: house")}
        if isinstance(house, str) and _is_file(house):
            return data | {"house": named_or_read(str(Path(path).parent / house))}
    return data


def read_option(house: str | None) -> str | None:
    """The value of `--house`, which may be the name of a house or a house's file. Returns the name."""
    return None if house is None else named_or_read(house)


def read_houses(folder: Path) -> list[str]:
    """Read the files (`.toml`) of a folder, and register their houses. Returns the names; none without a folder.

    A house may be based on another one of the folder. Raises BadNotation for a file that does not describe a house.
    """
    from sidepot.rules.own_houses import in_order_of_bases, parse_house_file

    paths = [str(path) for path in sorted(folder.glob("*.toml"))]
    files = {path: parse_house_file(common.read_text(path), path) for path in paths}
    found = []
    for path in in_order_of_bases(files):
        with at_place(path):
            found.append(_register(files[path], path))
    return found


def _is_file(house: str) -> bool:
    return house.lower().endswith(".toml")


def _register(file: HouseFile, path: str) -> str:
    """Register the house that a file describes. Returns its name.

    Raises BadNotation if another file has described another house with this name.
    """
    from sidepot.rules.own_houses import adopt, house_of

    before = OWN_HOUSES.get(file.name)
    is_read_again = _is_file(path) and _FILES.get(file.name, path) == path
    if before is not None and before != house_of(file) and not is_read_again:
        other = _FILES.get(file.name, "another file")
        raise BadNotation(
            f"{other} describes a different house with the name {file.name}",
            hint="give one of the two another name",
        )
    _FILES[file.name] = path
    return adopt(file).name
