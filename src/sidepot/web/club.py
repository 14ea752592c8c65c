"""What hosts do about the people of a room: send them away and let them come back, and see who is there."""

from __future__ import annotations

import logging
from typing import Any, Final

from sqlalchemy import select

from sidepot.errors import Conflict
from sidepot.room.store.accounts import Account
from sidepot.room.store.schema import account
from sidepot.table.bans import Ban, check_new
from sidepot.web.answers import NotFound
from sidepot.web.club_shapes import BanForm, Club, ClubBan, ClubPerson
from sidepot.web.desk import STAFF, Desk, now_ms
from sidepot.web.logs import note

MOST_LISTED: Final = 500  # people of a club, and as many who only are here
_NO_ROLE: Final = ("guest", "player")

_log = logging.getLogger("sidepot.web")


async def club_of(desk: Desk) -> Club:
    """The people of the room, first those with a role, and the bans, the last one first."""
    here = [number for number, some in desk.clients.items() if some][:MOST_LISTED]
    found = {one.account: one for one in await _people(desk, account.c.role.not_in(_NO_ROLE))}
    for one in await _people(desk, account.c.id.in_(here)):
        found.setdefault(one.account, one)
    now = now_ms()
    bans = sorted(desk.bans.all.items(), key=lambda one: -one[1].since)
    return Club(list(found.values()), [_listed(number, ban, now) for number, ban in bans])


async def _people(desk: Desk, which: Any) -> list[ClubPerson]:
    query = select(account.c.id, account.c.name, account.c.role).where(which).order_by(account.c.created)
    rows = await desk.store.ask(lambda connection: [tuple(row) for row in connection.execute(query.limit(MOST_LISTED))])
    return [ClubPerson(number, name, role, bool(desk.clients.get(number))) for number, name, role in rows]


def _listed(number: str, ban: Ban, now: int) -> ClubBan:
    return ClubBan(number, ban.player, ban.reason, ban.since, ban.until, ban.watches, ban.by, ban.is_over(now))


async def find(desk: Desk, *, account: str = "", player: str = "", table: str = "") -> Account:
    """Somebody by the account, or by the name that a table shows, or else by their own name. Raises NotFound."""
    number = account
    if not number and table:
        room = getattr(desk.actor(table), "room", None)
        number = getattr(room, "accounts", {}).get(player, "")
    found = await desk.accounts.get(number) if number else await desk.accounts.named(player) if player else None
    if found is None:
        raise NotFound(f"nobody here is called {player!r}" if player else "there is no such account", code="no_account")
    return found


async def ban(desk: Desk, form: BanForm, by: Account) -> None:
    """Send somebody away: they leave every table, and are told why. Raises NotFound, Conflict, BadNotation.

    Said again it is the same, or takes the place of the ban before.
    """
    whom = await find(desk, account=form.account, player=form.player, table=form.table)
    if whom.role in STAFF:
        raise Conflict(f"{whom.name} is a host here, and no host is sent away", code="is_host")
    said = Ban(whom.name, " ".join(form.reason.split()), now_ms(), form.until, form.watches, by.name)
    check_new(said)
    await desk.bans.keep(whom.id, said)
    desk.asides.banned(whom.id, said)
    note(_log, "banned", name=whom.name, by=by.name)


async def lift_ban(desk: Desk, number: str, by: Account) -> None:
    """Let somebody come back. Raises NotFound where they are not banned."""
    found = desk.bans.all.get(number)
    if found is None:
        raise NotFound("there is no such ban (any more)", code="not_banned")
    await desk.bans.keep(number, None)
    desk.asides.banned(number, None)
    note(_log, "ban lifted", name=found.player, by=by.name)
