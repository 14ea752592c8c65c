"""This process among those of a room: its name, its bus, and whether it has the room, shares it, or stands by."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Final

from sidepot.cluster.failover import StandbyTableRegistry, stand_by
from sidepot.cluster.lease import LEASE
from sidepot.cluster.membership import Membership
from sidepot.cluster.node_list import drain_key
from sidepot.cluster.tables import SharedTableRegistry
from sidepot.errors import Conflict
from sidepot.room.runtime.bots import BotPlayers
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.member import Member
from sidepot.room.store.place import Place
from sidepot.room.store.store import Store
from sidepot.web.settings import Settings

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
