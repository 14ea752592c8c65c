"""A joker found in a game without jokers: a misdeal, a scrap of paper that is replaced, or a fouled deck."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.deal.deal_errors import was_acted_on
from sidepot.floor.deal.fouled import odd_card
from sidepot.floor.deal.misdeal import Misdeal, rule_on_misdeal
from sidepot.floor.deal.scrap import Where, as_scrap
from sidepot.floor.topic import Facts
from sidepot.floor.turns.substantial import Word
from sidepot.rules.clauses import say
from sidepot.rules.deal_choices import OddCard
from sidepot.rules.floor_choices import DealError
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

SCRAP: Final = Point("a joker that is no card", {"TDA-2024": "35-D/scrap", "RRP-11": "irregularities/joker"})


class JokerFound(Facts, frozen=True, kw_only=True, tag="joker found"):
    """A joker that turned up in a game without jokers.

    - `acted`: whether the player who holds the joker has acted on that hand
    - `actions`: the actions before the joker was noticed; `substantial` may be given instead
    - `seat`: the holder's seat in a live hand
    - `live`: whether the hand is played in the program
    """

    where: Where = "in a hand"
    acted: bool = False
    actions: tuple[Word, ...] = ()
    substantial: bool | None = None
    seat: int = -1
    live: bool = False


def rule_on_joker(facts: JokerFound, rulebook: Rulebook) -> Ruling:
    """Rule on a joker in a game without jokers, and on the hand that holds it.

    Rule: TDA-2024 35-A, 35-D; TDA-2026 37-E; PG-109; Robert's, irregularities. Raises BadNotation for facts that
    contradict each other.
    """
    if facts.acted and facts.where != "in a hand":
        raise BadNotation(f"acted: a joker {facts.where} is in nobody's hand; leave out `acted`")
    late = was_acted_on(facts.actions, facts.substantial, rulebook)
    listed = DealError.ODD_CARD in rulebook.misdeals and not rulebook.repair_deals
    if listed and not late:
        ruling = rule_on_misdeal(Misdeal(error=DealError.ODD_CARD, substantial=False, live=facts.live), rulebook)
        because = say(
            "A joker that is not part of this game was dealt. There has been no substantial action, so it is a misdeal."
        )
        return msgspec.structs.replace(ruling, reason=because)
    if rulebook.odd_card is OddCard.FOULS:
        return odd_card(rulebook, live=facts.live)
    decides = cite(SCRAP, rulebook, "misdeals")
    return as_scrap(
        "joker",
        facts.where,
        decides,
        rulebook,
        acted=facts.acted,
        dealt=late or bool(facts.actions),
        too_late=listed and late,
        seat=facts.seat,
    )
