"""The addresses of this machine in its networks, each with the name of the interface."""

from __future__ import annotations

import contextlib
import socket
import struct

from sidepot.web.qr import lan_address

ASK_ADDRESS = 0x8915  # SIOCGIFADDR, of Linux


def addresses_of() -> list[tuple[str, str]]:
    """The name and the IPv4 address of each network; the one that leads out first, and none of this machine alone."""
    first = lan_address()
    named = _by_interface() or [("", number) for number in _by_name()]
    found = {number: name for name, number in named if not number.startswith("127.")}
    if first:
        found = {first: found.pop(first, ""), **found}
    return [(name, number) for number, name in found.items()]


def _by_interface() -> list[tuple[str, str]]:
    """As the system tells of each interface; nothing where it does not."""
    try:
        import fcntl
    except ImportError:  # on Windows
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no address
                told = fcntl.ioctl(probe.fileno(), ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                found.append((name, socket.inet_ntoa(told[20:24])))
    return found


def _by_name() -> list[str]:
    """As its own name is looked up."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
