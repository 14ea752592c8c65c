"""What an event of a cash table posts to the club's books: the legs of its ledger.

A table forgets what was posted long ago; the club keeps it. People are known there by their accounts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.rows import HOUSE, NAMED, Leg
from sidepot.table import settlement

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState
    from sidepot.table.ledger import Posting

_NOT_PLAYERS: Final = (settlement.BOX, settlement.HOUSE)

Money = Mapping[tuple[str, str], int]  # by the name of a player and a kind of account


def legs_of(room: RoomState, postings: Sequence[Posting]) -> tuple[Leg, ...]:
    """What these postings of a table come to, for each account."""
    sums: dict[str, int] = {}
    for one in postings:
        sums[one.debit] = sums.get(one.debit, 0) + one.chips
        sums[one.credit] = sums.get(one.credit, 0) - one.chips
    found: dict[tuple[str, str], int] = {}
    for account, chips in sums.items():
        kind, of_player, name = account.partition(":")
        found[name if of_player else HOUSE, kind] = chips
    return legs(found, partial(_whose, room))


def legs(found: Money, whose: Callable[[str], str]) -> tuple[Leg, ...]:
    """The money of names, by the players of the books: `whose` has the player of a name."""
    sums: dict[tuple[str, str], int] = {}
    for (name, kind), chips in found.items():
        key = whose(name), kind
        sums[key] = sums.get(key, 0) + chips
    return tuple([Leg(player, kind, chips) for (player, kind), chips in sums.items() if chips])


def _whose(room: RoomState, name: str) -> str:
    """The player of the books who has that name at the table."""
    if not name or name in _NOT_PLAYERS and name not in room.people:
        return HOUSE
    return room.accounts.get(name) or NAMED + name
