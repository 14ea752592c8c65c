"""Known devices, and hashes of browsers and addresses.

A browser keeps a cookie with a mark for each secret that it has given (a password, a PIN). The cookie grants no access,
but wrong guesses from a known device do not count as a stranger's. A mark is signed for one device and one secret, so
it can be neither forged nor used for another secret.

A connection has two hashes: one of its address, and one of its browser, which has a cookie with a random number. They
are short and keyed with a secret of the room, so they can be compared, but reveal no address.
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

ANY: Final = ""  # the mark of any known device
MOST_MARKS: Final = 20  # marks of the latest secrets
_DEVICE: Final = 8  # bytes
_MARK: Final = 16  # hexadecimal digits
_COOKIE: Final = re.compile(rf"([0-9a-f]{{{2 * _DEVICE}}})((?:\.[0-9a-f]{{{_MARK}}}){{0,{MOST_MARKS + 1}}})")


def device_known(room_secret: str, what: str, cookie: str) -> str:
    """The device to which this cookie belongs, if the device has already given the secret `what`; else "".

    `ANY` stands for any secret.
    """
    device, marks = _read(cookie)
    mark = _mark(room_secret, what, device)
    return device if any(hmac.compare_digest(mark, one) for one in marks) else ""


def note_known(room_secret: str, what: str, cookie: str = "") -> str:
    """The cookie for a device that has given the right secret `what`. It marks the device as known.

    `cookie` is the device's earlier cookie, if any.

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
KNOWN: Final = 365 * 24 * 60 * 60  # seconds that a browser keeps the cookie
_SIZE: Final = 12  # bytes of a hash


class ConnectionHashes(NamedTuple):
    """The keyed hashes of the address and browser of a connection.

    `browser` is "" for a program, because only browsers get a number.
    """

    address: str = ""
    browser: str = ""


def browser_name(room: str) -> str:
    """The name of the cookie that holds a browser's number."""
    return f"sidepot-browser-{room}"


def browser_cookie(room: str, *, secure: bool) -> Cookie:
    """A cookie with a new browser number. Scripts cannot read the cookie, and other sites do not send it."""
    number = secrets.token_urlsafe(16)
    return Cookie(
        key=browser_name(room), value=number, max_age=KNOWN, httponly=True, secure=secure, samesite="lax", path="/"
    )


def hashes_of(connection: Connected, room: str, secret: str) -> ConnectionHashes:
    """The keyed hashes of the address and browser of a connection. `secret` is the key."""
    address = client_key(connection.client.host) if connection.client else ""
    browser = connection.cookies.get(browser_name(room), "")[:LONGEST]
    return ConnectionHashes(_keyed_hash(secret, "address", address), _keyed_hash(secret, "browser", browser))


def _keyed_hash(secret: str, kind: str, what: str) -> str:
    """A keyed hash of an address or a browser number.

    >>> _keyed_hash("s", "address", "192.0.2.7") == _keyed_hash("s", "address", "192.0.2.7")
    True
    >>> _keyed_hash("s", "browser", "")
    ''
    """
    if not what:
        return ""
    key = secret.encode()[:64]
    return blake2b(what.encode("utf-8", "surrogatepass"), key=key, person=kind.encode(), digest_size=_SIZE).hexdigest()
