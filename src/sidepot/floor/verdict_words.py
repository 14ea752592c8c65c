"""Verdicts as sentences for people."""

from __future__ import annotations

import re
from typing import Final

from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.ruling import Option, Ruling
from sidepot.rules.texts import TEXTS
from sidepot.validation.reader import package_toml

# verdicts that are actions; `{}` is the player's total for the round
DEEDS: Final = {
    "fold": "folds", "check": "checks", "call": "calls {}", "bet": "bets {}", "raise": "raises to {}",
    "all-in": "is all-in for {}", "complete": "completes to {}", "bring in": "brings it in for {}",
}  # fmt: skip

SENTENCES: Final[dict[str, str]] = package_toml("sidepot.floor", "verdicts.toml")
"""Sentences for other verdicts that do not explain themselves."""

COUNTS: Final = {"players": "The final table has {} players", "hands more": "Each table plays {} more hands"}
"""Verdicts that are a number, by what they count."""

_COUNTED: Final = re.compile(r"(\d+) (players|hands more)")


def verdict_words(decided: Ruling | Option, who: str = "") -> str:
    """The verdict as a sentence: `B calls 1200 and gets 800 back.`"""
    return plain(verdict_sentence(decided, who), commas=False)


def verdict_sentence(decided: Ruling | Option, who: str = "") -> Sentence:
    """The verdict as a sentence, as data."""
    verdict = decided.verdict
    if verdict in DEEDS:
        return ("{}.", _deed(decided, DEEDS[verdict], who or say("The player")))
    counted = _COUNTED.fullmatch(verdict)
    if counted is not None:
        return ("{}.", (COUNTS[counted[2]], int(counted[1])))
    about = getattr(decided, "about", "")
    words = (
        SENTENCES.get(f"{verdict} {about}")
        or SENTENCES.get(verdict)
        or (f"The deciding text is {TEXTS[verdict]}" if verdict in TEXTS else verdict)
    )
    sentence: Sentence = (words[:1].upper() + words[1:],)
    total = _total(decided)
    if total and verdict == "corrected" and about == "bet":
        sentence = say("The bet is corrected to {amount}", total)
    elif total and verdict == "dead":
        sentence = say("{verdict}: {amount} stays in the pot", sentence, total)
    elif total and verdict == "chips stay":
        sentence = say("The {amount} stays in the pot", total)
    elif total:
        sentence = say("{}: {}", sentence, total)
    if decided.change:
        sentence = say("{verdict}; {amount} goes back", sentence, decided.change)
    if decided.add:
        sentence = (
            say("{verdict}; {amount} more goes in", sentence, decided.add)
            if total
            else say("{verdict}; {amount} goes in", sentence, decided.add)
        )
    return ("{}.", sentence)


def _deed(decided: Ruling | Option, deed: str, who: str | Sentence) -> Sentence:
    """The action of a verdict, and the chips that go back or are still to come."""
    if decided.amount is None or "{}" not in deed:
        sentence: Sentence = (f"{{}} {deed.removesuffix(' {}').removesuffix(' for')}", who)
    else:
        sentence = (f"{{}} {deed}", who, decided.amount)
    if isinstance(decided, Ruling) and decided.at_least:
        return say("{verdict} or more; the player names the amount", sentence)
    if decided.verdict == "all-in":
        return sentence
    if decided.all_in and not decided.change and not decided.add:
        return say("{verdict}, all-in", sentence)
    if decided.change and decided.add:
        return _both_ways(decided, sentence)
    if decided.change:
        much = decided.change
        sentence = (
            say("{verdict}, all-in, and gets {amount} back", sentence, much)
            if decided.all_in
            else say("{verdict} and gets {amount} back", sentence, much)
        )
    if decided.add and _total(decided):
        sentence = (
            say("{verdict}, all-in, and must add {amount}", sentence, decided.add)
            if decided.all_in
            else say("{verdict} and must add {amount}", sentence, decided.add)
        )
    elif decided.add:
        sentence = (
            say("{verdict}, all-in, and must put in {amount}", sentence, decided.add)
            if decided.all_in
            else say("{verdict} and must put in {amount}", sentence, decided.add)
        )
    return sentence


def _both_ways(decided: Ruling | Option, sentence: Sentence) -> Sentence:
    """The action of a verdict by which some chips go back and others are still to come."""
    back, add = decided.change, decided.add
    if _total(decided):
        return say("{verdict}, gets {amount} back and must add {add}", sentence, back, add)
    return (
        say("{verdict}, all-in, gets {amount} back and must put in {add}", sentence, back, add)
        if decided.all_in
        else say("{verdict}, gets {amount} back and must put in {add}", sentence, back, add)
    )


def headline(ruling: Ruling, who: str = "") -> str:
    """The decision, or the note that the director decides."""
    return plain(headline_sentence(ruling, who), commas=False)


def headline_sentence(ruling: Ruling, who: str = "") -> Sentence:
    """The decision, or the note that the director decides, as data."""
    return say("The director decides.") if ruling.is_open else verdict_sentence(ruling, who)


def option_words(option: Option) -> str:
    """An option with its amounts: `call 50000, 49000 more`."""
    total, all_in = _total(option), ", all-in" if option.all_in else ""
    return f"{option.verdict}{f' {total}' if total else ''}{all_in}{_moves(option)}"


def _total(decided: Ruling | Option) -> int:
    """The player's total for the round; 0 if there is none, or if all of it is still to come."""
    return 0 if decided.amount == decided.add else decided.amount or 0


def _moves(decided: Ruling | Option) -> str:
    """The chips that the player gets back, and those still to come."""
    back = f", {decided.change} back" if decided.change else ""
    if not decided.add:
        return back
    return f"{back}, {decided.add} more" if _total(decided) else f"{back}, and {decided.add} goes in"


def penalty_words(ruling: Ruling) -> str:
    """The penalty that goes with a ruling, as a sentence; empty if there is none."""
    sentence = penalty_sentence(ruling)
    return plain(sentence) if sentence else ""


def penalty_sentence(ruling: Ruling) -> Sentence:
    """The same as data."""
    if ruling.penalty is None:
        return ()
    offence: Sentence = (ruling.penalty.offence,)
    return (
        say("A penalty follows: {offence}.", offence)
        if ruling.penalty.will
        else say("A penalty may follow: {offence}.", offence)
    )
