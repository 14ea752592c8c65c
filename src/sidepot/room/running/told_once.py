"""Entries as they are stored, where the setup of a hand is told once.

A hand's setup is in its entry twice: for the table, and among the items, where it is chained. The game and the rulebook
in it are mostly those of the hand before, and much longer than all else. So the second setup borrows from
the first one, and the first one from an earlier hand (`store/borrowing.py`). A reader of a stream gets the bytes as
they were.

Now and then a hand tells everything again: a damaged record then costs no more hands than those in between.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.hand.setup import Setup
from sidepot.room.store.deduplication import Borrowed, shorten
from sidepot.room.table.events import Entry, encode_entry
from sidepot.table.events import HandBegun

AGAIN: Final = 1000  # entries after which everything is told again

_ENCODE: Final = msgspec.json.Encoder().encode


class ToldOnce:
    """What the stream of one table has told, as far as it was told here: who reads it anew begins anew."""

    def __init__(self) -> None:
        self._told: dict[bytes, tuple[int, int]] = {}  # a part -> the entry that has it, and where

    def encode(self, entry: Entry) -> bytes:
        """The next entry as it is stored."""
        data = encode_entry(entry)
        if not entry.table:
            return data
        begun = next((one for one in entry.table if isinstance(one, HandBegun)), None)
        return data if begun is None else self._shortened(entry.seq, data, begun.setup)

    def _shortened(self, seq: int, data: bytes, setup: Setup) -> bytes:
        told = _ENCODE(setup)
        first = _find(data, b'"setup":', told, 0)
        game, rulebook = _ENCODE(setup.game), _ENCODE(setup.rulebook)
        places = _find(data, b'"game":', game, first), _find(data, b'"rulebook":', rulebook, first)
        if first < 0 or min(places) < first:
            return data
        parts = game, rulebook
        known = [self._told.get(part, (-AGAIN, 0)) for part in parts]
        borrowed: list[Borrowed] = []
        if all(lender + AGAIN > seq for lender, _ in known):
            borrowed = [Borrowed(at, len(part), *found) for part, at, found in zip(parts, places, known, strict=True)]
        else:  # all of it: a lender borrows from itself alone
            self._told = {part: found for part, found in self._told.items() if found[0] + AGAIN > seq}
            self._told |= {part: (seq, at) for part, at in zip(parts, places, strict=True)}
        second = _find(data, b'"setup":', told, first + len(told))
        if second >= 0:
            borrowed.append(Borrowed(second, len(told), 0, first))
        return shorten(data, borrowed) if borrowed else data


def _find(data: bytes, key: bytes, value: bytes, after: int) -> int:
    """Where the value of a key begins: the first such key that has this one. Keys are quicker to find than values."""
    at = data.find(key, after)
    while at >= 0 and not data.startswith(value, at + len(key)):
        at = data.find(key, at + 1)
    return at + len(key) if at >= 0 else -1
