"""HTTP: a draft, a tournament with real chips and cards that is made and not opened, is made anew by other terms."""

from __future__ import annotations

from typing import Any, Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec.structs import replace

from sidepot.room.tournaments.commands import Redraft
from sidepot.web.answers import NotAllowed
from sidepot.web.asked import Ask, EventId
from sidepot.web.desk import Desk
from sidepot.web.director_pins import DIRECTOR
from sidepot.web.director_staff import actor_of, find_real, staff_of, staff_person
from sidepot.web.event_forms import EventForm, event_terms
from sidepot.web.events_api import Said


@post("/api/tournaments/{event:str}/draft", status_code=200)
async def redraft(request: Ask, desk: NamedDependency[Desk], event: EventId, data: JSONBody[EventForm]) -> Said:
    """Make a draft anew by other terms; its check-in is not open yet. For directors."""
    staff = await staff_of(request, desk, event)
    _, persons = await find_real(desk, event)
    if staff.role != DIRECTOR:
        raise NotAllowed("only a director makes a draft anew", code="other_role")
    said = Redraft(event_terms(replace(data, real=True, draft=True)))
    done = Said(await actor_of(desk, event).say(said, by=await staff_person(persons, staff.name), staff=True))
    await desk.topics.check(event)  # other terms may show less to everybody
    return done


DRAFT: Final[tuple[Any, ...]] = (redraft,)
