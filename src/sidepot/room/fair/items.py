"""What a hand in the room is made of: its heading, its shuffles and cuts, and the events of the hand itself.

>>> encode(Cut(deck=0, by="Ann", text="my lucky socks", at=17))
b'{"type":"cut","deck":0,"by":"Ann","text":"my lucky socks","at":17}'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from sidepot.codec import Codec
from sidepot.hand import events
from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fair.chain import canonical


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="heading"):
    """Which hand of which table it is, counted from 1, and who was dealt in, in the order of seats of the hand."""

    table: str
    hand: int
    players: tuple[str, ...]


class Shuffled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shuffled"):
    """Cards were shuffled, and the house committed to their order: shuffle `deck` of the hand, from 0, by its root."""

    deck: int
    cards: int
    root: str


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """A player cut the pack by a text of his: `at` cards came off the top and went under the others. Rule: PG-50."""

    deck: int
    by: str
    text: str
    at: int


Item = Heading | Shuffled | Cut | events.Event
OF_THE_ROOM: Final = (Heading, Shuffled, Cut)

_JSON: Final = Codec[Item](Item, "an item of a hand", "the items of a hand")
encode = _JSON.encode
decode = _JSON.decode


def seen_by(item: Item, seat: int) -> Item:
    """What a seat may see of an item; the items of the room are for all."""
    if isinstance(item, (Heading, Shuffled, Cut)):
        return item
    return redact(item, seat)


def public(item: Item) -> Item:
    """What everybody at the table sees of an item: this is what is chained."""
    return seen_by(item, SPECTATOR)


def public_as_stored(stored: bytes | msgspec.Raw) -> Any:
    """What everybody sees of an item as it is stored, as plain data, without what only a later sidepot knows of it."""
    item = decode(bytes(stored))
    return _as_far_as(msgspec.json.decode(stored), msgspec.to_builtins(public(item)))


def as_chained(stored: bytes | msgspec.Raw) -> bytes:
    """What was chained of an item as it is stored: what a later sidepot knows of it besides was not."""
    return canonical(public_as_stored(stored))


def _as_far_as(stored: Any, told: Any) -> Any:
    """What is told now, without keys that were not stored."""
    if isinstance(stored, dict) and isinstance(told, dict):
        return {key: _as_far_as(stored[key], value) for key, value in told.items() if key in stored}
    if isinstance(stored, list) and isinstance(told, (list, tuple)) and len(stored) == len(told):
        return [_as_far_as(one, other) for one, other in zip(stored, told, strict=True)]
    return told


def interleave(happened: Iterable[events.Event], shuffles: Sequence[Shuffled]) -> list[Item]:
    """What happened in a batch, with the shuffles that were made in it, each before the event that it was made for."""
    waiting = list(shuffles)[::-1]
    items: list[Item] = []
    for event in happened:
        if waiting and isinstance(event, (events.Reshuffled, events.Restubbed, events.Redealt)):
            items.append(waiting.pop())
        items.append(event)
    return items
