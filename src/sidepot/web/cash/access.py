"""Access to a cash night: find it, check what the sender may do, and translate between names and marks."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from litestar.di import Provide

from sidepot.errors import Conflict, NotDue
from sidepot.room.cash import commands as c
from sidepot.room.cash.machine import CashNight
from sidepot.room.runtime.cash_nights import persons_of
from sidepot.room.runtime.persons import Persons, mark_of, number_of
from sidepot.room.tournament.acts import COUNTER, DIRECTOR, FLOOR
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.requests import Ask, NightId
from sidepot.web.security.pins import Staff
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import check_signed_in, find_person, staff_or_none

if TYPE_CHECKING:
    from sidepot.room.runtime.cash_actor import CashActor

ROLES: Final = (DIRECTOR, FLOOR, COUNTER)
_BOTH: Final = (FLOOR, COUNTER)
MAY: Final[dict[type, tuple[str, ...]]] = {
    c.PutOnList: _BOTH,
    c.TakeOffList: _BOTH,
    c.CallNext: _BOTH,
    c.Pass: _BOTH,
    c.ToEnd: _BOTH,
    c.OpenTable: (FLOOR,),
    c.CloseTable: (FLOOR,),
    c.Sit: _BOTH,
    c.Move: (FLOOR,),
    c.WantTable: (FLOOR,),
    c.Leave: _BOTH,
    c.Buy: (COUNTER,),
    c.CashOut: (COUNTER,),
    c.TakeTime: _BOTH,
    c.Drop: _BOTH,
    c.PayIn: (COUNTER,),
    c.PayOut: (COUNTER,),
    c.Settle: (COUNTER,),
    c.FillBank: (COUNTER,),
    c.CountBank: (COUNTER,),
    c.EmptyBank: (),
    c.Expense: (COUNTER,),
    c.MissingChips: (),
    c.Correct: (COUNTER,),
    c.Agree: (FLOOR,),
    c.AgreeToo: (FLOOR,),
    c.WriteMarker: _BOTH,
    c.Lend: _BOTH,
    c.Restrict: (FLOOR,),
    c.PayMarker: (COUNTER,),
    c.AddGame: (),
    c.End: (),
    c.Resume: (),
}
"""The roles that may give each command. Directors may give all of them."""

NO_NIGHT: Final = "no such cash night"
SOME: Final = ("agreed", "refused", "players", "pot")
_SIGNED: Final = 16  # characters: 80 bits


def may_do(role: str, *, over: bool = False) -> tuple[str, ...]:
    """The names of the commands that a role may give.

    When the night is `over`, directors can still correct the books.
    """
    kinds = [kind for kind, roles in MAY.items() if role in (DIRECTOR, *roles)]
    if over:
        kinds = [kind for kind in kinds if kind in c.AFTER_END and role == DIRECTOR]
    return tuple([kind.__struct_config__.tag for kind in kinds])  # type: ignore[attr-defined]  # all of them are structs


class CashAccess(NamedTuple):
    """A cash night for one user. `of_staff` is the user as a staff member; None for anyone else."""

    night: CashNight
    persons: Persons
    of_staff: Staff | None
    app_state: AppState

    @property
    def now(self) -> int:
        """The current time (ms), but never before the last event of the night."""
        return max(self.app_state.registry.clock(), self.night.at)

    async def actor(self) -> CashActor:
        """The actor that carries out the commands of the night."""
        return await self.app_state.registry.cash.wake(self.night.id)

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the commands that the user may give now."""
        return may_do(self.staff.role, over=self.night.over)

    @property
    def staff(self) -> Staff:
        """The current user as a staff member. Raises LoginRequired for anyone else."""
        return check_signed_in(self.of_staff)

    def check_may(self, command: object) -> None:
        """Raise NotAllowed for a command that the user's role may not give."""
        if self.night.over and self.staff.role != DIRECTOR:
            raise NotAllowed("the night is over; only a director may change its books now", code="other_role")
        if self.staff.role != DIRECTOR and self.staff.role not in MAY.get(type(command), ()):
            raise NotAllowed(f"the role {self.staff.role} may not do that; ask a director", code="other_role")


def pins_of(night: str) -> str:
    """The key under which the PINs of a night are stored."""
    return persons_of(night)


async def find_cash(app_state: AppState, night: str) -> tuple[CashNight, Persons]:
    """Find a night and its people. Raises NotFound if there is no such night."""
    try:
        return await app_state.registry.cash.find(night)
    except Conflict as error:
        if error.code != "no_cash_night":
            raise
        raise NotFound(NO_NIGHT, code="no_cash_night") from error


def cash_access(*, staff: bool = True) -> dict[str, Provide]:
    """Make the dependency `cash` of a route: the cash night. With `staff`, only the staff may use the route."""

    async def provide(request: Ask, app_state: Shared, night: NightId) -> CashAccess:
        found, persons = await find_cash(app_state, night)
        reader = await staff_or_none(request, app_state, pins_of(night))
        access = CashAccess(found, persons, reader, app_state)
        if staff:
            access.staff  # noqa: B018 - raises
        return access

    return {"cash": Provide(provide)}


# ---- players


def check_on(night: CashNight) -> None:
    """Raise NotDue for a night that is over, because its players can no longer change anything."""
    if night.over:
        raise NotDue("the cash night is over", code="cash_over")


def with_marks(command: Any, find: Callable[[str], str]) -> Any:
    """The same command with marks, the texts stored in place of names, instead of the names of players.

    `find` returns the mark of a name.
    """
    changes: dict[str, Any] = {name: find(value) for name in c.WHO if (value := getattr(command, name, ""))}
    for name in SOME:
        if values := getattr(command, name, ()):
            changes[name] = tuple([find(one) for one in values])
    return msgspec.structs.replace(command, **changes) if changes else command


async def entered(access: CashAccess, name: str, person: int, by: str) -> str:
    """The mark of a player, which is stored in place of the name. A player who is new tonight is entered first.

    - `person`: who a new player is in the club, as in `CashDoForm`
    - `by`: the staff member who sends the command
    """
    persons, app_state = access.persons, access.app_state
    mark = persons.find(name) or (await persons.enter([name], club=person))[0]
    if mark not in access.night.parties:
        club = await app_state.club_persons.read()
        actor = await access.actor()
        await actor.say(c.Enter(mark, club.party(persons.club(mark))), by=by, staff=True)
    return mark


def find_player(persons: Persons) -> Callable[[str], str]:
    """Make a function that returns the mark of the person with a given name.

    A mark is the text stored in place of a name. The function raises UnknownPerson if nobody has the name.
    """
    return lambda name: find_person(persons, name)


def player_token(app_state: AppState, night: str, persons: Persons, mark: str) -> str:
    """The token of a player's own page. The token is valid until a new slip is made."""
    number = number_of(mark)
    return f"{night}-{number}-{_sign(app_state, night, number, persons.slip(mark))}"


async def player_of_token(app_state: AppState, token: str) -> tuple[CashNight, Persons, str]:
    """The night and the player of a token. Raises NotFound for an invalid token."""
    night, _, rest = token.partition("-")
    number, _, signed = rest.partition("-")
    if night.isdecimal() and number.isdecimal() and len(night) < 18 and len(number) < 10:
        found, persons = await find_cash(app_state, night)
        mark = mark_of(int(number))
        right = _sign(app_state, night, int(number), persons.slip(mark))
        if persons.slip(mark) >= 0 and hmac.compare_digest(signed.encode("utf-8", "replace"), right.encode()):
            return found, persons, mark
    raise NotFound("this slip is no longer valid; ask the desk for a new one", code="no_slip")


def wall_key(app_state: AppState, night: str) -> str:
    """The key with which a display shows the waiting lists of a night."""
    return _sign(app_state, night, 0, 0)


def check_wall(access: CashAccess, key: str) -> None:
    """Raise NotAllowed unless the user is on the staff, or has the key of the waiting lists."""
    right = wall_key(access.app_state, access.night.id)
    if access.of_staff is None and not hmac.compare_digest(key.encode("utf-8", "replace"), right.encode()):
        raise NotAllowed("this link has no key or a wrong one; open the lists from the desk page", code="not_public")


def _sign(app_state: AppState, night: str, number: int, slip: int) -> str:
    signed = hmac.new(app_state.secret.encode(), f"cash/{night}/{number}/{slip}".encode(), sha256).digest()
    return base64.b32encode(signed).decode().lower()[:_SIGNED]
