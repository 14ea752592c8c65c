"""Whose name is whose at a table: a table knows people by the ids of their accounts, and shows a name of each.

`room.accounts` has the account of each name that the table knows, `room.names` the name of each account. A name that
the table still knows is never another account's: an account whose own name is taken here is shown with a number behind
it. Bots have no account, nor has the room's own voice: they are known by name. Entries say whose a name is when
somebody comes to the table, and when a hand begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sidepot.table.ledger import OF_A_PLAYER

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState


def name_of(room: RoomState, account: str, name: str) -> str:
    """The name by which the table knows an account called `name`, or would; without an account, that name."""
    found = room.names.get(account) if account else name
    if found is not None:
        return found
    shown, number = name, 2
    while is_taken(room, shown):
        shown, number = f"{name} ({number})", number + 1
    return shown


def is_taken(room: RoomState, name: str) -> bool:
    """Whether the table knows somebody by that name, in capitals or not."""
    plain = name.casefold()
    return any(plain == one.casefold() for one in (*room.people, *room.accounts)) or _is_remembered(room, name)


def bind(room: RoomState, told: Mapping[str, str]) -> None:
    """These names are those of these accounts."""
    for name, account in told.items():
        if room.accounts.get(name) == account:
            continue
        _drop(room, name)
        _drop(room, room.names.get(account, ""))
        room.names[account] = name
        room.accounts[name] = account


def forget(room: RoomState) -> None:
    """Forget whose a name was that the table does not know any more."""
    for name in [one for one in room.accounts if one not in room.people and not _is_remembered(room, one)]:
        _drop(room, name)


def _drop(room: RoomState, name: str) -> None:
    account = room.accounts.pop(name, "")
    if room.names.get(account) == name:
        del room.names[account]


def of(room: RoomState, names: Iterable[str]) -> dict[str, str]:
    """The accounts of those of the names that have one."""
    accounts = room.accounts
    return {name: accounts[name] for name in names if name in accounts}


def _is_remembered(room: RoomState, name: str) -> bool:
    """Whether chips, cards, a bet or a place are still connected with a name, besides those of the `people`."""
    table = room.table
    if name in table.places or name in table.gone or room.begun is not None and name in room.begun.players:
        return True
    if name in (table.killer, table.leg[0]) or name in table.claims:
        return True
    ledger = table.ledger
    return any(f"{kind}{name}" in side for side in (ledger.debits, ledger.credits) for kind in OF_A_PLAYER)
