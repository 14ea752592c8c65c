"""Texts of programs in other languages: `$1.234,50`, `5 000 $`, and cards such as `Hc` (the Dutch king of clubs).

Such lines are translated into the site's English text before they are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sidepot.formats.sites.text import unreadable
from sidepot.rules.clauses import say

_COMMA: Final = re.compile(r",(?<=\d,)(?=\d\d(?!\d))")  # the comma first: it is what is quickly found
_POINT: Final = re.compile(r"\.(?<=\d\.)\d{3}(?![\d.])")
_SPACED: Final = re.compile(
    r"[ \u00a0\u202f](?<=\d[ \u00a0\u202f])\d{3}(?:[.,]\d\d?)? ?(?:[$€£\])]|(?:kr|[Ll]ei|RON)\b)"
)
_THOUSANDS: Final = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")
_BRACKETED: Final = re.compile(r"[\[(][^\[\]()]*[\])]")
_BETWEEN: Final = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")

_FOREIGN: Final = re.compile(r"[\[,] ?(?:[EHVBRD]|Kn)[cdhs]\b")
_CARD: Final = re.compile(r"(?<=[\[, ])(Kn|[EHVBRD])(?=[cdhs]\b)")
_RANK: Final = re.compile(r"[\[,] ?(Kn|[EHVBRD])[cdhs]\b")
_DUTCH: Final = {"H": "K", "V": "Q", "B": "J"}
_FRENCH: Final = {"R": "K", "D": "Q", "V": "J"}
_GERMANIC: Final = {"E": "A", "D": "Q", "B": "J", "Kn": "J"}
"""German, Swedish, Norwegian and Danish; the king is a `K`."""

_OUTLINE: Final = bytes.maketrans(b"123456789\xa0?,HVBRDdhs", b"000000000  [EEEEEccc")
_SPACED_OUTLINE: Final = b"0 000"
_YEAR_OUTLINE: Final = b"0 0000"  # as in `01 05 2026`


def in_english(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a hand, with decimal points, and with English letters for cards."""
    text = "\n".join(lines)
    outline = text.encode("latin-1", "replace").translate(_OUTLINE)  # few hands need the slow patterns
    spaced = outline.count(_SPACED_OUTLINE)
    if spaced and spaced > outline.count(_YEAR_OUTLINE) and _SPACED.search(text):
        lines = [_BRACKETED.sub(lambda found: _BETWEEN.sub("", found[0]), line) for line in lines]
        text = "\n".join(lines)
    if _COMMA.search(text) or _POINT.search(text):
        lines = [_THOUSANDS.sub(lambda found: found[0].replace(".", ""), line) for line in lines]
        lines = [_COMMA.sub(".", line) for line in lines]
    if (b"Ec" in outline or b"Kn" in outline) and _FOREIGN.search(text):
        letters = _letters_of({found for line in lines for found in _RANK.findall(line)})
        lines = [_CARD.sub(lambda found: letters[found[1]], line) if "[" in line else line for line in lines]
    return lines


def _letters_of(ranks: set[str]) -> dict[str, str]:
    """The English letters for the ranks of a hand, by the language that has all these ranks.

    Raises BadNotation if there is none.
    """
    for letters in (_DUTCH, _FRENCH, _GERMANIC):
        if ranks <= letters.keys():
            return letters
    raise unreadable(say("no known language uses these letters for cards: {letters}", ", ".join(sorted(ranks))))
