"""The socket of a client over ASGI: what it sends is handed over, and what waits for it is sent, in order.

    application ──> SendQueue.put ──> outbox ──> flush, next turn of the loop, one frame ──> ASGI send ──> uvicorn
    application <── on_text <── read <── ASGI receive <── uvicorn

To send takes no task as long as the client reads: a task for each client costs more than all that uvicorn does.

A client that does not read costs a bounded amount of memory and nobody else's time. Beyond `HIGH_WATER` it is behind:
its tables send nothing more. Beyond `MOST_ANSWERS` more, its own commands are not read either. If it has not caught up
after `UNREAD` seconds, the connection ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, ClassVar, Final

from litestar.exceptions import WebSocketDisconnect
from litestar.types import Receive, Send

from sidepot.room.runtime.subscribers import HIGH_WATER, SendQueue

LOW_WATER: Final = 32 * 1024  # bytes: a client for which no more wait has caught up
MOST_ANSWERS: Final = 32 * 1024  # more bytes that may wait, for a client that is behind and goes on writing
LARGEST_FRAME: Final = 256 * 1024  # bytes of several messages; many clients take at most 1 MB
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
        self.queue = SendQueue(self._wake, self._fall_behind)
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None
        self._receive: Any = receive
        self._send: Any = send
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()  # nothing can be sent any more
        self._rest: asyncio.Task[None] | None = None  # sends what the client did not take at once
        self._has_room: asyncio.Future[None] | None = None  # what the reader waits for
        self._limit: asyncio.Timeout | None = None
        self._closing: tuple[int, str] | None = None

    def write(self, data: bytes) -> None:
        """Send a message. Never waits; nothing is sent once the socket is closed."""
        if self.on_text is not None:
            self.queue.put(data)

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket, after what waits was sent."""
        self.on_text = None
        if self._closing is None and not self._over.done():
            self._closing = (code, reason)
            self._end_in(LAST_WORDS)
            self._wake()

    async def run(self) -> None:
        """Carry messages in both directions until the socket is closed, by either side."""
        reading = asyncio.ensure_future(self._read())
        try:
            async with asyncio.timeout(None) as self._limit:
                await self._over
        except TimeoutError:  # it did not read in time
            pass
        finally:
            self._end()
            tasks = [reading] if self._rest is None else [reading, self._rest]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if not reading.cancelled():
            reading.result()  # its error, if it has one

    def _end(self, error: Exception | None = None) -> None:
        self.on_text = None
        if self._over.done():
            return
        if error is None or isinstance(error, (OSError, RuntimeError, WebSocketDisconnect)):  # the client is gone
            self._over.set_result(None)
        else:
            self._over.set_exception(error)

    async def _read(self) -> None:
        """Hand over what the client sends, until it is gone."""
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                take = self.on_text
                if take is not None:
                    text = message.get("text")
                    take(text.encode() if text is not None else message.get("bytes") or b"")
                if self.queue.waiting > HIGH_WATER + MOST_ANSWERS:
                    self._has_room = self._loop.create_future()
                    await self._has_room
                elif len(self.queue.outbox) >= MOST_AT_ONCE:
                    await asyncio.sleep(0)  # where many messages came at once: `receive` does not wait for any of them
        finally:
            self._end()

    def _wake(self) -> None:
        self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send what waits. Where the client does not take all of it at once, a task goes on."""
        if not self.queue.sending:
            self._rest = begin(self._send_waiting(), self._loop)

    async def _send_waiting(self) -> None:
        """Send what is in the queue, and at last that the socket is closed."""
        send, queue = self._send, self.queue
        try:
            while queue.outbox and not self._over.done():
                batch, queue.outbox = queue.outbox, []
                size, queue.sending = queue.waiting, True
                for frame in frames_of(batch):
                    await send({"type": "websocket.send", "text": frame.decode()})
                queue.sending = False
                Connection.sent += len(batch)
                queue.waiting -= size
                if queue.behind and queue.waiting < LOW_WATER:
                    self._catch_up()
            if self._closing is not None and not self._over.done():
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                self._end()
        except Exception as error:
            self._end(error)

    # ---- a client that does not read

    def _fall_behind(self) -> None:
        if self._closing is None:
            self._end_in(UNREAD)
        if self.fell_behind is not None:
            self.fell_behind()

    def _catch_up(self) -> None:
        self.queue.behind = False
        if self._closing is None:
            self._end_in(None)
        if self._has_room is not None and not self._has_room.done():
            self._has_room.set_result(None)
        if self.caught_up is not None:
            self.caught_up()

    def _end_in(self, seconds: float | None) -> None:
        limit = self._limit
        if limit is not None and not limit.expired() and not self._over.done():
            limit.reschedule(None if seconds is None else self._loop.time() + seconds)


def frames_of(messages: list[bytes]) -> list[bytes]:
    """The messages, one a line, in one frame, or in several of `LARGEST_FRAME` bytes where they are long.

    >>> frames_of([b'{"n":1}', b'{"n":2}'])
    [b'{"n":1}\\n{"n":2}']
    """
    if len(messages) == 1:
        return messages
    if sum(map(len, messages)) < LARGEST_FRAME:
        return [b"\n".join(messages)]
    frames = [messages[0]]
    for message in messages[1:]:
        if len(frames[-1]) + len(message) < LARGEST_FRAME:
            frames[-1] += b"\n" + message
        else:
            frames.append(message)
    return frames


def begin(work: Coroutine[Any, None, None], loop: asyncio.AbstractEventLoop) -> asyncio.Task[None] | None:
    """Do this at once, as far as it goes without waiting; the task that does the rest, if there is one.

    Python 3.12 has tasks that begin like this (`eager_start`); here most work needs none at all.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return loop.create_task(_go_on(work, awaited))


@coroutine
def _go_on(work: Coroutine[Any, None, None], awaited: Any) -> Generator[Any, None, None]:
    """Do the rest of work that has begun, and waits for something already."""
    try:
        yield awaited
    except asyncio.CancelledError as error:
        work.throw(error)
        raise
    yield from work
