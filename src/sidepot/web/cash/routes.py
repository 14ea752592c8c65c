"""HTTP: run a cash night at its desk, and follow it on a phone or a wall."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from sidepot.errors import Conflict, SidepotError
from sidepot.games.unit import WHOLE, Unit
from sidepot.room.cash import commands as c
from sidepot.room.cash.terms import MINUTE, MOST_DENOMINATIONS, MOST_GAMES, CashGame, CashTerms
from sidepot.room.runtime.persons import check_person
from sidepot.room.store.club_persons import read_club, read_played
from sidepot.rules.houses import CASH
from sidepot.validation import quantities as q
from sidepot.web.auth.sessions import known_cookie, known_in
from sidepot.web.cash.access import (
    ROLES,
    CashAccess,
    cash_access,
    check_on,
    check_wall,
    entered,
    find_cash,
    find_player,
    may_do,
    pins_of,
    player_of_token,
    player_token,
    wall_key,
    with_marks,
)
from sidepot.web.cash.sheets import CASH_SHEETS
from sidepot.web.cash.views import CashDesk, CashOwnPage, CashWall, desk_view, own_view, wall_view
from sidepot.web.director.again import MOST_REGULARS
from sidepot.web.director.routes import STAYS, TOO_MANY, pins_shown
from sidepot.web.director.schemas import EnterForm, Pins, PinsForm, RoleView
from sidepot.web.problems import refused
from sidepot.web.rate_limits import address_of
from sidepot.web.requests import Ask, NightId, Person
from sidepot.web.schemas.tables import offered_house
from sidepot.web.security.devices import device_known
from sidepot.web.security.names import check_reserved
from sidepot.web.security.pins import Staff
from sidepot.web.security.throttle import WrongPassword, take_check_in
from sidepot.web.state import STAFF, Shared
from sidepot.web.tournaments.access import check_id, check_texts, named, staff_cookie

Token = Annotated[str, PathParameter(description="The token of a player's page.", max_length=60)]
WallKey = Annotated[str, QueryParameter(description="The key in the address of the display.", max_length=40)]
Key = Annotated[str, msgspec.Meta(max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=60)]


class CashNightLine(msgspec.Struct, frozen=True):
    """A cash night in the list of nights: its title, when it was opened (ms), and whether it is over."""

    id: str
    title: str
    at: int
    over: bool


class CashNights(msgspec.Struct, frozen=True):
    """The current cash nights, latest first; for hosts, the earlier nights too."""

    nights: list[CashNightLine]


class CashOpened(msgspec.Struct, frozen=True):
    """The id of a new night."""

    id: str


class CashForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new night.

    - `house`: the house by whose rules the night is played ("" for `cash`)
    - `back_ms`: a player who comes back within this time must bring at least the chips with which they left (by
      default, the time that the house sets)
    """

    title: Name
    games: Annotated[tuple[CashGame, ...], msgspec.Meta(max_length=MOST_GAMES)]
    unit: Unit = WHOLE
    chips: Annotated[tuple[q.SomeChips, ...], msgspec.Meta(max_length=MOST_DENOMINATIONS)] = ()
    call_ms: q.SomeMs = 5 * MINUTE
    back_ms: q.Ms | None = None
    house: Key = ""

    def terms(self) -> CashTerms:
        """The terms, with the rules of the house. Raises BadNotation for a house that has none for cash."""
        rulebook = offered_house(self.house, "cash", CASH)
        back = rulebook.back_within * MINUTE if self.back_ms is None else self.back_ms
        return CashTerms(self.title, self.games, self.unit, self.chips, self.call_ms, back, rulebook)


class CashDoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the staff, with names of players. A command with a used `id` is not repeated.

    `person` says who a new player is in the club: the number of a person, 0 for the person with the player's name, or
    -1 for a new person with the same name.
    """

    id: Key
    do: c.StaffCommand
    person: q.AnyPerson = 0


class CashDone(msgspec.Struct, frozen=True):
    """The number of the event that a command caused, and the numbers of the lines that the event wrote in the books."""

    seq: int
    lines: list[int] = []


class CashRegular(msgspec.Struct, frozen=True):
    """A person of the club.

    - `times`: how often the person has played
    - `person`: the person's number
    """

    name: str
    times: int
    person: int


class CashRegulars(msgspec.Struct, frozen=True):
    """The people of the club who have played, most frequent players first."""

    regulars: list[CashRegular]


class CashAskForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request from a player's own page: to join or leave the waiting list of a game, or to let a call pass."""

    id: Key
    about: Literal["going", "interested", "off", "pass"]
    game: c.GameNumber


class CashJoinForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that players enter to get their own page."""

    id: Key
    name: Name


class CashSlipForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the link to a player's page.

    - `renew`: whether all earlier links become invalid
    - `name`: the player's corrected name ("" for no correction)
    """

    player: Name
    renew: bool = False
    name: Name = ""


class CashJoined(msgspec.Struct, frozen=True):
    """The player's name, and the token of their page."""

    name: str
    token: str


# ---- nights


@get("/api/cash")
async def cash_nights(request: Ask, app_state: Shared) -> Response[CashNights]:
    """The current cash nights; for hosts, the earlier nights too."""
    is_host = request.user is not None and request.user.role in STAFF
    found = await app_state.registry.cash.listed()
    return Response(CashNights([CashNightLine(*one) for one in found if is_host or not one.over]))


@post("/api/cash", status_code=200)
async def open_cash(app_state: Shared, staff: Person, data: JSONBody[CashForm]) -> Response[CashOpened]:
    """Open a cash night. For hosts."""
    check_texts(data)
    return Response(CashOpened(await app_state.registry.cash.open(data.terms(), by=staff.name)))


# ---- roles


@post("/api/cash/{night:str}/enter", status_code=200)
async def cash_enter(request: Ask, app_state: Shared, night: NightId, data: JSONBody[EnterForm]) -> Response[RoleView]:
    """Enter a PIN, which gives the browser a role. Wrong PINs are limited like wrong passwords."""
    _, persons = await find_cash(app_state, night)
    name = check_person(data.name)
    secret = pins_of(night)
    device = device_known(app_state.secret, f"pins/{secret}", known_in(request, app_state))
    async with app_state.login_throttle.guess(f"pins/{secret}", address_of(request), device, refusal=TOO_MANY):
        found = await app_state.pins.find(secret, data.pin)
        if found is None:
            raise WrongPassword("wrong PIN for this cash night", code="wrong_pin")
    persons.check_staff_name(name)
    key, pin = found
    cookie = staff_cookie(app_state.room, secret)
    before = app_state.pins.read(secret, request.cookies.get(cookie, ""))
    session = before.session if before is not None else secrets.token_hex(6)
    staff = Staff(pin.role, 0, name, session, key, pin.serial)
    kept = Cookie(key=cookie, value=app_state.pins.cookie(secret, staff), max_age=STAYS, httponly=True,
                  secure=app_state.settings.secure, samesite="lax", path="/")  # fmt: skip
    known = known_cookie(request, app_state, f"pins/{secret}")
    return Response(RoleView(staff.role, name, 0, may_do(staff.role)), cookies=[kept, known])


@get("/api/cash/{night:str}/role", dependencies=cash_access(staff=False))
async def cash_role(request: Ask, cash: NamedDependency[CashAccess]) -> Response[RoleView]:
    """The user's role on this night (empty without a PIN)."""
    staff = cash.of_staff
    if staff is None:
        return Response(RoleView("", request.user.name if request.user is not None else ""))
    return Response(RoleView(staff.role, staff.name, 0, cash.may))


@post("/api/cash/{night:str}/pins", status_code=200, dependencies=cash_access())
async def cash_pins(cash: NamedDependency[CashAccess], app_state: Shared, data: JSONBody[PinsForm]) -> Response[Pins]:
    """List the roles that have a PIN, make a new PIN, or revoke one. For directors.

    The first request makes a PIN for each role.
    """
    cash.check_may(data)
    secret = pins_of(cash.night.id)
    if data.revoke:
        await app_state.pins.revoke(secret, data.revoke)
    roles = (data.renew,) if data.renew else () if await app_state.pins.of(secret) else ROLES
    pins = await app_state.pins.renew(secret, *roles) if roles else {}
    return Response(Pins(pins_shown(await app_state.pins.of(secret), pins)))


# ---- the desk


@get("/api/cash/{night:str}", dependencies=cash_access())
async def cash_desk(cash: NamedDependency[CashAccess]) -> Response[CashDesk]:
    """The whole desk: waiting lists, tables, players, bank, markers, the latest lines, and open items."""
    wall = wall_key(cash.app_state, cash.night.id)
    return named(cash.persons, desk_view(cash.night, cash.now, cash.staff.role, cash.may, wall))


@post("/api/cash/{night:str}/do", status_code=200, dependencies=cash_access())
async def cash_do(cash: NamedDependency[CashAccess], data: JSONBody[CashDoForm]) -> Response[Any]:
    """Carry out a command of the staff if their role allows it. A command with a used `id` is not repeated."""
    persons, staff = cash.persons, cash.staff
    try:
        check_id(data.id)
        check_texts(data.do)
        cash.check_may(data.do)
        key = f"desk/{staff.session}/{data.id}"
        seq = cash.night.ids.get(key)
        if seq is None:
            actor = await cash.actor()
            by = await persons.enter_staff(staff.name)
            if isinstance(data.do, c.PutOnList | c.Sit):
                check_reserved(data.do.player)
                await entered(cash, data.do.player, data.person, by)
            command = with_marks(data.do, find_player(persons))
            seq = await actor.say(command, by=by, id=key, staff=True)
        night, _ = await find_cash(cash.app_state, cash.night.id)
    except SidepotError as error:
        refusal: Response[Any] = refused(None, error)
        return named(persons, refusal.content, refusal.status_code or 409)
    return Response(CashDone(seq, night.written.get(seq, [])))


@get("/api/cash/{night:str}/regulars", dependencies=cash_access())
async def cash_regulars(cash: NamedDependency[CashAccess]) -> Response[CashRegulars]:
    """The people of the club, most frequent players first, so that the desk can choose a name instead of typing it."""

    def ask(connection: Connection) -> list[CashRegular]:
        club, played = read_club(connection), read_played(connection)
        times = Counter(club.root(one.club) for one in played)
        named = [CashRegular(club.name(root), count, root) for root, count in times.most_common()]
        return [one for one in named if one.name][:MOST_REGULARS]

    return Response(CashRegulars(await cash.app_state.store.ask(ask)))


@post("/api/cash/{night:str}/slip", status_code=200, dependencies=cash_access())
async def cash_slip(cash: NamedDependency[CashAccess], data: JSONBody[CashSlipForm]) -> Response[CashJoined]:
    """Return the token of a player's page, for a link or a QR code.

    `renew` invalidates earlier links. `name` corrects the player's name.
    """
    persons = cash.persons
    mark = find_player(persons)(data.player)
    if data.name:
        check_texts(data.name)
        check_reserved(data.name)
        await persons.rename(mark, persons.check_rename(mark, data.name))
    if data.renew:
        await persons.new_slip(mark)
    return Response(CashJoined(persons.name(mark), player_token(cash.app_state, cash.night.id, persons, mark)))


# ---- players and walls


@get("/api/cash/{night:str}/lists", dependencies=cash_access(staff=False))
async def cash_lists(cash: NamedDependency[CashAccess], key: WallKey = "") -> Response[CashWall]:
    """The waiting lists for a display in the room, without money. For the staff, and for displays that have the key."""
    check_wall(cash, key)
    return named(cash.persons, wall_view(cash.night, cash.now))


@post("/api/cash/{night:str}/join", status_code=200, dependencies=cash_access(staff=False))
async def cash_join(
    request: Ask, cash: NamedDependency[CashAccess], app_state: Shared, data: JSONBody[CashJoinForm]
) -> Response[CashJoined]:
    """Check in with a name. Returns the token of the player's own page, from which the player joins the waiting
    lists.
    """
    check_id(data.id)
    persons = cash.persons
    await take_check_in(app_state.budgets, pins_of(cash.night.id), address_of(request))
    check_texts(data.name)
    check_reserved(data.name)
    check_on(cash.night)
    if persons.find(data.name):
        raise Conflict(f"{data.name} is already here; ask the desk for your page", code="name_taken")
    actor = await cash.actor()
    [mark] = await persons.enter([data.name])
    club = await app_state.club_persons.read()
    await actor.say(c.Enter(mark, club.party(persons.club(mark))), by=mark, id=f"join/{data.id}")
    return Response(CashJoined(persons.name(mark), player_token(app_state, cash.night.id, persons, mark)))


@get("/api/cash/me/{token:str}")
async def cash_own(app_state: Shared, token: Token) -> Response[CashOwnPage]:
    """A player's own page: waiting lists, seat, receipts and markers."""
    night, persons, mark = await player_of_token(app_state, token)
    return named(persons, own_view(night, max(app_state.registry.clock(), night.at), mark))


@post("/api/cash/me/{token:str}/asks", status_code=200)
async def cash_ask(app_state: Shared, token: Token, data: JSONBody[CashAskForm]) -> Response[CashOwnPage]:
    """Put a player on a waiting list, take the player off it, or let a call pass."""
    check_id(data.id)
    night, _, mark = await player_of_token(app_state, token)
    check_on(night)
    commands: dict[str, c.CashCommand] = {
        "going": c.PutOnList(mark, data.game, True),
        "interested": c.PutOnList(mark, data.game, False),
        "off": c.TakeOffList(mark, data.game),
        "pass": c.Pass(mark, data.game),
    }
    actor = await app_state.registry.cash.wake(night.id)
    await actor.say(commands[data.about], by=mark, id=f"me/{mark}/{data.id}")
    after, persons, _ = await player_of_token(app_state, token)
    return named(persons, own_view(after, max(app_state.registry.clock(), after.at), mark))


PLAIN: Final[tuple[HTTPRouteHandler, ...]] = (
    cash_nights, open_cash, cash_role, cash_pins, cash_desk, cash_do, cash_regulars, cash_slip, cash_lists, cash_own,
    cash_ask,
)  # fmt: skip
RATED: Final[tuple[HTTPRouteHandler, ...]] = (cash_enter, cash_join)
HEAVY: Final[tuple[HTTPRouteHandler, ...]] = CASH_SHEETS
