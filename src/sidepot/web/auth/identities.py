"""Identities: guests, people with a password, the host; and the tokens by which they are known again."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import and_, or_, select

from sidepot.bots.bot_names import MARK, is_bot_name
from sidepot.errors import BadNotation, Conflict
from sidepot.privacy import PrivateStruct
from sidepot.room.store.accounts import Account, How, token_key
from sidepot.room.store.schema import account, session
from sidepot.validation.lookalikes import has_brackets, name_key, skeleton, why_misread
from sidepot.web.logs import note
from sidepot.web.security.known_devices import device_known
from sidepot.web.security.names import check_reserved, friendly_name, numbered_name
from sidepot.web.security.passwords import check_password, hash_password, is_password
from sidepot.web.security.throttle import WrongPassword
from sidepot.web.state import PLAYED, AppState, now_ms

DAY: Final = 24 * 60 * 60 * 1000
STAYS: Final = 90 * DAY  # how long a token holds
LONGEST_NAME: Final = 24
HOST_KEY: Final = "web/host-token"
TOO_MANY_GUESSES: Final = (
    "too many wrong passwords for this name: try again in a minute, or in a browser that has signed in before"
)
_TRIES: Final = 20
_LINK_USED: Final = "this link was used already, or is not of this room; `sidepot serve --host-link` gives another"

_log = logging.getLogger("sidepot.web")


class LoggedIn(PrivateStruct, frozen=True):
    """Somebody who has come in, and the token for the browser."""

    SHOWN = ("account",)

    account: Account
    token: str


def check_name(name: str) -> str:
    """A name as it is shown: without spaces around it, and short enough for a seat. Raises BadNotation.

    >>> check_name("  Ann   Lee ")
    'Ann Lee'
    """
    found = " ".join(name.split())
    if not found or len(found) > LONGEST_NAME:
        raise BadNotation(f"a name has 1 to {LONGEST_NAME} characters", code="bad_name")
    if not found.isprintable() or not any(character.isalnum() for character in found):
        raise BadNotation("a name has letters or digits, and nothing that cannot be shown", code="bad_name")
    if is_bot_name(found):
        raise BadNotation(f"{MARK} is for bots", code="bad_name")
    if has_brackets(found):
        raise BadNotation("a name has no brackets: they are for bots", code="bad_name")
    if because := why_misread(found):
        raise BadNotation(because, code="bad_name")
    check_reserved(found)
    return found


async def free_name(desk: AppState) -> str:
    """A friendly name that nobody has."""
    for _ in range(_TRIES):
        if desk.names.is_free(found := friendly_name()):
            return found
    return numbered_name()


async def come_as_guest(desk: AppState, name: str) -> LoggedIn:
    """Let a guest in by a name alone, or by one that is found. Raises BadNotation, Conflict where it is taken."""
    wanted = check_name(name) if name.strip() else ""
    for _ in range(_TRIES):
        new = Account(secrets.token_hex(8), wanted or await free_name(desk), "guest", desk.hall.clock())
        try:
            await _open(desk, new)
        except Conflict:
            if wanted:
                raise
            continue  # somebody else was quicker
        note(_log, "guest came", name=new.name)
        return await _log_in(desk, new)
    raise Conflict("no name is free just now: say one yourself", code="no_name_free")


async def _open(desk: AppState, new: Account) -> None:
    """Open an account, by a name that nobody has, nor one that looks like it. Raises Conflict."""
    desk.names.take(new.name)
    try:
        await desk.accounts.add(new)
    except BaseException:
        desk.names.give_back(new.name)
        raise
    desk.peers.named(new.name)


async def sign_up(desk: AppState, name: str, password: str, guest: Account | None, token: str = "") -> LoggedIn:
    """Open an account with a password; a guest keeps account and place. Raises BadNotation, Conflict.

    `token` is the guest's, which is worth nothing any more then.
    """
    check_password(password)
    if guest is not None and guest.password is None:
        if name_key(name) != name_key(guest.name):
            raise Conflict(
                f"you sit here as {guest.name}: sign up by that name, or log out first", code="signed_in_already"
            )
        found = await _keep(desk, guest, await hash_password(password), token)
    else:
        wanted = check_name(name)
        desk.names.check(wanted)
        new = Account(secrets.token_hex(8), wanted, "player", desk.hall.clock(), await hash_password(password))
        await _open(desk, new)
        found = await _log_in(desk, new)
    note(_log, "signed up", name=found.account.name)
    return found


async def _keep(desk: AppState, guest: Account, password: str, token: str) -> LoggedIn:
    """Keep a guest's account by a password, as it stands by then: the guest may have become host meanwhile."""

    def keep(now: Account) -> Account:
        if now.password is not None:
            raise Conflict(f"{now.name} has a password already: log in with it", code="has_password")
        return msgspec.structs.replace(now, password=password, role="player" if now.role == "guest" else now.role)

    return await _renew(desk, guest, keep, token)


async def rename(desk: AppState, who: Account, name: str) -> Account:
    """Give an account another name: it keeps its seats, its chips and its logins. Raises BadNotation, Conflict.

    A table that knows the account shows the name that it had there, until it forgets them.
    """
    wanted = check_name(name)
    is_another = skeleton(wanted) != skeleton(who.name)  # else it is the same one, written in another way
    if is_another:
        desk.names.take(wanted)
    try:
        now = await desk.accounts.change(who.id, lambda found: msgspec.structs.replace(found, name=wanted))
    except BaseException:
        if is_another:
            desk.names.give_back(wanted)
        raise
    if is_another:
        desk.peers.named(now.name)
        desk.peers.unnamed(who.name)
    desk.peers.come_again(who.id)
    note(_log, "renamed", name=now.name)
    return now


async def _renew(desk: AppState, who: Account, how: How, old: str, spending: tuple[str, str] | None = None) -> LoggedIn:
    """Let an upgraded account in by a new token alone: the old one no longer works.

    Its sockets end, too: a stranger may have opened some of them. A page whose token was `old` comes again by itself.
    """
    token = secrets.token_urlsafe(32)
    try:
        who = await desk.accounts.renew(who.id, how, token, now_ms(), now_ms() + STAYS, spending=spending)
    except Conflict as refused:
        if refused.code != "no_account":
            raise
        raise Conflict(f"{who.name} is nobody here any more: come in again", code="no_account") from None
    desk.peers.log_out(who.id, again=token_key(old))
    return LoggedIn(who, token)


def password_of(who: Account) -> str:
    """The password of an account, as the secret that a device is known to have given."""
    return f"account/{who.id}"


async def log_in(desk: AppState, name: str, password: str, address: str, known: str = "") -> LoggedIn:
    """Let in a player with the right password. Raises WrongPassword, TooManyGuesses.

    `known` is the cookie that the browser keeps where it was logged in before.
    """
    found = await desk.accounts.named(name)
    device = device_known(desk.secret, password_of(found), known) if found is not None else ""
    secret = f"name/{name_key(name)[:100]}"
    async with desk.login_throttle.guess(secret, address, device, refusal=TOO_MANY_GUESSES):
        if not await is_password(found.password if found else None, password) or found is None:
            note(_log, "wrong password", logging.WARNING)
            raise WrongPassword("the name or the password is not right")
    note(_log, "logged in", name=found.name)
    return await _log_in(desk, found)


async def log_out(desk: AppState, who: Account, token: str) -> None:
    """The token is nobody's any more, and the sockets that it opened are closed."""
    await desk.accounts.log_out(token)
    desk.peers.log_out(who.id, only=token_key(token))


async def _log_in(desk: AppState, who: Account) -> LoggedIn:
    token = secrets.token_urlsafe(32)
    await desk.accounts.log_in(who.id, token, now_ms(), now_ms() + STAYS)
    return LoggedIn(who, token)


async def forget_guests(desk: AppState) -> int:
    """Forget absent guests: those logged in nowhere any more, and after a day those who never sat down.

    Their names are free again.
    """
    await desk.note_played()
    now = now_ms()
    live = select(session.c.account).where(session.c.expires > now)
    idle = and_(account.c.data != PLAYED, account.c.created < now - DAY)
    query = select(account.c.id, account.c.name).where(account.c.role == "guest", or_(idle, account.c.id.not_in(live)))
    gone = await desk.store.ask(lambda connection: [(row[0], row[1]) for row in connection.execute(query)])
    known, clients = await desk.hall.known() if gone else set(), desk.clients
    found = {number: name for number, name in gone if not (number in known or clients.get(number))}
    await remove(desk, found)
    return len(found)


async def remove(desk: AppState, accounts: Mapping[str, str]) -> None:
    """Close accounts, by their ids: their names are free again."""
    await desk.accounts.remove(*accounts)
    desk.peers.unnamed(*accounts.values())


# ---- the host


async def new_host_token(desk: AppState) -> str:
    """A token that makes who shows it host of the room, once. The one before it is worth nothing any more."""
    token = secrets.token_urlsafe(24)
    await desk.store.put(HOST_KEY, token_key(token))
    return token


async def has_host(desk: AppState) -> bool:
    """Whether anybody is host."""
    return await desk.accounts.has("host")


async def check_host_token(desk: AppState, token: str) -> None:
    """Raise Conflict where that is not the token of the host link, or is no longer."""
    kept = await desk.store.get(HOST_KEY)
    if kept is None or not secrets.compare_digest(kept, token_key(token)):
        raise Conflict(_LINK_USED, code="link_used")


async def become_host(desk: AppState, token: str, who: Account | None, session: str = "") -> LoggedIn:
    """Make who shows the token host: the account they have, or a new one. Raises Conflict where it is not the token.

    `session` is the token by which they were logged in, which is worth nothing any more then.
    """
    await check_host_token(desk, token)
    found = who or (await come_as_guest(desk, "")).account
    try:  # of two who show it at once, the database takes one
        host = await _renew(desk, found, _as_host, session, spending=(HOST_KEY, token_key(token)))
    except Conflict as refused:
        if who is None:
            await remove(desk, {found.id: found.name})
        raise Conflict(_LINK_USED, code="link_used") if refused.code == "link_used" else refused from None
    note(_log, "host came", name=host.account.name)
    return host


def _as_host(now: Account) -> Account:
    return msgspec.structs.replace(now, role="host")
