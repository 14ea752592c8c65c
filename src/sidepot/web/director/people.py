"""HTTP: the players of a live tournament: their own pages, requests, check-in, names."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, RawBody

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.games.unit import WHOLE, Unit
from sidepot.room.runtime.persons import Persons, mark_of, number_of
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import COUNTER, DIRECTOR
from sidepot.room.tournament.live.reports import AlreadyDone, check_check_in
from sidepot.room.tournament.live_state import StaffRequest
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.state import RoomTournamentState
from sidepot.room.views.display import SeatView, screen_of, seat_of
from sidepot.room.views.readers import Reader, Scope
from sidepot.room.views.tournament import TournamentView
from sidepot.rules.clauses import refuse, say
from sidepot.tournament import commands as c
from sidepot.validation import quantities as q
from sidepot.validation.csv_text import read_csv
from sidepot.web.director.acts import was_refused
from sidepot.web.director.roles import check_role_may
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.rate_limits import address_of
from sidepot.web.requests import Ask, TournamentId
from sidepot.web.security.names import check_reserved
from sidepot.web.security.throttle import take_check_in
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import (
    Access,
    access,
    check_id,
    check_sees,
    check_texts,
    find_person,
    find_real,
    find_tournament,
    named,
)
from sidepot.web.tournaments.routes import players_file

Token = Annotated[str, PathParameter(description="What stands on the slip of a player.", max_length=60)]
NAME: Final = 60
MOST_NUMBERS: Final = 1000  # players without a name
_SIGNED: Final = 16  # characters: 80 bits
Name = Annotated[str, msgspec.Meta(max_length=NAME)]
Key = Annotated[str, msgspec.Meta(max_length=64)]


class PlayerRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's request.

    - `state`: open, done or refused
    - `why`: the reason for a refusal
    - `n`: the number of chips of a count
    - `player`: the player's name, which only the staff see
    """

    number: int
    about: str
    at: int
    state: str
    n: int = 0
    why: str = ""
    player: str = ""


def request_view(one: StaffRequest, player: str = "") -> PlayerRequest:
    """A request as its player sees it or, given the name of the `player`, as the staff see it."""
    return PlayerRequest(one.number, one.about, one.at, one.state, one.n, one.why, player)


class BagOfPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's bag: its chips and number, and the initials of the two people who counted it.

    `is_final` means that this bag, or another of the player's bags, went to day 2.
    """

    chips: int
    number: str
    counted: str
    checked: str
    is_final: bool = False


def bag_of(machine: RoomTournamentState, player: str) -> BagOfPlayer | None:
    """The bag of a player in a finished flight; None if it is not entered."""
    entry, entrant = machine.live.bags.get(player), machine.tournament.entrants.get(player)
    if entry is None or entrant is None or not entrant.is_in or not machine.tournament.ended:
        return None
    bag = entry.bag
    return BagOfPlayer(bag.chips, bag.number, bag.counted, bag.checked, bool(machine.live.carried))


class SeatPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The page of one player.

    - `state`: the player's seat and standing; None until the player is entered
    - `price`: the price of an entry in units of `money`, until the player is entered
    - `bag`: the player's bag, once it is entered at the end of a flight
    """

    tournament: str
    now: int
    seq: int
    player: str
    state: SeatView | None = None
    price: int = 0
    money: Unit = WHOLE
    asks: list[PlayerRequest] = []
    bag: BagOfPlayer | None = None


class PlayerRequestForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's request.

    - `about`: rebuy, add_on, reenter, floor, out or count
    - `n`: the number of chips of a count
    """

    id: Key
    about: Annotated[str, msgspec.Meta(max_length=20)]
    n: q.Chips = 0


class CheckInForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name that a player types to check in. The desk enters the player after the payment."""

    id: Key
    name: Name


class CheckedIn(msgspec.Struct, frozen=True):
    """The player's name in the tournament, and the token of their seat page."""

    name: str
    token: str


class NamesForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names to enter, one per line. On each line, anything after a comma or semicolon is ignored.

    `numbers` is how many players there should be, in all, with a number in place of a name. The missing ones are added.
    """

    text: Annotated[str, msgspec.Meta(max_length=60_000)] = ""
    numbers: Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBERS)] = 0


class NamesDone(msgspec.Struct, frozen=True):
    """What became of a list of names.

    - `entered`: the names that were entered just now
    - `already`: the names that were entered before
    - `refused`: the names that could not be entered, with reasons
    - `twice`: the names that are in the list more than once; each was entered once, and a second player needs a
      different name
    - `steps`: the steps of the entries; to undo the whole list, undo the first step, with the other steps as `also`
    """

    entered: list[str]
    already: list[str]
    refused: list[tuple[str, str]]
    steps: list[int] = []
    twice: list[str] = []


class PersonForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change a player. If nothing is set, the answer is just the token.

    - `name`: the player's new name
    - `slip`: whether to make a new slip
    - `erase`: whether to erase the name for good
    - `staff`: whether the person is on the staff, and so has no slip
    - `person`: the person of the club that the player is linked to (-1 for a new person)
    """

    player: Name
    name: Name = ""
    slip: bool = False
    erase: bool = False
    staff: bool = False
    person: q.AnyPerson = 0


# ---- tokens


def seat_token(app_state: AppState, tournament: str, persons: Persons, mark: str) -> str:
    """The token on a player's slip. The token opens the player's own page until a new slip is made."""
    number = number_of(mark)
    return f"{tournament}-{number}-{_sign(app_state, tournament, number, persons.slip(mark))}"


def _sign(app_state: AppState, tournament: str, number: int, slip: int) -> str:
    signed = hmac.new(app_state.secret.encode(), f"seat/{tournament}/{number}/{slip}".encode(), sha256).digest()
    return base64.b32encode(signed).decode().lower()[:_SIGNED]


async def player_of(app_state: AppState, token: str) -> tuple[str, str]:
    """The tournament and the player that a token belongs to. Raises NotFound for an invalid token.

    The player is given by the mark that is stored in place of the name.
    """
    tournament, _, rest = token.partition("-")
    number, _, signed = rest.partition("-")
    if tournament.isdecimal() and number.isdecimal() and len(tournament) < 18 and len(number) < 10:
        _, persons = await find_real(app_state, tournament)
        mark = mark_of(int(number))
        right = _sign(app_state, tournament, int(number), persons.slip(mark))
        if persons.slip(mark) >= 0 and hmac.compare_digest(signed.encode("utf-8", "replace"), right.encode()):
            return tournament, mark
    raise NotFound("this slip is no longer valid; ask the desk for a new one", code="no_slip")


async def seat_page(app_state: AppState, tournament: str, mark: str) -> tuple[SeatPage, Persons]:
    """What the page of a player shows."""
    found, persons = await find_real(app_state, tournament)
    check_sees(Reader.PLAYER, found, Scope.STANDINGS, Scope.PRIZES, Scope.NAMES)
    now = found.moment(app_state.registry.clock())
    return page_of(app_state.registry.tournaments.views.of(found), now, persons, mark), persons


def page_of(view: TournamentView, now: int, persons: Persons, mark: str) -> SeatPage:
    """The page of a player at the time `now`."""
    tournament = view.state
    state, price, money = None, tournament.tournament.structure.entry.price, tournament.tournament.structure.money
    if mark in tournament.tournament.entrants:
        state, price = seat_of(view, mark, view.once(screen_of, persons.fill_names)), 0
    asks = [request_view(one) for one in tournament.live.asks.values() if one.player == mark]
    return SeatPage(
        tournament.id,
        now,
        tournament.seq,
        persons.name(mark),
        state,
        price,
        money,
        asks[-10:],
        bag_of(tournament, mark),
    )


@get("/api/seat/{token:str}")
async def see_seat(app_state: Shared, token: Token) -> Response[SeatPage]:
    """The seat page that a token opens: seat, chips, moves with reasons, and requests."""
    page, persons = await seat_page(app_state, *await player_of(app_state, token))
    return named(persons, page)


@post("/api/seat/{token:str}/asks", status_code=200)
async def ask_staff(app_state: Shared, token: Token, data: JSONBody[PlayerRequestForm]) -> Response[SeatPage]:
    """Send a player's request to the staff, who confirm or refuse it."""
    check_id(data.id)
    tournament, mark = await player_of(app_state, token)
    command = s.PutAsk(data.about, mark, data.n)
    await app_state.registry.tournaments.actor(tournament).say(command, by=mark, id=f"seat/{mark}/{data.id}")
    page, persons = await seat_page(app_state, tournament, mark)
    return named(persons, page)


def _is_here(machine: RoomTournament, mark: str) -> bool:
    """Whether a person has entered, or waits to be entered. A person who was refused may check in again."""
    return mark in machine.tournament.entrants or any(one.player == mark for one in machine.live.checked_in())


@post("/api/tournaments/{tournament:str}/checkin", status_code=200)
async def check_in(
    request: Ask, app_state: Shared, tournament: TournamentId, data: JSONBody[CheckInForm]
) -> Response[CheckedIn]:
    """Check in with a name. The desk sees the name, and enters the player after the payment."""
    check_id(data.id)
    found, persons = await find_real(app_state, tournament)
    key = f"checkin/{data.id}"
    known = found.ids.get(key)
    if known is None:
        if found.tournament.reports.draft:
            raise NotDue("check-in is not open yet", code="draft")
        if not app_state.registry.tournaments.views.of(found).enters:
            raise NotDue("registration is closed", code="registration_closed")
        check_check_in(found)
        await take_check_in(app_state.budgets, tournament, address_of(request))
        check_texts(data.name)
        check_reserved(data.name)
        if _is_here(found, persons.find(data.name)):
            raise Conflict(f"{data.name} is already entered; ask the desk for your slip", code="name_taken")
        was = persons.find(data.name)
        [mark] = await persons.enter([data.name])
        if was:
            await persons.new_slip(mark)  # another person may have used that name before, and hold its slip
        await app_state.registry.tournaments.actor(tournament).say(s.PutAsk("enter", mark), by=mark, id=key)
    else:
        mark = found.live.asks[known].player
    return named(persons, CheckedIn(persons.name(mark), seat_token(app_state, tournament, persons, mark)))


# ---- by the staff


@post("/api/tournaments/{tournament:str}/names", status_code=200, dependencies=access(Scope.TABLES))
async def names(access: NamedDependency[Access], data: JSONBody[NamesForm]) -> Response[NamesDone]:
    """Enter a list of names, and players who have numbers. A list that is sent again enters nobody twice."""
    lines = [_without_quotes(line.replace(";", ",").split(",")[0].strip()) for line in data.text.splitlines()]
    return await enter_all(access, [name for name in lines if name], numbers=data.numbers)


def _without_quotes(name: str) -> str:
    """A name without the quotes around it. Quotes around a part of the name stay."""
    is_part = name.count('"') == 2 and not (name.startswith('"') and name.endswith('"'))
    return name if is_part else name.strip('"')


async def enter_all(access: Access, wanted: Sequence[str], *, numbers: int = 0) -> Response[NamesDone]:
    """Enter these players. Then add players with a number in place of a name until there are `numbers` such players."""
    staff, persons, actor = access.staff, access.persons, access.actor
    check_role_may(staff, c.Register(""), access.machine, persons)
    check_texts(wanted)
    done = NamesDone([], [], [], [], [])
    by = await persons.enter_staff(access.staff.name)
    seen: set[str] = set()
    there = [mark for mark in access.machine.tournament.entrants if not persons.has_name(mark)]
    for name in [*wanted, *await persons.enter_nameless(max(numbers - len(there), 0))]:
        try:
            mark = name if number_of(name) else (await persons.enter([name]))[0]
            if mark in seen:
                done.twice.append(name)
                continue
            seen.add(mark)
            act = s.Act(c.Register(mark), staff.role)
            needs_new_slip = was_refused(access.machine, mark)
            seq = await actor.say(act, by=by, staff=True)
            if needs_new_slip:
                await persons.new_slip(mark)
            done.entered.append(name)
            done.steps.append((await find_tournament(access.app_state, access.machine.id)).live.step_of[seq])
        except AlreadyDone:
            done.already.append(name)
        except SidepotError as error:
            done.refused.append((name, error.message))
    return named(persons, done)


@post(
    "/api/tournaments/{tournament:str}/persons",
    status_code=200,
    dependencies=access(Scope.TABLES, roles=(DIRECTOR, COUNTER)),
)
async def person(access: NamedDependency[Access], app_state: Shared, data: JSONBody[PersonForm]) -> Response[CheckedIn]:
    """Rename a player, make a new slip, or erase the name. For directors and the desk.

    Only directors may rename staff. The history shows each rename, with the former name and its author.
    """
    found, persons = access.machine, access.persons
    if access.staff.role != DIRECTOR and (data.staff or data.erase):
        erases, changes = "only a director may erase a name", "only a director may change the names of the staff"
        raise NotAllowed(erases if data.erase else changes, code="other_role")
    mark = find_person(persons, data.player, staff=data.staff)
    if data.erase:
        if not found.over:
            raise NotDue("names cannot be erased until the tournament is over", code="tournament_on")
        await persons.erase(*found.live.before.get(mark, ()), mark)
    elif data.name:
        check_texts(data.name)
        await _rename(access, mark, data.name)
    if data.person and not data.staff:
        await persons.link(mark, data.person)
    if data.slip:
        await persons.new_slip(mark)
        await app_state.topics.check(found.id)
    token = "" if data.staff else seat_token(app_state, found.id, persons, mark)
    return named(persons, CheckedIn(persons.name(mark), token))


async def _rename(access: Access, mark: str, name: str) -> None:
    """Rename a person. The rename is recorded first, so that no name changes without a trace."""
    persons = access.persons
    if persons.check_rename(mark, name) == persons.name(mark):
        return
    by = await persons.enter_staff(access.staff.name)
    was = await persons.keep_name(mark)
    await access.actor.say(s.Rename(mark, was, access.staff.role), by=by, staff=True)
    await persons.rename(mark, name)


PEOPLE: Final[tuple[HTTPRouteHandler, ...]] = (see_seat, ask_staff, names, person)
PEOPLE_RATED: Final[tuple[HTTPRouteHandler, ...]] = (check_in,)


# ---- as a CSV file


LARGEST: Final = 256 * 1024  # most bytes of a file
HEADS: Final = ("player", "name")  # headings of the column with names; without one, the first column has them


@get("/api/tournaments/{tournament:str}/players.csv", media_type="text/csv", dependencies=access(Scope.TABLES))
async def players_csv(access: NamedDependency[Access]) -> Response[str]:
    """All players as a CSV file, which can be uploaded again. For the staff."""
    return players_file(access)


@post(
    "/api/tournaments/{tournament:str}/players.csv",
    status_code=200,
    request_max_body_size=LARGEST,
    dependencies=access(Scope.TABLES),
)
async def enter_csv(body: RawBody, access: NamedDependency[Access]) -> Response[NamesDone]:
    """Enter the players listed in an uploaded CSV file. Sending it again enters nobody twice."""
    return await enter_all(access, names_in_csv(body))


def names_in_csv(data: bytes) -> list[str]:
    """The names in a CSV file, whose columns are separated by commas or semicolons.

    Raises BadNotation if the file has no names.

    >>> names_in_csv(b"place;player\\n1;Ann\\n2;Lee, Bob\\n"), names_in_csv(b'"Lee, Bob",50\\n')
    (['Ann', 'Lee, Bob'], ['Lee, Bob'])
    """
    try:
        rows = read_csv(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise refuse(BadNotation, say("this file is not a spreadsheet in UTF-8"), code="bad_form") from error
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    column = next((heads.index(head) for head in HEADS if head in heads), -1)
    cells = [row[max(column, 0)].strip() for row in rows[column >= 0 :] if len(row) > max(column, 0)]
    return [cell for cell in cells if cell]


LIST: Final[tuple[HTTPRouteHandler, ...]] = (players_csv, enter_csv)
