"""Harm at a chosen step: every crash point of the owner of a table and of the next one; and a process that comes back.

A process meets a step while the room is played in over the bus, and ends there by `kill -9`, as in `tools/crash.py`.
After each of them all tables have to go on before the next is tried.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cluster_check import Harm
from cluster_players import Told, wall

from sidepot.room.store.crash_points import POINTS, RECOVERY

if TYPE_CHECKING:
    from cluster_nodes import Node
    from cluster_room import Room

PATIENCE: Final = 120.0  # seconds for anything to happen, on a machine that does much else
TIMES: Final = 3  # a step of the way of a command is met for so many commands first
AWHILE: Final = 1.0  # seconds in which a process that goes on has done what it was about to do


async def soon(what: Callable[[], bool], is_missing: str) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > end:
            raise SystemExit(is_missing)
        await asyncio.sleep(0.01)


async def all_go_on(room: Room, told: Told, tables: list[str]) -> None:
    """Wait until two processes are well, and somebody's command was done at each table since."""
    asked = [asyncio.ensure_future(node.ready(PATIENCE)) for node in room.nodes]
    well = [await one for one in itertools.islice(asyncio.as_completed(asked), 2)]
    for one in asked:
        one.cancel()
    if not all(well):
        raise SystemExit("the processes do not come again")
    since = time.monotonic()
    await soon(lambda: all(told.done_at.get(table, 0.0) > since for table in tables), "a table does not go on")


async def meet_all(room: Room, told: Told, tables: list[str], step: int) -> dict[str, float]:
    """Meet every point of recovery and every `step`th of the others: the seconds each took until all tables went on."""
    found = {}
    for point in (*list(POINTS)[step - 1 :: step], *RECOVERY):
        begun = time.monotonic()
        await _meet(room, point)
        await all_go_on(room, told, tables)
        found[point] = round(time.monotonic() - begun, 1)
        print(f"{point}: {found[point]} s, {len(told.acked)} acknowledged", file=sys.stderr)
    return found


async def _meet(room: Room, point: str) -> None:
    """One process comes to that point, and ends: the owner of most tables, or one that takes them or begins."""
    owners = await asyncio.to_thread(room.database.owners)
    most, *others = sorted(room.nodes, key=lambda node: -len(owners.get(node.name, ())))
    to_end = others if point in ("replayed", "restarted") else [most]
    for node in to_end:
        node.lay_trap(point, TIMES if point in POINTS else 1, signal.SIGKILL)
    if point in RECOVERY:
        most.signal(signal.SIGKILL)
    await soon(lambda: any(node.is_trapped for node in to_end), f"nobody comes to {point!r}")
    room.harms.append(Harm("point", most.name, wall(), [] if point in RECOVERY else owners.get(most.name, [])))
    for node in to_end:
        node.spring()


async def come_back(room: Room, node: Node, *, late: bool) -> None:
    """A process stops with a command that is decided, and goes on while another one is just taking its tables.

    It was put out by then, and nothing but the fence keeps it from writing: the next owner has not written yet. Where
    it is `late` that one has; then the key of `record` does so as well.
    """
    node.lay_trap("queued", 1, signal.SIGSTOP)
    await soon(lambda: node.is_trapped, f"{node.name} decides nothing")
    others = [other for other in room.nodes if other is not node]
    for other in others if not late else ():
        other.lay_trap("replayed", 1, signal.SIGSTOP)
    is_taken = (lambda: node.name not in room.database.owners()) if late else lambda: any(o.is_trapped for o in others)
    await soon(is_taken, f"nobody takes the tables of {node.name}")
    await asyncio.sleep(AWHILE if late else 0.0)
    node.signal(signal.SIGCONT)
    await asyncio.sleep(AWHILE)
    for other in others:
        other.spring()
        other.signal(signal.SIGCONT)
