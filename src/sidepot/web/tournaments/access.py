"""Access to a tournament: find it, check the sender's rights, and translate between names and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar, cast

import msgspec
from litestar import Response
from litestar.di import Provide

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.room.runtime.persons import CLOSES, OPENS, Persons, check_brackets, key_of
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import DIRECTOR
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.views.messages import NO_ID, is_id
from sidepot.room.views.readers import OF_STAFF, Reader, Scope, Scopes, scopes_for
from sidepot.room.views.tournament import TournamentView
from sidepot.validation.shown_text import PILED, is_piled
from sidepot.web.auth.sessions import staff_only
from sidepot.web.problems import LoginRequired, NotAllowed, NotFound
from sidepot.web.requests import Ask, TournamentId
from sidepot.web.security.pins import Staff
from sidepot.web.state import STAFF, AppState, Shared

if TYPE_CHECKING:
    from sidepot.room.runtime.tournament_actor import TournamentActor
    from sidepot.room.store.accounts import Account

T = TypeVar("T")
NO_PIN: Final = "give the PIN of your role first"
NOT_LIVE: Final = "this is an online tournament"
STAFF_COOKIES: Final = "sidepot-desk-"  # prefix of the staff cookies


class Sender(Protocol):
    """The sender of a request, the owner of a socket, or the subscriber of a topic."""

    @property
    def user(self) -> Account | None:
        """The account, if any."""

    @property
    def cookies(self) -> Mapping[str, str]:
        """The sender's cookies, which may include a staff cookie."""


async def find_tournament(app_state: AppState, tournament: str) -> RoomTournament:
    """Find a tournament, even if it ended long ago. Raises NotFound if there is no such tournament."""
    try:
        found: RoomTournament = await app_state.registry.tournaments.find(tournament)
    except Conflict as error:
        raise NotFound("no such tournament", code="no_tournament") from error
    return found


def staff_cookie(room: str, of: str) -> str:
    """The name of the cookie that gives a browser a role at a live tournament, or at a cash night (`cash/7`)."""
    return f"{STAFF_COOKIES}{room}-{of.replace('/', '-')}"


async def find_real(app_state: AppState, tournament: str) -> tuple[RoomTournament, Persons]:
    """Find a live tournament and the people in it. Raises NotFound if there is no such tournament."""
    found = await find_tournament(app_state, tournament)
    if not found.terms.live:
        raise NotFound(NOT_LIVE, code="not_live")
    return found, await app_state.registry.tournaments.persons(found)


async def staff_or_none(connection: Sender, app_state: AppState, of: str) -> Staff | None:
    """The sender as a staff member of a tournament or of a cash night (`cash/7`); None if the sender is not on the
    staff.

    `of` is the tournament or cash night, and the key of its PINs.
    """
    who = connection.user
    if who is not None and who.role in STAFF:
        return Staff(DIRECTOR, 0, who.name, f"account-{who.id}")
    return await app_state.pins.staff(of, connection.cookies.get(staff_cookie(app_state.room, of), ""))


async def check_staff(request: Ask, app_state: AppState, tournament: str = "") -> None:
    """Raise LoginRequired or NotAllowed unless the sender is on the staff of the tournament or of the room."""
    if not tournament or await staff_or_none(request, app_state, tournament) is None:
        staff_only(request.user)


def check_signed_in(staff: Staff | None) -> Staff:
    """The sender as a staff member. Raises LoginRequired if they are not on the staff."""
    if staff is None:
        raise LoginRequired(NO_PIN, code="pin_needed")
    return staff


FEW: Final = 400  # names searched for a similar one
_ENCODER: Final = msgspec.json.Encoder()


def named(persons: Persons, content: T, status: int = 200) -> Response[T]:
    """A response as JSON, with names in place of the marks that are stored for them."""
    data = persons.fill_names(_ENCODER.encode(content))
    return cast("Response[T]", Response(data, media_type="application/json", status_code=status))


def check_texts(command: object) -> None:
    """Raise BadNotation if a text in a command cannot be shown, or looks like the mark that is stored for a name."""
    text = _ENCODER.encode(command).decode()
    if OPENS in text or CLOSES in text:
        check_brackets(text)
    if is_piled(text):
        raise BadNotation(PILED, code="bad_text")


def check_id(command_id: str) -> None:
    """Raise Conflict for a text that cannot be the id of a command."""
    if not is_id(command_id):
        raise Conflict(NO_ID, code="bad_id")


def find_person(persons: Persons, name: str, *, staff: bool = False) -> str:
    """The mark that is stored in place of this name of a player or, with `staff`, of a staff member.

    Raises UnknownPerson if nobody has that name.
    """
    mark = persons.find(name, staff=staff)
    if not mark:
        raise UnknownPerson(name, similar(name, persons.names()))
    return mark


class UnknownPerson(Conflict, usual="not_entered"):
    """Raised if no player has this `name`. `near` are players who may have been meant."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        super().__init__(f"{name!r} has not entered", near=near)
        self.name = name


def similar(name: str, names: Sequence[str]) -> list[str]:
    """Up to three of the `names` that are similar to this name."""
    key = key_of(name)
    begins = [one for one in names if key and key_of(one).startswith(key[:3])]
    among = begins if len(names) > FEW else list(names)
    found = get_close_matches(key, [key_of(one) for one in among[:FEW]], 3)
    return [one for one in among if key_of(one) in found][:3]


def with_why(command: Any, why: str, at: int | None, now: int) -> Any:
    """The command with a reason, and with the time when the button was pressed unless it already has a time."""
    changes: dict[str, Any] = {}
    if why and getattr(command, "why", None) == "" and not isinstance(command, s.CloseAsk | s.RefuseAll | s.SetAside):
        changes["why"] = why
    if at is not None and "at" in command.__struct_fields__ and command.at is None:
        changes["at"] = min(at, now)
    return msgspec.structs.replace(command, **changes) if changes else command


class Access(NamedTuple):
    """A tournament for one user.

    - `persons`: turns stored marks into names or, for a user who may not see names, into "Player 17"
    - `scopes`: what the user may see
    - `of_staff`: the user as a staff member; None for anyone else
    """

    machine: RoomTournament
    persons: Persons
    scopes: Scopes
    of_staff: Staff | None
    app_state: AppState

    @property
    def now(self) -> int:
        """The current time, but never earlier than the last step of the tournament."""
        return self.machine.moment(self.app_state.registry.clock())

    @property
    def view(self) -> TournamentView:
        """The view of the tournament at this moment."""
        return self.app_state.registry.tournaments.views.of(self.machine)

    @property
    def actor(self) -> TournamentActor:
        """The actor of the tournament. Raises Conflict if the tournament is over and archived."""
        found: TournamentActor = self.app_state.registry.tournaments.actor(self.machine.id)
        return found

    @property
    def staff(self) -> Staff:
        """The user as a staff member. Raises LoginRequired if they are not on the staff."""
        return check_signed_in(self.of_staff)

    def check(self, *needed: Scope) -> None:
        """Raise LoginRequired or NotAllowed if the user lacks one of these scopes."""
        check_sees(reader_of(self.of_staff), self.machine, *needed)

    def answer(self, content: T) -> Response[T]:
        """A response with the names, or the numbers, that the user may see."""
        return named(self.persons, content)

    def name(self, player: str) -> str:
        """A player's name, or only the number if the user may not see the name."""
        return self.persons.name(player)


def access(*needed: Scope, live: bool = True, roles: Sequence[str] | None = None) -> dict[str, Provide]:
    """Make the dependency `access` of a route: the tournament, for a sender who has these scopes.

    - `live`: whether it must be a live tournament
    - `roles`: the staff roles that may use the route (None: all)

    A request is refused with NotFound, LoginRequired or NotAllowed.
    """

    async def provide(request: Ask, app_state: Shared, tournament: TournamentId) -> Access:
        found = await access_to(request, app_state, await find_tournament(app_state, tournament), *needed, live=live)
        if roles is not None and found.of_staff is not None:
            check_role(found.of_staff, roles)
        return found

    return {"access": Provide(provide)}


async def read(connection: Sender, app_state: AppState, tournament: str, *needed: Scope, live: bool = False) -> Access:
    """A tournament for a sender who needs these scopes. Raises NotFound, LoginRequired or NotAllowed.

    With `live`, it must be a live tournament. PINs are valid only in live tournaments.
    """
    return await access_to(connection, app_state, await find_tournament(app_state, tournament), *needed, live=live)


async def access_to(
    connection: Sender, app_state: AppState, found: RoomTournament, *needed: Scope, live: bool = False
) -> Access:
    """A tournament that was already found, for a sender who needs these scopes.

    With `live`, it must be a live tournament. Raises NotFound, LoginRequired or NotAllowed.
    """
    if live and not found.terms.live:
        raise NotFound(NOT_LIVE, code="not_live")
    persons: Persons = await app_state.registry.tournaments.persons(found)
    staff = await staff_or_none(connection, app_state, found.id)
    scopes = check_sees(reader_of(staff), found, *needed)
    if Scope.NAMES not in scopes:
        persons = persons.without_names()
    return Access(found, persons, scopes, staff, app_state)


def reader_of(staff: Staff | None) -> Reader:
    """The kind of user: a staff role, or the public if `staff` is None."""
    return Reader.STRANGER if staff is None else Reader(staff.role)


def check_sees(reader: Reader, tournament: RoomTournament, *needed: Scope) -> Scopes:
    """The scopes that a user has under the current terms. Raises LoginRequired or NotAllowed if one is missing."""
    scopes = scopes_for(reader, tournament.terms.public, live=tournament.terms.live)
    for one in needed:
        if one not in scopes:
            raise _why_not(reader, one)
    return scopes


def _why_not(reader: Reader, scope: Scope) -> SidepotError:
    if scope not in OF_STAFF:
        return NotAllowed("this tournament is shown only on its own displays", code="not_public")
    if reader is Reader.STRANGER:
        return LoginRequired(NO_PIN, code="pin_needed")
    return _not_for(reader)


def check_role(staff: Staff, roles: Sequence[str]) -> None:
    """Raise NotAllowed if a staff member has none of these roles."""
    if staff.role not in roles:
        raise _not_for(staff.role)


def _not_for(role: str) -> NotAllowed:
    return NotAllowed(f"the role {role} may not do that; ask a director", code="other_role")
