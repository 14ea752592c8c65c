"""The sentences of a case: a pattern for each, and its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Generic, TypeVar

from sidepot.errors import BadNotation

Meaning = TypeVar("Meaning")
Values = dict[str, str]  # the named parts of a sentence; "" if one is left out


class Sentences(Generic[Meaning]):
    """Patterns of sentences with their meanings.

    - `unknown`: the error message for any other sentence, in which `{}` stands for that sentence
    """

    def __init__(self, patterns: Iterable[tuple[str, Meaning]], unknown: str) -> None:
        self._patterns = [(re.compile(pattern), meaning) for pattern, meaning in patterns]
        self._unknown = unknown

    def read(self, text: str) -> tuple[Meaning, Values]:
        """The meaning of a sentence, and its named parts. Raises BadNotation for an unknown sentence."""
        for pattern, meaning in self._patterns:
            found = pattern.fullmatch(text.strip())
            if found:
                return meaning, found.groupdict("")
        raise BadNotation(self._unknown.format(repr(text)))
