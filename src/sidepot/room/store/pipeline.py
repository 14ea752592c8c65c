"""A whole PostgreSQL transaction in one round trip: guard, rows and commit are sent together.

Sent one by one, with a wait for each answer, they would take twice the CPU time, mostly for waking the writer thread.
So statements without results go through libpq's pipeline (`psycopg.pq`) as one implicit transaction. It is committed if
all statements succeed, and rolled back otherwise. All rows of a table form one statement with an array for each column,
prepared on first use. `python bench/store.py --db ...` measures the gain.
"""

from __future__ import annotations

import select
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sqlalchemy import BigInteger, Boolean, Column, Connection, Float, LargeBinary, Table, Text

from sidepot.room.store.crash_points import here, is_armed

if TYPE_CHECKING:
    from psycopg.pq.abc import PGresult

_HUNG_UP: Final = getattr(select, "POLLRDHUP", 0) | getattr(select, "POLLHUP", 0) | getattr(select, "POLLERR", 0)

_NULL: Final = struct.pack(">i", -1)
_TEXT: Final = 25  # PostgreSQL's number of the type
_INT8: Final = 20

Statement = tuple[str, list[bytes]]  # the SQL, and its values in PostgreSQL's binary format


class Refused(Exception):
    """Raised if the server refused the statements. Nothing was written."""


class Lost(Exception):
    """Raised if the connection broke. The statements may or may not have been committed."""


def is_hung_up(socket: int) -> bool:
    """Whether the other side has closed this connection. This asks the operating system, and never waits."""
    if not hasattr(select, "poll"):
        return False  # on Windows the next write shows it
    asked = select.poll()
    asked.register(socket, _HUNG_UP)
    return bool(asked.poll(0))


class RoundTrip:
    """Sends statements to PostgreSQL over one connection, in one round trip. Only one thread may use this object."""

    def __init__(self, connection: Connection) -> None:
        import psycopg
        from psycopg import capabilities, pq

        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        self._libpq = driver.pgconn
        self._pq = pq
        speaks_alike = self._libpq.parameter_status(b"client_encoding") == b"UTF8"
        self._is_able = hasattr(select, "poll") and capabilities.has_pipeline() and speaks_alike
        self._names: dict[str, bytes] = {}  # names of prepared statements
        self._prepared = 0

    @property
    def is_free(self) -> bool:
        """Whether a round trip is possible: no transaction is open, and the encoding is UTF-8."""
        return bool(self._is_able and self._libpq.transaction_status == self._pq.TransactionStatus.IDLE)

    @property
    def is_hung_up(self) -> bool:
        """Whether the server has closed the connection."""
        return self._libpq.status != self._pq.ConnStatus.OK or is_hung_up(self._libpq.socket)

    def ask(self, words: str, *values: bytes) -> list[list[str]]:
        """The rows of a query, with values in PostgreSQL's text format. Raises Refused or Lost."""
        return [
            [(answer.get_value(row, column) or b"").decode() for column in range(answer.nfields)]
            for answer in self.carry([(words, [*values])])
            for row in range(answer.ntuples)
        ]

    def carry(self, statements: Sequence[Statement]) -> list[PGresult]:
        """Run the statements and commit. Raises Refused or Lost.

        Returns the results of the statements that return rows.
        """
        libpq = self._libpq
        libpq.enter_pipeline_mode()
        try:
            for words, values in statements:
                libpq.send_query_prepared(self._name(words), values, [1] * len(values))
            if is_armed:  # the server has everything except the commit
                libpq.send_flush_request()
                self._flush()
            here("written")
            libpq.pipeline_sync()
            self._flush()
            answers, failed = self._hear()
            libpq.exit_pipeline_mode()
        except Exception as error:
            raise Lost from error
        if failed:
            self._names.clear()  # statements after a failed one were not prepared
            raise Refused
        return answers

    def _name(self, words: str) -> bytes:
        name = self._names.get(words)
        if name is None:
            self._prepared += 1
            name = self._names[words] = b"sidepot_%d" % self._prepared
            self._libpq.send_prepare(name, words.encode())
        return name

    def _flush(self) -> None:
        """Hand all output to the operating system."""
        libpq = self._libpq
        while libpq.flush():
            if self._wait(select.POLLIN | select.POLLOUT) & select.POLLIN:
                libpq.consume_input()

    def _hear(self) -> tuple[list[PGresult], bool]:
        """Read all results, including that of the commit, and whether any statement failed."""
        libpq, outcome = self._libpq, self._pq.ExecStatus
        answers: list[PGresult] = []
        failed = False
        while True:
            while libpq.is_busy():
                self._wait(select.POLLIN)
                libpq.consume_input()
            result = libpq.get_result()
            if result is None:  # end of one statement's results
                if libpq.status != self._pq.ConnStatus.OK:
                    raise ConnectionError
            elif result.status == outcome.PIPELINE_SYNC:
                return answers, failed
            elif result.status == outcome.TUPLES_OK:
                answers.append(result)
            elif result.status == outcome.FATAL_ERROR:
                failed = True  # its message may quote the data

    def _wait(self, events: int) -> int:
        asked = select.poll()
        asked.register(self._libpq.socket, events)
        return asked.poll()[0][1]


# ---- statements


def texts(*values: str) -> list[bytes]:
    """Encode texts as values of a statement."""
    return [value.encode() for value in values]


def list_of_names(names: Sequence[str]) -> bytes:
    """Encode several names as one value of a statement."""
    return _array(_NAMES, names)


def number(value: int) -> bytes:
    """Encode an integer as a value of a statement."""
    return struct.pack(">q", value)


def rows_added(table: Table, rows: Sequence[Sequence[object]], *, may_be_there: bool) -> Statement:
    """The statement that inserts rows, with values in column order. With `may_be_there`, rows that exist are skipped.

    Raises an error if a value does not fit its column.
    """
    words, packers = _addition(table, may_be_there)
    return words, [_array(packer, column) for packer, column in zip(packers, zip(*rows, strict=True), strict=True)]


class _Packer:
    """The binary form of a column, with PostgreSQL's type number and type name."""

    def __init__(self, type: int, name: str, pack: Callable[..., bytes]) -> None:
        self.type = type
        self.name = name
        self.pack = pack


_NAMES: Final = _Packer(_TEXT, "text", str.encode)
_PACKERS: Final = (
    (Boolean, _Packer(16, "boolean", lambda value: b"\1" if value else b"\0")),
    (BigInteger, _Packer(_INT8, "bigint", number)),
    (Float, _Packer(701, "double precision", struct.Struct(">d").pack)),
    (LargeBinary, _Packer(17, "bytea", bytes)),
    (Text, _NAMES),
)


def _packer(column: Column[object]) -> _Packer:
    return next(packer for kind, packer in _PACKERS if isinstance(column.type, kind))


@lru_cache(None)
def _addition(table: Table, may_be_there: bool) -> tuple[str, list[_Packer]]:
    packers = [_packer(column) for column in table.columns]
    names = ", ".join([f'"{column.name}"' for column in table.columns])
    arrays = ", ".join([f"${at}::{packer.name}[]" for at, packer in enumerate(packers, 1)])
    end = " ON CONFLICT DO NOTHING" if may_be_there else ""
    return f"INSERT INTO {table.name} ({names}) SELECT * FROM unnest({arrays}){end}", packers


def _array(packer: _Packer, column: Sequence[object]) -> bytes:
    """Encode a column as a one-dimensional array."""
    has_null = None in column
    parts = [struct.pack(">iiiii", 1, has_null, packer.type, len(column), 1)]
    for value in column:
        if value is None:
            parts.append(_NULL)
        else:
            data = packer.pack(value)
            parts += (struct.pack(">i", len(data)), data)
    return b"".join(parts)
