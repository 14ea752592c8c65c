"""Houses that a club writes itself, each as a TOML file: a house of this program, and the choices that differ from it.

```toml
name = "our-club"
title = "Our club"
based_on = "tda-2024"

[choices]
run_it = 2
```
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.house_differences import Difference, differences
from sidepot.rules.houses import BASES, HOUSES, OWN_HOUSES, find_house
from sidepot.rules.meanings import CHOICES, OWN_TITLES
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_text, at_place, quoted, toml_of, unknown

LONGEST: Final = 80  # characters of a title
Name = Annotated[str, msgspec.Meta(max_length=40)]
_NAME: Final = re.compile("[a-z][a-z0-9-]+")
Title = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that describes a club's house: its name and title, the house on which it is based, and its own choices by
    field.
    """

    name: Name
    based_on: str
    title: Title = ""
    choices: dict[str, Any] = {}


def read_house_file(text: str | bytes, path: str = "") -> HouseFile:
    """Read the file of a house. Raises BadNotation, naming the place of the mistake, if the file is invalid."""
    file: HouseFile = as_type(toml_of(text, "the file of a house", path), HouseFile, path or "the file of a house")
    with at_place(path):
        house_of(file)
    return file


def house_of(file: HouseFile) -> Rulebook:
    """The house that a file describes. Raises BadNotation for an unknown choice, and for a name that is impossible or
    that this program uses itself.
    """
    if not _NAME.fullmatch(file.name):
        raise BadNotation(f"name: expected small letters, digits and hyphens, as in our-club, not {quoted(file.name)}")
    if file.name in HOUSES:
        raise BadNotation(f"name: {file.name} is a house of this program; choose another name")
    with at_place("based_on"):
        if file.based_on == file.name:
            raise BadNotation("a house cannot be based on itself; name the book that your club plays by")
        base = find_house(file.based_on)
    for field in file.choices:
        if field not in CHOICES:
            raise unknown(f"choices: there is no choice {field!r}", field, CHOICES, brief=True)
    return as_type(msgspec.to_builtins(base) | file.choices | {"name": file.name}, Rulebook, "choices")


def house_in(value: object) -> Rulebook:
    """The house that a file gives as its `house`: a name, or a table with the content of the file of a club's house.

    Raises BadNotation for an unknown house, and for a table that does not describe one.

    >>> house_in({"name": "our-club", "based_on": "roberts", "choices": {"run_it": 2}}).run_it
    2
    """
    if not isinstance(value, Mapping):
        return find_house(as_text(value, ""))
    return house_of(as_type(dict(value), HouseFile, ""))


def written(file: HouseFile) -> str:
    """The text of the file of a house. A comment explains each choice.

    >>> print(written(HouseFile("ours", "home", "Our game", {"run_it": 1})))
    name = "ours"
    title = "Our game"
    based_on = "home"
    <BLANKLINE>
    [choices]
    run_it = 1  # runs the board once
    <BLANKLINE>
    """
    head = {"name": file.name, "title": file.title, "based_on": file.based_on}
    meant = {one.field: one.first.text for one in own_choices(file)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value]
    own = msgspec.to_builtins(house_of(file))
    choices = [f"{field} = {_value(own[field])}  # {meant[field]}" for field in CHOICES if field in meant]
    return "\n".join([*lines, "", "[choices]", *choices, ""])


def own_choices(file: HouseFile) -> tuple[Difference, ...]:
    """The choices in which the house of a file differs from its base. Those that matter most often are first."""
    return differences(house_of(file), find_house(file.based_on))


def adopt(file: HouseFile) -> Rulebook:
    """Register the house of a file, so that this process can find it by name."""
    house = house_of(file)
    OWN_HOUSES[house.name] = house
    BASES[house.name] = find_house(file.based_on)
    OWN_TITLES[house.name] = file.title or file.name
    return house


def _value(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, Mapping):
        raise BadNotation("a choice is a word, a number, yes or no, or a list of words")
    return json.dumps(value, ensure_ascii=False)
