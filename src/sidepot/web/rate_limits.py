"""Rate limits: HTTP requests by address, socket messages by client. For log-ins see `security.throttle`.

They keep one client from slowing down the others, and make guessing slow. A normal player never reaches them.

A server that listens on `::` sees IPv4 clients as `::ffff:192.0.2.7`, and behind NAT64 as `64:ff9b::c000:207`. Both are
the IPv4 client 192.0.2.7, with the same limits.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final, NamedTuple

from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig

from sidepot.errors import SidepotError
from sidepot.web.requests import Ask

_NAT64: Final = int(IPv6Address("64:ff9b::")) >> 32  # the well-known prefix, RFC 6052
_MAPPED: Final = "::ffff:"
_MAPPED_BITS: Final = 96
_HOUSEHOLD: Final = 64  # bits of an IPv6 address that a household shares
_LONGEST: Final = 64  # characters of a name that is not an address


class ClientAddress(NamedTuple):
    """The IP `address` of a client, and the `key` under which its requests are counted."""

    address: str
    key: str


def client_address(peer: str) -> ClientAddress:
    """The IP address of a peer, and its key for counting. An IPv6 household (/64, or a 6to4 /48) has one key.

    >>> client_address("::ffff:192.0.2.7")
    ClientAddress(address='192.0.2.7', key='192.0.2.7')
    >>> client_address("2001:db8:1:2:3:4:5:6").key, client_address("2002:c000:207::1").key, client_address("unix:").key
    ('2001:db8:1:2::/64', '192.0.2.7', 'unix:')
    """
    try:
        found = ip_address(peer.partition("%")[0])  # without the interface of a link-local address
    except ValueError:
        return ClientAddress(peer[:_LONGEST], peer[:_LONGEST])
    if isinstance(found, IPv4Address):
        return ClientAddress(str(found), str(found))
    if inside := _ipv4_inside(found):
        return ClientAddress(str(inside), str(inside))
    key = found.sixtofour or ip_network((found, _HOUSEHOLD), strict=False)
    return ClientAddress(str(found), str(key))


def _ipv4_inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address embedded in an IPv6 address, if any."""
    if int(address) >> 32 == _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped


def client_key(peer: str) -> str:
    """The key under which a peer's requests are counted."""
    return client_address(peer).key


def is_loopback(name: str) -> bool:
    """Whether a name means this machine's loopback address."""
    try:
        found = ip_address(name)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def trusted_proxies(allowed: str) -> list[str] | str:
    """The proxies whose `X-Forwarded-For` header is trusted, including their IPv6 forms.

    >>> trusted_proxies("127.0.0.1, 10.0.0.0/8,::1")
    ['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.0/8', '::ffff:10.0.0.0/104', '::1']
    """
    if allowed.strip() == "*":
        return "*"
    found: list[str] = []
    for name in (one.strip() for one in allowed.split(",")):
        found.append(name)
        try:
            network = ip_network(name)
        except ValueError:  # the path of a socket
            continue
        if isinstance(network, IPv4Network):
            bits = f"/{_MAPPED_BITS + network.prefixlen}" if "/" in name else ""
            found.append(f"{_MAPPED}{network.network_address}{bits}")
    return found


class Limit(NamedTuple):
    """A rate limit per address, and the store that counts requests."""

    store: str
    per_minute: int


GENERAL: Final = Limit("rate_general", 600)
FILES: Final = Limit("rate_files", 6_000)  # files of pages, about forty per page, from memory
WATCHING: Final = Limit("rate_watching", 240)  # the room's health, and its HTTP schema
ENTRIES: Final = Limit("rate_entry", 40)  # log-ins, sign-ups, passwords of tables
HEAVY: Final = Limit("rate_heavy", 60)  # expensive requests: verifying, reading a hand
LIMITS: Final = (GENERAL, FILES, WATCHING, ENTRIES, HEAVY)

MESSAGES_PER_SECOND: Final = 20.0  # of one socket, on average
MESSAGES_AT_ONCE: Final = 60.0

LONGEST_TEXT: Final = 500  # characters of a refusal, which may quote the client


def words_of(error: Exception) -> str:
    """The reason why a socket message was refused, shortened if it is long."""
    text = error.message if isinstance(error, SidepotError) else f"unreadable message: {error}"
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}\u2026"


def address_of(request: Ask) -> str:
    """The key under which a sender's requests are counted."""
    return client_key(request.client.host if request.client else "")


def rate(limit: Limit, key: Callable[[Ask], str] = address_of) -> DefineMiddleware:
    """A rate limit as Litestar middleware, with its own store."""
    return RateLimitConfig(
        rate_limit=("minute", limit.per_minute), identifier_for_request=key, store=limit.store
    ).middleware


class Bucket:
    """A token bucket: it holds at most `most` tokens, and gets `rate` new tokens per second."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float = MESSAGES_PER_SECOND, most: float = MESSAGES_AT_ONCE, now: float = 0.0) -> None:
        self.rate = rate
        self.most = most
        self._left = most
        self._at = now or monotonic()

    def take(self, count: float = 1, now: float | None = None) -> bool:
        """Take `count` tokens if there are that many. Returns whether they were taken."""
        at = monotonic() if now is None else now
        left = self._left + (at - self._at) * self.rate
        self._left = left = min(left, self.most)
        self._at = at
        if left < count:
            return False
        self._left = left - count
        return True

    def wait(self, now: float) -> float:
        """The number of seconds until there is a token, at the time `now`."""
        return max(0.0, (1 - self._left) / self.rate - (now - self._at))

    def give_back(self) -> None:
        """Put the token that was last taken back into the bucket."""
        self._left = min(self._left + 1, self.most)
