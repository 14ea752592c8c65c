"""HTTP: a live tournament for people without a PIN: displays on walls, and the public page."""

from __future__ import annotations

import hmac
import re
import secrets
from collections import OrderedDict
from functools import partial
from hashlib import sha256
from typing import Annotated, Final, Literal, cast

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter

from sidepot.games.unit import WHOLE, Unit
from sidepot.room.runtime.persons import Persons, fill_marks, mark_of
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.views.display import Naming, PublicPageView, ScreenView, public_of, screen_of
from sidepot.room.views.readers import Reader, Scope
from sidepot.room.views.tournament import ItemView
from sidepot.rules.meanings import house_title
from sidepot.validation import quantities as q
from sidepot.web.director.schemas import HouseLine, house_lines
from sidepot.web.director.views import phase_of, terms_of
from sidepot.web.print.qr import qr_picture
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.requests import Ask, TournamentId
from sidepot.web.routes.club_look import ClubLook, look_of_club
from sidepot.web.routes.invite import invite_of
from sidepot.web.state import AppState, Shared, now_ms
from sidepot.web.tournaments.access import (
    check_sees,
    check_staff,
    find_real,
    find_tournament,
    named,
    staff_cookie,
    staff_or_none,
)

Token = Annotated[str, PathParameter(description="The token of a display.", max_length=64)]
Code = Annotated[str, PathParameter(description="The code that a display shows.", max_length=8)]

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without characters that look alike
LONG: Final = 4
MOST_SEEN: Final = 1000
MOST_DIRECTED: Final = 20  # tournaments for which one browser has a staff cookie, and that are checked
_seen: Final[OrderedDict[str, int]] = OrderedDict()  # displays that have asked this process recently, and when


class Display(msgspec.Struct, frozen=True):
    """A new display: the code that it shows, and the token with which it requests its content."""

    code: str
    token: str


class DisplayPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the views that a display shows in turn, and for how many seconds it is shown."""

    layout: Literal["clock", "seats", "payouts", "tables", "final", "check_in"]
    seconds: q.SomeSeconds = 20


class DisplayShow(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a display.

    - `tournament`: the id of the tournament ("" for none)
    - `views`: the views in order; a view that has nothing to show is skipped
    - `volume`: a percentage (0 for silence)
    - `voice`: whether the display also speaks, if its browser can
    """

    tournament: str
    views: Annotated[tuple[DisplayPart, ...], msgspec.Meta(min_length=1, max_length=10)] = (DisplayPart("clock"),)
    look: Literal["dark", "light"] = "dark"
    shape: Literal["16:9", "4:3", "9:16"] = "16:9"
    volume: q.Percent = 70
    voice: bool = True


class SeatLine(msgspec.Struct, frozen=True):
    """A player, with table and seat (counted from 1)."""

    player: str
    table: int
    seat: int


class DisplayView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current content of a display.

    `show` is null until somebody chooses it. `schedule` holds all future items.
    """

    now: int
    code: str
    show: DisplayShow | None = None
    state: ScreenView | None = None
    schedule: tuple[ItemView, ...] = ()
    ways: tuple[str, ...] = ()  # the addresses of this room, while nothing is chosen
    club: ClubLook = ClubLook()


class DisplayLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A display that has recently requested its content, and its settings."""

    code: str
    at: int
    show: DisplayShow | None = None


class Displays(msgspec.Struct, frozen=True):
    """The displays that have recently requested their content."""

    displays: list[DisplayLine]


class SeatLines(msgspec.Struct, frozen=True):
    """The seats of all players, sorted by name."""

    seats: list[SeatLine]


@post("/api/screens", status_code=200)
async def new_display(app_state: Shared) -> Display:
    """Register a new display. Returns its code and its token."""
    for _ in range(20):
        code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
        if code not in _seen and await app_state.store.get(_key(code)) is None:
            break
    return Display(code, f"{code}-{_sign(app_state, code)}")


@get("/api/screens")
async def displays(request: Ask, app_state: Shared, tournament: FromQuery[str] = "") -> Response[Displays]:
    """List the recently active displays of a tournament or, if none is named, of the room. For the staff."""
    if tournament or not await _directs_one(request, app_state):
        await check_staff(request, app_state, tournament[:18])
    lines = [DisplayLine(code, at, await _show(app_state, code)) for code, at in reversed(_seen.items())]
    return Response(Displays(lines))


@get("/api/screens/{display:str}")
async def display_now(request: Ask, app_state: Shared, display: Token) -> Response[DisplayView]:
    """The current content of a display."""
    code = _code(app_state, display)
    _seen[code] = now_ms()
    _seen.move_to_end(code)
    while len(_seen) > MOST_SEEN:
        _seen.popitem(last=False)
    show = await _show(app_state, code)
    if show is None:
        ways = tuple([way.address for way in invite_of(request, app_state).ways])
        return Response(DisplayView(app_state.registry.clock(), code, ways=ways))
    try:
        tournament = await find_tournament(app_state, show.tournament)
    except NotFound:  # it was deleted
        return Response(DisplayView(app_state.registry.clock(), code))
    check_sees(Reader.DISPLAY, tournament, Scope.STANDINGS, Scope.PRIZES, Scope.NAMES)
    persons: Persons = await app_state.registry.tournaments.persons(tournament)
    view = app_state.registry.tournaments.views.of(tournament)
    state = view.once(screen_of, persons.fill_names)
    ahead = view.schedule.items[view.reading.item :]
    club = await look_of_club(app_state)
    return named(persons, DisplayView(app_state.registry.clock(), code, show, state, ahead, club=club))


@get("/api/screens/{display:str}/seats")
async def display_seats(app_state: Shared, display: Token) -> Response[SeatLines]:
    """The seats of all players of the display's tournament, sorted by name."""
    show = await _show(app_state, _code(app_state, display))
    if show is None:
        raise NotFound("this display shows nothing yet", code="no_display")
    tournament = await find_tournament(app_state, show.tournament)
    check_sees(Reader.DISPLAY, tournament, Scope.STANDINGS, Scope.NAMES)
    persons: Persons = await app_state.registry.tournaments.persons(tournament)
    found = [
        SeatLine(persons.name(player), number, place.seat + 1)
        for number, table in tournament.tournament.tables.items()
        for player, place in table.places.items()
    ]
    return Response(SeatLines(sorted(found, key=lambda one: one.player.casefold())))


@get("/api/screens/{display:str}/qr")
async def display_qr(
    request: Ask, app_state: Shared, display: Code, *, entry: FromQuery[bool] = False
) -> Response[bytes]:
    """The QR code of the page that controls a display or, with `entry`, of the check-in of its tournament."""
    if not re.fullmatch(f"[{LETTERS}]{{{LONG}}}", display):
        raise NotFound("no display has this code", code="no_display")
    way = invite_of(request, app_state).ways[0]
    show = await _show(app_state, display) if entry else None
    if entry and show is None:
        raise NotFound("this display shows nothing yet", code="no_display")
    page = f"/e/{show.tournament}?enter" if show is not None else f"/screens#{display}"
    return Response(qr_picture(f"{way.address}{page}"), media_type="image/svg+xml")


@post("/api/screens/{display:str}", status_code=200)
async def choose(request: Ask, app_state: Shared, display: Code, data: JSONBody[DisplayShow]) -> DisplayLine:
    """Choose the content of a display. For the host, and for the staff of both the old and the new tournament."""
    wanted = display.strip().upper()
    shown = await _show(app_state, wanted)
    await check_staff(request, app_state, data.tournament or (shown.tournament if shown else ""))
    await _check_free(request, app_state, shown)
    if shown is None and wanted not in _seen and app_state.store.member is None:
        raise NotFound(f"no display shows the code {wanted[:8]}; check the code", code="no_display")
    if data.tournament:
        await find_tournament(app_state, data.tournament)
    await app_state.store.put(_key(wanted), msgspec.json.encode(data).decode() if data.tournament else None)
    if shown is not None:
        await app_state.topics.check(shown.tournament)
    return DisplayLine(wanted, _seen.get(wanted, 0), data if data.tournament else None)


async def _directs_one(request: Ask, app_state: AppState) -> bool:
    """Whether the sender is on the staff of any tournament, because the code on a display does not name one."""
    begins = staff_cookie(app_state.room, "")
    of = [name.removeprefix(begins) for name in request.cookies if name.startswith(begins)]
    for tournament in of[:MOST_DIRECTED]:
        if await staff_or_none(request, app_state, tournament[:18]) is not None:
            return True
    return False


async def _check_free(request: Ask, app_state: AppState, shown: DisplayShow | None) -> None:
    """Raise NotAllowed for a display that shows a tournament without the sender on its staff."""
    if shown is None or await staff_or_none(request, app_state, shown.tournament) is not None:
        return
    try:
        tournament = await find_tournament(app_state, shown.tournament)
    except NotFound:  # it was deleted: the display shows nothing
        return
    title = tournament.terms.title
    raise NotAllowed(f"this display shows {title}; its staff or the host must remove it first", code="other_display")


async def shown_on(app_state: AppState, token: str) -> str:
    """The id of the tournament on the display with this token ("" for none). Raises NotFound for a wrong token."""
    show = await _show(app_state, _code(app_state, token))
    return show.tournament if show is not None else ""


async def _show(app_state: AppState, code: str) -> DisplayShow | None:
    kept = await app_state.store.get(_key(code))
    return msgspec.json.decode(kept, type=DisplayShow) if kept else None


def _code(app_state: AppState, token: str) -> str:
    """The code of a display, by its token. Raises NotFound for an unknown token."""
    code, _, signed = token.partition("-")
    if not signed.isascii() or not hmac.compare_digest(signed, _sign(app_state, code)):
        raise NotFound("no such display; request a new code", code="no_display")
    return code


def _sign(app_state: AppState, code: str) -> str:
    data = f"screen/{app_state.room}/{code}".encode("utf-8", "surrogatepass")
    return hmac.new(app_state.secret.encode(), data, sha256).hexdigest()[:24]


def _key(code: str) -> str:
    return f"web/screen/{code}"


SCREENS: Final = (new_display, displays, display_now, display_seats, display_qr, choose)


class PublicPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public page of a live tournament.

    - `state`: the standings; None unless the terms make them public
    - `check_in`: whether players can check in on the page
    - `check_in_closed`: whether players can enter only at the desk
    - `differs`: the house's own rules, which a player accepts at the check-in
    """

    now: int
    title: str
    phase: str
    game: str
    cost: int
    stack: int
    house: str
    money: Unit = WHOLE  # of the cost
    starts_at: int = 0
    description: str = ""
    check_in: bool = False
    check_in_closed: bool = False
    house_title: str = ""
    differs: tuple[HouseLine, ...] = ()
    state: PublicPageView | None = None
    club: ClubLook = ClubLook()


@get("/api/tournaments/{tournament:str}/public")
async def public_page(app_state: Shared, tournament: TournamentId) -> Response[PublicPage]:
    """The public page: the terms, the check-in and, if the terms make them public, the standings."""
    found, persons = await find_real(app_state, tournament)
    now = found.moment(app_state.registry.clock())
    scopes = check_sees(Reader.STRANGER, found)
    view = app_state.registry.tournaments.views.of(found)
    terms = terms_of(view, scopes)
    open_here = terms.entry_open and not terms.check_in_closed
    shows: Naming = "names" if Scope.NAMES in scopes else "numbers"
    screen = view.once(screen_of, persons.fill_names)
    data = PublicPage(
        now=now,
        title=found.terms.title,
        phase=phase_of(view),
        game=terms.game,
        cost=terms.cost,
        stack=terms.stack,
        house=terms.house,
        money=terms.money,
        starts_at=found.terms.starts_at,
        description=found.terms.description,
        check_in=open_here,
        check_in_closed=terms.entry_open and terms.check_in_closed,
        house_title=house_title(found.tournament.structure.rulebook),
        differs=house_lines(found.tournament.structure.rulebook),
        state=public_of(view, shows, screen, check_in=open_here) if Scope.STANDINGS in scopes else None,
        club=await look_of_club(app_state),
    )
    if shows == "names":
        return named(persons, data)
    text = fill_marks(msgspec.json.encode(data), partial(_number, found))
    return Response(cast("PublicPage", text), media_type="application/json")


def _number(machine: RoomTournament, person: int) -> str:
    """The number of a player's entry."""
    entrant = machine.tournament.entrants.get(mark_of(person))
    return f"#{entrant.number}" if entrant is not None else "#"


PUBLIC: Final = (public_page,)
