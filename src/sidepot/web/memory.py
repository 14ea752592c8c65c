"""Memory of closed sockets and finished tables is found and given back to the system.

Much of a socket holds itself in circles (the objects of uvicorn, `websockets` and `h11` know each other), and is free
only when the collector has looked through everything. While hands are played that would cost more than it finds, so it
does so hardly ever by itself (`serving`). It is told here: after many sockets have gone, and with every sweep.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from typing import Final

MANY: Final = 500  # sockets, of 20 to 30 KB each
SOON: Final = 1.0  # seconds: where all go at once, all have gone by then


class Litter:
    """Counts the sockets that have gone since everything was looked through last."""

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
