"""What an entry posts to the club's books: the legs of a cash table's ledger, and the money of a tournament.

A table forgets what was posted long ago; the club keeps it. People are known there by their accounts. A tournament is
booked by what everybody has paid and won so far: entries that are taken back, and steps that are undone, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.posting_rows import HOUSE, NAMED, Leg
from sidepot.table import settlement
from sidepot.tournament.money import standings

if TYPE_CHECKING:
    from sidepot.room.tables.state import RoomState
    from sidepot.table.ledger import Posting
    from sidepot.tournament.tournament import Tournament

ENTRY, PRIZE, PRIZES, FEES = "entry", "prize", "prizes", "fees"
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


def legs_of_tournament(room: RoomState, before: Money, now: Money) -> tuple[Leg, ...]:
    """The money that was paid and won between two moments of a tournament."""
    return legs(changed(before, now), partial(_whose, room))


def money_of(room: RoomState) -> dict[tuple[str, str], int]:
    """What everybody in a tournament has paid and won so far. If it is closed before its end, all is given back."""
    tournament = room.tournament
    return {} if tournament is None or room.over and not tournament.ended else money_in(tournament)


def money_in(tournament: Tournament) -> dict[tuple[str, str], int]:
    """What everybody has paid and won so far; the rest is with the house, as fees and prizes to come."""
    found = {(name, ENTRY): -paid_by(tournament, name) for name in tournament.entrants}
    paid = -sum(found.values())
    won = 0
    if tournament.ended:
        for line in standings(tournament):
            found[line.player, PRIZE] = line.paid + line.bounties
            won += line.paid + line.bounties
    found[HOUSE, FEES] = tournament.fees
    found[HOUSE, PRIZES] = paid - tournament.fees - won
    return found


def paid_by(tournament: Tournament, name: str) -> int:
    """All that a player has paid for, also where it is owed."""
    one, terms = tournament.entrants[name], tournament.structure.entry
    rebuys = one.rebuys * (terms.rebuy_cost + terms.rebuy_fee)
    return one.entries * terms.price + rebuys + one.addons * (terms.addon_cost + terms.addon_fee)


def changed(before: Money, now: Money) -> dict[tuple[str, str], int]:
    """The money that moved between two moments."""
    return {key: now.get(key, 0) - before.get(key, 0) for key in {**before, **now}}


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
