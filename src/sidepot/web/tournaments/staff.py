"""A tournament that somebody asks for, who is who there, and the staff who direct it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import Conflict
from sidepot.room.running.persons import Persons
from sidepot.room.tournament.machine import LiveTournament
from sidepot.web.auth.sessions import staff_only
from sidepot.web.pins import DIRECTOR, Staff
from sidepot.web.problems import NotFound, SayWho
from sidepot.web.requests import Ask
from sidepot.web.state import STAFF, Desk

if TYPE_CHECKING:
    from sidepot.room.running.tournament_actor import TournamentActor

NO_PIN: Final = "give the PIN of your role first"
STAFF_COOKIES: Final = "sidepot-desk-"  # so the names of the cookies begin that say who directs


async def find_event(desk: Desk, event: str) -> LiveTournament:
    """A tournament, also one that is over long ago. Raises NotFound."""
    try:
        found: LiveTournament = await desk.hall.events.find(event)
    except Conflict as error:
        raise NotFound("there is no such tournament", code="no_tournament") from error
    return found


def staff_cookie(room: str, event: str) -> str:
    """The cookie of those who direct a tournament."""
    return f"{STAFF_COOKIES}{room}-{event}"


async def find_real(desk: Desk, event: str) -> tuple[LiveTournament, Persons]:
    """A tournament with real chips and cards, and who is who there. Raises NotFound."""
    found = await find_event(desk, event)
    persons: Persons | None = await desk.hall.events.persons(found)
    if persons is None:
        raise NotFound("this tournament is played at the tables of the room", code="not_real")
    return found, persons


def actor_of(desk: Desk, event: str) -> TournamentActor:
    """The actor of a tournament that is on. Raises Conflict."""
    found: TournamentActor = desk.hall.events.actor(event)
    return found


async def staff_of(request: Any, desk: Desk, event: str) -> Staff:
    """The sender, who is of the staff: a host of the room is a director, others gave a PIN. Raises SayWho."""
    found = await staff_or_none(request, desk, event)
    if found is None:
        raise SayWho(NO_PIN, code="pin_needed")
    return found


async def staff_or_none(connection: Any, desk: Desk, event: str) -> Staff | None:
    """The same for a request or a socket; None for somebody who is none of the staff."""
    who = connection.user
    if who is not None and who.role in STAFF:
        return Staff(DIRECTOR, 0, who.name, f"account-{who.id}")
    return await desk.pins.staff(event, connection.cookies.get(staff_cookie(desk.room, event), ""))


async def staff_person(persons: Persons, name: str) -> str:
    """The mark of somebody of the staff: the stream has that, and never their name."""
    known = persons.find(name, staff=True)
    return known or (await persons.enter([name], staff=True))[0]


async def names_of(desk: Desk, event: LiveTournament) -> Mapping[str, str]:
    """The names of players whom the stream has by numbers; none where it has the names themselves."""
    persons = await desk.hall.events.persons(event)
    return persons.as_names() if persons is not None else {}


async def check_staff(request: Ask, desk: Desk, event: str = "") -> None:
    """Raise unless the sender is of the staff of the tournament, or of the room."""
    if not event or await staff_or_none(request, desk, event) is None:
        staff_only(request.user)
