"""Sockets that are refused with a status and a reason, as any request is.

uvicorn takes such a socket for one that the application forgot, and logs an error, unless the connection has ended when
the application returns. So it waits here until it has: anybody can ask for a socket that there is not.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

PATIENCE: Final = 2.0  # seconds for the answer to go out

_ACCEPTED: Final = "socket accepted"


def note_accepted(scope: Any) -> None:
    """This socket is not refused."""
    scope["state"][_ACCEPTED] = True


class RefusedSockets:
    """An application whose refusals of sockets are not taken for mistakes of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; where that was a refusal, wait for the end of the connection."""
        if str(scope["type"]) != "websocket":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        await self._app(scope, receive, send)
        if _ACCEPTED not in scope["state"]:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await _closed(receive)


async def _closed(receive: Receive) -> None:
    """Wait until the server has told of two ends: that of the answer, and that of the connection."""
    ends = 0
    while ends < 2:
        ends += (await receive())["type"] == "websocket.disconnect"
