"""Seats that need the leave of the host: a second account of one browser, a guest from where a banned player came."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select, update

from sidepot.errors import Conflict, IllegalAction, SidepotError
from sidepot.room.running.table_log import PREFIX, stream_of
from sidepot.room.store.accounts import Account
from sidepot.room.store.ledger import names_of
from sidepot.room.store.schema import leave
from sidepot.room.store.sittings import others_of, sat_down, seen_from
from sidepot.room.store.transaction import insert_new
from sidepot.table.bans import SENT_AWAY
from sidepot.web.security.traces import Trace
from sidepot.web.state import Desk, now_ms

LATELY: Final = 24 * 60 * 60 * 1000  # how long a browser is remembered at a table
WHY: Final = "{name} sits here from this browser: the host has to let a second account sit down, and was asked"

ASKED: Final = "the host has to let guests sit down here now, and was asked"


class SeatAsked(msgspec.Struct, frozen=True):
    """An account that wants to sit where another of the same browser does; `given`: the host lets it.

    Where the other is `banned`, it is a guest from an address or a browser from which the other sat down.
    """

    table: str
    account: str
    player: str
    other: str
    at: int
    given: bool
    banned: bool = False


async def why_not_sit(desk: Desk, table: str, who: Account | None, trace: Trace) -> SidepotError | None:
    """Why an account may not sit down: another of this browser has a seat at the table, and no leave is given."""
    if who is None or desk.actor(table) is None:
        return None  # that is for others to say
    try:
        await _check_browser(desk, table, who, trace.browser)
        await _check_banned(desk, table, who, trace)
        desk.bans.check(who, now_ms())  # somebody may have sent them away meanwhile
    except SidepotError as error:
        return error
    return None


async def _check_browser(desk: Desk, table: str, who: Account, browser: str) -> None:
    stream = stream_of(table)
    now = now_ms()
    others = await desk.store.ask(others_of(stream, who.id, browser, now - LATELY))
    if others:
        desk.hall.tables()  # so that it is known who sits where by now
    there = [other for other in others if table in desk.hall.seats_of(other)]
    if not there or await desk.store.ask(_is_given(stream, who.id)):
        return
    called = (await desk.store.ask(names_of(there)))[there[0]]
    if await desk.store.write(_ask(stream, who.id, there[0], now)):
        desk.peers.notice(table, f"{who.name} wants to sit where {called} does, from the same browser: see Integrity")
    raise IllegalAction(WHY.format(name=called), code="same_browser")


async def _check_banned(desk: Desk, table: str, who: Account, trace: Trace) -> None:
    """While a ban stands, guests from where the banned player came sit down once the host lets them. Rule: PG-116."""
    now = now_ms()
    bans = dict(desk.bans.all)  # as they stand now: one may be lifted while the store is asked
    away = [account for account, ban in bans.items() if not ban.is_over(now)]
    if who.role != "guest" or not away:
        return
    stream = stream_of(table)
    found = await desk.store.ask(seen_from(away, *trace))
    if not found or await desk.store.ask(_is_given(stream, who.id)):
        return
    if await desk.store.write(_ask(stream, who.id, found[0], now)):
        banned = bans[found[0]].player
        told = f"{who.name} wants to sit down, from where {banned} came, who is banned: see Integrity"
        desk.peers.notice(table, told)
    raise IllegalAction(ASKED, code="near_banned", cite=SENT_AWAY)


async def note_sitting(desk: Desk, table: str, who: Account | None, trace: Trace) -> None:
    """Note from where an account has sat down; a store that cannot just now has not noted it."""
    if who is not None and (trace.address or trace.browser):
        with suppress(SidepotError):
            await desk.store.write(sat_down(now_ms(), stream_of(table), who.id, *trace))


async def seats_asked(desk: Desk) -> list[SeatAsked]:
    """The leaves that were asked for, the last one first."""
    query = select(leave.c.stream, leave.c.account, leave.c.other, leave.c.asked, leave.c.given)
    query = query.order_by(leave.c.asked.desc()).limit(100)

    def ask(connection: Connection) -> list[SeatAsked]:
        rows = connection.execute(query).all()
        banned = desk.bans.all
        names = names_of({str(one) for row in rows for one in (row[1], row[2])})(connection)
        return [
            SeatAsked(stream.removeprefix(PREFIX), who, names[who], names[other], int(at), bool(given), other in banned)
            for stream, who, other, at, given in rows
        ]

    return await desk.store.ask(ask)


async def let_sit(desk: Desk, table: str, account: str, *, given: bool) -> None:
    """Let an account sit at a table beside another of its browser, or refuse it from now on. Raises Conflict."""
    these = leave.c.stream == stream_of(table), leave.c.account == account
    change = update(leave).where(*these).values(given=True) if given else delete(leave).where(*these)
    if not await desk.store.write(lambda connection: bool(connection.execute(change).rowcount)):
        raise Conflict("nobody asked for that", code="no_account")


def _is_given(stream: str, account: str) -> Callable[[Connection], bool]:
    query = select(leave.c.given).where(leave.c.stream == stream, leave.c.account == account)
    return lambda connection: bool(connection.scalar(query))


def _ask(stream: str, account: str, other: str, now: int) -> Callable[[Connection], bool]:
    row = {"stream": stream, "account": account, "asked": now, "given": False, "other": other}
    return lambda connection: insert_new(connection, leave, row)
