"""What may be seen of the items of a hand: by a seat, and by everybody, which is what is chained."""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fair.chain import canonical
from sidepot.room.fair.items import OF_THE_ROOM, Item, decode


def seen_by(item: Item, seat: int) -> Item:
    """What a seat may see of an item; the items of the room are for all."""
    if isinstance(item, OF_THE_ROOM):
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
