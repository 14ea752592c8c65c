"""The devices that have given a secret before: a browser keeps a cookie with a mark for each of the last of them.

The cookie lets nobody in. It only tells the room that wrong guesses from here are not those of a stranger. A mark is
signed for one device and one secret, so nobody can make one up, or use one of another table, tournament or name.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

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
