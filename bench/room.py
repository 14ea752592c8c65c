"""How much the room bears: tables of nine clients who act, and idle ones who only are there.

    python bench/room.py [--tables 200] [--seconds 20] [--rate 2010] [--json]
    python bench/room.py --idle 2000        sockets that watch nothing: what they cost in memory
    python bench/room.py --growth           20, 50, 100, 200 and 400 tables, one after the other

The server (`sidepot serve`, SQLite, every commit on the disk) has one core for itself, the clients another. It is the
compiled one where `make compiled` has built it from the sources as they are, else (and with --pure) the pure one;
`compiled` says which it was. Each of the nine has a socket and gets every event of the table. `--rate` is
how many actions a second are offered over all tables, each at its own pace (0: each answers at once); an action counts
when its acknowledgement is there, which the server gives once it is durable. Waits are from sending the command to its
acknowledgement. `us_per_action` and `us_per_hand` are the server's time for each: the second compares rooms in which a
hand takes more acts or fewer. `stolen` and `client_stolen`: the part of the time in which the host of a virtual machine
gave the server's core, or that of the clients, to others; what either loses by that is in the waits. So is what the
disk takes: `slow_commits` tells for how many commits that was more than 40 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from room_client import Pace, Seat, Socket, Tally
from room_server import HOST, Server, compiled_build, stolen_of

from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.room.runtime.table_storage import stream_of
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.table_rules import TableRules
from sidepot.web.auth.sessions import cookie_name

NINE = 9
ROOM = "load"  # what the cookies of this room are called after
GROWTH = (20, 50, 100, 200, 400)
AT_ONCE = 32  # handshakes
WARM_UP = 10.0  # seconds of play before anything is counted
FAR = 3_600_000  # nobody's time runs out
QUICK = Timing(decide=FAR, bank=0, bank_back=0, away=FAR, show=0, street=0, between=50, showdown=50, cut=0)
RULES = TableRules(
    name="load", seats=NINE, mix=single(find_game("holdem"), NoLimit()), stakes=(Stakes(blinds=(50, 100)),)
)


async def people(folder: Path, count: int) -> list[str]:
    """Open so many accounts in the store of a server that does not run yet, and log them in: their tokens."""
    now = int(time.time() * 1000)
    tokens = [secrets.token_urlsafe(24) for _ in range(count)]
    async with open_store(place_of(folder)) as store:
        await store.put("web/room", ROOM)
        accounts = Accounts(store)

        async def one(number: int) -> None:
            await accounts.add(Account(f"load{number}", f"Load {number}", "guest", now))
            await accounts.log_in(f"load{number}", tokens[number], now, now + 86_400_000)

        await asyncio.gather(*(one(number) for number in range(count)))
    return tokens


async def tables(folder: Path, count: int) -> list[str]:
    """Open so many tables in the store of a server that does not run yet: their ids."""
    now = int(time.time() * 1000)

    async with open_store(place_of(folder)) as store:

        async def one(name: str) -> str:
            terms = RoomTerms(title=f"Load {name}", rules=RULES, timing=QUICK)
            room, entry = RoomTable.open(name, terms, now=now)
            await store.append(stream_of(name), 0, [encode_table_event(entry)], entry.at, room.to_seal())
            return name

        return await asyncio.gather(*(one(str(at)) for at in range(1, count + 1)))


async def join(server: Server, token: str, hear: Any) -> Socket:
    """A socket of somebody who is logged in."""
    headers = f"Cookie: {cookie_name(ROOM)}={token}\r\nOrigin: http://{HOST}:{server.port}\r\n"
    address = f"{HOST}:{server.port}"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket("/ws", address, headers, hear), HOST, server.port)
    await socket.opened
    return socket


async def join_all(server: Server, tokens: list[str], hear: list[Any]) -> list[Socket]:
    """All their sockets, some at a time."""
    door = asyncio.Semaphore(AT_ONCE)

    async def one(token: str, hears: Any) -> Socket:
        async with door:
            return await join(server, token, hears)

    return await asyncio.gather(*map(one, tokens, hear))


async def seated(
    server: Server, tokens: list[str], names: list[str], every: float, tally: Tally
) -> tuple[list[Seat], Callable[[], None]]:
    """Nine players at each table, in their seats with chips; and how to let them play, each table every so often."""
    rng = Random(1)
    paces = [Pace(every) for _ in names]
    seats = [Seat(name, pace, tally, rng.random) for name, pace in zip(names, paces, strict=True) for _ in range(NINE)]
    for seat, socket in zip(seats, await join_all(server, tokens, [seat.hear for seat in seats]), strict=True):
        seat.socket = socket
        socket.send({"type": "hello", "since": {seat.table: 0}})
    for at, seat in enumerate(seats):
        seat.say({"type": "sit", "seat": at % NINE, "chips": 1_000_000, "waits": False})
    while any(seat.sent for seat in seats):
        await asyncio.sleep(0.1)

    def play() -> None:
        now = asyncio.get_running_loop().time()
        for at, pace in enumerate(paces):
            pace.start(now + at * every / len(paces))

    return seats, play


async def load(
    count: int, seconds: float, rate: float, folder: Path, cores: set[int], build: Path | None
) -> dict[str, Any]:
    """So many tables of nine, acting for so long."""
    begun = time.perf_counter()
    tokens = await people(folder, count * NINE)
    names = await tables(folder, count)
    server = Server(folder, cores, build)
    try:
        await server.ready()
        tally = Tally()
        seats, play = await seated(server, tokens, names, count / rate if rate else 0.0, tally)
        gc.collect()
        gc.disable()  # to look through all these clients takes a tenth of a second, that would count as the server's
        print(f"{len(seats)} are seated after {time.perf_counter() - begun:.1f} s", file=sys.stderr)
        play()
        await asyncio.sleep(WARM_UP)
        return {**await measured(server, tally, seats, seconds, count), "compiled": build is not None}
    finally:
        server.stop()


async def measured(server: Server, tally: Tally, seats: list[Seat], seconds: float, count: int) -> dict[str, Any]:
    """The counts over a number of seconds."""
    slow = await server.slow_commits()
    tally.counting, tally.events, tally.bytes, tally.dealt = True, 0, 0, 0
    used, busy, begun = server.cpu, own_cpu(), time.perf_counter()
    stolen, client_stolen = stolen_of(server.cores), stolen_of(os.sched_getaffinity(0))
    await asyncio.sleep(seconds)
    tally.counting = False
    took = time.perf_counter() - begun
    waits = sorted(tally.waits) or [0.0]
    found: dict[str, Any] = {
        "tables": count,
        "actions_per_second": round(len(tally.waits) / took),
        "p50_ms": round(waits[len(waits) // 2] * 1000, 1),
        "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
        "rss_mb": round(server.rss_mb),
        "us_per_action": round((server.cpu - used) / max(len(tally.waits), 1) * 1e6),
        "us_per_hand": round((server.cpu - used) / max(tally.dealt / NINE, 1) * 1e6),
        "client_cpu": round((own_cpu() - busy) / took, 2),
        "server_cpu": round((server.cpu - used) / took, 2),
        "stolen": round((stolen_of(server.cores) - stolen) / took, 3),
        "client_stolen": round((stolen_of(os.sched_getaffinity(0)) - client_stolen) / took, 3),
        "slow_commits": await server.slow_commits() - slow,
        "events_per_second": round(tally.events / took),
        "refused": sum(tally.refused.values()),
    }
    for seat in seats:
        if seat.socket is not None:
            seat.socket.close()
    if tally.refused:
        found["because"] = max(tally.refused, key=lambda told: tally.refused[told])
    return found


async def idle(count: int, folder: Path, cores: set[int], build: Path | None) -> dict[str, Any]:
    """What so many sockets cost that only are there."""
    tokens = await people(folder, count)
    server = Server(folder, cores, build)
    try:
        await server.ready()
        before = server.rss_mb
        sockets = await join_all(server, tokens, [lambda _data: None] * count)
        for socket in sockets:
            socket.send({"type": "hello"})
        await asyncio.sleep(3)
        return {"idle": count, "rss_mb": round(server.rss_mb), "before_mb": round(before)}
    finally:
        server.stop()


def own_cpu() -> float:
    """The seconds of a core that the clients have used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=2010.0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--folder", type=Path, help="on which disk the store is")
    parser.add_argument("--pure", action="store_true", help="the pure server, even where there is a compiled one")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    build = None if args.pure else compiled_build()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    runs = GROWTH if args.growth else (args.tables,)
    for count in runs:
        with tempfile.TemporaryDirectory(dir=args.folder) as folder:
            rate = args.rate * count / 200 if args.growth else args.rate
            place, server_cores = Path(folder), {cores[0]}
            run = (
                idle(args.idle, place, server_cores, build)
                if args.idle
                else load(count, args.seconds, rate, place, server_cores, build)
            )
            found = asyncio.run(run)
        print(
            json.dumps(found) if args.json else "  ".join(f"{key} {value}" for key, value in found.items()), flush=True
        )


if __name__ == "__main__":
    main()
