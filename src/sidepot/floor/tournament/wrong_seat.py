"""A player who sat down in a wrong seat: whether they move, when, and with which chips."""

from __future__ import annotations

from typing import Final

from sidepot.floor.topic import Facts
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import FAIRNESS, Point, cite

WRONG_SEAT: Final = Point("a wrong seat", {"TDA-2013": "6", "TDA-2024": "7"})

_THIS_HAND: Final = "Let the player finish this hand in the wrong seat."


class WrongSeat(Facts, frozen=True, kw_only=True, tag="wrong seat"):
    """A player is not in the seat that was drawn. `right_stack`: the player began with the usual chips.

    `in_hand`: the player has cards of a hand that is not over. `taken`: another player sits in the right seat.
    """

    right_stack: bool = True
    in_hand: bool = False
    taken: bool = False


def rule_on_wrong_seat(facts: WrongSeat, rulebook: Rulebook) -> Ruling:
    """Rule on a player in a wrong seat: where the player goes, and with which chips.

    Rule: TDA-2013 6; TDA-2024 7; TDA-2026 8. They do not cover a wrong stack, which fairness decides, or a hand that is
    on, which is played out.
    """
    wait = (_THIS_HAND,) if facts.in_hand else ()
    vacate = ("Send the player who sits there to their own seat in the same way.",) if facts.taken else ()
    moves = (*wait, *vacate, "Move the player to the right seat, with the chips that they have now.")
    if facts.right_stack:
        then = " once the hand is over" if facts.in_hand else ""
        return Ruling(
            verdict="moves with the chips",
            because=f"The player began with the right stack: they go to the right seat{then}, and the chips go along.",
            cites=(cite(WRONG_SEAT, rulebook),),
            steps=moves,
        )
    corrected = Option(
        verdict="stack put right",
        because="What the player had too much or too little is taken off or given: nobody else is to pay for it.",
        steps=(*moves, "Take off or give the chips by which the first stack was wrong."),
    )
    as_it_is = Option(
        verdict="moves with the chips",
        because="Too much has been won and lost with the wrong stack to undo it.",
        steps=moves,
    )
    return left_open(
        "The player began with a wrong stack as well, and no rule says what becomes of that.",
        (cite(FAIRNESS, rulebook), cite(WRONG_SEAT, rulebook)),
        corrected,
        as_it_is,
        recommended=corrected.verdict,
    )
