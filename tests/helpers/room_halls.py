"""A hall over a store in a file, viewers who keep what they are told, and people who play, for tests."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import msgspec
from room_tables import terms

from sidepot.hand.commands import Check, Command, Fold, Muck
from sidepot.hand.due import Due
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.commands import Act, Sit
from sidepot.room.table.terms import RoomTerms, Timing

FAST = Timing(decide=60_000, show=0, street=0, between=1, showdown=1, cut=0, grace=60_000)


class Subscriber:
    """Keeps what it is told, at once: it is its own send queue. `check` is called with each message."""

    def __init__(self, player: str = "", check: Callable[[Any], None] | None = None) -> None:
        self.player = player
        self.account = ""
        self.staff = False
        self.queue = self
        self.behind = False
        self.told: list[Any] = []
        self._check = check

    def put(self, data: bytes) -> None:
        """Take a message."""
        message = msgspec.json.decode(data)
        if self._check is not None:
            self._check(message)
        self.told.append(message)

    def of(self, kind: str) -> list[Any]:
        """The messages of a kind."""
        return [message for message in self.told if message["type"] == kind]

    def seqs(self) -> list[int]:
        """The numbers of the public messages, in order."""
        return [message["seq"] for message in self.told if message["type"] in ("event", "snapshot")]


@asynccontextmanager
async def open_hall(file: Path, **more: Any) -> AsyncIterator[TableRegistry]:
    """A hall that is open."""
    async with open_store(file) as store:
        hall = TableRegistry(store, **more)
        await hall.start()
        try:
            yield hall
        finally:
            await hall.stop()


async def seated(hall: TableRegistry, *players: str, what: RoomTerms | None = None) -> TableActor:
    """A table with these players, in the middle of their first hand."""
    table = await hall.open(what or terms(timing=FAST), "Host")
    actor = hall.actor(table)
    for player in players:
        await actor.say(Sit(waits=False), by=player, id=f"{player}/sit")
    await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
    return actor


async def until(true: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait for something."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not true():
        assert loop.time() < end, "it never came to that"
        await asyncio.sleep(0.002)


async def timers(seconds: float) -> None:
    """Wait until every timer that this loop set before, for at most so many seconds, has fired."""
    loop = asyncio.get_running_loop()
    fired = loop.create_future()
    loop.call_later(seconds, fired.set_result, None)
    await fired


def meek(actor: TableActor) -> tuple[str, Act]:
    """Whose turn it is, and the least that they can do."""
    player, turn = actor.machine.to_decide()
    may = actor.machine.options_of(player)
    assert may is not None
    command: Command = Check() if may.may_check else Fold()
    if may.due is Due.SHOW:
        command = Muck()
    return player, Act(turn, command)


async def act(actor: TableActor) -> int:
    """Who is to decide does the least that they can."""
    player, said = meek(actor)
    return await actor.say(said, by=player)


def heads(file: Path, stream: str) -> int:
    """Where a stream stands on the disk, as another program sees it."""
    connection = sqlite3.connect(file)
    try:
        found = connection.execute("SELECT max(seq) FROM record WHERE stream = ?", (stream,)).fetchone()[0]
        return int(found or 0)
    finally:
        connection.close()


def limit_pages(store: Store, pages: int) -> Any:
    """The disk is full from so many pages on."""
    return store.write(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar())
