"""The lists in which a tournament keeps its entrants: by status, and those who are out by place."""

from __future__ import annotations

from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.state import TournamentState


def set_status(tournament: TournamentState, player: str, status: Status) -> Entrant:
    """Give a player another status, and keep the counts and lists by status."""
    entrant = tournament.entrants[player]
    tournament.counts[entrant.status] -= 1
    tournament.counts[status] += 1
    entrant.status = status
    if status is Status.BUSTED:
        tournament.busted[player] = None
    else:
        tournament.busted.pop(player, None)
    tournament.waiting.pop(player, None)
    if status is Status.ALTERNATE:
        tournament.waiting[player] = None
    return entrant


def unrank(tournament: TournamentState, player: str) -> None:
    """Take a player off those who are out: they have no place any more."""
    tournament.round_busts = [bust for bust in tournament.round_busts if bust.player != player]
    for at, group in enumerate(tournament.groups):
        if player in group:
            tournament.groups[at : at + 1] = [rest] if (rest := tuple([one for one in group if one != player])) else []
            return
