"""The status of a player in a tournament, and the place of one who is out."""

from __future__ import annotations

from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.state import TournamentState


def set_status(tournament: TournamentState, player: str, status: Status) -> Entrant:
    """Change the status of a player, and update the counts and lists by status."""
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
    """Remove a player from the list of eliminated players. The player then has no finishing place."""
    tournament.round_busts = [bust for bust in tournament.round_busts if bust.player != player]
    for at, group in enumerate(tournament.groups):
        if player in group:
            tournament.groups[at : at + 1] = [rest] if (rest := tuple([one for one in group if one != player])) else []
            return
