"""HTTP: copies of a tournament with real chips and cards, to be kept elsewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import RawBody

from sidepot.room.runtime.live_copy import read_evening, write_evening
from sidepot.room.tournament.acts import ROLES
from sidepot.room.views.readers import Scope
from sidepot.tournament.steps import encode
from sidepot.validation.csv_text import write_csv
from sidepot.web.auth.sessions import for_staff
from sidepot.web.director.views import history, money_of
from sidepot.web.requests import Ask, TournamentId
from sidepot.web.security.pins import PinShown
from sidepot.web.state import AppState
from sidepot.web.tournament_copies import steps_text
from sidepot.web.tournaments.access import read_real
from sidepot.web.tournaments.routes import TournamentOpened, players_file

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.views.tournament import TournamentView

LARGEST_COPY: Final = 32 * 1024 * 1024


def archive_json(view: TournamentView, persons: Persons) -> bytes:
    """The terms, the players with their places, the history in words, and the steps."""
    event = view.event
    lines, _ = history(view, len(event.tournament.log), frozenset(Scope))
    told = {
        "id": event.id,
        "title": event.terms.title,
        "at": event.at,
        "standings": [msgspec.to_builtins(line) for line in event.tournament.standings()],
        "history": [msgspec.to_builtins(line) for line in reversed(lines)],
        "steps": [msgspec.Raw(encode(step)) for step in event.tournament.log],
    }
    return persons.told(msgspec.json.encode(told))


@get("/api/tournaments/{event:str}/archive.json", media_type="application/json")
async def as_json(request: Ask, app_state: NamedDependency[AppState], event: TournamentId) -> Response[object]:
    """The whole evening as one document. For directors."""
    reading = await read_real(request, app_state, event, Scope.COPIES)
    return Response(
        archive_json(app_state.views.of(reading.event, app_state.registry.clock()), reading.names),
        media_type="application/json",
        headers=_as_file(event, "json"),
    )


@get("/api/tournaments/{event:str}/archive.jsonl", media_type="text/plain")
async def as_steps(request: Ask, app_state: NamedDependency[AppState], event: TournamentId) -> Response[object]:
    """The steps, one on a line: `sidepot tournament direct FILE` goes on with them. For directors."""
    reading = await read_real(request, app_state, event, Scope.COPIES)
    return Response(steps_text(reading.event, reading.names), media_type="text/plain", headers=_as_file(event, "jsonl"))


def _as_file(event: str, ending: str) -> dict[str, str]:
    name = f"tournament-{event}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}


@get("/api/tournaments/{event:str}/archive.csv", media_type="text/csv")
async def as_csv(request: Ask, app_state: NamedDependency[AppState], event: TournamentId) -> Response[str]:
    """The results as a file for a spreadsheet. For the staff."""
    return players_file(await read_real(request, app_state, event, Scope.TABLES), app_state.registry.clock())


@get("/api/tournaments/{event:str}/books.csv", media_type="text/csv")
async def as_books(request: Ask, app_state: NamedDependency[AppState], event: TournamentId) -> Response[str]:
    """What each has paid, owes, has won and was given, and what is to be given still: to settle by. Not for dealers."""
    reading = await read_real(request, app_state, event, Scope.MONEY)
    text = books_csv(app_state.views.of(reading.event, app_state.registry.clock()), reading.names)
    return Response(text, media_type="text/csv", headers=_as_file(event, "csv"))


def books_csv(view: TournamentView, persons: Persons) -> str:
    """The books of an evening; where it was cancelled, all that was paid is to be given back."""
    rows: list[list[object]] = [["place", "player", "paid", "owes", "won", "given", "to give"]]
    for one in money_of(view).players:
        due = one.paid if view.tournament.reports.cancelled else one.won - one.given
        rows.append([one.place or None, persons.name(one.player), one.paid, one.due, one.won, one.given, due])
    return write_csv(rows)


@get("/api/tournaments/{event:str}/archive.evening", media_type="text/plain")
async def as_evening(request: Ask, app_state: NamedDependency[AppState], event: TournamentId) -> Response[Any]:
    """The whole evening, with which another room goes on (`POST /api/tournaments/copy`). For directors."""
    reading = await read_real(request, app_state, event, Scope.COPIES)
    data = await write_evening(app_state.store, event, reading.names)
    return Response(data, media_type="text/plain", headers=_as_file(event, "evening"))


@post("/api/tournaments/copy", status_code=200, guards=[for_staff], request_max_body_size=LARGEST_COPY)
async def carry_on(body: RawBody, app_state: NamedDependency[AppState]) -> TournamentOpened:
    """Go on with the evening of another room, from the text of its copy or its steps. For the host; it has new PINs."""
    async with app_state.verifying:
        evening = await asyncio.to_thread(read_evening, body)
        found = await app_state.registry.events.carry_on(evening)
    told = await app_state.pins.renew(found, *ROLES)
    return TournamentOpened(found, [PinShown(role, pin=pin) for role, pin in told.items()])


ARCHIVE: Final[tuple[HTTPRouteHandler, ...]] = (as_json, as_steps, as_csv, as_books, as_evening, carry_on)
