"""The layer between uvicorn and the application: limits of time and size, host names, refused sockets.

Each class wraps an ASGI application or extends one of uvicorn's public protocols; `server.config_of` combines them.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket
from litestar.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from sidepot.web.other_host import PAGE_HEADERS, other_host_page
from sidepot.web.problems import HEADERS, Refusal
from sidepot.web.rate_limits import Bucket, is_loopback
from sidepot.web.settings import LOCAL, Settings
from sidepot.web.socket_backpressure import Shortcut

HEAD_WITHIN: Final = 20.0  # seconds for the first request head of a connection
BODY_WITHIN: Final = 40.0  # seconds for a whole body
REFUSAL_WITHIN: Final = 2.0  # seconds to send the answer to a refused socket
BYTES_PER_SECOND: Final = 32 * 1024.0  # of a socket on average: enough for three players who chat as much as allowed
BYTES_AT_ONCE: Final = 512 * 1024.0
REQUEST_TIMEOUT: Final = 408  # HTTP status
MISDIRECTED: Final = 421  # HTTP status: this server does not have that name
USUAL_NAMES: Final = "localhost or 127.0.0.1"
_LONGEST: Final = 100  # characters of a host name that a refusal quotes
_HEAD_END: Final = re.compile(rb"\n\r?\n")
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^][:/?#@\\\s,]+)(?::[0-9]*)?", re.IGNORECASE)
_ENDS: Final = "socket ends"  # keys in a socket's state for the values that `server_ends` takes
SHORTCUT: Final = "socket shortcut"  # in the state of a socket's scope: its `Shortcut`


class RequestHeadTimeout(H11Protocol):
    """uvicorn's HTTP protocol, which also closes a connection whose first request head does not arrive in time."""

    def connection_made(self, transport: Any) -> None:  # uvloop's transports are not asyncio's classes
        """Start the timer for the first request head, and handle the connection as uvicorn does."""
        super().connection_made(transport)
        self._tail = b""
        self._too_late: asyncio.TimerHandle | None = self.loop.call_later(HEAD_WITHIN, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Stop the timer when the first request head is complete, and handle the data as uvicorn does."""
        if self._too_late is not None:
            seen = self._tail + data
            self._tail = seen[-2:]
            if _HEAD_END.search(seen):
                self._too_late.cancel()
                self._too_late = None
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and handle the end of the connection as uvicorn does."""
        if self._too_late is not None:
            self._too_late.cancel()
        super().connection_lost(exc)


class DirectSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a `Shortcut` for the application.

    The application finds the `Shortcut` in the state of the socket's scope (see `server_ends`). Frames written with the
    `Shortcut` need nothing from uvicorn, because no extension such as compression is used. A message that can be
    handled at once needs no ASGI event and no task.
    """

    def __init__(self, *, app_state: dict[str, Any], **kwargs: Any) -> None:
        self._shortcut = Shortcut()
        self._wire: Any = None  # uvloop's transports are not asyncio's classes
        super().__init__(app_state={**app_state, SHORTCUT: self._shortcut}, **kwargs)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Give the transport to the `Shortcut`."""
        self._wire = self._shortcut.transport = transport
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the transport from the `Shortcut`, because the connection has ended."""
        self._shortcut.transport = self._shortcut.take = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Remove the transport from the `Shortcut` while the client does not read."""
        self._shortcut.transport = None
        super().pause_writing()

    def resume_writing(self) -> None:
        """Give the transport back to the `Shortcut`."""
        self._shortcut.transport = self._wire
        super().resume_writing()

    def handle_text(self, event: Frame) -> None:
        """Deliver a complete ASCII message directly, unless earlier messages are still waiting. uvicorn handles all
        other messages.
        """
        take = self._shortcut.take
        if take is not None and event.fin and self.queue.empty():
            data = bytes(event.data)
            if data.isascii() and take(data):
                return
        super().handle_text(event)


class BudgetedSocket(DirectSocket):
    """Closes a WebSocket whose client sends more bytes than the client's budget allows.

    Pings, pongs and fragments count too, although the application never sees them.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._budget = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Handle the data, or close the connection if the budget is used up."""
        if self._budget.take(len(data)):
            super().data_received(data)
        else:
            self._wire.abort()


class RequestBodyTimeout:
    """Answers 408 to a client that does not send the whole body of its request in time.

    To the application, such a client has disconnected.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with a deadline for its body."""
        if str(scope["type"]) != "http":
            await self._app(scope, receive, send)
            return
        begun = late = False
        ended = not _has_body(scope["headers"])
        until = asyncio.get_running_loop().time() + BODY_WITHIN

        async def receive_in_time() -> Any:
            nonlocal ended, late
            if ended:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message: Any = await receive()
            except TimeoutError:
                ended = late = True
                if not begun:
                    why = Refusal("the request took too long; send its body at once", code="too_slow")
                    await _refuse(send, "http.response", REQUEST_TIMEOUT, why, connection="close")
                return {"type": "http.disconnect"}
            ended = not message.get("more_body", False)
            return message

        async def send_unless_late(message: Any) -> None:
            nonlocal begun
            if not begun and not ended:  # the rest of the body stays unread, so the connection cannot be used again
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            begun = True
            if not late:
                await send(message)

        await self._app(scope, receive_in_time, send_unless_late)


def _has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    sizes = [value for name, value in headers if name in (b"content-length", b"transfer-encoding")]
    return bool(sizes) and sizes != [b"0"]


# ---- host names


class HostNames:
    """Answers only requests for the room's own host names, as a protection against DNS rebinding.

    A foreign page can make its own name resolve to 127.0.0.1. The visitor's browser then takes a local room for part of
    that page. The `Host` header, however, still contains the foreign name.

    A room that listens only on loopback answers to its own names and to those of `--origin`. Once it is switched to the
    local network, it also answers to its addresses on that network. A room that was started for a network cannot know
    its names, so it answers to any name.
    """

    def __init__(
        self, app: ASGIApp, names: frozenset[str] | None, refused: Counter[str], usual: str = USUAL_NAMES
    ) -> None:
        self._app = app
        self._names = names
        self._refused = refused
        self._usual = usual

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if str(scope["type"]) != "lifespan":
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            if because := why_not_here(hosts, self._names, self._usual):
                self._refused["host"] += 1
                await _refuse_host(because, self._usual, scope, send)
                return
        await self._app(scope, receive, send)


def own_names(settings: Settings) -> frozenset[str] | None:
    """The host names that a room answers to, in lower case; None if the room is on a network and answers to any name.

    >>> sorted(own_names(Settings(origins=("https://cards.example.org",))))
    ['127.0.0.1', '::1', 'cards.example.org', 'localhost']
    """
    try:
        listens = socket.getaddrinfo(settings.host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][4][0]
    except OSError:
        return None
    if not is_loopback(str(listens)):
        return None
    return frozenset((*LOCAL, settings.host.lower(), *(urlsplit(origin).hostname or "" for origin in settings.origins)))


def lan_names(numbers: Sequence[str], settings: Settings) -> frozenset[str]:
    """The host names that a room answers to on the local network, given its addresses there.

    >>> lan_names(["192.168.1.7"], Settings()) >= {"192.168.1.7"}
    True
    """
    machine = socket.gethostname().lower()
    origins = [urlsplit(origin).hostname or "" for origin in settings.origins]
    return frozenset((*numbers, machine, f"{machine}.local", *origins))


def why_not_here(hosts: Sequence[bytes], names: frozenset[str] | None, usual: str = USUAL_NAMES) -> str:
    """Why a request with these `Host` headers is refused, and which setting to change; "" if the request is allowed.

    `usual` lists the names under which to open the room instead.

    >>> why_not_here([b"localhost:8000"], own_names(Settings()))
    ''
    """
    if names is None:
        return ""
    host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    found = _HOST.fullmatch(host)
    name = found[1].lower().removesuffix(".").strip("[]") if found else ""
    if name in names or is_loopback(name):
        return ""
    shown = host if len(host) <= _LONGEST else f"{host[:_LONGEST]}\u2026"
    return (
        f"this room does not answer to the host name {shown!r}; open it as {usual}, "
        "or start it with --origin and the address that browsers show, such as --origin https://cards.example.org"
    )


async def _refuse_host(because: str, usual: str, scope: Scope, send: Any) -> None:
    kind = "http.response"
    if str(scope["type"]) == "websocket":
        kind = "websocket.http.response"
        if kind not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1008, "reason": because[:100]})
            return
    asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
    if "text/html" in asked.get(b"accept", ""):
        page = other_host_page(usual, asked.get(b"accept-language", "")).encode()
        await _answer(send, kind, MISDIRECTED, page, {**HEADERS, **PAGE_HEADERS})
    else:
        await _refuse(send, kind, MISDIRECTED, Refusal(because, code="other_host"))


async def _refuse(send: Any, kind: str, status: int, refusal: Refusal, **more: str) -> None:
    body = msgspec.json.encode(refusal)
    await _answer(send, kind, status, body, {**HEADERS, "content-type": "application/json", **more})


async def _answer(send: Any, kind: str, status: int, body: bytes, fields: dict[str, str]) -> None:
    headers = [(name.encode(), value.encode()) for name, value in {**fields, "content-length": str(len(body))}.items()]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})


# ---- refused sockets


class RefusedSockets:
    """Lets the application refuse a WebSocket with an HTTP status, without an error in uvicorn's log.

    uvicorn logs an error if the application returns before a refused connection has ended. This class therefore waits
    until the connection has ended.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on; after a refusal, wait until it has ended."""
        if str(scope["type"]) != "websocket":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        state[_ENDS] = (receive, send)
        await self._app(scope, receive, send)
        if _ENDS in state:
            with suppress(TimeoutError):
                async with asyncio.timeout(REFUSAL_WITHIN):
                    ends = 0
                    while ends < 2:  # the end of the answer, then the end of the connection
                        ends += (await receive())["type"] == "websocket.disconnect"


def server_ends(websocket: WebSocket[Any, Any, Any]) -> tuple[Receive, Send, Shortcut]:
    """Mark a socket as accepted. Returns the server's own `receive` and `send`, and the socket's shortcut.

    The framework's wrappers around `receive` and `send` would take a fifth of the time for each message.
    """
    state = websocket.scope["state"]
    receive, send = state.pop(_ENDS, None) or (websocket.receive, websocket.send)
    return receive, send, state.pop(SHORTCUT, None) or Shortcut()
