"""A thin client of the room for load: one seat, one socket, no library between it and the bytes.

It reads only what is for its own seat; the events of the table it counts, and looks into one in a hundred.
"""

from __future__ import annotations

import asyncio
import os
import struct
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from sidepot.hand.due import Due

_DECODE = msgspec.json.Decoder()
_ENCODE = msgspec.json.Encoder()
EVERY = 100  # events: so many are passed over for one that is read


class Socket(asyncio.Protocol):
    """A WebSocket of a client: `on_text` hears every message. Frames of a server are not masked."""

    def __init__(self, path: str, host: str, headers: str, on_text: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        ).encode()
        self._on_text = on_text
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"the server hung up: {exc}"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            if b" 101 " not in buffer[: buffer.find(b"\r\n")]:
                self.opened.set_exception(ConnectionError(buffer[:200].decode(errors="replace")))
                return
            self._is_open = True
            self.opened.set_result(None)
            buffer = buffer[end + 4 :]
        at, length = 0, len(buffer)
        while at + 2 <= length:
            size = buffer[at + 1]
            start = at + 2
            if size == 126:
                if start + 2 > length:
                    break
                size = int.from_bytes(buffer[start : start + 2], "big")
                start += 2
            elif size == 127:
                if start + 8 > length:
                    break
                size = int.from_bytes(buffer[start : start + 8], "big")
                start += 8
            if start + size > length:
                break
            code = buffer[at] & 15
            if code == 1:
                for message in buffer[start : start + size].split(b"\n"):
                    self._on_text(message)
            elif code == 9:
                self._frame(10, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def send(self, message: Any) -> None:
        """Send a message as JSON. The mask is zero: nobody stands between a bench and its server."""
        self._frame(1, _ENCODE.encode(message))

    def _frame(self, code: int, data: bytes) -> None:
        size = len(data)
        head = struct.pack("!BB", 128 | code, 128 | size) if size < 126 else struct.pack("!BBH", 128 | code, 254, size)
        if self._transport is not None:
            self._transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Tally:
    """What the clients have seen: `waits` from a command to its acknowledgement, in seconds; how often each was
    `dealt` a hand."""

    def __init__(self) -> None:
        self.counting = False
        self.waits: list[float] = []
        self.dealt = 0
        self.events = 0
        self.bytes = 0
        self.refused: dict[str, int] = {}


class Seat:
    """A player: answers its turn at the pace of its table, and measures how long each answer takes to be durable."""

    def __init__(self, table: str, pace: Pace, tally: Tally, chance: Callable[[], float]) -> None:
        self.table, self.pace, self.tally, self.chance = table, pace, tally, chance
        self.socket: Socket | None = None
        self.turn = 0
        self.cards: list[int] = []
        self.sent: dict[str, float] = {}
        self.count = 0
        self.loop = asyncio.get_running_loop()

    def hear(self, data: bytes) -> None:
        """One message of the server."""
        tally = self.tally
        tally.bytes += len(data)
        head = data[9:13]
        if head == b"even":
            tally.events += 1
            if tally.events % EVERY == 0:
                _DECODE.decode(data)
        elif head == b"your":
            self._mine(_DECODE.decode(data))
        elif head == b'ack"':
            self._answered(data)
        elif head == b"nack":
            told = _DECODE.decode(data)
            tally.refused[told["because"]] = tally.refused.get(told["because"], 0) + 1
            self.sent.pop(told["id"], None)

    def say(self, do: dict[str, Any]) -> None:
        """Send a command."""
        self.count += 1
        name = f"c{self.count}"
        self.sent[name] = self.loop.time()
        assert self.socket is not None
        self.socket.send({"type": "cmd", "id": name, "table": self.table, "do": do})

    def _answered(self, data: bytes) -> None:
        told = _DECODE.decode(data)
        since = self.sent.pop(told["id"], None)
        if since is not None and self.tally.counting:
            self.tally.waits.append(self.loop.time() - since)

    def _mine(self, yours: dict[str, Any]) -> None:
        cards = yours.get("cards", [])
        self.tally.dealt += cards != [] and cards != self.cards
        self.cards = cards
        options = yours.get("options")
        turn = yours.get("turn", 0)
        if options is None or turn <= self.turn:
            return
        self.turn = turn
        self.pace.when_due(self._act, turn, options)

    def _act(self, turn: int, options: dict[str, Any]) -> None:
        self.say({"type": "act", "turn": turn, "command": answer(options, self.chance())})


class Pace:
    """When the next action of a table is due: `every` so many seconds; a late one is not made up for.

    Nobody acts before `start`: a room that fills up while it is played in fills up slowly.
    """

    def __init__(self, every: float) -> None:
        self._every = every
        self._due: float | None = None
        self._first: Callable[[], None] | None = None
        self._loop = asyncio.get_running_loop()

    def when_due(self, act: Callable[..., None], *args: Any) -> None:
        """Act as soon as the next action of the table is due."""
        if self._due is None:
            self._first = partial(self.when_due, act, *args)
        else:
            self._due = max(self._due + self._every, self._loop.time())
            self._loop.call_at(self._due, act, *args)

    def start(self, at: float) -> None:
        """Everybody is there: the first action is due."""
        self._due = at
        if self._first is not None:
            self._first()


def answer(options: dict[str, Any], chance: float) -> dict[str, Any]:
    """What a load player does: mostly checks and calls, sometimes folds or raises the least."""
    due = options["due"]
    if due == Due.SHOW:
        return {"type": "muck"} if options["may_muck"] else {"type": "show"}
    if due == Due.RUN:
        return {"type": "choose_runs", "runs": 1}
    if chance < 0.12 and options["raise_max"]:
        return {"type": "raise_to", "to": options["raise_min"]}
    if options["may_check"]:
        return {"type": "check"}
    return {"type": "fold"} if chance > 0.75 or not options["call"] else {"type": "call"}
