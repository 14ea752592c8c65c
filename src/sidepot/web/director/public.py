"""HTTP: the public page of a tournament with real chips and cards: counts and places where the event shows them."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from sidepot.room.views.display import Naming, public_of
from sidepot.room.views.display_fields import PublicShown
from sidepot.room.views.readers import Reader, Scope
from sidepot.rules.meanings import house_title
from sidepot.web.director.house import HouseLine, house_lines
from sidepot.web.director.views import phase_of, terms_of
from sidepot.web.requests import EventId
from sidepot.web.state import Desk
from sidepot.web.tournaments.access import check_sees
from sidepot.web.tournaments.staff import find_real


class PublicPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may see of a tournament with real chips and cards; `state` where the event shows how it stands.

    `check_in`: players may say their names here; `check_in_closed`: only at the desk, although they may still enter.
    `differs`: the points in which the house differs from the book, which a player accepts at the check-in.
    """

    now: int
    title: str
    phase: str
    game: str
    cost: int
    stack: int
    house: str
    starts_at: int = 0
    description: str = ""
    check_in: bool = False
    check_in_closed: bool = False
    house_title: str = ""
    differs: tuple[HouseLine, ...] = ()
    state: PublicShown | None = None


@get("/api/tournaments/{event:str}/public")
async def public_page(desk: NamedDependency[Desk], event: EventId) -> Response[PublicPage]:
    """What everybody may see: the terms, whether one can check in, and where it is shown how it stands."""
    found, persons = await find_real(desk, event)
    now = found.moment(desk.hall.clock())
    scopes = check_sees(Reader.STRANGER, found)
    view = desk.views.of(found, now)
    terms = terms_of(view, scopes)
    open_here = terms.entry_open and not terms.check_in_closed
    state = None
    if Scope.STANDINGS in scopes:
        shows: Naming = "names" if Scope.NAMES in scopes else "numbers"
        state = public_of(view, shows, persons.as_names(), check_in=open_here)
    told = PublicPage(
        now=now,
        title=found.terms.title,
        phase=phase_of(view),
        game=terms.game,
        cost=terms.cost,
        stack=terms.stack,
        house=terms.house,
        starts_at=found.terms.starts_at,
        description=found.terms.description,
        check_in=open_here,
        check_in_closed=terms.entry_open and terms.check_in_closed,
        house_title=house_title(found.tournament.structure.rulebook),
        differs=house_lines(found.tournament.structure.rulebook),
        state=state,
    )
    return Response(told)


PUBLIC: Final = (public_page,)
