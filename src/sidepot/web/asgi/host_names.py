"""The names that a room answers to.

A page of elsewhere can have its own name mean 127.0.0.1 (DNS rebinding): the visitor's browser then takes a
room on that machine for a part of that page. It still says in `Host` which name it has asked for. So a room that only
this machine reaches answers to its own names, and to those of `--origin`. A room for the network is called by names
that it cannot know, and is there for everybody who reaches it: it answers to all.
"""

from __future__ import annotations

import re
import socket
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from sidepot.web.problems import HEADERS, Refusal
from sidepot.web.security.client_address import is_loopback
from sidepot.web.settings import LOCAL, Settings

MISDIRECTED: Final = 421  # HTTP: this server does not answer for that name
_LONGEST: Final = 100  # of a name that is said again

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^][:/?#@\\\s,]+)(?::[0-9]*)?", re.IGNORECASE)


def own_names(settings: Settings) -> frozenset[str] | None:
    """The names that a room answers to, in small letters; None: to any, as the network reaches it.

    >>> sorted(own_names(Settings(origins=("https://cards.example.org",))))
    ['127.0.0.1', '::1', 'cards.example.org', 'localhost']
    """
    if not _is_loopback(settings.host):
        return None
    return frozenset((*LOCAL, settings.host.lower(), *(urlsplit(origin).hostname or "" for origin in settings.origins)))


def why_not_here(hosts: Sequence[bytes], names: frozenset[str] | None) -> str:
    """Why a request with these headers `Host` gets no answer, and the setting to change; "" where it does.

    >>> why_not_here([b"localhost:8000"], own_names(Settings()))
    ''
    """
    if names is None:
        return ""
    said = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    name = _name_of(said)
    if name in names or is_loopback(name):
        return ""
    shown = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}\u2026"
    return (
        f"this room is for this machine, and does not answer to the name {shown!r}: open it as localhost or 127.0.0.1; "
        "or, to have it reached by another name, start it with --origin and the address that browsers show, such as "
        "--origin https://cards.example.org"
    )


def _name_of(host: str) -> str:
    found = _HOST.fullmatch(host)
    return found[1].lower().removesuffix(".").strip("[]") if found else ""


def _is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there, under whatever name that is."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][4][0]
    except OSError:
        return False
    return is_loopback(str(found))


class OwnNames:
    """An application that is only asked by its own names."""

    def __init__(self, app: ASGIApp, settings: Settings, refused: Counter[str]) -> None:
        self._app = app
        self._names = own_names(settings)
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or say why not."""
        if str(scope["type"]) != "lifespan":
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            if because := why_not_here(hosts, self._names):
                self._refused["host"] += 1
                await _refuse(because, str(scope["type"]), scope.get("extensions") or {}, send)
                return
        await self._app(scope, receive, send)


async def _refuse(because: str, asked: str, extensions: Any, send: Any) -> None:
    kind = "http.response"
    if asked == "websocket":
        kind = "websocket.http.response"
        if kind not in extensions:
            await send({"type": "websocket.close", "code": 1008, "reason": because[:100]})
            return
    body = msgspec.json.encode(Refusal(because, code="other_host"))
    told = {**HEADERS, "content-type": "application/json", "content-length": str(len(body))}
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": f"{kind}.start", "status": MISDIRECTED, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
