"""The addresses of this machine in its networks."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from ipaddress import ip_address
from typing import Final, NamedTuple

from sidepot.web.settings import EVERYWHERE, LOCAL

_ASK_ADDRESS: Final = 0xC0206921 if sys.platform == "darwin" else 0x8915  # SIOCGIFADDR


class Network(NamedTuple):
    """A network of this machine: its `name` ("" if unknown), and the machine's IPv4 address in it (`number`)."""

    name: str
    number: str


def networks() -> list[Network]:
    """The networks of this machine except loopback. The network of the default route comes first."""
    first = lan_address()
    named = _by_interface() or [Network("", number) for number in _by_name()]
    found = {number: name for name, number in named if not number.startswith("127.")}
    if first:
        found = {first: found.pop(first, ""), **found}
    return [Network(name, number) for number, name in found.items()]


def private_networks() -> list[Network]:
    """The networks of this machine that cannot be reached from the internet.

    An address that a machine gave itself because it found no network is left out.
    """
    return [one for one in networks() if is_private(one.number)]


def is_private(number: str) -> bool:
    """Whether an address can be reached from a local network, but not from the internet.

    >>> [is_private(number) for number in ("192.168.1.7", "10.0.0.2", "93.184.215.14", "169.254.3.4", "127.0.0.1")]
    [True, True, False, False, False]
    """
    found = ip_address(number)
    return found.is_private and not (found.is_loopback or found.is_link_local or found.is_unspecified)


def lan_address() -> str:
    """This machine's address in its network; "" if there is none.

    Nothing is sent: the system only determines a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if found.startswith("127.") or found == EVERYWHERE[0] else found


def _by_interface() -> list[Network]:
    """Addresses from the system's interfaces; empty if it does not list them."""
    try:
        import fcntl
    except ImportError:  # on Windows
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no address
                answer = fcntl.ioctl(probe.fileno(), _ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                found.append(Network(name, socket.inet_ntoa(answer[20:24])))
    return found


def _by_name() -> list[str]:
    """Addresses from looking up the machine's own name."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def reached_at(host: str, port: int) -> str:
    """The room's address for other machines; "" if it listens only on this machine.

    >>> reached_at("127.0.0.1", 8000)
    ''
    >>> reached_at("192.168.1.7", 8000)
    'http://192.168.1.7:8000'
    """
    if host in LOCAL:
        return ""
    name = lan_address() if host in EVERYWHERE else host
    return address(name, port) if name else ""


def address(host: str, port: int) -> str:
    """The address to type into a browser.

    >>> address("::1", 80), address("0.0.0.0", 8000)
    ('http://[::1]', 'http://127.0.0.1:8000')
    """
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}"
