"""HTTP: the houses, and the form with which a club writes the file of its own house."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody

from sidepot.rules.clauses import Sentence
from sidepot.rules.houses import HOUSES, OWN_HOUSES, PAGE_HOUSE, find_house
from sidepot.rules.meanings import Meaning, asked_houses, groups, house_title, meanings, say_value
from sidepot.rules.own_houses import CHOOSABLE, HouseFile, Value, described, own_choices, read_house_file, written
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import TEXTS
from sidepot.validation.type_checks import bounds_of

Word = Annotated[str, msgspec.Meta(max_length=64)]
Kind = Literal["one", "number", "several", "order"]


class ListedHouse(msgspec.Struct, frozen=True):
    """A house by its name and title.

    - `is_cash`: whether cash tables may play by it
    - `own`: the content of its file, if a club wrote it
    """

    id: str
    title: str
    is_cash: bool
    own: HouseFile | None = None


class ListedHouses(msgspec.Struct, frozen=True):
    """All houses, those of the room's clubs last. `house` is the one that pages offer first."""

    houses: list[ListedHouse]
    house: str


class HouseOption(msgspec.Struct, frozen=True):
    """A value of a choice, or an item of a list.

    - `value`: the value as it is written in a file
    - `words`: what a house with this value does, or what the item is
    - `sentence`: the same as a sentence for translation
    """

    value: str | bool | int
    words: str
    sentence: Sentence


class HouseChoice(msgspec.Struct, frozen=True):
    """A point on which houses differ.

    - `often`: how often this point matters at a table, from 5 (often) to 1 (rarely)
    - `kind`: what the value is: one of the options, a number, several of the options, or some of them in order
    - `now`: the value in the house that the new house is based on
    - `options`: the values; the items of a list; or the numbers that have words of their own
    - `template`: for a number without words of its own, the sentence, in which `{}` stands for the number
    - `least`, `most`: the bounds of a number
    """

    field: str
    group: str
    gist: str
    often: int
    kind: Kind
    now: Value
    options: tuple[HouseOption, ...]
    template: str = ""
    least: int = 0
    most: int = 0


class HouseChoices(msgspec.Struct, frozen=True):
    """All choices, and the title of the house that the new house is based on."""

    title: str
    choices: list[HouseChoice]


class HouseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of the file of a house."""

    text: Annotated[str, msgspec.Meta(max_length=20_000)]


class HouseDifference(msgspec.Struct, frozen=True):
    """A choice in which the new house differs from the house that it is based on.

    - `own`: what the new house does, as a phrase without a subject
    - `before`: what the other house does, also without a subject
    - `own_sentence`, `before_sentence`: the same texts as sentences, for translation
    """

    field: str
    own: str
    own_sentence: Sentence
    before: str
    before_sentence: Sentence


class WrittenHouse(msgspec.Struct, frozen=True):
    """A written house: the name of its file, its text, and how its choices differ from those of its base."""

    file: str
    text: str
    differences: list[HouseDifference]


@get("/api/houses")
async def list_houses() -> ListedHouses:
    """The houses whose rules the pages offer."""
    return listed_houses()


def listed_houses() -> ListedHouses:
    """All houses that this process knows."""
    cash = asked_houses("cash")
    known = HOUSES | OWN_HOUSES
    found = [
        ListedHouse(name, house_title(house), name in cash, described(house) if name in OWN_HOUSES else None)
        for name, house in known.items()
    ]
    return ListedHouses(found, PAGE_HOUSE.name)


@get("/api/houses/choices")
async def house_choices(house: FromQuery[Word] = PAGE_HOUSE.name) -> HouseChoices:
    """The choices of a house, by group."""
    base = find_house(house)
    return HouseChoices(
        house_title(base), [_choice(base, field, group) for group, fields in groups().items() for field in fields]
    )


@post("/api/houses/file", status_code=200)
async def write_house(data: JSONBody[HouseFile]) -> WrittenHouse:
    """Write the file of a house. Nothing is stored."""
    return WrittenHouse(
        f"{data.name}.toml",
        written(data),
        [
            HouseDifference(one.field, one.first.text, one.first.sentence, one.second.text, one.second.sentence)
            for one in own_choices(data)
        ],
    )


@post("/api/houses/read", status_code=200)
async def read_house(data: JSONBody[HouseText]) -> HouseFile:
    """Read the file of a house. Nothing is stored."""
    return read_house_file(data.text)


# ---- the choices


_HINTS: Final[dict[str, Any]] = get_type_hints(Rulebook, include_extras=True)


def _choice(base: Rulebook, field: str, group: str) -> HouseChoice:
    """A choice with its options."""
    meaning = meanings()[field]
    now: Value = msgspec.to_builtins(getattr(base, field))
    kind, options = _options(field, meaning, getattr(base, field))
    least, most = (bounds_of(_HINTS[field]) or (0, 0)) if kind == "number" else (0, 0)
    template = say_value(field, "{}").sentence[0] if kind == "number" else ""
    return HouseChoice(field, group, meaning.gist, meaning.often, kind, now, options, str(template), least, most)


def _options(field: str, meaning: Meaning, now: object) -> tuple[Kind, tuple[HouseOption, ...]]:
    """The kind of a choice, and its options."""
    if field == "texts":
        return "order", tuple([HouseOption(text, TEXTS[text], (TEXTS[text],)) for text in CHOOSABLE])
    if isinstance(now, tuple):
        words = [(item, words) for item, words in meaning.words.items() if item not in TEXTS]
        return "several", tuple([HouseOption(item, text, (text,)) for item, text in words])
    if isinstance(now, bool):
        return "one", tuple([_option(field, value) for value in (False, True)])
    if isinstance(now, int):
        return "number", tuple([_option(field, int(value)) for value in meaning.values if value != "{}"])
    values = type(now) if isinstance(now, StrEnum) else meaning.values
    return "one", tuple([_option(field, str(value)) for value in values])


def _option(field: str, value: str | bool | int) -> HouseOption:
    does = say_value(field, value)
    return HouseOption(value, does.text, does.sentence)


HOUSE_FILES: Final = (list_houses, house_choices, write_house, read_house)
