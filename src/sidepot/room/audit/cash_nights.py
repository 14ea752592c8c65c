"""Audit the cash nights of a room: their records, their postings, their snapshots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from sidepot.room.cash.events import decode_event
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.snapshot import SNAPSHOTS, snapshot_of
from sidepot.room.runtime.cash_storage import CASH_STREAMS
from sidepot.room.store.log import read_records, read_snapshots
from sidepot.room.store.schema import list_streams

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sidepot.room.store.rows import BookChange

Rows = dict[int, list["BookChange"]]
AT_ONCE: Final = 500  # records read at a time


def audit_cash_nights(connection: Connection, rows_of: Callable[[Connection, str], Rows]) -> tuple[list[str], int]:
    """Audit all cash nights. `rows_of` reads the postings of a stream.

    Returns the faults, and the number of rows that belong to cash nights.
    """
    faults: list[str] = []
    seen = 0
    for stream in list_streams(connection, CASH_STREAMS):
        rows = rows_of(connection, stream)
        seen += sum(map(len, rows.values()))
        night = stream.removeprefix(CASH_STREAMS)
        faults += [f"cash night {night}: {fault}" for fault in _faults(connection, stream, rows)]
    return faults, seen


def _faults(connection: Connection, stream: str, rows: Rows) -> Iterator[str]:
    kept = {one.seq: one.data for one in read_snapshots(connection, stream) if one.version == SNAPSHOTS.version()}
    night: CashNight | None = None
    after = 0
    while records := read_records(connection, stream, after, AT_ONCE):
        for record in records:
            try:
                event = decode_event(record.data)
                if night is None:
                    night = CashNight.begin(stream.removeprefix(CASH_STREAMS), event)
                else:
                    night.apply(event)
            except Exception as error:  # any error: the record is damaged
                yield f"event {record.seq} does not follow from the events before it ({type(error).__name__})"
                return
            if Counter(night.booked) != Counter(rows.get(record.seq, [])):
                yield f"event {record.seq}: its postings differ from those in the ledger"
            snapshot = kept.get(record.seq)
            if snapshot is not None and SNAPSHOTS.decode(snapshot) != snapshot_of(night):
                yield f"the snapshot at event {record.seq} differs from the replayed events"
        after = records[-1].seq
