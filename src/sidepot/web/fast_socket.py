"""The WebSocket as uvicorn speaks it, with a short way in and out for the messages of a table.

Messages go through an `Outlet` to the transport as they are, without a task, a queue or a message of ASGI. And a
message that comes in one piece, as nearly all do, goes straight to its handler. Everything else - handshake,
fragments, pings, closing, errors - is uvicorn's and `websockets`'. Some of the parts used are private to them:
`socket_check` looks whether it still is as it was, and where it is not the room takes the plain way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from sidepot.room.running.outlet import Outlet
from sidepot.web.frames import cork_of
from sidepot.web.lines import EXTENSION, HIGH_WATER, LOW_WATER, MOST_ANSWERS, POLICY
from sidepot.web.rate_limits import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # no wheel for this machine
    from websockets.utils import apply_mask

MOST_READ: Final = 64 * 1024  # bytes of one read
CLOSE_PATIENCE: Final = 2.0  # seconds that a client has to answer a close
MOST_PIECES: Final = 64  # of one message
MOST_BESIDES: Final = 100.0  # pings and pongs at once, and so many more a second:
BESIDES: Final = 5.0

_FINAL_TEXT: Final = 0x81
_MASKED: Final = 0x80


class FastSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket, which also is a `Line` for the app: `scope["extensions"]["sidepot.socket"]`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outlet = Outlet(cork_of(self.loop))
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None
        self.close_timeout = CLOSE_PATIENCE
        self._heard = False  # since the last keepalive
        self._between = False  # whether `websockets` waits for the beginning of a frame
        self._besides = Bucket(BESIDES, MOST_BESIDES)

    # ---- the line

    def write(self, data: bytes) -> None:
        """Send a message, together with what else is sent to this client before the loop comes round."""
        if self.on_text is None:  # it is not open yet, or not any more
            return
        self.outlet.lay(data)
        if self.outlet.behind and self.transport.get_write_buffer_size() > HIGH_WATER + MOST_ANSWERS:
            self.transport.pause_reading()  # the client writes and does not read: it waits, as we do

    @property
    def close_sent(self) -> bool:
        """Whether this side has said that it closes: nothing more is sent then."""
        return self._close_sent

    @close_sent.setter
    def close_sent(self, said: bool) -> None:
        self._close_sent = said
        if said:
            self.outlet.shut()

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket from this side; a client that does not answer is cut off."""
        if self.close_sent or self.disconnected or self.conn.state is not OPEN:
            return
        self.outlet.flush()
        self.on_text = None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)  # read or not
        if code == POLICY:
            self.transport.pause_reading()  # nobody looks at further data

    # ---- what uvicorn does, and a shorter way

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._heard = False
        scope: Any = getattr(self, "scope", None)
        if scope is not None:  # the task that gets it has not begun yet
            scope["extensions"][EXTENSION] = self
            self.outlet.transport = self.transport
            self.transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
            if hasattr(self.transport, "max_size"):
                self.transport.max_size = MOST_READ  # asyncio makes room for 256 KB before each read

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # uvicorn thinks otherwise where it was refused in words, and complains

    def pause_writing(self) -> None:
        super().pause_writing()
        self.outlet.behind = True
        if self.fell_behind is not None:
            self.fell_behind()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.outlet.behind = False
        if self.on_text is not None:
            self.transport.resume_reading()
        if self.caught_up is not None:
            self.caught_up()

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_text = self.fell_behind = self.caught_up = None
        self.outlet.shut()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        if self.transport.is_closing():  # it was told so already
            return
        self.outlet.flush()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Unmask a message that arrives alone, and hand it over; anything else goes the long way."""
        self._heard = True
        take = self.on_text
        if take is not None and len(data) > 6 and data[0] == _FINAL_TEXT and data[1] & _MASKED:
            size = data[1] & 0x7F
            head = 2
            if size == 126:
                size = int.from_bytes(data[2:4], "big")
                head = 4
            elif size == 127:
                size = -1
            conn = self.conn
            if (
                len(data) == head + 4 + size
                and size >= 126 * (head == 4)
                and conn.state is OPEN
                and conn.current_size is None
                and self._between
                and not self.close_sent
            ):
                take(apply_mask(data[head + 4 :], data[head : head + 4]))
                return
        super().data_received(data)
        self._between = _is_between_frames(self.conn.parser)

    def handle_text(self, event: Frame) -> None:
        if event.fin and self.on_text is not None:
            self.on_text(bytes(event.data))
        else:
            super().handle_text(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.frames = []
            self.hang_up(POLICY, "too many pieces")
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._besides.take() and not self.outlet.behind:
            super().handle_ping()
        else:
            self.conn.data_to_send()  # the answer is dropped
            self.hang_up(POLICY, "too many pings")

    def handle_pong(self, event: Frame) -> None:
        if self._besides.take():
            self._heard = False  # a pong is no message: the next keepalive asks again
            super().handle_pong(event)
        else:
            self.hang_up(POLICY, "too many pongs")

    def send_keepalive_ping(self) -> None:
        """Ping only a client that was silent, or does not read."""
        if self._heard and not self.outlet.behind:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(self.close_timeout, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """The end of a message in several pieces, or in bytes: text in any case, as far as the app goes."""
        if self.on_text is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        self.on_text(data)


def _is_between_frames(parser: Any) -> bool:
    """Whether the parser of `websockets` waits for the first byte of a frame: it then looks for the end of the stream.

    Were that ever written otherwise there, all messages would go the long way.
    """
    while (inner := getattr(parser, "gi_yieldfrom", None)) is not None:
        parser = inner
    return getattr(parser, "__name__", "") == "at_eof"
