"""Apply an event to a hand: a function for each kind of event logs it and changes the hand. `APPLY` maps kinds to
functions.

Events are trusted here; commands and the strict replay of a log check them. For the most frequent events there are
functions that need no event object; the hot commands of `Hand` call them after logging the event.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.hand import events as e
from sidepot.hand import terms as t
from sidepot.hand.apply_cards import (
    board_dealt,
    burned,
    dealt,
    discarded,
    exposed,
    mucked,
    proved,
    reshuffled,
    shown,
)
from sidepot.hand.aside import NOTHING_ASIDE
from sidepot.hand.course import act_on, close_round, open_round, owe_post, return_on, run_on, settle, show_on
from sidepot.hand.credit.markers import added, after_raise, borrowed, consented, marker_offered
from sidepot.hand.due import ACT
from sidepot.hand.ending import ask_to_show, declare_on, finish, void_on
from sidepot.hand.floor_acts import killed, redealt, restubbed, ruled, voided
from sidepot.hand.pots import Pot, cut
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS
from sidepot.hand.winning.split_pots import is_raked

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def posted(hand: HandState, event: e.Posted) -> None:
    hand.log.append(event)
    post = event.post
    pay(hand, event.seat, event.amount, live=post in LIVE_POSTS, dead=post in DEAD_POSTS)


def pay(hand: HandState, seat: int, amount: int, *, live: bool, dead: bool) -> None:
    """Post a forced bet."""
    hand.betting.post(seat, amount, live, dead)
    owe_post(hand, hand.count + 1)


def brought_in(hand: HandState, event: e.BroughtIn) -> None:
    hand.log.append(event)
    if not event.amount:
        hand.betting.go_all_in(event.seat)
    hand.betting.bring_in(event.seat, event.amount, hand.setup.stakes.bring_in)
    hand.due = ACT
    act_on(hand)


def folded(hand: HandState, event: e.Folded) -> None:
    hand.log.append(event)
    fold(hand, event.seat)


def fold(hand: HandState, seat: int) -> None:
    """Fold a hand."""
    hand.betting.fold(seat)
    if hand.plan.is_draw:
        hand.muck_pile += hand.hole[seat]
    act_on(hand)


def checked(hand: HandState, event: e.Checked) -> None:
    hand.log.append(event)
    check(hand, event.seat)


def check(hand: HandState, seat: int) -> None:
    """Check: pass the action on without a bet."""
    if hand.plan.notes_checks:
        hand.aside = hand.aside._replace(checked=hand.aside.checked | 1 << seat)
    actor = hand.seat = hand.betting.put_in(seat, 0)
    if actor < 0:
        close_round(hand)


def called(hand: HandState, event: e.Called) -> None:
    hand.log.append(event)
    call(hand, event.seat, event.amount)


def call(hand: HandState, seat: int, amount: int) -> None:
    """Apply a call. `amount` is the chips that match the price or, if that is less, the whole stack."""
    if not amount:
        hand.betting.go_all_in(seat)
    actor = hand.seat = hand.betting.put_in(seat, amount)
    if actor < 0:
        close_round(hand)


def raised(hand: HandState, event: e.RaisedTo) -> None:
    hand.log.append(event)
    raise_to(hand, event.seat, event.to)


def raise_to(hand: HandState, seat: int, to: int) -> None:
    """Apply a bet, raise or completion to a total of `to` for the round."""
    if hand.opener < 0:
        hand.opener = seat
        if hand.plan.to_open:
            hand.aside = hand.aside._replace(opening=hand.hole[seat])
    if hand.plan.notes_checks and hand.aside.checked >> seat & 1:  # the sevens rule asks for no more
        hand.aside = hand.aside._replace(checked=hand.aside.checked & ~(1 << seat))
    hand.due = ACT
    actor = hand.seat = hand.betting.raise_to(seat, to)
    if hand.aside is not NOTHING_ASIDE:
        after_raise(hand, seat)
    if actor < 0:
        close_round(hand)


def returned(hand: HandState, event: e.Returned) -> None:
    hand.log.append(event)
    hand.betting.give_back(event.seat, event.amount)
    if hand.street == hand.plan.showdown:
        void_on(hand)
    elif hand.betting.live >> event.seat & 1:  # at most one live seat has uncalled chips
        settle(hand)
    else:
        return_on(hand)


def took_back(hand: HandState, event: e.TookBack) -> None:
    hand.log.append(event)
    betting = hand.betting
    betting.give_back(event.seat, event.amount)
    betting.able |= 1 << event.seat
    betting.open_round(hand.plan.units[0])
    open_round(hand)


def awarded(hand: HandState, event: e.Awarded) -> None:
    hand.log.append(event)
    betting = hand.betting
    for seat, amount in event.shares:
        betting.stacks[seat] += amount
    if hand.plan.rake is not None and is_raked(hand):
        aside = hand.aside
        hand.aside = aside._replace(raked=aside.raked + event.rake, raked_pots=(*aside.raked_pots, event.amount))
    _take_out(hand, event.pot)
    if hand.street < hand.plan.showdown:
        settle(hand)
    else:
        hand.pot_at -= 1
        ask_to_show(hand)  # there is no later street


def passed_out(hand: HandState, event: e.PassedOut) -> None:
    hand.log.append(event)
    hand.carried += event.amount
    at = hand.pot_at
    layers = hand.layers[at : at + 1] if at >= 0 else hand.pots()
    aside = hand.aside
    hand.aside = aside._replace(waits=(*aside.waits, *[_waiting(hand, pot) for pot in layers]))
    if at < 0:
        betting = hand.betting
        betting.put = [0] * hand.plan.seats
        betting.dead = 0
        finish(hand)
        return
    _take_out(hand, at)
    hand.pot_at = at - 1
    show_on(hand)


def _waiting(hand: HandState, pot: Pot) -> tuple[int, int, int]:
    """A pot that waits for the next deal: its chips, the seats that may not win it, and its index among carried parts.

    A seat that folded plays for the pot again in the next deal. A seat that was all-in for less does not.
    """
    if pot.floor < 0:
        at = -1 - pot.floor
        return pot.amount, (1 << hand.plan.seats) - 1 & ~hand.aside.parts[at][1], at
    broke = sum(
        [1 << seat for seat, stack in enumerate(hand.betting.stacks) if not stack]
    )  # the seat may have mucked in the meantime
    return pot.amount, (hand.live | broke) & ~pot.eligible, -1


def _take_out(hand: HandState, at: int) -> None:
    """Remove a pot from the middle. Later pots must have been removed already."""
    betting = hand.betting
    layers = hand.layers
    if layers[at].floor < 0:
        betting.dead -= layers[at].amount
        gone = -1 - layers[at].floor
        parts = hand.aside.parts
        hand.aside = hand.aside._replace(parts=(*parts[:gone], (0, 0), *parts[gone + 1 :]))
    elif at and layers[at - 1].floor >= 0:
        cut(betting.put, layers[at].floor)
    else:  # the main pot, and waiting chips that nobody contests; parts that some contest come before it
        betting.put = [0] * hand.plan.seats
        betting.dead = sum([pot.amount for pot in layers[:at]]) if at else 0
        if at or hand.aside.parts:
            left = [part if part[1] & betting.live else (0, 0) for part in hand.aside.parts]
            hand.aside = hand.aside._replace(parts=tuple(left))


def run_chosen(hand: HandState, event: e.RunChosen) -> None:
    hand.log.append(event)
    hand.pending &= ~(1 << event.seat)
    runs = hand.aside.runs
    if not runs or event.runs < runs:
        hand.aside = hand.aside._replace(runs=event.runs)
    if event.runs == 1:  # once is the least, so the other seats need not be asked
        hand.pending = 0
    run_on(hand)


def declared(hand: HandState, event: e.Declared) -> None:
    hand.log.append(event)
    hand.pending &= ~(1 << event.seat)
    aside = hand.aside
    declared = (*aside.declared, (event.seat, event.ways))
    hand.aside = aside._replace(declared=declared, revealed=event.spoken and not hand.pending)
    declare_on(hand)


def revealed(hand: HandState, event: e.Revealed) -> None:
    hand.log.append(event)
    hand.aside = hand.aside._replace(declared=event.declared, revealed=True)
    show_on(hand)


APPLY: Final[dict[type, Callable[[HandState, Any], None]]] = {
    e.Posted: posted,
    e.Burned: burned,
    e.Dealt: dealt,
    e.BoardDealt: board_dealt,
    e.Reshuffled: reshuffled,
    e.BroughtIn: brought_in,
    e.Folded: folded,
    e.Checked: checked,
    e.Called: called,
    e.RaisedTo: raised,
    e.Discarded: discarded,
    e.Returned: returned,
    e.RunChosen: run_chosen,
    e.Declared: declared,
    e.Revealed: revealed,
    e.Proved: proved,
    e.Exposed: exposed,
    e.TookBack: took_back,
    e.Shown: shown,
    e.Mucked: mucked,
    e.Killed: killed,
    e.Awarded: awarded,
    e.PassedOut: passed_out,
    e.Redealt: redealt,
    e.Voided: voided,
    e.Restubbed: restubbed,
    e.Ruled: ruled,
    t.Added: added,
    t.MarkerOffered: marker_offered,
    t.Consented: consented,
    t.Borrowed: borrowed,
}
