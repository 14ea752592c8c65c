"""HTTP: copies of a live tournament, to be stored elsewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import RawBody

from sidepot.room.runtime.live_copy import read_copy, write_copy
from sidepot.room.tournament.acts import ROLES
from sidepot.room.views.readers import Scope
from sidepot.tournament.steps import encode
from sidepot.validation.csv_text import write_csv
from sidepot.web.auth.sessions import for_staff
from sidepot.web.director.history import history
from sidepot.web.director.money import money_of
from sidepot.web.security.pins import PinView
from sidepot.web.state import Shared
from sidepot.web.tournament_copies import steps_text
from sidepot.web.tournaments.access import Access, access
from sidepot.web.tournaments.routes import TournamentOpened

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.views.tournament import TournamentView

LARGEST_COPY: Final = 32 * 1024 * 1024


def archive_json(view: TournamentView, persons: Persons) -> bytes:
    """The archive of a tournament as JSON: terms, players with places, history in words, and steps."""
    tournament = view.state
    lines, _ = history(view, len(tournament.tournament.log), frozenset(Scope))
    data = {
        "id": tournament.id,
        "title": tournament.terms.title,
        "at": tournament.at,
        "money": msgspec.to_builtins(tournament.terms.structure.money),
        "standings": [msgspec.to_builtins(line) for line in tournament.tournament.standings()],
        "history": [msgspec.to_builtins(line) for line in reversed(lines)],
        "steps": [msgspec.Raw(encode(step)) for step in tournament.tournament.log],
    }
    return persons.fill_names(msgspec.json.encode(data))


@get("/api/tournaments/{tournament:str}/archive.json", media_type="application/json", dependencies=access(Scope.COPIES))
async def as_json(access: NamedDependency[Access]) -> Response[object]:
    """The tournament as one JSON document. For directors."""
    return Response(
        archive_json(access.view, access.persons),
        media_type="application/json",
        headers=_as_file(access.machine.id, "json"),
    )


@get("/api/tournaments/{tournament:str}/archive.jsonl", media_type="text/plain", dependencies=access(Scope.COPIES))
async def as_steps(access: NamedDependency[Access]) -> Response[object]:
    """The steps of the tournament, one per line, for `sidepot tournament direct FILE`. For directors."""
    return Response(
        steps_text(access.machine, access.persons),
        media_type="text/plain",
        headers=_as_file(access.machine.id, "jsonl"),
    )


def _as_file(tournament: str, ending: str) -> dict[str, str]:
    name = f"tournament-{tournament}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}


@get("/api/tournaments/{tournament:str}/books.csv", media_type="text/csv", dependencies=access(Scope.MONEY))
async def as_books(access: NamedDependency[Access]) -> Response[str]:
    """The books to settle by: each player's payments, debts, winnings and payouts. For all staff except dealers."""
    text = books_csv(access.view, access.persons)
    return Response(text, media_type="text/csv", headers=_as_file(access.machine.id, "csv"))


def books_csv(view: TournamentView, persons: Persons) -> str:
    """The books of a live tournament as CSV, in its currency. If the tournament was cancelled, all payments must be
    returned.
    """
    unit = view.tournament.structure.money
    rows: list[list[object]] = [["place", "player", "paid", "owes", "won", "given", "to give", "currency"]]
    for one in money_of(view).players:
        due = one.paid if view.tournament.reports.cancelled else one.won - one.given
        sums = [unit.number(amount) for amount in (one.paid, one.due, one.won, one.given, due)]
        rows.append([one.place or None, persons.name(one.player), *sums, unit.currency or None])
    return write_csv(rows)


@get("/api/tournaments/{tournament:str}/archive.copy", media_type="text/plain", dependencies=access(Scope.COPIES))
async def as_copy(access: NamedDependency[Access]) -> Response[Any]:
    """The tournament as a file from which another room can continue the tournament (`POST /api/tournaments/copy`).

    For directors.
    """
    data = await write_copy(access.app_state.store, access.machine.id, access.persons)
    return Response(data, media_type="text/plain", headers=_as_file(access.machine.id, "copy"))


@post("/api/tournaments/copy", status_code=200, guards=[for_staff], request_max_body_size=LARGEST_COPY)
async def carry_on(body: RawBody, app_state: Shared) -> TournamentOpened:
    """Continue a live tournament from another room, given its copy or its steps. Each role gets a new PIN. For the
    host.
    """
    async with app_state.verifying:
        copy = await asyncio.to_thread(read_copy, body)
        found = await app_state.registry.tournaments.carry_on(copy)
    data = await app_state.pins.renew(found, *ROLES)
    return TournamentOpened(found, [PinView(role, pin=pin) for role, pin in data.items()])


ARCHIVE: Final[tuple[HTTPRouteHandler, ...]] = (as_json, as_steps, as_books, as_copy, carry_on)
