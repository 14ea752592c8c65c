"""The record of a hand for a player: the events they saw, and everything needed to verify it.

It contains only the chained public items, the player's own view of items that show them more, and the openings of the
cards that they saw. `sidepot verify` checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, Conflict
from sidepot.formats.room_record import About, SidePayment
from sidepot.hand.events import (
    BoardDealt,
    Burned,
    Dealt,
    Discarded,
    Event,
    Exposed,
    Proved,
    Redealt,
    Reshuffled,
    Restubbed,
    Shown,
    Started,
)
from sidepot.hand.hand import Hand
from sidepot.hand.rabbit import streets_to_come
from sidepot.hand.streets import clockwise
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public, public_as_stored, seen_by
from sidepot.room.fairness.decks import HASH, SALT, Commitment, Opened, SealedDeck, unhex
from sidepot.room.fairness.items import Cut, Heading, Item, Shuffled
from sidepot.room.fairness.shuffle import virtual_cut
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.json_text import json_error, json_given, read_json

# ---- where each card came from

DEALER = -1  # "seat" of burns and boards
NEW_ORDER = (Reshuffled, Restubbed, Redealt)


class Place(NamedTuple):
    """The position of a card in one shuffle of the hand, counted from the top, before the cut."""

    deck: int
    at: int


class DrawnCard(NamedTuple):
    """A card dealt from the stub: its position, the card (if it is known), and the seat that got it."""

    place: Place
    card: int
    seat: int


class ItemWalk:
    """Walks through the items of a hand, complete or as one seat sees them, and finds where each card was drawn.

    - `deck`: the number of the shuffle in use
    - `drawn`: the number of cards dealt from it
    - `hand`: the hand so far

    Raises BadNotation if the order is impossible, such as a card before its commitment or a cut after a card.
    """

    __slots__ = ("_round", "cuts", "deck", "drawn", "hand", "roots", "sizes")

    def __init__(self) -> None:
        self.hand: Hand | None = None
        self.deck = 0
        self.drawn = 0
        self.sizes: list[int] = []
        self.roots: list[bytes] = []
        self.cuts: list[int] = []
        self._round: dict[int, range] = {}

    def take(self, item: Item) -> list[DrawnCard]:
        """Process the next item. Returns the cards that it draws from the stub."""
        match item:
            case Heading():
                return []
            case Shuffled():
                self._shuffled(item)
                return []
            case Cut():
                self._cut(item)
                return []
            case Started(setup):
                if self.hand is not None:
                    raise BadNotation("the record starts a hand twice")
                self.hand = Hand(setup)
                return []
        if self.hand is None:
            raise BadNotation("an event comes before the start of the hand")
        drawn = self._drawn(self.hand, item)
        self.hand.apply(item)
        if isinstance(item, NEW_ORDER):
            self._round = {}
            self.drawn = 0
            self.deck += 1
            self._check_size(self.hand)
        return drawn

    def hunt(self, cards: Sequence[int]) -> list[DrawnCard]:
        """Draw the board cards of a rabbit hunt: the next cards of the deck after the hand.

        Raises BadNotation if the number of cards is wrong, and IllegalAction if no cards may be shown.
        """
        hand = self.hand
        if hand is None:
            raise BadNotation("a rabbit hunt comes before the start of the hand")
        places = []
        for street in streets_to_come(hand):
            if street.burn:
                self._next(hand)
            places += [self._next(hand) for _ in range(street.board * hand.plan.boards)]
        if len(places) != len(cards):
            raise BadNotation(f"the rabbit hunt shows {len(cards)} cards, but {len(places)} would have come")
        return [DrawnCard(place, card, DEALER) for place, card in zip(places, cards, strict=True)]

    def _shuffled(self, item: Shuffled) -> None:
        if item.deck != len(self.sizes) or item.deck > self.deck + 1:
            raise BadNotation(f"expected shuffle {len(self.sizes)}, got shuffle {item.deck}")
        self.sizes.append(item.cards)
        self.roots.append(unhex(item.root, HASH))
        self.cuts.append(0)

    def _cut(self, item: Cut) -> None:
        last = len(self.sizes) - 1
        if item.deck != last or last < self.deck or last == self.deck and self.drawn:
            raise BadNotation("a cut must come after the shuffle and before the first card")
        if self.cuts[last]:
            raise BadNotation(f"shuffle {last} is cut twice")
        at = virtual_cut(self.roots[last], item.text, self.sizes[last])
        if at != item.at:
            raise BadNotation(f"{item.by}'s text cuts at {at}, not at {item.at}")
        self.cuts[last] = at

    def _drawn(self, hand: Hand, event: Event) -> list[DrawnCard]:
        match event:
            case Burned(card):
                return [DrawnCard(self._next(hand), card, DEALER)]
            case BoardDealt(cards):
                return [DrawnCard(self._next(hand), card, DEALER) for card in cards]
            case Dealt(seat, cards):
                return [
                    DrawnCard(place, card, seat) for place, card in zip(self._places(hand, event), cards, strict=True)
                ]
        return []

    def _places(self, hand: Hand, event: Dealt) -> list[Place]:
        """The places of dealt cards: consecutive if one seat gets them, interleaved if the deal goes around the
        table.
        """
        seat = event.seat
        if seat not in self._round:
            if hand.plan.changes[hand.street] or not hand.pending:
                return [self._next(hand) for _ in event.cards]
            seats = clockwise(hand.pending, hand.plan.deal_from)
            first = self.drawn
            each = len(event.cards)
            for _ in range(each * len(seats)):
                self._next(hand)
            self._round = {
                one: range(first + at, first + each * len(seats), len(seats)) for at, one in enumerate(seats)
            }
        if seat not in self._round:
            raise BadNotation(f"seat {seat + 1} gets cards but takes no part in the deal")
        return [self._place(at) for at in self._round.pop(seat)]

    def _next(self, hand: Hand) -> Place:
        """The place of the current top card."""
        if not self.drawn:
            self._check_size(hand)
        if self.drawn >= self.sizes[self.deck]:
            raise BadNotation(
                f"more cards are dealt from shuffle {self.deck} than the {self.sizes[self.deck]} that it has"
            )
        place = self._place(self.drawn)
        self.drawn += 1
        return place

    def _place(self, at: int) -> Place:
        return Place(self.deck, (self.cuts[self.deck] + at) % self.sizes[self.deck])

    def _check_size(self, hand: Hand) -> None:
        if self.deck >= len(self.sizes):
            raise BadNotation(f"cards are dealt from shuffle {self.deck}, which has no commitment")
        if self.sizes[self.deck] != hand.stub:
            raise BadNotation(f"shuffle {self.deck} has {self.sizes[self.deck]} cards, but the stub has {hand.stub}")


# ---- the record

FORMAT: Final = "sidepot hand record 1"


class OwnItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player saw in place of a public item that hides the player's cards.

    - `item`: the number of the public item
    - `event`: what the player saw
    """

    item: int
    event: msgspec.Raw


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one card.

    - `deck`: the number of the shuffle
    - `index`: the position of the card in the shuffle
    - `salt`, `path`: the card's salt and its path to the root, both in hexadecimal
    """

    deck: int
    index: int
    card: int
    salt: str
    path: tuple[str, ...]

    def opened(self) -> Opened:
        """The opened card, with bytes in place of hexadecimal. Raises BadNotation if a text is not hexadecimal."""
        path = tuple([unhex(beside, HASH) for beside in self.path])
        return Opened(self.index, self.card, unhex(self.salt, SALT), path)


class HandRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of HAND.json: a hand as seat `seat` saw it (-1 for a spectator).

    - `before`: the last link of the table's previous hand
    - `links`: the link after each item
    - `about`: in an exported hand, the details that hand histories need
    - `rabbit`: the board cards that would have come, if a player asked for them after the hand; `openings` proves them
      too
    - `side`: payments for side games after the hand
    """

    format: Literal["sidepot hand record 1"]
    seat: int
    before: str
    items: list[msgspec.Raw]
    links: list[str]
    own: list[OwnItem]
    openings: list[Opening]
    about: About | None = None
    rabbit: tuple[int, ...] = ()
    side: tuple[SidePayment, ...] = ()


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(HandRecord)
_ITEMS: Final = msgspec.json.Decoder[Item](Item)


def encode_record(record: HandRecord) -> bytes:
    """Encode a record as indented JSON."""
    return msgspec.json.format(_ENCODER.encode(record), indent=1) + b"\n"


def decode_record(data: bytes) -> HandRecord:
    """Read a record. Raises BadNotation, naming the place of the mistake, if it is malformed."""
    what = "the record of a hand"
    text = json_given(data, what)
    record = read_json(text, _DECODER, what)
    items = [(("items", at), raw) for at, raw in enumerate(record.items)]
    own = [(("own", at, "event"), one.event) for at, one in enumerate(record.own)]
    for steps, raw in (*items, *own):
        try:
            _ITEMS.decode(raw)
        except UNREADABLE as error:
            raise json_error(error, text, Item, "an item of a hand", within=steps) from None
    return record


def record_hand(
    items: Sequence[Item], decks: Sequence[SealedDeck], seat: int, before: bytes, rabbit: tuple[int, ...] = ()
) -> HandRecord:
    """The record of a hand for a seat, from all its items, its sealed decks, and the board cards of a `rabbit` hunt.

    Raises Conflict if the items and the decks do not belong together.
    """
    shown = [public(item) for item in items]
    links = chain.links(before, [chain.canonical(item) for item in shown])
    trees = [Commitment(deck) for deck in decks]
    own = []
    for at, (item, seen) in enumerate(zip(items, shown, strict=True)):
        view = seen_by(item, seat)
        if view != seen:
            own.append(OwnItem(at, msgspec.Raw(_ENCODER.encode(view))))
    return HandRecord(
        FORMAT,
        seat,
        before.hex(),
        [msgspec.Raw(_ENCODER.encode(item)) for item in shown],
        [link.hex() for link in links],
        own,
        [_opening(place, card, trees) for place, card in shown_cards(items, seat, rabbit).items()],
        rabbit=rabbit,
    )


def as_it_was_chained(record: HandRecord, stored: Sequence[msgspec.Raw], link: str) -> HandRecord:
    """The record with each item as it was hashed, so that its chain ends in `link`.

    Fields that were added to the code later were not hashed, and are missing from `stored`.
    """
    if record.links[-1] == link:
        return record
    items = [_ENCODER.encode(public_as_stored(one)) for one in stored]
    links = chain.links(bytes.fromhex(record.before), [chain.canonical_text(item) for item in items])
    if links[-1].hex() != link:
        return record
    return msgspec.structs.replace(
        record, items=[msgspec.Raw(item) for item in items], links=[one.hex() for one in links]
    )


def _opening(place: Place, card: int, trees: Sequence[Commitment]) -> Opening:
    opened = trees[place.deck].opened(place.at) if place.deck < len(trees) else None
    if opened is None or opened.card != card:
        raise Conflict(f"the sealed order has another card at position {place.at} of shuffle {place.deck}")
    return Opening(place.deck, opened.index, opened.card, opened.salt.hex(), tuple(one.hex() for one in opened.path))


# ---- the cards that a seat is shown


def shown_cards(items: Sequence[Item], seat: int, rabbit: Sequence[int] = ()) -> dict[Place, int]:
    """The cards that a seat saw in a hand, and in a `rabbit` hunt after it, by their positions in the deck."""
    walk = ItemWalk()
    held: dict[tuple[int, int], Place] = {}  # by (seat, card): the place of its last deal
    found: dict[Place, int] = {}
    for item in items:
        for place, card, whose in walk.take(item):
            held[whose, card] = place
        seen = seen_by(item, seat)
        for whose, card in cards_shown(seen):
            found[held[whose, card]] = card
    if rabbit:
        found |= {place: card for place, card, _ in walk.hunt(rabbit)}
    return dict(sorted(found.items()))


def cards_shown(event: Item) -> Iterator[tuple[int, int]]:
    """The (seat, card) pairs that an event shows in this view. Board cards have the dealer as their seat."""
    match event:
        case BoardDealt(cards):
            yield from ((DEALER, card) for card in cards)
        case Dealt(seat, cards) | Shown(seat, cards) | Proved(seat, cards) | Discarded(seat, cards):
            yield from ((seat, card) for card in cards if card != UNKNOWN)
        case Exposed(seat, card):
            yield seat, card
