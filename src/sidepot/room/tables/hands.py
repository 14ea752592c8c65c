"""The hands of a table, as its stream tells them: the one that is on, where those that are over lie, and their chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cards import Below
from sidepot.hand.dealer import Dealer
from sidepot.hand.events import Started
from sidepot.hand.hand import Hand
from sidepot.room import chain
from sidepot.room.commit import Commitment, SealedDeck
from sidepot.room.fair_deck import FairDeck
from sidepot.room.items import OF_THE_ROOM, Cut, Heading, Item, Shuffled, public
from sidepot.room.shuffle import OS, Source, os_below
from sidepot.table.events import Event, HandBegun, HandDone, HandVoided
from sidepot.tournament.events import AtTable
from sidepot.tournament.steps import Step

if TYPE_CHECKING:
    from sidepot.room.tables.entry import Entry
    from sidepot.room.tables.room_table import RoomTable

KEPT: Final = 1000  # finished hands whose places are remembered
UNDEALT: Final = 2  # items before the cards are dealt or cut: the heading and the shuffle
Secrets = Callable[[str], SealedDeck | None] | Mapping[str, SealedDeck]  # by root, in hexadecimal


class Chance(NamedTuple):
    """Where chance comes from: numbers, a fresh source for each pack, and the bytes of salts and seeds."""

    below: Callable[[], Below] = os_below
    salts: Source = OS


class HandAt(NamedTuple):
    """Where a finished hand lies in the stream of its table, and the link of the chain before it."""

    first_seq: int
    last_seq: int
    before: bytes


# ---- what an entry does to the hand


def begin(room: RoomTable, hand: Hand, begun: HandBegun) -> None:
    """A hand is on. Its `Started` is told when the cards are cut, or nobody cuts."""
    room.hand = hand
    room.begun = begun
    room.last = None
    room.items = []
    room.decks = []
    room.dealer = None
    room.first_seq = room.seq + 1


def take_items(room: RoomTable, items: tuple[Item, ...]) -> None:
    """Take in what a stored entry tells of the hand that is on."""
    hand = room.hand
    if hand is None:
        return
    room.dealer = None
    for item in items:
        if not isinstance(item, OF_THE_ROOM) and not isinstance(item, Started):
            hand.apply(item)


def book(room: RoomTable, entry: Entry) -> None:
    """After an entry was carried out or taken in: its items are the hand's, and a hand that is over is chained."""
    room.items += entry.items
    if room.hand is None or not any([isinstance(one, (HandDone, HandVoided)) for one in table_events(entry)]):
        return
    before = room.link
    room.link = chain.links(before, [chain.canonical(public(item)) for item in room.items])[-1]
    number = room.begun.number if room.begun is not None else 0
    room.hands.pop(number, None)  # a hand that was called off has the number of the next one too
    room.hands[number] = HandAt(room.first_seq, entry.seq, before)
    if len(room.hands) > KEPT:
        del room.hands[next(iter(room.hands))]
    room.last = room.hand
    room.hand = None
    room.dealer = None
    room.decks = []


def table_events(entry: Entry) -> tuple[Event, ...]:
    """What an entry tells of the table, of cash or of an event."""
    return entry.table + at_table(entry.steps) if entry.steps else entry.table


def at_table(steps: tuple[Step, ...]) -> tuple[Event, ...]:
    """What steps of an event did at its table."""
    return tuple([what.event for step in steps for what in step.events if isinstance(what, AtTable)])


# ---- the pack


def is_dealt(room: RoomTable) -> bool:
    """Whether the hand that is on has begun to be dealt: before, its pack may be cut."""
    return room.hand is not None and len(room.items) > UNDEALT


def dealer_of(room: RoomTable, hand: Hand) -> Dealer:
    """The dealer with the pack as it lies now, taken up again from the seal where the room was folded anew."""
    if room.dealer is None:
        dead = room.begun.dead if room.begun is not None else ()
        room.dealer = Dealer(_pack_again(room, hand), absent=dead)
    return room.dealer


def _pack_again(room: RoomTable, hand: Hand) -> FairDeck:
    last = len(room.decks) - 1
    cut = next((item.at for item in room.items if isinstance(item, Cut) and item.deck == last), 0)
    drawn = len(room.decks[last].order) - hand.stub
    return FairDeck.resumed(room.decks, cut, drawn, below=room.chance.below(), salts=room.chance.salts)


def pack(room: RoomTable) -> FairDeck:
    """The pack of the dealer, which is a sealed one in this room."""
    deck = room.dealer.deck if room.dealer is not None else None
    if not isinstance(deck, FairDeck):
        raise RuntimeError("a hand is dealt in the room with a pack whose order is sealed")
    return deck


def roots(items: list[Item]) -> list[str]:
    """The roots of the shuffles that some items tell of."""
    return [item.root for item in items if isinstance(item, Shuffled)]


def heading(room: RoomTable, begun: HandBegun) -> Heading:
    """The heading of a hand."""
    return Heading(room.terms.title, begun.number, begun.players)


def root_of(deck: SealedDeck) -> str:
    """The root that is told of a shuffle, in hexadecimal."""
    return Commitment(deck).root.hex()
