"""Runs the room: opens the port and the store, takes the tables up where they stood, and stops without losing anything.

Signals end it gracefully: sockets are told that the server restarts, tables stop between two entries, the store writes
what waits. Where other processes share the room, tables go over to them first, while everybody can still act here; then
the sockets are closed a few at a time, so that not all clients knock at the others at once. A second signal has all of
this end at once; nothing that was acknowledged is lost even then.
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
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from types import FrameType
from typing import Final

import uvicorn
from litestar import Litestar
from litestar.types import ASGIApp

from sidepot.cluster.failover import StandbyTableRegistry, stand_by
from sidepot.cluster.lease import LEASE
from sidepot.cluster.membership import Membership
from sidepot.cluster.node_list import drain_key
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.privacy import PrivateStruct
from sidepot.room.runtime.bots import BotPlayers
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.member import Member
from sidepot.room.store.place import Place
from sidepot.room.store.store import Store, open_store
from sidepot.web.app import make_app, sweep
from sidepot.web.asgi import BodyInTime, BudgetedSocket, HeadInTime, OwnNames, RefusedSockets
from sidepot.web.auth import identities
from sidepot.web.connection import RESTART, UNREAD, Connection
from sidepot.web.demo import keep_demo, open_demo
from sidepot.web.logs import note, trouble
from sidepot.web.peers import BEAT
from sidepot.web.print.qr import address, reached_at
from sidepot.web.rate_limits import trusted_proxies
from sidepot.web.settings import Settings
from sidepot.web.state import AppState, open_app_state

PUT_OUT: Final = 75  # what a process ends with that was put out; start it again, and it stands by, or takes its share
ASKED_EVERY: Final = 1.0  # seconds between two looks whether it is to hand its tables over

_log = logging.getLogger("sidepot.web")


def name_of(settings: Settings) -> str:
    """The name of this process; with a bus it has one in any case, that of the machine. "" for one that is alone."""
    return settings.node or (socket.gethostname()[:40] if settings.bus else "")


def join_as(name: str, place: Place, reached: str, lease: float = LEASE) -> Membership:
    """This process by its name, among those that share the database. Raises Conflict for a file, which has one."""
    if place.file is not None:
        raise Conflict(
            "several processes share a room only in PostgreSQL",
            code="bad_address",
            hint="with --node or --bus give --db postgresql://...; a room in a file needs neither",
        )
    return Membership(place, name, lambda why: end_at_once(name, why), address=reached, clock=lease_clock, lease=lease)


if sys.platform == "linux":

    def lease_clock() -> float:
        """Seconds that pass while the machine sleeps, too: so does the lease, by which others may have the tables."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

else:
    lease_clock = time.monotonic


def hall_of(settings: Settings, store: Store) -> TableRegistry:
    """All tables of the room, or, with a bus, the share of this process. Raises Conflict for an address of no bus."""
    bots = BotPlayers()
    if not settings.bus:
        return TableRegistry(store, bots=bots) if store.member is None else StandbyTableRegistry(store, bots=bots)
    from sidepot.cluster.nats_bus import NatsBus

    return SharedTableRegistry(store, NatsBus(settings.bus, trusted=settings.trust_bus), bots=bots)


async def has_part(settings: Settings, store: Store) -> bool:
    """Whether this process may open: at once, or where one process has the room, when it does; False if it is stopped.

    Raises Conflict where the others of the room do it the other way.
    """
    member = store.member
    if member is None:
        return True
    if settings.bus:
        return True
    return await _is_ours(store, member)


async def _is_ours(store: Store, member: Member) -> bool:
    """Stand by until this process has the room; False if it is stopped before."""
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
    """Stop once `sidepot drain` has asked for it. Runs until it is cancelled.

    No signal is sent for that: the next one would be a second one, which has it stop at once.
    """
    member = store.member
    while member is not None:
        await asyncio.sleep(ASKED_EVERY)
        with contextlib.suppress(Conflict):
            if await store.get(drain_key(member.name)) == str(member.epoch):
                _log.warning("%s hands its tables over and stops, as `sidepot drain` has asked", member.name)
                stop()
                return


def end_at_once(name: str, why: str) -> None:
    """Nothing that this process knows is true any more: nothing is said or tidied up."""
    _log.critical("%s ends: %s", name, why)
    logging.shutdown()
    os._exit(PUT_OUT)


LARGEST_MESSAGE: Final = 64 * 1024  # of a client; those over 4,096 bytes are only read to be refused
SEND_BUFFER: Final = 128 * 1024  # of the system, for each socket: so much may be under way to a slow client
PING_EVERY: Final = 20.0  # seconds
PONG_WITHIN: Final = 20.0  # seconds; a client that does not answer is cut off
GRACE: Final = 5  # seconds for requests that are on when the server stops
PARTS: Final = 10  # in which clients are let go whose tables are elsewhere by then,
BETWEEN: Final = 0.05  # seconds apart: a proxy that looks every half second does not cut them off before
SWEEP_EVERY: Final = 300.0
_TRUSTED: Final = "127.0.0.1,::1"  # proxies on this machine


class Started(PrivateStruct, frozen=True):
    """A room that is open: where, for the network ("" if it is for this machine), and the host link if there is one."""

    SHOWN = ("address", "data")

    address: str
    network: str
    host_link: str
    port: int
    data: str
    pid: int


class _Server(uvicorn.Server):
    """uvicorn's server: it says when it has started, and a signal only stops it.

    `hand_over` is done before sockets are closed, and says whether clients can go on elsewhere; another signal ends it.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Collection[Connection],
        started: Callable[[], None],
        hand_over: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._tell = started
        self._hand_over = hand_over
        self._loop = asyncio.get_running_loop()
        self._signals = 0
        self._in_haste = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tables go over first, while a proxy is told to bring nobody new (`/readyz`); then clients, then all ends."""
        try:
            if self._hand_over is not None and await self._handed_over(self._hand_over):
                for server in self.servers:
                    server.close()
                await self._let_go()
        except Exception as error:
            trouble(_log, "the tables were not handed over", error)
        for connection in list(self._connections):
            connection.hang_up(RESTART, "")
        await asyncio.sleep(0)  # what waits for them goes out first
        await super().shutdown(sockets)
        if self.force_exit:  # else that has done so
            await self.lifespan.shutdown()

    async def _let_go(self) -> None:
        """Close the sockets of clients, some at a time. Other connections end when they are idle."""
        clients = list(self._connections)
        step = max(1, -(-len(clients) // PARTS))
        for at in range(0, len(clients), step):
            for client in clients[at : at + step]:
                client.hang_up(RESTART, "")
            await asyncio.sleep(BETWEEN)

    async def _handed_over(self, hand_over: Callable[[], Awaitable[bool]]) -> bool:
        """Hand tables over, unless in haste; whether clients can go on elsewhere."""
        note(_log, "handing its tables over; another signal ends that at once")
        handing = asyncio.ensure_future(hand_over())
        haste = asyncio.ensure_future(self._in_haste.wait())
        await asyncio.wait([handing, haste], return_when=asyncio.FIRST_COMPLETED)
        haste.cancel()
        handing.cancel()
        await asyncio.wait([handing])
        if handing.cancelled():
            note(_log, "no table is handed over any more, as another signal came: others take them", logging.WARNING)
            return False
        return handing.result()

    def stop(self) -> None:
        """Stop in order, as after a first signal."""
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal has it stop, and is not raised again after that; any other one has it stop at once."""
        self.stop()
        self._signals += 1
        if self._signals > 1:
            self.force_exit = True
            self._loop.call_soon_threadsafe(self._in_haste.set)


def listen(host: str, port: int) -> socket.socket:
    """Open the port; 0 takes a free one. Raises Conflict where that cannot be."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except OSError as error:
        raise Conflict(f"{host}: {error.strerror or error}", code="bad_address") from None
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # the sockets of clients take it over
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux: one that does not read what it was sent is cut off, at last
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD * 1000))
        found.bind(where)
    except OSError as error:
        found.close()
        raise Conflict(
            f"{host}, port {port}: {error.strerror or error}",
            code="bad_address",
            hint="stop what listens there, or give another --port",
        ) from None
    return found


def more_files() -> None:
    """Let this program have as many connections open as the system lets it; 1024 are usual, and few for a room."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def config_of(app: ASGIApp, app_state: AppState) -> uvicorn.Config:
    """How uvicorn runs the application of a desk."""
    return uvicorn.Config(
        BodyInTime(RefusedSockets(OwnNames(app, app_state.settings, app_state.meters.refused))),
        http=HeadInTime,
        ws=BudgetedSocket if app_state.settings.limits else "websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,  # it would make other bytes for every viewer
        lifespan="on",
        log_config=None,
        access_log=False,
        forwarded_allow_ips=trusted_proxies(os.environ.get("FORWARDED_ALLOW_IPS", _TRUSTED)),
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=32 * 1024,
    )


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of the room: uvloop's where that is installed, since it costs less; None for Python's own."""
    try:
        import uvloop
    except ImportError:  # on Windows there is none
        return None
    return uvloop.new_event_loop


async def serve(settings: Settings, place: Place, started: Callable[[Started], None]) -> None:
    """Run the room until a signal. Raises Conflict where the port is taken, StoreError where the store is."""
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
    settings = app_state.settings
    here = address(settings.host, port)
    token = ""
    if (
        settings.host_link
        or await app_state.registry.has_duty("host link")
        and not await identities.has_host(app_state)
    ):
        token = await identities.new_host_token(app_state)
    link = f"{here}/host?token={token}" if token else ""
    found = Started(here, reached_at(settings.host, port), link, port, place.shown, os.getpid())
    app = make_app(app_state)

    def tell() -> None:
        note(_log, "started", address=here, data=place.shown, pid=found.pid)
        started(found)

    if settings.demo and await app_state.registry.has_duty("demo"):
        await open_demo(app_state)
    keeping = [asyncio.create_task(_sweep(app, app_state)), asyncio.create_task(_tell_of_hosts(app_state))]
    server = _Server(
        config_of(app, app_state), app_state.connections, tell, app_state.registry.drain if settings.bus else None
    )
    keeping += [asyncio.create_task(stop_when_asked(app_state.store, server.stop))]
    if settings.demo:
        keeping.append(asyncio.create_task(keep_demo(app_state)))
    collect_seldom()
    try:
        await server.serve(sockets=[listener])
    finally:
        note(_log, "stopping")
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        if not server.force_exit:
            await app_state.registry.drain()  # a table that was opened since


def collect_seldom() -> None:
    """Have Python look for garbage seldom while hands are played: each look holds everybody up."""
    gc.collect()
    gc.set_threshold(20_000, 250, 100)
    gc.freeze()  # what the program itself is made of is not looked through again


async def _tell_of_hosts(app_state: AppState) -> None:
    """Let the other servers of the room know that a host is here."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            app_state.host_watch.beat()
        except Exception as error:
            trouble(_log, "it was not told that a host is here", error)


async def _sweep(app: Litestar, app_state: AppState) -> None:
    """Forget from time to time what nobody needs any more."""
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        await sweep_once(app, app_state)


async def sweep_once(app: Litestar, app_state: AppState) -> None:
    """Forget what nobody needs any more: one thing after the other, whatever is the matter with one of them."""
    for work in (
        partial(sweep, app),
        app_state.note_played,
        partial(_forget_guests, app_state),
        app_state.budgets.clear,
    ):
        try:
            await work()
        except Exception as error:  # such as another process that does not answer who is known there
            trouble(_log, "the room was not swept", error)
    for act in (app_state.put_out_banned, app_state.registry.forget, app_state.memory.clear):
        try:
            act()
        except Exception as error:
            trouble(_log, "the room was not swept", error)


async def _forget_guests(app_state: AppState) -> None:
    if await app_state.registry.has_duty("sweep") and (forgotten := await identities.forget_guests(app_state)):
        note(_log, "guests forgotten", count=forgotten)
