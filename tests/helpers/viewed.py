"""A tournament with real chips as its pages see it, without a room around it."""

from __future__ import annotations

from collections.abc import Mapping

from sidepot.room.tournament.state import RoomTournamentState
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.views.display import Naming, PublicPageView, ScreenView, SeatView, public_of, screen_of, seat_of
from sidepot.room.views.tournament import TournamentView
from sidepot.tournament.tournament import Tournament

NOBODY: Mapping[str, str] = {}


def viewed(tournament: Tournament, now: int, title: str = "Friday") -> TournamentView:
    """The read model of a tournament."""
    event = RoomTournamentState("7", TournamentTerms(title=title, structure=tournament.structure, real=True), "seed")
    event.tournament, event.over = tournament, tournament.ended
    return TournamentView(event, now)


def screen(
    tournament: Tournament, now: int = 0, title: str = "Friday", names: Mapping[str, str] = NOBODY
) -> ScreenView:
    """What displays show."""
    return screen_of(viewed(tournament, now, title), names)


def seat(
    tournament: Tournament, player: str, now: int, title: str = "Friday", names: Mapping[str, str] = NOBODY
) -> SeatView:
    """The page of a player."""
    view = viewed(tournament, now, title)
    return seat_of(view, player, names, screen_of(view, names))


def public(
    tournament: Tournament, now: int, shows: Naming = "names", title: str = "Friday", *, check_in: bool = False
) -> PublicPageView:
    """The public page."""
    return public_of(viewed(tournament, now, title), shows, NOBODY, check_in=check_in)
