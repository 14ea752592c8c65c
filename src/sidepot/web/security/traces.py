"""Marks of the browser and the address from which somebody comes: equal where these are, and nothing else.

A browser gets a cookie with a number that it makes up for nothing else. Marks are made with a secret of the room, and
short: from a store, or a copy of it, nobody finds an address, and another room has other marks.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import Final, NamedTuple

from litestar.datastructures import Cookie

from sidepot.web.requests import Connected
from sidepot.web.security.client_address import client_key

LONGEST: Final = 64
KNOWN: Final = 365 * 24 * 60 * 60  # seconds that a browser keeps its number
_SIZE: Final = 12  # bytes of a mark


class Trace(NamedTuple):
    """The marks of an address and of a browser; "" where there is none, as of a program."""

    address: str = ""
    browser: str = ""


NOWHERE: Final = Trace()


def browser_name(room: str) -> str:
    """The cookie of a browser."""
    return f"sidepot-browser-{room}"


def browser_cookie(room: str, *, secure: bool) -> Cookie:
    """A number for a browser that has none: no script reads it, and no other site sends it along."""
    number = secrets.token_urlsafe(16)
    return Cookie(
        key=browser_name(room), value=number, max_age=KNOWN, httponly=True, secure=secure, samesite="lax", path="/"
    )


def trace_of(connection: Connected, room: str, secret: str) -> Trace:
    """The marks of the client of a connection."""
    address = client_key(connection.client.host) if connection.client else ""
    browser = connection.cookies.get(browser_name(room), "")[:LONGEST]
    return Trace(_mark(secret, "address", address), _mark(secret, "browser", browser))


def _mark(secret: str, kind: str, what: str) -> str:
    """A mark of something.

    >>> _mark("s", "address", "192.0.2.7") == _mark("s", "address", "192.0.2.7"), _mark("s", "browser", "")
    (True, '')
    """
    if not what:
        return ""
    key = secret.encode()[:64]
    return blake2b(what.encode("utf-8", "surrogatepass"), key=key, person=kind.encode(), digest_size=_SIZE).hexdigest()
