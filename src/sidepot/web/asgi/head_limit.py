"""The time that a new connection has for the head of its first request: one that never ends it would stay for ever."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE: Final = 20.0  # seconds for a whole head
_END: Final = re.compile(rb"\n\r?\n")


class HeadInTime(H11Protocol):
    """uvicorn's HTTP. A client whose first head is not there in time is cut off."""

    def connection_made(self, transport: Any) -> None:  # uvloop's is none of asyncio's classes
        """See `asyncio.BaseProtocol`."""
        super().connection_made(transport)
        self._tail = b""
        self._too_late: asyncio.TimerHandle | None = self.loop.call_later(PATIENCE, transport.abort)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._too_late is not None:
            seen = self._tail + data
            self._tail = seen[-2:]
            if _END.search(seen):
                self._too_late.cancel()
                self._too_late = None
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.BaseProtocol`."""
        if self._too_late is not None:
            self._too_late.cancel()
        super().connection_lost(exc)
