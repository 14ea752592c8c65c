"""The phrases of a card table: the official words, those at the speaker's risk, and those that are no action.

Official are bet, raise, call, fold, check, all-in, complete, and pot in pot limit (TDA-2013 3).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Word(StrEnum):
    """The action that a player's words come to."""

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
    """The meaning of a phrase: an action; of the pot, which `part`; `times` the bet before it."""

    word: Word
    official: bool = False
    part: tuple[int, int] = (1, 1)
    times: int = 0


_OFFICIAL: Final = {
    Word.FOLD: "fold, folds, folding",
    Word.CHECK: "check, checks, checking",
    Word.CALL: "call, calls, calling",
    Word.BET: "bet, bets, betting",
    Word.RAISE: "raise, raises, raising",
    Word.COMPLETE: "complete, completes, completing",
    Word.ALL_IN: "all in, allin",
    Word.POT: "pot, the pot, bet the pot, bet pot, raise the pot, raise pot, raise to pot, raise to the pot",
    Word.LEAST: "minimum, the minimum, minimum raise, minimum bet, min, min raise, min bet, minraise, minbet",
}
_OWN_RISK: Final = {
    Word.FOLD: "muck, i'm out, i am out, out, take it, take it down, it's yours, yours, give up, lay it down, "
    "surrender, throw it away, pitch it, get rid of it, i'm done, i am done, folded, too rich for me",
    Word.CHECK: "tap, taps, tap tap, knock, knocks, knock knock, free card, check it, checked, check check, "
    "check to you, over to you, go ahead",
    Word.CALL: "i see, i'll see, see it, see you, see your, see that, see the bet, i'm in, i am in, match, match it, "
    "flat, flat call, smooth call, pay, pay you, pay it, pay you off, i'll look, keep you honest, look you up, called, "
    "stay, same, the same, same bet, the same bet, same thing, same here, same again",
    Word.BET: "lead, lead out, open, fire, wager, stab",
    Word.RAISE: "re raise, reraise, bump, bump it, bump it up, three bet, 3 bet, four bet, 4 bet, five bet, 5 bet, "
    "pop it, kick it up, kick it, up it, check raise, checkraise, over the top, come over the top, boost it, raised, "
    "pump it, cap, cap it, caps",
    Word.ALL_IN: "shove, jam, ship, ship it, push all in, push, move in, moving in, everything, all of it, the lot, "
    "rip it, stack it in, stick it in, get it in, all my chips, my whole stack, the whole stack, my stack",
    Word.POT: "pot it, full pot, potting, a pot bet, pot bet, pot sized bet, pot size bet, the size of the pot",
    Word.LEAST: "click it back, click back, click, minimum click, min click, the least",
    Word.MOST: "max, maximum, the max, the maximum, max raise, max bet, maximum raise, maximum bet, maxraise, maxbet, "
    "the most, all i can",
    Word.PASS: "pass, passing",
}
CHECK_RAISES: Final = ("check raise", "checkraise")
_PARTS: Final = {
    "half pot, half the pot, half of the pot": (1, 2),
    "third pot, third of the pot": (1, 3),
    "two thirds, two thirds pot, two thirds of the pot": (2, 3),
    "quarter pot, quarter of the pot": (1, 4),
    "three quarters, three quarter pot, three quarters pot, three quarters of the pot": (3, 4),
}
_TIMES: Final = {"double, double it, double that, twice": 2, "triple, triple it": 3}
_NO_ACTION: Final = (
    "call the clock, call a clock, call clock, call for a clock, call the floor, call time, let me see, let me check, "
    "check my cards, check my hand, pot odds"
)


def _all() -> dict[tuple[str, ...], Meaning]:
    found: dict[tuple[str, ...], Meaning] = {}
    for table, official in ((_OWN_RISK, False), (_OFFICIAL, True)):
        for word, phrases in table.items():
            found |= dict.fromkeys(_split(phrases), Meaning(word, official))
    for phrases, part in _PARTS.items():
        found |= dict.fromkeys(_split(phrases), Meaning(Word.POT, part=part))
    for phrases, times in _TIMES.items():
        found |= dict.fromkeys(_split(phrases), Meaning(Word.TIMES, times=times))
    return found | dict.fromkeys(_split(_NO_ACTION), Meaning(Word.NOTHING))


def _split(phrases: str) -> list[tuple[str, ...]]:
    return [tuple(phrase.split()) for phrase in phrases.split(", ")]


PHRASES: Final = _all()
LONGEST: Final = {
    first: max([len(phrase) for phrase in PHRASES if phrase[0] == first]) for first in {phrase[0] for phrase in PHRASES}
}
"""For each word that begins a phrase, how many words the longest of its phrases has."""
