"""The address that a client comes from, and the key under which it is counted.

A server that listens on `::` sees IPv4 clients as `::ffff:192.0.2.7`, and behind NAT64 as `64:ff9b::c000:207`.
Both are the IPv4 client 192.0.2.7, with the same limits and the same rights as over plain IPv4.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

_NAT64: Final = int(IPv6Address("64:ff9b::")) >> 32  # the well-known prefix, RFC 6052
_MAPPED: Final = "::ffff:"
_MAPPED_BITS: Final = 96
_HOUSEHOLD: Final = 64  # bits of IPv6 that one household shares
_LONGEST: Final = 64  # of a name that is no address


class ClientAddress(NamedTuple):
    """Where a client comes from: its `address` as the internet knows it, and the `key` under which it is counted."""

    address: str
    key: str


def client_address(peer: str) -> ClientAddress:
    """The address and the key of a peer: of IPv6 one household has a whole /64, of 6to4 one IPv4 address has a /48.

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
    """The IPv4 address that an IPv6 address only writes in another way."""
    if int(address) >> 32 == _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped


def client_key(peer: str) -> str:
    """The key under which a peer is counted."""
    return client_address(peer).key


def is_loopback(name: str) -> bool:
    """Whether a name is an address of this machine that no other machine reaches."""
    try:
        found = ip_address(name)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def trusted_proxies(allowed: str) -> list[str] | str:
    """The proxies whose `X-Forwarded-For` is believed, also where they come as IPv6 to a socket that hears both.

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
        except ValueError:  # the name of a socket
            continue
        if isinstance(network, IPv4Network):
            bits = f"/{_MAPPED_BITS + network.prefixlen}" if "/" in name else ""
            found.append(f"{_MAPPED}{network.network_address}{bits}")
    return found
