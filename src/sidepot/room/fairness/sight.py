"""The visible part of a hand's items: for a seat, and for everybody, which is chained."""

from __future__ import annotations

import msgspec

from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fairness.chain import canonical
from sidepot.room.fairness.items import OF_THE_ROOM, Item, decode


def seen_by(item: Item, seat: int) -> Item:
    """A seat's view of an item; the items of the room are for all."""
    if isinstance(item, OF_THE_ROOM):
        return item
    return redact(item, seat)


def public(item: Item) -> Item:
    """Everybody's view of an item: this is chained."""
    return seen_by(item, SPECTATOR)


def public_as_stored(stored: bytes | msgspec.Raw) -> object:
    """Everybody's view of an item as stored, as plain data, without the additions of a later sidepot."""
    item = decode(bytes(stored))
    return _as_far_as(msgspec.json.decode(stored), msgspec.to_builtins(public(item)))


def as_chained(stored: bytes | msgspec.Raw) -> bytes:
    """The chained part of an item as stored: without the additions of a later sidepot."""
    return canonical(public_as_stored(stored))


def _as_far_as(stored: object, told: object) -> object:
    """The view of now, without keys that were not stored."""
    if isinstance(stored, dict) and isinstance(told, dict):
        return {key: _as_far_as(stored[key], value) for key, value in told.items() if key in stored}
    if isinstance(stored, list) and isinstance(told, (list, tuple)) and len(stored) == len(told):
        return [_as_far_as(one, other) for one, other in zip(stored, told, strict=True)]
    return told
