"""The seat that opens a betting round or shows first: decided by position, by the betting, or by the upcards."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.games.model import ACE_IS_LOW, BY_FACES, Opens
from sidepot.hand.streets import card_opens, hand_opens, highest_of_tied

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

# members as module names, because looking one up on the class is slow
HIGH_CARD: Final = Opens.HIGH_CARD
HIGH_HAND: Final = Opens.HIGH_HAND
LOW_HAND: Final = Opens.LOW_HAND
LEFT_OF_BLINDS: Final = Opens.LEFT_OF_BLINDS
LEFT_OF_BUTTON: Final = Opens.LEFT_OF_BUTTON
LOW_CARD: Final = Opens.LOW_CARD
NOBODY: Final = Opens.NOBODY
OPENER: Final = Opens.OPENER


def showing_opens(hand: HandState, opens: Opens) -> int:
    """The live seat whose upcards make it first to act. Cards shown later do not count.

    Raises Conflict if the upcards are compared and one of them is unknown.
    """
    live = hand.betting.live
    faces = hand.faces
    if opens is HIGH_HAND or opens is LOW_HAND:
        for seat, up in enumerate(faces):
            if live >> seat & 1 and UNKNOWN in up:
                raise Conflict(f"the upcard of seat {seat + 1} is unknown, but it decides who opens")
        plan = hand.plan
        first = hand_opens(plan.showing, faces, live, plan.deal_from)
        return highest_of_tied(plan.showing, faces, live, first, ace_is_low=plan.low_aces) if plan.by_suit else first
    low = hand.setup.game.halves[0].scale in ACE_IS_LOW
    return card_opens(opens, faces, live, ace_is_low=low and opens is HIGH_CARD)


def first_to_show(hand: HandState) -> int:
    """The seat that shows first if nobody bet on the last street: the first to act on that street (TDA-2013 16)."""
    opens = hand.plan.stages[-1].opens
    if opens is LEFT_OF_BUTTON:
        return hand.plan.deal_from
    if opens is OPENER and hand.opener >= 0:
        return hand.opener
    if opens is LEFT_OF_BLINDS:
        return hand.plan.first
    return showing_opens(hand, opens) if opens in BY_FACES else hand.plan.deal_from


def shows_pair(hand: HandState) -> bool:
    """Whether a live seat shows a pair among its upcards."""
    return any(len({card >> 2 for card in up}) < len(up) for seat, up in enumerate(hand.faces) if hand.live >> seat & 1)


def is_passed_out(hand: HandState) -> bool:
    """Whether the deal is passed out: nobody opened although somebody could have, in a game with this rule (PG-81)."""
    betting = hand.betting
    able = betting.able
    return hand.plan.pass_out and not betting.price and able & (able - 1) != 0
