"""Cards that would have come: whether anybody may look at them."""

from __future__ import annotations

from typing import Final

from sidepot.floor.topic import Facts
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite, cite_choice

RABBIT: Final = Point("rabbit hunting", {"TDA-2013": "28", "TDA-2024": "28", "RRP-11": "house/rabbit-hunting"})


class RabbitHunt(Facts, frozen=True, kw_only=True, tag="rabbit hunting"):
    """Somebody wants to see the cards that would have come. `over`: the pot is awarded. `seen`: they were shown."""

    over: bool = True
    seen: bool = False


def rule_on_rabbit(facts: RabbitHunt, rulebook: Rulebook) -> Ruling:
    """Whether cards that would have come are shown. Rule: TDA-2013 28; TDA-2026 30; Robert's, procedures."""
    cites = (cite(RABBIT, rulebook, "rabbit_hunting"),)
    if not facts.over:
        return Ruling(
            verdict="not shown",
            because="The hand is still on: nobody sees a card that has not come.",
            cites=cites,
            steps=("Cover the cards that were looked at: they are not part of the board.", "Call the floor.")
            if facts.seen
            else ("Keep the stub closed.", "Play on."),
        )
    if rulebook.rabbit_hunting:
        return Ruling(
            verdict="shown",
            because="The hand is over, and this house lets players look.",
            cites=(cite_choice("rabbit_hunting"),),
            steps=("Show the cards that would have come; they change nothing.",),
        )
    if facts.seen:
        return Ruling(
            verdict="changes nothing",
            because="Cards that would have come are not shown here; now that they were, they change nothing.",
            cites=cites,
            steps=("Put the cards into the muck.", "The pot stays as it was awarded.", "Ask not to look again."),
        )
    return Ruling(
        verdict="not shown",
        because="Cards that would have come are shown to nobody.",
        cites=cites,
        steps=("Put the stub into the muck.", "Go on with the next hand."),
    )
