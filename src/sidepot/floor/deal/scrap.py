"""A card that is not part of this game: a scrap of paper that is set aside, and the hand that holds it."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import Cite
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, kill
from sidepot.rules.texts import Point, also

Where = Literal["in a hand", "on the board", "in the stub"]

# Only Robert's has a rule on the hand that holds one.
HELD: Final = Point("a hand with a card that is none", {"RRP-11": "irregularities/joker"})


def as_scrap(what: str, where: Where, decides: Cite, rulebook: Rulebook, *, acted: bool, seat: int = -1) -> Ruling:
    """Play on without it: `what` is "joker" or "card"; `acted`: the holder has acted on the hand.

    Rule: TDA-2024 35-D; Robert's, irregularities.
    """
    cites = (decides, *also(rulebook, HELD))
    this = f"A {what} is no card here" if what == "joker" else "The card is not one of this deck, and so no card"
    aside = f"Set the {what} aside: it is no card."
    if acted:
        return Ruling(
            verdict="hand dead",
            because=f"{this}, and a player who acts on a hand with one has a dead hand.",
            cites=cites,
            steps=(
                "Muck the hand.",
                "Give back only a bet that nobody called; the rest stays in the pot.",
                "Burn one card and deal on as always.",
            ),
            effects=kill(seat, refund=True),
        )
    if where == "in the stub":
        return Ruling(
            verdict="set aside",
            because=f"{this}: it is a scrap of paper, and play goes on without it.",
            cites=cites,
            steps=(aside, "Deal the next card in its place."),
        )
    holder = where == "in a hand"
    why = "nobody has acted on the hand that holds it, so it is replaced" if holder else "the next card takes its place"
    place = "When the others have theirs, give the player the next card of the stub for it."
    return Ruling(
        verdict="replaced",
        because=f"{this}, and makes no misdeal: {why}.",
        cites=cites,
        steps=(aside, place if holder else "Deal the next card of the stub in its place, without another burn."),
    )
