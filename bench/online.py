"""A tournament between live tables, with fast clocks and bots, to its end: its records are looked through afterwards.

python bench/online.py                       27 players
python bench/online.py --players 200 --json  one document
python bench/online.py --store FOLDER        keep the store there
python bench/online.py --players 1000 --sockets 300 --think 0.5
                                             300 of them are clients of a server, over sockets: `make soak-online`

Levels last seconds instead of minutes (`--faster`), as many as it takes to come to an end. Bots decide by chance, at
once or after `--think` seconds.
`violations` is what the auditor of virtual tournaments finds in the steps of the stream; `late_levels` counts levels
and breaks that were seen more than a second late, `longest_wait_s` is the longest that a table waited for the order
after a hand, and `p99_ms` is how long 99 in 100 acts took from being said to being acknowledged; `socket_p99_ms` is the
same for those who come over sockets, as they see it. `loop_held_ms` is the longest time that one thing took the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from sidepot.bots.random_player import random_player
from sidepot.hand.commands import Call, Check, Fold
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.runtime.tournament_storage import tournament_stream
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.commands import Act
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import TournamentEvent, decode_event
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.simulation.tournaments.tournament_checks import TournamentChecks
from sidepot.table.events import HandDone, HandVoided
from sidepot.tournament import events as e
from sidepot.tournament.more_levels import long_enough
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure import Structure
from sidepot.tournament.tournament import Tournament
from sidepot.web.app import make_app
from sidepot.web.auth.sessions import cookie_name
from sidepot.web.listening import listen
from sidepot.web.server import _Server, collect_seldom, config_of, loop_factory
from sidepot.web.settings import Settings
from sidepot.web.state import open_app_state

QUICK = Timing(decide=10_000, bank=0, show=0, street=0, between=50, showdown=50, cut=0, grace=0, away=2_000)
CALM = 0.9  # how often a bot does the least
LATE = 1_000  # milliseconds
ROOM = "abcdef"  # its name in the cookie
HOST = "127.0.0.1"
BEAT = 0.01  # seconds between two looks at the loop


class TimedBots(BotPlayers):
    """Bots that note how long each act took to be acknowledged."""

    def __init__(self, think: float) -> None:
        super().__init__(Pace(think / 2, think * 1.5), make=lambda strength, rng: cheap(rng), rng=Random(1))
        self.took: list[float] = []

    async def _say(self, actor: Any, said: Any, name: str) -> bool:
        started = perf_counter()
        done = await super()._say(actor, said, name)
        if isinstance(said, Act):
            self.took.append(perf_counter() - started)
        return done


def cheap(rng: Random) -> Any:
    """A bot that looks at nothing: it mostly checks or folds, and else does anything."""
    wild = random_player(rng)

    def play(view: Any, may: Any) -> Any:
        if rng.random() < CALM:
            if may.may_check:
                return Check()
            if may.may_call and rng.random() < 0.2:
                return Call()
            if may.may_fold:
                return Fold()
        return wild(view, may)

    return play


def faster(structure: Structure, times: int) -> Structure:
    """The same with shorter levels and breaks."""
    items = tuple([replace(item, ms=max(item.ms // times, 1_000)) for item in structure.schedule])
    return replace(structure, schedule=items)


class Held:
    """How long the loop was held by one thing, in seconds: nobody else is answered meanwhile."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(BEAT)
            self.longest = max(self.longest, perf_counter() - before - BEAT)

    async def stop(self) -> None:
        """Look no longer."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class Clients:
    """The players who come over sockets: a process of their own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, folder: Path, store: Store, port: int, count: int, think: float) -> Clients:
        """Open accounts for them, and wait until all have entered the tournament."""
        now = int(time.time() * 1000)
        accounts = Accounts(store)
        tokens = [secrets.token_urlsafe(24) for _ in range(count)]
        for at, token in enumerate(tokens):
            await accounts.add(Account(f"load{at}", f"Load {at}", "guest", now))
            await accounts.log_in(f"load{at}", token, now, now + 86_400_000)
        told = {"port": port, "tokens": tokens, "cookie": cookie_name(ROOM), "tournament": "1", "think": think}
        people = folder / "people.json"
        people.write_text(json.dumps(told))
        script = str(Path(__file__).with_name("online_clients.py"))
        found = cls(
            await asyncio.create_subprocess_exec(sys.executable, script, str(people), stdout=asyncio.subprocess.PIPE)
        )
        assert await found.line() == "entered", "the clients did not come in"
        return found

    async def line(self) -> str:
        """The next line that they print."""
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()


@asynccontextmanager
async def serving(store: Store, hall: TableRegistry) -> AsyncIterator[int]:
    """A server of the room: its port."""
    await store.put("web/room", ROOM)
    settings = Settings(limits=False, demo=False)
    async with open_app_state(settings, store, hall) as app_state:
        with closing(listen(HOST, 0)) as listener:
            up = asyncio.Event()
            server = _Server(config_of(make_app(app_state), app_state), app_state, up.set)
            task = asyncio.create_task(server.serve(sockets=[listener]))
            await up.wait()
            collect_seldom()
            yield int(listener.getsockname()[1])
            server.should_exit = True
            await task


async def play(
    folder: Path, structure: Structure, players: int, sockets: int = 0, think: float = 0.0
) -> dict[str, Any]:
    """Play it, and look through what is in the store."""
    bots = TimedBots(think)
    troubles: list[str] = []
    seen: dict[str, Any] = {}
    async with open_store(folder / "room.db") as store:
        hall = TableRegistry(store, bots=bots, tell_host=lambda table, text: troubles.append(f"{table}: {text}"))
        terms = TournamentTerms(title="Online", structure=structure, timing=QUICK, fill=players)
        async with serving(store, hall) as port:
            actor: TournamentActor = hall.tournaments.actor(await hall.tournaments.open(terms, by="bench"))
            clients = await Clients.start(folder, store, port, sockets, think) if sockets else None
            started = perf_counter()
            before = resource.getrusage(resource.RUSAGE_SELF)
            held = Held()
            await actor.say(s.Begin(), by="bench", staff=True, id="bench/1")
            while not actor.is_done:
                await asyncio.sleep(0.05)
            seconds = perf_counter() - started
            await held.stop()
            after = resource.getrusage(resource.RUSAGE_SELF)
            standings = actor.machine.tournament.standings()
            if clients is not None:
                seen = json.loads(await clients.line())
        entries = [decode_event(record.data) for record in await store.read(tournament_stream(actor.id))]
        waits = await _waits(store)
    took = sorted(bots.took)
    tournament = actor.machine.tournament
    return {
        "players": players,
        "tables": tournament.last_table,
        "hands": tournament.hands,
        "records": len(entries),
        "moves": len(tournament.moves),
        "seconds": round(seconds, 1),
        "hands_per_second": round(tournament.hands / seconds, 1),
        "server_cpu": round((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / seconds, 2),
        "acts": len(took),
        "p99_ms": round(took[len(took) * 99 // 100] * 1000, 1) if took else 0.0,
        "median_ms": round(took[len(took) // 2] * 1000, 1) if took else 0.0,
        "loop_held_ms": round(held.longest * 1000, 1),
        "longest_wait_s": round(max(waits, default=0) / 1000, 3),
        "late_levels": _late_levels(structure, entries),
        "violations": [*_violations(terms, entries), *troubles],
        **seen,
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "standings": [[line.place, line.player, line.paid] for line in standings],
    }


async def _waits(store: Store) -> list[int]:
    """How long each table waited for the order after each hand, in milliseconds."""
    found = []
    for stream in await store.streams("table/"):
        before = 0
        for record in await store.read(stream):
            entry = decode_table_event(record.data)
            if before and any(isinstance(one, (HandDone, HandVoided)) for one in entry.table):
                found.append(entry.at - before)
            before = entry.at
    return found


def _late_levels(structure: Structure, entries: list[TournamentEvent]) -> int:
    """How many levels and breaks were seen more than a second after they began."""
    late, item, clock = 0, 0, None
    for entry in entries:
        if clock is not None and clock.running:
            reading = clock.at(entry.at)
            if reading.item != item and not reading.is_extra and reading.left_ms is not None:
                late += structure.schedule[reading.item].ms - reading.left_ms > LATE
            item = reading.item
        for step in entry.steps:
            for happened in step.events:
                if isinstance(happened, e.ClockSet):
                    clock = happened.clock
                    item = clock.at(max(entry.at, clock.since)).item
    return late


def _violations(terms: TournamentTerms, entries: list[TournamentEvent]) -> list[str]:
    """What the auditor of virtual tournaments finds in the steps."""
    said = entries[0].command
    assert isinstance(said, s.Open)
    tournament = Tournament(terms.structure, said.seed, at=entries[0].at, by=entries[0].by)
    checks = TournamentChecks(tournament)
    for entry in entries[1:]:
        for step in entry.steps:
            tournament.apply(step)
            checks.step(step)
    checks.finish()
    return [f"step {one.step}: {one.what}" for one in checks.found]


def main() -> None:
    """Read the command line, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=27)
    parser.add_argument("--preset", default="turbo")
    parser.add_argument("--faster", type=int, default=60, help="how many times shorter levels are")
    parser.add_argument("--store", type=Path, help="a folder for the store; it is kept")
    parser.add_argument("--sockets", type=int, default=0, help="so many players come over sockets")
    parser.add_argument("--think", type=float, default=0.0, help="seconds that a decision takes, about")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    structure = faster(long_enough(find_preset(asked.preset), asked.players), asked.faster)
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=loop_factory()) as runner:
        found = runner.run(play(asked.store or Path(folder), structure, asked.players, asked.sockets, asked.think))
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:>18}  {value if name != 'standings' else value[:3]}")
    if found["violations"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
