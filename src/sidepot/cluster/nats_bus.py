"""The message bus on NATS: one subject for each process of a room, and one for all of them.

    sidepot.ROOM.to.NODE    messages to one process, which alone may read them
    sidepot.ROOM.all        messages to all

NATS core transports the messages and stores nothing. A lost connection is retried until it is back; then `restored` is
called, because messages sent in between are lost. The same happens if this process or the server is so slow that
megabytes are waiting: one side disconnects, and a new connection is made.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from random import shuffle
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.cluster.transport import LARGEST, Heard
from sidepot.errors import Conflict
from sidepot.extras import how_to_install

if TYPE_CHECKING:
    from sidepot.cluster.nats_link import Link

FIRST_WAIT: Final = 0.05  # seconds until the first attempt to reconnect; each wait is twice the last
LONGEST_WAIT: Final = 1.0
MOST_WAITING: Final = 8 * 1024 * 1024  # bytes not sent yet

_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_log: Final = logging.getLogger("sidepot.room")


class Probed(NamedTuple):
    """The state of a bus server.

    - `shown`: the address without its password
    - `version`: the version of the server
    - `trip`: the ping time in seconds
    - `is_open`: whether the server requires no login
    - `error`: why the server cannot be used; None if it can
    """

    shown: str
    version: str = ""
    trip: float = 0.0
    is_open: bool = False
    error: Conflict | None = None


def _open_bus(shown: str) -> Conflict:
    return Conflict(
        f"{shown}: the server needs no login, so anyone who reaches it can read face-down cards and control the room",
        code="open_bus",
        hint="give each node its own user (deploy/nats.conf), or start with --trust-bus if only the "
        "nodes can reach the bus",
    )


class NatsBus:
    """A bus (`transport.Bus`) on the NATS servers at an address. `dropped` counts messages that could not be sent.

    Anybody who can reach a server without a login could read and send the nodes' messages. Such a server is therefore
    refused, unless only this machine can reach it or the bus is `trusted`.
    """

    def __init__(self, url: str, *, trusted: bool = False) -> None:
        """Prepare the bus at this address, without connecting.

        Raises Conflict if the address is malformed, or nats-py is not installed.
        """
        try:
            from sidepot.cluster import nats_link
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("sidepot"):
                raise
            raise Conflict(
                "running several nodes needs the package nats-py, which is not installed",
                code="bad_address",
                hint=how_to_install("cluster"),
            ) from None
        self._make_link = nats_link.Link
        self._is_on_loopback = nats_link.is_on_loopback
        self._lets_anybody_in = nats_link.lets_anybody_in
        self._trusted = trusted
        self._servers = nats_link.servers_of(url)
        self._show = nats_link.shown
        self.shown = nats_link.shown(",".join(self._servers))
        self.dropped = 0
        self._link: Link | None = None
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._outbox: list[tuple[str, bytes]] = []
        self._waiting = 0  # bytes in it

    @property
    def is_up(self) -> bool:
        """Whether messages can be sent now."""
        link = self._link
        return link is not None and link.is_connected

    @property
    def server(self) -> str:
        """The version of the server ("" if not connected)."""
        return self._link.version if self._link is not None else ""

    async def open(self, room: str, node: str, heard: Heard, restored: Callable[[], None]) -> None:
        """Join a `room` as process `node`. Raises Conflict if no server accepts the connection.

        `heard` is called with each message, and `restored` when the bus is back after an outage.
        """
        for name in (room, node):
            if not _NAME.fullmatch(name):
                raise Conflict(
                    f"the bus does not accept the name {name!r}",
                    code="bad_address",
                    hint="use letters, digits, - and _",
                )
        self._base = f"sidepot.{room}"
        self._name, self._heard, self._restored = node, heard, restored
        self._link = await self._connect()
        self._keeper = asyncio.create_task(self._keep())

    def send(self, node: str, data: bytes) -> None:
        """Send a message to one node."""
        self._post(f"{self._base}.to.{node}", data)

    def send_all(self, data: bytes) -> None:
        """Send a message to every other process of the room."""
        self._post(f"{self._base}.all", data)

    async def probe(self) -> list[Probed]:
        """The state of each server at the address."""
        found: list[Probed] = []
        for server in self._servers:
            link = self._make_link(lambda _data: None, lambda: None)
            shown = self._show(server)
            try:
                await link.join(server, "sidepot doctor", [], LARGEST)
                is_open = await self._is_open(server, "sidepot.*")
                found.append(Probed(shown, link.version, await link.rtt(timeout=2), is_open))
                await link.leave()
            except Conflict as error:
                found.append(Probed(shown, error=error))
        return found

    async def close(self) -> None:
        """Send the waiting messages, and stop receiving."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        self._flush()
        link, self._link = self._link, None
        if link is not None:
            await link.leave()

    # ---- messages

    def _post(self, subject: str, data: bytes) -> None:
        size = len(data)
        link = self._link
        if link is None or not link.is_connected or size > LARGEST or self._waiting > MOST_WAITING:
            self.dropped += 1
            if size > LARGEST:
                _log.error("a message of %d bytes is too large for the bus; it was dropped", size)
            return
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outbox.append((subject, data))
        self._waiting += size

    def _flush(self) -> None:
        """Write everything that was sent in this turn of the event loop, at once."""
        outbox, self._outbox, self._waiting = self._outbox, [], 0
        link = self._link
        if not outbox:
            return
        if link is None or not link.is_connected:
            self.dropped += len(outbox)
        elif link.unsent > MOST_WAITING:
            self.dropped += len(outbox)
            _log.warning("the bus %s accepts no more messages; closing the connection", self.shown)
            link.hang_up()
        else:
            link.write(outbox)

    # ---- connections

    async def _connect(self) -> Link:
        """Connect to one of the servers. Raises Conflict with the error of the last server if none accepts."""
        servers = self._servers[:]
        shuffle(servers)
        refused: Conflict | None = None
        for server in servers:
            link = self._make_link(self._heard, self._lost.set)
            try:
                await link.join(server, f"{self._base} {self._name}", self._subjects(), LARGEST)
                if await self._is_open(server, self._base):
                    await link.leave()
                    raise _open_bus(self._show(server))
                return link
            except Conflict as error:
                refused = error
            except asyncio.CancelledError:
                link.hang_up()
                raise
        assert refused is not None
        raise refused

    async def _is_open(self, server: str, base: str) -> bool:
        """Whether clients other than the room's processes can connect."""
        if self._trusted or await self._is_on_loopback(server):
            return False
        return await self._lets_anybody_in(server, base)

    def _subjects(self) -> list[str]:
        return [f"{self._base}.to.{self._name}", f"{self._base}.all"]

    async def _keep(self) -> None:
        """Reconnect whenever the connection is lost."""
        while True:
            await self._lost.wait()
            self._lost.clear()
            self._link = None
            _log.warning("the connection to the bus %s is lost", self.shown)
            self._link = await self._again()
            _log.info("the connection to the bus %s is restored", self.shown)
            try:
                self._restored()
            except Exception:
                _log.exception("could not request the messages missed on the bus")

    async def _again(self) -> Link:
        wait, logged = FIRST_WAIT, ""
        while True:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            try:
                return await self._connect()
            except Conflict as error:
                if error.detail != logged:
                    logged = error.detail
                    _log.warning("cannot reconnect to the bus: %s", logged)
