"""A small reverse proxy, which sends on what cloudflared, Tailscale Funnel and ngrok do: the name that the browser used
as `Host`, the client in `X-Forwarded-For`, and HTTPS in `X-Forwarded-Proto`. It takes a connection for each request."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer

OWN = re.compile(rb"^(x-forwarded-[a-z]+|connection):.*\r\n", re.IGNORECASE | re.MULTILINE)


class _Request(StreamRequestHandler):
    server: SmallProxy

    def handle(self) -> None:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return
            head += line
        upgrades = b"upgrade: websocket" in head.lower()
        more = f"X-Forwarded-For: {self.server.client}\r\nX-Forwarded-Proto: https\r\n"
        more += f"Connection: {'Upgrade' if upgrades else 'close'}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.server.room)) as room:
            room.sendall(OWN.sub(b"", head)[:-2] + more.encode())
            on = threading.Thread(target=self._send_on, args=(room,))
            on.start()
            with suppress(OSError):
                while data := room.recv(65536):
                    self.wfile.write(data)
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            on.join()

    def _send_on(self, room: socket.socket) -> None:
        with suppress(OSError):
            while data := self.rfile.read1(65536):
                room.sendall(data)
            room.shutdown(socket.SHUT_WR)


class SmallProxy(ThreadingTCPServer):
    """The proxy of the `room` at a port, for requests of a `client`; `port` is its own."""

    def __init__(self, room: int, client: str) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.room = room
        self.client = client
        self.port = int(self.server_address[1])


@contextmanager
def small_proxy(room: int, client: str = "203.0.113.7") -> Iterator[SmallProxy]:
    """Such a proxy, until the end; the room is stopped after it."""
    with SmallProxy(room, client) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield found
        finally:
            found.shutdown()
            thread.join()
