"""HTTP: holding a live tournament again, with the terms of the last one and its players to be entered by one tap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace
from sqlalchemy import Connection

from sidepot.errors import Conflict, NotDue
from sidepot.room.runtime.persons import LONGEST_NAME, number_of
from sidepot.room.store.club_persons import Club, Played, named, read_club, read_pictures, read_played
from sidepot.room.tournament.terms import (
    LONGEST_FLIGHT,
    LONGEST_TITLE,
    TournamentTerms,
    is_day_2,
    is_live_flight,
    title_with,
    title_without,
)
from sidepot.room.views.readers import Scope
from sidepot.rules.clauses import refuse, say
from sidepot.web.auth.sessions import for_staff
from sidepot.web.director.flights import (
    day_2_of,
    first_flight_of,
    next_flight_name,
    series_of,
)
from sidepot.web.requests import Person, TournamentId
from sidepot.web.routes.avatars import address_of
from sidepot.web.security.pins import PinView
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import Access, access, find_real
from sidepot.web.tournaments.routes import TournamentOpened

if TYPE_CHECKING:
    from sidepot.room.tournament.machine import RoomTournament

Name = Annotated[str, QueryParameter(description="A name as somebody types it.", max_length=LONGEST_NAME)]
EARLIER: Final = 10  # tournaments, back from the present one, whose players are regulars
MOST_REGULARS: Final = 200


class AgainForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next tournament.

    - `title`: its title ("" for the same title)
    - `flight`: the name of the next flight ("" for the usual name: after 1A, it is 1B)
    """

    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    flight: Annotated[str, msgspec.Meta(max_length=LONGEST_FLIGHT)] = ""


class Regular(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of earlier tournaments.

    - `times`: the number of tournaments
    - `person`: the number of the person in the club
    - `picture`: the address of the picture
    """

    player: str
    times: int
    person: int
    picture: str = ""


class Regulars(msgspec.Struct, frozen=True):
    """The players of earlier tournaments who have not entered this one, most frequent players first."""

    regulars: list[Regular]


@post("/api/tournaments/{tournament:str}/again", status_code=200, guards=[for_staff])
async def play_again(
    app_state: Shared, tournament: TournamentId, staff: Person, data: JSONBody[AgainForm]
) -> TournamentOpened:
    """Announce a live tournament with the structure, prices, house and public page of an earlier one.

    After a flight, this announces the next flight of the same tournament. After a day 2, it announces the first flight
    of a new tournament. Each role gets a new PIN. For the host.
    """
    before, _ = await find_real(app_state, tournament)
    terms = before.terms
    if is_live_flight(terms):
        terms = await _next_flight(app_state, before, data.flight.strip())
    elif is_day_2(terms):
        terms = (await find_real(app_state, terms.first_flight))[0].terms
        title = title_with(data.title.strip() or title_without(terms), terms.flight)
        terms = replace(terms, title=title)
    else:
        terms = replace(terms, title=data.title.strip() or terms.title)
    terms = replace(terms, starts_at=0, follows=before.id, draft=False)
    found = await app_state.open_tournament(terms, by=staff.name)
    pins = await app_state.pins.renew(found, *await app_state.pins.of(before.id))
    return TournamentOpened(found, [PinView(role, pin=pin) for role, pin in pins.items()])


async def _next_flight(app_state: AppState, before: RoomTournament, name: str) -> TournamentTerms:
    """The terms of the next flight of a live tournament. Raises NotDue or Conflict."""
    first = first_flight_of(before.terms, before.id)
    if await day_2_of(app_state, first) is not None:
        raise NotDue("day 2 already exists, so no flight can be added", code="bags_carried")
    names = [one.machine.terms.flight for one in await series_of(app_state, first)] or [before.terms.flight]
    name = name or next_flight_name(names)
    if name.casefold() in [one.casefold() for one in names]:
        raise refuse(Conflict, say("there is a flight {flight} already", name), code="named_twice")
    return replace(before.terms, title=title_with(title_without(before.terms), name), flight=name, first_flight=first)


@get("/api/tournaments/{tournament:str}/regulars", dependencies=access(Scope.MONEY))
async def regulars(access: NamedDependency[Access]) -> Response[Regulars]:
    """The players of earlier tournaments as people of the club, except erased ones. For the staff except dealers."""
    club, played, pictures = await access.app_state.store.ask(
        lambda connection: (club := read_club(connection), read_played(connection), read_pictures(connection, club))
    )
    entered = _entered(club, played, access.machine)
    series = await access.app_state.season_nights.series(access.app_state.store)
    there: defaultdict[str, set[int]] = defaultdict(set)  # flights and their day 2 count as one tournament
    for tournament in await _earlier(access, played):
        earlier, _ = await find_real(access.app_state, tournament)
        there[series.get(tournament, tournament)] |= _entered(club, played, earlier) - entered
    times = Counter([root for roots in there.values() for root in roots])
    named = [(count, club.name(root), root) for root, count in times.items() if club.persons[root].name]
    found = sorted(named, key=lambda one: (-one[0], one[1]))[:MOST_REGULARS]
    shown = {root: address_of(*picture) for root, picture in pictures.items()}
    return Response(Regulars([Regular(name, count, root, shown.get(root, "")) for count, name, root in found]))


async def _earlier(access: Access, played: Sequence[Played]) -> list[str]:
    """The tournaments whose players are regulars: those that this one follows, then the latest ones before it."""
    found: list[str] = []
    follows = access.machine.terms.follows
    there = {one.tournament for one in played if one.tournament.isdecimal()}  # others are cash nights
    before = {one for one in there if int(one) < int(access.machine.id)}
    while follows in before and len(found) < EARLIER:
        found.append(follows)
        follows = (await find_real(access.app_state, follows))[0].terms.follows
    others = sorted(before.difference(found), key=int, reverse=True)
    return [*found, *others][:EARLIER]


def _entered(club: Club, played: Sequence[Played], tournament: RoomTournament) -> set[int]:
    """The persons of the club who have entered a tournament."""
    entrants = {number_of(mark) for mark in tournament.tournament.entrants}
    return {club.root(one.club) for one in played if one.tournament == tournament.id and one.number in entrants}


@get("/api/tournaments/{tournament:str}/known", dependencies=access(Scope.MONEY))
async def known(access: NamedDependency[Access], name: Name = "") -> Response[Regulars]:
    """The people of the club who have this name, and the number of live tournaments that each has played.

    For the staff except dealers.
    """

    def ask(connection: Connection) -> list[Regular]:
        club, played = read_club(connection), read_played(connection)
        there = {
            root: {one.tournament for one in played if club.root(one.club) == root} for root in named(connection, name)
        }
        return [Regular(club.name(root), len(some), root) for root, some in there.items()]

    return Response(Regulars(await access.app_state.store.ask(ask)))


AGAIN: Final[tuple[HTTPRouteHandler, ...]] = (play_again, regulars, known)
