"""The socket of a client over ASGI: delivers incoming messages, and sends the client's queue in order.

    application ──> SendQueue.put ──> ready ──> Flusher, next turn of the loop, one frame ──> transport
                                                 or, if the client does not read ──> ASGI send ──> uvicorn
    application <── on_text <── take <── uvicorn, a message at a time
                       or, if earlier ones wait <── read <── ASGI receive <── uvicorn

Most messages go to everybody at a table, so their frame is made only once. While the client reads, neither sending nor
receiving needs a task. A task per message would cost more than everything that uvicorn does.

A client that does not read costs little memory, and does not slow down others. With more than `MOST_UNSENT` bytes
waiting it is behind, and its tables stop sending; with `MOST_ANSWERS` more, its commands are no longer read either. If
it has not caught up after `UNREAD` seconds, the connection is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, Final

from litestar.exceptions import WebSocketDisconnect
from litestar.types import Receive, Send

from sidepot.room.runtime.subscribers import MOST_UNSENT, SendQueue

LOW_WATER: Final = 32 * 1024  # bytes: a client with fewer bytes waiting has caught up
MOST_ANSWERS: Final = 32 * 1024  # bytes of answers beyond `MOST_UNSENT`; with more, commands are not read
LARGEST_FRAME: Final = 256 * 1024  # bytes of one frame; many clients accept at most 1 MB
MOST_AT_ONCE: Final = 64  # messages that may wait before the client's next message is read
UNREAD: Final = 40.0  # seconds for which a client may be behind
LAST_WORDS: Final = 2.0  # seconds for a client to read the rest before it is disconnected
POLICY: Final = 1008  # close code: the client broke the rules
RESTART: Final = 1012  # close code: the server restarts, please reconnect
_FINAL_TEXT: Final = 0x81  # the first byte of an unfragmented text frame


class Shortcut:
    """The direct way between a socket and its `Connection`, without ASGI events.

    - `transport`: where the connection writes frames; None if uvicorn must send them, because the client does not read
      or the connection is lost
    - `take`: a function for the messages of the socket, which returns False for a message that must wait; None if
      uvicorn must keep the messages for the connection
    """

    __slots__ = ("take", "transport")

    def __init__(self) -> None:
        self.transport: Any = None  # uvloop's transports are not asyncio's classes
        self.take: Callable[[bytes], bool] | None = None


_CLOSED: Final = Shortcut()


class Flusher:
    """Sends the waiting messages of all clients in the next turn of the event loop.

    `sent` is the number of messages sent so far. Counting them in the class `Connection` would slow down all
    connections.
    """

    def __init__(self) -> None:
        self.sent = 0
        self.ready: list[SendQueue] = []  # the queues to send, always the same list

    def wake(self) -> None:
        """Schedule the sending of the queues in `ready` for the next turn of the event loop."""
        asyncio.get_running_loop().call_soon(self._flush)

    def add(self, queue: SendQueue) -> None:
        """Schedule the sending of a queue for the next turn of the event loop, even if it has no message."""
        if not self.ready:
            self.wake()
        self.ready.append(queue)

    def _flush(self) -> None:
        """Write the frames. For a client that cannot take them now, uvicorn sends them later."""
        queues = self.ready[:]
        self.ready.clear()
        last = frame = b""  # the next client often gets the same message
        sent = 0
        for queue in queues:
            connection: Connection = queue.owner
            transport = connection.shortcut.transport
            batch = queue.pending
            count = len(batch)
            if transport is None or queue.sending or not count or transport.is_closing():
                connection.send_slowly()
                continue
            if count == 1:
                if batch[0] is not last:
                    last = batch[0]
                    frame = text_frame(last)
                data = frame
            elif sum(map(len, batch)) < LARGEST_FRAME:
                data = text_frame(b"\n".join(batch))
            else:
                connection.send_slowly()
                continue
            try:
                transport.write(data)
            except Exception as error:  # the others must not suffer
                connection.end(error)
            sent += count
            batch.clear()
        self.sent += sent


class Connection:
    """A socket to one client.

    - `on_text`: called with each message of the client; None when the socket is closed
    - `fell_behind`: called when the client stops reading
    - `caught_up`: called when the client has caught up
    - `shortcut`: if there is none, everything goes through `receive` and `send`
    """

    def __init__(
        self, receive: Receive, send: Send, flusher: Flusher | None = None, shortcut: Shortcut = _CLOSED
    ) -> None:
        self._flusher = flusher or Flusher()
        self.queue = SendQueue(self._flusher.wake, self._fall_behind, self._flusher.ready, self)
        self.shortcut = shortcut
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None
        self._receive: Any = receive
        self._send: Any = send
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()  # nothing more can be sent
        self._rest: asyncio.Task[None] | None = None  # sends the rest when the client did not take everything at once
        self._drained: asyncio.Future[None] | None = None  # `_read` waits for it: the client must first read
        self._limit: asyncio.Timeout | None = None
        self._closing: tuple[int, str] | None = None

    def write(self, data: bytes) -> None:
        """Send a message without waiting. Once the socket is closed, this does nothing."""
        if self.on_text is not None:
            self.queue.put(data)

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket after sending the waiting messages."""
        self.on_text = None
        if self._closing is None and not self._over.done():
            self._closing = (code, reason)
            self._close_shortcut()
            self._end_in(LAST_WORDS)
            self._flusher.add(self.queue)

    async def run(self) -> None:
        """Carry messages in both directions until either side closes the socket."""
        reading = asyncio.ensure_future(self._read())
        if self.shortcut is not _CLOSED:
            self.shortcut.take = self.take
        try:
            async with asyncio.timeout(None) as self._limit:
                await self._over
        except TimeoutError:  # it did not read in time
            pass
        finally:
            self.end()
            tasks = [reading] if self._rest is None else [reading, self._rest]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if not reading.cancelled():
            reading.result()  # raise its error, if any

    def end(self, error: Exception | None = None) -> None:
        """Let `run` return, because the socket is closed. If the `error` is a bug, `run` raises it."""
        self.on_text = None
        self._close_shortcut()
        if self._over.done():
            return
        if error is None or isinstance(error, (OSError, RuntimeError, WebSocketDisconnect)):  # the client is gone
            self._over.set_result(None)
        else:
            self._over.set_exception(error)

    def _close_shortcut(self) -> None:
        self.shortcut.take = None
        self.shortcut = _CLOSED

    def take(self, data: bytes) -> bool:
        """Deliver a message of the client. Returns False if the message must wait, because the client does not read the
        answers.
        """
        take, queue = self.on_text, self.queue
        if take is None or len(queue.pending) >= MOST_AT_ONCE or queue.waiting > MOST_UNSENT + MOST_ANSWERS:
            return False
        try:
            take(data)
        except Exception as error:
            self.end(error)
        return True

    async def _read(self) -> None:
        """Deliver the client's messages that had to wait, until it disconnects."""
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                take = self.on_text
                if take is not None:
                    text = message.get("text")
                    take(text.encode() if text is not None else message.get("bytes") or b"")
                if self.queue.waiting > MOST_UNSENT + MOST_ANSWERS:
                    self._drained = self._loop.create_future()
                    await self._drained
                elif len(self.queue.pending) >= MOST_AT_ONCE:
                    await asyncio.sleep(0)  # `receive` may return at once: let the answers go out first
        finally:
            self.end()

    def send_slowly(self) -> None:
        """Let uvicorn send the queue. If the client does not take the queue at once, a background task sends the
        rest.
        """
        if not self.queue.sending:
            self._rest = begin(self._send_waiting(), self._loop)

    async def _send_waiting(self) -> None:
        """Send the remaining queue, and finally the close message."""
        send, queue = self._send, self.queue
        try:
            while queue.pending and not self._over.done():
                batch, queue.pending = queue.pending, []
                size, queue.sending = queue.waiting, True
                for frame in frames_of(batch):
                    await send({"type": "websocket.send", "text": frame.decode()})
                queue.sending = False
                self._flusher.sent += len(batch)
                queue.waiting -= size
                if queue.behind and queue.waiting < LOW_WATER:
                    self._catch_up()
            if self._closing is not None and not self._over.done():
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                self.end()
        except Exception as error:
            self.end(error)

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
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)
        if self.caught_up is not None:
            self.caught_up()

    def _end_in(self, seconds: float | None) -> None:
        """Set the time after which `run` gives up (None for never)."""
        limit = self._limit
        if limit is not None and not limit.expired() and not self._over.done():
            limit.reschedule(None if seconds is None else self._loop.time() + seconds)


def frames_of(messages: list[bytes]) -> list[bytes]:
    """The frames for these messages, one message per line.

    A frame has at most `LARGEST_FRAME` bytes, unless a single message has more.

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


def text_frame(data: bytes) -> bytes:
    """A message as one WebSocket frame from a server (RFC 6455, 5.2): unfragmented, unmasked, without extensions.

    >>> text_frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(data)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def begin(work: Coroutine[Any, None, None], loop: asyncio.AbstractEventLoop) -> asyncio.Task[None] | None:
    """Run a coroutine up to its first wait. Returns a task for the remainder, or None if the coroutine is finished.

    This is like `eager_start` in Python 3.12, except that finished work needs no task.
    """
    try:
        awaited = work.send(None)
    except StopIteration:
        return None
    return loop.create_task(_go_on(work, awaited))


@coroutine
def _go_on(work: Coroutine[Any, None, None], awaited: Any) -> Generator[Any, None, None]:
    """Continue a coroutine that is already waiting for something."""
    try:
        yield awaited
    except asyncio.CancelledError as error:
        work.throw(error)
        raise
    yield from work
