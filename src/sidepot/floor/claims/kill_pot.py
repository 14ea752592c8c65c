"""A bet in a kill pot by a player who did not know of the higher limits. Only Robert's Rules have kills.

The ruling has no effect on a live hand, which plays by the limits of the kill from the first card and refuses other
bets. It is for tables with real chips.
"""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, each_then, held_to, left_open
from sidepot.rules.texts import Point, cite

ANNOUNCED: Final = Point("a kill that was announced", {"RRP-11": "kills/not-announced/announced"})
UNANNOUNCED: Final = Point("a kill that was not announced", {"RRP-11": "kills/not-announced/silent"})
CORRECTED: Final = "corrected"


class UnannouncedKill(Facts, frozen=True, kw_only=True, tag="kill not announced"):
    """A bet, call or raise by the usual limits in a kill pot. Amounts are totals for the round.

    - `made`: the amount put in
    - `right`: the amount by the limits of the kill pot
    - `announced`: whether the kill was announced
    """

    made: int
    right: int
    announced: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.made < self.right:
            raise BadNotation(
                f"right: expected more than the {self.made} that was put in, not {self.right}; a kill raises the limits"
            )


def rule_on_unannounced_kill(facts: UnannouncedKill, rulebook: Rulebook) -> Ruling:
    """Rule on an action by the usual limits in a kill pot. Rule: Robert's, kill pots 8.

    Raises BadNotation for impossible amounts.
    """
    cites = (cite(ANNOUNCED if facts.announced else UNANNOUNCED, rulebook),)
    add = facts.right - facts.made
    corrected = Option(
        verdict=CORRECTED,
        reason=say("The pot is a kill pot, so the amount is {right} at its limits.", facts.right),
        when=say(
            "If the player prefers to correct the amount, it is {right}, by the limits of the kill pot.", facts.right
        ),
        amount=facts.right,
        add=add,
        instructions=(say("Have the player add {add}.", add), say("Play on at the limits of the kill pot.")),
    )
    if facts.announced:
        because = say(
            "The kill was announced, so the {made} put in is corrected to {right}, by the limits of the kill pot.",
            facts.made,
            facts.right,
        )
        return held_to(corrected, cites, reason=because, about="amount")
    return left_open(
        say("Nobody announced that this is a kill pot, so the player may take the chips back or correct the amount."),
        cites,
        *each_then(
            (say("Tell all players that it is a kill pot."),),
            Option(
                verdict="taken back",
                reason=say("The player did not know of the kill pot and takes the chips back."),
                when=say("If the player takes the chips back, the action is open again."),
                change=facts.made,
                instructions=(
                    say("Give {made} back to the player.", facts.made),
                    say("Let the player act again, knowing that it is a kill pot."),
                ),
            ),
            corrected,
        ),
        recommended="taken back",
        instructions=(
            say("Tell all players that it is a kill pot."),
            say("Ask the player to take the chips back or to correct the amount."),
        ),
        about="amount",
    )
