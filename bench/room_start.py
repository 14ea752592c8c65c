"""How long a room takes to open, and a table to be taken up, after much was played.

    python bench/room_start.py [--tables 200] [--entries 10000] [--closed 100000] [--json]
    python bench/room_start.py --without         without snapshots: every table is folded from its first entry
    python bench/room_start.py --long 1000000    one table of so many entries, taken up from its last snapshot

A six-handed cash table is played until it has so many entries, and is in the middle of a hand; each table has a copy of
its stream and of its last two snapshots. A closed table has one entry. `open_seconds` is from opening the file until
every table has said that it goes on. Of the long table the last entries are played, and those before them are copies,
since nobody reads them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, insert

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.room.runtime.table_storage import TableStorage, stream_of
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store import schema
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.commands import Act, Sit, Tick
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.snapshot import to_keep
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.commands import Buy
from sidepot.table.table_rules import TableRules

RULES = TableRules(mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(1, 2)),), seats=6)
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
AT_ONCE: Final = 5000  # rows
TIMES: Final = 11  # the long table is taken up, and the median counts


class Played:
    """A table that was played: its records, what is sealed for it, and its last snapshots."""

    def __init__(self, entries: int, before: int = 0) -> None:
        """`before`: so many entries lie before those that are played."""
        timing = Timing(show=0, street=0, between=1, showdown=1)
        terms = RoomTerms(title="Long", timing=timing, rules=RULES)
        self.room, first = RoomTable.open("1", terms, now=1)
        self.records = [encode_table_event(first)]
        self.seals: dict[str, bytes] = {}
        self.snapshots: list[tuple[int, int, bytes]] = []
        self.now = 1
        self._seat()
        self.room.seq += before
        rng = Random(1)
        player = random_player(rng)
        while len(self.records) < entries or self.room.hand is None:
            self._go_on(player)

    def _seat(self) -> None:
        for name in PLAYERS:
            self._say(Sit(waits=False), name)

    def _go_on(self, player: Any) -> None:
        room = self.room
        for name in list(room.busted):
            self._say(Buy(200), name)
        who, turn = room.to_decide()
        may = room.options_of(who)
        if may is not None and room.hand is not None:
            self._say(Act(turn, player(room.hand, may)), who)
        else:
            self.now = max(self.now, room.alarm())
            self._say(Tick())

    def _say(self, said: Any, by: str = "") -> None:
        self.now += 1000
        entry = self.room.decide(said, now=self.now, by=by, id=f"{by}/{self.room.seq}" if by else "")
        self.records.append(encode_table_event(entry))
        self.seals = {**(self.seals if self.room.hand is not None else {}), **dict(self.room.to_seal())}
        if (kept := to_keep(self.room, entry)) is not None:
            self.snapshots = [*self.snapshots[-1:], (entry.seq, *kept)]


async def fill(store: Store, rows: Iterator[tuple[Any, dict[str, Any]]]) -> None:
    """Write rows of tables, many at once."""
    waiting: dict[Any, list[dict[str, Any]]] = {}

    async def flush() -> None:
        def act(connection: Connection) -> None:
            for table, some in waiting.items():
                connection.execute(insert(table), some)

        await store.write(act)
        waiting.clear()

    for table, row in rows:
        some = waiting.setdefault(table, [])
        some.append(row)
        if len(some) >= AT_ONCE:
            await flush()
    await flush()


def rows_of(played: Played, table: str, *, snapshots: bool, before: int = 0) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The rows of a table at which was played so."""
    stream = stream_of(table)
    yield schema.stream, {"name": stream, "over": None}
    head, rest = len(PLAYERS) + 1, played.records
    filler = rest[head + before % 7]
    for seq in range(1, len(rest) + before + 1):
        data = rest[seq - 1] if seq <= head else filler if seq <= head + before else rest[seq - before - 1]
        yield schema.record, {"stream": stream, "seq": seq, "at": 1, "data": data}
    for seq, version, data in played.snapshots if snapshots else ():
        yield schema.snapshot, {"stream": stream, "seq": seq, "version": version, "data": data}
    for key, data in played.seals.items():
        yield schema.sealed, {"hand": key.replace("deck/1/", f"deck/{table}/"), "data": data}


def closed_rows(played: Played, first: int, count: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """So many tables that are over."""
    for table in range(first, first + count):
        stream = stream_of(str(table))
        yield schema.stream, {"name": stream, "over": 1}
        yield schema.record, {"stream": stream, "seq": 1, "at": 1, "data": played.records[0]}


async def many(file: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Open a room of many tables."""
    played = Played(args.entries)
    async with open_store(file) as store:
        for table in range(1, args.tables + 1):
            await fill(store, rows_of(played, str(table), snapshots=not args.without))
        await fill(store, closed_rows(played, args.tables + 1, args.closed))
    begun, processor = time.perf_counter(), time.process_time()
    async with open_store(file) as store:
        hall = TableRegistry(store, bots=None)
        await hall.start()
        took, worked = time.perf_counter() - begun, time.process_time() - processor
        if len(hall.tables()) != args.tables or hall.unreadable:
            raise SystemExit(f"only {len(hall.tables())} of {args.tables} tables are open: {hall.unreadable}")
        await hall.stop()
    return {
        "tables": args.tables,
        "entries": len(played.records),
        "closed": args.closed,
        "snapshots": not args.without,
        "snapshot_bytes": len(played.snapshots[-1][2]) if played.snapshots else 0,
        "open_seconds": round(took, 2),
        "processor_seconds": round(worked, 2),
    }


async def long(file: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Take one long table up."""
    before = max(0, args.long - args.entries)
    played = Played(min(args.long, args.entries), before)
    times = []
    async with open_store(file) as store:
        await fill(store, rows_of(played, "1", snapshots=True, before=before))
        for _ in range(TIMES):
            begun = time.perf_counter()
            room = await TableStorage(Chance()).load(store, "1")
            times.append(time.perf_counter() - begun)
            if room.seq != len(played.records) + before:
                raise SystemExit(f"taken up at event {room.seq}, not {len(played.records) + before}")
    return {
        "entries": len(played.records) + before,
        "hands_kept": len(played.room.hands),
        "snapshot_bytes": len(played.snapshots[-1][2]),
        "after_snapshot": len(played.records) + before - played.snapshots[-1][0],
        "taken_up_ms": round(statistics.median(times) * 1000, 1),
        "worst_ms": round(max(times) * 1000, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--closed", type=int, default=100_000)
    parser.add_argument("--without", action="store_true", help="no snapshots")
    parser.add_argument("--long", type=int, default=0, metavar="ENTRIES", help="one table of so many entries instead")
    parser.add_argument("--folder", type=Path, help="on which disk the file is")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        found = asyncio.run((long if args.long else many)(Path(folder) / "room.db", args))
    print(json.dumps(found) if args.json else "  ".join(f"{key} {value}" for key, value in found.items()))


if __name__ == "__main__":
    main()
