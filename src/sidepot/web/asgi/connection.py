"""The socket of a client over ASGI: what it sends is handed over, and what waits for it is sent, in order.

    application ──> Outlet.lay ──> outbox ──> pump, one turn of the loop later ──> ASGI send ──> uvicorn
    application <── on_text <── read <── ASGI receive <── uvicorn

A client that does not read costs a bounded amount of memory and nobody else's time. Beyond `HIGH_WATER` it is behind:
its tables send nothing more. Beyond `MOST_ANSWERS` more, its own commands are not read either. If it has not caught up
after `UNREAD` seconds, the connection ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, Final

from litestar.exceptions import WebSocketDisconnect
from litestar.types import Receive, Send

from sidepot.room.running.outlet import HIGH_WATER, Outlet

LOW_WATER: Final = 32 * 1024  # bytes: a client for which no more wait has caught up
MOST_ANSWERS: Final = 32 * 1024  # more bytes that may wait, for a client that is behind and goes on writing
MOST_AT_ONCE: Final = 64  # answers that a client may cause before the first of them is sent
UNREAD: Final = 40.0  # seconds that a client may be behind
LAST_WORDS: Final = 2.0  # seconds to take what waits, for a client that is disconnected
POLICY: Final = 1008  # the close code for a client that breaks the rules
RESTART: Final = 1012  # and that for a server that stops: come back


class Connection:
    """A socket to one client. Its user sets `on_text`, which gets each message, until the socket is closed.

    `fell_behind` and `caught_up` tell that the client does not take what was sent, and that it does again.
    """

    sent: ClassVar[int] = 0  # messages, by all sockets of this process

    def __init__(self, receive: Receive, send: Send) -> None:
        self.outlet = Outlet(self._wake, self._fall_behind)
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None
        self._receive: Any = receive
        self._send: Any = send
        self._loop = asyncio.get_running_loop()
        self._laid: asyncio.Future[None] | None = None  # what the pump waits for
        self._has_room: asyncio.Future[None] | None = None  # what the reader waits for
        self._limit: asyncio.Timeout | None = None
        self._closing: tuple[int, str] | None = None
        self._is_over = False  # nothing can be sent any more

    def write(self, data: bytes) -> None:
        """Send a message. Never waits; nothing is sent once the socket is closed."""
        if self.on_text is not None:
            self.outlet.lay(data)

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket, after what waits was sent."""
        self.on_text = None
        if self._closing is None and not self._is_over:
            self._closing = (code, reason)
            self._end_in(LAST_WORDS)
            self._wake()

    async def run(self) -> None:
        """Carry messages in both directions until the socket is closed, by either side."""
        reading = asyncio.ensure_future(self._read())
        try:
            async with asyncio.timeout(None) as self._limit:
                await self._pump()
        except (OSError, RuntimeError, WebSocketDisconnect):  # a client that did not read in time is an OSError, too
            pass
        finally:
            self._is_over = True
            self.on_text = None
            reading.cancel()
            await asyncio.wait([reading])
        if not reading.cancelled():
            reading.result()  # its error, if it has one

    async def _read(self) -> None:
        """Hand over what the client sends, until it is gone."""
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                take = self.on_text
                if take is not None:
                    text = message.get("text")
                    take(text.encode() if text is not None else message.get("bytes") or b"")
                if self.outlet.waiting > HIGH_WATER + MOST_ANSWERS:
                    self._has_room = self._loop.create_future()
                    await self._has_room
                elif len(self.outlet.outbox) >= MOST_AT_ONCE:
                    await asyncio.sleep(0)  # where many messages came at once: `receive` does not wait for any of them
        finally:
            self.on_text = None
            self._is_over = True
            self._wake()

    async def _pump(self) -> None:
        """Send what is laid into the outlet, until the socket is closed."""
        send, outlet = self._send, self.outlet
        while not self._is_over:
            batch, outlet.outbox = outlet.outbox, []
            if batch:
                size, outlet.sending = outlet.waiting, True
                for data in batch:
                    await send({"type": "websocket.send", "text": data.decode()})
                outlet.sending = False
                Connection.sent += len(batch)
                outlet.waiting -= size
                if outlet.behind and outlet.waiting < LOW_WATER:
                    self._catch_up()
            elif self._closing is not None:
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                return
            else:
                self._laid = self._loop.create_future()
                await self._laid

    def _wake(self) -> None:
        if self._laid is not None and not self._laid.done():
            self._laid.set_result(None)

    # ---- a client that does not read

    def _fall_behind(self) -> None:
        if self._closing is None:
            self._end_in(UNREAD)
        if self.fell_behind is not None:
            self.fell_behind()

    def _catch_up(self) -> None:
        self.outlet.behind = False
        if self._closing is None:
            self._end_in(None)
        if self._has_room is not None and not self._has_room.done():
            self._has_room.set_result(None)
        if self.caught_up is not None:
            self.caught_up()

    def _end_in(self, seconds: float | None) -> None:
        limit = self._limit
        if limit is not None and not limit.expired() and not self._is_over:
            limit.reschedule(None if seconds is None else self._loop.time() + seconds)
