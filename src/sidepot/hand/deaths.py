"""A hand that is declared dead: when that may be, what goes back of its bet, and how the hand goes on without it.

Its chips stay in the pot. Only where it was killed by mistake, the part of its own bet or raise that nobody has called
goes back, and the betting falls back to where it stood before that (TDA-2013 56).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.errors import Conflict
from sidepot.hand import refusals
from sidepot.hand.course import act_on, deal_on, declare_on, run_on, settle, show_on
from sidepot.hand.due import ACT, AWARD, BOARD, BRING_IN, BURN, DEAL, DECLARE, DONE, DRAW, RUN, SHOW
from sidepot.hand.events import Before, Event, Killed, RaisedTo, Redealt, Started
from sidepot.hand.showdown import is_last_claim
from sidepot.rules.rulebook import Declaration

if TYPE_CHECKING:
    from sidepot.hand.betting import Betting
    from sidepot.hand.hand import Hand

ALWAYS: Final = (ACT, BRING_IN, DRAW, RUN, DECLARE, SHOW)
DEALING: Final = (BURN, DEAL, BOARD)


def is_dealt(hand: Hand) -> bool:
    """Whether every seat has the cards of its initial deal."""
    return hand.street > 0 or (hand.street == 0 and (hand.due in ALWAYS or hand.due is BOARD))


def may_kill(hand: Hand) -> bool:
    """Whether hands can be declared dead now: once they are dealt, and chips are not just being given back or paid."""
    due = hand.due
    if due is AWARD:
        return hand.street == hand.plan.showdown  # a tabled hand may still turn out to be foul
    return due in ALWAYS or due in DEALING and is_dealt(hand)


def death(hand: Hand, seat: int, *, refund: bool) -> Killed:
    """The death of a hand, with what goes back of its bet where there is a `refund`.

    Raises NotDue where hands cannot be killed now, or the seat owes the bring-in, which a dead hand pays too (TDA-2013
    29); IllegalAction where a pot would have no claimant; Conflict where the bets of the round are not known.
    """
    if not may_kill(hand) or not 0 <= seat < hand.plan.seats or not hand.betting.live >> seat & 1:
        raise refusals.not_due(hand, f"kill the hand of seat {seat + 1}")
    if hand.due is BRING_IN and seat == hand.seat:
        raise refusals.owes_bring_in(seat)
    if not hand.betting.live & ~(1 << seat) or is_last_claim(hand, seat):
        raise refusals.last_claim(seat)
    if not refund or hand.due is not ACT or hand.betting.aggressor != seat:
        return Killed(seat)
    return _refunded(hand, seat)


def _refunded(hand: Hand, seat: int) -> Killed:
    """What goes back to the last to bet or raise: what nobody has matched, and no more than he bet or raised."""
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
    if rest > over:  # somebody called all-in for a part of it, which stands as a bet of its own
        betting.raise_to(seat, rest)
        opener = hand.opener
    elif bring_in:  # it was completed at once: the bring-in stays
        betting.open_for_bring_in(bring_in)
    return Killed(seat, bets[seat] - rest, _before(betting, opener))


def _before_raise(hand: Hand, seat: int) -> Hand:
    """The hand as it stood before the last bet or raise of a seat, from the log. Raises Conflict without one."""
    log = hand.log
    if not log or not isinstance(log[0], Started):
        raise Conflict("what was bet before is not known: this copy of the hand has no log")
    at = max(at for at, event in enumerate(log) if isinstance(event, RaisedTo) and event.seat == seat)
    first = max([at for at, event in enumerate(log) if isinstance(event, Redealt)], default=0)
    told: list[Event] = log[first + 1 : at]
    earlier = hand.__class__(hand.setup)
    for event in told:
        earlier.apply(event)
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


def kill_absent(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Kill the hands of who is absent or on penalty, once they are dealt: the bring-in is posted first, if it is owed.

    Returns the seats for whom it is too early still, also because a side pot would have no claimant left; call it again
    for them. The last hand to stay takes the pot.
    Rule: TDA-2013 29, 58-C.
    """
    later = []
    for seat in seats:
        if not hand.betting.live >> seat & 1 or not hand.betting.live & ~(1 << seat):
            continue
        if not is_dealt(hand) or not may_kill(hand) or is_last_claim(hand, seat):
            later.append(seat)
            continue
        if hand.due is BRING_IN and hand.seat == seat:
            hand.bring_in()
        hand.kill(seat)
    return () if hand.due is DONE else tuple(later)


# ---- what it does


def killed(hand: Hand, event: Killed) -> None:
    hand.log.append(event)
    seat = event.seat
    if event.before is not None:
        _fall_back(hand, seat, event.refund, event.before)
    hand.betting.fold(seat)
    hand.pending &= ~(1 << seat)
    if hand.plan.is_draw:
        hand.muck_pile += hand.hole[seat]
    _go_on(hand)


def _fall_back(hand: Hand, seat: int, refund: int, before: Before) -> None:
    betting = hand.betting
    betting.fall_back(seat, refund, before.level, before.full_at, before.full_raise, before.raises)
    betting.capped = before.capped
    betting.aggressor = before.aggressor
    betting.unit = before.unit
    betting.alt = before.alt
    if before.opener < 0 <= hand.opener:  # the pot is not open any more
        hand.opener = -1
        hand.aside = hand.aside._replace(opening=())


def _go_on(hand: Hand) -> None:
    """What is owed next, one hand being gone.

    A street that is being dealt is dealt to its end before anything else; where it has not begun, the hands are turned
    up and the board is run as if the hand had gone before it.
    """
    due = hand.due
    live = hand.betting.live
    if due is ACT or due is BRING_IN:
        act_on(hand)
    elif hand.street == hand.plan.showdown:
        if due is DECLARE and live & (live - 1):
            if not hand.pending and hand.setup.rulebook.declaration is Declaration.IN_TURN:
                hand.aside = hand.aside._replace(revealed=True)  # all who are left have said it aloud
            declare_on(hand)
        else:
            show_on(hand)
    elif due is BURN and not hand.aside.run:
        hand.street -= 1
        hand.pending = 0
        hand.to_board = 0
        settle(hand)
    elif not live & (live - 1) and (due is RUN or due is SHOW or not hand.plan.to_win):
        if due is RUN:
            hand.aside = hand.aside._replace(runs=0)  # alone, nobody has the board run again
        settle(hand)  # one hand is left: it takes the pots without drawing or showing
    elif due is RUN:
        run_on(hand)
    elif due is SHOW:
        show_on(hand)
    elif due is not BURN:  # even who is left alone draws, where the pot asks for a hand
        deal_on(hand)
