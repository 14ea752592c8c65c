"""HTTP: the form with which a club writes the file of its own house."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody

from sidepot.rules.clauses import Sentence
from sidepot.rules.houses import PAGE_HOUSE, find_house
from sidepot.rules.meanings import groups, house_title, meanings, say_value
from sidepot.rules.own_houses import HouseFile, Name, Title, own_choices, written
from sidepot.rules.rulebook import Rulebook

Word = Annotated[str, msgspec.Meta(max_length=64)]
OFFERED: Final = (bool, StrEnum)
"""The types of choices with a few values, which the form offers."""


class HouseOption(msgspec.Struct, frozen=True):
    """A value of a choice.

    - `value`: the value as it is written in a file
    - `words`: what a house with this value does
    - `sentence`: the same as a sentence for translation
    """

    value: str | bool
    words: str
    sentence: Sentence


class HouseChoice(msgspec.Struct, frozen=True):
    """A point on which houses differ.

    - `often`: how often this point matters at a table, from 5 (often) to 1 (rarely)
    - `now`: the value in the house on which the new house is based
    """

    field: str
    group: str
    gist: str
    often: int
    now: str | bool
    options: tuple[HouseOption, ...]


class HouseChoices(msgspec.Struct, frozen=True):
    """All choices that have only a few values, and the title of the house on which the new house is based."""

    title: str
    choices: list[HouseChoice]


class HouseForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house to be written: its name, its title, the house on which it is based, and its own choices."""

    name: Name
    based_on: Word
    title: Title = ""
    choices: Annotated[dict[Word, Word | bool], msgspec.Meta(max_length=200)] = {}


class HouseDifference(msgspec.Struct, frozen=True):
    """A choice in which the new house differs from the house on which it is based.

    - `own`: what the new house does, without a subject
    - `before`: what the other house does, without a subject
    - `own_sentence`, `before_sentence`: the same texts as sentences, for translation
    """

    field: str
    own: str
    own_sentence: Sentence
    before: str
    before_sentence: Sentence


class WrittenHouse(msgspec.Struct, frozen=True):
    """A written house: the name of its file, its text, and the choices in which it differs from the house on which it
    is based.
    """

    file: str
    text: str
    differences: list[HouseDifference]


@get("/api/houses/choices")
async def house_choices(house: FromQuery[Word] = PAGE_HOUSE.name) -> HouseChoices:
    """The choices of a house that have only a few values, by group."""
    base = find_house(house)
    found = [_choice(base, field, group) for group, fields in groups().items() for field in fields]
    return HouseChoices(house_title(base), [one for one in found if one is not None])


@post("/api/houses/file", status_code=200)
async def write_house(data: JSONBody[HouseForm]) -> WrittenHouse:
    """Write the file of a house. Nothing is stored."""
    file = HouseFile(data.name, data.based_on, data.title, dict(data.choices))
    return WrittenHouse(
        f"{data.name}.toml",
        written(file),
        [
            HouseDifference(one.field, one.first.text, one.first.sentence, one.second.text, one.second.sentence)
            for one in own_choices(file)
        ],
    )


def _choice(base: Rulebook, field: str, group: str) -> HouseChoice | None:
    """A choice with its options; None for numbers, lists and texts, which only a file can have."""
    now: Any = getattr(base, field)
    if not isinstance(now, OFFERED):
        return None
    values = (False, True) if isinstance(now, bool) else tuple(type(now))
    options = []
    for value in values:
        said = say_value(field, value)
        options.append(HouseOption(value if isinstance(value, bool) else str(value), said.text, said.sentence))
    meaning = meanings()[field]
    return HouseChoice(
        field, group, meaning.gist, meaning.often, now if isinstance(now, bool) else str(now), tuple(options)
    )


HOUSE_FILES: Final = (house_choices, write_house)
