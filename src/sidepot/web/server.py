"""The server: opens the port and the store, loads the tables, and stops without losing anything.

A signal stops it gracefully: sockets close with the code for a restart, tables stop between two events, and the store
finishes its writes. If other processes share the room, tables migrate to them first, while everybody can still act
here. Sockets are then closed a few at a time, so that clients do not all reconnect at once. A second signal stops the
server immediately; even then nothing acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from types import FrameType
from typing import Final

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp
from uvicorn.config import LifespanType

from sidepot.cluster.lease import LEASE
from sidepot.cluster.membership import Membership
from sidepot.cluster.node_list import drain_key
from sidepot.cluster.standby import StandbyTableRegistry, stand_by
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.privacy import PrivateStruct
from sidepot.room.runtime.bots import BotPlayers
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.member import Member
from sidepot.room.store.place import Place
from sidepot.room.store.store import Store, open_store
from sidepot.web.app import make_app, sweep
from sidepot.web.asgi import (
    BudgetedSocket,
    DirectSocket,
    HostNames,
    RefusedSockets,
    RequestBodyTimeout,
    RequestHeadTimeout,
    lan_names,
    own_names,
)
from sidepot.web.auth import identities
from sidepot.web.demo import keep_demo, open_demo
from sidepot.web.listening import listen
from sidepot.web.logs import note, trouble
from sidepot.web.networks import address, reached_at
from sidepot.web.peers import BEAT
from sidepot.web.rate_limits import trusted_proxies
from sidepot.web.settings import Settings
from sidepot.web.socket_backpressure import RESTART
from sidepot.web.state import AppState, open_app_state

PUT_OUT: Final = 75  # exit status after losing the lease; a restarted process then stands by or takes its share
ASKED_EVERY: Final = 1.0  # seconds between two checks for `sidepot drain`

_log = logging.getLogger("sidepot.web")


def name_of(settings: Settings) -> str:
    """The name of this process: from the settings or, with a bus, the machine's name; "" for a single process."""
    return settings.node or (socket.gethostname()[:40] if settings.bus else "")


def join_as(name: str, place: Place, reached: str, lease: float = LEASE) -> Membership:
    """The membership of this process in a shared database.

    - `name`: the name of the process
    - `reached`: its address, for the other processes
    - `lease`: the number of seconds without a heartbeat after which other processes may take its tables

    Raises Conflict for a file, which cannot be shared.
    """
    if place.file is not None:
        raise Conflict(
            "several nodes need PostgreSQL",
            code="bad_address",
            hint="give --db postgresql://... with --node or --bus; a room in a file needs neither",
        )
    return Membership(place, name, lambda why: end_at_once(name, why), address=reached, clock=lease_clock, lease=lease)


if sys.platform == "linux":

    def lease_clock() -> float:
        """A clock in seconds that also runs while the machine sleeps, as the lease does."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

else:
    lease_clock = time.monotonic


def hall_of(settings: Settings, store: Store) -> TableRegistry:
    """The registry of all tables or, with a bus, of the tables of this process.

    Raises Conflict for a malformed bus address.
    """
    bots = BotPlayers()
    if not settings.bus:
        return TableRegistry(store, bots=bots) if store.member is None else StandbyTableRegistry(store, bots=bots)
    from sidepot.cluster.nats_bus import NatsBus

    return SharedTableRegistry(store, NatsBus(settings.bus, trusted=settings.trust_bus), bots=bots)


async def has_part(settings: Settings, store: Store) -> bool:
    """Wait until this process may open the room. Without a bus, no other process may run the room.

    Returns False if the process is asked to stop before that. Raises Conflict if other processes of the room are
    configured differently.
    """
    member = store.member
    if member is None:
        return True
    if settings.bus:
        return True
    return await _is_ours(store, member)


async def _is_ours(store: Store, member: Member) -> bool:
    """Stand by until this process has the room. Returns False if the process is stopped before that."""
    loop = asyncio.get_running_loop()
    waiting = loop.create_task(stand_by(store, member))
    asked = loop.create_task(stop_when_asked(store, waiting.cancel))
    signals = (signal.SIGINT, signal.SIGTERM)
    for one in signals:
        with contextlib.suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(one, waiting.cancel)
    try:
        await waiting
    except asyncio.CancelledError:
        return False
    finally:
        asked.cancel()
        for one in signals:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(one)
    return True


async def stop_when_asked(store: Store, stop: Callable[[], object]) -> None:
    """Call `stop` when `sidepot drain` requests it. Runs until it is cancelled.

    `sidepot drain` sends no signal: the process would take a later real signal for the second one, and stop at once.
    """
    member = store.member
    while member is not None:
        await asyncio.sleep(ASKED_EVERY)
        with contextlib.suppress(Conflict):
            if await store.get(drain_key(member.name)) == str(member.epoch):
                _log.warning(
                    "node %s stops because of `sidepot drain`; its tables move to the other nodes", member.name
                )
                stop()
                return


def end_at_once(name: str, why: str) -> None:
    """Exit immediately without cleaning up, because the state of this process is out of date."""
    _log.critical("node %s stops: %s", name, why)
    logging.shutdown()
    os._exit(PUT_OUT)


LARGEST_MESSAGE: Final = 64 * 1024  # bytes; larger messages than 4,096 are read only to be refused
PING_EVERY: Final = 20.0  # seconds
PONG_WITHIN: Final = 20.0  # seconds; a client that does not answer a ping is disconnected
GRACE: Final = 5  # seconds for open requests when the server stops
PARTS: Final = 10  # groups in which clients are disconnected after their tables have moved,
BETWEEN: Final = 0.05  # seconds apart: slow enough for a proxy that checks every half second
SWEEP_EVERY: Final = 300.0
_TRUSTED: Final = "127.0.0.1,::1"  # proxies on this machine


class Started(PrivateStruct, frozen=True):
    """An open room.

    - `address`: its address on this machine
    - `network`: its address on the network
    - `host_link`: the host link ("" if there is none)
    """

    SHOWN = ("address", "data")

    address: str
    network: str
    host_link: str
    port: int
    data: str
    pid: int


class _Server(uvicorn.Server):
    """uvicorn's server, extended: it reports when it has started, and stops gracefully on a signal.

    Another server does the same work on the local network (`Lan`), and stops before this one. `hand_over` runs before
    sockets are closed, and returns whether clients can continue at another node. A second signal ends it.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        app_state: AppState,
        started: Callable[[], None],
        hand_over: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        super().__init__(config)
        self._connections = app_state.connections
        self._lan = app_state.lan
        self._tell = started
        self._hand_over = hand_over
        self._loop = asyncio.get_running_loop()
        self._signals = 0
        self._in_haste = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            try:
                await self._lan.start()
            except Conflict:
                await super().shutdown(sockets)
                raise
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Migrate the tables while `/readyz` turns new clients away; then disconnect clients, then stop."""
        try:
            if self._hand_over is not None and await self._handed_over(self._hand_over):
                for server in self.servers:
                    server.close()
                await self._let_go()
        except Exception as error:
            trouble(_log, "the tables could not migrate", error)
        for connection in list(self._connections):
            connection.hang_up(RESTART, "")
        await asyncio.sleep(0)  # after their queues are sent
        await self._lan.stop()
        await super().shutdown(sockets)
        if self.force_exit:  # otherwise uvicorn's shutdown has done it
            await self.lifespan.shutdown()

    async def _let_go(self) -> None:
        """Close the clients' sockets, a few at a time. Other connections end when idle."""
        clients = list(self._connections)
        step = max(1, -(-len(clients) // PARTS))
        for at in range(0, len(clients), step):
            for client in clients[at : at + step]:
                client.hang_up(RESTART, "")
            await asyncio.sleep(BETWEEN)

    async def _handed_over(self, hand_over: Callable[[], Awaitable[bool]]) -> bool:
        """Migrate the tables, unless there was a second signal.

        Returns whether clients can continue at another node.
        """
        note(_log, "moving the tables to other nodes; a second signal stops at once")
        handing = asyncio.ensure_future(hand_over())
        haste = asyncio.ensure_future(self._in_haste.wait())
        await asyncio.wait([handing, haste], return_when=asyncio.FIRST_COMPLETED)
        haste.cancel()
        handing.cancel()
        await asyncio.wait([handing])
        if handing.cancelled():
            note(_log, "stopped by a second signal; other nodes take over the remaining tables", logging.WARNING)
            return False
        return handing.result()

    def stop(self) -> None:
        """Stop gracefully, as after a first signal."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal: the first one stops the server gracefully and is not raised again, the next one stops it
        immediately.
        """
        self.stop()
        self._signals += 1
        if self._signals > 1:
            self.force_exit = True
            self._lan.hurry()
            self._loop.call_soon_threadsafe(self._in_haste.set)


def more_files() -> None:
    """Raise the limit on open files to the system's maximum, because the usual 1024 are too few for a room."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def config_of(app: ASGIApp, app_state: AppState) -> uvicorn.Config:
    """The uvicorn configuration of the room's server."""
    return _config(app_state, HostNames(app, own_names(app_state.settings), app_state.meters.refused))


def lan_config_of(app: ASGIApp, app_state: AppState, numbers: tuple[str, ...]) -> uvicorn.Config:
    """The uvicorn configuration of the server on the local network. `numbers` are the machine's addresses there."""
    names = lan_names(numbers, app_state.settings)
    own = HostNames(app_state.lan.counted(app), names, app_state.meters.refused, " or ".join(numbers))
    return _config(app_state, own, lifespan="off")  # the application runs already


def _config(app_state: AppState, own: HostNames, lifespan: LifespanType = "on") -> uvicorn.Config:
    return uvicorn.Config(
        RequestBodyTimeout(RefusedSockets(own)),
        http=RequestHeadTimeout,
        ws=BudgetedSocket if app_state.settings.limits else DirectSocket,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,  # all subscribers get the same bytes (`DirectSocket` depends on it)
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        forwarded_allow_ips=trusted_proxies(os.environ.get("FORWARDED_ALLOW_IPS", _TRUSTED)),
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=32 * 1024,
    )


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop of uvloop, if it is installed; None for Python's own."""
    try:
        import uvloop
    except ImportError:  # on Windows there is none
        return None
    return uvloop.new_event_loop


async def serve(settings: Settings, place: Place, started: Callable[[Started], None]) -> None:
    """Run the room until a signal stops it. `started` is called once the room is open.

    Raises Conflict if the port is taken, and StoreError if the store cannot be opened.
    """
    more_files()
    listener = listen(settings.host, settings.port)
    with contextlib.closing(listener):
        port = listener.getsockname()[1]
        name = name_of(settings)
        member = join_as(name, place, f"{settings.host}:{port}", settings.lease) if name else None
        store = await asyncio.to_thread(open_store, place, member=member)
        try:
            if not await has_part(settings, store):
                return
            async with open_app_state(settings, store, hall_of(settings, store)) as app_state:
                await _run(app_state, listener, port, place, started)
        finally:
            await store.close()
    note(_log, "stopped")


async def _run(
    app_state: AppState, listener: socket.socket, port: int, place: Place, started: Callable[[Started], None]
) -> None:
    settings, lan = app_state.settings, app_state.lan
    here = address(settings.host, port)
    token = ""
    if settings.host_link or await app_state.registry.has_job("host link") and not await identities.has_host(app_state):
        token = await identities.new_host_token(app_state)
    link = f"{here}/host?token={token}" if token else ""
    app = make_app(app_state)

    def tell() -> None:
        network = address(lan.networks[0].number, port) if lan.networks else reached_at(settings.host, port)
        found = Started(here, network, link, port, place.shown, os.getpid())
        note(_log, "started", address=here, data=place.shown, pid=found.pid)
        started(found)

    if settings.demo and await app_state.registry.has_job("demo"):
        await open_demo(app_state)
    lan.attach(partial(lan_config_of, app, app_state), port)
    keeping = [asyncio.create_task(_sweep(app, app_state)), asyncio.create_task(_tell_of_hosts(app_state))]
    server = _Server(config_of(app, app_state), app_state, tell, app_state.registry.drain if settings.bus else None)
    keeping += [asyncio.create_task(stop_when_asked(app_state.store, server.stop))]
    if settings.demo:
        keeping.append(asyncio.create_task(keep_demo(app_state)))
    collect_seldom()
    try:
        await server.serve(sockets=[listener])
    finally:
        note(_log, "stopping")
        await lan.stop()
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        if not server.force_exit:
            await app_state.registry.drain()  # tables opened since


def collect_seldom() -> None:
    """Make garbage collections rare, because each one halts all tables for a moment."""
    gc.collect()
    gc.set_threshold(20_000, 250, 100)
    gc.freeze()  # keep the program itself out of collections


async def _tell_of_hosts(app_state: AppState) -> None:
    """Tell the other servers of the room when a host is connected to this one."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            app_state.host_watch.beat()
        except Exception as error:
            trouble(_log, "could not notify the other servers that a host is here", error)


async def _sweep(app: Litestar, app_state: AppState) -> None:
    """Free what is no longer needed, from time to time."""
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        await sweep_once(app, app_state)


async def sweep_once(app: Litestar, app_state: AppState) -> None:
    """Free everything that is no longer needed. If one part fails, the other parts are still done."""
    for work in (
        partial(sweep, app),
        app_state.note_played,
        partial(_forget_guests, app_state),
        app_state.budgets.clear,
    ):
        try:
            await work()
        except Exception as error:  # for example, another process does not answer
            trouble(_log, "the cleanup of the room failed", error)
    for act in (app_state.put_out_banned, app_state.registry.forget, app_state.memory.clear):
        try:
            act()
        except Exception as error:
            trouble(_log, "the cleanup of the room failed", error)


async def _forget_guests(app_state: AppState) -> None:
    if await app_state.registry.has_job("sweep") and (forgotten := await identities.forget_guests(app_state)):
        note(_log, "guests forgotten", count=forgotten)
