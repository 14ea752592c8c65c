"""The right to see a hand at the showdown: who has it, for which hands, and whether that hand can still win."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import MUCK
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import SeeHand
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

RIGHT: Final = Point(
    "asking to see a hand",
    {"TDA-2013": "18", "TDA-2024": "18-A", "RRP-11": "showdown/ask-to-see/ask", "PG": "78", "WSOP-LIVE-2026": "147"},
)
CALLERS: Final = Point(
    "seeing the hand of the last aggressor",
    {"TDA-2024": "18-B/river", "TDA-2013": "18", "RRP-11": "showdown/ask-to-see/ask", "PG": "78"},
)
REQUESTS: Final = Point(
    "requests to see a hand", {**CALLERS.numbers, "TDA-2024": "18-B/director", "TDA-2026": "19-B/director"}
)
OVERUSED: Final = Point("asking too often", {"PG": "79", "RRP-11": "showdown/ask-to-see/ask"})
# Only Robert's has a rule on a mucked hand that is shown.
MUCKED: Final = Point("a mucked hand that is shown", {"RRP-11": "showdown/ask-to-see/mucked"})

OFTEN: Final = 3  # asking after this many times is too often: no text gives a number
SHOWN_LIVE: Final = "shown, and live"
SHOWN_DEAD: Final = "shown, but dead"
REFUSED: Final = "refused"


class AskToSee(Facts, frozen=True, kw_only=True, tag="ask to see"):
    """A request to see a hand at the showdown: who asks, and whose hand it is."""

    asker: Literal["holds cards", "tabled cards", "mucked cards", "was not dealt in"] = "holds cards"
    winner: bool = False  # the asker wins the pot
    caller: bool = False  # the asker called the last bet of the last round
    whose: Literal["last aggressor", "another"] = "another"  # who bet or raised last in the last round
    in_showdown: bool = True  # the hand asked for was not folded before
    mucked: bool = False  # the hand asked for was thrown away at the showdown
    identifiable: bool = True  # each of its cards can be identified
    times: int = 0  # how often the player has asked before
    revoked: bool = False  # the right was taken away
    suspicion: bool = False  # the player suspects collusion, and says so to the floor

    def __post_init__(self) -> None:
        if self.times < 0:
            raise BadNotation(f"times: expected 0 or more, not {self.times}")
        if self.asker == "was not dealt in" and (self.winner or self.caller):
            raise BadNotation(
                "asker: a player who was not dealt in can neither call nor win; leave out `caller` and `winner`"
            )
        if not self.mucked and not self.identifiable:
            raise BadNotation(
                "identifiable: cards that were not mucked are always identifiable; give mucked=yes, or leave "
                "out `identifiable`"
            )
        if not self.in_showdown and self.whose == "last aggressor":
            raise BadNotation("in_showdown: expected yes, because the last bettor is in the showdown")


def rule_on_asking(facts: AskToSee, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player may see another's hand at the showdown, and whether that hand can still win.

    Rule: TDA-2013 18; TDA-2024 18-A, 18-B; PG-78, PG-79; Robert's, showdown.
    """
    right = cite(RIGHT, rulebook, "see_hand")
    if not facts.in_showdown:
        return _refuse(
            right, say("Players may ask to see only hands that reached the showdown, and this one was folded earlier.")
        )
    if facts.asker == "was not dealt in":
        return _refuse(right, say("Only a player who was dealt in may ask, and this player was not."))
    if not facts.identifiable:
        unknown = say("The cards can no longer be identified, so there is no hand to show.")
        return Ruling(verdict=REFUSED, reason=unknown, cites=(right, *also(rulebook, MUCK)), instructions=_FACE_DOWN)
    if rulebook.see_hand in (SeeHand.DEALT_IN, SeeHand.CALLED_HAND):
        return _rule_for_all_dealt_in(facts, rulebook)
    if rulebook.see_hand is SeeHand.ON_SUSPICION:
        if not facts.suspicion:
            return _refuse(
                right,
                say("In this house a hand is shown only if a player reports suspected collusion to the director."),
            )
        because = say(
            "A player suspects collusion, so the director looks at the hand first and decides whether it is shown."
        )
        return _leave_to_director(facts, rulebook, right, because, refuse=False)
    if facts.asker == "mucked cards":
        return _refuse(
            right, say("The player mucked their own hand without tabling it, and so may not ask to see another hand.")
        )
    if rulebook.see_hand is SeeHand.CALLER and facts.caller and facts.whose == "last aggressor":
        because = say(
            "The player called the last bet and still has cards, so the player may see the last aggressor's hand."
        )
        return _show(facts, rulebook, cite(CALLERS, rulebook, "see_hand"), because)
    if facts.revoked:
        return _refuse(_overused(rulebook), say("The player has asked too often and has lost the right to ask."))
    because = say(
        "The player still has cards and may ask to see another hand, but the director decides whether it is shown."
    )
    often = facts.times >= OFTEN
    if often:
        because = in_a_row(say("The player has asked {times} times before.", str(facts.times)), because)
    return _leave_to_director(facts, rulebook, _others(rulebook), because, refuse=often)


def _rule_for_all_dealt_in(facts: AskToSee, rulebook: Rulebook) -> Ruling:
    """Rule that anybody dealt in may ask, unless it becomes a habit."""
    right = cite(RIGHT, rulebook, "see_hand")
    if facts.revoked:
        return _refuse(_overused(rulebook), say("The player has asked too often and has lost the right to ask."))
    if facts.times >= OFTEN:
        because = say(
            "The player has asked {times} times before, and a player who asks too often may lose the right.",
            str(facts.times),
        )
        return _leave_to_director(facts, rulebook, _overused(rulebook), because, refuse=True)
    if facts.winner and rulebook.see_hand is SeeHand.DEALT_IN:
        because = say(
            "The player was dealt in and so may ask. But this player has the winning hand, and the winner should not "
            "ask."
        )
        return _leave_to_director(facts, rulebook, right, because, refuse=True)
    because = say("The player was dealt in and may ask to see a hand that was in the showdown.")
    return _show(facts, rulebook, right, because)


def _others(rulebook: Rulebook) -> Cite:
    """The rule that the director decides on all requests except a caller's for the last aggressor's hand."""
    return cite(REQUESTS, rulebook, "see_hand")


def _overused(rulebook: Rulebook) -> Cite:
    """The rule that a player who asks too often loses the right to ask."""
    return (*also(rulebook, OVERUSED), cite(RIGHT, rulebook))[0]


def _fate(facts: AskToSee) -> tuple[str, Sentence]:
    """Whether the hand can still win after it is shown, and why."""
    if not facts.mucked:
        return SHOWN_LIVE, say("The hand was not mucked, so it is live.")
    if facts.winner:
        return SHOWN_LIVE, say(
            "Although the hand was mucked, both hands are live, because the player who asked holds the best hand so "
            "far. The better one wins."
        )
    return SHOWN_DEAD, say("The hand was mucked, and the winner did not ask to see it, so it cannot win.")


def _show(facts: AskToSee, rulebook: Rulebook, decides: Cite, because: Sentence) -> Ruling:
    verdict, why = _fate(facts)
    return Ruling(
        verdict=verdict,
        reason=in_a_row(because, why),
        cites=(decides, *(also(rulebook, MUCKED) if facts.mucked else ())),
        instructions=_steps(verdict),
    )


def _steps(verdict: str) -> tuple[Sentence, ...]:
    kill = (say("First touch the muck with the cards, which kills the hand."),) if verdict == SHOWN_DEAD else ()
    return (*kill, say("Turn the hand face up for the whole table."), say("Award the pot to the best live hand."))


_FACE_DOWN: Final = (say("Leave the cards face down."),)


def _refuse(decides: Cite, because: Sentence) -> Ruling:
    return Ruling(verdict=REFUSED, reason=because, cites=(decides,), instructions=_FACE_DOWN)


def _leave_to_director(
    facts: AskToSee, rulebook: Rulebook, decides: Cite, because: Sentence, *, refuse: bool
) -> Ruling:
    verdict, why = _fate(facts)
    often = facts.times >= OFTEN
    return left_open(
        because,
        (decides, *also(rulebook, FAIRNESS, *((MUCKED,) if facts.mucked else ()))),
        Option(
            verdict=verdict,
            reason=in_a_row(say("The hand is shown so that everybody can see that the game is fair."), why),
            when=in_a_row(
                say("If there is a good reason, the hand is shown so that everybody can see that the game is fair."),
                why,
            ),
            instructions=_steps(verdict),
        ),
        Option(
            verdict=REFUSED,
            reason=say("The player asks so often that there is no good reason.")
            if often
            else say("There is no good reason to show the hand."),
            when=say("If the player is only asking out of habit, the hand is not shown.")
            if often
            else say("If there is no good reason, the hand is not shown."),
            instructions=_FACE_DOWN,
        ),
        recommended=REFUSED if refuse else verdict,
        penalty=Sanction("asking too often") if often else None,
    )
