"""Players who are away for the deal or leave during a hand, and cards out of view."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.hands.dead import DEAD, LIVE
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Away, LiveAt, StayUntil
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, Sanction, kill
from sidepot.rules.texts import Point, cite, cite_choice

AT_SEAT: Final = Point(
    "being at one's seat",
    {"TDA-2013": "29/seat", "TDA-2024": "30", "RRP-11": "tournament/absent", "WSOP-2026": "82", "WSOP-LIVE-2026": "83"},
)
ABSENT: Final = Point("the hand of an absent player", {"TDA-2013": "29/absent"})
DEAD_HAND_DEALT: Final = Point("cards for a dead stud hand", {"TDA-2013": "29/stud", "TDA-2024": "30"})
ON_PENALTY: Final = Point("players on a penalty", {"TDA-2013": "58-C", "TDA-2024": "71-C"})
# Cash games: Robert's says who is entitled to a hand, and what a player owes for missed blinds.
ENTITLED: Final = Point("who is dealt in", {"RRP-11": "misdeals/entitled"})
MISSED: Final = Point("blinds missed", {"RRP-11": "blinds/missed"})
AWAY_IN_TURN: Final = Point("away when it is one's turn", {"RRP-11": "stud/away"})
SENT_AWAY: Final = Point("sent away from a cash game", {"RRP-11": "behavior/conduct"})

NOT_DEALT_IN: Final = "not dealt in"

STAY: Final = Point("staying with a live hand", {"TDA-2013": "30", "TDA-2024": "31", "WSOP-LIVE-2026": "84"})
IN_VIEW: Final = Point("cards in view", {"TDA-2013": "24-C", "TDA-2024": "25-C"})

# The arrivals that are in time.
IN_TIME: Final = {
    LiveAt.FIRST_CARD: ("before the first card",),
    LiveAt.LAST_CARD: ("before the first card", "before the last card"),
}
STAGES: Final = {
    StayUntil.BETTING_ENDS: ("players can still bet",),
    StayUntil.SHOWDOWN: ("players can still bet", "the betting is over"),
}


# ---- away for the deal


class AbsentPlayer(Facts, frozen=True, kw_only=True, tag="absent player"):
    """A player who was away and comes back to the seat.

    - `arrives`: when the player arrives, relative to the first deal
    - `within_reach`: whether the player is within reach of the chair at that moment
    - `posted`: whether a blind or ante of the player is in the pot
    - `low_card`: whether the player was dealt the card that brings it in
    """

    arrives: Literal["before the first card", "before the last card", "after the last card", "not at all"] = (
        "not at all"
    )
    within_reach: bool = True
    on_penalty: bool = False
    posted: bool = False
    stud: bool = False
    low_card: bool = False
    bring_in: int = 0
    seat: int = -1

    def __post_init__(self) -> None:
        if self.bring_in < 0:
            raise BadNotation(f"bring_in: expected 0 or more chips, not {self.bring_in}")
        if self.low_card and not self.stud:
            raise BadNotation("low_card: only stud has a bring-in; give stud=yes, or leave out `low_card`")


def rule_on_absent(facts: AbsentPlayer, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player who was away or is on a penalty has a live hand, and on what the seat posts.

    Rule: TDA-2013 29, 58-C; TDA-2024 30, 71; in cash games Robert's, misdeals, blinds and conduct; WSOP live 83.
    """
    if rulebook.away is Away.LEFT_OUT:
        return _in_cash_game(facts, rulebook)
    if facts.on_penalty:
        because = say(
            "The player is on penalty and away from the table, so the seat is dealt in and the hand is killed."
        )
        return _dead(facts, rulebook, because, cite(ON_PENALTY, rulebook, "away"))
    return _at_seat(facts, rulebook, cite(AT_SEAT, rulebook, "away", "live_at"))


def _at_seat(facts: AbsentPlayer, rulebook: Rulebook, decides: Cite) -> Ruling:
    """Rule on a seat that is dealt in: the hand is live if the player is in time, and within reach of the chair."""
    late = facts.arrives not in IN_TIME[rulebook.live_at]
    if late or not facts.within_reach:
        return _dead(facts, rulebook, (_LATE if late else _OUT_OF_REACH)[rulebook.live_at], decides)
    return Ruling(verdict=LIVE, reason=_WITHIN_REACH[rulebook.live_at], cites=(decides,))


_LATE: Final = {
    LiveAt.FIRST_CARD: say(
        "The player was not at the seat when the first card was dealt, so the hand is killed after the deal."
    ),
    LiveAt.LAST_CARD: say(
        "The player was not at the seat when the last card was dealt, so the hand is killed after the deal."
    ),
}
_OUT_OF_REACH: Final = {
    LiveAt.FIRST_CARD: say(
        "The player was not within reach of the chair when the first card was dealt, so the hand is killed after the "
        "deal."
    ),
    LiveAt.LAST_CARD: say(
        "The player was not within reach of the chair when the last card was dealt, so the hand is killed after the "
        "deal."
    ),
}
_WITHIN_REACH: Final = {
    LiveAt.FIRST_CARD: say("The player was at the seat when the first card was dealt, so the hand is live."),
    LiveAt.LAST_CARD: say("The player was at the seat when the last card was dealt, so the hand is live."),
}


def _dead(facts: AbsentPlayer, rulebook: Rulebook, because: Sentence, decides: Cite) -> Ruling:
    """Rule that the seat is dealt in and posts, and the hand is killed after the deal."""
    brings_in = facts.low_card and facts.bring_in > 0
    stays = (
        say("The seat's ante stays in the pot, and the seat posts the bring-in because it has the low card.")
        if facts.low_card
        else say("The seat's ante stays in the pot.")
        if facts.stud
        else say("The seat's blinds and antes stay in the pot.")
    )
    steps = [
        say("Deal the seat in, and post the seat's ante.")
        if facts.stud
        else say("Deal the seat in, and post the seat's blinds and antes.")
    ]
    if facts.arrives != "not at all":
        steps.append(say("Let nobody look at the cards."))
    if facts.low_card:
        steps.append(_bring_in(facts))
    steps.append(say("Kill the hand right after the deal."))
    if facts.stud:
        dealt = rulebook.dead_hand_dealt
        steps.append(say("Keep dealing cards to the dead hand.") if dealt else _no_more_cards(rulebook))
    note = (cite(DEAD_HAND_DEALT, rulebook, "dead_hand_dealt"),) if facts.stud else ()
    if decides.edition in ABSENT.numbers and not facts.on_penalty:
        note = (cite(ABSENT, rulebook), *note)
    if decides == cite_choice("away"):  # a tournament in a house of cash games: cite the text with a rule, too
        note = (cite(ON_PENALTY if facts.on_penalty else AT_SEAT, rulebook), *note)
    return Ruling(
        verdict=DEAD,
        reason=in_a_row(because, stays),
        cites=(decides, *note),
        amount=facts.bring_in if brings_in else None,
        add=facts.bring_in if brings_in else 0,
        instructions=tuple(steps),
        effects=kill(facts.seat),
    )


def _no_more_cards(rulebook: Rulebook) -> Sentence:
    """The sentence that a dead stud hand gets no more cards, by a rule or by the house's choice."""
    if rulebook.edition == "TDA-2013":
        return say("Deal no more cards to the dead hand, unless the house goes on dealing to killed hands.")
    return say("Deal no more cards to the dead hand.")


def _bring_in(facts: AbsentPlayer) -> Sentence:
    return (
        say("Post the bring-in of {bring_in} for the seat.", facts.bring_in)
        if facts.bring_in
        else say("Post the bring-in for the seat.")
    )


def _in_cash_game(facts: AbsentPlayer, rulebook: Rulebook) -> Ruling:
    """Rule on a cash game, in which nobody is blinded off: only players at the table, or with a post, are dealt in."""
    if facts.on_penalty:
        because = say("In a cash game the penalty is a suspension, and a suspended player is not dealt in.")
        return _left_out(because, cite(SENT_AWAY, rulebook, "away"))
    decides = cite(ENTITLED, rulebook, "away")
    is_dealt_in = facts.posted or facts.low_card or facts.arrives == "before the first card"
    if is_dealt_in and rulebook.live_at is LiveAt.LAST_CARD:  # WSOP live action 83; Robert's waits for the turn
        return _at_seat(facts, rulebook, cite(AT_SEAT, rulebook, "live_at"))
    if facts.low_card:
        return _brings_in_away(facts, decides, cite(AWAY_IN_TURN, rulebook))
    if facts.arrives == "before the first card":
        because = say("The player was at the table when the deal began, so the seat is dealt in and the hand is live.")
        return Ruling(verdict=LIVE, reason=because, cites=(decides,))
    if not facts.posted:
        because = say("An absent player who has posted nothing is not dealt in: in cash games nobody is blinded off.")
        return _left_out(because, decides, cite(MISSED, rulebook))
    return Ruling(
        verdict=LIVE,
        reason=(
            say(
                "The seat has a blind or an ante in the pot, so it is dealt in, and the hand is live until the "
                "player's turn."
            )
        ),
        cites=(decides, cite(AWAY_IN_TURN, rulebook)),
        instructions=(
            say("Deal the seat in."),
            say(
                "If the player is still absent when the turn comes, kill the hand; the blind or ante stays in the pot."
            ),
        ),
    )


def _left_out(because: Sentence, *cites: Cite) -> Ruling:
    steps = (
        say("Deal no cards to the seat, and post nothing for it."),
        say("Record the blinds that the player misses; they are due when the player comes back."),
    )
    return Ruling(verdict=NOT_DEALT_IN, reason=because, cites=cites, instructions=steps)


def _brings_in_away(facts: AbsentPlayer, *cites: Cite) -> Ruling:
    """Rule on an absent player's seat that has posted an ante, was dealt in and has the low card."""
    if facts.arrives == "before the first card":
        return Ruling(
            verdict=LIVE,
            reason=say("The player was at the table when the deal began, so the hand is live and must bring it in."),
            cites=cites[:1],
        )
    return Ruling(
        verdict=DEAD,
        reason=(
            say(
                "The seat posted an ante and was dealt in, but the player is absent, so the ante and the bring-in are "
                "lost."
            )
        ),
        cites=tuple(reversed(cites)),
        amount=facts.bring_in or None,
        add=facts.bring_in,
        instructions=(_bring_in(facts), say("Kill the hand."), say("Deal no more cards to the dead hand.")),
        effects=kill(facts.seat),
    )


# ---- away from the table


class LeftTable(Facts, frozen=True, kw_only=True, tag="left the table"):
    """A player who leaves the table during a hand."""

    live: bool = True  # the player has a live hand, all-in or not
    stage: Literal["players can still bet", "the betting is over", "the showdown is over"] = "players can still bet"
    gone: bool = False  # the player has left the seat, and could still act
    seat: int = -1


def rule_on_leaving(facts: LeftTable, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player may leave the table now. Rule: TDA-2013 30; TDA-2024 31; WSOP live 84."""
    cites = (cite(STAY, rulebook, "stay_until"),)
    if facts.live and facts.gone and rulebook.leaving_kills and facts.stage == "players can still bet":
        return Ruling(
            verdict=DEAD,
            reason=say("The player left the seat with action to come, which kills the hand in this house."),
            cites=(cite(STAY, rulebook, "leaving_kills"),),
            instructions=(say("Muck the cards."), say("Continue with the next player.")),
            effects=kill(facts.seat),
        )
    if not facts.live:
        return Ruling(verdict="may leave", reason=say("The player has no live hand."), cites=cites)
    if facts.stage not in STAGES[rulebook.stay_until]:
        return Ruling(
            verdict="may leave",
            reason=say("The betting is over, so a live hand no longer keeps the player at the table.")
            if facts.stage == "the betting is over"
            else say("The showdown is over, so a live hand no longer keeps the player at the table."),
            cites=cites,
        )
    back = say("Call the player back to the table.") if facts.gone else say("Have the player stay at the table.")
    return Ruling(
        verdict="must stay",
        about="gone" if facts.gone else "",
        reason=say(
            "The player has a live hand and the showdown is not over. Until it is, the player must protect the "
            "hand and follow the action."
        )
        if rulebook.stay_until is StayUntil.SHOWDOWN
        else say(
            "The player has a live hand and the betting is not over. Until it is, the player must protect the "
            "hand and follow the action."
        ),
        cites=cites,
        instructions=(
            back,
            say("Leave the hand live. If the player is still absent when it is their turn, call the clock.")
            if facts.gone
            else say("If the player leaves anyway, the hand stays live; when it is their turn, call the clock."),
        )
        if facts.stage == "players can still bet"
        else (back,),
        penalty=Sanction("leaving the table"),
    )


# ---- hidden cards


class HiddenCards(Facts, frozen=True, kw_only=True, tag="cards out of view"):
    """A player's cards that the other players cannot see."""

    live: bool = True
    missed: bool = False  # others have acted as if the player had no hand


def rule_on_hidden_cards(facts: HiddenCards, rulebook: Rulebook) -> Ruling:
    """Rule on cards that are out of view. Rule: TDA-2013 24-C; TDA-2024 25-C."""
    cites = (cite(IN_VIEW, rulebook),)
    if not facts.live:
        return Ruling(
            verdict="no matter",
            reason=say("The player has no live hand, so the cards need not be in view."),
            cites=cites,
        )
    steps = [say("Have the player keep the cards where everybody can see them.")]
    if facts.missed:
        steps.append(say("Stop the action, and treat the player as skipped."))
    return Ruling(
        verdict="must be in view",
        reason=say("The player has a live hand, and the others could not see the cards."),
        cites=cites,
        instructions=tuple(steps),
        penalty=Sanction("cards out of view"),
    )
