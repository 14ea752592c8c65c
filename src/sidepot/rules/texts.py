"""The texts with rules, and which of them decides a point in a house.

The law of the place comes first, then the house's own choices, then the texts that the house plays by, in its order
(`Rulebook.texts`): SD-10. A `Point` is a topic with its number in each text; `cite` finds the deciding one.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import Cite
from sidepot.rules.editions import with_later
from sidepot.rules.houses import HOUSES, book_of
from sidepot.rules.rulebook import Rulebook

TEXTS: Final = {
    "SD": "rule 20:18:16:21 of South Dakota",
    "HOUSE": "the rules of this house",
    "TDA-2013": "Poker TDA rules of 2013",
    "TDA-2024": "Poker TDA rules of 2024",
    "TDA-2026": "Poker TDA rules of 2026, from secondary sources",
    "WSOP-2026": "World Series of Poker tournament rules of 2026",
    "WSOP-LIVE-2026": "World Series of Poker live action rules of 2026",
    "BARGE-2026": "BARGE rulebook of 2026",
    "RRP-11": "Robert's Rules of Poker",
    "TS": "the table stakes rules",
    "AI": 'the guide "All-in situations"',
    "PG": 'the guide "How poker is played"',
    "OS": "the rules of open stakes",
}
JURISDICTIONS: Final = ("SD",)


class Point(msgspec.Struct, frozen=True):
    """A topic of rulings, and the number of its rule in each text, such as `{"TDA-2013": "42"}`.

    For an edition that only renumbers a rule, the number is computed from the previous edition (`editions`).
    """

    title: str
    numbers: dict[str, str]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "numbers", with_later(self.numbers))

    def part(self, name: str, *texts: str) -> Point:
        """The same topic, citing only one part of the rule in these texts.

        >>> FAIRNESS.part("final", "TDA-2024").numbers
        {'TDA-2013': '1', 'TDA-2024': '1/final', 'PG': '107', 'TDA-2026': '1'}
        """
        named = {text: f"{number}/{name}" if text in texts else number for text, number in self.numbers.items()}
        return Point(self.title, named)


FAIRNESS: Final = Point("decisions of the floor", {"TDA-2013": "1", "TDA-2024": "1", "PG": "107"})


def cite(point: Point, rulebook: Rulebook, *fields: str) -> Cite:
    """The rule that decides this topic in a house. `fields` are the house's choices that matter for the decision.

    A choice that differs from the original house is cited as the house's own. If none of the house's texts has a rule
    on the topic, another text is cited.

    >>> from sidepot.rules.houses import TDA_2013
    >>> chip = Point("oversized chip", {"TDA-2013": "42", "TDA-2024": "44"})
    >>> str(cite(chip, TDA_2013))
    'TDA-2013:42'
    """
    numbers = point.numbers
    if rulebook.jurisdiction in numbers:
        return Cite(rulebook.jurisdiction, numbers[rulebook.jurisdiction])
    for field in fields:
        if is_own(rulebook, field):
            return cite_choice(field)
    for text in rulebook.texts:
        if text in numbers:
            return Cite(text, numbers[text])
    return next(Cite(text, number) for text, number in numbers.items() if text not in JURISDICTIONS)


def also(rulebook: Rulebook, *points: Point) -> tuple[Cite, ...]:
    """The rules on topics that belong to the answer but do not decide it. A topic without a rule in the house's texts
    has no cite.
    """
    return tuple([cite(point, rulebook) for point in points if any(text in point.numbers for text in rulebook.texts)])


def by_text(cites: tuple[Cite, ...], rulebook: Rulebook) -> tuple[Cite, ...]:
    """The same rules, ordered by the precedence of the house's texts."""
    texts = rulebook.texts
    return tuple(sorted(cites, key=lambda one: texts.index(one.edition) if one.edition in texts else -1))


def cite_choice(field: str) -> Cite:
    """A citation that names a house's choice as the house's own rule."""
    return Cite("HOUSE", field)


def is_own(rulebook: Rulebook, field: str) -> bool:
    """Whether a choice is the house's own, because it differs from the original house of the same edition."""
    standard = book_of(rulebook)
    if standard.edition != rulebook.edition:
        standard = next((house for house in HOUSES.values() if house.edition == rulebook.edition), rulebook)
    return bool(getattr(standard, field) != getattr(rulebook, field))
