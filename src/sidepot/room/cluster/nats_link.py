"""One connection to a NATS server, from when it stands until it is lost; and where servers are.

A connection is never mended here: `nats_bus.NatsBus` makes a new one. Letters come in the order of the wire, whatever
subject they came by, and go out without a task for each: both use parts of nats-py that it does not show, so its
version is bounded in pyproject.toml. Nothing else of sidepot imports it. Whether a server needs a login is asked by a
plain client of nats-py.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from nats.aio.client import Client
from nats.errors import Error, NoServersError

from sidepot.errors import Conflict

PATIENCE: Final = 3  # seconds for each step of connecting
CLOSING: Final = 0.5  # seconds: nothing waits any more
PING: Final = 1  # seconds between two pings; a server that does not answer two has gone
PORT: Final = 4222
_DENIED: Final = ("subscription", "publish")  # as the server says it

_log: Final = logging.getLogger("sidepot.room")


class Link(Client):
    """A connection. `lost` is called once, when a connection that stood is no more."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        super().__init__()
        self.denied = ""  # what the server does not let us do
        self._heard = heard
        self._lost = lost
        self._stands = False
        self._last: Exception | None = None

    async def join(self, server: str, name: str, subjects: list[str], largest: int) -> None:
        """Connect to a server and hear some subjects. Raises Conflict."""
        try:
            await self.connect(
                servers=[server],
                name=name,
                no_echo=True,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                connect_timeout=PATIENCE,
                ping_interval=PING,
                error_cb=self._trouble,
                closed_cb=self._closed,
            )
            for subject in subjects:
                await self.subscribe(subject)
            for _ in range(2):  # the first may overtake what was subscribed to
                await self.flush(timeout=PATIENCE)
            if self.denied:
                raise Error(self.denied)
            if self.max_payload < largest:
                raise Error(f"it takes letters of {self.max_payload} bytes at most: set its max_payload to {largest}")
            self._stands = True
        except (OSError, Error, TimeoutError, ValueError) as error:
            await self.leave()
            raise Conflict(
                f"{shown(server)}: {self._why(error)}",
                code="bad_address",
                hint="start the NATS server, or give its address: nats://USER:PASSWORD@HOST:4222",
            ) from None

    @property
    def version(self) -> str:
        """The version of the server."""
        return str(self._server_info.get("version", ""))

    @property
    def unsent(self) -> int:
        """Bytes that the system has not taken yet."""
        writer = self._writer()
        return writer.transport.get_write_buffer_size() if writer is not None else 0

    def write(self, data: bytes) -> None:
        """Write whole commands of the protocol."""
        writer = self._writer()
        if writer is not None:
            writer.write(data)

    def hang_up(self) -> None:
        """End it at once, whatever is not sent: a server that takes nothing would never let go of it."""
        writer = self._writer()
        if writer is not None:
            writer.transport.abort()

    async def leave(self) -> None:
        """Send what waits, and hang up."""
        self._stands = False
        with suppress(Exception):
            if self.is_connected:
                await self.flush(timeout=1)
        self.hang_up()
        with suppress(Exception):
            await asyncio.wait_for(self.close(), CLOSING)

    def _writer(self) -> asyncio.StreamWriter | None:
        found: asyncio.StreamWriter | None = getattr(self._transport, "_io_writer", None)
        return found

    def _why(self, error: Exception) -> str:
        cause = self._last if isinstance(error, NoServersError) and self._last is not None else error
        if isinstance(cause, TimeoutError):
            return f"it does not answer within {PATIENCE:g} seconds"
        if isinstance(cause, ConnectionRefusedError):
            return "nothing listens there"
        if isinstance(cause, OSError):
            return cause.strerror or str(cause)
        return _words(cause)

    # ---- what nats-py calls

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: object) -> None:
        """Hand a letter on at once. nats-py would queue it by subject, and so mix up what one process sent."""
        try:
            self._heard(data)
        except Exception:
            _log.exception("a letter of %d bytes from the bus could not be read", len(data))

    async def _process_op_err(self, e: Exception) -> None:
        """The connection is of no use any more: do not wait until it has taken what is not sent."""
        self.hang_up()
        await super()._process_op_err(e)

    def _connect_command(self) -> bytes:
        """No password goes out in the open where TLS was asked for."""
        server = self._current_server
        if server is not None and server.uri.scheme == "tls" and not self._server_info.get("tls_required"):
            raise Error("it does not offer TLS, which tls:// asks for")
        return super()._connect_command()

    async def _trouble(self, error: Exception) -> None:
        self._last = error
        if type(error) is Error and self.is_connected and not self.denied:  # said by the server
            self.denied = f"its permissions do not suffice: {_words(error)}"
            _log.error("the bus: %s", self.denied)

    async def _closed(self) -> None:
        if self._stands:
            self._lost()


# ---- who else may come in


async def is_on_loopback(server: str) -> bool:
    """Whether an address is one of this machine that no other machine reaches."""
    host = urlsplit(server).hostname
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(ip_address(str(where[0]).partition("%")[0]).is_loopback for *_, where in found)


async def lets_anybody_in(server: str, base: str) -> bool:
    """Whether a client without a login may hear what is under a subject, or send there: it tries both."""
    said: list[str] = []

    async def trouble(error: Exception) -> None:
        said.append(str(error).lower())

    client = Client()
    try:
        await client.connect(
            servers=[_without_login(server)],
            name="sidepot: does it need a login?",
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=PATIENCE,
            error_cb=trouble,
        )
        await client.subscribe(f"{base}.all")
        await client.publish(f"{base}.to.-", b"")  # the name of no process
        for _ in range(2):  # what is not permitted is said before the second answer
            await client.flush(timeout=PATIENCE)
    except (OSError, Error, TimeoutError, ValueError):
        return False
    finally:
        with suppress(Exception):
            await asyncio.wait_for(client.close(), CLOSING)
    return not all(any(f"permissions violation for {what}" in one for one in said) for what in _DENIED)


def _without_login(server: str) -> str:
    parts = urlsplit(server)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _words(error: Exception) -> str:
    """What nats-py says, without what it puts around it."""
    told = str(error)
    return told.removeprefix("nats: ").strip("'")


def servers_of(url: str) -> list[str]:
    """The addresses of servers, several separated by commas. Raises Conflict.

    >>> servers_of("nats://ann:secret@bus1, bus2:4333")
    ['nats://ann:secret@bus1:4222', 'nats://bus2:4333']
    """
    return [_server_of(part.strip()) for part in url.split(",")]


def _server_of(part: str) -> str:
    whole = part if "://" in part else f"nats://{part}"
    try:
        parts = urlsplit(whole)
        fits = parts.scheme in ("nats", "tls") and bool(parts.hostname) and not (parts.query or parts.fragment)
        port = parts.port or PORT
    except ValueError:
        fits, port = False, PORT
    if not fits or parts.path not in ("", "/"):
        raise Conflict(
            "this is no address of a NATS server",
            code="bad_address",
            hint="it reads nats://HOST:4222 or tls://USER:PASSWORD@HOST:4222; separate several by commas",
        )
    return f"{parts.scheme}://{_netloc(parts, port)}"


def _netloc(parts: SplitResult, port: int) -> str:
    user, at, _ = parts.netloc.rpartition("@")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{user}{at}{host}:{port}"


def shown(url: str) -> str:
    """The same address without its password, or token.

    >>> shown("tls://ann:secret@bus:4222,nats://token@bus2:4222")
    'tls://ann:***@bus:4222,nats://***@bus2:4222'
    """
    return ",".join([_shown(part) for part in url.split(",")])


def _shown(part: str) -> str:
    scheme, colon, rest = part.rpartition("://")
    secret, at, host = rest.rpartition("@")
    if not at:
        return part
    user, has_password, _ = secret.partition(":")
    return f"{scheme}{colon}{user + ':' if has_password else ''}***@{host}"
