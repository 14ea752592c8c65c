"""A snapshot of a table: its state at the end of a hand, from which the table can be loaded.

The log is authoritative. A snapshot does not contain the hand that just ended: that hand is replayed from its records,
and must lead to the snapshot's link. If there is any doubt, the table is rebuilt from its first event.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.mixes import Turn
from sidepot.hand.hand import Hand
from sidepot.room.store.snapshot import Snapshots
from sidepot.room.table import hands
from sidepot.room.table.commands import Sit
from sidepot.room.table.events import (
    AtTournament,
    Change,
    Clock,
    Line,
    Person,
    RecentIds,
    Reported,
    TableEvent,
    decode_table_event,
)
from sidepot.room.table.machine import Chance, HandAt, RoomTable
from sidepot.room.table.rebuild import is_link
from sidepot.room.table.terms import RoomTerms
from sidepot.table.button import Marks
from sidepot.table.debts import Loan, Marker
from sidepot.table.events import HandBegun, Left, Moved, Parts, Sat
from sidepot.table.places import Gone, Place, Waiting
from sidepot.table.state import TableState
from sidepot.table.table_rules import Straddle, TableRules

EVERY: Final = 256  # about how many events between two snapshots

SeatEvent = Sat | Moved | Left


class TableSnapshot(msgspec.Struct, frozen=True):
    """The snapshot of the library's table. Each field up to `in_round` has the value of the attribute of that name.

    - `rules`: the rules (None: the usual ones)
    - `seats`: the events from which a tournament knows which seat was left last (empty at a cash table)
    """

    places: dict[str, Place]
    gone: dict[str, Gone]
    waiting: list[Waiting]
    marks: Marks | None
    first_button: int | None
    hands: int
    turn: Turn
    level: int
    parked: bool
    chosen: tuple[str, int] | None
    straddles: tuple[tuple[str, Straddle, int], ...]
    carried: int
    claims: dict[str, int]
    parts: Parts
    anted_only: bool
    leg: tuple[str, int]
    killer: str
    bomb: int
    markers: tuple[Marker, ...]
    loans: tuple[Loan, ...]
    standing: tuple[str, ...]
    in_round: tuple[str, ...]
    rules: TableRules | None
    debits: dict[str, int]
    credits: dict[str, int]
    seats: tuple[SeatEvent, ...] = ()


class RoomSnapshot(msgspec.Struct, frozen=True):
    """The snapshot of the room's table. Each field up to `recent_ids` has the value of the attribute of that name.

    - `terms`: the terms (None: those of the first event)
    """

    seq: int
    at: int
    clock: Clock
    people: dict[str, Person]
    accounts: dict[str, str]
    accepted: dict[str, tuple[str, int]]
    terms_seq: int
    change: Change | None
    link: bytes
    first_seq: int
    hands: dict[int, HandAt]
    busted: dict[str, int]
    queue: dict[str, Sit]
    requests: dict[str, Sit]
    closing: bool
    over: bool
    frozen: str
    paused: bool
    watched: bool
    lines: list[Line]
    silenced: dict[str, str]
    reports: list[Reported]
    talk_pace: dict[str, tuple[int, ...]]
    recent_ids: dict[str, RecentIds]
    table: TableSnapshot
    at_tournament: AtTournament | None = None
    terms: RoomTerms | None = None


OF_TABLE: Final = Snapshots(TableSnapshot, "a table", until="rules")
SNAPSHOTS: Final = Snapshots(RoomSnapshot, "a table", until="table")
version, decode = SNAPSHOTS.version, SNAPSHOTS.decode


def to_keep(room: RoomTable, event: TableEvent) -> tuple[int, bytes] | None:
    """The version and data of the snapshot to store with the last event (None if none is due)."""
    return (version(), encode(room)) if is_due(room, event) else None


def is_due(room: RoomTable, event: TableEvent) -> bool:
    """Whether a snapshot is due: a hand is over, and `EVERY` events have passed since the last snapshot."""
    if not event.link:
        return False
    before = next(islice(reversed(room.hands.values()), 1, 2), None)
    return event.seq // EVERY > (before.last_seq // EVERY if before is not None else 0)


def encode(room: RoomTable) -> bytes:
    """Encode the snapshot of a table."""
    return SNAPSHOTS.encode(snapshot_of(room))


def snapshot_of(room: RoomTable) -> RoomSnapshot:
    """The snapshot of a table: everything that is carried over from hand to hand."""
    table = table_snapshot(room.table, room.terms.rules)
    terms = room.terms if room.terms_seq > 1 else None
    at_tournament = room.at_tournament
    return SNAPSHOTS.make(room, table=table, at_tournament=at_tournament, terms=terms)


def table_snapshot(table: TableState, usual: TableRules | None) -> TableSnapshot:
    """The snapshot of the library's table. Rules are left out if they are the `usual` ones."""
    ledger = table.ledger
    rules = None if table.rules is usual or table.rules == usual else table.rules
    seats = tuple([one for one in table.log if isinstance(one, SeatEvent)]) if table.rules.is_tournament else ()
    return OF_TABLE.make(table, rules=rules, debits=ledger.debits, credits=ledger.credits, seats=seats)


def set_table(table: TableState, snapshot: TableSnapshot) -> None:
    """Set the attributes of a table from its snapshot."""
    OF_TABLE.set(table, snapshot)
    if snapshot.rules is not None:
        table.rules = snapshot.rules
    table.begun = None
    table.ledger.postings.clear()
    table.ledger.debits = snapshot.debits
    table.ledger.credits = snapshot.credits
    table.log[1:] = snapshot.seats


def restore(id: str, first: bytes, snapshot: RoomSnapshot, records: Sequence[bytes], chance: Chance) -> RoomTable:
    """Restore a table from its snapshot. Raises BadNotation or Conflict if snapshot and records do not belong together.

    `first` is the first record of the table's log. `records` are the records of the last hand before the snapshot.
    """
    room = RoomTable.begin(id, decode_table_event(first), chance)
    SNAPSHOTS.set(room, snapshot)
    if snapshot.terms is not None:
        room.terms = snapshot.terms
        room.table.rules = room.terms.rules
    room.names = {account: name for name, account in room.accounts.items()}
    room.ids = {one: seq for recent in room.recent_ids.values() for one, seq in recent.ids.items()}
    room.shuffled = []
    set_table(room.table, snapshot.table)
    room.at_tournament = snapshot.at_tournament
    _play_last(room, snapshot, records)
    return room


def _play_last(room: RoomTable, snapshot: RoomSnapshot, records: Sequence[bytes]) -> None:
    """Replay the last hand before the snapshot, because its cards are still shown, and check its link."""
    entries = [decode_table_event(record) for record in records]
    numbers = [event.seq for event in entries]
    begun = [one for event in entries for one in event.table if isinstance(one, HandBegun)]
    if len(begun) != 1 or numbers != list(range(snapshot.first_seq, snapshot.seq + 1)):
        raise BadNotation(f"the snapshot of table {room.id} at event {snapshot.seq} is not at the end of a hand")
    room.begun = begun[0]
    room.hand = Hand(room.begun.setup)
    room.items = []
    for event in entries:
        hands.take_items(room, event.items)
        room.items += event.items
    room.last, room.hand = room.hand, None
    at = room.hands.get(room.begun.number)
    link = snapshot.link.hex()
    if at is None or entries[-1].link != link or not is_link(link, at.before, room.items, records):
        raise BadNotation(
            f"the hash for the chain of hands in the snapshot of table {room.id} at event {snapshot.seq} "
            "does not belong to its hand"
        )
