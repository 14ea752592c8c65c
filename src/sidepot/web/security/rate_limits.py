"""How much one client may ask for: HTTP by address, by Litestar; sockets by messages. Log-ins: see `login_throttle`.

Limits are there to keep one client from slowing the others down, and to make guessing passwords slow; a player never
comes near them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig

from sidepot.errors import SidepotError
from sidepot.web.requests import Ask
from sidepot.web.security.client_address import client_key


class Limit(NamedTuple):
    """How often one address may ask for something, and where that is counted."""

    store: str
    per_minute: int


GENERAL: Final = Limit("rate_general", 600)
FILES: Final = Limit("rate_files", 6_000)  # of the pages, which have some forty each, from memory
WATCHING: Final = Limit("rate_watching", 240)  # the room's health, and its HTTP schema
ENTRIES: Final = Limit("rate_entry", 40)  # log-ins, sign-ups, passwords of tables
HEAVY: Final = Limit("rate_heavy", 60)  # what costs the server more: verifying, reading a hand
LIMITS: Final = (GENERAL, FILES, WATCHING, ENTRIES, HEAVY)

MESSAGES_PER_SECOND: Final = 20.0  # of one socket, for long
MESSAGES_AT_ONCE: Final = 60.0

LONGEST_TEXT: Final = 500  # of a refusal, which may quote the client


def words_of(error: Exception) -> str:
    """Why something said on a socket is refused, or cannot be read, in words of bounded length."""
    text = error.message if isinstance(error, SidepotError) else f"this cannot be read: {error}"
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}\u2026"


def address_of(request: Ask) -> str:
    """Whom a request is counted for."""
    return client_key(request.client.host if request.client else "")


def rate(limit: Limit, key: Callable[[Ask], str] = address_of) -> DefineMiddleware:
    """A limit for Litestar, counted in a store of its own, by the `key` of a request."""
    told = RateLimitConfig(rate_limit=("minute", limit.per_minute), identifier_for_request=key, store=limit.store)
    return told.middleware


class Bucket:
    """A bucket of tokens: `most` at once, and `rate` more each second."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float = MESSAGES_PER_SECOND, most: float = MESSAGES_AT_ONCE, now: float = 0.0) -> None:
        self.rate = rate
        self.most = most
        self._left = most
        self._at = now or monotonic()

    def take(self, count: float = 1, now: float | None = None) -> bool:
        """Take a token, or `count` of them, if so many are left."""
        at = monotonic() if now is None else now
        left = self._left + (at - self._at) * self.rate
        self._left = left = min(left, self.most)
        self._at = at
        if left < count:
            return False
        self._left = left - count
        return True

    def wait(self, now: float) -> float:
        """Seconds until a token is left: 0 where one is."""
        return max(0.0, (1 - self._left) / self.rate - (now - self._at))

    def give_back(self) -> None:
        """The token that was taken last is not needed after all."""
        self._left = min(self._left + 1, self.most)
