"""The route of the socket: who may open it, and how it is served until it closes.

It is separate from `client.py`, which is compiled, because Litestar needs handlers in plain Python.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from urllib.parse import urlsplit

from litestar import websocket
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException

from sidepot.room.store.accounts import token_key
from sidepot.web.asgi import server_ends
from sidepot.web.logs import trouble
from sidepot.web.rate_limits import client_key
from sidepot.web.requests import Socket
from sidepot.web.security.devices import hashes_of
from sidepot.web.socket_backpressure import Connection
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import STAFF_COOKIES
from sidepot.web.ws.client import Client

_log = logging.getLogger("sidepot.web")

SILENCE: Final = 20.0  # seconds until the client must send hello

_DEFAULT: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def is_own_origin(origin: str | None, host: str, allowed: tuple[str, ...] = ()) -> bool:
    """Whether the socket was opened by a page of this room, or by a program, which sends no origin.

    - `host`: the `Host` header of the request
    - `allowed`: other origins that the room answers to

    Browsers always send the origin of the page, so no foreign page can use a visitor's cookie in this room.

    >>> is_own_origin("http://room.lan:8000", "room.lan:8000"), is_own_origin("http://evil.example", "room.lan:8000")
    (True, False)
    """
    if origin is None or origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT.get(parts.scheme)
        own = urlsplit(f"{parts.scheme}://{host}")
        return bool(parts.hostname) and (parts.hostname, port) == (own.hostname, own.port or _DEFAULT.get(own.scheme))
    except ValueError:
        return False


@websocket("/ws")
async def table_socket(socket: Socket, app_state: Shared) -> None:
    """Open a socket for tables and tournaments, if its origin and the limits allow it (docs/reference/protocol.md)."""
    settings = app_state.settings
    if not is_own_origin(socket.headers.get("origin"), socket.headers.get("host", ""), settings.origins):
        app_state.meters.refused["origin"] += 1
        raise PermissionDeniedException("only pages of this room may open the socket")
    address = client_key(socket.client.host if socket.client else "")
    if settings.limits and (
        app_state.meters.sockets >= settings.sockets or app_state.by_address[address] >= settings.sockets_each
    ):
        app_state.meters.refused["too many sockets"] += 1
        raise TooManyRequestsException("too many sockets are open")
    app_state.meters.sockets += 1
    app_state.by_address[address] += 1
    try:
        await _serve(socket, app_state)
    finally:
        app_state.meters.sockets -= 1
        app_state.memory.socket_gone()
        app_state.by_address[address] -= 1
        if not app_state.by_address[address]:
            del app_state.by_address[address]


async def _serve(socket: Socket, app_state: AppState) -> None:
    receive, send, shortcut = server_ends(socket)
    await socket.accept()
    connection = Connection(receive, send, app_state.flusher, shortcut)
    who = socket.user
    session, hashes = token_key(socket.auth) if socket.auth else "", hashes_of(socket, app_state.room, app_state.secret)
    pins = {name: value for name, value in socket.cookies.items() if name.startswith(STAFF_COOKIES)}
    client = Client(app_state, connection, who, session, hashes, pins)
    app_state.connections.add(connection)
    mine = app_state.clients[who.id] if who is not None else None
    if mine is not None:
        mine.add(client)
    silence = asyncio.get_running_loop().call_later(SILENCE, client.hurry)
    try:
        await connection.run()
    except Exception as error:
        trouble(_log, "a socket failed", error)
    finally:
        silence.cancel()
        client.gone()
        app_state.connections.discard(connection)
        if mine is not None and who is not None:
            mine.discard(client)
            if not mine and app_state.clients.get(who.id) is mine:
                del app_state.clients[who.id]
