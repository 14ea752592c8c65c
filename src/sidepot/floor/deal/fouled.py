"""A fouled deck, found when there has been action: some houses void the hand, in others the floor decides."""

from __future__ import annotations

from sidepot.floor.deal.deal_errors import CALL_FLOOR, FOULED_DECK, TOO_LATE
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Effect, Option, Ruling, Void
from sidepot.rules.texts import cite

VOID_STEPS = (
    "Stop play and give every bet back to its player.",
    "Set the deck aside, and bring one that has been checked.",
)


def fouled_after_action(rulebook: Rulebook, *, live: bool, over: bool = False) -> Ruling:
    """A deck that is not whole and right, whatever the action; the hand may be `over`.

    Rule: TDA-2024 35-E; Robert's, irregularities; elsewhere the floor decides.
    """
    effects: tuple[Effect, ...] = (Void(),) if live and not over else ()
    decides = cite(FOULED_DECK, rulebook, "fouled_deck_voids")
    if rulebook.fouled_deck_voids:
        return Ruling(
            verdict="void",
            because="The deck is fouled, so play stops and every bet goes back, whatever has been done in the hand.",
            cites=(decides,),
            steps=VOID_STEPS,
            effects=effects,
        )
    if over:
        stands = Option(
            verdict="stands", because="The pot has been won and paid; the deck is changed for the next hand."
        )
    else:
        stands = Option(
            verdict="play on", because="After substantial action the hand is played on; the deck is changed after it."
        )
    return Ruling(
        verdict=DISCRETION,
        because="The deck is fouled. After substantial action there is no misdeal, and no rule here voids the hand.",
        cites=(decides, cite(TOO_LATE, rulebook)),
        steps=CALL_FLOOR,
        options=(
            stands,
            Option(
                verdict="void",
                because="With such a deck no result is fair, so every bet goes back.",
                effects=effects,
            ),
        ),
        recommended=stands.verdict,
    )
