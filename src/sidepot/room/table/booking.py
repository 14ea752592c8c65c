"""The postings of a cash table's events to the club's books, as one change for each account.

A table forgets old postings; the club keeps them. The books know people by their accounts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.games.unit import WHOLE, Unit
from sidepot.room.store.rows import HOUSE, NAMED, BookChange
from sidepot.table import settlement
from sidepot.table.ledger import STACK

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState
    from sidepot.table.ledger import Posting

_NOT_PLAYERS: Final = (settlement.BOX, settlement.HOUSE)

Money = Mapping[tuple[str, str], int]  # by a player's name and a kind of account


def changes_of(room: RoomState, postings: Sequence[Posting]) -> tuple[BookChange, ...]:
    """The changes that a table's postings make, added up for each account.

    The chips of a side game are booked on an account of that game, not on the stack.
    """
    found: dict[tuple[str, str], int] = {}
    for one in postings:
        for account, chips in ((one.debit, one.chips), (one.credit, -one.chips)):
            kind, of_player, name = account.partition(":")
            is_side_game = one.game and account.startswith(STACK)
            key = name if of_player else HOUSE, one.game if is_side_game else kind
            found[key] = found.get(key, 0) + chips
    return book_changes(found, partial(_whose, room), room.table.rules.unit)


def book_changes(found: Money, whose: Callable[[str], str], unit: Unit = WHOLE) -> tuple[BookChange, ...]:
    """The changes that these amounts make to the books. `whose` returns a player's key in the books for a name."""
    sums: dict[tuple[str, str], int] = {}
    for (name, kind), chips in found.items():
        key = whose(name), kind
        sums[key] = sums.get(key, 0) + chips
    return tuple([BookChange(player, kind, chips, unit.decimals) for (player, kind), chips in sums.items() if chips])


def _whose(room: RoomState, name: str) -> str:
    """The player in the books who has this name at the table."""
    if not name or name in _NOT_PLAYERS and name not in room.people:
        return HOUSE
    return room.accounts.get(name) or NAMED + name
