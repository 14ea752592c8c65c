"""Serving a penalty: when a player who misses hands, or was sent away, may come back."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.offence import SENT_AWAY
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.floor_choices import Penalties
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

SERVING: Final = Point("serving a penalty", {"TDA-2013": "58-C", "TDA-2024": "71-C"})
REDEALT: Final = Point("a hand dealt again, in a penalty", {"TDA-2013": "34-B/absent", "TDA-2024": "35-C/absent"})


class ServedFacts(Facts, frozen=True, kw_only=True, tag="penalty served"):
    """A penalty of missed hands, and the hands dealt since it began."""

    hands: int
    deals: int = 0
    redeals: int = 0


def rule_on_served(facts: ServedFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player with a penalty may return. A hand that was dealt again counts once.

    Rule: TDA-2013 58-C, 34-B; TDA-2024 71, 35-C; in cash games Robert's, conduct.
    """
    if facts.hands < 1:
        raise BadNotation(f"hands: expected a penalty of at least 1 hand, not {facts.hands}")
    if facts.deals < 0 or facts.redeals < 0:
        raise BadNotation(f"deals and redeals: expected 0 or more, not {facts.deals} and {facts.redeals}")
    if facts.redeals > max(facts.deals - 1, 0):
        raise BadNotation(
            f"redeals: of {facts.deals} deals at most {max(facts.deals - 1, 0)} can be re-deals, not {facts.redeals}"
        )
    missed = facts.deals - facts.redeals
    counts = say("A hand that was dealt again counts once.") if facts.redeals else ()
    cites: tuple[Cite, ...] = (cite(SERVING, rulebook),)
    if facts.redeals:
        cites = (cite(REDEALT, rulebook), *cites)
    if rulebook.penalties is Penalties.SUSPENSION:
        return _suspended(facts, missed, cite(SENT_AWAY, rulebook, "penalties"))
    if missed >= facts.hands:
        served = (
            say("The player has missed the one hand of the penalty.")
            if facts.hands == 1
            else say("The player has missed all {hands} hands of the penalty.", str(facts.hands))
        )
        because = in_a_row(served, counts)
        return Ruling(
            verdict="comes back",
            reason=because,
            cites=cites,
            instructions=(say("Deal the player in with a live hand."),),
        )
    return Ruling(
        verdict="stays away",
        reason=in_a_row(
            say("The player has not missed the one hand of the penalty yet.")
            if facts.hands == 1
            else say("The player has missed {missed} of {hands} hands so far.", str(missed), str(facts.hands)),
            counts,
        ),
        cites=cites,
        instructions=(
            say(
                "Deal cards to the seat and post its blinds and antes; in stud also post the bring-in if the "
                "seat has it."
            ),
            say("Kill the hand after the deal."),
        ),
    )


def _suspended(facts: ServedFacts, missed: int, decides: Cite) -> Ruling:
    """Rule on a cash game: the house decides how long the player stays away, and the seat is not dealt in."""
    return left_open(
        say(
            "This is a cash game, so there are no missed-hand penalties, and the house decides how long the "
            "player is suspended."
        ),
        (decides,),
        Option(
            verdict="comes back",
            reason=say("The suspension is over."),
            when=say("If the suspension is over, the player is dealt in again."),
            instructions=(say("Deal the seat in again."),),
        ),
        Option(
            verdict="stays away",
            reason=say("The suspension is not over yet."),
            when=say("If the suspension is not over yet, the player stays away."),
            instructions=(say("Do not deal the seat in, and post nothing for it."),),
        ),
        recommended="comes back" if missed >= facts.hands else "stays away",
    )
