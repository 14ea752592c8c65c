"""The postings of an event to the club's books: what everybody has paid and won.

An online tournament is played for the room's play money. A live one has real money, so its books say what was paid and
received at the desk, too, and name its players by their marks (`runtime.persons`). Amounts that a player or the house
receives are above zero. The bank is the money in the desk; its amount is below zero while money is there.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from sidepot.room.store.rows import BANK, HOUSE, NAMED, PAID
from sidepot.room.table.booking import book_changes
from sidepot.room.tournament.commands import HandOut
from sidepot.tournament import events as e
from sidepot.tournament.money import prizes, standings
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.room.table.booking import Money
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.tournament.tournament import Tournament

ENTRY, PRIZE, PRIZES, FEES = "entry", "prize", "prizes", "fees"
BOUNTY, BOUNTIES, ADDED, FLIGHTS = "bounty", "bounties", "added", "flights"
_OF_MONEY: Final = (
    e.Registered, e.Withdrew, e.Reentered, e.Rebought, e.AddedOn, e.PledgePaid, e.DealMade, e.Ended, e.Undone, e.Redone,
)  # fmt: skip
_OF_PLACES: Final = (e.Busted, e.Reordered, e.Ranked)  # they move money only once places are paid
_OF_REAL_MONEY: Final = (
    *_OF_MONEY, *_OF_PLACES, e.BountyWon, e.BountyReturned, e.Unbusted, e.WentOut, e.NotShown, e.Disqualified,
    e.EnvelopeWon, e.EnvelopeOpened, e.Refunded, e.TermsChanged, e.FlightBrought, e.Cancelled,
)  # fmt: skip


def book(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Determine what an event posts to the club's books. Most events post nothing."""
    state.booked = ()
    live = state.terms.live
    kinds = _OF_REAL_MONEY if live else _OF_MONEY
    moves = [one for step in event.steps for one in step.events if isinstance(one, kinds)]
    if live and moves and all(isinstance(one, _OF_PLACES) for one in moves) and not _pays_places(state.tournament):
        return
    if not moves and (not state.over or live) and not isinstance(event.command, HandOut):
        return
    before, now = state.money, real_money_of(state) if live else money_of(state)
    moved = {key: now.get(key, 0) - before.get(key, 0) for key in {**before, **now}}
    state.money = now
    state.booked = book_changes(moved, partial(_whose, state), state.tournament.structure.money)


def money_of(state: RoomTournamentState) -> dict[tuple[str, str], int]:
    """Everything that anybody has paid or won so far, by player and kind.

    If the tournament is called off before it begins, everything is returned. The players of a final day paid when they
    entered its flights. The house holds their prizes until the final day.
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

    All other money belongs to the house: fees, and prizes that are still to be won.
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


def real_money_of(state: RoomTournamentState) -> dict[tuple[str, str], int]:
    """The money of a live tournament so far, by player and kind. The sum is 0.

    If the tournament was cancelled, everything is returned. A guarantee counts only at the end, because later entries
    may cover it. The pools of a finished flight go to an account of the flights, from which day 2 takes them.
    """
    tournament, given = state.tournament, state.live.given
    if tournament.reports.cancelled:
        return {}
    found: dict[tuple[str, str], int] = {}
    paid = 0
    for name, one in tournament.entrants.items():
        bought = 0 if tournament.flights else paid_by(tournament, name)  # they paid in the flights
        paid += bought
        found[name, ENTRY] = -bought
        found[name, PAID] = bought - one.owes - (given[name].amount if name in given else 0)
        found[name, BOUNTY] = one.bounties
    if _pays_places(tournament):
        for line in standings(tournament):
            found[line.player, PRIZE] = line.paid
            found[line.player, BOUNTY] = line.bounties
    added = tournament.reports.added + (tournament.overlay if tournament.ended else 0)
    sums = _sums(found)
    pools = {PRIZES: tournament.collected + added - sums[PRIZE], BOUNTIES: tournament.bounties - sums[BOUNTY]}
    flights = paid - tournament.collected - tournament.fees - tournament.bounties
    if tournament.ended and tournament.structure.kind is Kind.FLIGHT:
        flights, pools = flights + sum(pools.values()), dict.fromkeys(pools, 0)
    for kind, chips in pools.items():
        found[HOUSE, kind] = chips
    found[HOUSE, FEES] = tournament.fees
    found[HOUSE, ADDED] = -added
    found[HOUSE, BANK] = -sums[PAID]
    found[HOUSE, FLIGHTS] = flights
    return found


def _pays_places(tournament: Tournament) -> bool:
    """Whether somebody has won a prize. Until then, nobody needs to be ranked, which takes a while."""
    return tournament.ended or tournament.deal is not None or tournament.left < len(prizes(tournament))


def _sums(money: Money) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, kind), chips in money.items():
        found[kind] += chips
    return found


def paid_by(tournament: Tournament, name: str) -> int:
    """Everything that a player has paid or owes."""
    one, terms = tournament.entrants[name], tournament.structure.entry
    rebuys = one.rebuys * (terms.rebuy_cost + terms.rebuy_fee)
    return one.entries * terms.price + rebuys + one.addons * (terms.addon_cost + terms.addon_fee)


def _whose(state: RoomTournamentState, name: str) -> str:
    if state.terms.live:
        return name
    return HOUSE if not name else state.accounts.get(name) or NAMED + name
