"""The record of a hand that a player takes home: the events they saw, and all they need to check it.

It is made by allow-list: the public items of the hand, chained; the events that show the player more, at their own
seat; and the opening of each card shown to the player, no other. `sidepot verify` checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.formats.room_record import About
from sidepot.hand.events import BoardDealt, Dealt, Discarded, Exposed, Proved, Shown
from sidepot.room.fairness import chain
from sidepot.room.fairness.commit import HASH, SALT, Commitment, Opened, SealedDeck, unhex
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.sight import public, public_as_stored, seen_by
from sidepot.room.fairness.walk import DEALER, Place, Walk
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.json_text import json_error, json_given, read_json

FORMAT: Final = "sidepot hand record 1"


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event as its seat sees it, in the place of public item `item`, which hides its cards."""

    item: int
    event: msgspec.Raw


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opening of one card: its place `index` in shuffle `deck`, its salt and path, in hexadecimal."""

    deck: int
    index: int
    card: int
    salt: str
    path: tuple[str, ...]

    def opened(self) -> Opened:
        """The same as bytes. Raises BadNotation."""
        path = tuple([unhex(beside, HASH) for beside in self.path])
        return Opened(self.index, self.card, unhex(self.salt, SALT), path)


class HandRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """HAND.json: a hand as seat `seat` saw it (-1: somebody who only watched).

    `before` is the last link of the hand before it at the table, `links` has the link after each of `items`.
    `about` has the words that histories have beside a hand, where it was taken home.
    """

    format: Literal["sidepot hand record 1"]
    seat: int
    before: str
    items: list[msgspec.Raw]
    links: list[str]
    own: list[Own]
    openings: list[Opening]
    about: About | None = None


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(HandRecord)
_ITEMS: Final = msgspec.json.Decoder[Item](Item)


def encode_record(record: HandRecord) -> bytes:
    """The record as JSON, an item a line."""
    return msgspec.json.format(_ENCODER.encode(record), indent=1) + b"\n"


def decode_record(data: bytes) -> HandRecord:
    """Read a record. Raises BadNotation, saying where it is none."""
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


def record_hand(items: Sequence[Item], decks: Sequence[SealedDeck], seat: int, before: bytes) -> HandRecord:
    """The record for a seat of a hand, told whole, with the secrets of its shuffles.

    Raises Conflict where items and secrets do not belong together; nothing of a record is made then.
    """
    shown = [public(item) for item in items]
    links = chain.links(before, [chain.canonical(item) for item in shown])
    trees = [Commitment(deck) for deck in decks]
    own = []
    for at, (item, seen) in enumerate(zip(items, shown, strict=True)):
        view = seen_by(item, seat)
        if view != seen:
            own.append(Own(at, msgspec.Raw(_ENCODER.encode(view))))
    return HandRecord(
        FORMAT,
        seat,
        before.hex(),
        [msgspec.Raw(_ENCODER.encode(item)) for item in shown],
        [link.hex() for link in links],
        own,
        [_opening(place, card, trees) for place, card in shown_cards(items, seat).items()],
    )


def as_it_was_chained(record: HandRecord, stored: Sequence[msgspec.Raw], link: str) -> HandRecord:
    """The same record, its items in the form in which they were chained when the hand was over by `link`.

    A field that was added since is not in `stored`, and was not hashed. But a hand that began before, and was
    over after it was added, was chained with it.
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
        raise Conflict(f"the sealed order has another card at place {place.at} of shuffle {place.deck}")
    return Opening(place.deck, opened.index, opened.card, opened.salt.hex(), tuple(one.hex() for one in opened.path))


# ---- which cards a seat is shown


def shown_cards(items: Sequence[Item], seat: int) -> dict[Place, int]:
    """The cards that a seat is shown in a hand, by the places they came from; the items tell the hand whole."""
    walk = Walk()
    held: dict[tuple[int, int], Place] = {}  # by (seat, card), where the card came from last
    found: dict[Place, int] = {}
    for item in items:
        for place, card, whose in walk.take(item):
            held[whose, card] = place
        seen = seen_by(item, seat)
        for whose, card in cards_shown(seen):
            found[held[whose, card]] = card
    return dict(sorted(found.items()))


def cards_shown(event: Item) -> Iterator[tuple[int, int]]:
    """The cards that an event shows to whom sees it so, as (seat, card); the board is the dealer's."""
    match event:
        case BoardDealt(cards):
            yield from ((DEALER, card) for card in cards)
        case Dealt(seat, cards) | Shown(seat, cards) | Proved(seat, cards) | Discarded(seat, cards):
            yield from ((seat, card) for card in cards if card != UNKNOWN)
        case Exposed(seat, card):
            yield seat, card
