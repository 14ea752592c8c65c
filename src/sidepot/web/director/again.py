"""HTTP: holding a live tournament again, with the terms of the last one and its players to be entered by one tap."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec.structs import replace

from sidepot.room.runtime.persons import key_of, number_of
from sidepot.room.tournament.terms import LONGEST_TITLE
from sidepot.room.views.readers import Scope
from sidepot.web.auth.sessions import for_staff
from sidepot.web.problems import NotFound
from sidepot.web.requests import Person, TournamentId
from sidepot.web.security.pins import PinView
from sidepot.web.state import Shared
from sidepot.web.tournaments.access import Access, access, find_real
from sidepot.web.tournaments.routes import TournamentOpened

EARLIER: Final = 10  # tournaments, back from the present one, whose players are regulars
MOST_REGULARS: Final = 200


class AgainForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title of the next tournament ("" for the title of the last one)."""

    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""


class Regular(msgspec.Struct, frozen=True):
    """A player of earlier tournaments, and the number of those they played in."""

    player: str
    times: int


class Regulars(msgspec.Struct, frozen=True):
    """The players of earlier tournaments who have not entered this one, most frequent first."""

    regulars: list[Regular]


@post("/api/tournaments/{tournament:str}/again", status_code=200, guards=[for_staff])
async def play_again(
    app_state: Shared, tournament: TournamentId, staff: Person, data: JSONBody[AgainForm]
) -> TournamentOpened:
    """Announce a live tournament with the structure, prices, house and public page of an earlier one.

    Each of its roles gets a new PIN. For the host.
    """
    before, _ = await find_real(app_state, tournament)
    terms = replace(
        before.terms, title=data.title.strip() or before.terms.title, starts_at=0, follows=before.id, draft=False
    )
    found = await app_state.open_tournament(terms, by=staff.name)
    pins = await app_state.pins.renew(found, *await app_state.pins.of(before.id))
    return TournamentOpened(found, [PinView(role, pin=pin) for role, pin in pins.items()])


@get("/api/tournaments/{tournament:str}/regulars", dependencies=access(Scope.MONEY))
async def regulars(access: NamedDependency[Access]) -> Response[Regulars]:
    """The players of the tournaments before this one, without erased names. For all staff except dealers."""
    entered = {key_of(name) for name in access.persons.names()}
    names: dict[str, str] = {}
    times: Counter[str] = Counter()
    follows = access.machine.terms.follows
    for _ in range(EARLIER):
        try:
            earlier, persons = await find_real(access.app_state, follows)
        except NotFound:  # it was the first one, or is not kept
            break
        played = {number_of(mark) for mark in earlier.tournament.entrants}
        for row in persons.rows():
            if row.name and row.number in played and key_of(row.name) not in entered:
                times[key_of(row.name)] += 1
                names.setdefault(key_of(row.name), row.name)
        follows = earlier.terms.follows
    found = sorted(times.items(), key=lambda one: (-one[1], one[0]))[:MOST_REGULARS]
    return Response(Regulars([Regular(names[key], count) for key, count in found]))


AGAIN: Final[tuple[HTTPRouteHandler, ...]] = (play_again, regulars)
