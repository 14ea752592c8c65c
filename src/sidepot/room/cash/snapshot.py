"""A snapshot of a cash night: its state after an event of its log, which is authoritative."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.room.cash.events import CashEvent, Line
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.state import CashTable, Entry, Gone, Place
from sidepot.room.cash.terms import CashTerms
from sidepot.room.store.snapshot import Snapshots

EVERY: Final = 256  # events between two snapshots


class CashSnapshot(msgspec.Struct, frozen=True):
    """The snapshot of a night. Each field before `end` has the value of the night's attribute of that name."""

    seq: int
    at: int
    terms: CashTerms
    lists: dict[int, list[Entry]]
    tables: dict[int, CashTable]
    seats: dict[str, Place]
    gone: dict[str, dict[int, Gone]]
    away: dict[str, int]
    restricted: set[str]
    lines: list[Line]
    written: dict[int, list[int]]
    corrected: dict[int, int]
    accounts: dict[str, dict[str, int]]
    parties: dict[str, str]
    frozen: str
    over: bool
    why_over: str
    ids: dict[str, int]
    end: None = None


SNAPSHOTS: Final = Snapshots(CashSnapshot, "a cash night", until="end")


def snapshot_of(night: CashNight) -> CashSnapshot:
    """Make the snapshot of a night."""
    return SNAPSHOTS.make(night)


def to_keep(night: CashNight, event: CashEvent) -> tuple[int, bytes] | None:
    """The snapshot to store with an event, as version and bytes (None if none is due)."""
    return (SNAPSHOTS.version(), SNAPSHOTS.encode(snapshot_of(night))) if event.seq % EVERY == 0 else None


def restore(id: str, first: CashEvent, snapshot: CashSnapshot) -> CashNight:
    """Restore a night from the first event of its log and a snapshot."""
    night = CashNight.begin(id, first)
    SNAPSHOTS.set(night, snapshot)
    return night
