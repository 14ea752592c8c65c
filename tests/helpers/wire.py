"""A bus in memory for tests: many processes of rooms in one loop, whose letters are lost, late or cut off as one likes.

What NATS promises holds here and no more: letters from one to another come in order or not at all, never at once, never
to their sender. The same seed loses and delays the same letters.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from sidepot.cluster.transport import LARGEST, Heard


@dataclass(eq=False)
class WireBus:
    """The bus of one process (`bus.Bus`)."""

    wire: Wire
    name: str
    room: str = ""
    is_open: bool = False
    is_cut: bool = False
    knows: bool = True  # whether it notices that it is cut off
    heard: Heard = field(default=lambda _data: None)
    restored: Callable[[], None] = field(default=lambda: None)

    @property
    def is_up(self) -> bool:
        """As one that is cut off sees it: it may not have noticed."""
        return self.is_open and not (self.is_cut and self.knows)

    async def open(self, room: str, node: str, heard: Heard, restored: Callable[[], None]) -> None:
        """Hear letters from now on."""
        assert node == self.name and not self.is_open
        self.room, self.heard, self.restored, self.is_open = room, heard, restored, True

    def send(self, node: str, data: bytes) -> None:
        """To one."""
        self.wire.carry(self, [bus for bus in self.wire.buses if bus.name == node], data)

    def send_all(self, data: bytes) -> None:
        """To all others."""
        self.wire.carry(self, self.wire.buses, data)

    async def close(self) -> None:
        """What waits is sent; nothing is heard any more."""
        await self.wire.settle(self)
        self.is_open = False


class Wire:
    """What connects them. `lose` is the part of letters that never come; `delay` the least and most seconds on the way.

    `sent` and `lost` count letters by receiver; `letters`, where it is a list, keeps each one that arrives, as (from,
    to, data).
    """

    def __init__(self, seed: int = 1, lose: float = 0.0, delay: tuple[float, float] = (0.0, 0.0)) -> None:
        self.lose = lose
        self.delay = delay
        self.buses: list[WireBus] = []
        self.sent = 0
        self.lost = 0
        self.letters: list[tuple[str, str, bytes]] | None = None
        self._rng = Random(seed)
        self._ways: dict[tuple[WireBus, WireBus], deque[bytes]] = {}  # on the way, the oldest first
        self._due: dict[tuple[WireBus, WireBus], float] = {}

    def bus(self, name: str) -> WireBus:
        """The bus of a process of that name. One that is started again gets a new one."""
        made = WireBus(self, name)
        self.buses.append(made)
        return made

    def cut(self, name: str, *, knows: bool = True) -> None:
        """Cut a process off: what is on its way to or from it is lost. It may not have noticed (`knows`)."""
        for bus in self._of(name):
            bus.is_cut, bus.knows = True, knows
            for (one, other), waiting in self._ways.items():
                if bus in (one, other):
                    self.lost += len(waiting)
                    waiting.clear()

    def mend(self, name: str) -> None:
        """Connect it again; it is told, soon."""
        for bus in self._of(name):
            if bus.is_cut:
                bus.is_cut, bus.knows = False, True
                asyncio.get_running_loop().call_soon(bus.restored)

    def carry(self, sender: WireBus, to: list[WireBus], data: bytes) -> None:
        """Take a letter to some of the same room."""
        assert isinstance(data, bytes) and len(data) <= LARGEST, f"a letter of {len(data)} bytes"
        loop = asyncio.get_running_loop()
        for bus in to:
            if bus is sender or bus.room != sender.room or not (bus.is_open and sender.is_open):
                continue
            self.sent += 1
            if sender.is_cut or bus.is_cut or self._rng.random() < self.lose:
                self.lost += 1
                continue
            way = sender, bus
            due = max(loop.time() + self._rng.uniform(*self.delay), self._due.get(way, 0.0))
            self._due[way] = due
            self._ways.setdefault(way, deque()).append(data)
            if self.delay[1]:
                loop.call_at(due, self._arrive, way)
            else:
                loop.call_soon(self._arrive, way)

    async def settle(self, sender: WireBus | None = None) -> None:
        """Wait until all letters have come, or those of one."""
        while any(waiting for (one, _), waiting in self._ways.items() if sender in (None, one)):
            await asyncio.sleep(0.001)

    def _arrive(self, way: tuple[WireBus, WireBus]) -> None:
        waiting, (sender, bus) = self._ways[way], way
        if not waiting:  # it was lost since
            return
        data = waiting.popleft()
        if not bus.is_open:
            self.lost += 1
            return
        if self.letters is not None:
            self.letters.append((sender.name, bus.name, data))
        bus.heard(data)

    def _of(self, name: str) -> list[WireBus]:
        return [bus for bus in self.buses if bus.name == name and bus.is_open]
