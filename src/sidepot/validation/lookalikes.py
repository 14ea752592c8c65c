"""Detect names that could be mistaken for another person's, for accounts and for live tournaments.

Many scripts have letters that look like those of another script. So a name uses a single script from those common in
names; East Asian scripts may be mixed with each other and with Latin.

Two names that read alike (different case, a dot at the end, 1 for l) have the same skeleton, and only one of them may
exist. This also excludes a few names that can be distinguished: Lan and Ian, since Lan may be written lan.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from sidepot.validation.shown_text import PILED, is_piled

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
    """The reason why a name could be mistaken for another name. "" if it could not.

    >>> why_misread("Ann Lee"), why_misread("\u0410nn")
    ('', 'a name is written in one alphabet')
    """
    if any(_is_unseen(one) for one in name):
        return "a name has nothing in it that cannot be seen"
    if is_piled(name):
        return PILED
    # As names are compared; a letter with its accents is two, so that the accents hide nothing.
    letters = [one for one in unicodedata.normalize("NFKD", name) if _is_letter(one)]
    scripts = {_script(one) for one in letters}
    if not scripts <= _MIXED | _ALONE:
        return "a name is written in letters that everybody can tell from others"
    if len(scripts) > 1 and not scripts <= _MIXED:
        return "a name is written in one alphabet"
    return ""


def _is_unseen(one: str) -> bool:
    return one in _BLANK or any(first <= ord(one) <= last for first, last in _CHOOSERS)


def has_brackets(name: str) -> bool:
    """Whether a name contains any kind of brackets. At the tables of a room, brackets mark bots."""
    found = unicodedata.normalize("NFKC", name)
    return any(unicodedata.category(one) in ("Ps", "Pe") or one in "([{" for one in name + found)


def _is_letter(one: str) -> bool:
    """Whether a character belongs to a script: a letter, or a digit other than 0 to 9."""
    return one.isalnum() and not "0" <= one <= "9" and one not in _APOSTROPHES


def _script(letter: str) -> str:
    """The script of a letter, from its name; "" for a letter that looks like another letter of the same script."""
    name = unicodedata.name(letter, "")
    if letter in _LATIN_TWICE or "SMALL CAPITAL" in name:
        return ""
    return name.replace("-", " ").partition(" ")[0]


# ---- two names


def name_key(name: str) -> str:
    """A key that is the same for all spellings of one name.

    >>> name_key("  Ann  LEE ") == name_key("ann lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


# The Latin letters that letters of other alphabets look like, in capitals or in small letters.
_TWINS: Final = {
    **dict(zip("авеѕіјкмнорстухүһԁԛԝӏҽѵ", "abesijkmhopctyxyhdqwlev", strict=True)),
    **dict(zip("αβεζηικμνορτυχϲϳ", "abezhikmnoptyxcj", strict=True)),
    **dict(zip("տօոսհցզ", "sonuhgq", strict=True)),
}
_SAME: Final = str.maketrans({**_TWINS, "i": "l", "і": "l", "ι": "l", "ı": "l", "1": "l", "0": "o"})  # noqa: RUF001 - they look alike
_TOGETHER: Final = (("rn", "m"), ("vv", "w"))


@lru_cache(65_536)
def skeleton(name: str) -> str:
    """The shape of a name, without the marks between letters. The letters I, l and 1 have the same shape, and so do O
    and 0.

    >>> skeleton("Norma.") == skeleton("norma"), skeleton("BiIl") == skeleton("Bill")
    (True, True)
    """
    letters = [one for one in name_key(name) if unicodedata.category(one)[0] in "LNM" and not _is_unseen(one)]
    found = "".join(letters).translate(_SAME)
    for parts, whole in _TOGETHER:
        found = found.replace(parts, whole)
    return found
