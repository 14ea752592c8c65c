"""Whether bets are pulled in during a betting round, and who may request it."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

BETS: Final = Point("pulling in bets", {"TDA-2013": "RP-2", "TDA-2024": "RP-2"})


class BetsInFront(Facts, frozen=True, kw_only=True, tag="bets in front"):
    """A request to pull in the bets.

    - `round_over`: whether every player has answered the last bet of the round
    """

    asker: Literal["the player to act", "another player", "the dealer"] = "the player to act"
    round_over: bool = False


def rule_on_bets_in_front(facts: BetsInFront, rulebook: Rulebook) -> Ruling:
    """Rule on a request to pull in bets before the round is over. Rule: TDA-2013 RP-2; TDA-2024 RP-2."""
    cites = (cite(BETS, rulebook),)
    if facts.round_over:
        because = say("The rule on asking applies only during a betting round, and the round is over.")
        return Ruling(verdict="brought in", reason=because, cites=cites, instructions=(say("Pull the bets in."),))
    if facts.asker == "the player to act":
        return Ruling(
            verdict="brought in",
            reason=say("The player to act may have the dealer pull in the bets."),
            cites=cites,
            instructions=(
                say("Pull in the bets that have been called, and leave the last bet in front of the bettor."),
            ),
        )
    because = (
        say("During the betting round the dealer pulls in bets only if the player to act asks for it.")
        if facts.asker == "the dealer"
        else say("During the betting round only the player to act may ask for the bets to be pulled in.")
    )
    return Ruling(
        verdict="left in front",
        reason=because,
        cites=cites,
        instructions=(say("Leave all bets where they are until the round is over."),),
    )
