"""A final day and its flights as everybody sees them: the flights, the bags, and what is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.room.tournaments.event_shown import FlightLine, Stack
from sidepot.room.tournaments.flight_days import missing_flights, waits

if TYPE_CHECKING:
    from sidepot.room.tournaments.state import EventState


def flight_lines(event: EventState) -> tuple[FlightLine, ...]:
    """The flights of a final day, in their order."""
    days, starts = event.terms.days, event.terms.flights_at
    if days is None:
        return ()
    return tuple(
        [
            FlightLine(
                name,
                event.flights.get(name, ""),
                starts[at] if at < len(starts) else 0,
                name in event.brought,
                event.brought.get(name, 0),
            )
            for at, name in enumerate(days.flights)
        ]
    )


def bag_lines(event: EventState) -> tuple[Stack, ...]:
    """The bags, the largest first: of a flight that is over, or those that a final day has before its start."""
    tournament = event.tournament
    if event.terms.flight and tournament.ended:
        bags = [(one.player, tournament.stack_of(one.player)) for one in tournament.players_in()]
    elif event.terms.days is not None and not tournament.is_seated:
        bags = [(one.player, one.due) for one in tournament.players_in()]
    else:
        return ()
    bags.sort(key=lambda one: -one[1])
    held = [chips for _, chips in bags]
    return tuple([Stack(name, held.index(chips) + 1, chips, bot=name in event.bots) for name, chips in bags])


def takes_entries(event: EventState) -> bool:
    """Whether anybody can enter, as far as it is not for the clock: there is room, and it is no final day."""
    most = event.terms.structure.entry.most
    is_full = bool(most) and len(event.tournament.entrants) >= most
    return not event.over and not is_full and event.terms.days is None


def closed_to(event: EventState) -> tuple[str, ...]:
    """What staff cannot do now at a final day that has not begun."""
    if not waits(event):
        return ()
    is_kept = missing_flights(event) or event.dropped
    return ("add_bots", "direct", *(["begin"] if is_kept else []), *(["call_off"] if event.dropped else []))
