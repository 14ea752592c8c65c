"""HTTP: the club, for its hosts: who is there, and who was sent away."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sidepot.web import club_acts
from sidepot.web.auth.sessions import staff_only
from sidepot.web.requests import Ask
from sidepot.web.schemas.base import Nothing
from sidepot.web.schemas.club import AccountForm, BanForm, Club, RoleForm
from sidepot.web.state import Desk


@get("/api/club")
async def see_club(request: Ask, desk: NamedDependency[Desk]) -> Response[Club]:
    """The people with a role, those who are here, and the bans. For a host."""
    staff_only(request.user)
    return Response(await club_acts.club_of(desk))


@post("/api/club/bans", status_code=200)
async def ban(request: Ask, desk: NamedDependency[Desk], data: JSONBody[BanForm]) -> Nothing:
    """Send a player away, with a reason and until when: they leave every table and may not sit down. For a host."""
    await club_acts.ban(desk, data, staff_only(request.user))
    return Nothing()


@post("/api/club/bans/lift", status_code=200)
async def lift_ban(request: Ask, desk: NamedDependency[Desk], data: JSONBody[AccountForm]) -> Nothing:
    """Let a player come back who was sent away. For a host."""
    await club_acts.lift_ban(desk, data.account, staff_only(request.user))
    return Nothing()


@post("/api/club/roles", status_code=200)
async def give_role(request: Ask, desk: NamedDependency[Desk], data: JSONBody[RoleForm]) -> Nothing:
    """Make somebody a member, or a host, or neither. For a host; of hosts only the owner decides."""
    await club_acts.give_role(desk, data, staff_only(request.user))
    return Nothing()


@post("/api/club/owner", status_code=200)
async def transfer(request: Ask, desk: NamedDependency[Desk], data: JSONBody[AccountForm]) -> Nothing:
    """Hand the room over to somebody else, and stay a host. For the owner."""
    await club_acts.transfer(desk, data.account, staff_only(request.user))
    return Nothing()


@post("/api/club/end", status_code=200)
async def end_session(request: Ask, desk: NamedDependency[Desk]) -> Nothing:
    """Close every table, each when its hand is over: all leave with their chips. For a host."""
    club_acts.end_session(desk, staff_only(request.user))
    return Nothing()


CLUB: Final = (see_club, ban, lift_ban, give_role, transfer, end_session)
