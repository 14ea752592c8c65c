"""HTTP for tournaments: announce, enter, watch and direct them; their results and hands."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from sidepot.room.runtime.persons import Persons, key_of
from sidepot.room.runtime.table_storage import stream_of
from sidepot.room.store.accounts import Account
from sidepot.room.store.hands import hands_at
from sidepot.room.table.agreement import tournament_agreement
from sidepot.room.tournament.acts import ROLES
from sidepot.room.tournament.commands import STAFF_ONLY, PlayerCommand, Reenter, Register, StaffCommand
from sidepot.room.tournament.online.course import accepted
from sidepot.room.views.readers import Scope, Scopes, scopes_for
from sidepot.room.views.tournament import TournamentView
from sidepot.room.views.tournament_page import line_seen, only, own_view, public_tournament, tournament_seen
from sidepot.room.views.tournament_schema import EntrantView, OwnTournament, PublicTournament, TournamentLine
from sidepot.rules import clauses
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.real_tables import served, stock_of
from sidepot.validation import quantities as q
from sidepot.validation.csv_text import write_csv
from sidepot.web.auth.authorization import open_lock
from sidepot.web.auth.sessions import somebody, staff_only
from sidepot.web.problems import NotAllowed
from sidepot.web.requests import Ask, Person, TournamentId
from sidepot.web.schemas.base import EmptyAnswer, PasswordForm, TableTerms
from sidepot.web.security.pins import PinView
from sidepot.web.state import STAFF, AppState, Shared
from sidepot.web.tournaments.access import (
    Access,
    access,
    check_id,
    find_tournament,
    reader_of,
    staff_or_none,
)
from sidepot.web.tournaments.forms import TournamentForm, tournament_terms

LOCKED: Final = "this tournament has a password; give the password first"


@post("/api/tournaments/{tournament:str}/join", status_code=200)
async def join_tournament(
    request: Ask, app_state: Shared, tournament: TournamentId, data: JSONBody[PasswordForm]
) -> Response[EmptyAnswer]:
    """Give the password of a tournament, to enter it and to watch its tables. The password is needed only once."""
    lock, locked = app_state.lock_of_tournament(tournament), app_state.is_tournament_locked(tournament)
    return await open_lock(request, app_state, data.password, lock, locked=locked, of="tournament")


@get("/api/tournaments/{tournament:str}/agreement")
async def see_tournament_terms(request: Ask, app_state: Shared, tournament: TournamentId) -> Response[TableTerms]:
    """The terms of a tournament in words, and how its rules differ from the rulebook's."""
    found = await find_tournament(app_state, tournament)
    terms = tournament_agreement(found.terms.structure, found.terms.timing)
    version, at = accepted(found, request.user.id if request.user is not None else "")
    opened = found.tournament.log[0].at if not found.tournament.earlier else 0
    shown = TableTerms(found.terms.title, terms, opened, found.terms.agreed, at if version == terms.version else 0)
    return Response(shown)


async def sender_of(app_state: AppState, tournament: str, command: Any, who: Account) -> str:
    """The name of a command's sender in the tournament's log. The log of a live tournament has no real names.

    Raises NotAllowed for an entry by somebody who is banned or has not given the password.
    """
    if isinstance(command, (Register, Reenter)):
        app_state.bans.check(who, app_state.registry.clock())
        if not await app_state.may_enter(tournament, who):
            raise NotAllowed(LOCKED, code="password_needed")
    elif isinstance(command, STAFF_ONLY):
        tournaments = app_state.registry.tournaments
        found = await tournaments.find(tournament)
        if found.terms.live:
            persons: Persons = await tournaments.persons(found)
            return await persons.enter_staff(who.name)
    return who.name


TOURNAMENT_TERMS: Final = (see_tournament_terms,)
TOURNAMENT_ENTRY: Final = (join_tournament,)


From = Annotated[
    int, QueryParameter(name="from", description="Where a page begins; -1: all at once.", ge=-1, le=q.MOST_ENTRIES)
]
PAGE: Final = 200
PLAYER_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: ("player", "status", "place", "chips", "table", "seat", "how"),
    Scope.PRIZES: ("paid",),
    Scope.COURSE: ("bounties", "entries", "rebuys", "addons", "bot", "head"),
    Scope.TABLES: ("counted_at", "penalty", "penalty_sentence", "out_at", "pinned"),
    Scope.MONEY: ("due",),
}
MOVE_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: ("player", "from_table", "from_seat", "to_table", "to_seat"),
    Scope.COURSE: ("cite", "because"),
}
CSV_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: ("place", "player", "status", "chips"),
    Scope.PRIZES: ("paid",),
    Scope.COURSE: ("bounties", "entries", "rebuys", "addons"),
}


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments of the room. `mine` are the tournaments that you have entered."""

    tournaments: list[TournamentLine]
    mine: list[str] = []


class TournamentOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The id of a new tournament. If it is a live one, `pins` holds the PIN of each role."""

    id: str
    pins: list[PinView] = []


class TournamentPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament after event `seq`, and your private part of it (`yours`)."""

    id: str
    seq: int
    at: int
    state: PublicTournament
    yours: OwnTournament | None = None


class CommandForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a tournament. A command with a used `id` gets the same answer and is not repeated."""

    id: str
    do: PlayerCommand | StaffCommand


class CommandDone(msgspec.Struct, frozen=True):
    """A command was carried out and stored as event `seq`."""

    seq: int


class TournamentPlayer(EntrantView, frozen=True, omit_defaults=True):
    """A player of a tournament, with payments and winnings.

    - `place`: the final place or, while the player is in, the current place by chips
    - `how`: how reliably the chips of a live tournament are known (known, estimated, unknown)
    - `counted_at`: when the chips of a live tournament were counted
    - `due`: the money that the player owes
    - `head`: the bounty on the player's head
    - `penalty`, `penalty_sentence`: a penalty in hands, and the same with gaps, for translation
    - `out_at`: when the player lost their last chips
    """

    seat: int = -1
    bounties: int = 0
    entries: int = 1
    rebuys: int = 0
    addons: int = 0
    bot: bool = False
    due: int = 0
    head: int = 0
    penalty: str = ""
    out_at: int = 0
    pinned: bool = False
    penalty_sentence: clauses.Sentence = ()


class TournamentPlayers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Players of a tournament, best first: all of them, or a page of `total`. `next` is where the next page starts."""

    players: list[TournamentPlayer]
    total: int = 0
    next: int = 0


class MoveLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's move from one seat to another, with the rule and the reason.

    Tables are numbers; seats count from 1.
    """

    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    cite: str = ""
    because: str = ""


class TournamentMoves(msgspec.Struct, frozen=True):
    """All moves of a tournament, in order."""

    moves: list[MoveLine]


class PresetLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A preset structure, with the names of its flights."""

    name: str
    title: str
    flights: tuple[str, ...] = ()


class Presets(msgspec.Struct, frozen=True):
    """The preset structures."""

    presets: list[PresetLine]


@get("/api/tournaments")
async def list_tournaments(request: Ask, app_state: Shared) -> Response[Tournaments]:
    """The announced, running and recently finished tournaments, and the ones that you have entered."""
    mine = app_state.registry.tournaments.of_account(request.user.id) if request.user is not None else []
    lines = []
    for line in app_state.registry.tournaments.lines():
        reader = reader_of(await staff_or_none(request, app_state, line.id))
        lines.append(line_seen(line, scopes_for(reader, line.public, live=line.live)))
    return Response(Tournaments(lines, mine))


@get("/api/tournaments/presets")
async def presets() -> Presets:
    """All preset structures."""
    return Presets([PresetLine(name, one.title, one.flights) for name, one in PRESETS.items()])


@post("/api/tournaments", status_code=200)
async def open_tournament(app_state: Shared, staff: Person, data: JSONBody[TournamentForm]) -> TournamentOpened:
    """Announce a tournament. For the host.

    For a live tournament, the answer contains the PIN of each role; no later answer does.
    """
    found = await app_state.open_tournament(tournament_terms(data), by=staff.name, password=data.password)
    if not data.live:
        return TournamentOpened(found)
    terms = await app_state.pins.renew(found, *ROLES)
    return TournamentOpened(found, [PinView(role, pin=pin) for role, pin in terms.items()])


@get("/api/tournaments/{tournament:str}", dependencies=access(live=False))
async def see_tournament(request: Ask, access: NamedDependency[Access]) -> Response[TournamentPage]:
    """A tournament as you may see it, with your private part, even if it ended long ago."""
    view, who = access.view, request.user
    state = view.once(public_tournament)
    yours = own_view(view, who.id, who.name, staff=who.role in STAFF) if who is not None else None
    seen = tournament_seen(state, access.scopes)
    return access.answer(TournamentPage(access.machine.id, view.seq, view.at, seen, yours))


@post("/api/tournaments/{tournament:str}/say", status_code=200)
async def say(request: Ask, app_state: Shared, tournament: TournamentId, data: JSONBody[CommandForm]) -> CommandDone:
    """Send a command to a tournament. The commands are the same as on the socket."""
    who = staff_only(request.user) if isinstance(data.do, STAFF_ONLY) else somebody(request.user)
    check_id(data.id)
    await find_tournament(app_state, tournament)
    by = await sender_of(app_state, tournament, data.do, who)
    actor, staff = app_state.registry.tournaments.actor(tournament), who.role in STAFF
    return CommandDone(await actor.say(data.do, by=by, id=f"{who.id}/{data.id}", staff=staff, account=who.id))


@get("/api/tournaments/{tournament:str}/players", dependencies=access(Scope.STANDINGS, live=False))
async def players(
    access: NamedDependency[Access],
    since: From = -1,
    find: Annotated[str, QueryParameter(max_length=60, description="Names with this, or the number of a table.")] = "",
) -> Response[TournamentPlayers]:
    """The players, best first: all, or 200 at a time from number `from`, or only players whose names match `find`."""
    lines = _lines(access)
    if since < 0 and not find:
        return access.answer(TournamentPlayers(lines))
    if find:
        key = key_of(find)
        lines = [
            one
            for one in lines
            if key in key_of(access.name(one.player)) or find.isdecimal() and one.table == int(find)
        ]
    page = lines[max(since, 0) : max(since, 0) + PAGE]
    rest = max(since, 0) + PAGE
    return access.answer(TournamentPlayers(page, len(lines), rest if rest < len(lines) else 0))


@get("/api/tournaments/{tournament:str}/moves", dependencies=access(Scope.STANDINGS, live=False))
async def moves(access: NamedDependency[Access]) -> Response[TournamentMoves]:
    """All moves of a tournament, each with its rule and, if you may read the staff's texts, its reason."""
    lines = [MoveLine(one.player, one.from_table, one.from_seat + 1, one.to_table, one.to_seat + 1, str(one.cite),
                      one.because) for one in access.machine.tournament.moves]  # fmt: skip
    return access.answer(TournamentMoves([only(one, access.scopes, MOVE_FIELDS) for one in lines]))


@get("/api/tournaments/{tournament:str}/csv", media_type="text/csv", dependencies=access(Scope.STANDINGS, live=False))
async def results_csv(access: NamedDependency[Access]) -> Response[str]:
    """All players as CSV: place, name, chips and, if you may see it, the money."""
    return players_file(access)


def players_file(access: Access) -> Response[str]:
    """The CSV file of all players, with the columns and names that the user may see."""
    columns = [column for scope, some in CSV_FIELDS.items() if scope in access.scopes for column in some]
    rows: list[list[object]] = [[*columns]]
    for one in _lines(access):
        cells = msgspec.structs.asdict(one) | {"player": access.name(one.player)}
        rows.append([cells[column] for column in columns])
    name = f"tournament-{access.machine.id}.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write_csv(rows), media_type="text/csv", headers=headers)


def _lines(access: Access) -> list[TournamentPlayer]:
    view = access.view
    return [player_line(view, name, access.scopes) for name in view.standings]


def player_line(view: TournamentView, name: str, scopes: Scopes) -> TournamentPlayer:
    """A player's line in the list of players, with what a user with these scopes may see."""
    tournament = view.state
    live, line = tournament.terms.live, view.standings[name]
    one = tournament.tournament.entrants[name]
    stock = stock_of(tournament.tournament, name) if live else None
    place = tournament.tournament.place_at(one)
    missed = served(tournament.tournament, name, view.at) if live else None
    whole = TournamentPlayer(
        name,
        one.status,
        place=line.place or view.ranks.get(name, 0),
        chips=line.stack,
        table=one.table,
        paid=line.paid,
        how=str(stock.how) if stock is not None else "",
        counted_at=stock.at if stock is not None else 0,
        seat=place.seat if place is not None else -1,
        bounties=line.bounties,
        entries=one.entries,
        rebuys=one.rebuys,
        addons=one.addons,
        bot=name in tournament.bots,
        due=one.owes,
        head=one.head if live else 0,
        penalty="" if missed is None else str(missed),
        out_at=max(one.out_at, 0) if live else 0,
        pinned=one.pin is not None and live,
        penalty_sentence=() if missed is None else missed.sentence,
    )
    return only(whole, scopes, PLAYER_FIELDS)


HANDLERS: Final = (list_tournaments, presets, open_tournament, see_tournament, say, moves)
TOURNAMENTS_HEAVY: Final = (players, results_csv)


class HandsAt(msgspec.Struct, frozen=True):
    """The finished hands at a table of a tournament.

    - `number`: the number of the table in the tournament
    - `table`: the id of the table
    - `first`, `last`: the numbers of the first and the last hand
    """

    number: int
    table: str
    first: int
    last: int


class TournamentHands(msgspec.Struct, frozen=True):
    """The tables of a tournament where hands were played."""

    tables: list[HandsAt]


@get("/api/tournaments/{tournament:str}/hands")
async def tournament_hands(app_state: Shared, tournament: TournamentId) -> Response[TournamentHands]:
    """The finished hands of a tournament, by table."""
    found = await find_tournament(app_state, tournament)
    tables = {} if found.terms.live else dict(found.tables)
    hands = await app_state.store.ask(hands_at([stream_of(table) for table in tables.values()]))
    lines = [
        HandsAt(number, table, *hands[stream_of(table)])
        for number, table in sorted(tables.items())
        if stream_of(table) in hands
    ]
    return Response(TournamentHands(lines))


TOURNAMENT_HANDS: Final = (tournament_hands,)
