"""A mistake that no rule covers: the certain part is corrected, and chance may decide the rest."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.deal.deal_errors import CALL_FLOOR
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

CHANCE: Final = Point("a mistake that no rule covers", {"TDA-2024": "RP-14", "TDA-2013": "1", "PG": "107"})


class UncoveredMistake(Facts, frozen=True, kw_only=True, tag="uncovered mistake"):
    """A mistake with cards, or a choice between players, that no rule covers.

    - `certain`: whether it is known which cards would have been dealt, or which player it would have been, without
      the mistake
    - `about`: what must be decided
    """

    certain: bool = False
    about: Literal["which card", "which player"] = "which card"


def rule_on_uncovered(facts: UncoveredMistake, rulebook: Rulebook) -> Ruling:
    """Rule on a mistake that no rule covers. Rule: TDA-2024 RP-14; in other houses fairness, TDA-2013 1 and PG-107."""
    is_card = facts.about == "which card"
    restored = Option(
        verdict="put right",
        reason=say("It is known how the cards would have come, so everybody gets those cards.")
        if is_card
        else say("It is known which player it would have been without the mistake."),
        when=say("If it is known how the cards would have come, everybody gets those cards.")
        if is_card
        else say("If it is known which player it would have been without the mistake, it is that player."),
        instructions=(
            say("Put the cards where they would be without the mistake.")
            if is_card
            else say("Go on with that player, as if there had been no mistake."),
            say("Play on."),
        ),
    )
    chance = Option(
        verdict="by chance",
        reason=say("No rule covers this mistake, and nobody knows how the cards would have come without it.")
        if is_card
        else say("No rule covers this mistake, and nobody knows which player it would have been without it."),
        when=say("If nobody knows how the cards would have come, a random draw decides.")
        if is_card
        else say("If nobody knows which player it would have been, a random draw decides."),
        instructions=(
            say("Scramble the cards in question face down, and draw as many as needed.")
            if is_card
            else (
                say(
                    "Deal one card face up to each player in question; the highest card decides, with suits breaking "
                    "ties."
                )
            ),
            say("Play on."),
        ),
    )
    return left_open(
        say("No rule covers this mistake, so the director decides what is fairest."),
        (cite(CHANCE, rulebook),),
        restored,
        chance,
        recommended="put right" if facts.certain else "by chance",
        instructions=CALL_FLOOR,
    )
