"""What pages and sheets of a tournament need of the room: the tournament itself, its names, and who may direct it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request

from sidepot.errors import Conflict
from sidepot.room.tournaments.live_tournament import LiveTournament
from sidepot.web.answers import NotFound
from sidepot.web.desk import Desk
from sidepot.web.director_do import staff_or_none
from sidepot.web.sessions import staff_only


async def find_event(desk: Desk, event: str) -> LiveTournament:
    """A tournament, also one that is over long ago. Raises NotFound."""
    try:
        found: LiveTournament = await desk.hall.events.find(event)
    except Conflict as error:
        raise NotFound("there is no such tournament", code="no_tournament") from error
    return found


async def names_of(desk: Desk, event: LiveTournament) -> Mapping[str, str]:
    """The names of players whom the stream has by numbers; none where it has the names themselves."""
    persons = await desk.hall.events.persons(event)
    return persons.as_names() if persons is not None else {}


async def check_staff(request: Request[Any, Any, Any], desk: Desk, event: str = "") -> None:
    """Raise unless the sender is of the staff of the tournament, or of the room."""
    if not event or await staff_or_none(request, desk, event) is None:
        staff_only(request.user)
