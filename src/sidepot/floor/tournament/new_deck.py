"""When the deck of a table is changed: at a push, at a new level or after an hour, but not at a player's request."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

NEW_DECK: Final = Point(
    "a change of cards",
    {"TDA-2013": "25", "TDA-2024": "26", "RRP-11": "house/new-deck", "WSOP-LIVE-2026": "79"},
)
BY_HOUSE: Final = Point(NEW_DECK.title, {"TDA-2013": "25", "TDA-2024": "26"})
ROUND: Final = Point("a whole round with a deck", {"RRP-11": "house/new-deck/round"})
DAMAGED: Final = Point(
    "a damaged card",
    {"TDA-2013": "25", "TDA-2024": "26", "WSOP-2026": "78", "WSOP-LIVE-2026": "79"},
)

_DO: Final = (say("Bring in the other deck."), say("Count, wash and shuffle it before the next hand."))


class NewDeck(Facts, frozen=True, kw_only=True, tag="new deck"):
    """A request or a reason for a new deck.

    - `minutes`: how long the current deck has been in play
    - `hand_on`: whether a hand is in progress
    - `round_over`: whether the button has gone around once with this deck
    """

    why: Literal["a player asks", "dealer push", "new level", "damaged card", "the house says"] = "a player asks"
    minutes: int = 0
    hand_on: bool = False
    round_over: bool = True


def rule_on_new_deck(facts: NewDeck, rulebook: Rulebook) -> Ruling:
    """Rule on whether the deck is changed now. Raises BadNotation for impossible facts.

    Rule: TDA-2013 25; TDA-2024 26; Robert's, procedures.
    """
    if facts.minutes < 0:
        raise BadNotation(f"minutes: expected 0 or more, not {facts.minutes}")
    if facts.why == "damaged card":
        because = say("A damaged card can be recognized, so the house changes the deck.")
        return _changed(facts, because, rulebook, DAMAGED)
    after, by_time = rulebook.setup_minutes, cite(NEW_DECK, rulebook, "setup_minutes")
    if facts.why != "a player asks":
        if after and not facts.round_over and facts.why != "the house says":
            return _kept(say("The deck has not been in play for a whole round yet."), cite(ROUND, rulebook))
        reason = {
            "dealer push": say("The dealers change, and the deck changes with them."),
            "new level": say("A new level begins, and the deck changes with it."),
            "the house says": say("The house has decided to change the deck."),
        }
        return _changed(facts, reason[facts.why], rulebook, NEW_DECK)
    if not after:
        return _kept(
            say(
                "A player asked, but the deck is changed only at a dealer push, at a new level or when the house "
                "decides."
            ),
            cite(BY_HOUSE, rulebook, "setup_minutes"),
        )
    if facts.minutes < after:
        return _kept(
            say("A player asked, but this deck has been in play for less than {minutes} minutes.", str(after)), by_time
        )
    if not facts.round_over:
        played = say(
            "This deck has been in play for {minutes} minutes or more, but not for a whole round yet.",
            str(after),
        )
        return _kept(played, cite(ROUND, rulebook))
    return _changed(
        facts,
        say("A player asked, and this deck has been in play for {minutes} minutes or more.", str(after)),
        rulebook,
        NEW_DECK,
    )


def _changed(facts: NewDeck, because: Sentence, rulebook: Rulebook, point: Point) -> Ruling:
    wait = (say("Play this hand out with these cards."),) if facts.hand_on else ()
    return Ruling(
        verdict="changed",
        reason=in_a_row(because, say("The hand is played out first.") if facts.hand_on else ()),
        cites=(cite(point, rulebook, "setup_minutes"),),
        instructions=(*wait, *_DO),
    )


def _kept(because: Sentence, decides: Cite) -> Ruling:
    return Ruling(
        verdict="not changed",
        reason=because,
        cites=(decides,),
        instructions=(say("Play on with these cards."),),
    )
