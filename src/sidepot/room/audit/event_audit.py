"""Whether the streams of tournaments hold: each record follows, and the books have what it posts."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, select

from sidepot.errors import Conflict
from sidepot.room.running.tournament_log import EVENTS
from sidepot.room.store.log import read_checkpoints, read_records
from sidepot.room.store.rows import Leg
from sidepot.room.store.schema import list_streams, posting
from sidepot.room.tournament import snapshot
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import LiveTournament

AT_ONCE = 500  # records that are read at once


def audit_events(connection: Connection) -> tuple[list[str], int]:
    """The faults of all tournaments, and how many rows of the books are theirs."""
    faults: list[str] = []
    seen = 0
    for stream in list_streams(connection, EVENTS):
        rows = _rows(connection, stream)
        seen += sum(map(len, rows.values()))
        faults += [f"tournament {stream.removeprefix(EVENTS)}: {fault}" for fault in _audit(connection, stream, rows)]
    return faults, seen


def _audit(connection: Connection, stream: str, rows: dict[int, list[Leg]]) -> list[str]:
    """Fold one tournament, and compare what each record posts."""
    event: LiveTournament | None = None
    faults: list[str] = []
    after = 0
    kept = _checkpoints(connection, stream)
    while records := read_records(connection, stream, after, AT_ONCE):
        for record in records:
            try:
                entry = decode_event(record.data)
                if event is None:
                    event = LiveTournament.begin(stream.removeprefix(EVENTS), entry)
                else:
                    event.apply(entry)
            except Exception as error:
                return [*faults, f"record {record.seq} does not follow from those before it ({type(error).__name__})"]
            if Counter(event.booked) != Counter(rows.get(record.seq, [])):
                faults.append(f"record {record.seq}: the books have something else than it posts")
            try:
                event.tournament.check_chips()
            except Conflict:
                faults.append(f"record {record.seq}: chips are missing, or too many are in play")
            if record.seq in kept and not snapshot.is_same(kept[record.seq], event):
                faults.append(f"its checkpoint at record {record.seq} is not what the records come to")
        after = records[-1].seq
    return faults


def wrong_checkpoints(connection: Connection, stream: str) -> list[int]:
    """The numbers of the checkpoints of a tournament that are not what its records come to, as far as these follow."""
    kept, found = _checkpoints(connection, stream), []
    event: LiveTournament | None = None
    after = 0
    while after < max(kept, default=0) and (records := read_records(connection, stream, after, AT_ONCE)):
        for record in records:
            entry = decode_event(record.data)
            if event is None:
                event = LiveTournament.begin(stream.removeprefix(EVENTS), entry)
            else:
                event.apply(entry)
            if record.seq in kept and not snapshot.is_same(kept[record.seq], event):
                found.append(record.seq)
        after = records[-1].seq
    return found


def _checkpoints(connection: Connection, stream: str) -> dict[int, bytes]:
    """The checkpoints of today's version, which the room would go by."""
    found = read_checkpoints(connection, stream)
    return {one.seq: one.data for one in found if one.version == snapshot.version()}


def _rows(connection: Connection, stream: str) -> dict[int, list[Leg]]:
    found: dict[int, list[Leg]] = {}
    query = select(posting.c.seq, posting.c.player, posting.c.kind, posting.c.chips).where(posting.c.stream == stream)
    for seq, player, kind, chips in connection.execute(query):
        found.setdefault(int(seq), []).append(Leg(str(player), str(kind), int(chips)))
    return found
