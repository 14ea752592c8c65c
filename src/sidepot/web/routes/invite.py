"""HTTP: the addresses of the room for others, each with a QR code for phones; and the switch for the local network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated
from urllib.parse import quote, urlsplit

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from sidepot.web.networks import Network, address, networks
from sidepot.web.print.qr import qr_picture
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.requests import Ask, Person
from sidepot.web.schemas.base import Invite, LanForm, RoomAddress
from sidepot.web.settings import EVERYWHERE, LOCAL, Settings
from sidepot.web.state import OWNER, AppState, Shared

LONGEST_PATH = 200

At = Annotated[int, QueryParameter(description="Which of the addresses, from 0 on.", ge=0, le=100)]


@get("/api/invite")
async def invite(request: Ask, app_state: Shared) -> Response[Invite]:
    """The addresses at which other people can reach this room."""
    return Response(invite_of(request, app_state))


@get("/api/invite/qr")
async def invite_code(
    request: Ask, app_state: Shared, at: At = 0, table: FromQuery[str] = "",
    path: FromQuery[str] = ""
) -> Response[bytes]:  # fmt: skip
    """The QR code, as a picture, for an address of the room, a table, or another page (`path`)."""
    ways = invite_of(request, app_state).ways
    if not 0 <= at < len(ways) or len(table) > 64 or len(path) > LONGEST_PATH or path and path[0] != "/":
        raise NotFound("the room does not have this address")
    page = f"/table/{quote(table, safe='')}" if table else quote(path, safe="/?=&%")
    text = f"{ways[at].address}{page}"
    return Response(qr_picture(text), media_type="image/svg+xml")


@post("/api/invite/lan", status_code=200)
async def switch_lan(request: Ask, app_state: Shared, who: Person, data: JSONBody[LanForm]) -> Invite:
    """Make the room listen on the local network, or stop that. The choice lasts until the room stops. For the owner."""
    if who.role != OWNER:
        raise NotAllowed("only the owner of the room may open it to the local network", code="owner_only")
    if data.on:
        await app_state.lan.switch_on(who.name)
    else:
        await app_state.lan.switch_off(who.name)
    return invite_of(request, app_state)


def invite_of(request: Ask, app_state: AppState) -> Invite:
    """The addresses of the room and the state of the network switch, as far as the sender may see them."""
    lan, (asked, port) = app_state.lan, asked_at(request)
    open_at = lan.networks
    found = ways_of(app_state.settings, asked, port, open_at)
    here = asked.rstrip("/") if urlsplit(asked).hostname in LOCAL else address(LOCAL[0], port)
    return Invite(
        found or [RoomAddress(here, "this machine")],
        only_here=not found,
        lan="" if not lan.can_switch else "on" if open_at else "off",
        is_owner=request.user is not None and request.user.role == OWNER,
        opened=lan.opened if open_at else 0,
        port=port,
    )


def asked_at(request: Ask) -> tuple[str, int]:
    """The address that the browser used, and the port of the room."""
    server = request.scope.get("server")
    asked = request.base_url
    return f"{asked.scheme}://{asked.netloc}", (server[1] if server else None) or 80


def ways_of(settings: Settings, asked: str, port: int, open_at: Iterable[Network] = ()) -> list[RoomAddress]:
    """The addresses at which other machines can reach a room on this port; empty if none can.

    `asked` is the address that the browser used. `open_at` are the networks on which the host made the room listen.

    >>> ways_of(Settings(origins=("https://cards.example.org",)), "http://127.0.0.1:8000", 8000)[0].address
    'https://cards.example.org'
    >>> ways_of(Settings(), "http://localhost:8000", 8000)
    []
    """
    found = [RoomAddress(origin, "its own name") for origin in settings.origins]
    listens = list(networks() if settings.host in EVERYWHERE else open_at)
    if (settings.host not in LOCAL or listens) and (urlsplit(asked).hostname or "") not in LOCAL:
        found.append(RoomAddress(asked.rstrip("/"), "as you came"))
    found += [RoomAddress(address(number, port), name) for name, number in listens]
    if settings.host not in (*LOCAL, *EVERYWHERE):
        found.append(RoomAddress(address(settings.host, port)))
    return list({way.address: way for way in reversed(found)}.values())[::-1]


INVITE = (invite, invite_code, switch_lan)
