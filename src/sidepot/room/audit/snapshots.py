"""Check that a room opens in the state its logs describe: replay each table and tournament, and compare each snapshot.

The events of a table are replayed once, as they are read. Each snapshot must equal the table at its event, and it must
be possible to restore it with its last hand, as the room does. Everything is read as of one moment, even while the room
is open; only `drop_snapshots` writes.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, delete

from sidepot.errors import SidepotError
from sidepot.room.runtime.storage import AT_ONCE, Unreadable
from sidepot.room.runtime.table_storage import PREFIX, TableStorage, stream_of
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store import schema
from sidepot.room.store.database import check_current, read_once
from sidepot.room.store.errors import explain
from sidepot.room.store.log import ConnectedStreams, StoredSnapshot, read_records, read_snapshots
from sidepot.room.store.opening import open_alone
from sidepot.room.store.place import Place
from sidepot.room.table import snapshot
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.rebuild import TableReplay
from sidepot.room.tournament import snapshot as tournament_snapshot
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import RoomTournament

_NEVER: Final = 2**62  # no hand is replayed
INSIDE: Final = ("table", "tournament")  # snapshots within a snapshot, compared part by part


class Fault(msgspec.Struct, frozen=True):
    """A faulty snapshot, and what is wrong with it. The `kind` is one of these:

    - `refused`: the room does not use the snapshot
    - `different`: the table in the snapshot differs from the replayed table
    - `unknown`: the snapshot cannot be compared, because an earlier event is damaged
    """

    seq: int
    kind: Literal["refused", "different", "unknown"]
    says: str

    @property
    def is_known(self) -> bool:
        """Whether the snapshot itself is wrong, rather than an event before it."""
        return self.kind != "unknown"


def check_snapshots(records: Iterable[object], table: str, kept: Sequence[StoredSnapshot]) -> list[Fault]:
    """The faults of a table's stored snapshots, which are `kept`. Reads only as many records as needed."""
    check = ReplayedTable(table, kept)
    for record in islice(records, check.last):
        check.take(record)
    return check.done()


class ReplayedTable:
    """Replays all events of one table, and compares each of the snapshots `kept` with the replayed table.

    The snapshots may be in any order. Snapshots in another version of the format are skipped, because the room does not
    read them.
    """

    def __init__(self, table: str, kept: Sequence[StoredSnapshot]) -> None:
        now = snapshot.version()
        self._table = table
        self._due = {one.seq: one for one in kept if one.version == now and isinstance(one.seq, int)}
        self.last = max(self._due, default=0)  # the event of the last snapshot
        self._replay = TableReplay(table, _NEVER, Chance())
        self._seq = 0
        self._first = b""
        self._lost = ""
        self.faults: list[Fault] = []

    def take(self, record: object) -> RoomTable | None:
        """Apply the next stored event. Returns the table, or None once an event could not be applied."""
        self._seq += 1
        if self._lost:
            return None
        try:
            if not isinstance(record, bytes):
                raise TypeError(f"expected bytes, not {type(record).__name__}")
            self._replay.take(record)
            self._first = self._first or record
        except Exception:  # the auditor reports what is wrong with it
            self._lost = f"event {self._seq} does not follow from the events before it"
            return None
        room = self._replay.done()
        if one := self._due.pop(self._seq, None):
            self._compare(one, room)
        return room

    def done(self) -> list[Fault]:
        """Return the faults of all snapshots, even of snapshots that could not be compared. Call this after the last
        event.
        """
        for seq in sorted(self._due):
            if self._seq < seq:
                self._tell(seq, "refused", f"is of an event after the last one, {self._seq}")
            else:
                self._tell(seq, "unknown", f"cannot be compared: {self._lost}")
        self._due.clear()
        return self.faults

    def _compare(self, one: StoredSnapshot, room: RoomTable) -> None:
        try:
            stored = snapshot.decode(one.data)
            restored = snapshot.restore(self._table, self._first, stored, self._replay.hand, Chance())
        except Exception as error:
            self._tell(one.seq, "refused", f"cannot be used ({_words(error)})")
            return
        if restored.seq != one.seq:
            self._tell(one.seq, "refused", f"has the event number {restored.seq}")
        elif parts := list(_parts(snapshot.snapshot_of(room), stored)):
            self._tell(one.seq, "different", f"differs from the replayed events: {', '.join(parts)}")

    def _tell(self, seq: int, kind: Literal["refused", "different", "unknown"], says: str) -> None:
        self.faults.append(Fault(seq, kind, f"the snapshot at event {seq} {says}"))


def _words(error: Exception) -> str:
    return error.message if isinstance(error, SidepotError) else type(error).__name__


def _parts(one: msgspec.Struct, other: msgspec.Struct) -> Iterator[str]:
    """The names of the parts that differ, without values, because the names are also written to the server's log."""
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if name in INSIDE and mine is not None and theirs is not None:
            yield from _parts(mine, theirs)
        elif msgspec.msgpack.encode(mine) != msgspec.msgpack.encode(theirs):  # also if only the order differs
            yield name


# ---- tournaments


class ReplayFailed(Exception):
    """Raised if a record of a tournament cannot be read, or does not follow from the records before it."""

    def __init__(self, seq: int, cause: Exception) -> None:
        super().__init__(f"event {seq} does not follow from the events before it ({type(cause).__name__})")
        self.cause = cause


def replay_tournament(
    connection: Connection, stream: str, *, snapshots_only: bool = False
) -> Iterator[tuple[int, RoomTournament, bool]]:
    """Replay a tournament. After each record, yield its number, the tournament, and whether a snapshot contradicts it.

    Only snapshots of the current version are compared, because the room uses no others. With `snapshots_only`, reading
    stops soon after the last of these snapshots. Raises ReplayFailed.
    """
    found = read_snapshots(connection, stream)
    kept = {one.seq: one.data for one in found if one.version == tournament_snapshot.version()}
    last = max(kept, default=0)
    tournament: RoomTournament | None = None
    after = 0
    while (after < last or not snapshots_only) and (records := read_records(connection, stream, after, AT_ONCE)):
        for record in records:
            try:
                event = decode_event(record.data)
                if tournament is None:
                    tournament = RoomTournament.begin(stream.removeprefix(TOURNAMENT_STREAMS), event)
                else:
                    tournament.apply(event)
            except Exception as error:
                raise ReplayFailed(record.seq, error) from error
            snapshot = kept.get(record.seq)
            is_wrong = snapshot is not None and not tournament_snapshot.is_same(snapshot, tournament)
            yield record.seq, tournament, is_wrong
        after = records[-1].seq


# ---- every table of a store

T = TypeVar("T")
_DROP = "`sidepot doctor --drop-snapshots` removes it; the room then replays all events"


class StoredFault(msgspec.Struct, frozen=True):
    """A fault of a table or tournament.

    - `says`: what is wrong
    - `todo`: what to do about it
    - `drop`: the number of a snapshot to remove (0 for none)
    - `stream`: the stream of a tournament ("" for a table)
    """

    table: str
    says: str
    todo: str
    drop: int = 0
    stream: str = ""


def rebuild_all(place: Place) -> tuple[int, list[StoredFault]]:
    """Replay all tables. Returns the number of tables, and all faults. Raises StoreError if the store cannot be read.

    A fault says where it is, and never contains data that could be a card.
    """
    with read_once(place) as connection:
        check_current(connection, place)
        return _rebuild_each(connection, place.shown)


def drop_snapshots(place: Place) -> list[StoredFault]:
    """Remove the snapshots that contradict the events, and return their faults.

    Raises StoreError, in particular if a server has the store open.
    """
    with open_alone(place) as connection, connection.begin():
        gone = [one for one in _rebuild_each(connection, place.shown)[1] if one.drop]
        for one in gone:
            of_it = schema.snapshot.c.stream == (one.stream or stream_of(one.table))
            connection.execute(delete(schema.snapshot).where(of_it, schema.snapshot.c.seq == one.drop))
        return gone


def _rebuild_each(connection: Connection, shown: str) -> tuple[int, list[StoredFault]]:
    streams = schema.list_streams(connection, PREFIX)
    source = _Streams(connection)
    wrong: list[StoredFault] = []
    for stream in streams:
        table = stream.removeprefix(PREFIX)
        try:
            wrong += _look_at(source, table)
        except Exception as error:
            said = f"table {table} cannot be read: {explain(error, shown).message}"
            wrong.append(StoredFault(table, said, _back(table)))
    return len(streams), [*wrong, *_events(connection)]


def _events(connection: Connection) -> list[StoredFault]:
    """The tournament snapshots that contradict the records. Faults of the records are reported by the auditor."""
    found = []
    for stream in schema.list_streams(connection, TOURNAMENT_STREAMS):
        tournament = stream.removeprefix(TOURNAMENT_STREAMS)
        try:
            replayed = replay_tournament(connection, stream, snapshots_only=True)
            wrong = [seq for seq, _, is_wrong in replayed if is_wrong]
        except Exception as error:
            says = f"tournament {tournament} cannot be read ({type(getattr(error, 'cause', error)).__name__})"
            found.append(StoredFault("", says, "`sidepot audit verify` names the record", 0, stream))
            continue
        todo = f"stop the room, which starts from this snapshot, and do not play on before {_DROP}"
        says = f"tournament {tournament}: the snapshot at event {{}} differs from the replayed events"
        found += [StoredFault("", says.format(seq), todo, seq, stream) for seq in wrong]
    return found


def _look_at(streams: _Streams, table: str) -> list[StoredFault]:
    """Rebuild one table from its first event, and compare its snapshots. Raises StoreError and the driver's errors."""
    kept = _at_once(streams.snapshots(stream_of(table)))
    faults = check_snapshots(streams.each(stream_of(table)), table, kept)
    try:
        _at_once(TableStorage(Chance()).rebuild(streams, table))
    except Unreadable as error:
        damage = [_damage(streams, table, error)]
        known = [one for one in faults if one.is_known]
        return damage + [StoredFault(table, f"table {table}: {one.says}", _back(table)) for one in known]
    return [StoredFault(table, f"table {table}: {one.says}", _todo(one), one.seq) for one in faults]


def _damage(streams: _Streams, table: str, error: Unreadable) -> StoredFault:
    """The fault of a table whose events cannot be replayed. The room may still open it from a later snapshot."""
    try:
        _at_once(TableStorage(Chance()).load(streams, table))
    except Unreadable:
        return StoredFault(table, error.message, _back(table))
    return StoredFault(
        table,
        f"table {table} starts from a snapshot, because {error.what}",
        f"play can go on; `sidepot audit verify --table {table}` lists the hands that can no "
        "longer be checked; a backup may have them",
    )


def _todo(fault: Fault) -> str:
    if fault.kind == "different":
        return f"stop the room, which starts from this snapshot, and do not play on before {_DROP}"
    return f"the room does not use it: {_DROP}"


def _back(table: str) -> str:
    return f"restore a backup; `sidepot audit verify --table {table}` shows details"


class _Streams(ConnectedStreams):
    """The streams of a store that also yield all records of one."""

    def each(self, stream: str) -> Iterator[bytes]:
        """Yield the records of a stream in batches."""
        after = 0
        while some := read_records(self.connection, stream, after, AT_ONCE):
            yield from [one.data for one in some]
            after = some[-1].seq


def _at_once(work: Coroutine[object, object, T]) -> T:
    """Run a coroutine that never waits. Returns its result."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("a store that is read synchronously must return without awaiting anything")
