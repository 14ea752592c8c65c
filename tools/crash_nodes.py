"""Two servers of one room on PostgreSQL, one of which stands by: the other is killed or stopped, again and again.

    python tools/crash_nodes.py --db postgresql://... [--turns 12] [--seed 1] [--json]

Each turn ends the server that has the room: by `kill -9` at whatever it is doing, at one of the points of
`SIDEPOT_CRASH_AT` (also of the one that takes over), or by SIGSTOP until the other has the room. One that was stopped
goes on afterwards, with commands in its pipe that it would have to refuse: it must end, and say nothing that is not in
the log.

This does not show that its lease holds refusals back: servers without one pass it too, as their overdue clocks have
them write at once, and the fence ends them. The audit is that of `tools/crash.py`. Exit code 1 if
anything does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import Process
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

from crash import NAMES, SERVER
from crash_audit import audit
from crash_players import Notes, guests_at
from crash_server import TABLES

from sidepot.hand.commands import Fold
from sidepot.room.table.commands import Act
from sidepot.room.views.messages import Ack, Cmd, Nack

PUT_OUT: Final = 75
PATIENCE: Final = 120.0  # seconds, on a machine that does much else
START: Final = 2.0  # seconds in which a server has started
# Where the server is ended: the last three are met by the one that takes over.
POINTS: Final = "received decided queued durable publishing published acked reading replayed restarted".split()
_TOLD: Any = msgspec.json.Decoder(Ack | Nack)
_ENCODER: Final = msgspec.json.Encoder()


class Node:
    """A server, from the moment that it stands by."""

    def __init__(self, name: str, process: Process) -> None:
        self.name = name
        self.process = process
        self.ready = 0.0  # when it has started, and stands by
        assert process.stdin is not None and process.stdout is not None
        self.input = process.stdin
        self.output = process.stdout

    def tell(self, lines: list[bytes]) -> None:
        """Say something to it; it may be dead."""
        if not self.input.is_closing():
            self.input.writelines(lines)

    async def line(self, seconds: float) -> bytes | None:
        """A line of what it says; none if it has ended, None if it says nothing for so long."""
        try:
            return await asyncio.wait_for(self.output.readline(), seconds)
        except TimeoutError:
            return None


class Pair:
    """A room, the server that has it, and the one that stands by."""

    def __init__(self, db: str, seed: int) -> None:
        self.db = db
        self.rng = Random(seed)
        self.notes = Notes()
        self.guests = guests_at(len(TABLES), NAMES, self.notes, self.rng)
        self.count = 0
        self.ends: dict[str, int] = {}
        self.takeovers: dict[str, list[float]] = {"killed": [], "stopped": []}
        self.was_stopped = False
        self.refused_by_the_dead = 0

    async def begin(self, crash_at: str = "") -> Node:
        """Start a server that stands by."""
        self.count += 1
        name = f"n{self.count % 3}"  # names come again, as they do under a supervisor
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(SERVER),
            self.db,
            name,
            stdin=pipe,
            stdout=pipe,
            env={**os.environ, "SIDEPOT_CRASH_AT": crash_at},
            limit=1 << 20,
        )
        return Node(name, process)

    async def take_room(self, node: Node, since: float) -> bool:
        """Wait until a server has the room, and connect everybody to it; False if it was killed on the way."""
        for _ in ("it stands by", "it has the room"):
            if not await node.line(PATIENCE):
                return False
        if since and since > node.ready:  # else the room waited for a server to start
            self.takeovers["stopped" if self.was_stopped else "killed"].append(perf_counter() - since)
        self.was_stopped = False
        for guest in self.guests.values():
            guest.connect()
        return True

    async def play(self, node: Node, seconds: float) -> bool:
        """Play for so long; False if the server has ended by itself."""
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            for guest in self.guests.values():
                node.tell([guest.name.encode() + b"\t" + line + b"\n" for line in guest.lines])
                guest.lines = []
            line = await node.line(min(left, 0.2))
            if line == b"":
                return False
            if line is None:
                for guest in self.guests.values():
                    guest.think_again()
            elif line.endswith(b"\n"):
                self.take(line)
        return True

    def take(self, line: bytes) -> None:
        """What a server says to a player."""
        name, _, data = line.rstrip(b"\n").partition(b"\t")
        if name:
            self.guests[name.decode()].take(data)

    async def drain(self, node: Node) -> None:
        """What a server that is dead had said before."""
        while line := await node.line(PATIENCE):
            if line.endswith(b"\n"):
                self.take(line)
        await node.process.wait()

    async def hear_out(self, node: Node) -> None:
        """What a server that was stopped had said before: it had the room then, and might refuse."""
        while line := await node.line(0.2):
            if line.endswith(b"\n"):
                self.take(line)

    async def go_on(self, node: Node) -> None:
        """One that was stopped goes on, when another has the room: it ends, and what it says is in the log."""
        for at in range(20):
            said = Cmd(f"late{at}", "1", Act(0, Fold()))  # refused at any table, by a server that dares to
            node.tell([b"Ann\t" + _ENCODER.encode(said) + b"\n"])
        node.process.send_signal(signal.SIGCONT)
        while line := await node.line(PATIENCE):
            name, _, data = line.rstrip(b"\n").partition(b"\t")
            if b'"ack"' not in data[:20] and b'"nack"' not in data[:20]:
                continue
            told = _TOLD.decode(data)
            if isinstance(told, Nack):
                self.refused_by_the_dead += 1
                self.notes.broken.append(f"{node.name} was put out, and refused: {told.because}")
            else:
                key = told.table, f"{name.decode()}/{told.id}"
                if self.notes.acked.setdefault(key, told.seq) != told.seq:
                    self.notes.broken.append(f"table {told.table}: {key[1]} was acknowledged as two events")
        if await node.process.wait() != PUT_OUT:
            self.notes.broken.append(f"{node.name} was put out, and ended with {node.process.returncode}")

    def count_end(self, how: str) -> None:
        """Note how a turn ended."""
        self.ends[how] = self.ends.get(how, 0) + 1

    async def run(self, turns: int, seconds: float) -> None:
        """So many turns."""
        node, since = await self.begin(), 0.0
        for turn in range(turns):
            kind = ("kill", "point", "stop")[turn % 3]
            crash_at = f"{self.rng.choice(POINTS)}:{self.rng.randint(1, 4)}" if kind == "kill" else ""
            is_open = await self.take_room(node, since)
            spare = await self.begin(crash_at)
            spare.ready = perf_counter() + START
            lives = is_open and await self.play(node, self.rng.uniform(0.5, 2) * seconds)
            since = perf_counter()
            if not lives:
                self.count_end("point")
                await self.drain(node)
            elif kind == "stop":
                self.count_end("stop")
                node.process.send_signal(signal.SIGSTOP)
                await self.hear_out(node)
                stopped, node = node, spare
                self.was_stopped = True
                is_open = await self.take_room(node, since)
                await self.go_on(stopped)
                since = 0.0
                if is_open:
                    await self.play(node, seconds)
                node.process.kill()
                await self.drain(node)
                node, since = await self.begin(), 0.0
                continue
            else:
                self.count_end("kill")
                node.process.kill()
                await self.drain(node)
            node = spare
        if await self.take_room(node, since):
            await self.play(node, seconds)
        node.process.kill()
        await self.drain(node)


async def crash(db: str, turns: int, seconds: float, seed: int) -> dict[str, Any]:
    """Play so many turns, and look at everything."""
    pair = Pair(db, seed)
    await pair.run(turns, seconds)
    await asyncio.sleep(1.0)  # for the database to notice that the last one is gone
    found = await audit(db, pair.notes)
    times = {kind: sorted(found) for kind, found in pair.takeovers.items() if found}
    if not times:
        found.problems.append("nobody ever took the room over")
    return {
        **msgspec.structs.asdict(found),
        "acknowledged": len(pair.notes.acked),
        "shown": len(pair.notes.seen),
        "ends": pair.ends,
        **{f"takeover_of_{kind}_p50_s": round(some[len(some) // 2], 3) for kind, some in times.items()},
        **{f"takeover_of_{kind}_max_s": round(some[-1], 3) for kind, some in times.items()},
        "refused_by_the_dead": pair.refused_by_the_dead,
    }


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", required=True, help="the address of an empty PostgreSQL database")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--every", type=float, default=3.0, help="seconds of a turn, on the average (3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    found = asyncio.run(crash(told.db, told.turns, told.every, told.seed))
    if told.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            if name != "problems":
                print(f"{name}: {value}")
        for problem in found["problems"][:20]:
            print(problem)
        print(f"{len(found['problems'])} problems")
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
