"""What a record of a tournament posts to the club's books: entries, prizes and fees, by the accounts of the players."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.rows import HOUSE, NAMED
from sidepot.room.table.booking import legs
from sidepot.tournament import events as e
from sidepot.tournament.money import standings

if TYPE_CHECKING:
    from sidepot.room.table.booking import Money
    from sidepot.room.tournament.events import EventEntry
    from sidepot.room.tournament.state import EventState
    from sidepot.tournament.tournament import Tournament

ENTRY, PRIZE, PRIZES, FEES = "entry", "prize", "prizes", "fees"
_OF_MONEY: Final = (
    e.Registered, e.Withdrew, e.Reentered, e.Rebought, e.AddedOn, e.PledgePaid, e.DealMade, e.Ended, e.Undone, e.Redone,
)  # fmt: skip


def book(event: EventState, entry: EventEntry) -> None:
    """Work out what the record posts; most of them post nothing."""
    event.booked = ()
    if not event.over and not any(isinstance(one, _OF_MONEY) for step in entry.steps for one in step.events):
        return
    before, event.money = event.money, money_of(event)
    event.booked = legs(_changed(before, event.money), partial(_whose, event))


def money_of(event: EventState) -> dict[tuple[str, str], int]:
    """What everybody has paid and won so far. If it is called off before it begins, all is given back.

    The players of a final day have paid in its flights, whose prizes are with the house until then.
    """
    tournament = event.tournament
    if event.called_off and not tournament.ended:
        return {}
    found = money_in(tournament)
    if event.terms.days is None:
        return found
    won = {key: chips for key, chips in found.items() if key[1] == PRIZE}
    return {**won, (HOUSE, PRIZES): -sum(won.values())}


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


def _changed(before: Money, now: Money) -> dict[tuple[str, str], int]:
    """The money that moved between two moments."""
    return {key: now.get(key, 0) - before.get(key, 0) for key in {**before, **now}}


def _whose(event: EventState, name: str) -> str:
    return HOUSE if not name else event.accounts.get(name) or NAMED + name
