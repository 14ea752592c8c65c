"""Apply events that move cards: dealt, turned, shuffled, thrown away, shown. See `apply`."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN
from sidepot.hand.course import burn_on, deal_on, open_round, settle, show_on
from sidepot.hand.due import DEAL, DRAW, SHOW
from sidepot.hand.events import (
    BoardDealt,
    Burned,
    Dealt,
    Discarded,
    Exposed,
    Mucked,
    Proved,
    Reshuffled,
    Shown,
)
from sidepot.hand.newcards import with_back, without
from sidepot.hand.streets import clockwise, next_seat
from sidepot.hand.stub import going_back, to_reshuffle

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

# direct names, which are faster than a lookup in another module
_DEALT: Final = Dealt
_SHOWN: Final = Shown
_NO_FACES: Final[list[tuple[int, ...]]] = []


def burned(hand: HandState, event: Burned) -> None:
    hand.log.append(event)
    burn(hand, event.card, without(hand.fresh, (event.card,)))


def burn(hand: HandState, card: int, fresh: int) -> None:
    """Burn a card. `fresh` holds the cards that can still be dealt."""
    hand.fresh = fresh
    hand.stub -= 1
    hand.burns += (card,)
    deal_on(hand)


def dealt(hand: HandState, event: Dealt) -> None:
    hand.log.append(event)
    deal(hand, event.seat, event.cards, event.up, without(hand.fresh, event.cards))


def deal(hand: HandState, seat: int, cards: tuple[int, ...], up: int, fresh: int) -> None:
    """Deal cards to a seat, the last `up` of them face up. `fresh` holds the cards that can still be dealt."""
    hand.fresh = fresh
    count = len(cards)
    hand.stub -= count
    if up:
        set_faces(hand, seat, hand.faces[seat] + cards[count - up :])
    if hand.shown and up < count:
        hand.shown &= ~(1 << seat)
    hand.hole[seat] += cards
    pending = hand.pending = hand.pending & ~(1 << seat)
    if not pending or hand.plan.stages[hand.street].changes:
        deal_on(hand)
    elif pending >> (seat + 1) & 1:
        hand.seat = seat + 1
    else:
        hand.seat = next_seat(pending, seat)


def set_faces(hand: HandState, seat: int, cards: tuple[int, ...]) -> None:
    """Turn these cards of a seat face up, and all its other cards face down."""
    hand.faces = (*hand.faces[:seat], cards, *hand.faces[seat + 1 :])


def dealt_around(hand: HandState, cards: tuple[int, ...], fresh: int) -> None:
    """Deal a whole round, one card per seat from the top of the deck. `fresh` holds the cards that can still be dealt.

    The hand and its log are the same as after single `dealt` events.
    """
    hand.fresh = fresh
    pending = hand.pending
    around = pending.bit_count()
    count = hand.count
    up = hand.up_count
    hole = hand.hole
    faces = [*hand.faces] if up else _NO_FACES
    log = hand.log
    at = 0
    for seat in hand.plan.order:
        if pending >> seat & 1:
            own = cards[at::around]
            at += 1
            log.append(_DEALT(seat, own, up))
            hole[seat] += own
            if up:
                faces[seat] += own[count - up :]
    if up:
        hand.faces = tuple(faces)
    hand.stub -= len(cards)
    if up < count:
        hand.shown &= ~pending
    hand.pending = 0
    deal_on(hand)


def board_dealt(hand: HandState, event: BoardDealt) -> None:
    hand.log.append(event)
    turn(hand, event.cards, event.board, without(hand.fresh, event.cards))


def turn(hand: HandState, cards: tuple[int, ...], at: int, fresh: int) -> None:
    """Turn cards on board `at`. `fresh` holds the cards that can still be dealt."""
    hand.fresh = fresh
    hand.stub -= len(cards)
    boards = hand.boards
    if len(boards) == 1:
        hand.boards = (boards[0] + cards,)
    else:
        hand.boards = (*boards[:at], boards[at] + cards, *boards[at + 1 :])
        each = hand.plan.boards
        if (at + 1) % each:  # the next board of the same run
            hand.board_at = at + 1
            deal_on(hand)
            return
        hand.board_at = at + 1 - each
    hand.to_board = 0
    open_round(hand)


def reshuffled(hand: HandState, event: Reshuffled) -> None:
    hand.log.append(event)
    hand.fresh = with_back(hand.fresh, to_reshuffle(hand))
    back = going_back(hand)
    hand.muck_pile = hand.muck_pile[back.mucked :]
    if back.burns:
        hand.burns = ()
        if hand.aside.bared or back.set_aside:
            left = () if back.set_aside else hand.aside.set_aside
            hand.aside = hand.aside._replace(set_aside=left, bared=0)
    hand.stub += event.count
    if hand.plan.reburns or hand.aside.unburned:
        burn_on(hand)
    else:
        deal_on(hand)


def discarded(hand: HandState, event: Discarded) -> None:
    hand.log.append(event)
    seat = event.seat
    cards = event.cards
    if cards:
        if hand.faces[seat]:
            pick_up(hand, seat, seen=UNKNOWN not in cards)
        held = list(hand.hole[seat])
        if UNKNOWN in held:
            hand.fresh = without(hand.fresh, cards)
            for card in cards:
                held.remove(card if card in held else UNKNOWN)
        else:
            for card in cards:
                held.remove(card)
        hand.hole[seat] = tuple(held)
        if event.split:
            hand.aside = hand.aside._replace(set_aside=hand.aside.set_aside + cards)
        else:
            hand.muck_pile += cards
    hand.count = len(cards)
    if not cards or hand.plan.streets[hand.street].discard:
        hand.pending &= ~(1 << seat)
    deal_on(hand)


def pick_up(hand: HandState, seat: int, *, seen: bool) -> None:
    """Make a seat's upcards unknown to the other players, because it may throw away cards that they have seen.

    `seen` says whether this copy of the hand knows the cards thrown away. If not, it forgets the upcards as well.
    """
    faces = hand.faces[seat]
    set_faces(hand, seat, ())
    if not seen:
        hand.fresh = with_back(hand.fresh, faces)
        hand.hole[seat] = tuple([UNKNOWN if card in faces else card for card in hand.hole[seat]])


def exposed(hand: HandState, event: Exposed) -> None:
    hand.log.append(event)
    seat, card = event.seat, event.card
    held = list(hand.hole[seat])
    at = held.index(card if card in held else UNKNOWN)
    hand.fresh = without(hand.fresh, (card,))
    if event.kept:
        held[at] = card
        hand.hole[seat] = tuple(held)
        set_faces(hand, seat, (*hand.faces[seat], card))
        return
    held.pop(at)
    hand.hole[seat] = tuple(held)
    hand.burns += (card,)
    hand.aside = hand.aside._replace(bared=hand.aside.bared + 1)
    if hand.due is not DEAL and hand.due is not DRAW:
        deal_on(hand)


def shown(hand: HandState, event: Shown) -> None:
    hand.log.append(event)
    seat = event.seat
    hand.shown |= 1 << seat
    if event.cards is not hand.hole[seat]:
        hand.hole[seat] = event.cards
        hand.fresh = without(hand.fresh, event.cards)
    if event.called:
        hand.aside = hand.aside._replace(called=(*hand.aside.called, (seat, event.called)))
    if hand.due is SHOW:
        show_on(hand)


def shown_around(hand: HandState) -> None:
    """Table the hands of all seats that must show now. The hand and its log are the same as after single `shown`
    events.
    """
    if hand.plan.safe_first or len(hand.layers) > 1 and hand.plan.side_pot_first:
        while hand.due is SHOW:
            shown(hand, Shown(hand.seat, hand.hole[hand.seat]))
        return
    waiting = hand.betting.live & ~hand.shown
    log = hand.log
    hole = hand.hole
    for seat in clockwise(waiting, hand.show_from):
        log.append(_SHOWN(seat, hole[seat]))
    hand.shown |= waiting
    show_on(hand)


def mucked(hand: HandState, event: Mucked) -> None:
    hand.log.append(event)
    hand.betting.live &= ~(1 << event.seat)
    hand.betting.able &= hand.betting.live
    show_on(hand)


def proved(hand: HandState, event: Proved) -> None:
    hand.log.append(event)
    hand.aside = hand.aside._replace(proved=1 if event.good else -1)
    others = hand.betting.live & ~(1 << event.seat)
    if not event.good and others:
        hand.betting.live = others
        hand.betting.able &= others
    if hand.street < hand.plan.showdown:
        settle(hand)
    else:
        show_on(hand)
