"""The books that houses play by: their rules as rows, and how well we know them.

A book is data (`books/`). If it follows another book, it lists its changes, and takes over the other rows of that book
under its own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.editions import number_in
from sidepot.rules.rows import Rule, Seen, State
from sidepot.validation.reader import nearest, package_toml

BOOKS: Final = {  # name: edition in citations
    "tda-2024": "TDA-2024",
    "tda-2026": "TDA-2026",
    "roberts": "RRP-11",
    "wsop-2026": "WSOP-2026",
    "wsop-live-2026": "WSOP-LIVE-2026",
    "barge-2026": "BARGE-2026",
}
_EXAMPLE: Final = re.compile(r"IA-(\d+(?:-[A-Z])?)(.*)")  # IA-35.1 is an example of rule 35


class Like(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book that another book follows.

    - `gone`: the numbers of the rules that the other book dropped
    """

    book: str
    gone: tuple[str, ...] = ()


class Book(msgspec.Struct, frozen=True):
    """A book of rules.

    - `name`: its name on the command line
    - `edition`: its name in citations
    - `rules`: its rules, in order
    """

    name: str
    edition: str
    title: str
    seen: Seen
    source: str
    rules: tuple[Rule, ...]


def find_book(text: str) -> Book:
    """The book with this name or edition, in upper or lower case.

    If there is none, raises BadNotation with the most similar names.

    >>> find_book("TDA-2024").title
    'Poker TDA rules of 2024'
    """
    key = text.strip().lower().replace("_", "-").replace(" ", "-")
    name = next((name for name, edition in BOOKS.items() if key in (name, edition.lower())), None)
    if name is None:
        near = nearest(key, BOOKS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(BOOKS)}"
        raise BadNotation(f"there is no book {text!r}; {hint}")
    return _read(name)


def books() -> tuple[Book, ...]:
    """All books."""
    return tuple(find_book(name) for name in BOOKS)


@cache
def _read(name: str) -> Book:
    data = package_toml("sidepot.rules", f"books/{name.replace('-', '_')}.toml")
    like = msgspec.convert(data["like"], Like) if "like" in data else None
    own = [_row(row, data) for row in data["rule"]]
    return Book(
        name=name,
        edition=data["edition"],
        title=data["title"],
        seen=data["seen"],
        source=data["source"],
        rules=tuple(own if like is None else _in_order(own, like, data)),
    )


def _row(row: Mapping[str, Any], data: Mapping[str, Any]) -> Rule:
    given = {"section": data["title"], "seen": data["seen"], "number": row["id"].partition(":")[2]}
    return msgspec.convert(given | dict(row), Rule)


# ---- a book that follows another


def _in_order(own: list[Rule], like: Like, data: Mapping[str, Any]) -> Iterator[Rule]:
    """Its own rows and the unchanged rows of the other book, in print order."""
    changed = {rule.id for rule in own}
    kept = [_renumbered(rule, data) for rule in find_book(like.book).rules if rule.number not in like.gone]
    rows = [*own, *[rule for rule in kept if rule.id not in changed]]
    yield from sorted(rows, key=lambda rule: _place(rule.number))


def _renumbered(rule: Rule, data: Mapping[str, Any]) -> Rule:
    """A rule of the other book under its number in this one; state `same` if the other rule is done."""
    number = _number_here(rule.number, data["edition"])
    state: State = "same" if rule.state == "done" else rule.state
    return msgspec.structs.replace(
        rule,
        id=f"{data['edition']}:{number}",
        number=number,
        section=data["title"],
        seen=data["seen"],
        was=rule.number,
        state=state,
        home="",
        same_as=(rule.id,),
    )


def _number_here(number: str, edition: str) -> str:
    """The number in this edition of a rule or example of the previous edition.

    >>> _number_here("35-A1", "TDA-2026"), _number_here("IA-43.4A", "TDA-2026")
    ('37-A1', 'IA-45.4A')
    """
    example = _EXAMPLE.fullmatch(number)
    return f"IA-{number_in(edition, example[1])}{example[2]}" if example else number_in(edition, number)


def _place(number: str) -> tuple[int, list[int | str]]:
    """The sort key of a number: rules first, then recommended procedures, then illustrations."""
    part = ("RP-", "IA-")
    first = next((at for at, begins in enumerate(part, start=1) if number.startswith(begins)), 0)
    return first, [int(piece) if piece.isdigit() else piece for piece in re.findall(r"\d+|[A-Z]+", number)]
