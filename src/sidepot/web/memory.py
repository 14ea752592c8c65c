"""Free the memory of closed sockets and finished tables, and return it to the system.

The objects of a socket (of uvicorn, `websockets` and `h11`) refer to each other, so only a full garbage collection
frees them. `serving` runs those rarely while hands are played; here one runs after many sockets have closed, and with
every sweep.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from typing import Final

MANY: Final = 500  # sockets, of 20 to 30 KB each
SOON: Final = 1.0  # seconds: where all go at once, all have gone by then


class MemorySweep:
    """Counts the sockets that closed since the last full collection."""

    def __init__(self) -> None:
        self.sockets = 0
        self._is_due = False

    def socket_gone(self) -> None:
        """A socket has closed."""
        self.sockets += 1
        if self.sockets >= MANY and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(SOON, self.clear)

    def clear(self) -> None:
        """Look through everything, and give back what is free."""
        self.sockets = 0
        self._is_due = False
        gc.collect()
        give_back()


def give_back() -> None:
    """Free memory goes back to the system, where the C library can do that (glibc)."""
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
