"""Play hands on a server that is killed every few seconds, and see that nothing is lost and nothing is done twice.

    python tools/crash.py [--hands 200] [--every 3] [--seed 1] [--folder DIR | --db URL] [--json]

Every few seconds `kill -9`, at whatever the server is doing; it is started again, and its players, who note all that
they are told, say again what was not answered. In the end the store is read from end to end: each acknowledged command
is there once, everything that was shown is as it was shown, the chips balance after each entry, a restart has changed
nothing but the clocks, and the record of every hand checks. Exit code 1 if anything does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

from crash_audit import Audit, audit
from crash_players import Notes, guests_at
from crash_server import TABLES

SERVER = Path(__file__).with_name("crash_server.py")
NAMES = ("Ann", "Bo", "Cy")
PATIENCE = 60.0  # seconds for a server to open


class Soak:
    """A room that is played in, and killed, as often as one likes."""

    def __init__(self, store: Path | str, seed: int = 1) -> None:
        self.store = store
        self.rng = Random(seed)
        self.notes = Notes()
        self.guests = guests_at(len(TABLES), NAMES, self.notes, self.rng)
        self.kills = 0
        self.starts = 0

    @property
    def hands(self) -> int:
        """How many hands were played, as far as anybody was told."""
        return sum(self.notes.hands.values())

    async def serve(self, seconds: float, crash_at: str = "", enough: Callable[[], bool] = lambda: False) -> int:
        """Start a server, play for so long or until it is `enough`, and kill it; what it ended with."""
        env = {**os.environ, "SIDEPOT_CRASH_AT": crash_at}
        self.starts += 1
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(
            sys.executable, str(SERVER), str(self.store), stdin=pipe, stdout=pipe, env=env, limit=1 << 20
        )
        assert server.stdin is not None and server.stdout is not None
        output = server.stdout
        reading: asyncio.Future[bytes] = asyncio.ensure_future(output.readline())
        try:
            if await asyncio.wait_for(asyncio.shield(reading), PATIENCE):
                reading = asyncio.ensure_future(output.readline())
                for guest in self.guests.values():
                    guest.connect()
                reading = await self._play(server.stdin, output, reading, seconds, enough)
        finally:
            if not (reading.done() and not reading.result()):  # else it has ended by itself
                server.send_signal(signal.SIGKILL)
                self.kills += 1
        while line := await reading:  # what it had said before
            self._take(line)
            reading = asyncio.ensure_future(output.readline())
        return await server.wait()

    async def _play(
        self,
        pipe: asyncio.StreamWriter,
        output: asyncio.StreamReader,
        reading: asyncio.Future[bytes],
        seconds: float,
        enough: Callable[[], bool],
    ) -> asyncio.Future[bytes]:
        """Let them play; the line that is waited for in the end."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while (left := until - loop.time()) > 0 and not enough():
            self._send(pipe)
            await asyncio.wait([reading], timeout=min(left, 0.2))
            if not reading.done():
                for guest in self.guests.values():
                    guest.think_again()
                continue
            if not reading.result():
                break
            self._take(reading.result())
            reading = asyncio.ensure_future(output.readline())
        return reading

    def _send(self, pipe: asyncio.StreamWriter) -> None:
        for guest in self.guests.values():
            for line in guest.lines:
                if not pipe.is_closing():
                    pipe.write(guest.name.encode() + b"\t" + line + b"\n")
            guest.lines = []

    def _take(self, line: bytes) -> None:
        name, _, data = line.partition(b"\t")
        if line.endswith(b"\n") and name:  # half a line is what a kill leaves
            self.guests[name.decode()].take(data)

    async def audit(self) -> Audit:
        """Read the store, while no server has it."""
        return await audit(self.store, self.notes)


async def soak(store: Path | str, hands: int, every: float, seed: int) -> dict[str, Any]:
    """Play so many hands, and kill the server every so many seconds, more or less."""
    begun = perf_counter()
    room = Soak(store, seed)
    stuck = 0
    while room.hands < hands and stuck < 5:
        before = room.hands
        await room.serve(room.rng.uniform(0.1, 2 * every), enough=lambda: room.hands >= hands)
        stuck = stuck + 1 if room.hands == before else 0
        print(f"crash: {room.hands} hands, {room.kills} kills", file=sys.stderr)
    found = await room.audit()
    if room.hands < hands:
        found.problems.append(f"only {room.hands} hands were played: it does not go on")
    return {
        **msgspec.structs.asdict(found),
        "kills": room.kills,
        "acknowledged": len(room.notes.acked),
        "shown": len(room.notes.seen),
        "snapshots": room.notes.snapshots,
        "refused": room.notes.nacked,
        "seconds": round(perf_counter() - begun, 1),
    }


def show(found: dict[str, Any]) -> None:
    """The findings, for people."""
    print(
        "{hands} hands, {entries} entries, {kills} kills and {restarts} restarts of tables, {in_hand} of them in the "
        "middle of a hand and {resumed} in that of a decision".format(**found)
    )
    print(
        "{acknowledged} commands were acknowledged, {shown} events shown; {verified} records of hands checked; "
        "{seconds} seconds".format(**found)
    )
    for problem in found["problems"][:20]:
        print(problem)
    print(f"{len(found['problems'])} problems")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two kills, on the average (3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="keep the store there")
    parser.add_argument("--db", help="the address of an empty PostgreSQL database, instead of a file")
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = told.db or (told.folder or Path(folder)) / "room.db"
        found = asyncio.run(soak(store, told.hands, told.every, told.seed))
    if told.json:
        print(json.dumps(found, indent=2))
    else:
        show(found)
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
