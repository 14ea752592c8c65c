"""A table out of its records: the last hands are played again, of those before them only what they left is taken in.

A hand that is over has left the chips that its players have, its place in the stream and its link; its cards are not
even read. So a table at which was played for weeks is there at once, the same that `RoomTable.fold` makes by playing
every hand again. That all of them hold is for the auditor to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.room.fairness import chain
from sidepot.room.fairness.commit import HASH, unhex
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.sight import as_chained
from sidepot.room.table import hands
from sidepot.room.table.apply import apply_past, apply_past_act
from sidepot.room.table.events import Entry, decode_entry
from sidepot.room.table.hand_summary import begins, decode_past, entry_of
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.state import Chance
from sidepot.table.events import HandBegun

_BEGUN: Final = b'"hand_begun"'
PLAYED: Final = 2  # hands that are played again: the last one that is over, whose link is looked at, and one that is on


class Folding:
    """A table while it is folded. Hands that began before entry `played_from` are over, and not played again.

    `room` is the table as it stands already, where it is folded from a checkpoint.
    """

    def __init__(self, id: str, played_from: int, chance: Chance, room: RoomTable | None = None) -> None:
        self._id = id
        self._played_from = played_from
        self._chance = chance
        self._room = room
        self._hand: list[bytes] = []  # the records of the last hand

    def take(self, record: bytes) -> None:
        """Take the next record in. Raises BadNotation or Conflict for one that cannot be, or has another link."""
        room = self._room
        if room is None:
            self._room = RoomTable.begin(self._id, decode_entry(record), self._chance)
            return
        if room.seq + 1 < self._played_from:
            self._take_past(room, record)
            return
        entry = decode_entry(record)
        self._keep(entry, record)
        room.apply(entry)
        if entry.link:
            self._check_link(room, entry)

    def _take_past(self, room: RoomTable, record: bytes) -> None:
        """Take in the lasting part of a record once the hand is over."""
        past = decode_past(record)
        if past.is_act:
            self._hand.append(record)
            apply_past_act(room, past.seq, past.at, past.clock, past.id)
            return
        entry = entry_of(past)
        self._keep(entry, record)
        apply_past(room, entry)

    def _keep(self, entry: Entry, record: bytes) -> None:
        if begins_hand(entry):
            self._hand.clear()
        self._hand.append(record)
        if hands.is_end(entry):
            unhex(entry.link, HASH)
        elif entry.link:
            raise BadNotation(f"entry {entry.seq} of table {self._id} has a link, and no hand is over by it")

    @property
    def hand(self) -> Sequence[bytes]:
        """The records from the beginning of the last hand on."""
        return self._hand

    def done(self) -> RoomTable:
        """The table; it may lack the secrets of the hand that is on. Raises BadNotation where there was no record."""
        return self._room or RoomTable.begin(self._id, None)

    def _check_link(self, room: RoomTable, entry: Entry) -> None:
        number = room.begun.number if room.begun is not None else 0
        at = room.hands.get(number)
        if at is None or not is_link(entry.link, at.before, room.items, self._hand):
            raise BadNotation(f"hand {number} of table {self._id} does not have the link that is stored for it")


def fold_on(room: RoomTable, records: Sequence[bytes], chance: Chance) -> RoomTable:
    """A table with the records after its checkpoint. Raises BadNotation or Conflict for those that do not follow."""
    begun = [
        seq
        for seq, record in enumerate(records, room.seq + 1)
        if _BEGUN in record and begins(decode_past(record))  # inside a text there are no bare quotes
    ]
    found = Folding(room.id, begun[-PLAYED] if len(begun) >= PLAYED else room.seq + 1, chance, room)
    for record in records:
        found.take(record)
    return found.done()


def begins_hand(entry: Entry) -> bool:
    """Whether a hand begins by an entry."""
    return any(isinstance(one, HandBegun) for one in entry.table)


# ---- links as they are stored


class _Items(msgspec.Struct):
    items: tuple[msgspec.Raw, ...] = ()


_ITEMS: Final = msgspec.json.Decoder(_Items)


def is_link(link: str, before: bytes, items: Sequence[Item], records: Sequence[bytes]) -> bool:
    """Whether that is the chain after a hand, of which these are the items, and the records."""
    return hands.link_after(before, items).hex() == link or links_as_stored(before, records)[-1].hex() == link


def links_as_stored(before: bytes, records: Sequence[bytes]) -> list[bytes]:
    """The link after each item of a hand by its records: additions of a later sidepot were not chained."""
    return chain.links(before, [as_chained(one) for record in records for one in _ITEMS.decode(record).items])
