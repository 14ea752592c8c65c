"""Questions and requests, with or without a question mark: they declare nothing (TDA-2013 47).

A question begins like one (`how much to call`, `could I get a count before I call`), or asks for an answer (`tell me
the pot`, `you bet 1200, right`). Words before a question count: `call, how much is it` is a call.
"""

from __future__ import annotations

from typing import Final

from sidepot.floor.acting.amounts import read_amount, tokens
from sidepot.floor.spot import Spot
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite, cite_choice

POT_COUNT: Final = Point("a count of the pot", {"TDA-2013": "47/count", "TDA-2024": "54-A"})
COUNTED, NOT_COUNTED = "pot counted", "pot not counted"

_ENDS: Final = tuple(".;!?")
_BEFORE: Final = frozenset(
    "so um uh er hey hm hmm and but well now just please sorry wait dealer sir ok okay yeah".split()
)
_ASKS: Final = ("how", "what", "what's", "whats", "who", "who's", "whose", "which", "where", "where's", "why", "how's")
_HELPS: Final = frozenset(
    "is are was were am do does did can could may might would will shall should has have had isn't aren't".split()
)
_WHOM: Final = frozenset(
    "i we you he she they it that this these those the there my your his her their our anybody anyone somebody someone "
    "a an all everybody everyone nobody seat both".split()
)
_REQUESTS: Final = tuple(
    tuple(text.split())
    for text in (
        "tell me, tell us, let me know, let us know, give me a count, give us a count, give me the count, give me "
        "the pot, remind me, show me, show us, explain, i wonder, i'm wondering, wondering, just asking, i'm "
        "asking, asking, i ask, i want to know, i'd like to know, i would like to know, i need to know, i like to "
        "know, want to know, need to know, i want a count, i'd like a count, i would like a count, i need a count, "
        "need a count, want a count, get a count, get me a count, get the count, may i, count it, count that, "
        "count them, count the, count his, count her, count their, count your, count please, count down, a count, "
        "spread the, spread it, announce the, pot count, pot size please, amount please, amount to call, size of "
        "the, say the"
    ).split(", ")
)
_TAGS: Final = tuple(
    tuple(text.split())
    for text in (
        "right, correct, yes, yeah, huh, eh, isn't it, wasn't it, is it, didn't you, don't you, aren't you, didn't he, "
        "didn't she, didn't they, is that right, is that correct, am i right, that right, that correct"
    ).split(", ")
)
"""Words that turn the preceding words into a question: `you bet 1200, right`."""

_TELLS: Final = (
    "you you've you're he he's she she's they they've it it's that that's this there there's the your his her their so"
).split()
_OWES: Final = ("have", "need", "owe", "must", "only", "still", "would", "can", "am")
_CURSES: Final = ("hell", "heck", "fuck", "devil")


def without_questions(words: list[str]) -> list[str]:
    """The words that are not part of a question. A question extends to the end of its sentence.

    >>> " ".join(without_questions("call , how much is it".split()))
    'call ,'
    >>> without_questions("how much to call".split())
    []
    """
    kept: list[str] = []
    starts, asks = True, _is_tagged(words)
    for at, word in enumerate(words):
        if word in _ENDS:
            starts, asks = True, _is_tagged(words[at + 1 :])
        elif word == ",":
            starts = True
        elif starts and word not in _BEFORE:
            starts = False
            asks = asks or _begins_question(words[at:])
        if words[at : at + 2] == ["how", "much"]:
            asks = True
        if not asks:
            kept.append(word)
    return kept


def is_question(said: str) -> bool:
    """Whether the words contain a question or a request. A single word with a question mark, such as "pot?", is a
    question.
    """
    words = tokens(said)
    return "?" in words or len(without_questions(words)) < len(words)


def _begins_question(words: list[str]) -> bool:
    first, then = words[0], words[1] if len(words) > 1 else ""
    if first in _ASKS:
        return then not in (",", "") and not any(curse in words[1:3] for curse in _CURSES)
    return first in _HELPS and then in _WHOM or any(tuple(words[: len(one)]) == one for one in _REQUESTS)


def _is_tagged(words: list[str]) -> bool:
    """Whether the sentence states something and asks for confirmation, such as `it's 1200, right`.

    An action counts even so: `call, right` is a call.
    """
    sentence = words[: next((at for at, word in enumerate(words) if word in _ENDS), len(words))]
    tag = next((one for one in _TAGS if len(one) < len(sentence) and tuple(sentence[-len(one) :]) == one), ())
    stated = [word for word in sentence[: len(sentence) - len(tag)] if word not in _BEFORE and word != ","]
    if not tag or not stated:
        return False
    if stated[0] in ("i", "i've"):
        return stated[1:2] != [] and stated[1] in _OWES
    number = read_amount(stated, 0)
    return stated[0] in _TELLS or number is not None and number[1] == len(stated)


def asks_for_pot(words: list[str]) -> bool:
    """Whether the player asks for the size of the pot. "Pot?" alone may be an action, so it is not counted as a
    question.
    """
    asked = len(without_questions(words)) < len(words)
    return asked and ("pot" in words or " in the middle" in " ".join(words))


def rule_on_pot_question(spot: Spot, rulebook: Rulebook) -> Ruling:
    """Rule on a player who asks for the size of the pot. The dealer counts the pot only at pot limit.

    Rule: TDA-2013 47; TDA-2024 54-A.
    """
    field = "pot_count_in_pot_limit_only"
    is_custom = not getattr(rulebook, field) and spot.limit != "pot limit"
    cites = (cite_choice(field) if is_custom else cite(POT_COUNT, rulebook, field),)
    turn = say("It is still {player}'s turn.", spot.name) if spot.name else say("It is still the player's turn.")
    if spot.limit == "pot limit" or not rulebook.pot_count_in_pot_limit_only:
        why = (
            say(
                "The player only asked a question, which is not an action. In pot limit the dealer counts the "
                "pot for a player who asks."
            )
            if spot.limit == "pot limit"
            else say(
                "The player only asked a question, which is not an action. In this house the dealer counts the "
                "pot for a player who asks."
            )
        )
        count = say("Announce the pot: {pot}.", spot.pot) if spot.pot else say("Count the pot and announce it.")
        return Ruling(verdict=COUNTED, reason=why, cites=cites, instructions=(count, turn))
    because = say(
        "The player only asked a question, which is not an action. The dealer counts the pot only in "
        "pot limit, and the game is {limit}.",
        (spot.limit,),
    )
    steps = (say("Do not count the pot, but spread it if the player wants to see it."), turn)
    return Ruling(verdict=NOT_COUNTED, reason=because, cites=cites, instructions=steps)
