"""HTTP: what a host should look at in the hands of the room, and two accounts of one browser at one table."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sidepot.room.audit.integrity import Looked
from sidepot.web.auth.authorization import SeatAsked, let_sit, seats_asked
from sidepot.web.auth.sessions import for_staff
from sidepot.web.hand_looks import State
from sidepot.web.schemas.base import Nothing
from sidepot.web.state import AppState, now_ms

DAY: Final = 24 * 60 * 60 * 1000


class Integrity(msgspec.Struct, frozen=True):
    """The last look (`state`, begun `at`), what it found, and who asks to sit beside an account of the same browser."""

    state: State
    at: int
    found: Looked | None
    seats: list[SeatAsked]


class LookForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Look through the hands of the last `days`; 0: all."""

    days: Annotated[int, msgspec.Meta(ge=0, le=3660)] = 0


class SeatForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let an `account` sit at a `table` beside another of its browser, or (`given` false) not any more."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    account: Annotated[str, msgspec.Meta(max_length=64)]
    given: bool = True


@get("/api/integrity", guards=[for_staff])
async def integrity(app_state: NamedDependency[AppState]) -> Response[Integrity]:
    """What the last look through the hands found: flags to look at, and no verdicts. For a host."""
    looks = app_state.looks
    told = Integrity(looks.state, looks.at, looks.found, await seats_asked(app_state))
    return Response(told)


@post("/api/integrity/look", status_code=200, guards=[for_staff])
async def look_again(app_state: NamedDependency[AppState], data: JSONBody[LookForm]) -> Nothing:
    """Look through the hands again, beside the play. For a host."""
    now = now_ms()
    app_state.looks.begin(now, now - data.days * DAY if data.days else 0)
    return Nothing()


@post("/api/integrity/seat", status_code=200, guards=[for_staff])
async def seat_leave(app_state: NamedDependency[AppState], data: JSONBody[SeatForm]) -> Nothing:
    """Let an account sit down beside another of the same browser, or not any more. For a host."""
    await let_sit(app_state, data.table, data.account, given=data.given)
    return Nothing()


INTEGRITY: Final = (integrity, look_again, seat_leave)
