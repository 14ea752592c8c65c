"""A sentence as data: its words with named gaps, and the parts that fill them, in order. Pages translate it from these.

A part is a text that is shown as it is (a name, a seat, a rule), a number of chips, or an amount of money (`MONEY`).
`clause` makes a sentence with such parts. A sentence of `say` may have sentences among its parts.

>>> in_words((clause("{left} are left, and {paid} are paid.", "9", "6"),))
'9 are left, and 6 are paid.'
>>> plain(say("{}: {}", say("{player} has {stack}", "Ann", 12_500), "counted"))
'Ann has 12,500: counted'
>>> plain(say("{player} gets {prize}", "Ann", ("{money}", 1_250, 2, "EUR")))
'Ann gets €12.50'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from sidepot.errors import Cite, SidepotError
from sidepot.validation.decimals import MONEY, money_text

Clause = tuple[Any, ...]
Clauses = tuple[Clause, ...]
"""Several sentences, one after the other, such as a reason in several parts."""

Sentence = tuple[Any, ...]
"""A sentence, and its parts: texts, numbers of chips, and sentences."""


E = TypeVar("E", bound=SidepotError)

_GAP: Final = re.compile(r"\{\w*\}")


def fill(sentence: str, parts: Iterable[object]) -> str:
    """A sentence with its gaps filled by `parts`, in order."""
    rest = iter(parts)
    return _GAP.sub(lambda _: str(next(rest)), sentence)


def clause(sentence: str, *parts: str | int | Sentence) -> Clause:
    """A clause made from a sentence. Each of the parts fills a gap such as `{player}`."""
    return (sentence, *parts)


def in_words(clauses: Clauses) -> str:
    """The English text of several clauses, one after the other."""
    return " ".join([plain(one, commas=False) for one in clauses])


def as_one(clauses: Clauses) -> Sentence:
    """Join several clauses into one sentence. Each clause stays a separate part of it."""
    if len(clauses) < 2:
        return clauses[0] if clauses else ()
    return (" ".join(["{}"] * len(clauses)), *clauses)


def say(sentence: str, *parts: str | int | Sentence) -> Sentence:
    """A sentence in which each of the parts fills a gap such as `{player}`. A part may itself be a sentence."""
    return (sentence, *parts)


def in_a_row(*sentences: Sentence) -> Sentence:
    """Join whole sentences into one, in order. Empty sentences are left out.

    >>> plain(in_a_row(say("It is a raise."), (), say("The player has only {stack}.", 900)))
    'It is a raise. The player has only 900.'
    """
    return as_one(tuple([one for one in sentences if one]))


def in_a_list(sentences: Iterable[Sentence]) -> Sentence:
    """Join sentences into one, separated by semicolons.

    >>> plain(in_a_list([say("{player} calls", "Ann"), say("{player} folds", "Bo")]))
    'Ann calls; Bo folds'
    """
    first, *others = sentences
    return say("; ".join(["{}"] * (1 + len(others))), first, *others) if others else first


def plain(sentence: Sentence, *, commas: bool = True) -> str:
    """The English text of a sentence. With `commas`, numbers of chips have thousands separators."""
    words, *parts = sentence
    if words == MONEY:
        return money_text(*parts)
    return fill(str(words), [_part(one, commas) for one in parts])


def refuse(
    kind: type[E],
    sentence: Sentence,
    cite: Cite | None = None,
    *,
    code: str = "",
    hint: str = "",
    seats: Sequence[int] = (),
) -> E:
    """An error of this kind. Its message is a sentence with gaps, so that it can be translated.

    - `seats`: the seats that the parts `SEAT` of the sentence stand for, in order

    >>> error = refuse(SidepotError, say("{player} has {chips}", "Ann", "500"), code="no_chips")
    >>> error.message, error.sentence
    ('Ann has 500', ('{player} has {chips}', 'Ann', '500'))
    """
    return kind(plain(sentence, commas=False), cite, code=code, hint=hint, seats=seats, sentence=sentence)


def in_lists(sentence: Sentence) -> list[object]:
    """A sentence with lists instead of tuples, as in JSON.

    >>> in_lists(say("{}: {}", say("{player} has {stack}", "Ann", 12_500), "counted"))
    ['{}: {}', ['{player} has {stack}', 'Ann', 12500], 'counted']
    """
    return [in_lists(one) if isinstance(one, tuple) else one for one in sentence]


def as_tuples(sentence: Sentence | list[Any]) -> Sentence:
    """A sentence, or several, with tuples instead of the lists of JSON.

    Returns the same object if it contains no list.

    >>> as_tuples(["{}: {}", ["{player} has {stack}", "Ann", 12500], "counted"])
    ('{}: {}', ('{player} has {stack}', 'Ann', 12500), 'counted')
    """
    made = tuple([as_tuples(one) if isinstance(one, list | tuple) else one for one in sentence])
    if isinstance(sentence, tuple) and all(one is other for one, other in zip(made, sentence, strict=True)):
        return sentence
    return made


def names(people: tuple[str, ...] | list[str]) -> str | Sentence:
    """Several names as one part of a sentence, such as `Ann, Bo and Cy`."""
    if len(people) < 2:
        return "".join(people)
    return say("{} and {}", ", ".join(people[:-1]), people[-1])


def _part(one: str | int | Sentence, commas: bool) -> str:
    if isinstance(one, tuple):
        return plain(one, commas=commas)
    return f"{one:,}" if commas and isinstance(one, int) else str(one)
