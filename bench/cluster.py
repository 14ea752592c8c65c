"""Several processes that are one room, killed and cut off while it is played in; and whether all they said is true.

    python bench/cluster.py [--nodes 3] [--tables 200] [--seconds 120] [--kill 5] [--rate 300] [--json]
    python bench/cluster.py --serve [--nodes 3]     only the room, for people
    python bench/cluster.py --points        every crash point of an owner and of one that takes over, once
    python bench/cluster.py --without fence,key --harm stop     whether the checker finds what is wrong then

A PostgreSQL (without fsync) and a NATS of its own, so many real `sidepot serve` on this machine, and players at all
tables of four games, through all processes. Every `--kill` seconds one of the things of `--harm` is done to the process
that has the most tables: `kill` (kill -9), `stop` (SIGSTOP for 4 seconds), `cut-db` and `cut-bus` (nothing passes
between it and PostgreSQL, or NATS, for 4 seconds); `bus` kills NATS itself, and starts it again. `back` stops it with
a command that is decided, and has it go on while another process is just taking its tables; `late`: when it has.

Afterwards the log is read from end to end (`cluster_check.py`). `lost`, `doubled`, `wrong_refusals` and `leaks` must be
0, as must `gaps`, `chips`, `told_wrong`, and what `cluster_witness.py` looks for: else the exit code is 1. `--without`
takes protections from all processes (`cluster_node.py`), or `nothing`; then people without a seat ask at each for an
act that the room must refuse, also at tables where nobody plays.

`fenced_writes` counts processes that were put out and ended by it. A take-over counts for each table of the process
that was harmed, from the harm until the entry by which another process has it (`takeover_*_s`); tables that stay where
they are, as where the bus is away, are `not_taken_over`. `p99_ms` is from a command to its acknowledgement, with those
that waited for a take-over.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from cluster_check import MUST_BE_0, Findings, Harm, check
from cluster_nodes import PATIENCE, last_words, watch
from cluster_players import Asker, Player, Told, wall
from cluster_points import all_go_on, come_back, meet_all
from cluster_room import AWAY, ROOM, Room, furnish
from cluster_witness import DROP_KEY, NOTE_WRITERS, WRITERS, bear, gather

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from nats_server import HOST, PROGRAM

FEW: Final = 4  # players at each table
EACH: Final = 10  # tables of each player
IDLE: Final = 4  # tables at which nobody plays, where a protection is off
MOVING: Final = ("kill", "stop", "cut-db", "back", "late")  # the process has its tables no more
HARMS: Final = (*MOVING, "cut-bus", "bus")
BROKEN_PATIENCE: Final = 2.0
HANGS: Final = 1500.0  # seconds after those that were asked for, when a run has hung
NOTHING: Final = "nothing"
WITHOUT: Final = ("fence", "key", "seals", "lease", NOTHING)


async def do_harm(room: Room, kind: str) -> None:
    """Do something to the process that has the most tables, once all of them are well.

    Where a protection is off, those tables count at which nobody plays: at others something is always being
    written, and what waits for the database answers nobody.
    """
    patience = BROKEN_PATIENCE if room.without else PATIENCE
    if not all(await asyncio.gather(*(node.ready(patience) for node in room.nodes))):
        if room.without:
            return  # it is broken: no more harm is needed
        why = "a process does not come again; on a busy machine give a longer --lease. The last words of each:"
        raise SystemExit(f"{why}\n{last_words(room.nodes)}")
    owners = await asyncio.to_thread(room.database.owners)
    idle, by_play = room.idle, kind in ("back", "late") or not room.idle
    node = max(room.nodes, key=lambda one: sum((table in idle) != by_play for table in owners.get(one.name, ())))
    at_stake = owners.get(node.name, []) if kind in MOVING else []
    room.harms.append(Harm(kind, node.name, wall(), at_stake))
    if kind == "kill":
        node.signal(signal.SIGKILL)
    elif kind == "stop":
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(room.away)
        node.signal(signal.SIGCONT)
    elif kind in ("back", "late"):
        await come_back(room, node, late=kind == "late")
    elif kind == "bus":
        room.nats.kill()
        await asyncio.sleep(1)
        await asyncio.to_thread(room.nats.start)
    else:
        way = node.db if kind == "cut-db" else node.bus
        way.cut()
        await asyncio.sleep(room.away)
        way.mend()


async def play(room: Room, args: argparse.Namespace) -> tuple[Told, float]:
    """Play, and harm the room meanwhile; what everybody was told, and how many seconds it took."""
    groups = [
        [str(at) for at in range(first, min(first + EACH, args.tables + 1))]
        for first in range(1, args.tables + 1, EACH)
    ]
    seats = [(f"p{at}x{seat}", tables) for at, tables in enumerate(groups) for seat in range(FEW)]
    askers = [f"asker{at}" for at in range(args.nodes)] if args.without else []
    idle = [str(args.tables + at) for at in range(1, IDLE + 1)] if askers else []
    room.idle = set(idle)
    tokens = await furnish(room.database.url, args.tables + len(idle), [*(name for name, _ in seats), *askers])
    for words in NOTE_WRITERS + (DROP_KEY,) * ("key" in args.without):
        room.database.ask(words)
    await room.open()
    told, ports = Told(), [node.port for node in room.nodes]
    players = [
        Player(name, tables, told, token, ports, len(seats) / args.rate)
        for (name, tables), token in zip(seats, tokens, strict=False)
    ]
    every = [table for group in groups for table in group]
    players += [
        Asker(name, [*every, *idle], told, token, [port], 0.0)
        for name, token, port in zip(askers, tokens[len(seats) :], ports, strict=False)
    ]
    tasks = [asyncio.create_task(player.run(ROOM)) for player in players]
    begun = time.monotonic()
    try:
        if args.points:
            await all_go_on(room, told, every)
            room.points = await meet_all(room, told, every, args.points)
        else:
            await _harm(room, told, args)
        took = time.monotonic() - begun
        for player in players:
            player.every, player.is_ending = 0.0, True
        end = time.monotonic() + (BROKEN_PATIENCE if room.without else PATIENCE)
        while any(player.is_waiting for player in players) and time.monotonic() < end:
            await asyncio.sleep(0.1)
    finally:  # else they go on knocking, where it ends by an error, and it never ends
        for player in players:
            player.is_over = True
    await asyncio.gather(*tasks)
    return told, took


async def _harm(room: Room, told: Told, args: argparse.Namespace) -> None:
    """One harm after the other, for as long as the room is played in; each once, however slow a whole room goes on."""
    begun = time.monotonic()
    kinds = itertools.cycle(args.harm)

    def lacks() -> bool:
        return bool(args.kill) and len(room.harms) < len(args.harm)

    while (left := begun + args.seconds - time.monotonic()) > 0 or lacks() and not room.without:
        await asyncio.sleep(min(args.kill or left, left))
        if lacks() or args.kill and time.monotonic() + AWAY < begun + args.seconds:
            await do_harm(room, next(kinds))
            last = room.harms[-1] if room.harms else Harm("none", "", 0, [])
            print(f"{time.monotonic() - begun:.0f} s: {last.kind} {last.node}, {len(told.acked)} acknowledged",
                  file=sys.stderr)  # fmt: skip


def told_of(found: Findings, told: Told, room: Room, took: float) -> dict[str, Any]:
    """All counts and times, as they are printed."""
    waits, taken = sorted(told.waits), sorted(itertools.chain(*found.takeovers.values()))
    kinds = [harm.kind for harm in room.harms]
    return {
        "acknowledged": len(told.acked),
        **{name: found.counts[name] for name in MUST_BE_0},
        "fenced_writes": sum(node.put_out for node in room.nodes),
        "points": room.points,
        "harms": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "lease_s": room.lease,
        "takeovers": len(taken),
        "takeover_p50_s": at_part(taken, 0.5),
        "takeover_p99_s": at_part(taken, 0.99),
        **{f"takeover_of_{kind}_p50_s": at_part(sorted(some), 0.5) for kind, some in found.takeovers.items()},
        "not_taken_over": found.counts["kept"],
        "moves": found.counts["moves"],
        "actions_per_second": round(len(told.waits) / took),
        "p50_ms": at_part([1000 * wait for wait in waits], 0.5),
        "p99_ms": at_part([1000 * wait for wait in waits], 0.99),
        "hands": sum(told.hands.values()),
        "entries": found.counts["entries"],
        "right_refusals": found.counts["right_refusals"],
        "passing_refusals": dict(found.passing),
        "unsure_and_done": found.counts["unsure_and_done"],
        "private_views": found.counts["private"],
        "reconnected": told.moves,
        "not_watched": told.gone,
    }


def at_part(sorted_ones: list[float], part: float) -> float:
    """The one at a part of the whole."""
    return round(sorted_ones[int(len(sorted_ones) * part)], 2) if sorted_ones else 0.0


async def run(args: argparse.Namespace, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """All of it."""
    watch(args.seconds + HANGS)
    room = Room(folder, args.nodes, lease=args.lease, without=",".join({*args.without} - {NOTHING}), away=args.away)
    try:
        try:
            told, took = await play(room, args)
        finally:
            await room.close()
        await asyncio.sleep(2.5)  # until the leases are over
        found = await check(room.database.url, told, room.harms)
        notes = {node.name: node.notes for node in room.nodes}
        await bear(room.database.url, gather(room.database.ask(WRITERS), notes), found)
        return told_of(found, told, room, took), found.problems
    finally:
        room.database.stop()


async def serve(count: int, folder: Path) -> None:
    """Have a room of several processes for people, until Ctrl+C."""
    room = Room(folder, count, is_bench=False)
    try:
        await room.open()
        for node in room.nodes:
            print(f"{node.name}: http://{HOST}:{node.port}  (its log: {node.log})")
        print(f"One room at {len(room.nodes)} addresses; open http://{HOST}:{room.nodes[0].port}")
        print(f"See who has which tables: sidepot nodes --db '{room.database.url}'")
        print("Kill any of them, and play goes on. Ctrl+C ends all of it, and nothing is kept.", flush=True)
        await asyncio.Event().wait()
    finally:
        await room.close()
        room.database.stop()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--kill", type=float, default=5.0, help="seconds between two harms (5); 0: none")
    parser.add_argument(
        "--points",
        nargs="?",
        type=int,
        const=1,
        default=0,
        metavar="N",
        help="meet every crash point, or every Nth, instead of the harm",
    )
    parser.add_argument("--harm", default="kill,stop,cut-db,cut-bus,bus", help="which, in turn, separated by commas")
    parser.add_argument("--lease", type=float, default=0.5, help="`sidepot serve --lease` of the processes (0.5)")
    parser.add_argument("--away", type=float, default=AWAY, help="seconds that one is stopped or cut off (4)")
    parser.add_argument("--without", default="", help=f"protections that are off, of {', '.join(WITHOUT)}")
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second that are offered at most (300)")
    parser.add_argument("--folder", type=Path, help="where the logs of the processes stay")
    parser.add_argument("--serve", action="store_true", help="only start the room, for people, until Ctrl+C")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.harm = args.harm.split(",") if args.nodes > 1 else ["kill"]
    if unknown := set(args.harm) - set(HARMS):
        parser.error(f"--harm {sorted(unknown)[0]}: these are known: {', '.join(HARMS)}")
    args.without = args.without.split(",") if args.without else []
    if unknown := set(args.without) - set(WITHOUT):
        parser.error(f"--without {sorted(unknown)[0]}: these are known: {', '.join(WITHOUT)}")
    if args.nodes > 1 and not PROGRAM:
        raise SystemExit("nats-server is not installed: apt-get install nats-server")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    if args.folder is not None:
        args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if args.serve:
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(serve(args.nodes, args.folder or Path(folder)))
            return 0
        found, problems = asyncio.run(run(args, args.folder or Path(folder)))
    for problem in problems[:20]:
        print(problem, file=sys.stderr)
    print(json.dumps(found) if args.json else "\n".join(f"{key}: {value}" for key, value in found.items()))
    return 1 if any(found[name] for name in MUST_BE_0) else 0


if __name__ == "__main__":
    sys.exit(main())
