"""Accounts and their sessions.

A name belongs to one account, including spellings that look alike. Only hashes of tokens are stored, so nobody can log
in with the contents of the store or of a backup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, Executable, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.privacy import PrivateStruct
from sidepot.room.store.ledger import keep_names
from sidepot.room.store.schema import account, avatar, hand_note, hand_of, meta, session
from sidepot.room.store.store import Store
from sidepot.room.store.transaction import insert_new
from sidepot.validation.lookalikes import name_key

_OF_ROOM: Final = "room/"  # prefix of a room's settings
AT_ONCE: Final = 500  # accounts changed per transaction


class Account(PrivateStruct, frozen=True):
    """An account.

    - `password`: the hash of the password (None for a guest)
    - `data`: any data that the caller stores with the account
    """

    SHOWN = ("id", "name", "role")

    id: str
    name: str
    role: str
    created: int
    password: str | None = None
    data: bytes = b""


How = Callable[[Account], Account]  # makes the changed account from the current one

_OF_ACCOUNT = (
    (hand_of, hand_of.c.account),
    (hand_note, hand_note.c.account),
    (avatar, avatar.c.account),
    (account, account.c.id),
)
_COLUMNS = (
    account.c.id,
    account.c.name,
    account.c.role,
    account.c.created,
    account.c.password,
    account.c.data,
)


def token_key(token: str) -> str:
    """The hash under which a token is stored."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Accounts:
    """The accounts of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, new: Account) -> None:
        """Open an account. Raises Conflict if the name or id is taken, and BadNotation if either is empty."""
        row = _row(new)
        if not await self._store.write(lambda connection: insert_new(connection, account, row)):
            raise _taken(new)

    async def change(self, number: str, how: How) -> Account:
        """Change an account with the function `how`. Returns the changed account.

        Raises Conflict if there is no such account or the name is taken, and any error that `how` raises.
        """
        return _found(await self._store.write(partial(_try, lambda connection: _change(connection, number, how))))

    async def renew(
        self, number: str, how: How, token: str, now: int, expires: int, *, spending: tuple[str, str] | None = None
    ) -> Account:
        """Change an account with `how`, and make `token` its only session, in one transaction. Times are in ms since
        1970.

        `spending` is a setting of the room that is deleted in the same transaction, as (name, expected value). Raises
        Conflict if the setting has another value, if there is no such account, or if the name is taken. Also raises any
        error that `how` raises.
        """

        def act(connection: Connection) -> Account:
            if spending is not None and not _spend(connection, *spending):
                raise Conflict("this link has already been used", code="link_used")
            found = _change(connection, number, how)
            connection.execute(delete(session).where(session.c.account == number))
            _let_in(connection, number, token, now, expires)
            return found

        return _found(await self._store.write(partial(_try, act)))

    async def remove(self, *numbers: str) -> None:
        """Delete these accounts with their sessions and lists of hands. The club's books keep their names."""
        for some in _batches(numbers):
            await self._store.write(partial(_close, some))

    async def note(self, numbers: Sequence[str], data: bytes, *, of: str) -> None:
        """Set the `data` of the accounts in `numbers`. Accounts that do not have the role `of` are left unchanged."""
        for some in _batches(numbers):
            these = update(account).where(account.c.id.in_(some), account.c.role == of, account.c.data != data)
            await self._store.write(_do(these.values(data=data)))

    async def get(self, number: str) -> Account | None:
        """The account with this id (None if there is none)."""
        query = select(*_COLUMNS).where(account.c.id == number)
        return await self._store.ask(partial(_account, query))

    async def named(self, name: str) -> Account | None:
        """The account with this name in any spelling (None if there is none)."""
        query = select(*_COLUMNS).where(account.c.name_key == name_key(name))
        return await self._store.ask(partial(_account, query))

    async def has(self, role: str) -> bool:
        """Whether any account has this role."""
        query = select(account.c.id).where(account.c.role == role).limit(1)
        return await self._store.ask(lambda connection: connection.execute(query).first() is not None)

    async def names(self) -> list[str]:
        """All names of accounts."""
        return await self._store.ask(lambda connection: list(connection.scalars(select(account.c.name))))

    async def all(self) -> list[Account]:
        """All accounts, oldest first."""
        query = select(*_COLUMNS).order_by(account.c.created, account.c.id)
        return await self._store.ask(lambda connection: [Account(*row) for row in connection.execute(query)])

    # ---- sessions

    async def log_in(self, number: str, token: str, now: int, expires: int) -> None:
        """Store a session token for an account until it expires. Times are in milliseconds since 1970.

        Raises Conflict if there is no such account.
        """

        def act(connection: Connection) -> None:
            if not connection.execute(select(account.c.id).where(account.c.id == number)).first():
                raise Conflict(f"no such account: {number!r}", code="no_account")
            _let_in(connection, number, token, now, expires)

        await self._store.write(act)

    async def who(self, token: str, now: int) -> Account | None:
        """The account that a session token belongs to (None if the token is unknown or has expired)."""
        query = select(*_COLUMNS).join(session, session.c.account == account.c.id)
        query = query.where(session.c.token == token_key(token), session.c.expires > now)
        return await self._store.ask(partial(_account, query))

    async def live(self, keys: Sequence[str], now: int) -> set[str]:
        """The hashed tokens among `keys` that are still valid (see `token_key`)."""
        found: set[str] = set()
        for some in _batches(keys):
            query = select(session.c.token).where(session.c.token.in_(some), session.c.expires > now)
            found.update(await self._store.ask(partial(_scalars, query)))
        return found

    async def log_out(self, token: str) -> None:
        """Delete a session token."""
        await self._store.write(_do(delete(session).where(session.c.token == token_key(token))))


def _try(act: Callable[[Connection], Account], connection: Connection) -> Account | SidepotError:
    """Run something in a savepoint. Returns its error, if it was refused.

    The error is returned, not raised, so that other writes of the same transaction remain.
    """
    try:
        with connection.begin_nested():
            return act(connection)
    except SidepotError as refused:
        return refused


def _change(connection: Connection, number: str, how: How) -> Account:
    """Change the fields of an account that differ, while its row is locked.

    The database refuses a name that is taken, even if another process took it just now.
    """
    query = select(*_COLUMNS).where(account.c.id == number).with_for_update()
    was = _account(query, connection)
    if was is None:
        raise Conflict(f"no such account: {number!r}", code="no_account")
    new = how(was)
    before, row = _row(was), _row(new)
    differs = {name: value for name, value in row.items() if value != before[name]}
    if differs:
        try:
            with connection.begin_nested():
                connection.execute(update(account).where(account.c.id == number).values(differs))
        except IntegrityError:
            raise _taken(new) from None
    return new


def _taken(who: Account) -> Conflict:
    return Conflict(f"the name {who.name!r} is taken", code="name_taken")


def _spend(connection: Connection, key: str, value: str) -> bool:
    """Delete a setting of the room if it has this value. Returns whether it had."""
    used = delete(meta).where(meta.c.key == _OF_ROOM + key, meta.c.value == value)
    return bool(connection.execute(used).rowcount)


def _found(outcome: Account | SidepotError) -> Account:
    if isinstance(outcome, SidepotError):
        raise outcome
    return outcome


def _let_in(connection: Connection, number: str, token: str, now: int, expires: int) -> None:
    key = token_key(token)
    connection.execute(delete(session).where(or_(session.c.token == key, session.c.expires <= now)))
    connection.execute(insert(session).values(token=key, account=number, created=now, expires=expires))


def _do(*what: Executable) -> Callable[[Connection], None]:
    def act(connection: Connection) -> None:
        for one in what:
            connection.execute(one)

    return act


def _close(numbers: Sequence[str], connection: Connection) -> None:
    keep_names(connection, numbers)
    for table, key in _OF_ACCOUNT:
        connection.execute(delete(table).where(key.in_(numbers)))


def _batches(numbers: Sequence[str]) -> Iterator[Sequence[str]]:
    """Batches that are small enough for one query. Other writers may run between two batches."""
    for at in range(0, len(numbers), AT_ONCE):
        yield numbers[at : at + AT_ONCE]


def _account(query: Executable, connection: Connection) -> Account | None:
    row = connection.execute(query).first()
    return None if row is None else Account(*row)


def _scalars(query: Executable, connection: Connection) -> list[str]:
    return [str(value) for value in connection.scalars(query)]


def _row(of: Account) -> dict[str, object]:
    key = name_key(of.name)
    if not key or not of.name.isprintable() or not of.id.isprintable():
        raise BadNotation(
            f"{of.name!r} is not a valid name: it needs at least one letter, and only printable characters",
            code="bad_name",
        )
    return {**msgspec.structs.asdict(of), "name_key": key}
