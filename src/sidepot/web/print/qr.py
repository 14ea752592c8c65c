"""The room's address for phones, as text and as a QR code."""

from __future__ import annotations

import io
import socket

from sidepot.web.settings import EVERYWHERE, LOCAL


def lan_address() -> str:
    """This machine's address in its network, or "". Sends nothing: the system only looks up a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if found.startswith("127.") or found == EVERYWHERE[0] else found


def reached_at(host: str, port: int) -> str:
    """The room's address for other machines, "" if it listens only on this one.

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


def qr_text(text: str) -> str:
    """The QR code of a text in half blocks, for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
