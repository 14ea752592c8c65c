"""A ruling that is read aloud: what the floor says to the player, and what it adds if the house's book has no such
rule.
"""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite
from sidepot.floor.verdict_words import headline_sentence
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.gists import gists_of
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import JURISDICTIONS, TEXTS

COUNTS_AS: Final[dict[str, Sentence]] = {
    "fold": say("This is a fold."),
    "check": say("This is a check."),
    "call": say("This is a call of {amount}."),
    "bet": say("This is a bet of {amount}."),
    "raise": say("This is a raise to {amount}."),
    "complete": say("This completes the bet to {amount}."),
    "all-in": say("You are all-in for {amount}."),
    "bring in": say("You bring it in for {amount}."),
}
"""What an action counts as, said to the player."""

ALL_IN: Final[dict[str, Sentence]] = {
    "call": say("This is a call of {amount}, all-in."),
    "bet": say("This is a bet of {amount}, all-in."),
    "raise": say("This is a raise to {amount}, all-in."),
    "complete": say("This completes the bet to {amount}, all-in."),
}
"""The same for an action with the player's last chips."""

_DEAD: Final = say("This hand is dead.")
TO_YOU: Final[dict[str, Sentence]] = {
    "dead": _DEAD,
    "dead hand": _DEAD,
    "hand dead": _DEAD,
    "live": say("This hand is live."),
    "in time": say("You acted in time."),
    "may leave": say("You may leave."),
    "may muck": say("You may muck your hand."),
    "must stay": say("Please stay at the table."),
    "must table": say("Please table your hand."),
    "no rebuy": say("You cannot rebuy any more."),
    "nothing owed": say("You owe nothing."),
    "posts both": say("Please post both blinds."),
    "waits": say("Please wait. You will be dealt in later."),
}
"""Other verdicts about the player, said to the player; only if the verdict has no other subject."""


def to_player(ruling: Ruling, rulebook: Rulebook, who: str = "") -> tuple[Sentence, ...]:
    """What the floor says to the player, in one or two sentences: how the action counts, and by which rule.

    >>> from sidepot.floor.incident import ruling_on
    >>> from sidepot.rules.clauses import plain
    >>> from sidepot.rules.houses import TDA_2024
    >>> facts = {"topic": "act", "spot": "NL 100/200: A 600; B to act", "chips": [[5000]]}
    >>> plain(to_player(ruling_on(facts, TDA_2024)[0], TDA_2024)[0])
    'This is a call of 600. You get 4,400 back.'
    """
    gists = gists_of(ruling.cites[0], rulebook)
    rule = (say("The rule: {rule}", (gists[0],)),) if len(gists) == 1 else ()
    if ruling.is_open:
        return (say("Please wait a moment. The floor decides this."), *rule)
    verb = ruling.verdict.partition(" to ")[0]
    counts = ALL_IN.get(verb) if ruling.all_in and ruling.amount else None
    counts = counts or COUNTS_AS.get(verb)
    if ruling.verdict in TO_YOU and not ruling.about and not ruling.overruled:
        return (in_a_row(TO_YOU[ruling.verdict], _back(ruling)), *rule)
    if counts is None or ruling.overruled:
        return (headline_sentence(ruling, who), *rule)
    return (in_a_row(_counted(ruling, counts), _moved(ruling)), *rule)


def _counted(ruling: Ruling, counts: Sentence) -> Sentence:
    if "{amount}" not in counts[0]:
        return counts
    if ruling.amount is None:
        return ("{}.", (ruling.verdict.capitalize(),))
    if ruling.at_least:
        return (
            say("This is a raise to {amount} or more. How much do you make it?", ruling.amount)
            if ruling.verdict.startswith("raise")
            else say("This is a bet of {amount} or more. How much do you make it?", ruling.amount)
        )
    return (*counts, ruling.amount)


def _moved(ruling: Ruling) -> Sentence:
    """What the player gets back, and what is still to be put in."""
    add = say("Please put in {amount} more.", ruling.add) if ruling.add and ruling.add != ruling.amount else ()
    return in_a_row(_back(ruling), add)


def _back(ruling: Ruling) -> Sentence:
    return say("You get {amount} back.", ruling.change) if ruling.change else ()


def borrowed(ruling: Ruling, rulebook: Rulebook) -> Sentence:
    """A sentence saying which text governs because the house's own book has no such rule. Empty if a rule of the book
    is cited.

    >>> from sidepot.floor.incident import ruling_on
    >>> from sidepot.rules.clauses import plain
    >>> from sidepot.rules.houses import TDA_2024
    >>> plain(borrowed(ruling_on({"topic": "run it twice"}, TDA_2024)[0], TDA_2024))
    "Your book is silent on this. Source: Robert's Rules of Poker."
    """
    text = _text_of(ruling).edition
    if any(one.edition == rulebook.texts[0] for one in ruling.cites):
        return ()
    if text in (rulebook.texts[0], "HOUSE", *JURISDICTIONS) or text not in TEXTS or ruling.verdict in TEXTS:
        return ()
    other = next((one.edition for one in ruling.cites if one.edition in TEXTS and one.edition != text), "")
    if other:
        return say("Your book is silent on this. Sources: {text} and {other}.", (TEXTS[text],), (TEXTS[other],))
    return say("Your book is silent on this. Source: {text}.", (TEXTS[text],))


def _text_of(ruling: Ruling) -> Cite:
    """The deciding rule; that of an overruled ruling is the first one that is about the incident."""
    return ruling.cites[1] if ruling.overruled and len(ruling.cites) > 1 else ruling.cites[0]
