"""HTTP: the addresses of the room for others, each with a QR code for phones."""

from __future__ import annotations

import contextlib
import io
import socket
import struct
from typing import Annotated
from urllib.parse import quote, urlsplit

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from sidepot.web.print.qr import address, lan_address
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask
from sidepot.web.schemas.base import Invite, Way
from sidepot.web.settings import EVERYWHERE, LOCAL, Settings
from sidepot.web.state import Shared

ASK_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
LONGEST_PATH = 200
ONLY_HERE = (
    "Only this machine reaches this room. For phones in your network, stop it and start it again with "
    "`sidepot serve --host 0.0.0.0`; then they reach it at the address of this machine."
)

At = Annotated[int, QueryParameter(description="Which of the addresses, from 0 on.", ge=0, le=100)]


@get("/api/invite")
async def invite(request: Ask, app_state: Shared) -> Response[Invite]:
    """The addresses at which others reach this room."""
    return Response(invite_of(app_state.settings, *asked_at(request)))


@get("/api/invite/qr")
async def invite_code(
    request: Ask, app_state: Shared, at: At = 0, table: FromQuery[str] = "",
    path: FromQuery[str] = ""
) -> Response[bytes]:  # fmt: skip
    """The QR code of an address of the room, of a table, or of another page (`path`), as a picture."""
    ways = invite_of(app_state.settings, *asked_at(request)).ways
    if not 0 <= at < len(ways) or len(table) > 64 or len(path) > LONGEST_PATH or path and path[0] != "/":
        raise NotFound("the room does not have this address")
    page = f"/table/{quote(table, safe='')}" if table else quote(path, safe="/?=&%")
    text = f"{ways[at].address}{page}"
    return Response(qr_picture(text), media_type="image/svg+xml")


def asked_at(request: Ask) -> tuple[str, int]:
    """The address that the browser used, and the port of the room."""
    server = request.scope.get("server")
    asked = request.base_url
    return f"{asked.scheme}://{asked.netloc}", (server[1] if server else None) or 80


def invite_of(settings: Settings, asked: str, port: int) -> Invite:
    """The addresses of a room on this port. `asked` is the one that the browser used.

    >>> invite_of(Settings(origins=("https://cards.example.org",)), "http://127.0.0.1:8000", 8000).ways[0].address
    'https://cards.example.org'
    >>> invite_of(Settings(), "http://localhost:8000", 8000).why[:17]
    'Only this machine'
    """
    found = [Way(origin, "its own name") for origin in settings.origins]
    if (urlsplit(asked).hostname or "") not in LOCAL:
        found.append(Way(asked.rstrip("/"), "as you came"))
    if settings.host in EVERYWHERE:
        found += [Way(address(number, port), name) for name, number in addresses_of()]
    elif settings.host not in LOCAL:
        found.append(Way(address(settings.host, port)))
    ways = list({way.address: way for way in reversed(found)}.values())[::-1]
    return Invite(ways) if ways else Invite([Way(asked.rstrip("/"), "this machine")], ONLY_HERE)


def qr_picture(text: str) -> bytes:
    """The QR code of a text as SVG: dark on light, in every theme."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=6, border=3, dark="#111513", light="#ffffff")
    return out.getvalue()


# ---- the addresses of this machine in its networks


def addresses_of() -> list[tuple[str, str]]:
    """The name and IPv4 address of each network, the default route first, without loopback."""
    first = lan_address()
    named = _by_interface() or [("", number) for number in _by_name()]
    found = {number: name for name, number in named if not number.startswith("127.")}
    if first:
        found = {first: found.pop(first, ""), **found}
    return [(name, number) for number, name in found.items()]


def _by_interface() -> list[tuple[str, str]]:
    """Addresses from the system's interfaces; empty if it does not list them."""
    try:
        import fcntl
    except ImportError:  # on Windows
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no address
                address = fcntl.ioctl(probe.fileno(), ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                found.append((name, socket.inet_ntoa(address[20:24])))
    return found


def _by_name() -> list[str]:
    """Addresses from looking up the machine's own name."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


INVITE = (invite, invite_code)
