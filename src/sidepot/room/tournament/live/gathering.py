"""The results of finished flights, as day 2 takes them over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sidepot.room.tournament.booking import paid_by
from sidepot.room.tournament.knock_outs import knock_outs
from sidepot.tournament import commands as c
from sidepot.tournament import money
from sidepot.tournament.bags import FlightPlayer, FlightResult, chips_due

if TYPE_CHECKING:
    from sidepot.room.tournament.state import RoomTournamentState


def result_of_flight(state: RoomTournamentState, name: Callable[[str], str]) -> FlightResult:
    """The result of a finished flight. `name` returns the mark that a player has on day 2.

    The fees are booked in the flight, so they do not go on to day 2.
    """
    tournament, bags = state.tournament, state.live.bags
    out = knock_outs(tournament)
    players = []
    for one in tournament.entrants.values():
        player = FlightPlayer(name(one.player), paid_by(tournament, one.player), one.bounties, out[one.player])
        entry = bags.get(one.player) if one.is_in else None
        if entry is not None:
            bag = entry.bag
            player = replace(
                player, chips=bag.chips, number=bag.number, counted=bag.counted, checked=bag.checked, head=one.head
            )
        players.append(player)
    paid_in = tournament.collected + tournament.reports.added
    brought = c.BringFlight(state.terms.flight, tournament.entries, paid_in, bounties=money.bounties_left(tournament))
    return FlightResult(state.id, brought, chips_due(tournament), tuple(players))
