"""Players who are not there: away when the cards are dealt, gone with a live hand, or with their cards out of view."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import DEAD, LIVE, check_seat, kill
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import LiveAt, StayUntil
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, Sanction
from sidepot.rules.texts import Point, cite

AT_SEAT: Final = Point("being at one's seat", {"TDA-2013": "29", "TDA-2024": "30", "RRP-11": "tournament/absent"})
DEAD_HAND_DEALT: Final = Point("cards for a dead stud hand", {"TDA-2013": "29", "TDA-2024": "30"})
ON_PENALTY: Final = Point("players on a penalty", {"TDA-2013": "58-C", "TDA-2024": "71"})
STAY: Final = Point("staying with a live hand", {"TDA-2013": "30", "TDA-2024": "31"})
IN_VIEW: Final = Point("cards in view", {"TDA-2013": "24-C", "TDA-2024": "25-C"})

# Who comes then is at his seat in time.
IN_TIME: Final = {
    LiveAt.FIRST_CARD: ("before the first card",),
    LiveAt.LAST_CARD: ("before the first card", "before the last card"),
}
STAGES: Final = {
    StayUntil.BETTING_ENDS: ("players can still bet",),
    StayUntil.SHOWDOWN: ("players can still bet", "the betting is over"),
}


# ---- away for the deal


class AbsentPlayer(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="absent player", tag_field="topic"
):
    """When a player came to his seat, as the initial deal went."""

    arrives: Literal["before the first card", "before the last card", "after the last card", "not at all"] = (
        "not at all"
    )
    within_reach: bool = True  # of his chair, when he came
    on_penalty: bool = False
    stud: bool = False
    low_card: bool = False  # he was dealt the card that brings it in
    bring_in: int = 0
    seat: int = -1

    def __post_init__(self) -> None:
        check_seat(self.seat)
        if self.bring_in < 0:
            raise BadNotation(f"bring_in is an amount of chips, not {self.bring_in}")
        if self.low_card and not self.stud:
            raise BadNotation("only at stud is there a card that brings it in; say that it is stud")


def rule_on_absent(facts: AbsentPlayer, rulebook: Rulebook) -> Ruling:
    """Whether a player who was away, or is on a penalty, has a live hand, and what is posted for him.

    Rule: TDA-2013 29, 58-C; TDA-2024 30, 71.
    """
    if facts.on_penalty:
        because = "He is on a penalty and stays away from the table: he is dealt in, and his hand is killed."
        return _dead(facts, rulebook, because, cite(ON_PENALTY, rulebook))
    decides = cite(AT_SEAT, rulebook, "live_at")
    card = rulebook.live_at.value
    if facts.arrives not in IN_TIME[rulebook.live_at]:
        because = f"He was not at his seat when the {card} was dealt, so his hand is killed after the deal."
        return _dead(facts, rulebook, because, decides)
    if not facts.within_reach:
        because = f"He must be within reach of his chair, and was farther away when the {card} was dealt."
        return _dead(facts, rulebook, because, decides)
    return Ruling(
        verdict=LIVE,
        because=f"He was within reach of his chair when the {card} was dealt, so his hand is live.",
        cites=(decides,),
    )


def _dead(facts: AbsentPlayer, rulebook: Rulebook, because: str, decides: Cite) -> Ruling:
    """He is dealt in, may not look, posts what he owes, and his hand is killed once the deal is done."""
    brings_in = facts.low_card and facts.bring_in > 0
    told = " His blinds and antes stay in the pot."
    if facts.low_card:
        told = " His antes stay in the pot, and with the low card he posts the bring-in."
    steps = ["Deal him in and post what he owes.", "Do not let him look at the cards."]
    if facts.low_card:
        steps.append(f"Post his bring-in of {facts.bring_in}." if brings_in else "Post his bring-in.")
    steps.append("Kill his hand as soon as the deal is done.")
    if facts.stud:
        dealt = rulebook.dead_hand_dealt
        steps.append("Go on dealing cards to the dead hand." if dealt else "Deal no more cards to the dead hand.")
    note = (cite(DEAD_HAND_DEALT, rulebook, "dead_hand_dealt"),) if facts.stud else ()
    return Ruling(
        verdict=DEAD,
        because=because + told,
        cites=(decides, *note),
        amount=facts.bring_in if brings_in else None,
        add=facts.bring_in if brings_in else 0,
        steps=tuple(steps),
        effects=kill(facts.seat),
    )


# ---- gone from the table


class LeftTable(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="left the table", tag_field="topic"
):
    """A player goes away from the table during a hand."""

    live: bool = True  # he has a live hand, all-in or not
    stage: Literal["players can still bet", "the betting is over", "the showdown is over"] = "players can still bet"


def rule_on_leaving(facts: LeftTable, rulebook: Rulebook) -> Ruling:
    """Whether a player may leave the table now. Rule: TDA-2013 30; TDA-2024 31."""
    cites = (cite(STAY, rulebook, "stay_until"),)
    if not facts.live:
        return Ruling(verdict="may leave", because="He has no live hand, so nothing keeps him.", cites=cites)
    if facts.stage not in STAGES[rulebook.stay_until]:
        return Ruling(verdict="may leave", because=f"A live hand does not keep him: {facts.stage}.", cites=cites)
    until = (
        "until the showdown is over"
        if rulebook.stay_until is StayUntil.SHOWDOWN
        else "as long as anybody can still bet"
    )
    return Ruling(
        verdict="must stay",
        because=f"A player with a live hand stays at the table {until}, to protect it and follow the action.",
        cites=cites,
        steps=(
            "Call him back to the table.",
            "Leave his hand live; when it is his turn and he is not there, call for the clock.",
        )
        if facts.stage == "players can still bet"
        else ("Call him back to the table.",),
        penalty=Sanction("leaving the table"),
    )


# ---- cards out of view


class HiddenCards(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="cards out of view", tag_field="topic"
):
    """A player's cards cannot be seen by the others: in his hands, under his arms, behind his chips."""

    live: bool = True
    missed: bool = False  # others have acted as if he had no hand


def rule_on_hidden_cards(facts: HiddenCards, rulebook: Rulebook) -> Ruling:
    """Whether cards may be out of view. Rule: TDA-2013 24-C; TDA-2024 25-C."""
    cites = (cite(IN_VIEW, rulebook),)
    if not facts.live:
        return Ruling(verdict="no matter", because="He has no live hand, so nobody needs to see cards.", cites=cites)
    steps = ["Have him lay his cards where all can see that he has them."]
    if facts.missed:
        steps.append("Stop the action, and rule on it as on a player who was skipped.")
    return Ruling(
        verdict="must be in view",
        because="A player with a live hand keeps his cards in plain view at all times.",
        cites=cites,
        steps=tuple(steps),
        penalty=Sanction("cards out of view"),
    )


TOPICS = (
    Topic(
        "A player is away for the deal",
        AbsentPlayer,
        rule_on_absent,
        {
            "arrives": "When does he come to his seat?",
            "within_reach": "Is he within reach of his chair then?",
            "on_penalty": "Is he on a penalty?",
            "stud": "Is it a stud game?",
            "low_card": "Was he dealt the card that brings it in?",
            "bring_in": "How much is the bring-in?",
        },
    ),
    Topic(
        "A player leaves the table during a hand",
        LeftTable,
        rule_on_leaving,
        {
            "live": "Has he a live hand?",
            "stage": "How far is the hand?",
        },
    ),
    Topic(
        "A player's cards are out of view",
        HiddenCards,
        rule_on_hidden_cards,
        {
            "live": "Has he a live hand?",
            "missed": "Have others acted as if he had none?",
        },
    ),
)
