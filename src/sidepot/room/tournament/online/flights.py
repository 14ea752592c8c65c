"""A final day and its flights, each an online tournament: their terms, the bags that players bring along, the start.

The final day announces its flights. A finished flight delivers its money and its remaining players with their chips,
exactly once. After the last flight, the final day begins at its set time, or when its staff start it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sidepot.errors import Conflict, NotDue
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import LONGEST_TITLE, TournamentTerms
from sidepot.rules.clauses import as_one, plain, say
from sidepot.tournament import commands as c
from sidepot.tournament.cited import NEW_PLAYERS
from sidepot.tournament.flights import brought_by, flight_of

if TYPE_CHECKING:
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.unit_of_work import UnitOfWork


def flight_terms(final: str, terms: TournamentTerms, flight: str) -> TournamentTerms:
    """The terms of one flight of a final day. `final` is the id of the final day, and `terms` are its terms.

    Raises Conflict if the tournament has no flights.
    """
    days = terms.days
    if days is None:
        raise Conflict("this tournament has no flights", code="bad_flight")
    at = days.flights.index(flight)
    behind = f", {flight}"
    return replace(
        terms,
        title=terms.title[: LONGEST_TITLE - len(behind)].rstrip() + behind,
        structure=flight_of(days, flight),
        days=None,
        flights_at=(),
        starts_at=terms.flights_at[at] if at < len(terms.flights_at) else 0,
        weekly="",
        follows="",
        flight=flight,
        final=final,
        password_of=(terms.password_of or final) if terms.locked else "",
    )


# ---- results of a flight


def bags_of(state: RoomTournamentState) -> s.Bagged:
    """The result of a finished flight, for the final day. If the flight was not played, the result has no bags and no
    money.
    """
    if not state.tournament.ended:
        return s.Bagged(state.terms.flight, state.id, is_last=state.is_last)
    bags, flight = [], None
    for one in brought_by([state.tournament]):
        if isinstance(one, c.BringFlight):
            flight = one
        elif isinstance(one, c.Qualify):
            account, bot = state.accounts.get(one.player, ""), state.bots.get(one.player, "")
            bags.append(s.Bag(one.player, one.chips, one.head, account, bot))
    return s.Bagged(state.terms.flight, state.id, flight, tuple(bags))


# ---- the final day


def flight_is(work: UnitOfWork, command: s.FlightIs) -> None:
    """Link a flight that the room has announced for this final day."""
    state = work.state
    if state.terms.days is None or command.flight not in state.terms.days.flights:
        raise Conflict(f"this tournament has no flight {command.flight!r}", code="bad_flight")
    if command.flight in state.flights:
        raise NotDue(f"flight {command.flight} is already announced", code="done_already")


def bagged(work: UnitOfWork, command: s.Bagged) -> None:
    """Process the result of a finished flight. A result that was delivered before changes nothing."""
    state = work.state
    if command.flight in state.brought:
        raise NotDue(f"the result of flight {command.flight} is already known", code="done_already")
    if state.flights.get(command.flight) != command.tournament:
        raise NotDue(
            f"tournament {command.tournament} is not flight {command.flight} of this final day", code="bad_flight"
        )
    if command.brought is not None:
        work.do(command.brought, by="")
        for bag in command.bags:
            _qualify(work, bag, command.brought.flight)
    through = str(len(command.bags))
    work.add_news(
        say("Flight {flight} is over: {players} players are through to the final day", command.flight, through)
    )
    if missing_flights(state, command.flight):
        return
    if not work.tournament.left:
        nobody = say("nobody has come through its flights")
        work.called_off = state.dropped or plain(nobody)
        work.add_news(say("The final day is cancelled: {reason}", state.dropped or nobody), "staff")
    elif work.tournament.left == 1 or state.dropped:
        work.do(c.End(), by="")  # a single survivor has won; or all rank by their bags


def _qualify(work: UnitOfWork, bag: s.Bag, flight: str) -> None:
    """Enter a player with a bag. A person is recognized by the account, and each bot counts as a new one."""
    state = work.state
    if bag.bot:
        name = state.free_name(bag.player)
        work.bots[name] = bag.bot
    else:
        name = state.name_of(bag.account, bag.player)
        if bag.account:
            work.accounts[name] = bag.account
    work.do(c.Qualify(name, bag.chips, bag.head, flight), by="")


def missing_flights(state: RoomTournamentState, also: str = "") -> list[str]:
    """The flights of a final day that have no result yet.

    `also` is a flight whose result has just arrived, so that it is not missing either.
    """
    days = state.terms.days
    return [one for one in days.flights if one not in state.brought and one != also] if days is not None else []


def check_entry(state: RoomTournamentState) -> None:
    """Raise NotDue for a final day, which players reach only through its flights."""
    if state.terms.days is not None:
        raise NotDue("players can enter a final day only through its flights", NEW_PLAYERS, code="registration_closed")


def check_start(state: RoomTournamentState) -> None:
    """Raise NotDue if this is a final day, and not all its flights are over."""
    missing = missing_flights(state)
    if missing:
        raise NotDue(
            f"the final day cannot begin before these flights are over: {', '.join(missing)}", code="flight_on"
        )


# ---- a final day that is called off before it begins


def waits(state: RoomTournamentState) -> bool:
    """Whether this is a final day that has not begun."""
    return state.terms.days is not None and not state.tournament.is_seated


def call_off(work: UnitOfWork, reason: str) -> None:
    """Call off a final day that has not begun, for the staff. Raises NotDue if it has already been called off.

    Flights that have not begun are called off too, and their entries are returned. A flight in progress is played to
    its end, because its players have paid. When the last flight is over, the players rank by their bags.
    """
    state, missing = work.state, missing_flights(work.state)
    if state.dropped:
        raise NotDue(f"the final day is already cancelled; it ends when these flights are over: {', '.join(missing)}",
                     code="flight_on")  # fmt: skip
    if not missing:
        work.do(c.End())
    work.add_news(say("The final day is cancelled: {reason}", reason), "staff", by=work.by)
    if not missing:
        return
    off = say("Flights that have not begun are called off, and their entries are paid back. Others are played.")
    ends = say("The players rank by their bags, and the prizes are paid")
    work.add_news(as_one((off, ends)), "staff", by=work.by)


def flight_off(work: UnitOfWork, command: s.FlightOff) -> None:
    """Call this flight off, because its final day was called off.

    Raises NotDue if the flight has begun. The flight then continues.
    """
    if work.tournament.is_seated:
        raise NotDue("the flight has begun and cannot be called off", code="begun_already")
    work.called_off = command.reason
    work.add_news(say("The tournament is cancelled: {reason}", command.reason), "staff")
