"""The chain: every public thing that happened in a hand, each hashed with all that went before it.

    link(before, item) = SHA-256(02 | before, 32 bytes | item, as JSON)

Chained are only what everybody at the table sees and the salted commitments, never a card that lies face down: a bare
hash of one of 52 cards is no secret. The first link of a hand goes on from the last one of the hand before it at the
table, so that no hand can be left out, put in or exchanged afterwards; the first hand of a table begins at `START`.

The JSON of an item has its keys sorted and no spaces, in UTF-8, as Python writes it with
`json.dumps(item, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fairness.items import OF_THE_ROOM, Item, decode
from sidepot.validation.codec import UNREADABLE

START: Final = bytes(32)
_LINK: Final = b"\x02"
_SORTED: Final = msgspec.json.Encoder(order="sorted")


def canonical(item: object) -> bytes:
    """An item, a struct or plain data, as it is hashed."""
    return _SORTED.encode(item)


def canonical_text(data: bytes | msgspec.Raw) -> bytes:
    """The JSON text of an item, however it is spaced and ordered, as it is hashed. Raises BadNotation."""
    try:
        return _SORTED.encode(msgspec.json.decode(data))
    except RecursionError:
        raise BadNotation("an item is nested too deep") from None
    except UNREADABLE as error:
        raise BadNotation(f"an item is no JSON: {error}") from None


def link(before: bytes, item: bytes) -> bytes:
    """The link after `before` for an item in its canonical form."""
    return sha256(_LINK + before + item).digest()


def links(before: bytes, items: Iterable[bytes]) -> list[bytes]:
    """The link after each item."""
    found = []
    for item in items:
        before = sha256(_LINK + before + item).digest()
        found.append(before)
    return found


def first_broken(before: bytes, items: Sequence[bytes], told: Sequence[bytes]) -> int | None:
    """Where a chain that was `told` first differs from the chain of its items, or None where it holds.

    An item without a link, and a link without an item, are differences too.
    """
    made = links(before, items)
    for at, (one, other) in enumerate(zip(made, told, strict=False)):
        if one != other:
            return at
    return None if len(made) == len(told) else min(len(made), len(told))


# ---- what everybody sees


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
