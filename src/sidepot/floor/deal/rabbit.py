"""Rabbit hunting: whether anybody may look at cards that would have come."""

from __future__ import annotations

from typing import Final

from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite, cite_choice

RABBIT: Final = Point("rabbit hunting", {"TDA-2013": "28", "TDA-2024": "28", "RRP-11": "house/rabbit-hunting"})


class RabbitHunt(Facts, frozen=True, kw_only=True, tag="rabbit hunting"):
    """A request to see the cards that would have been dealt.

    - `over`: whether the pot has been awarded
    - `seen`: whether the cards have already been shown
    """

    over: bool = True
    seen: bool = False


def rule_on_rabbit(facts: RabbitHunt, rulebook: Rulebook) -> Ruling:
    """Rule on whether the cards that would have been dealt are shown.

    Rule: TDA-2013 28; TDA-2026 30; Robert's, procedures.
    """
    cites = (cite(RABBIT, rulebook, "rabbit_hunting"),)
    if not facts.over:
        return Ruling(
            verdict="not shown",
            reason=say("The hand is still in progress, so nobody may see undealt cards."),
            cites=cites,
            instructions=(
                say("Cover the cards that were seen. They are not part of the board."),
                say("Call the director."),
            )
            if facts.seen
            else (say("Keep the stub face down."), say("Play on.")),
        )
    if rulebook.rabbit_hunting:
        return Ruling(
            verdict="shown",
            reason=say("The hand is over, and this house allows rabbit hunting."),
            cites=(cite_choice("rabbit_hunting"),),
            instructions=(say("Show the undealt cards; they change nothing."),),
        )
    if facts.seen:
        return Ruling(
            verdict="changes nothing",
            reason=say("The pot has been awarded, and undealt cards are not part of the hand."),
            cites=cites,
            instructions=(
                say("Muck the cards."),
                say("Let the award of the pot stand."),
                say("Ask the players not to look at undealt cards again."),
            ),
        )
    return Ruling(
        verdict="not shown",
        reason=say("Rabbit hunting is not allowed."),
        cites=cites,
        instructions=(say("Put the stub into the muck."), say("Go on with the next hand.")),
    )
