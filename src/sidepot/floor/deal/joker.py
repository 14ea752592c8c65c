"""A joker found in a game that has none: a misdeal in some houses, in others a scrap of paper that is replaced."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import was_acted_on
from sidepot.floor.deal.misdeal import Misdeal, rule_on_misdeal
from sidepot.floor.hands.dead import also
from sidepot.floor.topic import Topic
from sidepot.floor.turns.substantial import Word
from sidepot.rules.floor_choices import DealError
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Kill, Ruling
from sidepot.rules.texts import Point, cite

SCRAP: Final = Point("a joker that is no card", {"TDA-2024": "35-D", "RRP-11": "irregularities/joker"})
# Only Robert's says what becomes of the hand that holds one.
HELD: Final = Point("a hand with a joker", {"RRP-11": "irregularities/joker"})

_ASIDE: Final = "Set the joker aside: it is no card."


class JokerFound(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="joker found", tag_field="topic"
):
    """A joker came up in a game that has none.

    `acted`: the player who holds it has acted on that hand. `actions` is what was done before it was noticed;
    `substantial` may be told instead. `seat` is the holder's in a live hand. `live`: the program keeps the hand.
    """

    where: Literal["in a hand", "on the board", "in the stub"] = "in a hand"
    acted: bool = False
    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    seat: int = -1
    live: bool = False


def rule_on_joker(facts: JokerFound, rulebook: Rulebook) -> Ruling:
    """The fate of a joker where none is used, and of the hand that holds it.

    Rule: TDA-2024 35-A, 35-D; PG-109; Robert's, irregularities. Raises BadNotation.
    """
    if facts.seat < -1:
        raise BadNotation(f"there is no seat {facts.seat}")
    if facts.acted and facts.where != "in a hand":
        raise BadNotation(f"a joker {facts.where} is in nobody's hand: leave out `acted`")
    late = was_acted_on(facts.actions, facts.substantial, rulebook)
    if not late and DealError.ODD_CARD in rulebook.misdeals and not rulebook.repair_deals:
        ruling = rule_on_misdeal(Misdeal(error=DealError.ODD_CARD, substantial=False, live=facts.live), rulebook)
        because = "A joker came that is not in this game: a misdeal as long as there has been no substantial action."
        return msgspec.structs.replace(ruling, because=because)
    cites = (cite(SCRAP, rulebook, "misdeals"), *also(rulebook, HELD))
    if facts.acted:
        return Ruling(
            verdict="hand dead",
            because="A joker is no card here, and a player who acts on a hand with one has a dead hand.",
            cites=cites,
            steps=(
                "Muck the hand.",
                "Give back only a bet that nobody called; the rest stays in the pot.",
                "Burn one card and deal on as always.",
            ),
            effects=(Kill(facts.seat, refund=True),) if facts.seat >= 0 else (),
        )
    if facts.where == "in the stub":
        return Ruling(
            verdict="set aside",
            because="A joker is no card here: it is a scrap of paper, and play goes on without it.",
            cites=cites,
            steps=(_ASIDE, "Deal the next card in its place."),
        )
    holder = facts.where == "in a hand"
    why = "nobody has acted on the hand that holds it" if holder else "the next card takes its place"
    return Ruling(
        verdict="replaced",
        because=f"A joker is no card here, and makes no misdeal: {why}{', so it is replaced' if holder else ''}.",
        cites=cites,
        steps=(
            _ASIDE,
            "When the others have theirs, give the player the next card of the stub for it."
            if holder
            else "Deal the next card of the stub in its place, without another burn.",
        ),
    )


TOPICS: Final = (
    Topic(
        "A joker is found in a game that has none",
        JokerFound,
        rule_on_joker,
        {
            "where": "Where is the joker?",
            "acted": "Has the player who holds it acted on that hand?",
            "actions": "What had been done before it was noticed, in order (check, fold, call, bet, raise)?",
        },
    ),
)
