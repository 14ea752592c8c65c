"""The index of rules: every row of the sources in our words, the code that carries it out, and its cases.

A cite may name a part of a rule after a slash (`TDA-2024:53-A/fold`): a row of its own, or one of the row's `parts`.

It also finds the rules of other books (`bookshelf.py`): the TDA's by number (`TDA-2024:44`), Robert's Rules of Poker by
chapter and topic (`RRP-11:lowball/sevens`). A rule of 2013 is also found by its number of 2024.

The rows are data (`index.toml`, `books/`). The cases that test a row name it in their files.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import books
from sidepot.rules.editions import RENUMBERED, number_before
from sidepot.rules.rows import KINDS, Kind, Rule, State
from sidepot.validation.reader import nearest, package_toml, toml_of

__all__ = ["KINDS", "Kind", "Rule", "State", "cases_by_rule", "find_rule", "find_rules", "points", "rules"]

# A rule of the 2024 edition as an index key, and its number in a row (`dropped` is none).
KEY_2024: Final = "TDA2024"
NUMBER_2024: Final = re.compile(r"\d+[A-Z]?\d*|RP-\d+[A-Z]?")
NAMELESS: Final = re.compile(r"(TDA|WSOPLIVE|WSOP|BARGE)20\d\d")  # an edition with numbered rules


@cache
def rules() -> tuple[Rule, ...]:
    """All rows of the rule index, grouped by source."""
    data = package_toml("sidepot.rules", "index.toml")
    rows = [row | {"section": part["name"]} for part in data["section"] for row in part["rule"]]
    return msgspec.convert(rows, tuple[Rule, ...])


@cache
def points() -> tuple[Rule, ...]:
    """The rows of the other rulebooks, ordered by book."""
    return tuple(rule for book in books() for rule in book.rules)


def find_rule(rule_id: str) -> Rule:
    """The row with this id, in upper or lower case. If there is none, raises BadNotation with the most similar ids.

    >>> find_rule("sd-3").gist
    'There may be as many side pots as there are different all-in amounts.'
    """
    found = _by_key().get(_key(rule_id))
    if found is None:
        raise BadNotation(f"there is no rule {rule_id!r}; {_suggest(_key(rule_id))}")
    return found


def find_rules(text: str) -> tuple[Rule, ...]:
    """The rows for an id, a number or a citation: `T19c`, all of `T19`, or `TDA-2013:41-B`.

    A chapter of Robert's Rules, such as `RRP-11:lowball`, stands for all its points. For a number of 2024, such as
    `TDA-2024:44`, the rows of 2024 are listed before the rows of 2013 that became that number.

    Raises BadNotation, with the most similar ids, for an unknown id.

    >>> [rule.id for rule in find_rules("TDA-2013:41-B")]
    ['T41B1', 'T41B2']
    >>> [rule.id for rule in find_rules("TDA-2024:45-A")]
    ['TDA-2024:45-A', 'T43']
    >>> [rule.id for rule in find_rules("TDA-2013:10-A")]
    ['T10a', 'T10b']
    >>> [rule.gist for rule in find_rules("TDA-2024:53-A/fold")]
    ['A fold out of turn is always binding.']
    """
    named = numbered_2013(text) or _part_of_row(text)
    if named:
        return named
    key = _key(text)
    exact = _by_key().get(key)
    parts = [rule for known, rule in _by_key().items() if key and known != key and _is_part_of(known, key)]
    found = (exact, *parts) if exact else tuple(parts)
    return (*found, *_numbered_2024(key), *_numbered_before(text)) or (find_rule(text),)


class _Case(msgspec.Struct, frozen=True):
    """The fields of a case that the index needs."""

    id: str
    rules: tuple[str, ...] = ()


@cache
def cases_by_rule() -> dict[str, tuple[str, ...]]:
    """The names of the package's cases that test each rule, by the rule's id.

    Raises BadNotation if a file of cases cannot be read.
    """
    found: dict[str, list[str]] = {}
    for file in sorted(files("sidepot.cases").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            data = toml_of(file.read_bytes(), "a case file", file.name)
            for case in msgspec.convert(data.get("case", ()), tuple[_Case, ...]):
                for rule_id in case.rules:
                    found.setdefault(rule_id, []).append(case.id)
    return {rule_id: tuple(cases) for rule_id, cases in found.items()}


@cache
def _by_key() -> dict[str, Rule]:
    return {_key(rule.id): rule for rule in (*rules(), *points())}


def numbered_2013(text: str) -> tuple[Rule, ...]:
    """The rows for a citation of 2013, if their ids differ from the edition's numbers. For example, 10-D is row
    T10e.
    """
    edition, _, number = text.strip().upper().partition(":")
    if edition != "TDA-2013":
        return ()
    number = number.strip()
    rows = [(row, row.tda_2013.upper()) for row in rules() if row.tda_2013]
    exact = tuple([row for row, own in rows if own == number])
    return exact or tuple([row for row, own in rows if "-" in number and own.startswith(f"{number}/")])


def _part_of_row(text: str) -> tuple[Rule, ...]:
    """The named part of a row, as a row with the part's sentence; empty if the text names none."""
    whole, _, name = text.strip().lower().rpartition("/")
    row = _by_key().get(_key(whole)) if whole else None
    if row is None or name not in row.parts:
        return ()
    return (msgspec.structs.replace(row, id=f"{row.id}/{name}", gist=row.parts[name], parts={}),)


def _numbered_before(text: str) -> tuple[Rule, ...]:
    """The rows of a rule of a renumbered edition, by its number in the previous edition."""
    edition, _, number = text.strip().upper().partition(":")
    if edition not in RENUMBERED or not number:
        return ()
    before = number_before(edition, number.strip())
    try:
        return find_rules(f"{RENUMBERED[edition].earlier}:{before}") if before else ()
    except BadNotation:  # it has no such part in that edition
        return ()


def _numbered_2024(key: str) -> tuple[Rule, ...]:
    """The rows that have this number in the 2024 edition, or a part of it: 45A and 45B of 45."""
    if not key.startswith(KEY_2024):
        return ()
    number = key.removeprefix(KEY_2024)
    return tuple(
        row
        for row in rules()
        if any(known == number or number and _is_part_of(known, number) for known in _numbers_2024(row))
    )


def _numbers_2024(rule: Rule) -> list[str]:
    """The rule's numbers in the 2024 edition as keys: the part before the first semicolon, if it is a number."""
    numbers = rule.tda_2024.partition(";")[0].split(",")
    return [_key(number) for number in numbers if NUMBER_2024.fullmatch(number.strip())]


def _key(text: str) -> str:
    """An id or citation in its plain form: `TDA-2013:41-B` and `t41b` are both `T41B`."""
    plain = text.strip().upper()
    for edition in ("TDA-2013:", "TDA-2013 ", "TDA:", "TDA "):
        if plain.startswith(edition):
            number = plain.removeprefix(edition).strip()
            plain = "T" + number if number[:1].isdigit() else number
    return plain.replace("-", "").replace(":", "").replace(" ", "")


def _is_part_of(known: str, key: str) -> bool:
    """Whether `known` is a part of the rule `key`: 41-B1 of 41, but not 4 of 41 nor PG-10 of PG-1."""
    rest = known.removeprefix(key)
    parted = rest.startswith("/") or key[-1].isdigit() != rest[0].isdigit()
    return known.startswith(key) and parted and any(c.isdigit() for c in NAMELESS.sub("", key, count=1))


def _suggest(key: str) -> str:
    near = nearest(key, _by_key(), 3)
    if not near:
        return "ids look like SD-1, TS-9, PG-68, T41B1 or IA-41.1, and `sidepot rules` lists them all"
    return f"did you mean {' or '.join(_by_key()[found].id for found in near)}?"
