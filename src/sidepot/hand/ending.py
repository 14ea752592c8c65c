"""The end of a hand: declarations, showdown, order of payment; and `owe`, which sets what is due.

Like `course`, it moves no chip and no card.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand.due import AWARD, DECLARE, DONE, PASS_OUT, PROVE, RETURN, REVEAL, SHOW, Due
from sidepot.hand.opening import first_to_show
from sidepot.hand.pots import layered
from sidepot.hand.streets import next_seat
from sidepot.hand.winning.claims import qualified, sevens_ask, sevens_void
from sidepot.hand.winning.openers import is_false_claim, must_prove

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def open_showdown(hand: HandState) -> None:
    """Begin the showdown: determine the pots, who shows first and who must show."""
    betting = hand.betting
    rulebook = hand.setup.rulebook
    all_in = betting.able != betting.live
    hand.layers = layered(betting.put, betting.live, betting.dead, hand.aside.parts, hand.aside.broke)
    hand.pot_at = len(hand.layers) - 1
    hand.forced = (rulebook.face_up_all_in and all_in) or not rulebook.may_muck
    hand.show_from = betting.aggressor if betting.aggressor >= 0 else first_to_show(hand)
    if hand.plan.declares and betting.live & (betting.live - 1):
        hand.pending = betting.live
        declare_on(hand)
    else:
        ask_to_show(hand)


def declare_on(hand: HandState) -> None:
    """Ask the next seat to declare. When all have declared, reveal closed declarations and begin the showdown."""
    if hand.pending:
        owe(hand, DECLARE, next_seat(hand.pending, hand.show_from), 0)
    elif hand.aside.revealed:
        ask_to_show(hand)
    else:
        owe(hand, REVEAL, -1, 0)


def ask_to_show(hand: HandState) -> bool:
    """Ask the next seat to show. Pay each pot once its contestants have shown; then end the hand.

    Returns whether the hand continues with another street, because all-in hands were face up before the last street.
    """
    plan = hand.plan
    live = hand.betting.live
    waiting = live & ~hand.shown
    at = hand.pot_at
    if at < 0:
        if hand.street == plan.showdown:
            finish(hand)
        elif waiting:
            owe(hand, SHOW, next_to_show(hand, waiting), 0)
        else:
            return True
        return False
    if plan.sevens is not None and sevens_ask(hand):
        if waiting:  # the best hand must be known before any pot is paid
            owe(hand, SHOW, next_seat(waiting, hand.show_from), 0)
        elif sevens_void(hand):
            void_on(hand)
        else:
            hand.aside = hand.aside._replace(voided=True)
            return ask_to_show(hand)
        return False
    layers = hand.layers
    eligible = layers[at].eligible & live
    if len(layers) > 1 and plan.side_pot_first:
        waiting &= eligible
        for pot in reversed(layers):  # contestants of a later pot show before those who are all-in for less
            if waiting & pot.eligible:
                waiting &= pot.eligible
                break
    to_open, to_win = plan.to_open, plan.to_win
    if waiting and (eligible & (eligible - 1) or to_win):
        hand.due = SHOW
        hand.seat = next_to_show(hand, waiting) if plan.safe_first else next_seat(waiting, hand.show_from)
    elif to_open and must_prove(hand, eligible):
        owe(hand, PROVE, hand.opener, 0)
    elif not eligible or to_open and is_false_claim(hand, eligible) or to_win and not qualified(hand, eligible):
        owe(hand, PASS_OUT, -1, at)
    else:
        owe(hand, AWARD, -1, at)
    return False


def next_to_show(hand: HandState, waiting: int) -> int:
    """The next seat to show among `waiting`. In stud, some houses ask all-in seats last (TDA-2024 RP-10-B)."""
    if hand.plan.safe_first and hand.forced and waiting & hand.betting.able:
        waiting &= hand.betting.able
    return next_seat(waiting, hand.show_from)


def void_on(hand: HandState) -> None:
    """Return the bets made after the draw, seat by seat (the sevens rule). All other chips stay in the pots."""
    betting = hand.betting
    hand.layers = layered(betting.put, betting.live, betting.dead, hand.aside.parts, hand.aside.broke)
    hand.pot_at = len(hand.layers) - 1
    back = sevens_void(hand)
    for seat, bet in enumerate(betting.bets):
        if bet and back >> seat & 1:
            owe(hand, RETURN, seat, bet)
            return
    hand.aside = hand.aside._replace(voided=True)
    ask_to_show(hand)


def finish(hand: HandState) -> None:
    hand.layers = []
    hand.pot_at = -1
    owe(hand, DONE, -1, 0)


def owe(hand: HandState, due: Due, seat: int, count: int) -> None:
    hand.due = due
    hand.seat = seat
    hand.count = count
