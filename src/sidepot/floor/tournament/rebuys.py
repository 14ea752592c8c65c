"""A rebuy at the table: announced before a hand, its chips play in that hand and must be paid for."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, also, by_text, cite

REBUYS: Final = Point("rebuys", {"TDA-2013": "26", "TDA-2024": "27"})
TABLE_STAKES: Final = Point("the stake of a hand", {"TS": "1", "PG": "41"})


class RebuyFacts(Facts, frozen=True, kw_only=True, tag="rebuy"):
    """A rebuy that a player wants or has announced.

    - `chips`: whether the new chips are in front of the player
    - `changed_mind`: whether the player no longer wants the rebuy
    - `sold`: whether the player may still buy a rebuy
    """

    said: Literal["before the hand", "during the hand", "not yet"] = "before the hand"
    chips: bool = False
    changed_mind: bool = False
    sold: bool = True


def rule_on_rebuy(facts: RebuyFacts, rulebook: Rulebook) -> Ruling:
    """Rule on which chips of a rebuy play in a hand, and on whether the player must pay for it.

    Rule: TDA-2013 26; TDA-2024 27; TDA-2026 29.
    """
    if facts.said == "not yet" and (facts.chips or facts.changed_mind):
        raise BadNotation("chips and changed_mind: the player has not asked for a rebuy; leave them out")
    cites = (cite(REBUYS, rulebook),)
    if not facts.sold:
        because = say("Rebuys are over, or the player has used all of them.")
        return Ruling(
            verdict="no rebuy",
            reason=because,
            cites=by_text((*cites, *also(rulebook, TABLE_STAKES)), rulebook),
            instructions=(say("Play on with the chips on the table."),),
        )
    if facts.said == "not yet":
        because = say("The player has not announced a rebuy yet, and must not miss a hand because of one.")
        steps = (say("Ask the player before the deal whether they want to rebuy."), say("Do not wait for the chips."))
        return Ruling(verdict="ask before the hand", reason=because, cites=cites, instructions=steps)
    if facts.said == "during the hand" and facts.changed_mind:
        because = say(
            "The player announced the rebuy after the hand had begun, so the new chips were never in play, and the "
            "player may cancel the rebuy."
        )
        return Ruling(verdict="nothing owed", reason=because, cites=cites, instructions=(say("Cancel the rebuy."),))
    if facts.said == "during the hand":
        return Ruling(
            verdict="after the hand",
            reason=say("The player announced the rebuy after the hand had begun."),
            cites=by_text((*cites, *also(rulebook, TABLE_STAKES)), rulebook),
            instructions=(
                say("Play the hand with the chips that the player had."),
                say("Sell the rebuy before the next hand."),
            ),
        )
    if facts.changed_mind:
        because = say(
            "The player announced the rebuy before the hand, and the new chips were in play, so it is too late to "
            "cancel."
        )
        return Ruling(
            verdict="owed", reason=because, cites=cites, instructions=(say("Have the player pay for the rebuy."),)
        )
    if facts.chips:
        because = say("The chips were on the table before the hand.")
        return Ruling(verdict="chips play", reason=because, cites=cites, instructions=(say("Play on."),))
    because = say(
        "The player announced the rebuy before the hand, so the new chips play in this hand and must be paid for."
    )
    steps = (
        say("Count the rebuy chips as part of the stack."),
        say("Bring the chips and take the payment after the hand."),
    )
    return Ruling(verdict="chips play, and are owed", reason=because, cites=cites, instructions=steps)
