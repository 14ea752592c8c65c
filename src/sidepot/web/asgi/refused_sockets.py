"""Sockets that are refused with a status and a reason, as any request is.

uvicorn takes such a socket for one that the application forgot, and logs an error, unless the connection has ended when
the application returns. So it waits here until it has: anybody can ask for a socket that there is not.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket
from litestar.types import ASGIApp, Receive, Scope, Send

PATIENCE: Final = 2.0  # seconds for the answer to go out

_ENDS: Final = "socket ends"  # where the state of a socket has what `accepted` takes


def accepted(socket: WebSocket[Any, Any, Any]) -> tuple[Receive, Send]:
    """Note that this socket is not refused: its `receive` and `send` as the server gave them.

    What the framework puts around them costs a fifth of each message.
    """
    found: tuple[Receive, Send] | None = socket.scope["state"].pop(_ENDS, None)
    return found or (socket.receive, socket.send)


class RefusedSockets:
    """An application whose refusals of sockets are not taken for mistakes of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; where that was a refusal, wait for the end of the connection."""
        if str(scope["type"]) != "websocket":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        state[_ENDS] = (receive, send)
        await self._app(scope, receive, send)
        if _ENDS in state:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await _closed(receive)


async def _closed(receive: Receive) -> None:
    """Wait until the server has told of two ends: that of the answer, and that of the connection."""
    ends = 0
    while ends < 2:
        ends += (await receive())["type"] == "websocket.disconnect"
