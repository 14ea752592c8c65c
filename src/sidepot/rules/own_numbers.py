"""Rules under the numbers of the house's own book: `TDA-2013 31` is `TDA-2024 32` in a house that plays by 2024.

A choice names the rules from which it comes (`meanings.toml`). A house shows the rule of its own book, if the book has
it, under its number there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from sidepot.errors import BadNotation, Cite, SidepotError
from sidepot.rules.bookshelf import find_book
from sidepot.rules.editions import RENUMBERED, number_in
from sidepot.rules.index import find_rules
from sidepot.rules.rulebook import Rulebook

_SHORT: Final = {"WSOP live": "WSOP-LIVE-2026", "WSOP": "WSOP-2026", "Robert's": "RRP-11", "BARGE": "BARGE-2026"}
_CITED: Final = re.compile(r"(TDA-\d{4}|WSOP-2026|WSOP live|WSOP|Robert's|BARGE|TS|AI|PG|OS)(.*)")
_NUMBER: Final = re.compile(r"(?:RP-)?\d+(?:-[A-Z])?")
_BEFORE: Final = {"TDA-2024": "TDA-2013"} | {edition: renumbered.earlier for edition, renumbered in RENUMBERED.items()}


def own_rule(house: Rulebook, rule: str) -> str:
    """The rule of a choice, under its number in the house's own book.

    >>> from sidepot.rules.houses import TDA_2024, TDA_2026
    >>> own_rule(TDA_2024, "TDA-2013 31"), own_rule(TDA_2026, "TDA-2013 31")
    ('TDA-2024 32', 'TDA-2026 34')
    """
    for text in house.texts:
        for part in rule.split("; "):
            found = _in_text(part, text)
            if found:
                return found
    return rule


def own_cite(house: Rulebook, cite: Cite) -> Cite:
    """The citation with the rule's number in the house's own book, if the book has the rule.

    >>> from sidepot.rules.houses import TDA_2026
    >>> str(own_cite(TDA_2026, Cite("TDA-2013", "23-A")))
    'TDA-2026:26-A'
    """
    return Cite(*own_rule(house, f"{cite.edition} {cite.number}").split(" ", 1))


def cite_own(house: Rulebook, error: SidepotError) -> None:
    """Make an error cite its rule by the number in the house's own book."""
    if error.cite is not None:
        error.cite = own_cite(house, error.cite)


def _in_text(part: str, text: str) -> str:
    """A rule in this text; empty if the text lacks it."""
    cited = _CITED.fullmatch(part)
    if cited is None:
        return ""
    if _SHORT.get(cited[1], cited[1]) == text:
        return part
    before = _BEFORE.get(text)
    earlier = _in_text(part, before) if before else ""
    if not earlier:
        return ""
    moved = [_later(number, text) for number in _NUMBER.findall(earlier.partition(" ")[2])]
    return f"{text} {', '.join(dict.fromkeys(moved))}" if moved and all(moved) else ""


def _later(number: str, text: str) -> str:
    if text in RENUMBERED:
        return number_in(text, number)
    return next(_of_2024(number), "")


@cache
def _rows_of_2024() -> dict[str, str]:
    """The number in 2024 of each row of 2013 that is the same in 2024."""
    return {row: rule.number for rule in find_book("TDA-2024").rules for row in rule.same_as}


def _of_2024(number: str) -> Iterator[str]:
    """The numbers in 2024 of a rule of 2013, or of the whole rule."""
    try:
        rows = find_rules(f"TDA-2013:{number}")
    except BadNotation:
        return
    in_part = "-" in number.removeprefix("RP-")
    for row in rows:
        text = _rows_of_2024().get(row.id) or re.sub(r"(\d)([A-Z])", r"\1-\2", row.tda_2024)
        found = _NUMBER.match(text)
        if found is not None:
            yield found[0] if in_part else re.sub(r"^((?:RP-)?\d+).*", r"\1", found[0])
