"""What is written in one transaction: records that follow the heads of their streams, their seals, and other acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Table, func, insert, select

from sidepot.errors import SidepotError
from sidepot.room.store.schema import record, sealed
from sidepot.room.store.troubles import Stale

_ROWS: Final = 6  # rows of one statement at most, as a power of two

Act = Callable[[Connection], Any]
Outcome = tuple[Any, SidepotError | None]


class Append:
    """Records that are to follow number `after` of a stream; and what is sealed with them, by its keys."""

    __slots__ = ("after", "at", "records", "seals", "stream")

    def __init__(
        self, stream: str, after: int, records: Sequence[bytes], at: int, seals: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        self.stream = stream
        self.after = after
        self.records = records
        self.at = at
        self.seals = seals


class Batch:
    """The jobs of one transaction: rows gather until something needs to see them."""

    def __init__(self, connection: Connection, known: dict[str, int]) -> None:
        self.heads: dict[str, int] = {}
        self._connection = connection
        self._known = known
        self._rows: list[tuple[Any, ...]] = []
        self._seals: list[tuple[Any, ...]] = []

    def do(self, what: Append | Act) -> Outcome:
        """The number of the last record, or what the act returns; Stale where the stream stands elsewhere."""
        if not isinstance(what, Append):
            self.flush()
            return what(self._connection), None
        head = self._head(what.stream)
        if head != what.after:
            return None, Stale(what.stream, what.after, head)
        for seq, data in enumerate(what.records, head + 1):
            self._rows.append((what.stream, seq, what.at, data))
        self._seals += what.seals
        self.heads[what.stream] = head + len(what.records)
        return self.heads[what.stream], None

    def flush(self) -> None:
        """Write the rows that have gathered."""
        if self._seals:
            self._insert(sealed, self._seals)
            self._seals = []
        if self._rows:
            self._insert(record, self._rows)
            self._rows = []

    def _insert(self, table: Table, rows: list[tuple[Any, ...]]) -> None:
        """Add rows, told in the order of the table's columns. The driver is asked itself: half the time for each.

        SQLite is told of many rows in one statement. At each statement its driver lets go of Python's lock, and while
        the tables are busy it waits for milliseconds to get it back.
        """
        words, takes_tuples = _insertion(table, self._connection.dialect)
        names = table.c.keys()
        if not takes_tuples:
            self._connection.exec_driver_sql(words, [dict(zip(names, row, strict=True)) for row in rows])
            return
        at = 0
        while at < len(rows):
            count = 1 << min((len(rows) - at).bit_length() - 1, _ROWS)
            flat = tuple([value for row in rows[at : at + count] for value in row])
            self._connection.exec_driver_sql(_for_many(words, count), flat)
            at += count

    def _head(self, stream: str) -> int:
        head = self.heads.get(stream, self._known.get(stream))
        if head is None:
            head = self._connection.scalar(select(func.max(record.c.seq)).where(record.c.stream == stream)) or 0
            self.heads[stream] = head
        return head


@lru_cache
def _insertion(table: Table, dialect: Dialect) -> tuple[str, bool]:
    """How a row is added to a table, in the words of a database, and whether it takes its values by their order."""
    compiled = insert(table).compile(dialect=dialect)
    return str(compiled), compiled.positional


@lru_cache
def _for_many(words: str, count: int) -> str:
    """The insertion of one row, as one of so many. Few counts are asked for, so that the driver knows them all again.

    >>> _for_many("INSERT INTO t (a, b) VALUES (?, ?)", 2)
    'INSERT INTO t (a, b) VALUES (?, ?), (?, ?)'
    """
    head, _, row = words.rpartition(" VALUES ")
    return f"{head} VALUES {', '.join([row] * count)}"
