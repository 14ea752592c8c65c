"""One connection to a NATS server, from its opening until it is lost; and server addresses.

This module never repairs a connection: `nats_bus.NatsBus` makes a new one. Each message begins with a number from its
sender, because nats-py queues messages by subject, and the number restores the order between subjects. No other module
of sidepot imports nats-py. To test whether a server requires a login, a client connects without one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, NoServersError

from sidepot.errors import Conflict

PATIENCE: Final = 3  # seconds for each step of connecting
CLOSING: Final = 0.5  # seconds until nothing is waiting
PING: Final = 1  # seconds between two pings; a server that misses two is gone
LOOK: Final = 0.1  # seconds between two checks whether nats-py has noticed that
PORT: Final = 4222
_HEAD: Final = 16  # bytes before each message: the sender, and the number of the message

_log: Final = logging.getLogger("sidepot.room")


class Link:
    """A connection to a NATS server. When an open connection is lost, `lost` is called once."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.denied = ""  # what the server forbids
        self._client = Client()
        self._heard = heard
        self._lost = lost
        self._stands = False
        self._last: Exception | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._sender = os.urandom(8)
        self._sent = 0
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._waiting = 0  # bytes in it
        self._laid = asyncio.Event()
        self._inbox: list[bytes] = []

    async def join(self, server: str, name: str, subjects: list[str], largest: int) -> None:
        """Connect to a server and subscribe to subjects.

        - `name`: the name that the server shows for this connection
        - `largest`: the size of the largest message, in bytes, which the server must accept

        Raises Conflict if no server answers, or the server refuses the connection.
        """
        client = self._client
        try:
            await _check_tls(server)
            await client.connect(
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
                await client.subscribe(subject, cb=self._take, pending_msgs_limit=0, pending_bytes_limit=0)
            for _ in range(2):  # the first message may overtake the subscriptions
                await client.flush(timeout=PATIENCE)
            if self.denied:
                raise Error(self.denied)
            if client.max_payload < largest + _HEAD:
                raise Error(
                    f"the server accepts messages of at most {client.max_payload} bytes; set its max_payload "
                    f"to {largest + _HEAD}"
                )
            self._stands = True
            self._tasks = [asyncio.create_task(self._carry()), asyncio.create_task(self._watch())]
        except (OSError, Error, TimeoutError, ValueError) as error:
            await self.leave()
            raise Conflict(
                f"cannot connect to {shown(server)}: {self._why(error)}",
                code="bad_address",
                hint="start the NATS server, or correct the address: nats://USER:PASSWORD@HOST:4222",
            ) from None

    @property
    def is_connected(self) -> bool:
        """Whether messages can be sent."""
        return self._stands and self._client.is_connected

    @property
    def version(self) -> str:
        """The version of the server."""
        found = self._client.connected_server_version
        return f"{found.major}.{found.minor}.{found.patch}"

    @property
    def unsent(self) -> int:
        """The number of bytes that wait to be sent."""
        return self._waiting + self._client.pending_data_size

    async def rtt(self, timeout: int) -> float:
        """The ping time in seconds."""
        return await self._client.rtt(timeout=timeout)

    def write(self, letters: Sequence[tuple[str, bytes]]) -> None:
        """Send messages, each to its subject, without waiting."""
        for subject, data in letters:
            self._sent += 1
            self._outbox.append((subject, self._sender + self._sent.to_bytes(8, "big") + data))
            self._waiting += len(data)
        self._laid.set()

    def hang_up(self) -> None:
        """Disconnect at once, without sending what is still waiting."""
        self._gone()
        self._tasks.append(asyncio.create_task(self._end()))

    async def leave(self) -> None:
        """Send the waiting messages, and disconnect."""
        was_up, self._stands = self.is_connected, False
        if was_up:
            with suppress(Exception):
                async with asyncio.timeout(1):
                    while self._outbox:
                        await asyncio.sleep(0)
                    await self._client.flush(timeout=1)
        for task in self._tasks:
            task.cancel()
        await self._end()

    async def _end(self) -> None:
        """Close the connection without waiting for a server that reads nothing. nats-py continues until the system
        gives up.
        """
        closing = asyncio.ensure_future(self._client.close())
        closing.add_done_callback(_forget)
        await asyncio.wait([closing], timeout=CLOSING)

    def _gone(self) -> None:
        if self._stands:
            self._stands = False
            self._lost()

    async def _carry(self) -> None:
        """Send the outbox in order."""
        client, outbox = self._client, self._outbox
        while True:
            await self._laid.wait()
            self._laid.clear()
            while outbox:
                subject, data = outbox.popleft()
                try:
                    await client.publish(subject, data)
                except Error:  # the connection is lost, or about to be
                    self._gone()
                    return
                self._waiting -= len(data) - _HEAD

    async def _watch(self) -> None:
        """Notice a lost connection, even while nats-py still waits for its end."""
        while self._client.is_connected:
            await asyncio.sleep(LOOK)
        self._gone()

    def _why(self, error: Exception) -> str:
        cause = self._last if isinstance(error, NoServersError) and self._last is not None else error
        if isinstance(cause, TimeoutError):
            return f"the server did not answer within {PATIENCE:g} seconds"
        if isinstance(cause, ConnectionRefusedError):
            return "no server listens there"
        if isinstance(cause, OSError):
            return cause.strerror or str(cause)
        return str(cause)

    # ---- called by nats-py

    async def _take(self, letter: Msg) -> None:
        """Handle a message that arrived: keep it until earlier messages of other subjects are here."""
        if not self._inbox:
            asyncio.get_running_loop().call_soon(self._read)
        self._inbox.append(letter.data)

    def _read(self) -> None:
        inbox, self._inbox = self._inbox, []
        for data in sorted(inbox, key=_head):
            try:
                self._heard(data[_HEAD:])
            except Exception:
                _log.exception("a message of %d bytes from the bus is unreadable", len(data))

    async def _trouble(self, error: Exception) -> None:
        self._last = error
        if type(error) is Error and self._client.is_connected and not self.denied:  # sent by the server
            self.denied = f"the permissions of the user are insufficient: {error}"
            _log.error("the bus: %s", self.denied)

    async def _closed(self) -> None:
        self._gone()


def _forget(closing: asyncio.Future[None]) -> None:
    """Ignore errors while a connection is being closed."""
    if not closing.cancelled():
        closing.exception()


def _head(data: bytes) -> bytes:
    return data[:_HEAD]


async def _check_tls(server: str) -> None:
    """Raise Error if TLS is required but not offered, because nats-py would send the password in plain text."""
    parts = urlsplit(server)
    if parts.scheme != "tls":
        return
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            verb, _, info = (await reader.readline()).partition(b" ")
            offers = verb == b"INFO" and json.loads(info).get("tls_required")
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    if not offers:
        raise Error("the server does not offer TLS, which tls:// requires")


# ---- access by others


async def is_on_loopback(server: str) -> bool:
    """Whether this address can be reached only from this machine."""
    host = urlsplit(server).hostname
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(ip_address(str(where[0]).partition("%")[0]).is_loopback for *_, where in found)


async def lets_anybody_in(server: str, base: str) -> bool:
    """Whether a client without a login may receive or send on a subject of the server that begins with `base`.

    This tries both.
    """
    refused = 0

    async def trouble(_: Exception) -> None:
        nonlocal refused
        refused += 1

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
        await _answered(client)
        before = refused
        await client.publish(f"{base}.to.-", b"")  # not the name of any process
        await _answered(client)
    except (OSError, Error, TimeoutError, ValueError):
        return False
    finally:
        with suppress(Exception):
            await asyncio.wait_for(client.close(), CLOSING)
    return not 0 < before < refused


async def _answered(client: Client) -> None:
    """Wait until the server has reported what is forbidden, which it does before its second answer."""
    for _ in range(2):
        await client.flush(timeout=PATIENCE)


def _without_login(server: str) -> str:
    parts = urlsplit(server)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def servers_of(url: str) -> list[str]:
    """The addresses in `url`, separated by commas. Raises Conflict if an address is malformed.

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
            "expected the address of a NATS server",
            code="bad_address",
            hint="write nats://HOST:4222 or tls://HOST:4222, optionally with USER:PASSWORD@; separate "
            "several addresses with commas",
        )
    return f"{parts.scheme}://{_netloc(parts, port)}"


def _netloc(parts: SplitResult, port: int) -> str:
    user, at, _ = parts.netloc.rpartition("@")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{user}{at}{host}:{port}"


def shown(url: str) -> str:
    """An address without its password or token.

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
