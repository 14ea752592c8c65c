"""Reading a tournament over HTTP or a socket: find out who asks, and check that this reader may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from litestar import Response

from sidepot.errors import SidepotError
from sidepot.room.views.readers import OF_STAFF, Reader, Scope, Scopes, scopes_for
from sidepot.web.problems import NotAllowed, SayWho
from sidepot.web.tournaments.naming import named
from sidepot.web.tournaments.staff import NO_PIN, find_event, find_real, staff_or_none

if TYPE_CHECKING:
    from sidepot.room.running.persons import Persons
    from sidepot.room.tournament.machine import LiveTournament
    from sidepot.web.pins import Staff
    from sidepot.web.state import Desk

T = TypeVar("T")


class Reading(NamedTuple):
    """A tournament, and what its reader may see of it.

    `persons` puts names or numbers into what is read; None: nobody has a number, since it is played in the room.
    """

    event: LiveTournament
    persons: Persons | None
    scopes: Scopes
    of_staff: Staff | None

    @property
    def staff(self) -> Staff:
        """The reader, who is of the staff. Raises SayWho."""
        if self.of_staff is None:
            raise SayWho(NO_PIN, code="pin_needed")
        return self.of_staff

    @property
    def names(self) -> Persons:
        """The persons of a tournament with real chips and cards."""
        assert self.persons is not None
        return self.persons

    def answer(self, content: T) -> Response[T]:
        """An answer with the names, or the numbers, that the reader may see."""
        return named(self.persons, content) if self.persons is not None else Response(content)

    def name(self, player: str) -> str:
        """A player as the reader may see them."""
        return self.persons.name(player) if self.persons is not None else player


async def read(connection: Any, desk: Desk, event: str, *needed: Scope) -> Reading:
    """A tournament for the sender of a request, who needs these scopes. Raises NotFound, SayWho, NotAllowed."""
    found = await find_event(desk, event)
    return await reading_of(connection, desk, found, *needed)


async def read_real(connection: Any, desk: Desk, event: str, *needed: Scope) -> Reading:
    """The same for a tournament with real chips and cards: no PIN opens one that is played in the room."""
    found, _ = await find_real(desk, event)
    return await reading_of(connection, desk, found, *needed)


async def reading_of(connection: Any, desk: Desk, event: LiveTournament, *needed: Scope) -> Reading:
    """The same for a tournament that was found."""
    staff = await staff_or_none(connection, desk, event.id)
    scopes = check_sees(_reader(staff), event, *needed)
    persons: Persons | None = await desk.hall.events.persons(event)
    if persons is not None and Scope.NAMES not in scopes:
        persons = persons.without_names()
    return Reading(event, persons, scopes, staff)


async def reader_of(connection: Any, desk: Desk, event: str) -> Reader:
    """The kind of reader that the sender of a request is."""
    return _reader(await staff_or_none(connection, desk, event))


def _reader(staff: Staff | None) -> Reader:
    return Reader.STRANGER if staff is None else Reader(staff.role)


def check_sees(reader: Reader, event: LiveTournament, *needed: Scope) -> Scopes:
    """The scopes of a reader by the terms as they are now. Raises SayWho, NotAllowed where a needed one is missing."""
    scopes = scopes_for(reader, event.terms.public, real=event.terms.real)
    for one in needed:
        if one not in scopes:
            raise _why_not(reader, one)
    return scopes


def _why_not(reader: Reader, scope: Scope) -> SidepotError:
    if scope not in OF_STAFF:
        return NotAllowed("this tournament is shown on its own displays alone", code="not_public")
    if reader is Reader.STRANGER:
        return SayWho(NO_PIN, code="pin_needed")
    return NotAllowed(f"that is not for the role {reader}: ask a director", code="other_role")
