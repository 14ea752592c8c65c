"""HTTP: the club, for its hosts: who is there, and who was sent away."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sidepot.room.store.accounts import Account
from sidepot.web import club_acts
from sidepot.web.auth.sessions import for_staff
from sidepot.web.schemas.base import Nothing
from sidepot.web.schemas.club import AccountForm, BanForm, Club, RoleForm
from sidepot.web.state import Desk


@get("/api/club", guards=[for_staff])
async def see_club(desk: NamedDependency[Desk]) -> Response[Club]:
    """The people with a role, those who are here, and the bans. For a host."""
    return Response(await club_acts.club_of(desk))


@post("/api/club/bans", status_code=200)
async def ban(desk: NamedDependency[Desk], staff: NamedDependency[Account], data: JSONBody[BanForm]) -> Nothing:
    """Send a player away, with a reason and until when: they leave every table and may not sit down. For a host."""
    await club_acts.ban(desk, data, staff)
    return Nothing()


@post("/api/club/bans/lift", status_code=200)
async def lift_ban(
    desk: NamedDependency[Desk], staff: NamedDependency[Account], data: JSONBody[AccountForm]
) -> Nothing:
    """Let a player come back who was sent away. For a host."""
    await club_acts.lift_ban(desk, data.account, staff)
    return Nothing()


@post("/api/club/roles", status_code=200)
async def give_role(desk: NamedDependency[Desk], staff: NamedDependency[Account], data: JSONBody[RoleForm]) -> Nothing:
    """Make somebody a member, or a host, or neither. For a host; of hosts only the owner decides."""
    await club_acts.give_role(desk, data, staff)
    return Nothing()


@post("/api/club/owner", status_code=200)
async def transfer(
    desk: NamedDependency[Desk], staff: NamedDependency[Account], data: JSONBody[AccountForm]
) -> Nothing:
    """Hand the room over to somebody else, and stay a host. For the owner."""
    await club_acts.transfer(desk, data.account, staff)
    return Nothing()


@post("/api/club/end", status_code=200)
async def end_session(desk: NamedDependency[Desk], staff: NamedDependency[Account]) -> Nothing:
    """Close every table, each when its hand is over: all leave with their chips. For a host."""
    club_acts.end_session(desk, staff)
    return Nothing()


CLUB: Final = (see_club, ban, lift_ban, give_role, transfer, end_session)
