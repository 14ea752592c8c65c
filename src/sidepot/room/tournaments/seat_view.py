"""A tournament for one player with a slip, and for everybody outside: read off its state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from sidepot.room.tournaments.screen_shown import OutShown, PublicShown, ScreenShown, SeatShown, StackShown
from sidepot.room.tournaments.screen_view import Names, move_shown, screen_of, screen_view, stack_shown
from sidepot.tournament.do_entries import is_open
from sidepot.tournament.entrants import Entrant, Standing, Status
from sidepot.tournament.heard import How
from sidepot.tournament.stocks import stock_of
from sidepot.tournament.structure import ANY
from sidepot.tournament.tournament import Tournament

if TYPE_CHECKING:
    from sidepot.room.tournaments.state import EventState

MOST_MOVES: Final = 20
MOST_STACKS: Final = 200
MOST_OUT: Final = 200
Naming = Literal["names", "numbers"]


class Shared:
    """The part that the pages of all players have in common: the screen, and the standings as of the same record."""

    def __init__(self, screen: ScreenShown, tournament: Tournament) -> None:
        self.screen = screen
        self._tournament = tournament

    @cached_property
    def lines(self) -> dict[str, Standing]:
        """The standings by player: only the pages of those who are out ask for them."""
        return {line.player: line for line in self._tournament.standings()}


def shared_of(event: EventState, now: int, names: Names | None = None) -> Shared:
    """The common part of all pages at a moment: worked out once, it serves thousands of them."""
    return Shared(screen_view(event, now, names), event.tournament)


def seat_view(
    event: EventState, player: str, now: int, names: Names | None = None, shared: Shared | None = None
) -> SeatShown:
    """The own page of a player of a live tournament, who must be an entrant."""
    title, phase = event.terms.title, event.phase
    return seat_of(event.tournament, player, max(now, event.at), event.id, title, phase, names, shared)


def seat_of(
    tournament: Tournament,
    player: str,
    now: int,
    id: str,
    title: str,
    phase: str = "running",
    names: Names | None = None,
    shared: Shared | None = None,
) -> SeatShown:
    """The own page of a player, who must be an entrant."""
    known = names or {}
    one = tournament.entrants[player]
    told = stack_shown(tournament, player, known) if one.is_in else StackShown(known.get(player, player), 0)
    stock = stock_of(tournament, player)
    line = None
    if not one.is_in:
        lines = shared.lines if shared is not None else {line.player: line for line in tournament.standings()}
        line = lines[player]
    return SeatShown(
        player=told.player,
        status=one.status.value,
        number=one.number,
        screen=shared.screen if shared is not None else screen_of(tournament, now, id, title, phase, known),
        table=told.table if one.is_in else 0,
        seat=told.seat,
        chips=told.chips,
        how=told.how,
        counted_at=stock.at if one.is_in and stock.how is How.KNOWN else 0,
        place=line.place if line is not None else 0,
        paid=line.paid + line.bounties if line is not None else 0,
        penalty=one.penalty,
        moves=tuple(
            [move_shown(move, known, why=True) for move in reversed(tournament.moves) if move.player == player][
                :MOST_MOVES
            ]
        ),
        may=_may(tournament, one, max(now, tournament.at)),
    )


def _may(tournament: Tournament, one: Entrant, at: int) -> tuple[str, ...]:
    """What the player can ask the staff for now."""
    if tournament.ended or not tournament.is_seated:
        return ()
    found = []
    entry = tournament.structure.entry
    reading = tournament.reading(at)
    enters, rebuys = is_open(tournament, reading)
    if rebuys and one.status in (Status.SEATED, Status.BUSTED):
        left = entry.rebuys == ANY or one.rebought < entry.rebuys
        is_known = one.status is Status.SEATED and not tournament.heard.real  # a real stack was counted long ago
        stack = tournament.stack_of(one.player) if is_known else 0
        found += ["rebuy"] if left and stack <= tournament.structure.rebuy_below else []
    again = entry.reentries == ANY or one.entries <= entry.reentries
    if enters and again and entry.reentries and not one.is_in and one.status is not Status.DISQUALIFIED:
        found.append("reenter")
    if one.status is Status.SEATED:
        is_sold = entry.addon_item == reading.item and tournament.clock.begun and tournament.deal is None
        found += ["add_on"] if is_sold and not one.addons else []
        found += ["count", "out", "floor"]
    elif one.is_in or one.status is Status.BUSTED:
        found.append("floor")
    return tuple(found)


def public_view_of(
    event: EventState, now: int, shows: Naming, names: Names | None = None, *, check_in: bool = False
) -> PublicShown:
    """The public page of a live tournament, with names or with the numbers of the entries."""
    at = max(now, event.at)
    return public_of(event.tournament, at, event.id, event.terms.title, event.phase, shows, names, check_in=check_in)


def public_of(
    tournament: Tournament,
    now: int,
    id: str,
    title: str,
    phase: str = "running",
    shows: Naming = "names",
    names: Names | None = None,
    *,
    check_in: bool = False,
) -> PublicShown:
    """The public page with names; or with the numbers of entries, and no words of the staff, who may name somebody."""
    known = dict(names or {})
    if shows == "numbers":
        known = {player: f"#{one.number}" for player, one in tournament.entrants.items()}
    screen = screen_of(tournament, now, id, title, phase, known)
    stacks = [stack_shown(tournament, one.player, known) for one in tournament.players_in()]
    out = [one for one in tournament.standings() if one.place] if tournament.groups else []
    return PublicShown(
        names=shows,
        screen=screen if shows == "names" else msgspec.structs.replace(screen, said=None, why=""),
        stacks=tuple(sorted(stacks, key=lambda one: (one.how == How.UNKNOWN, -one.chips))[:MOST_STACKS])
        if tournament.is_seated
        else (),
        out=tuple([OutShown(known.get(one.player, one.player), one.place, one.paid) for one in out[:MOST_OUT]]),
        entered=() if tournament.is_seated else tuple([known.get(one, one) for one in tournament.entrants]),
        check_in=check_in and not tournament.is_seated,
    )
