"""The flights of one live tournament, and day 2, which is made from them in steps that can be repeated.

Day 2 is announced first, then each flight is closed for it, and then day 2 gets all bags in one event. If the server is
killed in between, the same request finds the announced day 2, and finishes the work. To take day 2 back is to cancel it
and open the flights again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.room.store.club_persons import read_club
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import DIRECTOR
from sidepot.room.tournament.live.bags import check_bags_fit, check_complete, result_of_flight
from sidepot.room.tournament.terms import TournamentTerms, is_day_2, is_live_flight, title_with, title_without
from sidepot.rules.clauses import refuse, say
from sidepot.tournament import commands as c
from sidepot.tournament.bags import FlightResult
from sidepot.tournament.flights import final_day
from sidepot.web.tournaments.access import find_real

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.store.club_persons import Club
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.table.chips import ChipSet
    from sidepot.web.state import AppState

E = TypeVar("E", bound=SidepotError)
DAY_2: Final = "day 2"


class Flight(NamedTuple):
    """A flight of a live tournament, with the people in it.

    The same person of the club may have entered several flights.
    """

    machine: RoomTournament
    persons: Persons

    def key(self, club: Club, player: str) -> str:
        """A player's key, which is the same in every flight.

        It is the player's person of the club or, if there is none, the player's entry in this flight.
        """
        number = self.persons.club(player)
        return f"#{club.root(number)}" if number else f"{self.machine.id}/{player}"

    def check(self) -> None:
        """Raise NotDue if the flight is not over, or if its bags are not complete.

        The message contains the players' names.
        """
        try:
            check_complete(self.machine)
        except NotDue as error:
            raise self._named(error) from None

    def check_fits(self, chips: ChipSet) -> None:
        """Raise Conflict if a bag cannot be made up from the chips of day 2.

        The message contains the players' names.
        """
        try:
            check_bags_fit(s.Gather((result_of_flight(self.machine, str),)), chips)
        except Conflict as error:
            raise self._named(error) from None

    def _named(self, error: E) -> E:
        sentence = tuple([self.persons.text(one) if isinstance(one, str) else one for one in error.sentence])
        return refuse(type(error), sentence, error.cite, code=error.code) if sentence else error


def first_flight_of(terms: TournamentTerms, tournament: str) -> str:
    """The id of the first flight of the tournament that a flight or a day 2 belongs to."""
    return terms.first_flight or tournament


def next_flight_name(names: Sequence[str]) -> str:
    """The name of the flight that follows the flights with these names.

    >>> [next_flight_name([last]) for last in ("1B", "Monday 9", "1Z", "x")]
    ['1C', 'Monday 10', '1AA', 'y']
    """
    last = names[-1]
    digits = len(last) - len(last.rstrip("0123456789"))
    if digits:
        return f"{last[:-digits]}{int(last[-digits:]) + 1}"
    if last[-1] in "zZ":
        return f"{last[:-1]}{chr(ord(last[-1]) - 25) * 2}"
    return f"{last[:-1]}{chr(ord(last[-1]) + 1)}" if last[-1].isalpha() and last[-1].isascii() else f"{last} 2"


async def series_of(app_state: AppState, first: str) -> list[Flight]:
    """The flights of a live tournament that were not cancelled, in the order in which they were announced.

    `first` is the id of the first flight.
    """
    found = []
    for one in await _members(app_state, first):
        if is_live_flight(one.machine.terms) and not one.machine.tournament.reports.cancelled:
            found.append(one)
    return found


async def _members(app_state: AppState, first: str) -> list[Flight]:
    lines = app_state.registry.tournaments.lines()
    ids = {one.id for one in lines if one.first_flight == first or one.id == first} | {first}
    return [Flight(*await find_real(app_state, one)) for one in sorted(ids, key=int)]


async def day_2_of(app_state: AppState, first: str) -> Flight | None:
    """The day 2 of a live tournament whose first flight is `first`; None if it is not announced, or was cancelled."""
    for one in await _members(app_state, first):
        if is_day_2(one.machine.terms) and not one.machine.tournament.reports.cancelled:
            return one
    return None


def usual_level(flights: Iterable[Flight]) -> int:
    """The level (counted from 1) at which day 2 usually begins: the level that the longest flight has reached."""
    reached = [one.machine.tournament for one in flights if one.machine.tournament.ended]
    return max([tournament.reading(tournament.at).level for tournament in reached], default=0) + 1


async def results_of(app_state: AppState, flights: Sequence[Flight]) -> list[FlightResult]:
    """The results of finished flights. Each player has the same key in all of them."""
    club = await app_state.store.ask(read_club)
    over = [one for one in flights if one.machine.tournament.ended]
    return [result_of_flight(one.machine, partial(one.key, club)) for one in over]


# ---- making day 2, and taking it back


async def make_day_2(app_state: AppState, first: str, title: str, level: int, by: str) -> tuple[str, dict[str, str]]:
    """Make day 2 from all flights that have players. Returns the id of day 2, and its new PINs by role.

    - `first`: the id of the first flight
    - `level`: the level with which day 2 begins, counted from 1 (0 for the usual level)
    - `by`: the name of the host who makes it
    """
    async with app_state.making_day_2:
        flights = [one for one in await series_of(app_state, first) if one.machine.tournament.entrants]
        found = await day_2_of(app_state, first)
        if found is not None and found.machine.live.gathered:
            sentence = say("day 2 is made already: it is tournament {tournament}", found.machine.id)
            raise refuse(NotDue, sentence, code="done_already")
        if not flights:
            raise NotDue("no flight has a bag yet", code="flight_on")
        terms = _terms_of_day_2(flights, first, title, level)
        for one in flights:
            one.check()
            one.check_fits(terms.structure.chips)
        if found is None:
            await _open_again(app_state, flights, by)  # of a day 2 that was cancelled at its desk
            found = Flight(*await find_real(app_state, await app_state.open_tournament(terms, by=by)))
        for one in flights:
            if one.machine.live.carried != found.machine.id:
                await _say(app_state, one, s.CarryOver(found.machine.id), by)
        await _say(app_state, found, await _gathered(app_state, flights, found), by)
        roles = await app_state.pins.of(flights[-1].machine.id)
        return found.machine.id, await app_state.pins.renew(found.machine.id, *roles)


def _terms_of_day_2(flights: Sequence[Flight], first: str, title: str, level: int) -> TournamentTerms:
    last = flights[-1].machine
    structure = last.tournament.structure
    begins = level or usual_level(flights)
    if not 1 <= begins <= len(structure.levels):
        sentence = say("day 2 begins at one of the levels 1 to {last}", str(len(structure.levels)))
        raise refuse(Conflict, sentence, code="bad_form")
    return replace(
        last.terms,
        title=title.strip() or title_with(title_without(last.terms), DAY_2),
        structure=final_day(structure, begins - 1),
        starts_at=0,
        flight="",
        first_flight=first,
        first_level=begins,
        follows=last.id,
        draft=False,
    )


async def _gathered(app_state: AppState, flights: Sequence[Flight], day_2: Flight) -> s.Gather:
    """The command that brings all bags to day 2. Each person gets one mark in it, whatever the flights."""
    club = await app_state.store.ask(read_club)
    marks: dict[str, str] = {}
    taken: set[str] = set()
    for flight in flights:
        for player in flight.machine.tournament.entrants:
            key = flight.key(club, player)
            if key not in marks:
                marks[key] = await _mark(flight, player, club, day_2.persons, taken)
                taken.add(marks[key])

    def result(flight: Flight) -> FlightResult:
        return result_of_flight(flight.machine, lambda player: marks[flight.key(club, player)])

    return s.Gather(tuple(map(result, flights)))


async def _mark(flight: Flight, player: str, club: Club, persons: Persons, taken: set[str]) -> str:
    """The mark of a player on day 2. If another player has the same name, the name of the flight is added."""
    if not flight.persons.has_name(player):
        return (await persons.enter_nameless(1))[0]
    number, name = flight.persons.club(player), flight.persons.name(player)
    for shown in (name, f"{name} ({flight.machine.terms.flight})", f"{name} ({flight.machine.id}/{player[1:-1]})"):
        try:
            mark = (await persons.enter([shown], club=club.root(number) if number else -1))[0]
        except Conflict:  # it looks like another name
            continue
        if mark not in taken:
            return mark
    return (await persons.enter_nameless(1))[0]


async def _open_again(app_state: AppState, flights: Iterable[Flight], by: str) -> None:
    for one in flights:
        if one.machine.live.carried:
            await _say(app_state, one, s.CarryOver(""), by)


async def _say(app_state: AppState, one: Flight, command: s.LiveCommand, by: str) -> None:
    """Give a command to a flight or to day 2. A command that was carried out before a crash is not repeated."""
    actor = app_state.registry.tournaments.actor(one.machine.id)
    try:
        await actor.say(command, by=await one.persons.enter_staff(by), staff=True)
    except SidepotError as error:
        if error.code != "done_already":
            raise


async def take_back(app_state: AppState, day_2: Flight, why: str, by: str) -> None:
    """Cancel day 2 before it begins, and open its flights again."""
    async with app_state.making_day_2:
        machine = day_2.machine
        if not machine.tournament.reports.cancelled:
            if machine.tournament.clock.begun:
                raise NotDue("day 2 has begun and cannot be taken back", code="begun_already")
            await _say(app_state, day_2, s.Act(c.Cancel(why), DIRECTOR, why), by)
        flights = await series_of(app_state, machine.terms.first_flight)
        await _open_again(app_state, [one for one in flights if one.machine.live.carried == machine.id], by)
