"""Audit the dealers' helpers of a room: each act is carried out again, and each result computed again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sidepot.room.dealer.commands import Close, decode
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.runtime.dealer_storage import DEALER_STREAMS
from sidepot.room.runtime.tournament_storage import tournament_stream
from sidepot.room.store.log import read_head, read_records
from sidepot.room.store.schema import list_streams

if TYPE_CHECKING:
    from sqlalchemy import Connection

AT_ONCE: Final = 500  # records read at a time


def audit_dealers(connection: Connection) -> list[str]:
    """Audit all dealers' helpers. Returns the faults."""
    return [
        f"dealer's helper {stream.removeprefix(DEALER_STREAMS)}: {fault}"
        for stream in list_streams(connection, DEALER_STREAMS)
        for fault in _faults(connection, stream)
    ]


def _faults(connection: Connection, stream: str) -> Iterator[str]:
    name = stream.removeprefix(DEALER_STREAMS)
    table: DealerTable | None = None
    after = 0
    while records := read_records(connection, stream, after, AT_ONCE):
        for record in records:
            try:
                event = decode(record.data)
                if table is None:
                    table = DealerTable.begin(name, event)
                    yield from _of_tournament(connection, table)
                    continue
                carried = table.terms.setup.carried if table.terms is not None else 0
                table.check(event)
            except Exception as error:  # any error: the record is damaged
                yield f"event {record.seq} does not follow from the events before it ({type(error).__name__})"
                return
            if isinstance(event.command, Close) and carried != _paid(event.command):
                yield f"event {record.seq}: chips were won or lost that nobody bet"
        after = records[-1].seq


def _of_tournament(connection: Connection, table: DealerTable) -> Iterator[str]:
    """The fault of a helper whose tournament is not in the store."""
    if table.id != f"{table.tournament}-{table.table}":
        yield f"its first event names table {table.table} of tournament {table.tournament}"
    elif not read_head(connection, tournament_stream(table.tournament)):
        yield f"there is no tournament {table.tournament}"


def _paid(close: Close) -> int:
    """What all seats have won, and what is carried on."""
    return sum(one.net for one in close.results) + close.carried
