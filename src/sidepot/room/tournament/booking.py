"""The postings of an event to the club's books: what everybody has paid and won."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.rows import HOUSE, NAMED
from sidepot.room.table.booking import legs
from sidepot.tournament import events as e
from sidepot.tournament.money import standings

if TYPE_CHECKING:
    from sidepot.room.table.booking import Money
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.tournament.tournament import Tournament

ENTRY, PRIZE, PRIZES, FEES = "entry", "prize", "prizes", "fees"
_OF_MONEY: Final = (
    e.Registered, e.Withdrew, e.Reentered, e.Rebought, e.AddedOn, e.PledgePaid, e.DealMade, e.Ended, e.Undone, e.Redone,
)  # fmt: skip


def book(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Determine what an event posts to the club's books. Most events post nothing."""
    state.booked = ()
    if not state.over and not any(isinstance(one, _OF_MONEY) for step in event.steps for one in step.events):
        return
    before, state.money = state.money, money_of(state)
    state.booked = legs(_changed(before, state.money), partial(_whose, state), state.tournament.structure.money)


def money_of(state: RoomTournamentState) -> dict[tuple[str, str], int]:
    """Everything that anybody has paid or won so far, by player and kind.

    If the tournament is called off before it begins, everything is returned. The players of a final day have paid in
    its flights; the house holds their prizes until the final day.
    """
    tournament = state.tournament
    if state.called_off and not tournament.ended:
        return {}
    found = money_in(tournament)
    if state.terms.days is None:
        return found
    won = {key: chips for key, chips in found.items() if key[1] == PRIZE}
    return {**won, (HOUSE, PRIZES): -sum(won.values())}


def money_in(tournament: Tournament) -> dict[tuple[str, str], int]:
    """Everything that anybody has paid or won so far, by player and kind.

    The house has the rest: fees, and prizes that are still to be won.
    """
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
    """Everything that a player has paid or owes."""
    one, terms = tournament.entrants[name], tournament.structure.entry
    rebuys = one.rebuys * (terms.rebuy_cost + terms.rebuy_fee)
    return one.entries * terms.price + rebuys + one.addons * (terms.addon_cost + terms.addon_fee)


def _changed(before: Money, now: Money) -> dict[tuple[str, str], int]:
    """The money that moved between two states."""
    return {key: now.get(key, 0) - before.get(key, 0) for key in {**before, **now}}


def _whose(state: RoomTournamentState, name: str) -> str:
    return HOUSE if not name else state.accounts.get(name) or NAMED + name
