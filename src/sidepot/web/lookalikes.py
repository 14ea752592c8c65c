"""Names by which one could pass for somebody else at the table: the characters in them that cannot be seen, or mislead.

Letters that imitate those of another script are in nearly all of them. So a name is written in one of the scripts that
people's names are mostly written in; those of East Asia may be mixed, with Latin too. Two whole names that look alike
are a matter of `names`.
"""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_MARKS: Final = 2  # accents on one letter
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # neither a letter nor a space to the eye
_CHOOSERS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))  # of variants: invisible themselves

# By the first word of a letter's name in Unicode.
_EAST_ASIA: Final = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
_MIXED: Final = _EAST_ASIA | {"LATIN"}
_ALONE: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
        "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM", "MONGOLIAN", "MYANMAR", "ORIYA", "SINHALA",
        "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
    }
)  # fmt: skip
_APOSTROPHES: Final = frozenset("\u02bb\u02bc")  # of Hawaiian and Polynesian names, and of others
_LATIN_TWICE: Final = frozenset("\u0251\u0261\u0269\u01c0\u01c3")  # like other Latin letters, as small capitals are


def why_misread(name: str) -> str:
    """Why a name could be taken for another one; "" where it could not.

    >>> why_misread("Ann Lee"), why_misread("\u0410nn")
    ('', 'a name is written in one alphabet')
    """
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
    # As names are compared; a letter with its accents is two, so that the accents hide nothing.
    letters = [one for one in unicodedata.normalize("NFKD", name) if _is_letter(one)]
    scripts = {_script(one) for one in letters}
    if not scripts <= _MIXED | _ALONE:
        return "a name is written in letters that everybody can tell from others"
    if len(scripts) > 1 and not scripts <= _MIXED:
        return "a name is written in one alphabet"
    return ""


def _is_letter(one: str) -> bool:
    """Whether it belongs to a script: a letter, or a digit other than 0 to 9."""
    return one.isalnum() and not "0" <= one <= "9" and one not in _APOSTROPHES


def _script(letter: str) -> str:
    """Its script, by the name of the letter; "" for one that looks like another letter of the same script."""
    name = unicodedata.name(letter, "")
    if letter in _LATIN_TWICE or "SMALL CAPITAL" in name:
        return ""
    return name.replace("-", " ").partition(" ")[0]
