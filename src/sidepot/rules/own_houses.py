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
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.clauses import names, plain, say
from sidepot.rules.house_differences import Difference, differences
from sidepot.rules.houses import BASES, CASH, HOUSES, OWN_HOUSES, find_house, house_key, nearest_book
from sidepot.rules.meanings import CHOICES, OWN_TITLES
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import JURISDICTIONS, TEXTS
from sidepot.validation import quantities as q
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_text, at_place, nearest, quoted, toml_of, unknown

_NAME: Final = re.compile("[a-z][a-z0-9-]+")
Name = Annotated[str, msgspec.Meta(max_length=40)]
Text = Annotated[str, msgspec.Meta(max_length=80)]
Value = bool | q.Chips | Text | Annotated[list[Text], msgspec.Meta(max_length=50)]
"""What a choice may be. The rulebook says what each is."""
CHOOSABLE: Final = tuple(text for text in TEXTS if text != "HOUSE" and text not in JURISDICTIONS)
"""The texts by which a house may play."""


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that describes a club's house: its name and title, the house on which it is based, and its own choices by
    field.
    """

    name: Name
    based_on: Text
    title: Text = ""
    choices: Annotated[dict[Text, Value], msgspec.Meta(max_length=len(CHOICES))] = {}


def read_house_file(text: str | bytes, path: str = "") -> HouseFile:
    """Read the file of a house. Raises BadNotation, naming the place of the mistake, if the file is invalid."""
    file = parse_house_file(text, path)
    with at_place(path):
        house_of(file)
    return file


def parse_house_file(text: str | bytes, path: str = "") -> HouseFile:
    """The content of the file of a house. Neither the house on which it is based nor its choices are checked."""
    file: HouseFile = as_type(toml_of(text, "the file of a house", path), HouseFile, path or "the file of a house")
    return file


def in_order_of_bases(files: Mapping[str, HouseFile]) -> list[str]:
    """The paths of files of houses in an order in which they can be read: each base comes before the houses that are
    based on it.

    Raises BadNotation, naming the files, for houses that are based on each other, and for an unknown base.
    """
    paths: dict[str, list[str]] = {}
    for path, file in files.items():
        paths.setdefault(file.name, []).append(path)
    bases = {}
    for path, file in files.items():
        base = house_key(file.based_on)
        if base not in paths and base not in HOUSES and base not in OWN_HOUSES:
            place = f"{path}: based_on"
            raise _no_base(file, paths).at(place)
        bases[path] = [one for one in paths.get(base, []) if base != file.name]
    try:
        return [*TopologicalSorter(bases).static_order()]
    except CycleError as error:
        circle = plain(say("{}", names(sorted(set(error.args[1])))))
        raise BadNotation(f"{circle} are based on each other", hint="base one of them on a book") from None


def _no_base(file: HouseFile, paths: Mapping[str, list[str]]) -> BadNotation:
    """The error for a house whose base is neither known nor described by one of the files."""
    known = dict.fromkeys([*HOUSES, *OWN_HOUSES], "") | {
        name: f" ({found[0]})" for name, found in paths.items() if name != file.name
    }
    near = nearest(file.based_on, known, cutoff=0.7)
    if near:
        hint = f"did you mean {near[0]}{known[near[0]]}?"
    else:
        hint = (
            f"put its file ({house_key(file.based_on)}.toml) into the same folder, or choose one of {', '.join(known)}"
        )
    return BadNotation(f"unknown house {quoted(file.based_on)}", hint=hint, near=near)


def house_of(file: HouseFile) -> Rulebook:
    """The house that a file describes. Raises BadNotation for an unknown choice, and for a name that is impossible or
    that this program uses itself.
    """
    if not _NAME.fullmatch(file.name):
        raise BadNotation(
            f"name: expected lowercase letters, digits and hyphens, as in our-club, not {quoted(file.name)}"
        )
    if file.name in HOUSES:
        raise BadNotation(f"name: {file.name} is a house of this program; choose another name")
    with at_place("based_on"):
        if file.based_on == file.name:
            raise BadNotation("a house cannot be based on itself; name the book that your club plays by")
        base = find_house(file.based_on)
    for field in file.choices:
        if field not in CHOICES:
            raise unknown(f"choices: there is no choice {field!r}", field, CHOICES, brief=True)
    house = as_type(msgspec.to_builtins(base) | file.choices | {"name": file.name}, Rulebook, "choices")
    with at_place("choices"):
        _check_texts(house)
    return house


def _check_texts(house: Rulebook) -> None:
    """Raise BadNotation for a text or a law that this program does not know, and for a text that is named twice."""
    if not house.texts:
        raise BadNotation("texts: expected at least one text, in order of precedence")
    for text in house.texts:
        if text not in CHOOSABLE:
            raise unknown(f"texts: unknown text {text!r}", text, CHOOSABLE)
        if house.texts.count(text) > 1:
            raise BadNotation(f"texts: {text} is named twice; name each text once, in order of precedence")
    if house.jurisdiction not in ("", *JURISDICTIONS):
        raise unknown(f"jurisdiction: unknown law {house.jurisdiction!r}", house.jurisdiction, JURISDICTIONS)


def described(house: Rulebook) -> HouseFile:
    """The content of a file for a club's house: the nearest book, and the choices that differ from it.

    >>> described(CASH.but(name="ours", run_it=2)).choices
    {'run_it': 2}
    """
    book = nearest_book(house) or CASH
    own, other = msgspec.to_builtins(house), msgspec.to_builtins(book)
    choices = {field: own[field] for field in CHOICES if own[field] != other[field]}
    return HouseFile(house.name, book.name, OWN_TITLES.get(house.name, ""), choices)


def house_in(value: object) -> Rulebook:
    """The house that a file gives as its `house`: a name, or a table with the content of the file of a club's house.

    Raises BadNotation for an unknown house, and for a table that does not describe one.

    >>> house_in({"name": "our-club", "based_on": "roberts", "choices": {"run_it": 2}}).run_it
    2
    """
    if isinstance(value, HouseFile):
        return house_of(value)
    if isinstance(value, Mapping):
        return house_of(as_type(dict(value), HouseFile, ""))
    return find_house(as_text(value, ""))


def written(file: HouseFile) -> str:
    """The text of the file of a house. A comment explains each choice, except for a list, whose items are words.

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
    lines = [f"{key} = {_in_toml(value)}" for key, value in head.items() if value]
    own = msgspec.to_builtins(house_of(file))
    choices = [
        f"{field} = {_in_toml(own[field])}" + ("" if isinstance(own[field], list) else f"  # {meant[field]}")
        for field in CHOICES
        if field in meant
    ]
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


def _in_toml(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)
