"""Declare a hand dead: when it is possible, and which part of its bet is returned.

The chips of a dead hand stay in the pot. If the hand was killed by mistake, the uncalled part of its bet or raise is
returned, and the betting goes back to its state before that bet (TDA-2013 56). `floor_acts` continues the hand without
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Conflict
from sidepot.hand import refusals
from sidepot.hand.apply import APPLY
from sidepot.hand.due import ACT, AWARD, BOARD, BRING_IN, BURN, DEAL, DECLARE, DRAW, RUN, SHOW
from sidepot.hand.events import Before, Event, Killed, RaisedTo, Redealt, Started
from sidepot.hand.winning.split_pots import is_last_claim
from sidepot.validation.integers import IntLike, as_int

if TYPE_CHECKING:
    from sidepot.hand.betting import Betting
    from sidepot.hand.state import HandState

ALWAYS: Final = (ACT, BRING_IN, DRAW, RUN, DECLARE, SHOW)
DEALING: Final = (BURN, DEAL, BOARD)


def is_dealt(hand: HandState) -> bool:
    """Whether every seat has received the cards of its initial deal."""
    return hand.street > 0 or (hand.street == 0 and (hand.due in ALWAYS or hand.due is BOARD))


def may_kill(hand: HandState) -> bool:
    """Whether hands can be declared dead now: after the deal, but not while chips are being returned or paid."""
    due = hand.due
    if due is AWARD:
        return hand.street == hand.plan.showdown  # a tabled hand may still turn out to be foul
    return due in ALWAYS or due in DEALING and is_dealt(hand)


def death(hand: HandState, whose: IntLike, *, refund: bool) -> Killed:
    """The event in which a hand is declared dead, with the chips to return if there is a `refund`.

    Raises NotDue if hands cannot be killed now, or if the seat still owes the bring-in, which even a dead hand pays
    (TDA-2013 29). Raises IllegalAction if a pot would have no claimant, and Conflict if the bets of the round are not
    known.
    """
    seat = as_int(whose, "the seat whose hand is killed")
    if not may_kill(hand) or not 0 <= seat < hand.plan.seats or not hand.betting.live >> seat & 1:
        raise refusals.not_due(hand, "kill the hand of seat {seat}", str(seat + 1))
    if hand.due is BRING_IN and seat == hand.seat:
        raise refusals.owes_bring_in(hand, seat)
    if not hand.betting.live & ~(1 << seat) or is_last_claim(hand, seat):
        raise refusals.last_claim(seat)
    if not refund or hand.due is not ACT or hand.betting.aggressor != seat:
        return Killed(seat)
    return _refunded(hand, seat)


def _refunded(hand: HandState, seat: int) -> Killed:
    """The chips returned to the last bettor or raiser: the unmatched chips, at most the bet or raise."""
    bets = hand.betting.bets
    called = max(bet for other, bet in enumerate(bets) if other != seat)
    if bets[seat] <= called:
        return Killed(seat)
    earlier = _before_raise(hand, seat)
    betting = earlier.betting
    bring_in = hand.setup.stakes.bring_in if earlier.due is BRING_IN else 0
    over = bring_in or betting.price
    rest = max(called, over)
    if rest == bets[seat]:
        return Killed(seat)
    opener = earlier.opener
    if rest > over:  # somebody called a part of it all-in; that part remains a bet
        betting.raise_to(seat, rest)
        opener = hand.opener
    elif bring_in:  # it was completed at once: the bring-in stays
        betting.open_for_bring_in(bring_in)
    return Killed(seat, bets[seat] - rest, _before(betting, opener))


def _before_raise(hand: HandState, seat: int) -> HandState:
    """The hand before the last bet or raise of a seat, from the log. Raises Conflict if it has made none."""
    log = hand.log
    if not log or not isinstance(log[0], Started):
        raise Conflict(
            "the earlier bets are found in the hand's log, which this copy lacks; use `copy(log=True)`", code="no_log"
        )
    at = max(at for at, event in enumerate(log) if isinstance(event, RaisedTo) and event.seat == seat)
    first = max([at for at, event in enumerate(log) if isinstance(event, Redealt)], default=0)
    since: list[Event] = log[first + 1 : at]
    earlier = hand.__class__(hand.setup)
    for event in since:
        APPLY[type(event)](earlier, event)
    return earlier


def _before(betting: Betting, opener: int) -> Before:
    return Before(
        betting.level,
        betting.full_at,
        betting.full_raise,
        betting.raises,
        betting.capped,
        betting.aggressor,
        opener,
        betting.unit,
        betting.alt,
    )
