"""A line to one client: a socket as the server uses it, and the plain one over ASGI's own messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

from sidepot.room.running.outlet import Cork, Outlet
from sidepot.web.frames import Counted

EXTENSION: Final = "sidepot.socket"  # where an application finds a line that is faster
HIGH_WATER: Final = 128 * 1024  # bytes that wait for a client: with more it is behind
LOW_WATER: Final = 32 * 1024
MOST_ANSWERS: Final = 32 * 1024  # more bytes that may wait, for a client that is behind and goes on writing
POLICY: Final = 1008  # the close code for a client that breaks the rules


class Line(Protocol):
    """A socket to one client. Its outlet is `behind` where the client does not take what was sent.

    `fell_behind` and `caught_up` tell of it. Data laid into the outlet is sent when the loop comes round.
    """

    outlet: Outlet
    on_text: Callable[[bytes], None] | None
    fell_behind: Callable[[], None] | None
    caught_up: Callable[[], None] | None

    def write(self, data: bytes) -> None:
        """Send a message. Never waits; nothing is sent once the socket is closed."""

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket."""


class SlowLine:
    """A line over ASGI's own messages, for servers and tests without `FastSocket`. Messages wait in a queue."""

    def __init__(self, send: Callable[[str], Any], close: Callable[[int, str], Any]) -> None:
        self.outlet = Outlet(Cork(self._gather))
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None
        self._send = send
        self._close = close
        self._waiting: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self._bytes = 0

    def write(self, data: bytes) -> None:
        """Send a message, after those that wait; a client with too many waiting is no longer heard."""
        self.outlet.flush()
        self._put(data)
        if self.outlet.behind and self._bytes > HIGH_WATER + MOST_ANSWERS and self.on_text is not None:
            self.hang_up(POLICY, "the answers are not read")

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket, after what waits was sent."""
        self.outlet.flush()
        self.on_text = None
        self._waiting.put_nowait((code, reason))

    async def pump(self) -> None:
        """Send what waits, until the socket is closed."""
        while True:
            data = await self._waiting.get()
            if isinstance(data, tuple):
                await self._close(*data)
                return
            self._bytes -= len(data)
            Counted.messages += 1
            await self._send(data.decode())
            if self.outlet.behind and self._bytes < LOW_WATER:
                self.outlet.behind = False
                if self.caught_up is not None:
                    self.caught_up()

    def _gather(self, waiting: list[Outlet]) -> None:
        for outlet in waiting:
            for data in outlet.outbox:
                self._put(data)
            outlet.outbox.clear()

    def _put(self, data: bytes) -> None:
        self._bytes += len(data)
        self._waiting.put_nowait(data)
        if not self.outlet.behind and self._bytes > HIGH_WATER:
            self.outlet.behind = True
            if self.fell_behind is not None:
                self.fell_behind()
