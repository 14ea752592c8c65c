"""The processes of a room for `cluster.py`, each behind a way to PostgreSQL and NATS that can be cut; its tables."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path
from typing import Final

from cluster_check import Harm
from cluster_nodes import Database, Node, Proxy
from cluster_players import wall

from sidepot.room.runtime.table_storage import stream_of
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from crash_server import TABLES
from nats_server import HOST, NatsServer

ROOM: Final = "cluster"
AWAY: Final = 4.0  # seconds that a process is stopped or cut off
STARTS: Final = 240.0  # seconds for a process to start: on a busy machine it may lose its lease a few times first


class Room:
    """The processes of a room, its database and its bus."""

    def __init__(
        self,
        folder: Path,
        count: int,
        *,
        lease: float = 2.0,
        without: str = "",
        away: float = AWAY,
        is_bench: bool = True,
    ) -> None:
        self.folder = folder
        self.lease = lease
        self.without = without
        self.away = away
        self.count = count
        self.is_bench = is_bench
        self.database = Database()
        self.nats = NatsServer(folder)
        self.nodes: list[Node] = []
        self.harms: list[Harm] = []
        self.idle: set[str] = set()  # tables at which nobody plays
        self.points: dict[str, float] = {}  # the crash points that were met, and how long each took

    async def open(self) -> None:
        """Start everything, and wait until it answers."""
        if self.count > 1:
            await asyncio.to_thread(self.nats.start)
        for at in range(1, self.count + 1):
            db, bus = Proxy(self.database.socket), Proxy(self.nats.port)
            await db.start()
            await bus.start()
            self.nodes.append(Node(f"n{at}", self.folder, self._words, db, bus, self.without or "-"))
        for node in self.nodes:
            node.start()
            if not await node.ready(STARTS):
                raise SystemExit(f"{node.name} did not start:\n{node.log.read_text()[-3000:]}")

    def _words(self, node: Node) -> list[str]:
        words = ["--db", f"postgresql://postgres@{HOST}:{node.db.port}/cards"]
        if self.count > 1:
            words += ["--node", node.name, "--bus", f"nats://{HOST}:{node.bus.port}", "--lease", str(self.lease)]
        return [*words, "--no-demo", "--no-limits"] if self.is_bench else words

    async def close(self) -> None:
        """End the processes at once: what they have acknowledged is in the database, which stays."""
        await asyncio.gather(*(node.close() for node in self.nodes))
        self.nats.kill()


async def furnish(address: str, tables: int, people: list[str]) -> list[str]:
    """Open tables, and accounts for people, in a room that does not run yet: their tokens."""
    now = wall()
    tokens = [secrets.token_urlsafe(24) for _ in people]
    async with open_store(place_of(address=address)) as store:
        await store.put("web/room", ROOM)
        accounts = Accounts(store)
        for name, token in zip(people, tokens, strict=True):
            await accounts.add(Account(name, name, "guest", now))
            await accounts.log_in(name, token, now, now + 86_400_000)
        for at in range(1, tables + 1):
            terms: RoomTerms = TABLES[at % len(TABLES)]
            room, entry = RoomTable.open(str(at), terms, now=now)
            await store.append(
                stream_of(str(at)), 0, [encode_table_event(entry)], entry.at, room.to_seal(), room.booked
            )
    return tokens
