"""A tournament with real chips as its pages see it, without a room around it."""

from __future__ import annotations

from sidepot.room.tournament.state import RoomTournamentState
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.views.display import (
    FillNames,
    Naming,
    PublicPageView,
    ScreenView,
    SeatView,
    public_of,
    screen_of,
    seat_of,
)
from sidepot.room.views.tournament import TournamentView
from sidepot.tournament.tournament import Tournament


def viewed(tournament: Tournament, now: int, title: str = "Friday") -> TournamentView:
    """The read model of a tournament."""
    machine = RoomTournamentState("7", TournamentTerms(title=title, structure=tournament.structure, live=True), "seed")
    machine.tournament, machine.over = tournament, tournament.ended
    return TournamentView(machine, now)


def screen(tournament: Tournament, now: int = 0, title: str = "Friday", told: FillNames = bytes) -> ScreenView:
    """What displays show."""
    return screen_of(viewed(tournament, now, title), told)


def seat(tournament: Tournament, player: str, now: int, title: str = "Friday") -> SeatView:
    """The page of a player."""
    view = viewed(tournament, now, title)
    return seat_of(view, player, screen_of(view))


def public(
    tournament: Tournament, now: int, shows: Naming = "names", title: str = "Friday", *, check_in: bool = False
) -> PublicPageView:
    """The public page."""
    view = viewed(tournament, now, title)
    return public_of(view, shows, screen_of(view), check_in=check_in)
