"""The local network: a second listener of the room, which its owner switches on and off.

At first, a room listens on this machine only. When it is switched on, it also listens at the machine's addresses in
private networks, on the same port, with the same application, limits and cookies. To prevent DNS rebinding, it answers
there only to these addresses and to the machine's name. The switch is not stored: after a restart, it is off, or as
`--reach` says.

The switch applies to the current networks. A laptop that is carried into another network is not open there until its
owner switches it on again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from litestar.types import ASGIApp, Receive, Scope, Send

from sidepot.errors import Conflict
from sidepot.web.listening import listen
from sidepot.web.logs import note
from sidepot.web.networks import Network, private_networks
from sidepot.web.rate_limits import client_address, is_loopback
from sidepot.web.settings import LAN, Settings

MOST_COUNTED: Final = 1000  # devices
BACKLOG: Final = 2048  # uvicorn's own

_log = logging.getLogger("sidepot.web")

Configure = Callable[[tuple[str, ...]], uvicorn.Config]


class _LanServer(uvicorn.Server):
    """A second server, next to the room's own server, which handles the signals."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_open = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_open.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the room's own server."""
        yield


class Lan:
    """The switch that makes a room listen on the local network."""

    def __init__(self, settings: Settings) -> None:
        self._obstacle = settings.lan_obstacle
        self._is_on_at_start = settings.reach == LAN
        self._configure: Configure | None = None
        self._port = 0
        self._listens: tuple[str, ...] = ()
        self._server: _LanServer | None = None
        self._running: dict[_LanServer, asyncio.Task[None]] = {}
        self._changing = asyncio.Lock()
        self._devices: set[str] = set()

    def attach(self, configure: Configure, port: int) -> None:
        """Set the function that configures a server for some addresses, and the port that it listens on."""
        self._configure = configure
        self._port = port

    async def start(self) -> None:
        """Switch on when the room starts, if the settings say so. Raises Conflict if the port is taken."""
        if self._is_on_at_start:
            await self.switch_on()

    @property
    def can_switch(self) -> bool:
        """Whether this room can be switched to the local network, which depends on how it was started."""
        return self._configure is not None and not self._obstacle

    @property
    def networks(self) -> list[Network]:
        """The networks from which other devices can reach the room now; empty if the switch is off or there are no
        networks.
        """
        if self._server not in self._running:
            return []
        return [one for one in private_networks() if one.number in self._listens]

    @property
    def opened(self) -> int:
        """How many other devices have opened the room since listening on the local network was switched on."""
        return len(self._devices)

    async def switch_on(self, by: str = "") -> None:
        """Listen on all private networks of this machine. Raises Conflict if that fails; the switch then stays off."""
        if self._obstacle:
            raise Conflict(self._obstacle, code="lan_not_here")
        if self._configure is None:
            raise Conflict("the room is not open yet", code="lan_not_here")
        async with self._changing:
            found = private_networks()
            if not found:
                raise Conflict(
                    "this machine is not on a local network",
                    code="no_network",
                    hint="connect it to the Wi-Fi of the phones, then try again",
                )
            numbers = tuple(one.number for one in found)
            if {one.number for one in self.networks} == set(numbers):
                return
            await self._close()
            await self._open(self._configure(numbers), numbers)
        note(_log, "local network on", addresses=" ".join(numbers), by=by)

    async def _open(self, config: uvicorn.Config, numbers: tuple[str, ...]) -> None:
        with contextlib.ExitStack() as on_failure:
            sockets = []
            for number in numbers:
                sockets.append(on_failure.enter_context(contextlib.closing(listen(number, self._port))))
                _start(sockets[-1])
            server = _LanServer(config)
            self._devices.clear()
            self._listens = numbers
            self._running[server] = running = asyncio.create_task(server.serve(sockets))
            running.add_done_callback(lambda _: self._running.pop(server, None))
            opening = asyncio.create_task(server.is_open.wait())
            await asyncio.wait([running, opening], return_when=asyncio.FIRST_COMPLETED)
            opening.cancel()
            if running.done():
                running.result()
            self._server = server
            on_failure.pop_all()  # the server closes them

    async def switch_off(self, by: str = "") -> None:
        """Close the listener and its sockets immediately. Requests in progress still get their answers."""
        async with self._changing:
            if self._server is None:
                return
            await self._close()
        note(_log, "local network off", by=by)

    async def _close(self) -> None:
        if self._server is not None:
            for server in self._server.servers:
                server.close()
            self._server.should_exit = True
            self._server = None
            await asyncio.sleep(0)  # the event loop lets go of the listening sockets

    async def stop(self) -> None:
        """Close the listener for good, and wait until its last request is answered."""
        async with self._changing:
            await self._close()
        for server in self._running:
            server.should_exit = True
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def hurry(self) -> None:
        """Stop waiting for requests that are in progress."""
        for server in self._running:
            server.force_exit = True

    def counted(self, app: ASGIApp) -> ASGIApp:
        """Wrap the application to count the devices, other than this machine, that use the listener."""

        async def counting(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            if client and len(self._devices) < MOST_COUNTED and not self.is_own(client[0]):
                self._devices.add(client_address(client[0]).key)
            await app(scope, receive, send)

        return counting

    def is_own(self, number: str) -> bool:
        """Whether the IP address of a client belongs to this machine."""
        return is_loopback(number) or number in self._listens


def _start(found: socket.socket) -> None:
    """Start listening now, so that a port in use by another program is reported at once."""
    try:
        found.listen(BACKLOG)
    except OSError as error:
        host, port = found.getsockname()[:2]
        raise Conflict(f"cannot listen on {host}, port {port}: {error.strerror or error}", code="bad_address") from None
