"""HTTP: direct a live tournament: the staff's views, their roles, drafts."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from sidepot.errors import Conflict
from sidepot.room.runtime.persons import check_person
from sidepot.room.tournament.acts import DEALER, DIRECTOR, ROLES
from sidepot.room.tournament.commands import Redraft
from sidepot.room.views.readers import Scope
from sidepot.validation import quantities as q
from sidepot.web.auth.sessions import known_cookie, known_in
from sidepot.web.director import again, archive, bags, dealer, displays, people, photos, sheets
from sidepot.web.director.acts import do, preview
from sidepot.web.director.history import history
from sidepot.web.director.money import money_of
from sidepot.web.director.roles import may_do
from sidepot.web.director.schemas import (
    DeskSchedule,
    DeskTables,
    DirectorView,
    EnterForm,
    Kept,
    LogView,
    MoneyView,
    Pins,
    PinsForm,
    RoleView,
    TodoView,
)
from sidepot.web.director.todo_lines import todo_lines
from sidepot.web.director.views import director_view, schedule_shown, table_of
from sidepot.web.rate_limits import address_of
from sidepot.web.requests import Ask, TournamentId
from sidepot.web.security.devices import device_known
from sidepot.web.security.pins import Pin, PinView, Staff
from sidepot.web.security.throttle import WrongPassword
from sidepot.web.state import Shared
from sidepot.web.tournaments.access import Access, access, find_real, staff_cookie, staff_or_none
from sidepot.web.tournaments.forms import TournamentForm, tournament_terms
from sidepot.web.tournaments.routes import CommandDone

From = Annotated[
    int, QueryParameter(name="from", description="Where to go on; 0: from the beginning.", ge=0, le=q.MOST_STEPS)
]
OfTable = Annotated[int, QueryParameter(name="table", description="That table alone; 0: all.", ge=0, le=q.MOST_TABLES)]
PAGE: Final = 200
STAYS: Final = 7 * 24 * 60 * 60  # seconds for which a browser keeps its role
TOO_MANY: Final = "too many wrong PINs; try again in a minute, or in a browser that has given the right one before"


@get("/api/tournaments/{tournament:str}/director", dependencies=access(Scope.TABLES))
async def director(access: NamedDependency[Access]) -> Response[DirectorView]:
    """The start page of a console: your role, clock, counts, tasks, last steps, tables."""
    return access.answer(director_view(access.view, access.now, access.staff, access.scopes))


@get("/api/tournaments/{tournament:str}/advice", dependencies=access(Scope.TABLES))
async def advice(access: NamedDependency[Access]) -> Response[TodoView]:
    """All tasks: requests from players, orders with rule and reason, questions."""
    view = access.view
    return access.answer(TodoView(todo_lines(view, access.scopes), view.seq))


@get("/api/tournaments/{tournament:str}/tables", dependencies=access(Scope.TABLES))
async def tables(access: NamedDependency[Access], since: From = 0, table: OfTable = 0) -> Response[DeskTables]:
    """The tables with their seats, fifty at a time, or only one `table`."""
    view = access.view
    numbers = sorted([one for one in view.tournament.tables if one >= since and (not table or one == table)])
    page = numbers[: PAGE // 4]
    rest = numbers[PAGE // 4 : PAGE // 4 + 1]
    return access.answer(DeskTables([table_of(view, one) for one in page], view.seq, *rest))


@get("/api/tournaments/{tournament:str}/money", dependencies=access(Scope.MONEY))
async def money(access: NamedDependency[Access], kept: Kept = 0) -> Response[MoneyView]:
    """The money: income, prizes, winnings, and the shares in a possible deal. For all staff except dealers."""
    return access.answer(money_of(access.view, kept))


@get("/api/tournaments/{tournament:str}/log", dependencies=access(Scope.TABLES))
async def log(access: NamedDependency[Access], since: From = 0) -> Response[LogView]:
    """The history, latest step first: at most 200 steps before step `from` (0 for the latest ones)."""
    lines, rest = history(access.view, PAGE, access.scopes, since)
    return access.answer(LogView(lines, access.machine.seq, rest))


@get("/api/tournaments/{tournament:str}/structure", dependencies=access(Scope.STANDINGS))
async def structure(access: NamedDependency[Access]) -> Response[DeskSchedule]:
    """The schedule and the clock, for everybody who may see the standings."""
    return access.answer(schedule_shown(access.view, access.now))


# ---- roles


@post("/api/tournaments/{tournament:str}/enter", status_code=200)
async def enter(
    request: Ask, app_state: Shared, tournament: TournamentId, data: JSONBody[EnterForm]
) -> Response[RoleView]:
    """Enter a PIN, which gives the browser a role. Wrong PINs are limited like wrong passwords."""
    _, persons = await find_real(app_state, tournament)
    name = check_person(data.name)
    secret = f"pins/{tournament}"
    device = device_known(app_state.secret, secret, known_in(request, app_state))
    async with app_state.login_throttle.guess(secret, address_of(request), device, refusal=TOO_MANY):
        found = await app_state.pins.find(tournament, data.pin)
        if found is None:
            raise WrongPassword("wrong PIN for this tournament", code="wrong_pin")
    persons.check_staff_name(name)
    key, pin = found
    table = pin.table or (data.table if pin.role == DEALER else 0)
    if pin.role == DEALER and not table:
        raise Conflict("a dealer must give the number of the table", code="table_needed")
    cookie = staff_cookie(app_state.room, tournament)
    before = app_state.pins.read(tournament, request.cookies.get(cookie, ""))
    session = before.session if before is not None else secrets.token_hex(6)
    staff = Staff(pin.role, table, name, session, key, pin.serial)
    kept = Cookie(key=cookie, value=app_state.pins.cookie(tournament, staff), max_age=STAYS, httponly=True,
                  secure=app_state.settings.secure, samesite="lax", path="/")  # fmt: skip
    return Response(
        RoleView(staff.role, name, table, may_do(staff.role)), cookies=[kept, known_cookie(request, app_state, secret)]
    )


@get("/api/tournaments/{tournament:str}/role")
async def who_am_i(request: Ask, app_state: Shared, tournament: TournamentId) -> RoleView:
    """Your role in this tournament (empty without a PIN)."""
    await find_real(app_state, tournament)
    staff = await staff_or_none(request, app_state, tournament)
    if staff is None:
        return RoleView("", request.user.name if request.user is not None else "")
    return RoleView(staff.role, staff.name, staff.table, may_do(staff.role))


@post("/api/tournaments/{tournament:str}/pins", status_code=200, dependencies=access(Scope.COPIES))
async def pins(access: NamedDependency[Access], app_state: Shared, data: JSONBody[PinsForm]) -> Response[Pins]:
    """List the roles that have a PIN, make a new PIN, or revoke one. For directors.

    A tournament of a series has no PINs until a director asks for them. Then each role gets a PIN, and all of them are
    returned.
    """
    tournament = access.machine.id
    if data.revoke:
        await app_state.pins.revoke(tournament, data.revoke)
    roles = (data.renew,) if data.renew else () if await app_state.pins.of(tournament) else ROLES
    pins = await app_state.pins.renew(tournament, *roles) if roles else {}
    await app_state.topics.check(tournament)
    return Response(Pins(pins_shown(await app_state.pins.of(tournament), pins)))


def pins_shown(kept: dict[str, Pin], pins: dict[str, str]) -> list[PinView]:
    """The roles that have a PIN. Only new PINs are shown."""
    return [PinView(one.role, one.table, pins.get(key, "")) for key, one in kept.items() if one.hash]


# ---- drafts


@post("/api/tournaments/{tournament:str}/draft", status_code=200, dependencies=access(Scope.TABLES, roles=(DIRECTOR,)))
async def redraft(access: NamedDependency[Access], app_state: Shared, data: JSONBody[TournamentForm]) -> CommandDone:
    """Replace the terms of a draft before its check-in opens. For directors."""
    terms, before = tournament_terms(replace(data, live=True, draft=True)), access.machine.terms
    command = Redraft(replace(terms, follows=before.follows, first_flight=before.first_flight))
    by = await access.persons.enter_staff(access.staff.name)
    done = CommandDone(await access.actor.say(command, by=by, staff=True))
    await app_state.topics.check(access.machine.id)  # other terms may publish less
    return done


DIRECTOR_ROUTES: Final[tuple[HTTPRouteHandler, ...]] = (
    do, preview, director, advice, tables, money, log, structure, who_am_i, pins, redraft,
)  # fmt: skip
DIRECTOR_RATED: Final = (enter,)


PLAIN: Final[tuple[HTTPRouteHandler, ...]] = (
    *DIRECTOR_ROUTES,
    *dealer.DEALER_ROUTES,
    *people.PEOPLE,
    *again.AGAIN,
    *bags.BAG_ROUTES,
    *photos.PHOTOS,
    *displays.SCREENS,
    *displays.PUBLIC,
)
RATED: Final[tuple[HTTPRouteHandler, ...]] = (*DIRECTOR_RATED, *people.PEOPLE_RATED)
HEAVY: Final[tuple[HTTPRouteHandler, ...]] = (*sheets.PAPER, *archive.ARCHIVE, *people.LIST, *photos.PHOTOS_HEAVY)
