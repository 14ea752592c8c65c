"""The last hands of a day of a tournament."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

DAY: Final = Point("the end of the day", {"WSOP-2026": "125", "TDA-2013": "1", "TDA-2024": "1", "PG": "107"})
FEWEST: Final = 3
MOST: Final = 7


class EndOfDay(Facts, frozen=True, kw_only=True, tag="end of the day"):
    """The end of a day of a tournament.

    - `drawn`: the number of hands drawn by lot (0 if not drawn yet)
    """

    drawn: int = 0


def rule_on_end_of_day(facts: EndOfDay, rulebook: Rulebook) -> Ruling:
    """Rule on how many more hands are played on a day. Rule: WSOP-2026 125; in other houses TDA-2013 1 and PG-107.

    Raises BadNotation for a number that cannot be drawn.
    """
    if facts.drawn and not FEWEST <= facts.drawn <= MOST:
        raise BadNotation(f"drawn: expected {FEWEST} to {MOST} more hands, not {facts.drawn}")
    cites = (cite(DAY, rulebook, "day_ends_by_draw"),)
    draw = Option(
        verdict="draw the number",
        reason=(
            say(
                "The day ends after {fewest} to {most} more hands. The number is drawn at random, so that nobody can "
                "stall.",
                str(FEWEST),
                str(MOST),
            )
        ),
        instructions=(
            say("Stop the clock."),
            say("Have a number from {fewest} to {most} drawn at random, and announce it.", str(FEWEST), str(MOST)),
        ),
    )
    if facts.drawn:
        return Ruling(
            verdict=f"{facts.drawn} hands more",
            reason=say("The number {drawn} was drawn at random.", str(facts.drawn)),
            cites=cites,
            instructions=(
                say("Play {drawn} more hands at each table.", str(facts.drawn)),
                say("Have the stacks counted and bagged."),
            ),
        )
    if rulebook.day_ends_by_draw:
        return Ruling(verdict=draw.verdict, reason=draw.reason, cites=cites, instructions=draw.instructions)
    return left_open(
        say("No rule of this house says when the last hand of a day is dealt, so the director decides."),
        cites,
        draw,
        Option(verdict="on the clock", reason=say("Each table finishes the hand in progress when the time is up.")),
        recommended=draw.verdict,
        instructions=(say("Have the director decide."),),
    )
