"""Authorization: who may watch a table, enter a password, or sit down at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

import msgspec
from litestar import Response
from sqlalchemy import Connection, delete, select, update

from sidepot.errors import Conflict, IllegalAction, SidepotError
from sidepot.room.runtime.errors import why_not_written
from sidepot.room.runtime.table_storage import PREFIX, stream_of
from sidepot.room.store.accounts import Account
from sidepot.room.store.errors import StoreError
from sidepot.room.store.ledger import names_of
from sidepot.room.store.schema import leave
from sidepot.room.store.sittings import others_of, sat_down, seen_from
from sidepot.room.store.transaction import insert_new
from sidepot.table.bans import SENT_AWAY
from sidepot.web.auth.sessions import known_cookie, known_in, somebody
from sidepot.web.rate_limits import Bucket, address_of
from sidepot.web.requests import Ask
from sidepot.web.schemas.base import EmptyAnswer
from sidepot.web.security.devices import ConnectionHashes, device_known
from sidepot.web.security.throttle import WrongPassword
from sidepot.web.state import AppState, now_ms

MOST_WATCHED: Final = 500  # most tables of one socket
TOO_MANY_TABLES: Final = f"a socket can watch at most {MOST_WATCHED} tables"
NO_TABLE: Final = "no such table"
MOST_WAITING: Final = 32  # most unanswered commands of one socket
LOCKED: Final = "this table has a password; join with the password first"


async def why_not_let_in(app_state: AppState, table: str, who: Account | None) -> tuple[str, str]:
    """Why a person may not watch a table, as a code and a message. Both are "" if the person may watch."""
    try:
        let_in = await app_state.may_watch(table, who)
    except StoreError as error:  # the database does not answer: the client may try again
        return "not_written", why_not_written(error)
    except SidepotError as error:
        return error.code, error.message
    return ("", "") if let_in else ("password_needed", LOCKED)


def shared_bucket(buckets: Iterable[Bucket | None]) -> Bucket:
    """The rate limit that all sockets of an account share.

    This is the first of the `buckets` that is not None, or a new one.
    """
    return next((one for one in buckets if one is not None), None) or Bucket()


async def open_lock(
    request: Ask, app_state: AppState, password: str, lock: str, *, locked: bool, of: str = "table"
) -> Response[EmptyAnswer]:
    """Open a lock with its password for the sender.

    - `locked`: whether the table or tournament has a password at the moment
    - `of`: what error messages call the thing behind the lock

    Raises LoginRequired, WrongPassword or TooManyGuesses.
    """
    who = somebody(request.user)
    secret = f"lock/{lock}"
    device = device_known(app_state.secret, secret, known_in(request, app_state))
    refusal = f"too many wrong passwords for this {of}; try again in a minute"
    async with app_state.login_throttle.guess(secret, address_of(request), device, refusal=refusal):
        if not await app_state.locks.open(lock, who.id, password, locked=locked):
            raise WrongPassword(f"wrong password for this {of}")
    return Response(EmptyAnswer(), cookies=[known_cookie(request, app_state, secret)] if locked else [])


LATELY: Final = 24 * 60 * 60 * 1000  # how long a browser is remembered at a table
WHY: Final = "{name} sits here from this browser; the host has been asked to allow a second account"

ASKED: Final = "the host has been asked to allow you to sit down"


class SeatAsked(msgspec.Struct, frozen=True):
    """A request to sit down at a table in spite of another account (`other`).

    The other account is from the same browser and sits at the table, or it is banned and has used the same browser or
    address.

    - `given`: whether a host has granted the request
    - `banned`: whether the other account is banned
    """

    table: str
    account: str
    player: str
    other: str
    at: int
    given: bool
    banned: bool = False


async def why_not_sit(
    app_state: AppState, table: str, who: Account | None, hashes: ConnectionHashes
) -> SidepotError | None:
    """Why an account may not sit down; None if it may.

    Unless a host has allowed it, an account may not sit at a table with another account from the same browser. The same
    applies to a guest from the browser or address of a banned account.
    """
    if who is None or app_state.registry.get(table) is None:
        return None  # the table itself refuses that
    try:
        await _check_browser(app_state, table, who, hashes.browser)
        await _check_banned(app_state, table, who, hashes)
        app_state.bans.check(who, now_ms())  # they may have been banned in the meantime
    except SidepotError as error:
        return error
    return None


async def _check_browser(app_state: AppState, table: str, who: Account, browser: str) -> None:
    stream = stream_of(table)
    now = now_ms()
    others = await app_state.store.ask(others_of(stream, who.id, browser, now - LATELY))
    if others:
        app_state.registry.tables()  # so that newly taken seats are known
    there = [other for other in others if table in app_state.registry.seats_of(other)]
    if not there or await app_state.store.ask(_is_given(stream, who.id)):
        return
    called = (await app_state.store.ask(names_of(there)))[there[0]]
    if await app_state.store.write(_ask(stream, who.id, there[0], now)):
        app_state.peers.notice(
            table, f"{who.name} wants to sit down; {called} sits here from the same browser. See Integrity"
        )
    raise IllegalAction(WHY.format(name=called), code="same_browser")


async def _check_banned(app_state: AppState, table: str, who: Account, hashes: ConnectionHashes) -> None:
    """Raise IllegalAction for a guest from a banned player's address or browser without the host's permission.

    Rule: PG-116.
    """
    now = now_ms()
    bans = dict(app_state.bans.all)  # a copy, because bans may be lifted during the query
    away = [account for account, ban in bans.items() if not ban.is_over(now)]
    if who.role != "guest" or not away:
        return
    stream = stream_of(table)
    found = await app_state.store.ask(seen_from(away, *hashes))
    if not found or await app_state.store.ask(_is_given(stream, who.id)):
        return
    if await app_state.store.write(_ask(stream, who.id, found[0], now)):
        banned = bans[found[0]].player
        message = f"{who.name} wants to sit down, from an address or browser of {banned}, who is banned. See Integrity"
        app_state.peers.notice(table, message)
    raise IllegalAction(ASKED, code="near_banned", cite=SENT_AWAY)


async def note_sitting(app_state: AppState, table: str, who: Account | None, hashes: ConnectionHashes) -> None:
    """Store the browser and the address from which an account sat down. A store error is ignored."""
    if who is not None and (hashes.address or hashes.browser):
        with suppress(SidepotError):
            await app_state.store.write(sat_down(now_ms(), stream_of(table), who.id, *hashes))


async def seats_asked(app_state: AppState) -> list[SeatAsked]:
    """The latest 100 requests for a host's permission to sit down, latest first."""
    query = select(leave.c.stream, leave.c.account, leave.c.other, leave.c.asked, leave.c.given)
    query = query.order_by(leave.c.asked.desc()).limit(100)

    def ask(connection: Connection) -> list[SeatAsked]:
        rows = connection.execute(query).all()
        banned = app_state.bans.all
        names = names_of({str(one) for row in rows for one in (row[1], row[2])})(connection)
        return [
            SeatAsked(stream.removeprefix(PREFIX), who, names[who], names[other], int(at), bool(given), other in banned)
            for stream, who, other, at, given in rows
        ]

    return await app_state.store.ask(ask)


async def let_sit(app_state: AppState, table: str, account: str, *, given: bool) -> None:
    """Grant or refuse an account's request to sit down at a table.

    Raises Conflict if the account has not asked for permission.
    """
    these = leave.c.stream == stream_of(table), leave.c.account == account
    change = update(leave).where(*these).values(given=True) if given else delete(leave).where(*these)
    if not await app_state.store.write(lambda connection: bool(connection.execute(change).rowcount)):
        raise Conflict("this account has not asked to sit down at this table", code="no_account")


def _is_given(stream: str, account: str) -> Callable[[Connection], bool]:
    query = select(leave.c.given).where(leave.c.stream == stream, leave.c.account == account)
    return lambda connection: bool(connection.scalar(query))


def _ask(stream: str, account: str, other: str, now: int) -> Callable[[Connection], bool]:
    row = {"stream": stream, "account": account, "asked": now, "given": False, "other": other}
    return lambda connection: insert_new(connection, leave, row)
