"""How many bytes one socket may send. Pings, pongs and pieces of messages count, which the application never sees."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sidepot.web.security.rate_limits import Bucket

BYTES_PER_SECOND: Final = 32 * 1024.0  # for long: three players could say all they may in the longest messages
BYTES_AT_ONCE: Final = 512 * 1024.0


class BudgetedSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket. A client that sends more than its budget is cut off."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._budget = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE)
        self._wire: Any = None  # uvloop's is none of asyncio's classes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.BaseProtocol`."""
        self._wire = transport
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._budget.take(len(data)):
            super().data_received(data)
        else:
            self._wire.abort()
