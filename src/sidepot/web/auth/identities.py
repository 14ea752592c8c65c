"""Identities: guests, people with a password, the host, and their session tokens."""

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
from sidepot.web.security.devices import device_known
from sidepot.web.security.names import check_reserved, friendly_name, numbered_name
from sidepot.web.security.passwords import check_password, hash_password, is_password
from sidepot.web.security.throttle import WrongPassword
from sidepot.web.state import PLAYED, AppState, now_ms

DAY: Final = 24 * 60 * 60 * 1000
STAYS: Final = 90 * DAY  # the lifetime of a token
LONGEST_NAME: Final = 24
HOST_KEY: Final = "web/host-token"
TOO_MANY_GUESSES: Final = (
    "too many wrong passwords for this name; try again in a minute, or in a browser that has logged in before"
)
_TRIES: Final = 20
_LINK_USED: Final = "this link was used before, or belongs to another room; `sidepot serve --host-link` makes a new one"

_log = logging.getLogger("sidepot.web")


class LoggedIn(PrivateStruct, frozen=True):
    """An account that has logged in, and the session token for its browser."""

    SHOWN = ("account",)

    account: Account
    token: str


def check_name(name: str) -> str:
    """Remove extra spaces from a name. Raises BadNotation for a name that is not allowed, for example a name that is
    too long.

    >>> check_name("  Ann   Lee ")
    'Ann Lee'
    """
    found = " ".join(name.split())
    if not found or len(found) > LONGEST_NAME:
        raise BadNotation(f"a name must have 1 to {LONGEST_NAME} characters", code="bad_name")
    if not found.isprintable() or not any(character.isalnum() for character in found):
        raise BadNotation("a name needs a letter or digit, and may contain only printable characters", code="bad_name")
    if is_bot_name(found):
        raise BadNotation(f"only bots may have {MARK} in their names", code="bad_name")
    if has_brackets(found):
        raise BadNotation("a name must not contain brackets, which mark bots", code="bad_name")
    if because := why_misread(found):
        raise BadNotation(because, code="bad_name")
    check_reserved(found)
    return found


async def free_name(app_state: AppState) -> str:
    """A friendly name that nobody uses yet."""
    for _ in range(_TRIES):
        if app_state.names.is_free(found := friendly_name()):
            return found
    return numbered_name()


async def come_as_guest(app_state: AppState, name: str) -> LoggedIn:
    """Log in as a guest under this name. If the name is "", a free name is chosen.

    Raises BadNotation for a name that is not allowed, and Conflict for a name that is taken.
    """
    wanted = check_name(name) if name.strip() else ""
    for _ in range(_TRIES):
        new = Account(secrets.token_hex(8), wanted or await free_name(app_state), "guest", app_state.registry.clock())
        try:
            await _open(app_state, new)
        except Conflict:
            if wanted:
                raise
            continue  # another guest took it first
        note(_log, "guest came", name=new.name)
        return await _log_in(app_state, new)
    raise Conflict("no name is free at the moment; choose one yourself", code="no_name_free")


async def _open(app_state: AppState, new: Account) -> None:
    """Open an account. Raises Conflict if the name, or one that looks like it, is taken."""
    app_state.names.take(new.name)
    try:
        await app_state.accounts.add(new)
    except BaseException:
        app_state.names.give_back(new.name)
        raise
    app_state.peers.named(new.name)


async def sign_up(app_state: AppState, name: str, password: str, guest: Account | None, token: str = "") -> LoggedIn:
    """Create an account with a password. A guest who signs up keeps the guest account and its seats.

    `token` is the guest's session token, which becomes invalid. Raises BadNotation for a name or password that is not
    allowed, and Conflict for a name that is taken.
    """
    check_password(password)
    if guest is not None and guest.password is None:
        if name_key(name) != name_key(guest.name):
            raise Conflict(
                f"you are already here as {guest.name}; sign up with that name, or log out first",
                code="signed_in_already",
            )
        found = await _keep(app_state, guest, await hash_password(password), token)
    else:
        wanted = check_name(name)
        app_state.names.check(wanted)
        new = Account(secrets.token_hex(8), wanted, "player", app_state.registry.clock(), await hash_password(password))
        await _open(app_state, new)
        found = await _log_in(app_state, new)
    note(_log, "signed up", name=found.account.name)
    return found


async def _keep(app_state: AppState, guest: Account, password: str, token: str) -> LoggedIn:
    """Give a guest's account a password. The guest may have become host in the meantime."""

    def keep(now: Account) -> Account:
        if now.password is not None:
            raise Conflict(f"{now.name} already has a password; log in with it", code="has_password")
        return msgspec.structs.replace(now, password=password, role="player" if now.role == "guest" else now.role)

    return await _renew(app_state, guest, keep, token)


async def rename(app_state: AppState, who: Account, name: str) -> Account:
    """Rename an account. The account keeps its seats, chips and sessions.

    A table that knows the account shows the old name until it forgets the account. Raises BadNotation for a name that
    is not allowed, and Conflict for a name that is taken.
    """
    wanted = check_name(name)
    is_another = skeleton(wanted) != skeleton(who.name)  # otherwise only the case or the spaces differ
    if is_another:
        app_state.names.take(wanted)
    try:
        now = await app_state.accounts.change(who.id, lambda found: msgspec.structs.replace(found, name=wanted))
    except BaseException:
        if is_another:
            app_state.names.give_back(wanted)
        raise
    if is_another:
        app_state.peers.named(now.name)
        app_state.peers.unnamed(who.name)
    app_state.peers.come_again(who.id)
    note(_log, "renamed", name=now.name)
    return now


async def _renew(
    app_state: AppState, who: Account, how: How, old: str, spending: tuple[str, str] | None = None
) -> LoggedIn:
    """Give a changed account a new token, and invalidate all others.

    Its sockets are closed, because a stranger may have opened some. A page with the `old` token reconnects by itself.
    """
    token = secrets.token_urlsafe(32)
    try:
        who = await app_state.accounts.renew(who.id, how, token, now_ms(), now_ms() + STAYS, spending=spending)
    except Conflict as refused:
        if refused.code != "no_account":
            raise
        raise Conflict(f"the account {who.name} no longer exists; log in again", code="no_account") from None
    app_state.peers.log_out(who.id, again=token_key(old))
    return LoggedIn(who, token)


def password_of(who: Account) -> str:
    """The name by which the known-device cookie says that its browser has given this account's password."""
    return f"account/{who.id}"


async def log_in(app_state: AppState, name: str, password: str, address: str, known: str = "") -> LoggedIn:
    """Log in with a password. Raises WrongPassword, or TooManyGuesses after too many wrong passwords.

    `known` is the known-device cookie of a browser that was logged in before.
    """
    found = await app_state.accounts.named(name)
    device = device_known(app_state.secret, password_of(found), known) if found is not None else ""
    secret = f"name/{name_key(name)[:100]}"
    async with app_state.login_throttle.guess(secret, address, device, refusal=TOO_MANY_GUESSES):
        if not await is_password(found.password if found else None, password) or found is None:
            note(_log, "wrong password", logging.WARNING)
            raise WrongPassword("wrong name or password")
    note(_log, "logged in", name=found.name)
    return await _log_in(app_state, found)


async def log_out(app_state: AppState, who: Account, token: str) -> None:
    """Invalidate a token, and close the sockets that it opened."""
    await app_state.accounts.log_out(token)
    app_state.peers.log_out(who.id, only=token_key(token))


async def _log_in(app_state: AppState, who: Account) -> LoggedIn:
    token = secrets.token_urlsafe(32)
    await app_state.accounts.log_in(who.id, token, now_ms(), now_ms() + STAYS)
    return LoggedIn(who, token)


async def forget_guests(app_state: AppState) -> int:
    """Delete the accounts of absent guests: guests without a valid token and, after a day, guests who never sat down.

    Returns the number of deleted accounts. Their names become free.
    """
    await app_state.note_played()
    now = now_ms()
    live = select(session.c.account).where(session.c.expires > now)
    idle = and_(account.c.data != PLAYED, account.c.created < now - DAY)
    query = select(account.c.id, account.c.name).where(account.c.role == "guest", or_(idle, account.c.id.not_in(live)))
    gone = await app_state.store.ask(lambda connection: [(row[0], row[1]) for row in connection.execute(query)])
    known, clients = await app_state.registry.known() if gone else set(), app_state.clients
    found = {number: name for number, name in gone if not (number in known or clients.get(number))}
    await remove(app_state, found)
    return len(found)


async def remove(app_state: AppState, accounts: Mapping[str, str]) -> None:
    """Delete these accounts, given as names by id. The names become free."""
    await app_state.accounts.remove(*accounts)
    app_state.peers.unnamed(*accounts.values())


# ---- the host


async def new_host_token(app_state: AppState) -> str:
    """Make a new token that makes one person host of the room. The previous token becomes invalid."""
    token = secrets.token_urlsafe(24)
    await app_state.store.put(HOST_KEY, token_key(token))
    return token


async def has_host(app_state: AppState) -> bool:
    """Whether the room has a host."""
    return await app_state.accounts.has("host")


async def check_host_token(app_state: AppState, token: str) -> None:
    """Raise Conflict unless this is the valid token of the host link."""
    kept = await app_state.store.get(HOST_KEY)
    if kept is None or not secrets.compare_digest(kept, token_key(token)):
        raise Conflict(_LINK_USED, code="link_used")


async def become_host(app_state: AppState, token: str, who: Account | None, session: str = "") -> LoggedIn:
    """Make the sender a host, with their account or a new one. Raises Conflict if the token is invalid.

    `session` is the sender's session token, which becomes invalid.
    """
    await check_host_token(app_state, token)
    found = who or (await come_as_guest(app_state, "")).account
    try:  # if two try it, the database accepts only one
        spending = HOST_KEY, token_key(token)
        host = await _renew(
            app_state, found, lambda now: msgspec.structs.replace(now, role="host"), session, spending=spending
        )
    except Conflict as refused:
        if who is None:
            await remove(app_state, {found.id: found.name})
        raise Conflict(_LINK_USED, code="link_used") if refused.code == "link_used" else refused from None
    note(_log, "host came", name=host.account.name)
    return host
