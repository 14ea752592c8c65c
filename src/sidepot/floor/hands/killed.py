"""Hands that die in play: killed by mistake, fouled, mucked, or given up at stud by picking up cards."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import DEAD, LIVE, MUCK, OUT_OF_THE_MUCK, dead_hand
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Mucking
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, held_to, kill, left_open
from sidepot.rules.texts import FAIRNESS, Point, also, cite

PROTECT: Final = Point(
    "hands killed by mistake or fouled",
    {"TDA-2013": "56", "TDA-2024": "65-A", "RRP-11": "irregularities/protect", "PG": "113"},
)
REFUND: Final = Point(
    "the uncalled bet of a killed hand",
    {"TDA-2013": "56", "TDA-2024": "65-A", "RRP-11": "irregularities/protect"},
)
# 65-A can be read both ways for an identifiable hand that the dealer killed; 14 lets such discards live.
KILLED_LIVES: Final = Point("a killed hand that can be identified", {"TDA-2024": "65-A", "TDA-2013": "56", "PG": "113"})
# A hand that other cards got into: only the TDA of 2024 has a rule on one that can be identified.
FOULED: Final = Point("a fouled hand", {"TDA-2013": "56", "TDA-2024": "65-A", "RRP-11": "irregularities/protect"})
FOULED_LIVES: Final = Point("a fouled hand that can be identified", {"TDA-2024": "65-B", "TDA-2013": "56"})
STUD: Final = Point(
    "picking up cards at stud", {"TDA-2013": "57", "TDA-2024": "66", "RRP-11": "dead-hands/stud-upcards"}
)
# Only Robert's says what turning the upcards down, or mixing them with the others, does by itself.
STUD_MIXED: Final = Point("turning down or mixing upcards", {"RRP-11": "dead-hands/stud-upcards"})
FOLDS: Final = Point("folding with nothing to call", {"TDA-2013": "50", "TDA-2024": "58"})


# ---- killed by mistake, fouled, in the muck


class KilledHand(Facts, frozen=True, kw_only=True, tag="killed hand"):
    """A live hand that a player lost without meaning to.

    - `called`: the called part of the player's chips of this round
    - `uncalled`: the uncalled part of these chips
    """

    cause: Literal["killed by the dealer", "other cards mixed in", "touched the muck"] = "killed by the dealer"
    identifiable: bool = False  # each of its cards can be identified, and given back
    acted_since: bool = False  # others have acted since as if the hand were gone
    called: int = 0  # what its owner has called, or bet and had called, in this round
    uncalled: int = 0  # of the owner's own bet or raise
    seat: int = -1

    def __post_init__(self) -> None:
        for field in ("called", "uncalled"):
            if getattr(self, field) < 0:
                raise BadNotation(f"{field}: expected 0 or more chips, not {getattr(self, field)}")


def rule_on_killed(facts: KilledHand, rulebook: Rulebook) -> Ruling:
    """Rule on whether a hand that was killed by mistake or fouled is lost, and on which chips are returned.

    Rule: TDA-2013 56; TDA-2024 65-A, 65-B; PG-113; Robert's, dead hands and irregularities.
    """
    if not facts.identifiable:
        return _dead(facts, rulebook, _unidentified(facts), cite(PROTECT, rulebook))
    if facts.cause == "touched the muck":
        return _in_the_muck(facts, rulebook)
    is_fouled = facts.cause == "other cards mixed in"
    if rulebook.killed_by_mistake_lives and is_fouled:
        return _identified(facts, rulebook, cite(FOULED_LIVES, rulebook, "killed_by_mistake_lives"))
    if rulebook.killed_by_mistake_lives:
        return _killed_by_dealer(facts, rulebook)
    decides = cite(FOULED if is_fouled else PROTECT, rulebook, "killed_by_mistake_lives")
    return _dead(facts, rulebook, NO_REDRESS if is_fouled else BY_THE_DEALER, decides)


TOUCHED: Final = say("The cards touched the muck, so the hand is dead.")
BY_THE_DEALER: Final = say("The dealer killed the hand. Players must protect their own hands, so there is no redress.")
NO_REDRESS: Final = say(
    "Other cards were mixed into the hand. Players must protect their own hands, so there is no redress."
)


def _in_the_muck(facts: KilledHand, rulebook: Rulebook) -> Ruling:
    """Rule on a hand that fell into the muck, if each of its cards can be identified."""
    muck = cite(MUCK, rulebook, "mucking")
    if rulebook.mucking is Mucking.TOUCHED:
        return _dead(facts, rulebook, TOUCHED, muck)
    if rulebook.mucking is Mucking.FLOOR:
        return _leave_to_director(facts, rulebook, OUT_OF_THE_MUCK, muck, live=True)
    return _identified(facts, rulebook, muck)


def _identified(facts: KilledHand, rulebook: Rulebook, decides: Cite) -> Ruling:
    """Rule on a hand whose cards can all be identified, in a house in which the player gets it back."""
    if facts.acted_since:
        why = say("The hand can be identified, but others have since acted as if it were dead.")
        return _leave_to_director(facts, rulebook, why, decides, live=False)
    return Ruling(
        verdict=LIVE,
        reason=say("The cards touched the muck, but the hand can be clearly identified, so it is live.")
        if facts.cause == "touched the muck"
        else say("Other cards were mixed into the hand, but it can be clearly identified, so it is live."),
        cites=(decides,),
        instructions=(
            say("Give the player back the cards of this hand, and no others."),
            say("Continue where the hand was interrupted."),
        ),
    )


def _killed_by_dealer(facts: KilledHand, rulebook: Rulebook) -> Ruling:
    """Rule on an identifiable hand that the dealer killed: the rule denies redress, but may mean other hands only."""
    why = say(
        "The dealer killed the hand, but it can still be clearly identified. The rule gives the player no redress, but "
        "does not say that such a hand is dead."
    )
    if facts.acted_since:
        why = in_a_row(why, say("Others have since acted as if it were dead."))
    decides = cite(KILLED_LIVES, rulebook, "killed_by_mistake_lives")
    ruling = _leave_to_director(facts, rulebook, why, decides, live=not facts.acted_since)
    return msgspec.structs.replace(ruling, cites=(*ruling.cites, cite(MUCK, rulebook)))


_LOST: Final = {
    "killed by the dealer": say("The dealer killed the hand, and it can no longer be identified."),
    "touched the muck": say("The hand fell into the muck, and it can no longer be identified."),
    "other cards mixed in": say("Other cards were mixed into the hand, and it can no longer be identified."),
}


def _unidentified(facts: KilledHand) -> Sentence:
    return in_a_row(_LOST[facts.cause], say("Players must protect their own hands."))


def _gone(facts: KilledHand, because: Sentence, when: Sentence = ()) -> Option:
    return dead_hand(because, facts.called, facts.uncalled, facts.seat, when)


def _dead(facts: KilledHand, rulebook: Rulebook, because: Sentence, decides: Cite) -> Ruling:
    return held_to(_gone(facts, because), (decides, *also(rulebook, REFUND)))


def _leave_to_director(
    facts: KilledHand, rulebook: Rulebook, because: Sentence, decides: Cite, *, live: bool
) -> Ruling:
    lives = Option(
        verdict=LIVE,
        reason=say(
            "The rule leaves open whether such a hand is dead. This one can be clearly identified, so the "
            "player gets it back."
        )
        if facts.cause == "killed by the dealer"
        else say("The hand can be clearly identified, so the player gets it back."),
        when=say("If that is fair to the others, the player gets the hand back.")
        if facts.acted_since
        else say("If the player is not to blame, the player gets the hand back."),
        instructions=(say("Give the cards back to the player."),),
    )
    dies = _gone(
        facts,
        say("Others have acted since as if the hand were dead, and players must protect their own hands.")
        if facts.acted_since
        else say("The player could have protected the hand, so it stays dead."),
        say("If it would be unfair to those who have acted since, the hand stays dead.")
        if facts.acted_since
        else say("If the player could have protected the hand, it stays dead."),
    )
    cites = (decides, *also(rulebook, FAIRNESS, REFUND))
    return left_open(because, cites, lives, dies, recommended=LIVE if live else DEAD)


# ---- stud: cards picked up or mucked


class StudMuck(Facts, frozen=True, kw_only=True, tag="stud muck"):
    """The upcards of a stud player: what the player did with them, and whether there was a bet to call."""

    did: Literal[
        "picked up upcards", "turned upcards down", "mixed up and down cards", "pushed all forward face down"
    ] = "picked up upcards"
    facing_action: bool = True
    seat: int = -1


def _handled(facts: StudMuck) -> Sentence:
    if facts.did == "picked up upcards":
        return say("The player picked up the upcards.")
    if facts.did == "turned upcards down":
        return say("The player turned the upcards face down.")
    return say("The player mixed the upcards with the downcards.")


def rule_on_stud_muck(facts: StudMuck, rulebook: Rulebook) -> Ruling:
    """Rule on whether a stud hand is dead because of what the player did with the upcards.

    Rule: TDA-2013 57; TDA-2024 66; Robert's, dead hands.
    """
    decides = cite(STUD, rulebook)
    if facts.did == "pushed all forward face down":
        return Ruling(
            verdict=DEAD,
            reason=say("The player turned all upcards face down and pushed all cards forward. In stud that is a fold."),
            cites=(decides, *(() if facts.facing_action else also(rulebook, FOLDS))),
            instructions=(say("Muck the cards."),),
            penalty=None if facts.facing_action else Sanction("odd fold"),
            effects=kill(facts.seat),
        )
    if facts.facing_action and facts.did == "picked up upcards":
        return Ruling(
            verdict=DEAD,
            reason=say("The player picked up the upcards while facing a bet."),
            cites=(decides, *also(rulebook, STUD_MIXED)),
            instructions=(say("Muck the cards."), say("Continue with the next player.")),
            effects=kill(facts.seat),
        )
    mixed = also(rulebook, STUD_MIXED)
    if facts.facing_action and mixed:
        return Ruling(
            verdict=DEAD,
            reason=say("The player turned the upcards face down while facing a bet.")
            if facts.did == "turned upcards down"
            else say("The player mixed the upcards with the downcards while facing a bet."),
            cites=(*mixed, decides),
            instructions=(say("Muck the cards."), say("Continue with the next player.")),
            effects=kill(facts.seat),
        )
    return Ruling(
        verdict=LIVE,
        reason=in_a_row(
            _handled(facts),
            say("Only picking up the upcards kills the hand.")
            if facts.facing_action
            else say("There was no bet to call, so that does not kill the hand."),
        ),
        cites=(decides,),
        instructions=(say("Have the upcards turned face up again, in the order in which they were dealt."),),
    )
