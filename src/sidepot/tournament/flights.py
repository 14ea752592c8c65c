"""Several first days (flights) and one final day: their structures, and what the flights bring to the final day.

Each flight is a tournament of its own. It ends after `Structure.flight_levels` levels, or with as many players as
`flight_left`; nobody is paid in it. The remaining players play the final day with their chips, and the money of all
flights makes up its prizes. A player who is out in one flight may enter another as a new player. A player who comes
through several plays the best stack, the first, or all of them together (`flight_stacks`); the bounties on their head
are added up.

The flights of an online tournament are announced together. A live tournament is announced flight by flight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sidepot.errors import Conflict
from sidepot.tournament import commands as c
from sidepot.tournament import money
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import EntryTerms, FlightStacks, Kind, Structure
from sidepot.validation import quantities as q


def flight_of(structure: Structure, name: str) -> Structure:
    """The structure of one flight. Raises Conflict if there is no flight with this name."""
    if name not in structure.flights:
        raise Conflict(f"unknown flight {name!r}; the flights are {', '.join(structure.flights) or 'none'}")
    entry = msgspec.structs.replace(structure.entry, guarantee=0)  # the guarantee is for the prizes of the final day
    title = f"{structure.title}, flight {name}"
    return msgspec.structs.replace(
        structure, name=f"{structure.name}-{name}", title=title, kind=Kind.FLIGHT, flights=(), entry=entry
    )


class FlightTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of one flight of a live tournament.

    - `name`: the name of the flight, such as 1A
    - `levels`: the flight ends after this number of levels (0: after the last but one)
    - `left`, `percent`: the flight also ends when this number of players, or this percentage of its entries, is left
    - `stacks`: which stack of a player goes forward

    The director may end the flight earlier.
    """

    name: str
    levels: q.Levels = 0
    left: q.Entries = 0
    percent: q.Percent = 0
    stacks: FlightStacks = "best"


def as_flight(structure: Structure, terms: FlightTerms) -> Structure:
    """The structure of one flight of a live tournament. The tournament's other flights need not be known yet."""
    return msgspec.structs.replace(
        structure,
        kind=Kind.FLIGHT,
        flights=(),
        flight_levels=terms.levels or len(structure.levels) - 1,
        flight_left=terms.left,
        flight_percent=terms.percent,
        flight_stacks=terms.stacks,
    )


def stack_forward(rule: FlightStacks, before: int, stack: int) -> int:
    """The chips that go forward if a player with `before` chips qualifies again, in another flight, with this `stack`.

    >>> [stack_forward(rule, 400, 700) for rule in ("best", "first", "all")]
    [700, 400, 1100]
    """
    if rule == "first":
        return before
    return before + stack if rule == "all" else max(before, stack)


def final_day(structure: Structure, level: int | None = None) -> Structure:
    """The structure of the final day: the levels after the flights, no entries, and the chips that players bring.

    It begins at `level` (counted from 0) or, by default, after the last level of the flights.
    """
    if not structure.flight_levels:
        raise Conflict(f"{structure.title} has no flights, so it has no final day")
    begins = structure.flight_levels if level is None else level
    chips, bet = structure.chips_at(begins), structure.level(begins).min_bet
    stack = structure.stack
    if stack < bet or not chips.can_make(stack):
        stack = bet * -(-stack // bet)
    old = structure.entry
    entry = EntryTerms(
        buy_in=old.buy_in, fee=old.fee, bounty=old.bounty, progressive=old.progressive, guarantee=old.guarantee,
        mystery=old.mystery, mystery_left=old.mystery_left,
    )  # fmt: skip
    return msgspec.structs.replace(
        structure,
        name=f"{structure.name}-final",
        title=f"{structure.title}, final day",
        kind=Kind.PLAIN,
        schedule=structure.schedule[structure.item_of(begins) :],
        chips=chips,
        stack=stack,
        pile=chips.usable(stack),
        entry=entry,
        at_full=False,
        flights=(),
        flight_levels=0,
        flight_left=0,
        flight_percent=0,
    )


def through(flight: TournamentState) -> Iterator[c.Qualify]:
    """The commands that enter the surviving players of a flight in the final day, with their bags.

    Raises Conflict if the flight is not over.
    """
    if flight.structure.kind is not Kind.FLIGHT or not flight.ended:
        raise Conflict("the flight is not over, so it cannot bring players yet", code="flight_on")
    for entrant in flight.players_in():
        yield c.Qualify(entrant.player, flight.stack_of(entrant.player), entrant.head, flight.structure.name)


def brought_by(flights: Iterable[TournamentState]) -> tuple[c.AnyCommand, ...]:
    """The commands that bring the money and the players of each flight to the final day."""
    found: list[c.AnyCommand] = []
    for flight in flights:
        players = tuple(through(flight))
        found.append(
            c.BringFlight(
                flight.structure.name, flight.entries, flight.collected, flight.fees, money.bounties_left(flight)
            )
        )
        found += players
    return tuple(found)
