"""How dealers' helpers are stored and loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.storage import EventStorage, Unreadable
from sidepot.room.store.transaction import Append

DEALER_STREAMS: Final = "dealer/"


class UnreadableHelper(Unreadable, usual="helper_unreadable"):
    """Raised for a helper whose log cannot be replayed, with the number of the faulty record."""


class DealerStorage(EventStorage[DealerTable, c.DealerEvent]):
    """The storage of dealers' helpers. They need no snapshots, because a replay skips finished hands."""

    prefix, label, unreadable = DEALER_STREAMS, "helper", UnreadableHelper

    def decode(self, record: bytes) -> c.DealerEvent:
        """Decode a stored event of a helper."""
        return c.decode(record)

    def begin(self, id: str, first: c.DealerEvent | None) -> DealerTable:
        """Make a helper from the first event of its log."""
        return DealerTable.begin(id, first)

    def to_append(self, machine: DealerTable, event: c.DealerEvent) -> Append:
        """The last event as it is stored."""
        return Append(DEALER_STREAMS + machine.id, event.seq - 1, (c.encode(event),), event.at)

    def restore(self, id: str, first: bytes, snapshot: Any, records: Sequence[bytes]) -> DealerTable:
        """Raise NotImplementedError, because no helper has a snapshot."""
        raise NotImplementedError


STORAGE: Final = DealerStorage()
