"""The time that a client has for the body of a request: one that never ends it would keep a connection for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from sidepot.web.problems import HEADERS, Refusal

PATIENCE: Final = 40.0  # seconds for a whole body
TOO_LATE: Final = 408  # HTTP: the request took too long


class BodyInTime:
    """An application that is asked with whole bodies, or else told that the client has gone: that one gets a 408."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the body takes too long."""
        if str(scope["type"]) != "http":
            await self._app(scope, receive, send)
            return
        begun = late = False
        ended = not _has_body(scope["headers"])
        until = asyncio.get_running_loop().time() + PATIENCE

        async def receive_in_time() -> Any:
            nonlocal ended, late
            if ended:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message: Any = await receive()
            except TimeoutError:
                ended = late = True
                if not begun:
                    await _refuse(send)
                return {"type": "http.disconnect"}
            ended = not message.get("more_body", False)
            return message

        async def send_unless_late(message: Any) -> None:
            nonlocal begun
            if not begun and not ended:  # nobody reads the rest: the connection is of no more use
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            begun = True
            if not late:
                await send(message)

        await self._app(scope, receive_in_time, send_unless_late)


def _has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    sizes = [value for name, value in headers if name in (b"content-length", b"transfer-encoding")]
    return bool(sizes) and sizes != [b"0"]


async def _refuse(send: Any) -> None:
    body = msgspec.json.encode(Refusal("the request took too long: send its body at once", code="too_slow"))
    told = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": TOO_LATE, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
