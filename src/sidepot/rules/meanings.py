"""The choices of a house in words, from the sentences in `meanings.toml`.

Every value of every field has a sentence; a test checks that. They are in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.houses import OWN_HOUSES, book_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.reader import package_toml

NOT_CHOICES: Final = ("name", "edition")
CHOICES: Final = tuple(field for field in Rulebook.__struct_fields__ if field not in NOT_CHOICES)
_RULE: Final = re.compile(r"(.*) \(([^()]+)\)")


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of the rulebook in words: its subject, how often it matters at a table, and what each value means."""

    gist: str
    often: int
    values: dict[str, str] = {}
    item: str = ""
    without: str = ""
    nothing: str = ""
    words: dict[str, str] = {}
    ordered: bool = False
    rules: dict[str, str] = {}


class Does(NamedTuple):
    """What a house does.

    - `text`: a sentence without its subject
    - `rule`: the rule, if there is one
    - `sentence`: the same text with its gaps kept apart, for translation
    """

    text: str
    rule: str = ""
    sentence: Sentence = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class HouseNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house in words: whose rules it uses, and how reliably we know them."""

    title: str
    known: str
    warning: str = ""

    @property
    def name(self) -> str:
        """The title of the house, with a warning if we have not read its book."""
        return f"{self.title} ({self.warning})" if self.warning else self.title


@cache
def meanings() -> dict[str, Meaning]:
    """A description of each field of the rulebook, by the name of the field."""
    return msgspec.convert(_read()["fields"], dict[str, Meaning])


@cache
def house_notes() -> dict[str, HouseNote]:
    """A description of each house, by the name of the house."""
    return msgspec.convert(_read()["houses"], dict[str, HouseNote])


OWN_TITLES: Final[dict[str, str]] = {}
"""The titles of the houses of clubs, by name (`own_houses.adopt`)."""


def house_title(rules: Rulebook) -> str:
    """The title of a house or, if it has none, its name."""
    known = house_notes().get(rules.name)
    return known.name if known is not None else OWN_TITLES.get(rules.name, rules.name)


def asked_houses(kind: Literal["tournament", "cash"]) -> dict[str, str]:
    """The titles of the houses offered for a new tournament or cash table, by name. A club's own house is included if
    its book is.

    >>> list(asked_houses("tournament"))[:2]
    ['tda-2024', 'tda-2026']
    """
    books = _asked()[kind]
    own = {name: OWN_TITLES[name] for name, house in OWN_HOUSES.items() if book_of(house).name in books}
    return {name: house_notes()[name].name for name in books} | own


@cache
def _asked() -> dict[str, list[str]]:
    return msgspec.convert(_read()["asked"], dict[str, list[str]])


@cache
def how_often() -> dict[int, str]:
    """What each weight means, from the most frequent to the least frequent."""
    return {int(weight): said for weight, said in sorted(_read()["often"].items(), reverse=True)}


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The fields of each topic, in the order of the rulebook."""
    first = {field: name for name, field in _read()["groups"].items()}
    found: dict[str, list[str]] = {}
    name = ""
    for field in CHOICES:
        name = first.get(field, name)
        found.setdefault(name, []).append(field)
    return {name: tuple(fields) for name, fields in found.items()}


def _read() -> dict[str, Any]:
    return package_toml("sidepot.rules", "meanings.toml")


def does(house: Rulebook, field: str, other: Rulebook | None = None) -> Does:
    """What a house does about a field.

    If the value of the field is a list, only the items that the `other` house lacks are named; if it lacks none, the
    items that only the other house has.

    >>> from sidepot.rules.houses import TDA_2024
    >>> str(does(TDA_2024, "two_motions"))
    'takes the first motion for the whole raise, declared or not (TDA-2024 42)'
    """
    meaning, value = meanings()[field], getattr(house, field)
    if isinstance(value, tuple):
        left_out = () if other is None or meaning.ordered else getattr(other, field)
        if items := [item for item in value if item not in left_out]:
            return _listed(meaning, meaning.item, items, house)
        return _listed(meaning, meaning.without, [item for item in left_out if item not in value], house)
    return say_value(field, value)


def say_value(field: str, value: object) -> Does:
    """What a value of a field means. The value must not be a list."""
    values = meanings()[field].values
    key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    template, gaps = (values[key], ()) if key in values else (values["{}"], (key,))
    found = _RULE.fullmatch(template)
    words, rule = (found[1], found[2]) if found else (template, "")
    return Does(words.replace("{}", key), rule, (words, *gaps))


def _listed(meaning: Meaning, about: str, items: Sequence[object], house: Rulebook) -> Does:
    rule = meaning.rules.get(house.edition, "")
    if not items:
        return Does(meaning.nothing, rule, (meaning.nothing,))
    found: list[str | Sentence] = [
        (meaning.words[str(item)],) if str(item) in meaning.words else str(item) for item in items
    ]
    sentence = (about, _and(found))
    return Does(plain(sentence), rule, sentence)


def _and(parts: Sequence[str | Sentence]) -> str | Sentence:
    """A list as a sentence with gaps, such as `a, b and c`. Names of books are the same in all languages."""
    match parts:
        case [one]:
            return one
        case [one, other]:
            return ("{} and {}", one, other)
        case [first, *rest]:
            return ("{}, {}", first, _and(rest))
        case _:
            return ""


def choice_texts(*fields: str) -> list[str]:
    """The texts about the choices in `fields` (by default, in all fields), for translators."""
    found = []
    for one in [meanings()[field] for field in fields or CHOICES]:
        for text in one.values.values():
            rule = _RULE.fullmatch(text)
            found.append(rule[1] if rule else text)
        found += [text for text in (one.item, one.without, one.nothing) if text]
        found += one.words.values()
    return list(dict.fromkeys(found))
