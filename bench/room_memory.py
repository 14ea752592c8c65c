"""Whether the server gives back what it used: people come to tables, play and leave, again and again.

    python bench/room_memory.py                     five rounds of 20 tables, 20 seconds each
    python bench/room_memory.py --tables 60 --rounds 8 --seconds 80 --guests 2000

In each round every table has nine new players who act at the pace of `--rate`, and so many guests come, look on and go.
Then all leave, and what the server holds is told; at the end what it holds after a restart. The first round costs what
it costs. After it the memory may grow by what play leaves at a table (`--kept` KB for each table and round), until the
table forgets: the commands of an account after five minutes of silence, players who have left after an hour, a hand's
place in the stream after a thousand hands. Exit codes: 0 it does not grow by more, 1 it does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from room import NINE, join_all, people, seated, tables
from room_client import Tally
from room_server import Server

LEAVES = 8.0  # seconds in which the hands that are on are played to their end
SETTLES = 6.0  # seconds after which the server has looked through what was left


async def soak(args: argparse.Namespace, folder: Path) -> list[float]:
    """What the server holds after each round, in MB."""
    nine = args.tables * NINE
    tokens = await people(folder, nine * args.rounds)
    names = await tables(folder, args.tables)
    cores = os.sched_getaffinity(0)
    server = Server(folder, cores, None)
    held = []
    try:
        await server.ready()
        print(f"at the start {server.rss_mb:.1f} MB", flush=True)
        for number in range(1, args.rounds + 1):
            told = await one_round(args, server, names, tokens[nine * (number - 1) : nine * number])
            await guests(args.guests, server, names)
            await asyncio.sleep(SETTLES)
            held.append(server.rss_mb)
            print(f"round {number}: {told:,} actions, {held[-1]:.1f} MB when all have left", flush=True)
    finally:
        server.stop()
    again = Server(folder, cores, None)
    try:
        await again.ready()
        print(f"after a restart {again.rss_mb:.1f} MB", flush=True)
    finally:
        again.stop()
    return held


async def one_round(args: argparse.Namespace, server: Server, names: list[str], tokens: list[str]) -> int:
    """New players sit down at all tables, play for a while and leave; how many actions that were."""
    tally = Tally()
    seats, play = await seated(server, tokens, names, args.tables / args.rate, tally)
    play()
    tally.counting = True
    await asyncio.sleep(args.seconds)
    told = len(tally.waits)
    for seat in seats:
        seat.say({"type": "leave"})
    await asyncio.sleep(LEAVES)
    for seat in seats:
        if seat.socket is not None:
            seat.socket.close()
    await asyncio.sleep(SETTLES)
    return told


async def guests(count: int, server: Server, names: list[str]) -> None:
    """So many come without a name, look on and go, fifty at a time."""
    for begun in range(0, count, 50):
        some = min(50, count - begun)
        sockets = await join_all(server, [""] * some, [lambda _data: None] * some)
        for at, socket in enumerate(sockets):
            socket.send({"type": "hello", "since": {names[(begun + at) % len(names)]: 0}})
        await asyncio.sleep(0.2)
        for socket in sockets:
            socket.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=400.0, help="actions a second, over all tables")
    parser.add_argument("--guests", type=int, default=1000, help="who come and go in each round")
    parser.add_argument("--kept", type=float, default=200.0, help="KB that a round of a table may leave")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(soak(args, Path(folder)))
    grown = held[-1] - held[0]
    allowed = args.kept * args.tables * (args.rounds - 1) / 1024
    print(f"grown by {grown:.1f} MB since the first round, {allowed:.1f} MB are allowed")
    sys.exit(grown > allowed)


if __name__ == "__main__":
    main()
