"""The hands of a table: the current hand, where finished hands are in the log, and the hash chain."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sidepot.formats.room_record import SidePayment
from sidepot.hand import rabbit
from sidepot.hand.dealer import Dealer
from sidepot.hand.events import Started
from sidepot.hand.hand import Hand
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.decks import Commitment, FairDeck, SealedDeck
from sidepot.room.fairness.items import OF_THE_ROOM, Cut, Heading, Item, Shuffled
from sidepot.room.table.state import HandAt
from sidepot.table.events import BountyPaid, HandBegun, HandDone, HandVoided, StandUpOver

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState

KEPT: Final = 1000  # how many finished hands are remembered


# ---- effects of an event on the hand


def begin(room: RoomState, hand: Hand, begun: HandBegun) -> None:
    """Begin a hand at the table. `Started`, the hand's first event, comes after the time to cut the deck."""
    room.hand = hand
    room.begun = begun
    room.last = None
    room.items = []
    room.showed = {}
    room.rabbit = ()
    room.decks = []
    room.dealer = None
    room.first_seq = room.seq + 1


def take_items(room: RoomState, items: tuple[Item, ...]) -> None:
    """Apply the items of a stored event to the current hand."""
    hand = room.hand
    if hand is None:
        return
    room.dealer = None
    for item in items:
        if not isinstance(item, OF_THE_ROOM) and not isinstance(item, Started):
            hand.apply(item)


def end_if_over(room: RoomState, event: TableEvent) -> None:
    """If this event has ended the hand, record where the hand is in the log, and release it from memory."""
    if room.hand is None or not is_end(event):
        return
    end(room, event.seq, bytes.fromhex(event.link))
    room.last = room.hand
    room.hand = None
    room.dealer = None
    if not rabbit.can_hunt(room.last):
        room.decks = []


def pass_over(room: RoomState, event: TableEvent) -> None:
    """Apply an event of a finished hand without replaying it."""
    for change in event.table:
        if isinstance(change, HandBegun):
            room.begun = change
            room.showed = {}
            room.rabbit = ()
            room.first_seq = event.seq
        elif isinstance(change, (HandDone, HandVoided)):
            end(room, event.seq, bytes.fromhex(event.link))


def end(room: RoomState, seq: int, link: bytes) -> None:
    """Record the end of a hand with event `seq`: its place in the log, and the chain's link after the hand."""
    number = room.begun.number if room.begun is not None else 0
    room.hands.pop(number, None)  # a hand that was called off has the same number as the next one
    room.hands[number] = HandAt(room.first_seq, seq, room.link)
    if len(room.hands) > KEPT:
        del room.hands[next(iter(room.hands))]
    room.link = link


def link_after(before: bytes, items: Iterable[Item]) -> bytes:
    """The chain's link after the items of a hand."""
    return chain.links(before, [chain.canonical(public(item)) for item in items])[-1]


def is_end(event: TableEvent) -> bool:
    """Whether this event ends a hand."""
    return any(isinstance(one, (HandDone, HandVoided)) for one in event.table)


def side_payments(event: TableEvent) -> list[SidePayment]:
    """The payments between players in side games that this event records."""
    found = []
    for one in event.table:
        if isinstance(one, BountyPaid):
            found += [SidePayment("seven-deuce", payer, one.player, chips) for payer, chips in one.paid]
        elif isinstance(one, StandUpOver):
            found += [SidePayment("stand-up game", one.player, payee, chips) for payee, chips in one.paid]
    return found


# ---- the deck


def dealer_of(room: RoomState, hand: Hand) -> Dealer:
    """The dealer of a hand, with the undealt cards. After a replay, the deck is restored from its sealed order."""
    if room.dealer is None:
        if room.lacks:
            raise RuntimeError(f"the sealed deck of a shuffle is missing at table {room.id}")
        dead = room.begun.dead if room.begun is not None else ()
        room.dealer = Dealer(pack_again(room, hand), absent=dead)
    return room.dealer


def pack_again(room: RoomState, hand: Hand) -> FairDeck:
    """The undealt part of the deck of a hand in progress."""
    last = len(room.decks) - 1
    cut = next((item.at for item in room.items if isinstance(item, Cut) and item.deck == last), 0)
    drawn = len(room.decks[last].order) - hand.stub
    return FairDeck.resumed(room.decks, cut, drawn, below=room.chance.below(), salts=room.chance.salts)


def pack(room: RoomState) -> FairDeck:
    """The deck from which a hand is dealt. In this room, every deck is sealed."""
    deck = room.dealer.deck if room.dealer is not None else None
    if not isinstance(deck, FairDeck):
        raise RuntimeError("a hand in the room needs a sealed deck")
    return deck


def roots(items: list[Item]) -> list[str]:
    """The roots of all shuffles among these items."""
    return [item.root for item in items if isinstance(item, Shuffled)]


def heading(room: RoomState, begun: HandBegun) -> Heading:
    """The heading of a hand that has begun."""
    return Heading(room.terms.title, begun.number, begun.players, room.table.rules.unit.decimals)


def root_of(deck: SealedDeck) -> str:
    """The public root of a shuffle, in hexadecimal."""
    return Commitment(deck).root.hex()
