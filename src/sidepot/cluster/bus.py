"""The bus between the processes of a room: letters from one to another, or to all.

It may lose letters, and is allowed to: the truth is in the store, and a process that misses something asks again.
Letters from one process to another come in the order in which they were sent, or not at all. Nothing on it is
acknowledged to a player before it is durable, and what is for one player alone is sent to the one process whose client
that is.

A room that is one process has no bus. `nats_bus.NatsBus` is the one on NATS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

LARGEST: Final = 512 * 1024  # bytes of one letter; NATS takes a megabyte unless it is told otherwise

Heard = Callable[[bytes], None]


class Bus(Protocol):
    """The bus as one process uses it, in the loop of its tables."""

    @property
    def is_up(self) -> bool:
        """Whether letters go out at the moment. If not, `send` drops them."""

    async def open(self, room: str, node: str, heard: Heard, restored: Callable[[], None]) -> None:
        """Be process `node` of a `room`, a name of plain letters, digits, `-` and `_` for each.

        From now on `heard` is given every letter that is sent to this process or to all, except its own. `restored` is
        called when the bus was away and is there again: letters may be lost. Raises Conflict where the bus cannot be
        reached, or the address is none.
        """

    def send(self, node: str, data: bytes) -> None:
        """Send a letter to one process. Never waits, nor fails: it may be lost."""

    def send_all(self, data: bytes) -> None:
        """Send a letter to every other process of the room."""

    async def close(self) -> None:
        """Send what waits, and hear nothing any more."""
