"""Names by which one could pass for somebody else at the table: what is in them that cannot be seen, or misleads."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_MARKS: Final = 2  # accents on one letter
_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK"})  # have letters in common, to the eye
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # neither a letter nor a space to the eye
_CHOOSERS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # of variants: invisible themselves


def why_misread(name: str) -> str:
    """Why a name could be taken for another one; "" where it could not.

    >>> why_misread("Ann Lee"), why_misread("\u0410nn")
    ('', 'a name is written in one alphabet')
    """
    alphabets = set()
    marks = 0
    for one in name:
        if one in _BLANK or any(first <= ord(one) <= last for first, last in _CHOOSERS):
            return "a name has nothing in it that cannot be seen"
        kind = unicodedata.category(one)
        marks = marks + 1 if kind.startswith("M") else 0
        if marks > MOST_MARKS:
            return f"a letter has {MOST_MARKS} accents at most"
        if kind in ("Ps", "Pe") or unicodedata.normalize("NFKC", one)[0] in "([{":
            return "a name has no brackets: they are for bots"
        if kind.startswith("L"):
            alphabets.add(unicodedata.name(one, "").partition(" ")[0])
    return "a name is written in one alphabet" if len(alphabets & _ALIKE) > 1 else ""
