"""What several processes cost that are one room, and how long a table stands still while each is restarted in turn.

    python bench/cluster_growth.py [--tables 60] [--seconds 20] [--rate 200] [--rounds 3] [--each] [--json]
    python bench/cluster_growth.py --rolling [--nodes 3] [--tables 60] [--rate 200] [--json]

The first plays the same games in rooms of different shape, in turns: one process with SQLite, one with PostgreSQL, and
2 and 4 that share a room over NATS. `near`: each player is connected to the process that has the tables, as the hint
for the proxy asks; else to any. Printed is the time of the processor that all servers together took for an
acknowledged command, in microseconds; that of PostgreSQL, NATS and the players is not in it. `us_beyond_rest` is
without what the servers take where nobody plays (`at_rest_percent` of a core): beats, and looks at each other.

What a command costs depends on how many come in a second: they share wake-ups, commits and letters. So with `--each`
a room has so many tables and commands for each of its processes, in place of the same for all shapes.

The second has each process hand its tables over and end (SIGTERM), and be started again, while all play on. A pause is
the longest time from a command at a table that moved until its answer: its players may have to connect elsewhere.
`called_off` are hands, `timed_out` decisions for which somebody's time ran out meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cluster import EACH, FEW, at_part
from cluster_nodes import Node
from cluster_players import Player, Told, wall
from cluster_room import ROOM, Room, furnish
from nats_server import PROGRAM

from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.events import decode_table_event
from sidepot.table.events import HandVoided

SHAPES: Final = ((1, "sqlite"), (1, "postgres"), (2, "near"), (2, "any"), (4, "near"), (4, "any"))
REST: Final = 4.0  # seconds in which nobody plays, before
WARM_UP: Final = 4.0  # seconds of play before anything is counted
STEADY: Final = 3.0  # seconds without a table that moves, after which the tables are spread
AFTER: Final = 3.0  # seconds after the end of a process in which a command still belongs to its tables' move


class Shape(Room):
    """A room of so many processes; the one of SQLite has no database of its own."""

    def __init__(self, folder: Path, count: int, where: str) -> None:
        super().__init__(folder, count)
        self.where = where
        self.at_rest = 0.0  # seconds of the processor in a second in which nobody plays

    @property
    def address(self) -> str:
        """Of its store."""
        return f"sqlite:///{self.folder}/room.db" if self.where == "sqlite" else self.database.url

    def _words(self, node: Node) -> list[str]:
        if self.where != "sqlite":
            return super()._words(node)
        return ["--db", self.address, "--no-demo", "--no-limits"]

    @property
    def cpu(self) -> float:
        """Seconds of the processor that its processes have used."""
        return sum(cpu_of(node.pid) for node in self.nodes)

    async def spread(self, tables: int) -> dict[str, list[str]]:
        """Wait until every table has its process, and none moves; the tables of each."""
        if self.count == 1:
            return {"n1": [str(at) for at in range(1, tables + 1)]}
        found: dict[str, list[str]] = {}
        since = time.monotonic()
        while time.monotonic() < since + STEADY:
            now = {node: sorted(some) for node, some in (await asyncio.to_thread(self.database.owners)).items()}
            if now != found or sum(map(len, now.values())) < tables:
                found, since = now, time.monotonic()
            await asyncio.sleep(0.2)
        return found


def cpu_of(process: int) -> float:
    """Seconds of the processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def groups(owned: dict[str, list[str]], *, near: bool) -> Iterator[tuple[str, list[str]]]:
    """The tables of each player, and the process they are at: of one process where they are to be `near`."""
    every = owned if near else {"": sorted((one for some in owned.values() for one in some), key=int)}
    for node, tables in every.items():
        for at in range(0, len(tables), EACH):
            yield node, tables[at : at + EACH]


async def begin(room: Shape, args: argparse.Namespace) -> tuple[Told, list[Player], list[asyncio.Task[None]]]:
    """Open the room, and let all play."""
    people = FEW * (args.tables // EACH + room.count + 1)
    tokens = await furnish(room.address, args.tables, [f"p{at}" for at in range(people)])
    await room.open()
    owned = await room.spread(args.tables)
    before, since = room.cpu, time.monotonic()
    await asyncio.sleep(REST)
    room.at_rest = (room.cpu - before) / (time.monotonic() - since)
    ports = {node.name: [node.port] for node in room.nodes}
    anywhere = [node.port for node in room.nodes]
    told = Told()
    seats = [one for one in groups(owned, near=room.where == "near") for _ in range(FEW)]
    players = [
        Player(f"p{at}", tables, told, tokens[at], ports.get(node, anywhere), len(seats) / args.rate)
        for at, (node, tables) in enumerate(seats)
    ]
    tasks = [asyncio.create_task(player.run(ROOM)) for player in players]
    await asyncio.sleep(WARM_UP)
    return told, players, tasks


async def end(room: Shape, players: list[Player], tasks: list[asyncio.Task[None]]) -> None:
    """Nobody plays any more, and the processes end."""
    for player in players:
        player.is_ending = player.is_over = True
    await asyncio.gather(*tasks)
    await room.close()


async def cost(count: int, where: str, args: argparse.Namespace) -> dict[str, float]:
    """Play for a while: microseconds of the servers for each command, and how many were acknowledged a second."""
    if args.each:
        more = {"tables": args.tables * count, "rate": args.rate * count}
        args = argparse.Namespace(**{**vars(args), **more})
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        room = Shape(Path(folder), count, where)
        try:
            told, players, tasks = await begin(room, args)
            used, done, since = room.cpu, len(told.waits), time.monotonic()
            await asyncio.sleep(args.seconds)
            used, done, took = room.cpu - used, len(told.waits) - done, time.monotonic() - since
            await end(room, players, tasks)
        finally:
            room.database.stop()
    return {
        "us_per_action": round(used / max(done, 1) * 1e6),
        "us_beyond_rest": round((used - room.at_rest * took) / max(done, 1) * 1e6),
        "at_rest_percent": round(100 * room.at_rest, 1),
        "actions_per_second": round(done / took),
    }


async def grow(args: argparse.Namespace) -> dict[str, Any]:
    """All shapes, in turns."""
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(args.rounds):
        for count, where in SHAPES:
            name = f"{count} {where}"
            if args.only and name not in args.only:
                continue
            found.setdefault(name, []).append(await cost(count, where, args))
            print(f"{name}: {found[name][-1]}", file=sys.stderr, flush=True)
    return {
        name: {what: statistics.median(one[what] for one in rounds) for what in rounds[0]}
        for name, rounds in found.items()
    }


async def roll(args: argparse.Namespace) -> dict[str, Any]:
    """Restart one process after the other, while all play."""
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        room = Shape(Path(folder), args.nodes, "any")
        try:
            told, players, tasks = await begin(room, args)
            began = wall()
            pauses: list[float] = []
            for node in room.nodes:
                moving = (await asyncio.to_thread(room.database.owners)).get(node.name, [])
                since, ends = time.monotonic(), len(node.ended)
                node.signal(signal.SIGTERM)
                while len(node.ended) == ends:
                    await asyncio.sleep(0.05)
                until = time.monotonic() + AFTER
                await asyncio.sleep(AFTER)
                waits = [
                    max((wait for sent, wait in told.by_table.get(table, ()) if since <= sent < until), default=0.0)
                    for table in moving
                ]
                pauses += waits
                print(f"{node.name}: {len(moving)} tables, {until - AFTER - since:.1f} s, "
                      f"longest {max(waits, default=0.0):.2f} s", file=sys.stderr, flush=True)  # fmt: skip
                await node.ready()
                await room.spread(args.tables)
            ended = wall()
            await end(room, players, tasks)
            called_off, timed_out = await harm_done(room.address, began, ended)
        finally:
            room.database.stop()
    pauses.sort()
    return {
        "nodes": args.nodes,
        "tables_moved": len(pauses),
        "pause_p50_ms": at_part([1000 * one for one in pauses], 0.5),
        "pause_p99_ms": at_part([1000 * one for one in pauses], 0.99),
        "called_off": called_off,
        "timed_out": timed_out,
        "acknowledged": len(told.acked),
        "exit_codes": [node.ended for node in room.nodes],
    }


async def harm_done(address: str, began: int, ended: int) -> tuple[int, int]:
    """How many hands were called off between two times, and how often somebody's time ran out."""
    called_off = timed_out = 0
    async with open_store(place_of(address=address)) as store:
        for stream in await store.streams("table/"):
            lapses: dict[str, int] = {}
            for record in await store.read(stream):
                entry = decode_table_event(record.data)
                counts = began <= entry.at <= ended
                called_off += counts and sum(isinstance(event, HandVoided) for event in entry.table)
                for person in entry.people:
                    timed_out += counts and person.lapses > lapses.get(person.player, 0)
                    lapses[person.player] = person.lapses
    return called_off, timed_out


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=200.0, help="commands a second that are offered at most (200)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--each", action="store_true", help="so many tables and commands for each process")
    parser.add_argument("--only", action="append", help="a shape, as in `2 near`; may be given several times")
    parser.add_argument("--rolling", action="store_true", help="restart each process in turn, instead")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where the files are while it runs")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if not PROGRAM:
        raise SystemExit("nats-server is not installed: apt-get install nats-server")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    found = asyncio.run(roll(args) if args.rolling else grow(args))
    print(json.dumps(found) if args.json else "\n".join(f"{name}: {what}" for name, what in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
