"""The writes of one transaction: records that follow the heads of their streams, their seals, and other acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec
from sqlalchemy import Connection, Dialect, Table, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sidepot.errors import SidepotError
from sidepot.room.store.database import sqlite_of
from sidepot.room.store.errors import Stale
from sidepot.room.store.pipeline import Statement, number, rows_added, texts
from sidepot.room.store.rows import HandListed, Leg, posting_rows, rows_of
from sidepot.room.store.schema import hand, hand_of, meta, posting, record, sealed, snapshot, stream

_INDEX: Final = (hand, hand_of)  # their rows may be there already, and are the same then
_ROWS: Final = 64  # rows of one statement at most
# Of the snapshots of a stream before a new one, only the last stays.
_OLDER_GONE: Final = (
    "DELETE FROM snapshot WHERE stream = $1 AND "
    "(seq >= $2 OR seq < (SELECT max(seq) FROM snapshot WHERE stream = $1 AND seq < $2))"
)

Act = Callable[[Connection], object]
_Rows = list[tuple[object, ...]]
_Snapshots = list[tuple[str, int, int, bytes]]
Outcome = tuple[object, SidepotError | None]


def insert_new(connection: Connection, table: Table, row: Mapping[str, object]) -> bool:
    """Add a row, unless one of its keys is taken; whether it was added. One statement: nobody comes between."""
    kind = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = kind(table).values(row).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(added).first() is not None


class Append(msgspec.Struct, frozen=True, gc=False):
    """Records that are to follow number `after` of a stream; and the values sealed with them, by key.

    `snapshot`: its version, and what the stream comes to with them; `listed`: the hand that is over by them;
    `legs`: what the last of them posts to the books.
    """

    stream: str
    after: int
    records: Sequence[bytes]
    at: int
    seals: Sequence[tuple[str, bytes]] = ()
    snapshot: tuple[int, bytes] | None = None
    listed: HandListed | None = None
    legs: Sequence[Leg] = ()

    def __repr__(self) -> str:
        """Without what is written, which has cards and secrets in it: logs and tracebacks show this."""
        return f"<Append {len(self.records)} records after {self.after} of {self.stream!r}>"


class Batch:
    """The jobs of one transaction: rows gather until something needs to see them."""

    def __init__(self, connection: Connection, heads: dict[str, int]) -> None:
        """`heads`: the last numbers of streams, as far as they are known. They follow the writes."""
        self._connection = connection
        self._heads = heads
        self._seals: _Rows = []
        self._streams: _Rows = []  # new ones
        self._rows: _Rows = []
        self._hands: _Rows = []
        self._hands_of: _Rows = []
        self._postings: _Rows = []
        self._gathered = (
            (sealed, self._seals),
            (stream, self._streams),
            (record, self._rows),
            (hand, self._hands),
            (hand_of, self._hands_of),
            (posting, self._postings),
        )
        self._snapshots: _Snapshots = []
        self._stale: list[str] = []  # somebody else may have written there: they are looked up the next time

    def asks_nothing(self, jobs: Iterable[Append | Act]) -> bool:
        """Whether these can be done without a question to the database."""
        return all(type(what) is Append and what.stream in self._heads for what in jobs)

    def statements(self) -> list[Statement]:
        """What `flush` would do, for PostgreSQL in one trip."""
        self._hands_of.sort()
        self._postings.sort()
        found = [rows_added(table, rows, may_be_there=table in _INDEX) for table, rows in self._gathered if rows]
        for name, seq, *_ in self._snapshots:
            found.append((_OLDER_GONE, [*texts(name), number(seq)]))
        if self._snapshots:
            found.append(rows_added(snapshot, self._snapshots, may_be_there=False))
        return found

    def forget_stale(self) -> None:
        """Streams to which somebody else may have written are looked up the next time."""
        for name in self._stale:
            self._heads.pop(name, None)
        self._stale.clear()

    def do(self, what: Append | Act) -> Outcome:
        """The number of the last record, or what the act returns; Stale where the stream stands elsewhere."""
        if not isinstance(what, Append):
            self.flush()
            return what(self._connection), None
        name = what.stream
        head = self._heads.get(name)
        if head is None:
            query = select(func.max(record.c.seq)).where(record.c.stream == name)
            head = self._heads[name] = self._connection.scalar(query) or 0
        if head != what.after:
            self._stale.append(name)
            return None, Stale(name, what.after, head)
        if not head and what.records:
            self._streams.append((name, None))
        for seq, data in enumerate(what.records, head + 1):
            self._rows.append((name, seq, what.at, data))
        self._seals += what.seals
        last = self._heads[name] = head + len(what.records)
        if what.snapshot is not None:
            self._snapshots.append((name, last, *what.snapshot))
        if what.listed is not None:
            row, of = rows_of(name, what.listed)
            self._hands.append(row)
            self._hands_of += of
        if what.legs:
            self._postings += posting_rows(name, last, what.at, what.legs)
        return last, None

    def flush(self) -> None:
        """Write the rows that have gathered."""
        self._hands_of.sort()
        self._postings.sort()
        for table, rows in self._gathered:
            if rows:
                self._insert(table, rows)
                rows.clear()
        self.forget_stale()
        if self._snapshots:
            self._keep_snapshots(self._snapshots)
            self._snapshots.clear()

    def _keep_snapshots(self, rows: _Snapshots) -> None:
        """Add snapshots; of those before each, only the last one stays."""
        older = snapshot.alias()
        for name, seq, *_ in rows:
            last = select(func.max(older.c.seq)).where(older.c.stream == name, older.c.seq < seq).scalar_subquery()
            gone = delete(snapshot).where(snapshot.c.stream == name)
            self._connection.execute(gone.where((snapshot.c.seq < last) | (snapshot.c.seq >= seq)))
        self._insert(snapshot, rows)

    def _insert(self, table: Table, rows: Sequence[tuple[object, ...]]) -> None:
        """Add rows, told in the order of the table's columns. SQLite's driver is asked itself, which is half the time.

        It is told of many rows in one statement. At each statement it lets go of Python's lock, and while the tables
        are busy it waits for milliseconds to get it back.
        """
        words, takes_tuples = _insertion(table, self._connection.dialect)
        if not takes_tuples:
            names = table.c.keys()
            self._connection.exec_driver_sql(words, [dict(zip(names, row, strict=True)) for row in rows])
            return
        driver = sqlite_of(self._connection)
        for at in range(0, len(rows), _ROWS):
            some = rows[at : at + _ROWS]
            driver.execute(_for_many(words, len(some)), [value for row in some for value in row])


@lru_cache
def _insertion(table: Table, dialect: Dialect) -> tuple[str, bool]:
    """How a row is added to a table, in the words of a database, and whether it takes its values by their order.

    Where SQLite is to take back one statement alone, it copies every page that this changes for the first time, a third
    of the work. OR FAIL asks for none of that: a transaction that cannot be written whole is taken back whole.
    """
    if table not in _INDEX:
        compiled = insert(table).prefix_with("OR FAIL", dialect="sqlite").compile(dialect=dialect)
    elif dialect.name == "postgresql":
        compiled = postgresql.insert(table).on_conflict_do_nothing().compile(dialect=dialect)
    else:
        compiled = insert(table).prefix_with("OR IGNORE").compile(dialect=dialect)
    return str(compiled), compiled.positional


@lru_cache(None)
def _for_many(words: str, count: int) -> str:
    """The insertion of one row, as one of so many.

    >>> _for_many("INSERT INTO t (a, b) VALUES (?, ?)", 2)
    'INSERT INTO t (a, b) VALUES (?, ?), (?, ?)'
    """
    head, _, row = words.rpartition(" VALUES ")
    return f"{head} VALUES {', '.join([row] * count)}"


# ---- settings of the room that several may change at once: none overwrites what it has not seen

_PREFIX: Final = "room/"  # before the key of a setting, as `Store.get` and `Store.put` have it


def swap(connection: Connection, key: str, old: str | None, new: str) -> bool:
    """A setting is `new`, where it was `old` (None: there was none); else nothing changes. Whether it does."""
    where = _PREFIX + key
    if old is None:
        return insert_new(connection, meta, {"key": where, "value": new})
    change = update(meta).where(meta.c.key == where, meta.c.value == old).values(value=new)
    return connection.execute(change.returning(meta.c.key)).first() is not None


def step(connection: Connection, key: str) -> str:
    """A setting that counts: one more than it was, also where several count at once."""
    while True:
        old = connection.scalar(select(meta.c.value).where(meta.c.key == _PREFIX + key))
        new = str(int(old or 0) + 1)
        if swap(connection, key, old, new):
            return new
