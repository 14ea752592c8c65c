"""The hash chain: each public item of a hand is hashed together with all items before it.

    link(before, item) = SHA-256(02 | before, 32 bytes | item, as JSON)

The chain contains only what everybody at the table sees, and salted commitments. It never contains the plain hash of a
hidden card, because one of 52 cards is easily guessed from it. The first link of a hand continues from the last one of
the table's previous hand, so that no hand can be removed, inserted or exchanged later; the first hand of a table begins
at `START`.

The JSON of an item has its keys sorted and no spaces, in UTF-8, as Python writes it with
`json.dumps(item, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.hand.view import OPEN, SPECTATOR, redact
from sidepot.room.fairness.items import OF_THE_ROOM, Item, decode
from sidepot.validation.codec import UNREADABLE

START: Final = bytes(32)
_LINK: Final = b"\x02"
_SORTED: Final = msgspec.json.Encoder(order="sorted")


canonical: Final = _SORTED.encode
"""The canonical JSON of an item (a struct or plain data), which is what is hashed."""


def canonical_text(data: bytes | msgspec.Raw) -> bytes:
    """The canonical form of an item's JSON. Raises BadNotation if the text is not JSON."""
    try:
        return _SORTED.encode(msgspec.json.decode(data))
    except RecursionError:
        raise BadNotation("an item is nested too deeply") from None
    except UNREADABLE as error:
        raise BadNotation(f"an item is not JSON: {error}") from None


def link(before: bytes, item: bytes) -> bytes:
    """The link that an item, in canonical form, adds to a chain that ends in the link `before`."""
    return sha256(_LINK + before + item).digest()


def links(before: bytes, items: Iterable[bytes]) -> list[bytes]:
    """The link after each item. `before` is the link before the first item."""
    found = []
    for item in items:
        before = sha256(_LINK + before + item).digest()
        found.append(before)
    return found


def first_broken(before: bytes, items: Sequence[bytes], given: Sequence[bytes]) -> int | None:
    """The index at which the `given` links first differ from those of the items. Returns None if they are equal.

    An item without a link, or a link without an item, counts as a difference.
    """
    made = links(before, items)
    for at, (one, other) in enumerate(zip(made, given, strict=False)):
        if one != other:
            return at
    return None if len(made) == len(given) else min(len(made), len(given))


# ---- what everybody sees


def seen_by(item: Item, seat: int) -> Item:
    """An item with only what one seat may see. The room's own items are public."""
    if isinstance(item, OF_THE_ROOM):
        return item
    return redact(item, seat)


def public(item: Item) -> Item:
    """An item with only what everybody may see. The chain contains items in this form."""
    if type(item) in OPEN or isinstance(item, OF_THE_ROOM):
        return item
    return redact(item, SPECTATOR)


def public_as_stored(stored: bytes | msgspec.Raw) -> object:
    """A stored item with only what everybody may see, as plain data.

    Fields that were added to the code after the item was stored are left out.
    """
    item = decode(bytes(stored))
    return _as_far_as(msgspec.json.decode(stored), msgspec.to_builtins(public(item)))


def as_chained(stored: bytes | msgspec.Raw) -> bytes:
    """The canonical public form of a stored item.

    Fields that were added to the code after the item was stored are left out.
    """
    return canonical(public_as_stored(stored))


def _as_far_as(stored: object, shown: object) -> object:
    """Reduce the current public view to the keys that were stored."""
    if isinstance(stored, dict) and isinstance(shown, dict):
        return {key: _as_far_as(stored[key], value) for key, value in shown.items() if key in stored}
    if isinstance(stored, list) and isinstance(shown, (list, tuple)) and len(stored) == len(shown):
        return [_as_far_as(one, other) for one, other in zip(stored, shown, strict=True)]
    return shown
