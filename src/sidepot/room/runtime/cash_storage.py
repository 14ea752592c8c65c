"""How cash nights are stored and loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.room.cash.events import CashEvent, decode_event, encode_event
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.snapshot import SNAPSHOTS, CashSnapshot, restore, to_keep
from sidepot.room.runtime.storage import EventStorage, Unreadable
from sidepot.room.store.transaction import Append

CASH_STREAMS: Final = "cash/"


class UnreadableCash(Unreadable, usual="cash_unreadable"):
    """Raised for a cash night whose log cannot be replayed, with the number of the faulty record."""


class CashStorage(EventStorage[CashNight, CashEvent]):
    """Loads cash nights from their logs, and prepares each event for the store."""

    prefix, label, unreadable = CASH_STREAMS, "cash night", UnreadableCash
    snapshots = SNAPSHOTS

    def decode(self, record: bytes) -> CashEvent:
        """Decode a stored event of a cash night."""
        return decode_event(record)

    def begin(self, id: str, first: CashEvent | None) -> CashNight:
        """Make a night from the first event of its log."""
        return CashNight.begin(id, first)

    def to_append(self, machine: CashNight, event: CashEvent) -> Append:
        """The last event as it is stored, with its postings to the club's books, and a snapshot if one is due."""
        return Append(
            CASH_STREAMS + machine.id,
            event.seq - 1,
            (encode_event(event),),
            event.at,
            snapshot=to_keep(machine, event),
            changes=machine.booked,
        )

    def restore(self, id: str, first: bytes, snapshot: CashSnapshot, records: Sequence[bytes]) -> CashNight:
        """Restore a night from its snapshot."""
        return restore(id, decode_event(first), snapshot)


STORAGE: Final = CashStorage()
