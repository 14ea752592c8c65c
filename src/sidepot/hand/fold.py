"""What each event does to a hand: one function an event logs it and takes it in; `FOLD` is the table of them.

An event is trusted here: commands, and the strict replay of a log, are what checks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.cards import UNKNOWN
from sidepot.hand.course import (
    act_on,
    close_round,
    deal_on,
    finish,
    open_round,
    owe_post,
    settle,
    show_on,
    to_reshuffle,
)
from sidepot.hand.due import ACT, DRAW, SHOW
from sidepot.hand.events import (
    DEAD_POSTS,
    LIVE_POSTS,
    Awarded,
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Checked,
    Dealt,
    Discarded,
    Folded,
    Killed,
    Mucked,
    PassedOut,
    Posted,
    RaisedTo,
    Reshuffled,
    Returned,
    Shown,
)
from sidepot.hand.pots import cut
from sidepot.hand.streets import clockwise, next_seat

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def posted(hand: Hand, event: Posted) -> None:
    hand.log.append(event)
    post = event.post
    hand.betting.post(event.seat, event.amount, post in LIVE_POSTS, post in DEAD_POSTS)
    owe_post(hand, hand.count + 1)


def burned(hand: Hand, event: Burned) -> None:
    hand.log.append(event)
    hand.stub -= 1
    hand.burns += (event.card,)
    if event.card != UNKNOWN:
        hand.seen[event.card] = 1
    deal_on(hand)


def dealt(hand: Hand, event: Dealt) -> None:
    hand.log.append(event)
    seat = event.seat
    cards = event.cards
    seen = hand.seen
    for card in cards:
        seen[card] = 1
    seen[UNKNOWN] = 0
    count = len(cards)
    hand.stub -= count
    up = event.up
    if up:
        hand.faces[seat] += cards[count - up :]
    if hand.shown and up < count:
        hand.shown &= ~(1 << seat)
    hand.hole[seat] += cards
    pending = hand.pending = hand.pending & ~(1 << seat)
    if not pending or hand.street and hand.plan.is_draw:
        deal_on(hand)
    elif pending >> (seat + 1) & 1:
        hand.seat = seat + 1
    else:
        hand.seat = next_seat(pending, seat)


def dealt_around(hand: Hand, cards: tuple[int, ...]) -> None:
    """A whole round off the top of the deck, one card at a time: the same events, and the same hand, as one `dealt`
    after the other."""
    seen = hand.seen
    for card in cards:
        seen[card] = 1
    seen[UNKNOWN] = 0
    pending = hand.pending
    around = pending.bit_count()
    count = hand.count
    up = hand.up_count
    hole = hand.hole
    log = hand.log
    at = 0
    for seat in hand.plan.order:
        if pending >> seat & 1:
            own = cards[at::around]
            at += 1
            log.append(Dealt(seat, own, up))
            hole[seat] += own
            if up:
                hand.faces[seat] += own[count - up :]
    hand.stub -= len(cards)
    if up < count:
        hand.shown &= ~pending
    hand.pending = 0
    deal_on(hand)


def board_dealt(hand: Hand, event: BoardDealt) -> None:
    hand.log.append(event)
    seen = hand.seen
    for card in event.cards:
        seen[card] = 1
    seen[UNKNOWN] = 0
    hand.stub -= len(event.cards)
    boards = hand.boards
    at = event.board
    if len(boards) == 1:
        hand.boards = (boards[0] + event.cards,)
    else:
        hand.boards = (*boards[:at], boards[at] + event.cards, *boards[at + 1 :])
    hand.to_board = 0
    open_round(hand)


def reshuffled(hand: Hand, event: Reshuffled) -> None:
    hand.log.append(event)
    back = to_reshuffle(hand)
    for card in back:
        hand.seen[card] = 0
    if hand.plan.is_draw:
        kept = hand.muck_pile[len(back) :] if len(back) <= len(hand.muck_pile) else ()
        if len(back) > len(hand.muck_pile):
            hand.burns = ()
        hand.muck_pile = kept
    else:
        hand.burns = ()
    hand.stub += event.count
    deal_on(hand)


def brought_in(hand: Hand, event: BroughtIn) -> None:
    hand.log.append(event)
    hand.betting.bring_in(event.seat, event.amount, hand.setup.stakes.bring_in)
    hand.due = ACT
    act_on(hand)


def folded(hand: Hand, event: Folded) -> None:
    hand.log.append(event)
    hand.betting.fold(event.seat)
    if hand.plan.is_draw:
        hand.muck_pile += hand.hole[event.seat]
    act_on(hand)


def checked(hand: Hand, event: Checked) -> None:
    hand.log.append(event)
    actor = hand.seat = hand.betting.put_in(event.seat, 0)
    if actor < 0:
        close_round(hand)


def called(hand: Hand, event: Called) -> None:
    hand.log.append(event)
    actor = hand.seat = hand.betting.put_in(event.seat, event.amount)
    if actor < 0:
        close_round(hand)


def raised(hand: Hand, event: RaisedTo) -> None:
    hand.log.append(event)
    if hand.opener < 0:
        hand.opener = event.seat
    hand.due = ACT
    actor = hand.seat = hand.betting.raise_to(event.seat, event.to)
    if actor < 0:
        close_round(hand)


def discarded(hand: Hand, event: Discarded) -> None:
    hand.log.append(event)
    seat = event.seat
    if event.cards:
        held = list(hand.hole[seat])
        for card in event.cards:
            held.remove(card if card in held else UNKNOWN)
            hand.seen[card] = card != UNKNOWN
        hand.hole[seat] = tuple(held)
        hand.muck_pile += event.cards
        hand.count = len(event.cards)
    else:
        hand.count = 0
        hand.pending &= ~(1 << seat)
    deal_on(hand)


def returned(hand: Hand, event: Returned) -> None:
    hand.log.append(event)
    hand.betting.give_back(event.seat, event.amount)
    settle(hand)


def shown(hand: Hand, event: Shown) -> None:
    hand.log.append(event)
    seat = event.seat
    hand.shown |= 1 << seat
    if event.cards is not hand.hole[seat]:
        hand.hole[seat] = event.cards
        for card in event.cards:
            hand.seen[card] = 1
    if hand.due is SHOW:
        show_on(hand)


def shown_around(hand: Hand) -> None:
    """All who are asked table their hands: the same events, and the same hand, as one `shown` after the other."""
    if len(hand.layers) > 1 and hand.plan.side_pot_first:
        while hand.due is SHOW:
            shown(hand, Shown(hand.seat, hand.hole[hand.seat]))
        return
    waiting = hand.betting.live & ~hand.shown
    log = hand.log
    hole = hand.hole
    for seat in clockwise(waiting, hand.show_from):
        log.append(Shown(seat, hole[seat]))
    hand.shown |= waiting
    show_on(hand)


def mucked(hand: Hand, event: Mucked) -> None:
    hand.log.append(event)
    hand.betting.live &= ~(1 << event.seat)
    hand.betting.able &= hand.betting.live
    show_on(hand)


def killed(hand: Hand, event: Killed) -> None:
    hand.log.append(event)
    seat = event.seat
    hand.betting.fold(seat)
    hand.pending &= ~(1 << seat)
    if hand.plan.is_draw:
        hand.muck_pile += hand.hole[seat]
    live = hand.betting.live
    if hand.due is ACT:
        act_on(hand)
    elif not live & (live - 1) and hand.street < hand.plan.showdown:
        settle(hand)  # one hand is left: it takes the pots without drawing or showing
    elif hand.due is DRAW:
        deal_on(hand)
    else:
        show_on(hand)


def awarded(hand: Hand, event: Awarded) -> None:
    hand.log.append(event)
    betting = hand.betting
    for seat, amount in event.shares:
        betting.stacks[seat] += amount
    if event.pot:
        cut(betting.put, hand.layers[event.pot].floor)
    else:
        betting.put = [0] * hand.plan.seats
        betting.dead = 0
    if hand.street < hand.plan.showdown:
        settle(hand)
    else:
        hand.pot_at -= 1
        show_on(hand)


def passed_out(hand: Hand, event: PassedOut) -> None:
    hand.log.append(event)
    hand.carried = event.amount
    hand.betting.put = [0] * hand.plan.seats
    hand.betting.dead = 0
    finish(hand)


FOLD: Final[dict[type, Callable[[Hand, Any], None]]] = {
    Posted: posted,
    Burned: burned,
    Dealt: dealt,
    BoardDealt: board_dealt,
    Reshuffled: reshuffled,
    BroughtIn: brought_in,
    Folded: folded,
    Checked: checked,
    Called: called,
    RaisedTo: raised,
    Discarded: discarded,
    Returned: returned,
    Shown: shown,
    Mucked: mucked,
    Killed: killed,
    Awarded: awarded,
    PassedOut: passed_out,
}
