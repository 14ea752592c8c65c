"""The stack of an absent player: whether it stays and is blinded off, or is removed."""

from __future__ import annotations

from typing import Final

from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

DISQUALIFIED: Final = Point(
    "chips of a disqualified player", {"TDA-2013": "58-D", "TDA-2024": "71-D", "TDA-2026": "RP-23/disqualified"}
)
ABSENT: Final = Point(
    "chips of an absent player",
    {"TDA-2013": "29/absent", "TDA-2024": "30", "TDA-2026": "RP-23/absent", "RRP-11": "tournament/absent"},
)


class AbsentStack(Facts, frozen=True, kw_only=True, tag="absent stack"):
    """The chips of an absent player.

    - `prize`: whether the player can still win a prize
    - `returns`: whether the player may come back
    """

    disqualified: bool = False
    prize: bool = True
    returns: bool = True


def rule_on_absent_stack(facts: AbsentStack, rulebook: Rulebook) -> Ruling:
    """Rule on the chips of an absent player. Rule: TDA-2013 29, 58-D; TDA-2024 30; TDA-2026 RP-23."""
    if facts.disqualified:
        because = say("The player was disqualified.")
        steps = (say("Remove the chips from play."),)
        return Ruling(verdict="out of play", reason=because, cites=(cite(DISQUALIFIED, rulebook),), instructions=steps)
    cites = (cite(ABSENT, rulebook, "hopeless_stack_leaves"),)
    if facts.prize or facts.returns or not rulebook.hopeless_stack_leaves:
        if facts.prize:
            because = say("The player can still win a prize, so the chips stay in play.")
        elif facts.returns:
            because = say("The player might still come back, so the chips stay in play.")
        else:
            because = say("No rule of this house removes an absent player's chips, so they stay in play.")
        keep = (
            say("Leave the chips at the seat."),
            say("In each hand, deal the seat in, post its blinds and antes, and kill the hand after the deal."),
        )
        return Ruling(verdict="blinded off", reason=because, cites=cites, instructions=keep)
    because = say("The player will certainly not come back and can no longer win a prize.")
    return Ruling(
        verdict="out of play", reason=because, cites=cites, instructions=(say("Remove the chips from play."),)
    )
