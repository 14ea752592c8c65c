"""How much one client may ask for: HTTP by address, by Litestar; sockets by messages; log-ins by name.

Limits are there to keep one client from slowing the others down, and to make guessing passwords slow; who plays never
comes near them.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any, Final

from litestar import Request
from litestar.middleware.rate_limit import RateLimitConfig

from sidepot.errors import SidepotError

PER_MINUTE: Final = 600  # requests of one address
ENTRIES_PER_MINUTE: Final = 40  # log-ins, sign-ups, passwords of tables
HEAVY_PER_MINUTE: Final = 60  # what costs the server more: verifying, reading a hand
MESSAGES_PER_SECOND: Final = 20.0  # of one socket, for long
MESSAGES_AT_ONCE: Final = 60.0
GUESSES: Final = 10.0  # at one name, at once
GUESS_EVERY: Final = 60.0  # seconds, after these

LONGEST_TEXT: Final = 500  # of a refusal, which may say again what was said

GENERAL_STORE: Final = "rate_general"
ENTRY_STORE: Final = "rate_entry"
HEAVY_STORE: Final = "rate_heavy"
STORES: Final = (GENERAL_STORE, ENTRY_STORE, HEAVY_STORE)


def client_key(address: str) -> str:
    """Whom an address belongs to: one household has a whole /64 of IPv6.

    >>> client_key("2001:db8:1:2:3:4:5:6"), client_key("192.0.2.7"), client_key("somewhere")
    ('2001:db8:1:2::/64', '192.0.2.7', 'somewhere')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else str(ip_network((found, 64), strict=False))


def words_of(error: Exception) -> str:
    """Why something said on a socket is refused, or cannot be read, in words of bounded length."""
    text = error.message if isinstance(error, SidepotError) else f"this cannot be read: {error}"
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}\u2026"


def _key(request: Request[Any, Any, Any]) -> str:
    return client_key(request.client.host if request.client else "")


def rate(store: str, per_minute: int) -> Any:
    """A limit for Litestar, counted in a store of its own."""
    return RateLimitConfig(rate_limit=("minute", per_minute), identifier_for_request=_key, store=store).middleware


class Bucket:
    """A bucket of tokens: `most` at once, and `rate` more each second."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float = MESSAGES_PER_SECOND, most: float = MESSAGES_AT_ONCE, now: float = 0.0) -> None:
        self.rate = rate
        self.most = most
        self._left = most
        self._at = now or monotonic()

    def take(self, now: float | None = None) -> bool:
        """Take a token, if one is left."""
        at = monotonic() if now is None else now
        left = self._left + (at - self._at) * self.rate
        self._left = left = min(left, self.most)
        self._at = at
        if left < 1:
            return False
        self._left = left - 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for so long that it can be forgotten."""
        return self._left + (monotonic() - self._at) * self.rate >= self.most


class Guesses:
    """How often a wrong password was said for each name, or each table: after some, one has to wait."""

    def __init__(
        self, most: float = GUESSES, every: float = GUESS_EVERY, clock: Callable[[], float] = monotonic
    ) -> None:
        self._of: dict[tuple[str, ...], Bucket] = {}
        self._most = most
        self._every = every
        self._clock = clock

    def may(self, *what: str) -> bool:
        """Whether another guess is heard, at what is named by a kind, a name and an address. Each counts."""
        if len(self._of) > 10_000:
            self._of = {name: bucket for name, bucket in self._of.items() if not bucket.is_full}
        bucket = self._of.get(what)
        if bucket is None:
            bucket = self._of[what] = Bucket(1 / self._every, self._most, self._clock())
        return bucket.take(self._clock())

    def forget(self, *what: str) -> None:
        """The right one was said."""
        self._of.pop(what, None)
