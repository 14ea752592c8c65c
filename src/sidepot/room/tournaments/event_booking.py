"""What a record of a tournament posts to the club's books: entries, prizes and fees, by the accounts of the players."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.posting_rows import HOUSE, NAMED
from sidepot.room.tables.booking import PRIZE, PRIZES, changed, legs, money_in
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.room.tournaments.events import EventEntry
    from sidepot.room.tournaments.state import EventState

_OF_MONEY: Final = (
    e.Registered, e.Withdrew, e.Reentered, e.Rebought, e.AddedOn, e.PledgePaid, e.DealMade, e.Ended, e.Undone, e.Redone,
)  # fmt: skip


def book(event: EventState, entry: EventEntry) -> None:
    """Work out what the record posts; most of them post nothing."""
    event.booked = ()
    if not event.over and not any(isinstance(one, _OF_MONEY) for step in entry.steps for one in step.events):
        return
    before, event.money = event.money, money_of(event)
    event.booked = legs(changed(before, event.money), partial(_whose, event))


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


def _whose(event: EventState, name: str) -> str:
    return HOUSE if not name else event.accounts.get(name) or NAMED + name
