"""A room without the web, to be killed: commands come in by lines of its input, and what is told goes out by lines.

    python tools/crash_server.py FILE [NODE]      in:  PLAYER<tab>MESSAGE      out:  PLAYER<tab>MESSAGE

Messages are those of the socket. A fresh store gets the tables of `TABLES`. It ends, gracefully, with its input.
With a NODE it is one of several on PostgreSQL, and stands by until it has the room.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from functools import partial

import msgspec

from sidepot.cluster.standby import StandbyTableRegistry, stand_by
from sidepot.errors import SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import MIXES, Mix, single
from sidepot.games.usual import stakes_for
from sidepot.room.runtime import high_water
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.subscribers import SendQueue, Subscriber
from sidepot.room.runtime.table_actor import TableActor
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.crash_points import last_words
from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.terms import BotSeat, RoomTerms, Strength, Timing
from sidepot.room.views.messages import Ack, Cmd, FromClient, Nack, Watch
from sidepot.table.table_rules import TableRules
from sidepot.web.server import join_as, loop_factory

GRACE = 2_000
# Short, as nobody here thinks: a decision that its player does not answer, being killed, runs out in the soak too.
TIMING = Timing(
    decide=1_500, bank=500, bank_back=100, away=3_000, show=0, street=0, between=20, showdown=20, cut=60, grace=GRACE
)

_DECODER = msgspec.json.Decoder(FromClient)
_ENCODER = msgspec.json.Encoder()


def _terms(title: str, mix: Mix, *, dealers_choice: bool = False) -> RoomTerms:
    stakes = tuple(stakes_for(part.game, part.limit, 4) for part in mix.games)
    rules = TableRules(mix=mix, stakes=stakes, seats=6, dealers_choice=dealers_choice)
    bots = (BotSeat(f"{title} bot", Strength.BEGINNER),)
    return RoomTerms(title=title, rules=rules, timing=TIMING, bots=bots)


TABLES = (
    _terms("Hold'em", single(find_game("holdem"), NoLimit())),
    _terms("Stud", single(find_game("stud8"), FixedLimit())),
    _terms("Draw", single(find_game("badugi"), FixedLimit())),
    _terms("Choice", MIXES["eight-game"], dealers_choice=True),
)


class Pipe:
    """A player at the other end of the pipe."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.queue = SendQueue(self._wake, lambda: None)
        self.viewer = Subscriber(self.queue, player)
        last_words.append(self._send)  # else nobody would ever see the first told, and the others not

    def _wake(self) -> None:
        asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        """All that waits, a line each: what a kill leaves of it is for the reader to see."""
        self.queue.ready.clear()
        pending = self.queue.pending
        lines = b"".join([self.player.encode() + b"\t" + data + b"\n" for data in pending])
        pending.clear()
        while lines:
            lines = lines[os.write(1, lines) :]


class Door:
    """Hears what players say."""

    def __init__(self, hall: TableRegistry) -> None:
        self.hall = hall
        self.pipes: dict[str, Pipe] = {}

    def take(self, line: bytes) -> None:
        """One line of the input."""
        name, _, data = line.partition(b"\t")
        player = name.decode()
        pipe = self.pipes.setdefault(player, Pipe(player))
        said = _DECODER.decode(data)
        if isinstance(said, Watch):
            self.hall.actor(said.table).watch(pipe.viewer, said.since)
        elif isinstance(said, Cmd):
            actor: TableActor = self.hall.actor(said.table)
            staff = player == "Host"
            actor.submit(said.do, partial(answer, pipe, said), by=player, id=f"{player}/{said.id}", staff=staff)


def answer(pipe: Pipe, said: Cmd, seq: int, error: SidepotError | None) -> None:
    """Tell who spoke what has become of it."""
    if error is None:
        pipe.queue.put(_ENCODER.encode(Ack(said.id, said.table, seq)))
    else:
        pipe.queue.put(_ENCODER.encode(Nack(said.id, said.table, error.message)))


async def serve(file: str, node: str = "") -> None:
    """Open the room, and serve until the input ends."""
    loop = asyncio.get_running_loop()
    member = join_as(node, place_of(address=file), "") if node else None
    async with open_store(file, member=member) as store:
        if member is not None:
            os.write(1, b"\tstands by\n")
            await stand_by(store, member)
        hall = (TableRegistry if member is None else StandbyTableRegistry)(store, bots=BotPlayers(Pace(0.0, 0.01)))
        await hall.start()
        for terms in TABLES[len(await store.streams("table/")) :]:
            await hall.open(terms, "Host")
        door = Door(hall)
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        os.write(1, b"\topen\n")
        while line := await reader.readline():
            door.take(line)
        await hall.stop()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    high_water.EVERY = 0.05  # often, so that it is killed there too
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(*sys.argv[1:]))
