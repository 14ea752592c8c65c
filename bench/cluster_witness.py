"""What the database and the processes of `cluster.py` bear witness to: who wrote each entry, and who answered when.

After a process was put out it writes nothing; the entries of a table are those of its owner alone; and a process
refuses nothing, and shows no table, where another one has it. Also: every table can be read again, and its hands audit.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from sidepot.errors import SidepotError
from sidepot.room.audit.auditor import audit
from sidepot.room.runtime.table_storage import TableStorage, stream_of
from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Moved
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.machine import Chance

# The room could not do it just then, whatever it was: that is no answer.
PASSING: Final = {"busy", "too_much", "closing", "closed", "not_written", "table_frozen", "no_table", "not_open"}
SLACK: Final = 100  # milliseconds between a look at the clock and what is noted of it
SOON: Final = 1000  # in which a process that has just got a table says so in its log
PROGRAM: Final = "sidepot "  # before the name of a process, in the name of its connection

# Each new entry of a table has the process that writes it, and whether that one was up.
NOTE_WRITERS: Final = (
    "CREATE FUNCTION writer() RETURNS text LANGUAGE sql VOLATILE AS $$ SELECT current_setting('application_name') || "
    "CASE WHEN EXISTS (SELECT FROM node WHERE wpid = pg_backend_pid() AND up) THEN '' ELSE '!' END $$",
    "ALTER TABLE record ADD COLUMN writer text",
    "ALTER TABLE record ALTER COLUMN writer SET DEFAULT writer()",
)
DROP_KEY: Final = "ALTER TABLE record DROP CONSTRAINT record_pkey"
WRITERS: Final = "SELECT stream, seq, writer FROM record WHERE writer IS NOT NULL ORDER BY stream, seq"


class Problems(Protocol):
    """The findings, to which these are added."""

    def add(self, what: str, problem: str) -> None:
        """Something is wrong."""


class Witness(NamedTuple):
    """By the streams of tables: each entry with its writer, and when each answer was given, and where."""

    writers: dict[str, list[tuple[int, str]]]
    answers: dict[str, list[tuple[int, str]]]


def gather(rows: list[Any], notes: dict[str, Path]) -> Witness:
    """From the rows of `WRITERS`, and the files of `cluster_node.py` by the names of processes."""
    found = Witness({}, {})
    for stream, seq, writer in rows:
        found.writers.setdefault(stream, []).append((seq, writer))
    for node, file in notes.items():
        for line in file.read_text().splitlines() if file.exists() else ():
            at, _, table = line.partition(" ")
            found.answers.setdefault(stream_of(table), []).append((int(at), node))
    return found


async def bear(address: str, witness: Witness, found: Problems) -> None:
    """Hold the log of a room that does not run against the witness, read all tables again, and audit them."""
    async with open_store(place_of(address=address)) as store:
        for stream in await store.streams("table/"):
            moves = []
            for record in await store.read(stream):
                entry = decode_table_event(record.data)
                if isinstance(entry.command, Moved):
                    moves.append((entry.seq, entry.at, entry.command.node))
            _wrote(stream, moves, witness.writers.get(stream, []), found)
            _answered(stream, moves, witness.answers.get(stream, []), found)
            try:
                await TableStorage(Chance()).load(store, stream.partition("/")[2])
            except SidepotError as error:
                found.add("unreadable", error.message)
    await asyncio.to_thread(_audit, address, found)


def _wrote(stream: str, moves: list[tuple[int, int, str]], rows: list[tuple[int, str]], found: Problems) -> None:
    numbers = [seq for seq, _, _ in moves]
    for seq, writer in rows:
        name = writer.removeprefix(PROGRAM).removesuffix("!")
        owner = bisect_right(numbers, seq) - 1
        if writer.endswith("!") and name:
            found.add("put_out_writes", f"{stream}: {name} had been put out when it wrote event {seq}")
        if name and owner >= 0 and moves[owner][2] != name:
            found.add("two_writers", f"{stream}: {name} wrote event {seq} of {moves[owner][2]}")


def _answered(stream: str, moves: list[tuple[int, int, str]], rows: list[tuple[int, str]], found: Problems) -> None:
    times = [at for _, at, _ in moves]
    for at, node in rows:
        first, last = bisect_right(times, at - SLACK) - 1, bisect_right(times, at + SOON)
        owners = [name for _, _, name in moves[max(first, 0) : last]]
        if first >= 0 and node not in owners:
            found.add("two_answer", f"{stream}: {node} answered {at - times[first]} ms after {owners[0]} had it")


def _audit(address: str, found: Problems) -> None:
    try:
        done = audit(place_of(address=address))
    except SidepotError as error:
        found.add("faults", error.message)
        return
    for one in done.tables:
        for fault in one.faults:
            found.add("faults", f"table {one.table}: {fault}")
