"""A tournament with bots, whose process is ended by `kill -9` at random again and again: nothing is lost or done twice.

python tools/crash_events.py --kills 20 --players 30

Each time another process goes on with the same store. At the end every record is read: the auditor finds nothing, each
hand was played and counted once, and everybody has one place.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from sidepot.bots.random_player import random_player
from sidepot.hand.commands import Check, Fold
from sidepot.room.auditor import audit
from sidepot.room.running.bot_players import BotPlayers, Pace
from sidepot.room.running.hall import Hall
from sidepot.room.running.stored_event import read_event
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.tables.events import decode_entry
from sidepot.room.tables.room_terms import Timing
from sidepot.room.tournaments import commands as s
from sidepot.room.tournaments.event_terms import EventTerms
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


async def child(folder: Path, players: int) -> None:
    """Go on with the tournament of a store, or begin it, until it is over."""
    async with open_store(folder / "room.db") as store:
        hall = Hall(store, bots=BotPlayers(Pace(0, 0), make=calm))
        await hall.start()
        if not await store.streams("tournament/"):
            terms = EventTerms(title="Crash", structure=find_preset("turbo"), timing=QUICK, fill=players)
            await hall.events.open(terms, by="crash")
        print("up", flush=True)
        if not hall.events.lines():
            return
        actor = hall.events.actor("1")
        if not actor.event.over:
            await actor.say(s.Begin(), by="crash", staff=True, id="crash/1")
        while not actor.is_done:
            await asyncio.sleep(0.05)
        await hall.stop()


def run_one(folder: Path, players: int, seconds: float) -> int | None:
    """One process, killed after a while; its exit code, None where it was killed."""
    command = [sys.executable, __file__, "--child", str(folder), "--players", str(players)]
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


async def check(folder: Path) -> list[str]:
    """Read every record."""
    faults = []
    async with open_store(folder / "room.db") as store:
        event = await read_event(store, "1")
        tournament = event.tournament
        if not tournament.ended:
            faults.append("it is not over")
        played = 0
        for stream in await store.streams("table/"):
            entries = [decode_entry(record.data) for record in await store.read(stream)]
            played += sum(isinstance(one, HandDone) for entry in entries for one in entry.table)
        if played != tournament.hands:
            faults.append(f"{played} hands were played at the tables, and {tournament.hands} counted")
        if sum(line.paid for line in tournament.standings()) != tournament.pool:
            faults.append("the prizes are not the pool")
        print(f"{tournament.hands} hands, {event.seq} records, {len(tournament.moves)} moves")
    found = audit(place_at(folder / "room.db"))
    faults += [fault for one in found.tables for fault in one.faults] + list(found.faults)
    return faults


def main() -> None:
    """Read the command line, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        asyncio.run(child(asked.child, asked.players))
        return
    rng = Random(asked.seed)
    kills = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while kills < asked.kills and run_one(folder, asked.players, rng.uniform(0.0, 1.5)) is None:
            kills += 1
        if run_one(folder, asked.players, PATIENCE) not in (0, None):
            raise SystemExit("the last process failed")
        faults = asyncio.run(check(folder))
    print(f"{kills} kills; {len(faults)} faults", *faults, sep="\n")
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
