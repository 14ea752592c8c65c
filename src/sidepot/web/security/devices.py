"""The devices that have given a secret before: a browser keeps a cookie with a mark for each of the last of them.

The cookie lets nobody in. It only tells the room that wrong guesses from here are not those of a stranger. A mark is
signed for one device and one secret, so nobody can make one up, or use one of another table, tournament or name.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import blake2b, sha256
from typing import Final, NamedTuple

from litestar.datastructures import Cookie

from sidepot.web.rate_limits import client_key
from sidepot.web.requests import Connected

ANY: Final = ""  # what a device has given that is known at all
MOST_MARKS: Final = 20  # the last secrets that a browser has given
_DEVICE: Final = 8  # bytes
_MARK: Final = 16  # hexadecimal digits
_COOKIE: Final = re.compile(rf"([0-9a-f]{{{2 * _DEVICE}}})((?:\.[0-9a-f]{{{_MARK}}}){{0,{MOST_MARKS + 1}}})")


def device_known(room_secret: str, what: str, cookie: str) -> str:
    """The device whose cookie this is, if it has given that secret (or `ANY`) before; else ""."""
    device, marks = _read(cookie)
    mark = _mark(room_secret, what, device)
    return device if any(hmac.compare_digest(mark, one) for one in marks) else ""


def note_known(room_secret: str, what: str, cookie: str = "") -> str:
    """The cookie of a device that has now given that secret.

    >>> cookie = note_known("s", "account/1", note_known("s", "table/7"))
    >>> device_known("s", "table/7", cookie) == device_known("s", "account/1", cookie) != ""
    True
    >>> device_known("s", "table/8", cookie)
    ''
    """
    device, marks = _read(cookie)
    device = device or secrets.token_hex(_DEVICE)
    new = [_mark(room_secret, ANY, device), _mark(room_secret, what, device)]
    return ".".join([device, *new, *[one for one in marks if one not in new][: MOST_MARKS - 1]])


def _read(cookie: str) -> tuple[str, list[str]]:
    found = _COOKIE.fullmatch(cookie)
    return (found[1], found[2].split(".")[1:]) if found else ("", [])


def _mark(room_secret: str, what: str, device: str) -> str:
    signed = f"known device/{what}/{device}".encode("utf-8", "surrogatepass")
    return hmac.new(room_secret.encode(), signed, sha256).hexdigest()[:_MARK]


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
    return Trace(_trace_mark(secret, "address", address), _trace_mark(secret, "browser", browser))


def _trace_mark(secret: str, kind: str, what: str) -> str:
    """A mark of something.

    >>> _trace_mark("s", "address", "192.0.2.7") == _trace_mark("s", "address", "192.0.2.7")
    True
    >>> _trace_mark("s", "browser", "")
    ''
    """
    if not what:
        return ""
    key = secret.encode()[:64]
    return blake2b(what.encode("utf-8", "surrogatepass"), key=key, person=kind.encode(), digest_size=_SIZE).hexdigest()
