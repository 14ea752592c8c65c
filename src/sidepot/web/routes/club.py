"""HTTP: the club, for its hosts: people, bans, roles, the end of the session, integrity checks."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec.structs import replace
from sqlalchemy import ColumnElement, select

from sidepot.errors import Conflict
from sidepot.privacy import PrivateStruct
from sidepot.room.audit.integrity import IntegrityReport
from sidepot.room.runtime.actor import ignore
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.store.accounts import Account
from sidepot.room.store.avatars import keep_avatar
from sidepot.room.store.schema import account, avatar
from sidepot.room.table.commands import Close
from sidepot.room.table.machine import Chance
from sidepot.table.bans import Ban, check_new
from sidepot.validation import quantities as q
from sidepot.web.auth.authorization import SeatAsked, let_sit, seats_asked
from sidepot.web.auth.sessions import for_staff
from sidepot.web.integrity_checks import State
from sidepot.web.logs import note
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.requests import Person
from sidepot.web.routes.avatars import address_of
from sidepot.web.schemas.base import EmptyAnswer
from sidepot.web.state import OWNER, STAFF, AppState, Shared, now_ms


class ClubPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person of the club.

    - `here`: whether the person is connected to this server
    - `picture`: the address of the picture that the person uploaded ("" for none)
    """

    account: str
    name: str
    role: str
    here: bool = False
    picture: str = ""


class ClubBan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ban of a player.

    - `since`: when the ban began
    - `until`: when the ban ends (0 for never)
    - `watches`: whether the player may still watch
    - `by`: who banned the player
    - `over`: whether the ban has expired
    """

    account: str
    player: str
    reason: str
    since: int
    until: int = 0
    watches: bool = False
    by: str = ""
    over: bool = False


class Club(msgspec.Struct, frozen=True):
    """The club as its hosts see it: people with a role, connected people, and all bans, latest first."""

    people: list[ClubPerson]
    bans: list[ClubBan]


class BanForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """A ban for a player.

    - `account`, `table`, `player`: the player, named by account, by the name shown at a table, or by their own name
    - `until`: when the ban ends, in milliseconds since 1970 (0 for never)
    - `watches`: whether the player may still watch
    """

    SHOWN = ("player", "until")

    reason: str
    player: str = ""
    table: str = ""
    account: str = ""
    until: q.Moment = 0
    watches: bool = False


class RoleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account and its new role: `staff` (a host), `member`, or `guest` for none."""

    account: str
    role: Literal["staff", "member", "guest"]


class WhoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person, identified by `account`, by the name at a `table`, or by their own name."""

    account: str = ""
    player: str = ""
    table: str = ""


class AccountForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The account of the club that a request is about."""

    account: str


MOST_LISTED: Final = 500  # most people with a role, and most connected people without
_NO_ROLE: Final = ("guest", "player")

_log = logging.getLogger("sidepot.web")


@get("/api/club", guards=[for_staff])
async def see_club(app_state: Shared) -> Club:
    """People with a role, connected people, and the bans, latest first. For hosts."""
    here = [number for number, some in app_state.clients.items() if some][:MOST_LISTED]
    found = {one.account: one for one in await _people(app_state, account.c.role.not_in(_NO_ROLE))}
    for one in await _people(app_state, account.c.id.in_(here)):
        found.setdefault(one.account, one)
    now = now_ms()
    bans = sorted(app_state.bans.all.items(), key=lambda one: -one[1].since)
    return Club(list(found.values()), [_listed(number, ban, now) for number, ban in bans])


async def _people(app_state: AppState, which: ColumnElement[bool]) -> list[ClubPerson]:
    columns = account.c.id, account.c.name, account.c.role, avatar.c.tag
    query = select(*columns).outerjoin(avatar, avatar.c.account == account.c.id)
    query = query.where(which).order_by(account.c.created)
    rows = await app_state.store.ask(
        lambda connection: [tuple(row) for row in connection.execute(query.limit(MOST_LISTED))]
    )
    return [
        ClubPerson(number, name, role, bool(app_state.clients.get(number)), address_of("", tag) if tag else "")
        for number, name, role, tag in rows
    ]


def _listed(number: str, ban: Ban, now: int) -> ClubBan:
    return ClubBan(number, ban.player, ban.reason, ban.since, ban.until, ban.watches, ban.by, ban.is_over(now))


async def find(app_state: AppState, *, account: str = "", player: str = "", table: str = "") -> Account:
    """Find a person by account, by the name shown at a table, or by their own name.

    Raises NotFound if there is no such person.
    """
    number = account
    if not number and table:
        number = (await _accounts_at(app_state, table)).get(player, "")
    found = (
        await app_state.accounts.get(number) if number else await app_state.accounts.named(player) if player else None
    )
    if found is None:
        raise NotFound(f"nobody here is named {player!r}" if player else "no such account", code="no_account")
    return found


async def _accounts_at(app_state: AppState, table: str) -> Mapping[str, str]:
    """The accounts behind the names at a table, from its log if another process runs it. Raises SidepotError on
    failure.
    """
    if app_state.registry.get(table) is None:
        return {}
    room = app_state.table_here(table) or await TableStorage(Chance()).load_bare(app_state.store, table)
    return room.accounts


@post("/api/club/bans", status_code=200)
async def ban(app_state: Shared, staff: Person, data: JSONBody[BanForm]) -> EmptyAnswer:
    """Ban a player until a certain time, for a reason. The player leaves every table and may not sit down. For
    hosts.
    """
    whom = await find(app_state, account=data.account, player=data.player, table=data.table)
    if whom.role in STAFF:
        raise Conflict(f"{whom.name} is a host; hosts cannot be banned", code="is_host")
    new = Ban(whom.name, " ".join(data.reason.split()), now_ms(), data.until, data.watches, staff.name)
    check_new(new)
    await app_state.bans.keep(whom.id, new)
    app_state.peers.banned(whom.id, new)
    note(_log, "banned", name=whom.name, by=staff.name)
    return EmptyAnswer()


@post("/api/club/bans/lift", status_code=200)
async def lift_ban(app_state: Shared, staff: Person, data: JSONBody[AccountForm]) -> EmptyAnswer:
    """Lift a ban. For hosts."""
    found = app_state.bans.all.get(data.account)
    if found is None:
        raise NotFound("no such ban", code="not_banned")
    await app_state.bans.keep(data.account, None)
    app_state.peers.banned(data.account, None)
    note(_log, "ban lifted", name=found.player, by=staff.name)
    return EmptyAnswer()


@post("/api/club/pictures/erase", status_code=200)
async def erase_picture(app_state: Shared, staff: Person, data: JSONBody[WhoForm]) -> EmptyAnswer:
    """Erase somebody's picture. The person can then choose another one. For hosts."""
    whom = await find(app_state, account=data.account, player=data.player, table=data.table)
    await app_state.store.write(keep_avatar(whom.id))
    note(_log, "picture erased", name=whom.name, by=staff.name)
    return EmptyAnswer()


# ---- roles


@post("/api/club/roles", status_code=200)
async def give_role(app_state: Shared, staff: Person, data: JSONBody[RoleForm]) -> EmptyAnswer:
    """Make a person a member, a host, or neither. For hosts; only the owner can appoint or remove hosts."""
    whom = await find(app_state, account=data.account)
    if whom.role == OWNER:
        raise Conflict("the owner cannot lose the role; transfer the room instead", code="is_host")
    if staff.role != OWNER and "staff" in (whom.role, data.role):
        raise NotAllowed("only the owner may choose the hosts", code="owner_only")
    if data.role != "guest":
        _check_free(app_state, whom)
    await _change(app_state, whom, data.role, staff)
    return EmptyAnswer()


@post("/api/club/owner", status_code=200)
async def transfer(app_state: Shared, staff: Person, data: JSONBody[AccountForm]) -> EmptyAnswer:
    """Make another person the owner of the room, and stay a host. For the owner."""
    if staff.role != OWNER:
        raise NotAllowed("only the owner may transfer the room", code="owner_only")
    whom = await find(app_state, account=data.account)
    if whom.id == staff.id:
        raise Conflict("you are already the owner", code="is_host")
    _check_free(app_state, whom)
    await _change(app_state, whom, OWNER, staff)  # first, so that there is always an owner
    await _change(app_state, staff, "staff", staff)
    return EmptyAnswer()


def _check_free(app_state: AppState, whom: Account) -> None:
    found = app_state.bans.all.get(whom.id)
    if found is not None and not found.is_over(now_ms()):
        raise Conflict(f"{whom.name} is banned; lift the ban first", code="banned")


async def _change(app_state: AppState, whom: Account, role: str, by: Account) -> None:
    def how(now: Account) -> Account:
        mine = "player" if role == "guest" and now.password is not None else role
        return replace(now, role=mine)

    await app_state.accounts.change(whom.id, how)
    app_state.peers.come_again(whom.id)
    note(_log, "role given", name=whom.name, role=role, by=by.name)


# ---- the end of the session


@post("/api/club/end", status_code=200)
async def end_session(app_state: Shared, staff: Person) -> EmptyAnswer:
    """Close every table after its current hand. Everybody is cashed out. For hosts."""
    for table in app_state.registry.tables():
        actor = app_state.registry.get(table.id)
        if actor is not None:
            actor.submit(Close(), ignore, by=staff.name, id="", staff=True, account=staff.id)
    note(_log, "session ended", by=staff.name)
    return EmptyAnswer()


DAY: Final = 24 * 60 * 60 * 1000


class Integrity(msgspec.Struct, frozen=True):
    """The integrity checks of the room.

    - `state`: the state of the last check
    - `at`: when the last check started
    - `found`: what the last check found
    - `seats`: the requests to sit down in spite of another account
    """

    state: State
    at: int
    found: IntegrityReport | None
    seats: list[SeatAsked]


class IntegrityForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to check the hands of the last `days` days (0 for all hands)."""

    days: Annotated[int, msgspec.Meta(ge=0, le=3660)] = 0


class SeatForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Allow an `account` to sit down at a `table` in spite of another account. If `given` is false, forbid it."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    account: Annotated[str, msgspec.Meta(max_length=64)]
    given: bool = True


@get("/api/integrity", guards=[for_staff])
async def integrity(app_state: Shared) -> Response[Integrity]:
    """The findings of the last integrity check: reasons to look closer, not verdicts. For hosts."""
    checks = app_state.integrity
    found = Integrity(checks.state, checks.at, checks.found, await seats_asked(app_state))
    return Response(found)


@post("/api/integrity/look", status_code=200, guards=[for_staff])
async def start_check(app_state: Shared, data: JSONBody[IntegrityForm]) -> EmptyAnswer:
    """Start a new integrity check. Play continues meanwhile. For hosts."""
    now = now_ms()
    app_state.integrity.begin(now, now - data.days * DAY if data.days else 0)
    return EmptyAnswer()


@post("/api/integrity/seat", status_code=200, guards=[for_staff])
async def seat_leave(app_state: Shared, data: JSONBody[SeatForm]) -> EmptyAnswer:
    """Allow an account to sit down in spite of another account, or forbid it. For hosts."""
    await let_sit(app_state, data.table, data.account, given=data.given)
    return EmptyAnswer()


CLUB: Final = (
    see_club, ban, lift_ban, erase_picture, give_role, transfer, end_session, integrity, start_check, seat_leave,
)  # fmt: skip
