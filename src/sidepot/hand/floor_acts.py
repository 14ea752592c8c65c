"""Actions of the floor on a whole hand: redeal it, call it off, fix the stub, record a ruling, kill a hand.

A fold out of turn, which is binding, is here too (TDA-2013 38-A, 50). `deaths` decides when a hand can be killed and
which chips are returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import NotDue
from sidepot.hand import refusals
from sidepot.hand.apply_cards import set_faces
from sidepot.hand.aside import NO_CREDIT
from sidepot.hand.course import act_on, deal_on, return_on, run_on, settle, show_on
from sidepot.hand.due import ACT, BRING_IN, BURN, DECLARE, DONE, POST, RESHUFFLE, RUN, SHOW
from sidepot.hand.ending import declare_on, finish
from sidepot.hand.events import Before, Folded, Killed, Redealt, Restubbed, Ruled, Voided
from sidepot.hand.newcards import with_back
from sidepot.hand.own_book import MISDEAL, own
from sidepot.hand.rebuilding import COLUMNS
from sidepot.rules.clauses import refuse
from sidepot.rules.rulebook import Declaration
from sidepot.rules.ruling import Ruling
from sidepot.validation.integers import IntLike, as_int
from sidepot.validation.type_checks import expect

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def early_fold(hand: HandState, who: IntLike) -> Folded:
    """The event in which a seat folds, in or out of turn. A seat that owes the bring-in must pay it first.

    Raises NotDue if the seat cannot fold now, and IllegalAction if it is all-in.
    """
    seat = as_int(who, "the seat that folds")
    betting = hand.betting
    is_in = 0 <= seat < hand.plan.seats and betting.live >> seat & 1 == 1
    if not is_in or hand.due is not ACT and (hand.due is not BRING_IN or seat == hand.seat):
        raise refusals.not_due(hand, "fold for seat {seat}", str(seat + 1))
    if not betting.able >> seat & 1:
        raise refusals.all_in_stays(hand, seat)
    return Folded(seat)


def check_on(hand: HandState, what: str) -> None:
    """Raise NotDue if no hand is in progress. `what` names the action of the floor in the message."""
    if hand.due is DONE:
        sentence = (f"nobody may {what} now: {{waits}}", refusals.waited_for(hand))
        raise refuse(NotDue, sentence, own(hand.setup.rulebook, MISDEAL), code="hand_over")


def new_stub(hand: HandState, *, mixed: bool) -> Restubbed:
    """The event in which the stub is shuffled. With `mixed`, the muck and the burn cards are shuffled into it.

    Raises NotDue if no more cards will be dealt from the stub.
    """
    on = 0 <= hand.street < hand.plan.showdown and hand.due not in (DONE, POST, RESHUFFLE)
    if not on or not hand.stub:
        raise refusals.never_mixed(hand)
    return Restubbed(hand.stub + (len(mucked_and_burned(hand)) if mixed else 0), bool(mixed))


def mucked_and_burned(hand: HandState) -> tuple[int, ...]:
    """The cards that a shuffle with `mixed` has put into the stub: the muck and the burn cards."""
    if hand.plan.is_draw:
        return hand.muck_pile + hand.burns
    live = hand.betting.live
    return sum([hole for seat, hole in enumerate(hand.hole) if not live >> seat & 1], ()) + hand.burns


def decision(ruling: Ruling, by: str) -> Ruled:
    """The event that records a ruling and who made it (`by`). Raises BadNotation for a ruling that is still open."""
    if expect(ruling, Ruling, "ruling").is_open:
        raise refusals.not_decided()
    return Ruled(ruling, by)


# ---- effects


def redealt(hand: HandState, event: Redealt) -> None:
    hand.log.append(event)
    new = hand.__class__(hand.setup)
    for name in COLUMNS:
        setattr(hand, name, getattr(new, name))


def voided(hand: HandState, event: Voided) -> None:
    hand.log.append(event)
    betting = hand.betting
    plan = hand.plan
    betting.stacks = plan.in_play(hand.setup.stacks)
    betting.put = [0] * plan.seats
    betting.bets = [0] * plan.seats
    betting.dead = 0
    betting.to_act = 0
    betting.actor = -1
    hand.carried = hand.setup.carried
    hand.aside = hand.aside._replace(raked=0, raked_pots=(), credit=NO_CREDIT, parts=())
    hand.pending = 0
    finish(hand)


def restubbed(hand: HandState, event: Restubbed) -> None:
    hand.log.append(event)
    if not event.mixed:
        return  # an unknown order replaces another unknown order
    hand.fresh = with_back(hand.fresh, mucked_and_burned(hand))
    hand.burns = ()
    if hand.aside.bared:
        hand.aside = hand.aside._replace(bared=0)
    if hand.plan.is_draw:
        hand.muck_pile = ()
    else:
        live = hand.betting.live
        for seat in range(hand.plan.seats):
            if not live >> seat & 1:
                hand.hole[seat] = ()
                set_faces(hand, seat, ())
    hand.stub = event.count


def ruled(hand: HandState, event: Ruled) -> None:
    hand.log.append(event)


def killed(hand: HandState, event: Killed) -> None:
    hand.log.append(event)
    seat = event.seat
    if event.before is not None:
        _fall_back(hand, seat, event.refund, event.before)
    elif hand.setup.rulebook.dead_hand_forfeits:
        hand.aside = hand.aside._replace(kept=hand.aside.kept | 1 << seat)
    hand.betting.fold(seat)
    hand.pending &= ~(1 << seat)
    if hand.plan.is_draw:  # below the discards of a drawing seat, which must not come back to it
        hand.muck_pile = hand.hole[seat] + hand.muck_pile
    _go_on(hand)


def _fall_back(hand: HandState, seat: int, refund: int, before: Before) -> None:
    betting = hand.betting
    betting.fall_back(seat, refund, before.level, before.full_at, before.full_raise, before.raises)
    betting.capped = before.capped
    betting.aggressor = before.aggressor
    betting.unit = before.unit
    betting.alt = before.alt
    if before.opener < 0 <= hand.opener:  # the pot is no longer open
        hand.opener = -1
        hand.aside = hand.aside._replace(opening=())


def _go_on(hand: HandState) -> None:
    """Set what is due next, after one hand is out.

    A street that is being dealt is completed first. If it has not begun, hands are opened and the board is run out as
    if the hand had been out before.
    """
    due = hand.due
    live = hand.betting.live
    if due is ACT or due is BRING_IN:
        act_on(hand)
    elif hand.street == hand.plan.showdown:
        if due is DECLARE and live & (live - 1):
            if not hand.pending and hand.setup.rulebook.declaration is Declaration.IN_TURN:
                hand.aside = hand.aside._replace(revealed=True)  # all remaining seats have declared aloud
            declare_on(hand)
        else:
            show_on(hand)
    elif due is BURN and not hand.count and not hand.aside.run:
        hand.street -= 1
        hand.pending = 0
        hand.to_board = 0
        settle(hand)
    elif not live & (live - 1) and (due is RUN or due is SHOW or not hand.plan.to_win):
        if due is RUN:
            hand.aside = hand.aside._replace(runs=0)  # a single seat cannot have the board run again
        return_on(hand)  # one hand is left: it wins the pots without drawing or showing
    elif due is RUN:
        run_on(hand)
    elif due is SHOW:
        show_on(hand)
    elif due is not BURN:  # even the last seat draws if the pot requires a hand
        deal_on(hand)
