"""Check text that people type and others see: one line, visible characters, no stacks of accents.

Stacked marks (zalgo) cover the lines above and below. No language needs more than two accents on a letter; scripts of
South and South-East Asia write vowels and tones as marks, and need a few more per syllable.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_ACCENTS: Final = 2  # combining marks of no one script, on one letter
MOST_MARKS: Final = 5  # all marks of one letter: Burmese names have four
THAT_CAN_BE_DISPLAYED: Final = f"that can be displayed, with at most {MOST_ACCENTS} accents on a letter"
PILED: Final = f"a letter has at most {MOST_ACCENTS} accents"
JOINS: Final = re.compile("[\u200c\u200d]")  # not seen themselves: they join or part the signs of an emoji or a script
_EMOJI_STYLE: Final = "\ufe0f"


def can_be_shown(text: str, *, joins: bool = False) -> bool:
    """Whether a text is one visible line. With `joins`, the text may contain the invisible joiners of emoji.

    >>> can_be_shown("José"), can_be_shown("Zalgo" + 9 * "̀"), can_be_shown("two\\nlines")
    (True, False, False)
    """
    plain = JOINS.sub("", text) if joins else text
    return plain.isprintable() and not is_piled(plain)


def is_piled(text: str) -> bool:
    """Whether a letter has more accents and other marks than in any language, or the same mark twice.

    >>> is_piled("Việ́t"), is_piled("à́̂"), is_piled("ก็็")
    (False, True, True)
    """
    if text.isascii():
        return False
    accents = marks = 0
    before = ""
    for one in text:
        kind = unicodedata.category(one)
        if kind == "Cf":  # not seen: it does not part a letter from its marks
            continue
        if not kind.startswith("M"):
            accents = marks = 0
        else:
            marks += 1
            accents += unicodedata.name(one, "").startswith("COMBINING")
            if accents > MOST_ACCENTS or marks > MOST_MARKS or one == before:
                return True
        before = one
    return False


def without_joins(text: str) -> str:
    """A text without the characters that only join the parts of an emoji or make it coloured."""
    found = JOINS.sub("", text)
    pairs = zip(" " + found, found, strict=False)
    return "".join([one for before, one in pairs if one != _EMOJI_STYLE or unicodedata.category(before) != "So"])
