"""A button in the wrong place: some houses correct it, in others it is a misdeal or the floor decides."""

from __future__ import annotations

from typing import Final

from sidepot.floor.deal.deal_errors import CALL_FLOOR, MISTAKES
from sidepot.floor.turns.substantial import SUBSTANTIAL
from sidepot.rules.floor_choices import DealError
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Effect, Option, Ruling, Void
from sidepot.rules.texts import Point, cite

BUTTON: Final = Point(
    "a button in the wrong place", {"TDA-2013": "1", "TDA-2024": "34-A", "RRP-11": "misdeals/list", "PG": "109"}
)


def button_stands(rulebook: Rulebook) -> Ruling:
    """The button was in the wrong place, and there has been substantial action: it goes on from where it is.

    Rule: TDA-2024 34-A.
    """
    return Ruling(
        verdict="play on",
        because="The button was in the wrong place, but after substantial action that stands, for the next hand too.",
        cites=(cite(BUTTON, rulebook, "wrong_button_corrected"), cite(SUBSTANTIAL, rulebook, "substantial")),
        steps=(
            "Leave button and blinds where they are for this hand.",
            "Move the button on from there for the next hand: it is not moved back.",
        ),
    )


def button_misplaced(rulebook: Rulebook, *, live: bool) -> Ruling:
    """The button was in the wrong place, and there has been no substantial action yet.

    Rule: TDA-2024 34-A; Robert's, misdeals; elsewhere the floor decides.
    """
    steps = ("Move the button and the blinds to where they belong.", "Give bets back, and deal from the right place.")
    effects: tuple[Effect, ...] = (Void(),) if live else ()
    decides = cite(BUTTON, rulebook, "wrong_button_corrected")
    if rulebook.wrong_button_corrected:
        return Ruling(
            verdict="corrected",
            because="The button was in the wrong place, and until there is substantial action that is corrected.",
            cites=(decides,),
            steps=steps,
            effects=effects,
        )
    return Ruling(
        verdict=DISCRETION,
        because="The button was in the wrong place, and no rule here says whether that is a misdeal.",
        cites=(decides, cite(MISTAKES[DealError.WRONG_BUTTON].point, rulebook, "misdeals")),
        steps=CALL_FLOOR,
        options=(
            Option(
                verdict="corrected",
                because="Little has been done, so button and blinds go to where they belong and the hand starts anew.",
                steps=steps,
                effects=effects,
            ),
            Option(
                verdict="play on",
                because="The hand is played on as it was dealt, and the next button is right.",
                steps=MISTAKES[DealError.WRONG_BUTTON].late,
            ),
        ),
        recommended="corrected",
    )
