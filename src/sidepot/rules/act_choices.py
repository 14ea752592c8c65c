"""Where houses differ on acts: words and chips at the same moment."""

from __future__ import annotations

from enum import StrEnum


class WordsWithChips(StrEnum):
    """What counts if words and chips come at the same moment and differ."""

    DISCRETION = "for the director"  # no rule of 2013 says
    WORDS = "clear words"  # TDA-2024 40-A: clear and reasonable words, else the chips
