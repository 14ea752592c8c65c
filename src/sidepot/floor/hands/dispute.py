"""Disputed pots: how long players may dispute the reading of the hands or the count of the pot."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import say
from sidepot.rules.floor_choices import Disputes, HandStart
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

DISPUTES: Final = Point(
    "disputed pots", {"TDA-2013": "21", "TDA-2024": "22", "RRP-11": "house/pot-ruling", "WSOP-2026": "76"}
)
HANDS: Final = DISPUTES.part("hand", "TDA-2024", "TDA-2026")
COUNTS: Final = DISPUTES.part("accounting", "TDA-2024", "TDA-2026")
AFTER_BREAK: Final = DISPUTES.part("break", "TDA-2024", "TDA-2026")
HAND_BEGINS: Final = Point(
    "when a hand begins", {"TDA-2013": "22/riffle", "TDA-2024": "23/hand", "RRP-11": "house/pot-ruling"}
)

BREAK_SECONDS: Final = 60  # TDA-2024 22: a hand that ends during a break may be disputed for a minute
HEARD: Final = "heard"
TOO_LATE: Final = "too late"


_BEGAN: Final = {
    "the dealer push": say("The next hand began with the dealer push, and that ended the right to dispute the pot."),
    "the riffle": say("The next hand began with the riffle, and that ended the right to dispute the pot."),
    "the button of the shuffler": say(
        "The next hand began when the shuffler was started, and that ended the right to dispute the pot."
    ),
}


class Dispute(Facts, frozen=True, kw_only=True, tag="dispute"):
    """A dispute about a pot.

    - `begun`: the latest step that was taken towards the next hand
    """

    about: Literal["the reading of the hands", "the count of the pot"] = "the reading of the hands"
    begun: Literal["nothing", "the dealer push", "the riffle", "the button of the shuffler"] = "nothing"
    substantial: bool = False  # there has been substantial action on the next hand
    at_break: bool = False  # the hand ended during a break
    seconds: int = 0  # since the pot was awarded

    def __post_init__(self) -> None:
        if self.seconds < 0:
            raise BadNotation(f"seconds: expected the time since the pot was awarded, 0 or more, not {self.seconds}")
        if self.substantial and self.begun in ("nothing", "the dealer push"):
            raise BadNotation(
                f"begun: expected a later step than {self.begun!r}, because there has been substantial action on the "
                "next hand"
            )


def rule_on_dispute(facts: Dispute, rulebook: Rulebook) -> Ruling:
    """Rule on whether a pot may still be disputed. Rule: TDA-2013 21, 22; TDA-2024 22, 23; Robert's, house policies."""
    about_hands = facts.about == "the reading of the hands"
    by_kind = rulebook.disputes is Disputes.BY_KIND
    is_late = by_kind and facts.at_break and facts.seconds > BREAK_SECONDS
    in_break = is_late or by_kind and about_hands and facts.at_break
    point = AFTER_BREAK if in_break else HANDS if about_hands else COUNTS
    decides = cite(point, rulebook, "disputes")
    stand = (say("Let the award stand.") if about_hands else say("Let the count stand."),)
    if is_late:
        because = say(
            "The hand ended during a break, and {seconds} seconds have passed since the pot was awarded.",
            str(facts.seconds),
        )
        return Ruling(verdict=TOO_LATE, reason=because, cites=(decides,), instructions=stand)
    if by_kind and not about_hands:
        if facts.substantial:
            because = say("There has been substantial action on the next hand, so the count of the pot stands.")
            return Ruling(verdict=TOO_LATE, reason=because, cites=(decides,), instructions=stand)
        because = say(
            "There has been no substantial action on the next hand, so the count of the pot may still be disputed."
        )
        wait = say("Do not start the next hand.") if facts.begun == "nothing" else say("Stop the next hand.")
        steps = (
            wait,
            say("Reconstruct the pot from each player's chips."),
            say("Correct the payment if it was wrong."),
        )
        return Ruling(verdict=HEARD, reason=because, cites=(decides,), instructions=steps)
    if _has_begun(facts, rulebook):
        return Ruling(
            verdict=TOO_LATE,
            reason=_BEGAN[facts.begun],
            cites=(decides, cite(HAND_BEGINS, rulebook, "hand_start")),
            instructions=stand,
        )
    return Ruling(
        verdict=HEARD,
        reason=say("The hand ended during a break, and not more than a minute has passed since the pot was awarded.")
        if in_break
        else say("The next hand has not begun, so the pot may still be disputed."),
        cites=(decides,),
        instructions=(
            say("Do not start the next hand."),
            say("Read the hands again as far as they can be identified.")
            if about_hands
            else say("Reconstruct the pot from each player's chips."),
            say("Correct the award if it was wrong."),
        ),
    )


def _has_begun(facts: Dispute, rulebook: Rulebook) -> bool:
    """Whether the next hand has begun: with the riffle or the shuffler, in some houses with the dealer push."""
    if facts.begun == "the dealer push":
        return rulebook.hand_start is HandStart.RIFFLE_OR_PUSH and rulebook.disputes is not Disputes.FIRST_RIFFLE
    return facts.begun != "nothing"
