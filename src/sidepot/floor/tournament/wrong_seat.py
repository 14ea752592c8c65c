"""A player in a wrong seat: whether they move, when, and with which chips."""

from __future__ import annotations

from typing import Final

from sidepot.floor.topic import Facts
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import FAIRNESS, Point, cite

WRONG_SEAT: Final = Point("a wrong seat", {"TDA-2013": "6", "TDA-2024": "7"})

_THIS_HAND: Final = say("Let the player finish this hand in the wrong seat.")


class WrongSeat(Facts, frozen=True, kw_only=True, tag="wrong seat"):
    """A player who is not in the seat that was drawn.

    - `right_stack`: whether the player began with the usual chips
    - `in_hand`: whether the player has cards in a hand that is not over
    - `taken`: whether another player sits in the right seat
    """

    right_stack: bool = True
    in_hand: bool = False
    taken: bool = False


def rule_on_wrong_seat(facts: WrongSeat, rulebook: Rulebook) -> Ruling:
    """Rule on a player in a wrong seat: where the player goes, and with which chips.

    Rule: TDA-2013 6; TDA-2024 7; TDA-2026 8. The rules cover neither a wrong stack, on which fairness decides, nor a
    hand in progress, which is played out.
    """
    wait = (_THIS_HAND,) if facts.in_hand else ()
    vacate = (
        (say("First move the player who has taken that seat to their own seat, in the same way."),)
        if facts.taken
        else ()
    )
    moves = (*wait, *vacate, say("Move the player, with the current chips, to the right seat."))
    if facts.right_stack:
        return Ruling(
            verdict="moves with the chips",
            reason=in_a_row(
                say("The player is in the wrong seat but started with the right stack."),
                say("Another player has taken the right seat.") if facts.taken else (),
            ),
            cites=(cite(WRONG_SEAT, rulebook),),
            instructions=moves,
        )
    corrected = Option(
        verdict="stack put right",
        reason=say(
            "The stack is corrected by the amount that it was off at the start, so that nobody else pays "
            "for the mistake."
        ),
        when=say("If that is still fair, the stack is corrected by the amount that it was off at the start."),
        instructions=(*moves, say("Remove or add the original difference.")),
    )
    as_it_is = Option(
        verdict="moves with the chips",
        reason=say("Too many pots have been played with the wrong stack to undo it."),
        when=say("If too many pots have been played with the wrong stack, the player keeps the current stack."),
        instructions=moves,
    )
    return left_open(
        say("The player is in the wrong seat and started with the wrong stack as well, and no rule covers this."),
        (cite(FAIRNESS, rulebook), cite(WRONG_SEAT, rulebook)),
        corrected,
        as_it_is,
        recommended=corrected.verdict,
    )
