"""One rule of the TDA through its editions: its number in each, and what changed when.

The numbers come from the books (`bookshelf.py`), the changes from the rows that say `since` and from `history.toml`.
What we have not seen is marked as not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import find_book
from sidepot.rules.editions import number_before, number_in
from sidepot.rules.rows import Rule, Seen
from sidepot.validation.reader import package_toml

_HEAD: Final = re.compile(r"(RP-)?\d+")
_ASKED: Final = re.compile(r"(?:TDA[- ](\d{4})[: ])?((?:RP-)?\d+)-?([A-Z]?)\d*")
AFTER: Final = "after 2013"  # the `since` of a row without a date
UNDATED: Final = "2022"  # the first edition after 2013 that we read whole


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of the rules: how we know the edition, and which of its rule numbers we know."""

    year: str
    seen: Seen
    numbers: tuple[str, ...]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a rule in one edition.

    - `by`: whether the change may have been made in an earlier edition, because no source names the exact one
    """

    year: str
    rule: str
    text: str
    by: bool = False


class InEdition(msgspec.Struct, frozen=True):
    """A rule in one edition.

    - `numbers`: its numbers; none if they are unknown, or if the edition lacks the rule
    """

    year: str
    seen: Seen
    known: bool
    numbers: tuple[str, ...]
    changes: tuple[Change, ...]


class Thread(msgspec.Struct, frozen=True):
    """One rule through the editions.

    - `rules`: its rows in the rule index, for the last edition
    """

    title: str
    rules: tuple[Rule, ...]
    editions: tuple[InEdition, ...]


def history(text: str) -> tuple[Thread, ...]:
    """The rules with this number: `43` in any edition, `TDA-2024:45` in the edition of 2024.

    Raises BadNotation for an unknown number.

    >>> [thread.title for thread in history("TDA-2024:45")]
    ['Several chips']
    >>> [thread.editions[0].numbers for thread in history("43")]
    [('39',), ('41-A',), ('43',)]
    """
    asked = _ASKED.fullmatch(text.strip().upper())
    if asked is None:
        raise BadNotation(f"expected the number of a TDA rule, such as 43, RP-10 or TDA-2024:45, not {text!r:.60}")
    year, head, letter = asked[1], asked[2], asked[3]
    known = {edition.year: edition for edition in editions()}
    if year and year not in known:
        raise BadNotation(f"unknown edition TDA-{year}; expected one of {', '.join(known)}")
    if year and not known[year].numbers:
        raise BadNotation(f"the rule numbers of {year} are not available; use a number from 2013, 2022, 2024 or 2026")
    found = tuple(thread for thread in threads() if any(_bears(one, year, head, letter) for one in thread.editions))
    if not found:
        raise BadNotation(f"no rule of the TDA has the number {text.strip()!r} in {year or 'any edition we know'}")
    return found


def _bears(one: InEdition, year: str | None, head: str, letter: str) -> bool:
    wanted = {head, f"{head}-{letter}"} if letter else None
    return (year in (None, one.year)) and any(
        number in wanted if wanted else _head(number) == head for number in one.numbers
    )


@cache
def editions() -> tuple[Edition, ...]:
    """The editions, oldest first."""
    return msgspec.convert(package_toml("sidepot.rules", "history.toml")["edition"], tuple[Edition, ...])


@cache
def threads() -> tuple[Thread, ...]:
    """Every rule through the editions: the rules of 2024 in order, then the rules added in 2026."""
    later = {_head(rule.number) for rule in find_book("tda-2026").rules}
    new = {head for head in later if head and not number_before("TDA-2026", head)}
    known = msgspec.convert(package_toml("sidepot.rules", "history.toml")["change"], tuple[Change, ...])
    heads = dict.fromkeys(_head(rule.number) for rule in find_book("tda-2024").rules if _has_head(rule))
    return (
        *[_thread(head, number_in("TDA-2026", head), known) for head in heads],
        *[_thread("", head, ()) for head in sorted(new, key=_order)],
    )


def _thread(old: str, new: str, known: tuple[Change, ...]) -> Thread:
    of_2024 = [rule for rule in find_book("tda-2024").rules if old and _head(rule.number) == old]
    of_2026 = [rule for rule in find_book("tda-2026").rules if _head(rule.number) == new]
    rows = of_2024 or of_2026
    since_2024 = all(rule.since == "2024" for rule in of_2024)
    numbers = {
        "2013": _of_2013(old),
        "2022": () if since_2024 else (old,),
        "2024": (old,) if old else (),
        "2026": (new,),
    }
    changes = [*[change for change in known if change.rule == old], *_from_rows(of_2024, of_2026)]
    title = rows[0].title.partition(":")[0] if len(rows) > 1 else rows[0].title
    return Thread(title, tuple(rows), tuple(_in(edition, numbers, changes, new) for edition in editions()))


def _in(edition: Edition, numbers: dict[str, tuple[str, ...]], changes: list[Change], number: str) -> InEdition:
    part = "procedures" if number.startswith("RP-") else "rules"
    known = part in edition.numbers
    here = tuple(change for change in changes if change.year == edition.year)
    return InEdition(edition.year, edition.seen, known, numbers.get(edition.year, ()) if known else (), here)


def _from_rows(of_2024: list[Rule], of_2026: list[Rule]) -> Iterator[Change]:
    """The changes that rows record for an edition."""
    for rule in of_2024:
        if rule.since:
            undated = rule.since == AFTER
            yield Change(UNDATED if undated else rule.since, rule.number, rule.gist, by=undated)
    for rule in of_2026:
        if rule.since == "2026":
            yield Change("2026", rule.number, rule.gist)


def _of_2013(old: str) -> tuple[str, ...]:
    """The numbers of 2013 that became this rule, in order."""
    rows = [rule.was for rule in find_book("tda-2024").rules if _head(rule.number) == old and rule.was]
    return tuple(dict.fromkeys(number for number in rows if not number.startswith("IA-")))


def _has_head(rule: Rule) -> bool:
    return not rule.number.startswith("IA-")


def _head(number: str) -> str:
    """The number of the whole rule: 45 of 45-B2; empty of an example."""
    found = _HEAD.match(number)
    return found[0] if found else ""


def _order(number: str) -> tuple[bool, int]:
    return number.startswith("RP-"), int(number.removeprefix("RP-") or 0)
