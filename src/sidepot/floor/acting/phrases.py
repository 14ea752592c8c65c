"""The phrases of a card table (`phrases.toml`): official words, words at the player's own risk, words that are no
action.

Official are bet, raise, call, fold, check, all-in, complete, and pot in pot limit (TDA-2013 3).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sidepot.validation.reader import package_toml


class Word(StrEnum):
    """The action that a player's words mean."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"
    ALL_IN = "all-in"
    POT = "pot"
    LEAST = "least"
    MOST = "most"
    TIMES = "times"
    PASS = "pass"
    AMOUNT = "amount"
    NOTHING = "nothing"


PASSIVE: Final = (Word.FOLD, Word.CHECK, Word.CALL, Word.PASS)


class Meaning(NamedTuple):
    """The meaning of a phrase: an action, or an amount.

    - `official`: whether the phrase is an official term
    - `part`: the amount as a fraction of the pot
    - `times`: the amount as a multiple of the previous bet
    """

    word: Word
    official: bool = False
    part: tuple[int, int] = (1, 1)
    times: int = 0


CHECK_RAISES: Final = ("check raise", "checkraise")


def _read() -> dict[tuple[str, ...], Meaning]:
    data = package_toml("sidepot.floor.acting", "phrases.toml")
    rows: list[tuple[list[str], Meaning]] = [
        *((phrases, Meaning(Word(word))) for word, phrases in data["own_risk"].items()),
        *((phrases, Meaning(Word(word), official=True)) for word, phrases in data["official"].items()),
        *((phrases, Meaning(Word.POT, part=_part(part))) for part, phrases in data["parts"].items()),
        *((phrases, Meaning(Word.TIMES, times=int(times))) for times, phrases in data["times"].items()),
        (data["no_action"], Meaning(Word.NOTHING)),
    ]
    return {tuple(phrase.split()): meaning for phrases, meaning in rows for phrase in phrases}


def _part(text: str) -> tuple[int, int]:
    up, down = text.split("/")
    return int(up), int(down)


PHRASES: Final = _read()
LONGEST: Final = {
    first: max([len(phrase) for phrase in PHRASES if phrase[0] == first]) for first in {phrase[0] for phrase in PHRASES}
}
"""The number of words in the longest phrase that begins with each word."""
