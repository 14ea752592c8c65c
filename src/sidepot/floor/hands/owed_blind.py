"""A player who was dealt in without posting an owed blind."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.hands.absentees import ABSENT, AT_SEAT
from sidepot.floor.hands.dead import DEAD, LIVE
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.floor_choices import Away
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, kill
from sidepot.rules.texts import Point, cite

BLINDED_OFF: Final = Point("players who are blinded off", AT_SEAT.numbers | ABSENT.numbers)
OWED: Final = Point("a blind that is owed", {"RRP-11": "blinds/owed/dead"})
OWED_AFTER_ACTION: Final = Point("a blind that is owed after action", {"RRP-11": "blinds/owed/live"})


class OwedBlind(Facts, frozen=True, kw_only=True, tag="owed blind"):
    """A hand dealt to a player who had not posted an owed blind. The player may have looked at the cards or acted on
    them.
    """

    looked: bool = True
    acted: bool = False
    seat: int = -1

    def __post_init__(self) -> None:
        if self.acted and not self.looked:
            raise BadNotation("looked: expected yes, because the player has acted on the hand")


def rule_on_owed_blind(facts: OwedBlind, rulebook: Rulebook) -> Ruling:
    """Rule on whether a hand dealt without an owed blind is live.

    Rule: Robert's, blinds 10; in a tournament no blind is owed (TDA-2013 29; TDA-2024 30).
    """
    if rulebook.away is Away.DEALT_IN:
        return Ruling(
            verdict="nothing owed",
            reason=say("In a tournament absent players are blinded off, so a returning player owes no blind."),
            cites=(cite(BLINDED_OFF, rulebook, "away"),),
        )
    cites = (cite(OWED_AFTER_ACTION if facts.acted else OWED, rulebook),)
    if facts.acted:
        because = say("The player has acted on the hand, so it is live, but the player still owes the blind.")
        steps = (say("Play on."), say("Have the player post the blind in the next hand."))
        return Ruling(verdict=LIVE, reason=because, cites=cites, instructions=steps)
    if facts.looked:
        because = say(
            "The player looked at the cards without posting the blind and has not acted, so the hand is dead."
        )
        steps = (say("Muck the cards."), say("Have the player post the owed blind or wait, as before."))
        return Ruling(verdict=DEAD, reason=because, cites=cites, instructions=steps, effects=kill(facts.seat))
    because = say("The player has not looked at the cards yet, so it is not too late to post the blind.")
    steps = (say("Have the player post the blind before looking."), say("Play on."))
    return Ruling(verdict="posts now", reason=because, cites=cites, instructions=steps)
