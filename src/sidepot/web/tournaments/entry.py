"""HTTP: the way into a tournament: its password, and the terms that a player who enters accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sidepot.room.table.agreement import event_agreement
from sidepot.room.tournament.commands import Reenter, Register
from sidepot.room.tournament.online.entries import accepted
from sidepot.web.auth.unlocking import open_lock
from sidepot.web.problems import NotAllowed
from sidepot.web.requests import Ask, EventId
from sidepot.web.schemas.base import Nothing, PasswordForm, TableTerms
from sidepot.web.state import Desk
from sidepot.web.tournaments.staff import find_event

if TYPE_CHECKING:
    from sidepot.room.store.accounts import Account

LOCKED: Final = "this tournament has a password: say it first"


@post("/api/tournaments/{event:str}/join", status_code=200)
async def join_event(
    request: Ask, desk: NamedDependency[Desk], event: EventId, data: JSONBody[PasswordForm]
) -> Response[Nothing]:
    """Say the password of a tournament: who has said it once may enter, and watch its tables."""
    lock, locked = desk.lock_of_event(event), desk.is_event_locked(event)
    return await open_lock(request, desk, data.password, lock, locked=locked, of="tournament")


@get("/api/tournaments/{event:str}/agreement")
async def event_terms_told(request: Ask, desk: NamedDependency[Desk], event: EventId) -> Response[TableTerms]:
    """The terms of a tournament in words, and where they differ from the book."""
    found = await find_event(desk, event)
    told = event_agreement(found.terms.structure, found.terms.timing)
    version, at = accepted(found, request.user.id if request.user is not None else "")
    opened = found.tournament.log[0].at if not found.tournament.earlier else 0
    shown = TableTerms(found.terms.title, told, opened, found.terms.agreed, at if version == told.version else 0)
    return Response(shown)


async def check_entry(desk: Desk, event: str, said: Any, who: Account) -> None:
    """Raise for an entry by somebody who is banned, or has not said the password."""
    if isinstance(said, (Register, Reenter)):
        desk.bans.check(who, desk.hall.clock())
        if not await desk.may_enter(event, who):
            raise NotAllowed(LOCKED, code="password_needed")


EVENT_TERMS: Final = (event_terms_told,)
EVENT_ENTRY: Final = (join_event,)
