"""A sentence as data: its words with gaps, and what stands in them. A page says it in its own language by these.

A part is a text that is said as it is (a name, a seat, a rule), or a number of chips. `clause` makes a sentence with
such parts. A sentence of `say` may have sentences among its parts.

>>> in_words((clause("{} are left, and {} are paid.", "9", "6"),))
'9 are left, and 6 are paid.'
>>> plain(say("{}: {}", say("{} has {}", "Ann", 12_500), "counted"))
'Ann has 12,500: counted'
"""

from __future__ import annotations

from typing import Any

Clause = tuple[str | int, ...]
Clauses = tuple[Clause, ...]
"""One clause after the other: a reason in several parts."""

Said = tuple[Any, ...]
"""A sentence, and its parts: texts, numbers of chips, and sentences."""


def clause(sentence: str, *parts: str | int) -> Clause:
    """A sentence with a gap `{}` for each of its parts."""
    return (sentence, *parts)


def in_words(said: Clauses) -> str:
    """Clauses in English, one after the other."""
    return " ".join([str(sentence).format(*parts) if parts else str(sentence) for sentence, *parts in said])


def as_one(said: Clauses) -> Said:
    """Clauses as one sentence, which has them as its parts."""
    if len(said) < 2:
        return said[0] if said else ()
    return (" ".join(["{}"] * len(said)), *said)


def say(sentence: str, *parts: str | int | Said) -> Said:
    """A sentence with a gap `{}` for each of its parts, which may be sentences themselves."""
    return (sentence, *parts)


def plain(said: Said, *, commas: bool = True) -> str:
    """A sentence in English, with `commas` in numbers of chips or without."""
    sentence, *parts = said
    return str(sentence).format(*[_part(one, commas) for one in parts]) if parts else str(sentence)


def in_lists(said: Said) -> list[object]:
    """A sentence as lists all through, as it is read back from JSON.

    >>> in_lists(say("{}: {}", say("{} has {}", "Ann", 12_500), "counted"))
    ['{}: {}', ['{} has {}', 'Ann', 12500], 'counted']
    """
    return [in_lists(one) if isinstance(one, tuple) else one for one in said]


def names(people: tuple[str, ...] | list[str]) -> str | Said:
    """Several names as one part: `Ann, Bo and Cy`."""
    if len(people) < 2:
        return "".join(people)
    return say("{} and {}", ", ".join(people[:-1]), people[-1])


def _part(one: str | int | Said, commas: bool) -> str:
    if isinstance(one, tuple):
        return plain(one, commas=commas)
    return f"{one:,}" if commas and isinstance(one, int) else str(one)
