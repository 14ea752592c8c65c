"""The reasons and steps of rulings as data: sentences, and the numbers in their gaps.

`reason_sentences.txt` lists the frequent sentences, one a line, with a gap for each number: these are translated. A
reason with any other sentence stays plain text.

>>> reason_sentence("A declared raise to 1200 is binding.")
('A declared raise to {} is binding.', 1200)
>>> reason_sentence("Something else happened.")
()
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from sidepot.rules.clauses import Clauses, Sentence, as_one

_NUMBER: Final = re.compile(r"\d[\d,]*(?<!,)")
_NEXT: Final = re.compile(r'(?<=\.) (?=[A-Z0-9"])')  # between two sentences


@cache
def sentences() -> frozenset[str]:
    """The sentences that are translated."""
    listed = files("sidepot").joinpath("floor", "reason_sentences.txt").read_text("utf-8")
    return frozenset(listed.splitlines())


def clauses_in(text: str, who: str = "") -> Clauses:
    """The sentences of a text, with a gap for each number and for the player `who`."""
    gap = re.compile(rf"\b{re.escape(who)}\b|{_NUMBER.pattern}") if who else _NUMBER
    return tuple([(gap.sub("{}", one), *map(_part, gap.findall(one))) for one in _NEXT.split(text)])


def _part(text: str) -> str | int:
    return int(text.replace(",", "")) if text[0].isdecimal() else text


def reason_sentence(text: str, who: str = "") -> Sentence:
    """A reason or a step as data if all of its sentences are frequent; else empty."""
    for found in (clauses_in(text, who), clauses_in(text)):
        if all(sentence in sentences() for sentence, *_ in found):
            return as_one(found)
    return ()
