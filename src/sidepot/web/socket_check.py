"""Whether the private parts of uvicorn and `websockets` that the room builds on are as it expects them.

A short conversation, without a network, through each part that is used: where anything comes out otherwise, the room
takes the plain way, uvicorn's own protocols. They do the same, slower, and with fewer limits.
"""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Any, Final

import uvicorn
from uvicorn.server import ServerState

from sidepot.web.frames import text_frame
from sidepot.web.lines import EXTENSION, POLICY

PATIENCE: Final = 10.0  # seconds for the whole conversation, which takes a few thousandths of one
_HELLO: Final = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_USED_BY_HTTP: Final = ("connections", "cycle", "flow", "loop", "timeout_keep_alive_task", "transport")


async def why_plain() -> str:
    """The first unexpected thing, so that the room must take the plain way; "" where all is well."""
    try:
        async with asyncio.timeout(PATIENCE):
            found = await _talk() or await _look()
    except Exception as error:  # whatever another version of them may do
        found = f"{type(error).__name__}: {error}"
    return f"{found} (uvicorn {version('uvicorn')}, websockets {version('websockets')})" if found else ""


class _Wire(asyncio.Transport):
    """A transport that goes nowhere: `sent` is what was written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 9), "sockname": ("127.0.0.1", 8)})
        self.sent = b""
        self.closed = False
        self.paused = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def take(self) -> bytes:
        """The data written since the last call."""
        sent, self.sent = self.sent, b""
        return sent


def _masked(first: int, data: bytes) -> bytes:
    return bytes((first, 0x80 | len(data), 0, 0, 0, 0)) + data  # masked by nothing


async def _talk() -> str:
    """Try every act of a client on a socket once: the first difference, "" for none."""
    from sidepot.web.fast_socket import FastSocket

    heard: list[bytes] = []
    slow: list[bytes] = []
    opened, over = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].on_text = heard.append
        opened.set()
        while (await receive())["type"] != "websocket.disconnect":
            pass
        over.set()

    class Socket(FastSocket):
        def handle_text(self, event: Any) -> None:
            slow.append(bytes(event.data))
            super().handle_text(event)

    config = uvicorn.Config(app, ws=Socket, lifespan="off", log_config=None, access_log=False)
    config.load()
    wire, state = _Wire(), ServerState()
    socket = Socket(config, state, {}, asyncio.get_running_loop())
    socket.connection_made(wire)
    try:
        socket.data_received(_HELLO)
        await opened.wait()
        found = _checked(socket, wire, heard, slow)
        if not found:
            await over.wait()
    finally:
        socket.connection_lost(None)
        for task in list(state.tasks):
            await task
    return found or ("" if socket.disconnected and not socket.connections else "the end of a connection is not noticed")


def _checked(socket: Any, wire: _Wire, heard: list[bytes], slow: list[bytes]) -> str:
    """The first fault of an open socket; `slow` are the messages that came in by the long way."""
    if not wire.take().startswith(b"HTTP/1.1 101"):
        return "a socket is not opened"
    socket.data_received(_masked(0x81, b"one"))
    first = len(slow)  # whether it is known where a frame begins is found out with the first one
    socket.data_received(_masked(0x81, b"two"))
    if heard != [b"one", b"two"] or len(slow) != first:
        return "a message does not come in by the short way"
    socket.data_received(_masked(0x01, b"th") + _masked(0x80, b"ree"))
    if heard[2:] != [b"three"]:
        return "the pieces of a message are not put together"
    socket.outlet.lay(b"told")
    socket.outlet.flush()
    if wire.take() != text_frame(b"told"):
        return "a message does not go out by the short way"
    socket.data_received(_masked(0x89, b"ping"))
    if wire.take() != b"\x8a\x04ping":
        return "a ping is not answered"
    socket.send_keepalive_ping()
    socket.send_keepalive_ping()
    asked = wire.take()
    if asked[:2] != b"\x89\x04" or socket.pending_ping_payload is None:
        return "it is not asked whether a silent client is there"
    socket.data_received(_masked(0x8A, asked[2:]))
    if socket.pending_ping_payload is not None:
        return "an answer to a ping is not taken"
    socket.pause_writing()
    behind = socket.outlet.behind
    socket.resume_writing()
    if not behind or socket.outlet.behind:
        return "it is not noticed who does not read"
    socket.hang_up(POLICY, "over")
    socket.write(b"too late")
    if wire.take() != b"\x88\x06" + POLICY.to_bytes(2, "big") + b"over" or not socket.close_sent or not wire.paused:
        return "a socket is not closed"
    return ""


async def _look() -> str:
    """The parts used of uvicorn's HTTP and server: the first one missing, "" for none."""
    from sidepot.web.patient_http import PatientHttp

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    config = uvicorn.Config(app, http=PatientHttp, lifespan="off", log_config=None, access_log=False)
    config.load()
    state = ServerState()
    line = PatientHttp(config, state, {}, asyncio.get_running_loop())
    line.connection_made(_Wire())
    lacking = [name for name in _USED_BY_HTTP if not hasattr(line, name)]
    line.data_received(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
    for name in ("response_complete", "more_body"):
        if not hasattr(line.cycle, name):
            lacking.append(f"cycle.{name}")
    line.connection_lost(None)
    for task in list(state.tasks):
        task.cancel()
    await asyncio.gather(*state.tasks, return_exceptions=True)
    if not hasattr(uvicorn.Server(config), "_captured_signals"):
        lacking.append("_captured_signals")
    return f"uvicorn has no {' and no '.join(lacking)}" if lacking else ""
