"""The opening of a final day: the money of each flight, and the players who bring their chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import NEW_PLAYERS
from sidepot.tournament.structure import Kind
from sidepot.tournament.views import may_still_come

if TYPE_CHECKING:
    from sidepot.tournament.state import TournamentState
    from sidepot.tournament.unit_of_work import UnitOfWork


def bring_flight(work: UnitOfWork, command: c.BringFlight) -> None:
    """Add the money and the entries of a flight to the final day. Each flight is added only once."""
    _before_draw(work.tournament)
    if command.flight in work.tournament.flights:
        raise Conflict(f"the money of {command.flight} has already been brought to the final day", code="named_twice")
    if not command.flight.strip() or min(command.entries - 1, command.money, command.fees, command.bounties) < 0:
        raise Conflict(
            "a flight needs a name and at least one entry, and its amounts must not be negative", code="bad_flight"
        )
    work.emit(e.FlightBrought(command.flight, command.entries, command.money, command.fees, command.bounties))


def qualify(work: UnitOfWork, command: c.Qualify) -> None:
    """Enter a player with their chips from a flight. Nothing is paid, because the flight brought the money (rule T7).

    If the player has already qualified in another flight, the structure decides which chips go forward.
    """
    tournament = work.tournament
    _before_draw(tournament)
    chips = tournament.structure.chips
    if not command.player.strip():
        raise Conflict("give the player's name", code="bad_name")
    if command.flight not in tournament.flights:
        raise Conflict(f"bring the money of {command.flight or 'the flight'} first", code="bad_flight")
    if command.chips < 1 or not chips.can_make(command.chips):
        raise Conflict(
            f"{command.player}: {command.chips} cannot be made up from the chip set ({chips})", code="bad_flight"
        )
    held = sum([one.head for one in tournament.entrants.values()])
    if not 0 <= command.head <= tournament.bounties - held:
        raise Conflict(f"{command.player} has no bounty of {command.head} from a flight", code="bad_bounty")
    work.emit(e.Qualified(command.player, command.chips, command.head, command.flight))


def _before_draw(tournament: TournamentState) -> None:
    if tournament.is_seated:
        raise NotDue(
            "the seats are drawn; flights bring their players before the draw", NEW_PLAYERS, code="seats_drawn"
        )
    if tournament.structure.kind is Kind.FLIGHT:
        raise NotDue("players cannot go on to another flight, only to the final day", code="bad_flight")


def is_flight_over(tournament: TournamentState, now: int) -> bool:
    """Whether a flight is over: no more hands begin, and the chips are bagged.

    It is over after its last level. Once entry is closed, it is also over when the set number of players, or the set
    percentage of its entries, is left.
    """
    structure = tournament.structure
    if structure.kind is not Kind.FLIGHT:
        return False
    if tournament.reading(now).level >= structure.flight_levels:
        return True
    until = max(structure.flight_left, -(-tournament.entries * structure.flight_percent // 100))
    return tournament.left <= until and not may_still_come(tournament, now)
