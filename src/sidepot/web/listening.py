"""Open the sockets on which the server listens."""

from __future__ import annotations

import socket
import sys
from typing import Final

from sidepot.errors import Conflict
from sidepot.web.socket_backpressure import UNREAD

SEND_BUFFER: Final = 128 * 1024  # bytes that the system buffers for a slow client


def listen(host: str, port: int) -> socket.socket:
    """Open the port (0 for any free one). Raises Conflict if that fails."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Conflict(f"cannot listen on {host}: {error.strerror or error}", code="bad_address") from None
    try:
        if sys.platform != "win32":  # there it would allow two servers on one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # inherited by the clients' sockets
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux: disconnects clients that do not read
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000))
        found.bind(where)
    except OSError as error:
        found.close()
        raise Conflict(
            f"cannot listen on {host}, port {port}: {error.strerror or error}",
            code="bad_address",
            hint="stop the program that uses the port, or choose another --port",
        ) from None
    return found
