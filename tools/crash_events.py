"""A tournament with bots, whose process is ended by `kill -9` at random again and again: nothing is lost or done twice.

python tools/crash_events.py --kills 20 --players 30

python tools/crash_events.py --kills 20 --nodes 3 --db postgresql://...    an empty database

python tools/crash_events.py --kills 200 --players 100 --preset deep --most 0.6     so that it is not over before

Each time another process goes on with the same store; with `--nodes` so many share it over NATS, and mostly the one
that has the tournament is killed. At the end every record is read: the auditor finds nothing, each hand was played and
counted once, and everybody has one place.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from nats_server import NatsServer
from sqlalchemy import text

from sidepot.bots.random_player import random_player
from sidepot.cluster.membership import Membership
from sidepot.cluster.nats_bus import NatsBus
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import SidepotError
from sidepot.hand.commands import Check, Fold
from sidepot.room.audit.auditor import audit
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournament_storage import TOURNAMENTS
from sidepot.room.store.database import postgres_engine
from sidepot.room.store.place import Place, place_at, place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.table.events import HandDone
from sidepot.tournament.presets import find_preset

QUICK = Timing(decide=5_000, bank=0, show=0, street=0, between=30, showdown=30, cut=0, grace=0, away=500)
PATIENCE = 600.0  # seconds in which the last process plays to the end


def calm(strength: str, rng: Random) -> Any:
    """A bot that mostly checks or folds."""
    wild = random_player(rng)

    def play(view: Any, may: Any) -> Any:
        if rng.random() < 0.8 and (may.may_check or may.may_fold):
            return Check() if may.may_check else Fold()
        return wild(view, may)

    return play


async def child(folder: Path, players: int, preset: str) -> None:
    """Go on with the tournament of a store, or begin it, until it is over."""
    async with open_store(folder / "room.db") as store:
        hall = TableRegistry(store, bots=BotPlayers(Pace(0, 0), make=calm))
        await hall.start()
        if not await store.streams("tournament/"):
            terms = TournamentTerms(title="Crash", structure=find_preset(preset), timing=QUICK, fill=players)
            await hall.tournaments.open(terms, by="crash")
        print("up", flush=True)
        if not hall.tournaments.lines():
            return
        actor = hall.tournaments.actor("1")
        if not actor.machine.over:
            await actor.say(s.Begin(), by="crash", staff=True, id="crash/1")
        while not actor.is_done:
            await asyncio.sleep(0.05)
        await hall.stop()


def run_one(folder: Path, asked: argparse.Namespace, seconds: float) -> int | None:
    """One process, killed after a while; its exit code, None where it was killed."""
    words = ["--players", str(asked.players), "--preset", asked.preset]
    command = [sys.executable, __file__, "--child", str(folder), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return None
    return process.returncode


async def node(place: Place, name: str, bus: str, players: int) -> None:
    """One of several processes: play on with the tournament, wherever it is, until this one is told to end."""
    ends = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ends.set)
    member = Membership(place, name, lambda _: os._exit(75), clock=time.monotonic, lease=1.0)
    async with open_store(place, member=member) as store:
        hall = SharedTableRegistry(store, NatsBus(bus), bots=BotPlayers(Pace(0, 0), make=calm))
        await hall.start()
        if players and not await store.streams("tournament/"):
            terms = TournamentTerms(title="Crash", structure=find_preset("turbo"), timing=QUICK, fill=players)
            await hall.tournaments.open(terms, by="crash")
        print("up", flush=True)
        is_begun = False
        while not ends.is_set():
            try:
                if not is_begun:
                    await hall.tournaments.actor("1").say(s.Begin(), by="crash", staff=True, id="crash/1")
                    is_begun = True
            except SidepotError as error:
                is_begun = (
                    error.code in ("tournament_over", "no_tournament") and (await hall.tournaments.find("1")).over
                )
            await asyncio.sleep(0.05)
        await hall.drain()
        await hall.stop()


class Nodes:
    """The processes of a room, each started again when it is killed."""

    def __init__(self, place: Place, count: int, bus: str, players: int) -> None:
        self._words = [sys.executable, __file__, "--db", place.url.render_as_string(hide_password=False), "--bus", bus]
        self._engine = postgres_engine(place, isolation_level="AUTOCOMMIT")
        self._running = {"n1": self._start("n1", players)}
        self._running |= {f"n{at}": self._start(f"n{at}", 0) for at in range(2, count + 1)}

    def _start(self, name: str, players: int) -> subprocess.Popen[str]:
        command = [*self._words, "--child", name, "--players", str(players)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        return process

    def ask(self, words: str) -> list[Any]:
        """Ask the database."""
        with self._engine.connect() as connection:
            return [*connection.execute(text(words)).scalars()]

    @property
    def is_over(self) -> bool:
        """Whether the tournament is over, and all its tables know."""
        return self.ask("SELECT over FROM stream WHERE name = 'tournament/1'")[0] is not None

    def kill(self, rng: Random) -> None:
        """Kill one of them; another one has its tables from then on."""
        owner = self.ask("SELECT node FROM place WHERE stream = 'tournament/1'")[0]
        name = owner if owner in self._running and rng.random() < 0.7 else rng.choice([*self._running])
        self._running[name].kill()
        self._running[name].wait()
        self._running[name] = self._start(name, 0)

    def start_again(self) -> None:
        """Start those again that were put out, as a service manager does: a busy machine may not keep their leases."""
        for name, process in list(self._running.items()):
            if process.poll() is not None:
                self._running[name] = self._start(name, 0)

    def close(self) -> list[int]:
        """End them in order: their exit codes."""
        for process in self._running.values():
            process.terminate()
        codes = [process.wait() for process in self._running.values()]
        self._engine.dispose()
        return codes


def share(place: Place, asked: argparse.Namespace, rng: Random) -> int:
    """Have several processes play, and kill them; how often."""
    kills = 0
    with tempfile.TemporaryDirectory() as folder, NatsServer(Path(folder)) as bus:
        nodes = Nodes(place, asked.nodes, bus.url, asked.players)
        until = time.monotonic() + PATIENCE
        while not nodes.is_over and time.monotonic() < until:
            time.sleep(rng.uniform(0.2, 3.0))
            nodes.start_again()
            if kills < asked.kills and not nodes.is_over:
                nodes.kill(rng)
                kills += 1
        print(f"exit codes: {nodes.close()}")
    return kills


async def check(place: Place) -> list[str]:
    """Read every record."""
    faults = []
    async with open_store(place) as store:
        machine = await TOURNAMENTS.load(store, "1")
        tournament = machine.tournament
        if not tournament.ended:
            faults.append("it is not over")
        played = 0
        for stream in await store.streams("table/"):
            entries = [decode_table_event(record.data) for record in await store.read(stream)]
            played += sum(isinstance(one, HandDone) for entry in entries for one in entry.table)
        if played != tournament.hands:
            faults.append(f"{played} hands were played at the tables, and {tournament.hands} counted")
        if sum(line.paid for line in tournament.standings()) != tournament.pool:
            faults.append("the prizes are not the pool")
        print(f"{tournament.hands} hands, {machine.seq} records, {len(tournament.moves)} moves")
    found = audit(place)
    faults += [fault for one in found.tables for fault in one.faults] + list(found.faults)
    return faults


def main() -> None:
    """Read the command line, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--preset", default="turbo", help="of the structure, in one process")
    parser.add_argument("--most", type=float, default=1.5, help="seconds until the next kill, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=1, help="processes that share the room")
    parser.add_argument("--db", default="", help="where they do: the address of an empty PostgreSQL database")
    parser.add_argument("--bus", default="", help=argparse.SUPPRESS)
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        work = node(place_of(address=asked.db), asked.child, asked.bus, asked.players) if asked.db else None
        asyncio.run(work or child(Path(asked.child), asked.players, asked.preset))
        return
    rng = Random(asked.seed)
    kills = 0
    if asked.db:
        place = place_of(address=asked.db)
        kills = share(place, asked, rng)
        tell(kills, asyncio.run(check(place)))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while kills < asked.kills and run_one(folder, asked, rng.uniform(0.0, asked.most)) is None:
            kills += 1
        if run_one(folder, asked, PATIENCE) not in (0, None):
            raise SystemExit("the last process failed")
        tell(kills, asyncio.run(check(place_at(folder / "room.db"))))


def tell(kills: int, faults: list[str]) -> None:
    """Say how it went."""
    print(f"{kills} kills; {len(faults)} faults", *faults, sep="\n")
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
