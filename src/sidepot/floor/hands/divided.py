"""Players who want to divide a pot: the blinds may take their chips back; no other pot is divided."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, Sanction, Void
from sidepot.rules.texts import Point, cite

CHOPPED: Final = Point("chopped blinds", {"RRP-11": "house/blinds-chopped/blinds", "TDA-2013": "61", "TDA-2024": "69"})
DIVIDED: Final = Point(
    "a pot divided by agreement", {"RRP-11": "house/blinds-chopped/other", "TDA-2013": "61", "TDA-2024": "69"}
)
IN_KILL: Final = Point(
    "no chop in a kill pot", {"WSOP-LIVE-2026": "193-pots/chop", "RRP-11": "house/blinds-chopped/other"}
)


class DividedPot(Facts, frozen=True, kw_only=True, tag="divided pot"):
    """A wish of players to take chips back or to share a pot, instead of playing for it.

    - `blinds`: whether only the two blinds are in the hand
    - `raised`: whether one of the blinds has called or raised
    - `kill`: whether one of the blinds is a kill
    - `live`: whether the hand is played in the program
    """

    blinds: bool = True
    raised: bool = False
    kill: bool = False
    live: bool = False

    def __post_init__(self) -> None:
        if self.raised and not self.blinds:
            raise BadNotation(
                "raised and kill: these matter only if the two blinds are alone in the hand; leave them out"
            )


def rule_on_divided(facts: DividedPot, rulebook: Rulebook) -> Ruling:
    """Rule on whether players may divide a pot by agreement. Rule: Robert's, procedures; TDA-2013 61; TDA-2024 69."""
    may_chop = facts.blinds and rulebook.blinds_chopped
    cites = (cite(CHOPPED if may_chop else DIVIDED, rulebook, "blinds_chopped"),)
    play = (say("Play the hand out."),)
    if not facts.blinds:
        because = say("The players want to split the pot by agreement, but each player must play alone.")
        return Ruling(
            verdict="play on",
            about="pot",
            reason=because,
            cites=cites,
            instructions=play,
            penalty=Sanction("soft play", whose="players"),
        )
    if not rulebook.blinds_chopped:
        because = say("Each player must play alone, so the blinds may not be chopped.")
        return Ruling(verdict="play on", about="pot", reason=because, cites=cites, instructions=play)
    if facts.kill:
        because = say("The players may not chop: one of the blinds is a kill blind, so the hand is played.")
        return Ruling(
            verdict="play on", about="pot", reason=because, cites=(cite(IN_KILL, rulebook),), instructions=play
        )
    if facts.raised:
        because = say("It is too late to chop: one of the blinds has acted, so the hand is played.")
        return Ruling(verdict="play on", about="pot", reason=because, cites=cites, instructions=play)
    return Ruling(
        verdict="blinds go back",
        reason=say(
            "All the others have folded, and neither blind has acted. Both may take their chips back if they agree."
        ),
        cites=cites,
        instructions=(
            say("Ask both players; if one wants to play, play the hand."),
            say("Otherwise return the blinds, and move the button."),
        ),
        effects=(Void(),) if facts.live else (),
    )
