"""HTTP: the seasons of the club: terms, standings, files, and the public page with the standings."""

from __future__ import annotations

import logging
import secrets
from functools import partial
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from sqlalchemy import Connection

from sidepot.errors import BadNotation
from sidepot.games.unit import Unit
from sidepot.room.runtime.season_nights import Announced, booked_in, with_parties
from sidepot.room.store.club_persons import PARTY
from sidepot.room.store.ledger import names_of
from sidepot.room.store.parties import PartyIndex, read_parties
from sidepot.room.store.seasons import Names, SeasonRow
from sidepot.tournament.league import Line, NightResult, Season, standings
from sidepot.tournament.league_files import read_season, write_season
from sidepot.validation import quantities as q
from sidepot.validation.csv_text import write_csv
from sidepot.validation.shown_text import can_be_shown
from sidepot.web.auth.sessions import for_staff
from sidepot.web.logs import note
from sidepot.web.problems import NotFound
from sidepot.web.requests import Person
from sidepot.web.schemas.base import EmptyAnswer
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import find_tournament

SeasonNumber = Annotated[int, PathParameter(description="The number of a season.", ge=1, le=q.MOST_STEPS)]
StandingsToken = Annotated[str, PathParameter(description="The token of a public page.", max_length=40)]
LONGEST_TOML: Final = 20_000
_log = logging.getLogger("sidepot.web")


class SeasonLine(msgspec.Struct, frozen=True):
    """A season in the list. `token` is the end of the public page's address ("" if the page is closed)."""

    number: int
    title: str
    token: str


class SeasonList(msgspec.Struct, frozen=True):
    """The seasons of the club, latest first."""

    seasons: list[SeasonLine]


class SeasonTournament(msgspec.Struct, frozen=True):
    """A tournament of the room that may become a night of a season: its id, title and start, and whether it is live."""

    id: str
    title: str
    at: int
    live: bool


class SeasonPage(msgspec.Struct, frozen=True):
    """A season as its host sees it.

    - `version`: the version of the season's terms
    - `token`: the end of the public page's address ("" if the page is closed)
    - `names`: how the public page shows players: in full, as "Ann L.", or not at all
    - `season`: the terms
    - `toml`: the terms as the text of a TOML file
    - `tournaments`: the tournaments that may become a night of the season
    """

    number: int
    version: int
    token: str
    names: Names
    season: Season
    toml: str
    tournaments: list[SeasonTournament]


class SeasonForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a season, either as `season` or as the text of a TOML file (`toml`)."""

    season: Season | None = None
    toml: Annotated[str, msgspec.Meta(max_length=LONGEST_TOML)] = ""


class ChangeSeason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change a season, or remove it.

    - `version`: the version of the season that you saw
    - `season`: the new terms
    - `toml`: the new terms as the text of a TOML file, in place of `season`
    - `open`: whether the public page is open
    - `names`: how the public page shows players: in full, as "Ann L.", or not at all
    """

    version: Annotated[int, msgspec.Meta(ge=1, le=q.MOST_STEPS)]
    season: Season | None = None
    toml: Annotated[str, msgspec.Meta(max_length=LONGEST_TOML)] = ""
    open: bool | None = None
    names: Names | None = None
    remove: bool = False


class StandingsNight(msgspec.Struct, frozen=True):
    """A night that counts, with the number of its entries."""

    id: str
    title: str
    at: int
    entries: int


class NightOfLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's result on a night.

    - `night`: the index of the night in the list
    - `counts`: whether the night is among the player's best ones
    """

    night: int
    place: int
    points: int
    counts: bool = True
    knock_outs: int = 0


class StandingsLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the standings.

    - `played`, `wins`: the number of nights that the player played and won
    - `final`: the number of chips with which the player begins the final
    """

    rank: int
    player: str
    points: int
    played: int
    wins: int = 0
    knock_outs: int = 0
    final: int = 0
    nights: list[NightOfLine] = []


class Standings(msgspec.Struct, frozen=True):
    """The standings of a season.

    - `best`: how many of each player's best nights count (0 for all)
    - `decimals`: points are in units of `10 ** -decimals`
    """

    number: int
    title: str
    best: int
    decimals: int
    nights: list[StandingsNight]
    lines: list[StandingsLine]


# ---- standings


class _Table(msgspec.Struct, frozen=True):
    nights: list[NightResult]
    lines: tuple[Line, ...]
    names: dict[str, str]


async def _table(app_state: AppState, season: Season) -> _Table:
    found = await app_state.season_nights.of(season, app_state.store, partial(find_tournament, app_state))

    def ask(connection: Connection) -> _Table:
        parties = read_parties(connection, booked_in(found))
        nights = [with_parties(one, parties) for one in found]
        lines = standings(season, nights)
        return _Table(nights, lines, _names(lines, parties, connection))

    return await app_state.store.ask(ask)


def _names(lines: tuple[Line, ...], parties: PartyIndex, connection: Connection) -> dict[str, str]:
    """The names of the players: of persons of the club, as the club knows them."""
    names = names_of([line.player for line in lines])(connection)
    return {line.player: parties.person_name(line.player) or names.get(line.player, "") for line in lines}


def _shown(number: int, season: Season, table: _Table, names: Names) -> Standings:
    nights = [StandingsNight(one.id, one.title, one.at, one.entries) for one in table.nights]
    at = {one.id: index for index, one in enumerate(table.nights)}
    order = sorted({line.player for line in table.lines})
    lines = [
        StandingsLine(
            line.rank, _name(line.player, table.names[line.player], names, order.index(line.player) + 1), line.points,
            line.played, line.wins, line.knock_outs, line.final,
            [NightOfLine(at[one.night], one.place, one.points, one.counts, one.knock_outs) for one in line.nights],
        )
        for line in table.lines
    ]  # fmt: skip
    lines.sort(key=lambda line: (line.rank, line.player))
    return Standings(number, season.title, season.best, season.decimals, nights, lines)


def _name(party: str, name: str, names: Names, index: int) -> str:
    """A player's name as the host chose.

    >>> _name("#7", "Ann Marie Lee", "short", 1), _name("#7", "Ann Lee", "none", 1), _name("#7", "Ann", "short", 1)
    ('Ann L.', 'Player 7', 'Ann')
    """
    if names == "none":
        return f"Player {party.removeprefix(PARTY) if party.startswith(PARTY) else index}"
    parts = name.split()
    return f"{parts[0]} {parts[-1][0]}." if names == "short" and len(parts) > 1 else name


# ---- for hosts


@get("/api/seasons", guards=[for_staff])
async def see_seasons(app_state: Shared) -> Response[SeasonList]:
    """The seasons of the club. For hosts."""
    return Response(
        SeasonList([SeasonLine(one.number, one.season.title, one.token) for one in await app_state.seasons.all()])
    )


@post("/api/seasons", status_code=200)
async def open_season(app_state: Shared, staff: Person, data: JSONBody[SeasonForm]) -> Response[SeasonPage]:
    """Make a season. For hosts."""
    number = await app_state.seasons.add(_checked(data.season if data.season is not None else read_season(data.toml)))
    note(_log, "season made", number=number, by=staff.name)
    return Response(await _page(app_state, await _find(app_state, number)))


@get("/api/seasons/{season:int}", guards=[for_staff])
async def see_season(app_state: Shared, season: SeasonNumber) -> Response[SeasonPage]:
    """The terms of a season. For hosts."""
    return Response(await _page(app_state, await _find(app_state, season)))


@post("/api/seasons/{season:int}", status_code=200)
async def change_season(
    app_state: Shared, staff: Person, season: SeasonNumber, data: JSONBody[ChangeSeason]
) -> Response[SeasonPage] | Response[EmptyAnswer]:
    """Change the terms of a season or its public page, or remove it. For hosts."""
    row = (await _find(app_state, season))._replace(version=data.version)
    if data.remove:
        await app_state.seasons.remove(season)
        return Response(EmptyAnswer())
    if data.season is not None or data.toml:
        row = row._replace(season=_checked(data.season if data.season is not None else read_season(data.toml)))
    if data.names is not None:
        row = row._replace(names=data.names)
    if data.open is not None and data.open != bool(row.token):
        row = row._replace(token=secrets.token_urlsafe(15) if data.open else "")
    await app_state.seasons.change(row)
    note(_log, "season changed", number=season, by=staff.name)
    return Response(await _page(app_state, await _find(app_state, season)))


@get("/api/seasons/{season:int}/standings", guards=[for_staff])
async def see_standings(app_state: Shared, season: SeasonNumber) -> Response[Standings]:
    """The standings of a season, with full names. For hosts."""
    row = await _find(app_state, season)
    return Response(_shown(row.number, row.season, await _table(app_state, row.season), "full"))


@get("/api/seasons/{season:int}/csv", media_type="text/csv", guards=[for_staff])
async def standings_csv(app_state: Shared, season: SeasonNumber) -> Response[str]:
    """The standings of a season as CSV. For hosts."""
    row = await _find(app_state, season)
    found = _shown(row.number, row.season, await _table(app_state, row.season), "full")
    headers = {"content-disposition": f'attachment; filename="standings-{season}.csv"'}
    return Response(as_csv(found), headers=headers)


@get("/api/seasons/{season:int}/toml", media_type="text/plain", guards=[for_staff])
async def season_toml(app_state: Shared, season: SeasonNumber) -> Response[str]:
    """The terms of a season as a TOML file. For hosts."""
    headers = {"content-disposition": f'attachment; filename="season-{season}.toml"'}
    return Response(write_season((await _find(app_state, season)).season), headers=headers)


def as_csv(found: Standings) -> str:
    """The standings as CSV, with a line for each player and a column for the points of each night."""
    show = Unit(found.decimals).number
    head = ("rank", "player", "points", "nights", "wins", "knock_outs", "final", *[one.title for one in found.nights])
    rows: list[tuple[object, ...]] = [head]
    for line in found.lines:
        points = {one.night: show(one.points) for one in line.nights}
        each = [points.get(at) for at in range(len(found.nights))]
        rows.append(
            (
                line.rank,
                line.player,
                show(line.points),
                line.played,
                line.wins,
                line.knock_outs,
                line.final or None,
                *each,
            )
        )
    return write_csv(rows)


def _checked(season: Season) -> Season:
    for text in (season.title, season.series):
        if not can_be_shown(text):
            raise BadNotation("the title must be one line of visible characters")
    return season


async def _find(app_state: AppState, number: int) -> SeasonRow:
    found = await app_state.seasons.get(number)
    if found is None:
        raise NotFound("no such season", code="no_season")
    return found


async def _page(app_state: AppState, row: SeasonRow) -> SeasonPage:
    some: list[Announced] = await app_state.season_nights.announced(app_state.store)
    tournaments = [SeasonTournament(one.id, one.title, one.at, one.live) for one in reversed(some)]
    return SeasonPage(row.number, row.version, row.token, row.names, row.season, write_season(row.season), tournaments)


# ---- for everybody who has the link


@get("/api/standings/{token:str}")
async def public_standings(app_state: Shared, token: StandingsToken) -> Response[Standings]:
    """The standings of a season whose public page is open, with names as chosen by the host. For everybody with the
    link.
    """
    row = await app_state.seasons.at(token)
    if row is None:
        raise NotFound("no such season", code="no_season")
    return Response(_shown(row.number, row.season, await _table(app_state, row.season), row.names))


SEASONS: Final = (see_seasons, open_season, see_season, change_season, season_toml)
SEASONS_HEAVY: Final = (see_standings, standings_csv, public_standings)
