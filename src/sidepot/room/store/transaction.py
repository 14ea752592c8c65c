"""The writes of one transaction: records appended to streams, sealed values, and other writes.

The head of a stream is the number of its last record. A `Write` is any other function that writes.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Dialect, Table, Transaction, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from sidepot.errors import BadNotation, SidepotError
from sidepot.room.store.database import BEGIN_WRITING, sqlite_of
from sidepot.room.store.errors import Stale
from sidepot.room.store.pipeline import Statement, number, rows_added, texts
from sidepot.room.store.rows import BookChange, HandListed, posting_rows, rows_of
from sidepot.room.store.schema import hand, hand_of, meta, posting, record, sealed, snapshot, stream

_NAMES: Final = re.compile(r"[!-~]{1,200}")  # ASCII only, which sorts the same in every database
_LARGEST: Final = 2**63 - 1
_INDEX: Final = (hand, hand_of)  # rows that may exist already, with the same values
_ROWS: Final = 64  # most rows per statement
# When a snapshot is added, only the latest of the older ones is kept.
_OLDER: Final = (
    "DELETE FROM snapshot WHERE stream = :stream AND "
    "(seq >= :seq OR seq < (SELECT max(seq) FROM snapshot WHERE stream = :stream AND seq < :seq))"
)
_OLDER_IN_PIPELINE: Final = _OLDER.replace(":stream", "$1").replace(":seq", "$2")

Write = Callable[[Connection], object]
_Rows = list[tuple[Any, ...]]
Outcome = tuple[object, SidepotError | None]


def insert_new(connection: Connection, table: Table, row: Mapping[str, object]) -> bool:
    """Insert a row atomically, unless its key is taken. Returns whether it was inserted."""
    kind = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = kind(table).values(row).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(added).first() is not None


@lru_cache(maxsize=4096)  # a table always appends to the same stream
def check_name(name: str) -> None:
    """Raise BadNotation if the name of a stream or key cannot be stored."""
    if not _NAMES.fullmatch(name):
        raise BadNotation(f"{name[:40]!r} is not a valid name: use 1 to 200 ASCII characters without spaces")


class Append(msgspec.Struct, frozen=True, gc=False):
    """Records to append to a stream after record `after`, and what is written with them.

    Either everything is written, or nothing.

    - `seals`: the values to seal, by key
    - `snapshot`: the version and data of a snapshot after the last record
    - `listed`: the hand that ends with the records
    - `changes`: what the last record changes in the books

    Raises BadNotation if a name cannot be stored.
    """

    stream: str
    after: int
    records: Sequence[bytes]
    at: int
    seals: Sequence[tuple[str, bytes]] = ()
    snapshot: tuple[int, bytes] | None = None
    listed: HandListed | None = None
    changes: Sequence[BookChange] = ()

    def __post_init__(self) -> None:
        check_name(self.stream)
        if not 0 <= self.after <= _LARGEST or not -_LARGEST <= self.at <= _LARGEST:
            raise BadNotation(f"{self.stream}: the record number {self.after} or the time {self.at} is out of bounds")
        for key, _ in self.seals:
            check_name(key)

    @property
    def has_only_records(self) -> bool:
        """Whether nothing but records is written, so that more records may follow in the same write."""
        return not (self.seals or self.snapshot or self.listed or self.changes)

    def __repr__(self) -> str:
        """The representation in logs and tracebacks, without the data, which has cards and secrets."""
        return f"<Append {len(self.records)} records after {self.after} of {self.stream!r}>"


class Batch:
    """Collects the rows of a transaction, and writes them together.

    Rows wait until a job needs to read them, or until `flush`. One batch serves all transactions of a connection,
    because it caches the `heads` of the streams that it has read. If a transaction fails, `clear` the batch.
    """

    def __init__(self, connection: Connection) -> None:
        self.heads: dict[str, int] = {}
        self._connection = connection
        # With SQLite the driver is called directly, in half the time.
        self._driver = sqlite_of(connection) if connection.dialect.name == "sqlite" else None
        self._seals: _Rows = []
        self._streams: _Rows = []  # new streams
        self._rows: _Rows = []  # records
        self._hands: _Rows = []  # finished hands
        self._hands_of: _Rows = []  # accounts that played or watched these hands
        self._postings: _Rows = []
        self._snapshots: _Rows = []
        self._gathered = (
            (sealed, self._seals),
            (stream, self._streams),
            (record, self._rows),
            (hand, self._hands),
            (hand_of, self._hands_of),
            (posting, self._postings),
            (snapshot, self._snapshots),
        )
        self._stale: list[str] = []  # to be looked up next time, because others may have written

    def begin(self, jobs: Iterable[Append | Write]) -> Transaction | sqlite3.Connection:
        """Begin a transaction for these jobs. Returns the object that commits it or rolls it back.

        If all jobs append to streams whose heads are known, SQLite's driver is used directly, because a transaction of
        SQLAlchemy makes fifty calls.
        """
        driver = self._driver
        if driver is None or not self.asks_nothing(jobs):
            return self._connection.begin()
        driver.execute(BEGIN_WRITING)
        return driver

    def asks_nothing(self, jobs: Iterable[Append | Write]) -> bool:
        """Whether these jobs can be written without querying the database."""
        return all(type(what) is Append and what.stream in self.heads for what in jobs)

    def do(self, what: Append | Write) -> Outcome:
        """Do one job.

        Returns the number of the last record of an `Append`, or the result of a `Write`. Returns Stale if the stream
        does not end where expected.
        """
        if not isinstance(what, Append):
            self.flush()
            return what(self._connection), None
        name = what.stream
        head = self.heads.get(name)
        if head is None:
            query = select(func.max(record.c.seq)).where(record.c.stream == name)
            head = self.heads[name] = self._connection.scalar(query) or 0
        if head != what.after:
            self._stale.append(name)
            return None, Stale(name, what.after, head)
        if not head and what.records:
            self._streams.append((name, None))
        for seq, data in enumerate(what.records, head + 1):
            self._rows.append((name, seq, what.at, data))
        self._seals += what.seals
        last = self.heads[name] = head + len(what.records)
        if what.snapshot is not None:
            self._snapshots.append((name, last, *what.snapshot))
        if what.listed is not None:
            row, of = rows_of(name, what.listed)
            self._hands.append(row)
            self._hands_of += of
        if what.changes:
            self._postings += posting_rows(name, last, what.at, what.changes)
        return last, None

    def flush(self) -> None:
        """Write the collected rows.

        Each statement gets many rows, because SQLite's driver releases Python's lock at each statement and may wait
        milliseconds to get it back.
        """
        connection, driver = self._connection, self._driver
        self._hands_of.sort()
        self._postings.sort()
        for row in self._snapshots:
            older = {"stream": row[0], "seq": row[1]}
            if driver is None:
                connection.execute(text(_OLDER), older)
            else:
                driver.execute(_OLDER, older)
        for table, rows in self._gathered:
            if not rows:
                continue
            words = _insertion(table, connection.dialect)
            if driver is None:
                names = table.c.keys()
                connection.exec_driver_sql(words, [dict(zip(names, row, strict=True)) for row in rows])
            else:
                for at in range(0, len(rows), _ROWS):
                    some = rows[at : at + _ROWS]
                    driver.execute(_for_many(words, len(some)), [value for row in some for value in row])
            rows.clear()
        if self._stale:
            self._forget_stale()

    def statements(self) -> list[Statement]:
        """The statements that write the collected rows, for PostgreSQL's pipeline. They are used instead of `flush`."""
        self._hands_of.sort()
        self._postings.sort()
        found = [(_OLDER_IN_PIPELINE, [*texts(row[0]), number(row[1])]) for row in self._snapshots]
        for table, rows in self._gathered:
            if rows:
                found.append(rows_added(table, rows, may_be_there=table in _INDEX))
                rows.clear()
        self._forget_stale()
        return found

    def clear(self) -> None:
        """Forget all rows and all heads after the transaction has failed. The heads may be wrong."""
        self.heads.clear()
        self._stale.clear()
        for _, rows in self._gathered:
            rows.clear()

    def _forget_stale(self) -> None:
        """Forget the heads of streams to which others may have written."""
        for name in self._stale:
            self.heads.pop(name, None)
        self._stale.clear()


@lru_cache
def _insertion(table: Table, dialect: Dialect) -> str:
    """The SQL that inserts a row.

    With OR FAIL, SQLite needs no statement journal, which is a third of the work. It would need that journal to undo a
    single statement, but here a failed transaction is rolled back as a whole.
    """
    if table not in _INDEX:
        compiled = insert(table).prefix_with("OR FAIL", dialect="sqlite").compile(dialect=dialect)
    elif dialect.name == "postgresql":
        compiled = postgresql.insert(table).on_conflict_do_nothing().compile(dialect=dialect)
    else:
        compiled = insert(table).prefix_with("OR IGNORE").compile(dialect=dialect)
    return str(compiled)


@lru_cache(None)
def _for_many(words: str, count: int) -> str:
    """Extend the SQL that inserts one row to `count` rows.

    >>> _for_many("INSERT INTO t (a, b) VALUES (?, ?)", 2)
    'INSERT INTO t (a, b) VALUES (?, ?), (?, ?)'
    """
    head, _, row = words.rpartition(" VALUES ")
    return f"{head} VALUES {', '.join([row] * count)}"


# ---- settings of the room that several processes may change at once

_PREFIX: Final = "room/"  # prefix of a setting's key, as in `Store.get` and `Store.put`


def swap(connection: Connection, key: str, old: str | None, new: str) -> bool:
    """Change a setting to `new`, if its value is `old` (None: not set). Returns whether it was changed."""
    where = _PREFIX + key
    if old is None:
        return insert_new(connection, meta, {"key": where, "value": new})
    change = update(meta).where(meta.c.key == where, meta.c.value == old).values(value=new)
    return connection.execute(change.returning(meta.c.key)).first() is not None


def step(connection: Connection, key: str) -> str:
    """Increment a counter among the settings atomically. Returns the new value."""
    while True:
        old = connection.scalar(select(meta.c.value).where(meta.c.key == _PREFIX + key))
        new = str(int(old or 0) + 1)
        if swap(connection, key, old, new):
            return new
