"""The way out to a client of another process: over the bus, with what else goes there."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.room.running.outlet import Outlet


class FarOutlet(Outlet):
    """Gives each message to `tell` at once: the post gathers them. It is never behind: the gateway skips who is."""

    __slots__ = ("_tell",)

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        super().__init__(_nothing, _nothing)
        self._tell = tell

    def lay(self, data: bytes) -> None:
        """Send a message."""
        self._tell(data)


def _nothing() -> None:
    """Nothing ever waits here."""
