"""The players of `cluster.py`: those of `tools/crash_players.py`, each with a socket at one of the gateways.

Each plays at several tables, at a pace, and notes what it is told. Where its gateway ends or falls silent it goes to
another one, and sends again what was not answered.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from crash_players import Guest, Notes
from nats_server import HOST
from room_client import Socket

from sidepot.hand.commands import Fold
from sidepot.room.table.commands import Act, TableCommand
from sidepot.room.views.messages import Cmd, Nack, Watch
from sidepot.room.views.schema import PlayerView, PublicView
from sidepot.web.auth.sessions import cookie_name

SILENCE: Final = 4.0  # seconds without a word, after which a gateway is left
PATIENCE: Final = 3.0
TURN: Final = 0.02
WRONG: Final = 0.02
FOR_ONE: Final = (b"snapshot", b"event", b"yours", b"ack", b"nack")
_DECODER: Final = msgspec.json.Decoder(Nack | PlayerView)
_TOLD: Final = msgspec.json.Decoder()
_ENCODER: Final = msgspec.json.Encoder()


class Refusal(NamedTuple):
    """A command that was refused: when it was first said and when it was answered, in milliseconds since 1970."""

    table: str
    player: str
    id: str
    code: str
    because: str
    said: bytes
    asked: int
    answered: int


class Told(Notes):
    """What all players were told. `private` has the cards that a player was shown at an entry of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.private: dict[tuple[str, int, str], tuple[int, ...]] = {}
        self.refusals: list[Refusal] = []
        self.waits: list[float] = []
        self.by_table: dict[str, list[tuple[float, float]]] = {}  # when each command was sent, and its wait
        self.gone: dict[str, int] = {}
        self.moves = 0  # from one gateway to another
        self.done_at: dict[str, float] = {}  # by table, when a command was acknowledged last


class Line(Socket):
    """A socket that knows when it is lost."""

    is_lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        super().connection_lost(exc)

    def send_text(self, data: bytes) -> None:
        """Send a message that is JSON already."""
        self._frame(1, data)


class Player(Guest):
    """A player with a session, who reaches the room by one of some `ports`; acts at most every so many seconds."""

    def __init__(self, name: str, tables: list[str], told: Told, token: str, ports: list[int], every: float) -> None:
        super().__init__(name, tables, told, Random(name))
        self.told = told
        self.every = every
        self.is_ending = self.is_over = False  # nothing new is said; nothing is heard
        self._token = token
        self._ports = ports
        self._at = Random(name).randrange(len(ports))
        self._asked: dict[tuple[str, str], tuple[float, int, bytes]] = {}
        self._heard = 0.0
        self._watch_again: set[str] = set()

    @property
    def is_waiting(self) -> bool:
        """Whether something that was sent is not answered."""
        return bool(self._open)

    async def run(self, room: str) -> None:
        """Play until it is over."""
        while not self.is_over:
            line = await self._join(room)
            if line is None:
                self._at += 1
                await asyncio.sleep(0.1)
                continue
            await self._play(line)
            line.close()
            if not self.is_over:
                self.told.moves += 1
                self._at += 1

    async def _join(self, room: str) -> Line | None:
        port = self._ports[self._at % len(self._ports)]
        address = f"{HOST}:{port}"
        headers = f"Cookie: {cookie_name(room)}={self._token}\r\nOrigin: http://{address}\r\n"
        loop = asyncio.get_running_loop()
        line = Line("/ws", address, headers, self.hear)
        try:
            await asyncio.wait_for(loop.create_connection(lambda: line, HOST, port), PATIENCE)
            await asyncio.wait_for(asyncio.shield(line.opened), PATIENCE)
        except (OSError, TimeoutError):
            line.opened.cancel()
            line.close()
            return None
        line.send({"type": "hello"})
        self.connect()
        return line

    async def _play(self, line: Line) -> None:
        loop = asyncio.get_running_loop()
        self._heard = due = loop.time()
        thought = pinged = loop.time()
        while not (line.is_lost or self.is_over):
            await asyncio.sleep(TURN)
            now = loop.time()
            if now > self._heard + SILENCE:
                return
            if now > pinged + 1:
                pinged = now
                line.send({"type": "ping", "n": 1})
            if now > thought + 0.5:
                thought = now
                self._look_again(line)
            due = max(due, now - TURN)
            while self.lines and due <= now:
                data = self.lines.pop(0)
                if self._note(data, now):
                    due += self.every
                line.send_text(data)

    def _look_again(self, line: Line) -> None:
        """Go on where nothing happens, and watch again what could not be watched."""
        for table in self._watch_again:
            line.send_text(_ENCODER.encode(Watch(table, self._since[table])))
        self._watch_again.clear()
        self.think_again()

    def _note(self, data: bytes, now: float) -> bool:
        """Note that a command goes out; False for anything else, and where it was said before."""
        said = _TOLD.decode(data)
        if said["type"] != "cmd":
            return False
        first = now, wall(), data
        return self._asked.setdefault((said["table"], said["id"]), first) is first

    def think(self, table: str) -> None:
        if not self.is_ending:
            super().think(table)

    def _choose(self, own: PlayerView, state: PublicView) -> TableCommand | None:
        """Now and then something that must be refused: an act of somebody whose turn it is not."""
        if own.options is None and self._rng.random() < WRONG:
            return Act(own.turn, Fold())
        return super()._choose(own, state)

    def hear(self, data: bytes) -> None:
        """One message."""
        self._heard = asyncio.get_running_loop().time()
        kind = data[9 : data.find(b'"', 9)]
        if kind in (b"nack", b"yours"):
            self._note_own(_DECODER.decode(data))
        elif kind == b"ack":
            found: Any = _TOLD.decode(data)
            asked = self._asked.pop((found["table"], found["id"]), None)
            if asked is not None:
                self.told.waits.append(self._heard - asked[0])
                self.told.by_table.setdefault(found["table"], []).append((asked[0], self._heard - asked[0]))
                self.told.done_at[found["table"]] = time.monotonic()
        elif kind == b"gone":
            found = _TOLD.decode(data)
            self.told.gone[found.get("code", "")] = self.told.gone.get(found.get("code", ""), 0) + 1
            self._watch_again.add(found["table"])
        elif kind == b"fault":
            self.told.broken.append(f"{self.name}: {data.decode()}")
        if kind in FOR_ONE:
            self.take(data)

    def _note_own(self, found: Nack | PlayerView) -> None:
        if isinstance(found, PlayerView):
            if found.cards:
                self.told.private[found.table, found.seq, self.name] = found.cards
            return
        asked = self._asked.pop((found.table, found.id), None)
        if asked is not None:
            _, since, said = asked
            self.told.refusals.append(
                Refusal(found.table, self.name, found.id, found.code, found.because, said, since, wall())
            )


class Asker(Player):
    """Somebody without a seat, who watches at one gateway and says again and again what must be refused.

    So a process that answers when it may not is heard to do so, whatever the players wait for.
    """

    def think(self, table: str) -> None:
        """There is nothing to decide."""

    def think_again(self) -> None:
        for table in self._tables if not self.is_ending else ():
            self._count += 1
            self.lines.append(_ENCODER.encode(Cmd(str(self._count), table, Act(0, Fold()))))


def wall() -> int:
    """Now, in milliseconds since 1970."""
    return int(time.time() * 1000)
