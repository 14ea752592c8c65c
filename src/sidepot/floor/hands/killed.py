"""Hands that die in play: killed by mistake, fouled, fallen into the muck, or given up at stud by picking up cards."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import DEAD, LIVE, MUCK, OUT_OF_THE_MUCK, also, check_seat, kill
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import Mucking
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Option, Ruling, Sanction
from sidepot.rules.texts import FAIRNESS, Point, cite

PROTECT: Final = Point(
    "hands killed by mistake or fouled",
    {"TDA-2013": "56", "TDA-2024": "65-A", "RRP-11": "irregularities/protect", "PG": "113"},
)
REFUND: Final = Point(
    "the uncalled bet of a killed hand",
    {"TDA-2013": "56", "TDA-2024": "65-A", "RRP-11": "irregularities/protect"},
)
KILLED_LIVES: Final = Point("a killed hand that can be told", {"TDA-2024": "65-B", "TDA-2013": "56", "PG": "113"})
STUD: Final = Point(
    "picking up cards at stud", {"TDA-2013": "57", "TDA-2024": "66", "RRP-11": "dead-hands/stud-upcards"}
)
# Only Robert's says what turning the upcards down, or mixing them with the others, does by itself.
STUD_MIXED: Final = Point("turning down or mixing upcards", {"RRP-11": "dead-hands/stud-upcards"})
FOLDS: Final = Point("folding with nothing to call", {"TDA-2013": "50", "TDA-2024": "58"})


# ---- killed by mistake, fouled, in the muck


class KilledHand(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="killed hand", tag_field="topic"
):
    """How a live hand was lost against its owner's will, and the chips that he has in this round."""

    cause: Literal["killed by the dealer", "other cards mixed in", "touched the muck"] = "killed by the dealer"
    identifiable: bool = False  # each card of it can be told for certain, and goes back to him
    acted_since: bool = False  # others have acted since as if he had no hand
    called: int = 0  # what he has called, or bet and had called, in this round
    uncalled: int = 0  # of his own bet or raise
    seat: int = -1

    def __post_init__(self) -> None:
        check_seat(self.seat)
        for field in ("called", "uncalled"):
            if getattr(self, field) < 0:
                raise BadNotation(f"{field} is an amount of chips, not {getattr(self, field)}")


def rule_on_killed(facts: KilledHand, rulebook: Rulebook) -> Ruling:
    """Whether a hand that was killed by mistake or fouled is lost, and which of its chips come back.

    Rule: TDA-2013 56; TDA-2024 65-A, 65-B; PG-113; Robert's, dead hands and irregularities.
    """
    if facts.cause == "touched the muck" and facts.identifiable:
        muck = cite(MUCK, rulebook, "mucking")
        if rulebook.mucking is Mucking.TOUCHED:
            return _dead(facts, rulebook, "His cards touched the muck, and a hand that does is dead.", muck)
        if rulebook.mucking is Mucking.FLOOR:
            return _leave_to_director(facts, rulebook, OUT_OF_THE_MUCK, muck, live=True)
    if not facts.identifiable:
        return _dead(facts, rulebook, _not_told(facts), cite(PROTECT, rulebook))
    if facts.cause == "killed by the dealer" and not rulebook.killed_by_mistake_lives:
        because = "A player must protect his hand, and has no redress when the dealer kills it by mistake."
        return _dead(facts, rulebook, because, cite(PROTECT, rulebook, "killed_by_mistake_lives"))
    if facts.cause == "killed by the dealer":
        decides = cite(KILLED_LIVES, rulebook, "killed_by_mistake_lives")
    else:
        decides = cite(PROTECT, rulebook, *(("mucking",) if facts.cause == "touched the muck" else ()))
    if facts.acted_since:
        why = "Each of his cards can be told, but others have acted since as if he had no hand."
        return _leave_to_director(facts, rulebook, why, decides, live=False)
    return Ruling(
        verdict=LIVE,
        because="Each of his cards can be told for certain, so they go back to him and the hand is live.",
        cites=(decides,),
        steps=("Give him back his cards, without other cards among them.", "Go on where the hand was."),
    )


def _not_told(facts: KilledHand) -> str:
    if facts.cause == "killed by the dealer":
        return "A player must protect his hand; the dealer killed it, and it cannot be told from other cards any more."
    if facts.cause == "touched the muck":
        return "A player must protect his hand; it fell into the muck and cannot be told from other cards any more."
    return "A player must protect his hand; it is fouled, and cannot be told from the cards that got into it."


def _total(facts: KilledHand) -> int | None:
    return facts.called if facts.called or facts.uncalled else None


def _chips(facts: KilledHand) -> str:
    """What becomes of his chips, in words."""
    stays = f" The {facts.called} that was called stays in the pot." if facts.called else ""
    back = f" The {facts.uncalled} that nobody called comes back to him." if facts.uncalled else ""
    return back + stays


def _steps(facts: KilledHand) -> tuple[str, ...]:
    steps = ["Put his cards into the muck."]
    if facts.uncalled:
        steps.append(f"Give him back {facts.uncalled}.")
    if facts.called:
        steps.append(f"Leave his {facts.called} in the pot.")
    return tuple(steps)


def _dead(facts: KilledHand, rulebook: Rulebook, because: str, decides: Cite) -> Ruling:
    return Ruling(
        verdict=DEAD,
        because=because + _chips(facts),
        cites=(decides, *also(rulebook, REFUND)),
        amount=_total(facts),
        change=facts.uncalled,
        steps=_steps(facts),
        effects=kill(facts.seat, refund=True),
    )


def _leave_to_director(facts: KilledHand, rulebook: Rulebook, because: str, decides: Cite, *, live: bool) -> Ruling:
    return Ruling(
        verdict=DISCRETION,
        because=because,
        cites=(decides, *also(rulebook, FAIRNESS, REFUND)),
        options=(
            Option(verdict=LIVE, because="Each of his cards can be told for certain, and they go back to him."),
            Option(
                verdict=DEAD,
                because="A player must protect his hand." + _chips(facts),
                amount=_total(facts),
                change=facts.uncalled,
                effects=kill(facts.seat, refund=True),
            ),
        ),
        recommended=LIVE if live else DEAD,
    )


# ---- stud: cards picked up or mucked


class StudMuck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="stud muck", tag_field="topic"
):
    """What a player at stud did with his upcards, and whether he faced a bet."""

    did: Literal[
        "picked up upcards", "turned upcards down", "mixed up and down cards", "pushed all forward face down"
    ] = "picked up upcards"
    facing_action: bool = True
    seat: int = -1

    def __post_init__(self) -> None:
        check_seat(self.seat)


def rule_on_stud_muck(facts: StudMuck, rulebook: Rulebook) -> Ruling:
    """Whether a stud hand is dead by what its owner did with his upcards.

    Rule: TDA-2013 57; TDA-2024 66; Robert's, dead hands.
    """
    decides = cite(STUD, rulebook)
    if facts.did == "pushed all forward face down":
        return Ruling(
            verdict=DEAD,
            because="He turned down all his upcards and pushed his cards forward: that is how a stud hand is mucked.",
            cites=(decides, *(() if facts.facing_action else also(rulebook, FOLDS))),
            steps=("Put his cards into the muck.",),
            penalty=None if facts.facing_action else Sanction("odd fold"),
            effects=kill(facts.seat),
        )
    if facts.facing_action and facts.did == "picked up upcards":
        return Ruling(
            verdict=DEAD,
            because="He picked up his upcards while he faced a bet, and that kills the hand.",
            cites=(decides, *also(rulebook, STUD_MIXED)),
            steps=("Put his cards into the muck.", "Go on with the next player."),
            effects=kill(facts.seat),
        )
    mixed = also(rulebook, STUD_MIXED)
    if facts.facing_action and mixed:
        what = (
            "turned his upcards down" if facts.did == "turned upcards down" else "mixed his upcards with his down cards"
        )
        return Ruling(
            verdict=DEAD,
            because=f"He {what} while he faced a bet, and that kills the hand.",
            cites=(*mixed, decides),
            steps=("Put his cards into the muck.", "Go on with the next player."),
            effects=kill(facts.seat),
        )
    why = "He did not pick up his upcards" if facts.facing_action else "He faced no bet"
    return Ruling(
        verdict=LIVE,
        because=f"{why}, so the hand is not dead by what he did with his cards.",
        cites=(decides,),
        steps=("Have his upcards laid open again, in the order in which they were dealt.",),
    )


TOPICS = (
    Topic(
        "A hand is killed by mistake, fouled, or falls into the muck",
        KilledHand,
        rule_on_killed,
        {
            "cause": "What happened to the hand?",
            "identifiable": "Can every card of it be told for certain and given back?",
            "acted_since": "Have others acted since as if he had no hand?",
            "called": "How much has he in this round that was called?",
            "uncalled": "How much of his own bet or raise has nobody called?",
        },
    ),
    Topic(
        "A player at stud picks up or mucks his cards",
        StudMuck,
        rule_on_stud_muck,
        {
            "did": "What did he do with his cards?",
            "facing_action": "Did he face a bet?",
        },
    ),
)
