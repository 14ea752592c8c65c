"""HTTP: paper for an evening with real chips and cards, as pages that a browser prints. For the staff."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from sidepot.room.views.readers import Scope
from sidepot.web.director import sheets as sheets
from sidepot.web.director.people import seat_token
from sidepot.web.director.sheets import Sheet
from sidepot.web.director.views import history, money_of
from sidepot.web.print.paper import Markup, Paper, Part, page
from sidepot.web.requests import Ask, EventId
from sidepot.web.routes.invite import asked_at, invite_of
from sidepot.web.state import Desk
from sidepot.web.tournaments.access import read_real

SheetName = Literal[
    "slips", "seats-by-name", "seats-by-table", "schedule", "race", "breaks", "deal", "receipts", "sign-in", "log"
]
TITLES: Final[dict[str, str]] = {
    "slips": "Seat slips",
    "seats-by-name": "Seats by name",
    "seats-by-table": "Seats by table",
    "schedule": "Schedule",
    "race": "Race sheet",
    "breaks": "Move slips",
    "deal": "Deal",
    "receipts": "Receipts",
    "sign-in": "Sign-in",
    "log": "History",
}
NEEDED: Final[dict[str, Scope]] = {
    "slips": Scope.CODES,
    "breaks": Scope.CODES,
    "deal": Scope.MONEY,
    "receipts": Scope.MONEY,
}
EVERYTHING: Final = 100_000  # steps
_PLAIN: Final[dict[str, Callable[[Sheet], Part]]] = {
    "slips": sheets.slips,
    "seats-by-name": sheets.seats_by_name,
    "seats-by-table": sheets.seats_by_table,
    "schedule": sheets.schedule,
    "race": sheets.race,
    "breaks": sheets.breaks,
    "sign-in": sheets.sign_in,
}


@get("/api/tournaments/{event:str}/print/{sheet:str}", media_type="text/html")
async def print_sheet(
    request: Ask,
    desk: NamedDependency[Desk],
    event: EventId,
    sheet: FromPath[SheetName],
    paper: FromQuery[Paper] = "a4",
) -> Response[str]:
    """A sheet to print, on A4 or on a roll of 80 mm: seats, slips, schedule, race, moves, deal, receipts, log."""
    reading = await read_real(request, desk, event, NEEDED.get(sheet, Scope.TABLES))
    found, persons = reading.event, reading.names
    now = found.moment(desk.hall.clock())
    way = invite_of(desk.settings, *asked_at(request)).ways[0].address

    def code(player: str) -> Markup | None:
        if Scope.CODES not in reading.scopes:
            return None
        return qr_code(f"{way}/s/{seat_token(desk, event, persons, player)}")

    made = Sheet(found.tournament, found.terms.title, now, persons.name, persons.text, code)
    if sheet in _PLAIN:
        part = _PLAIN[sheet](made)
    elif sheet == "log":
        part = sheets.log(made, history(found, EVERYTHING, reading.scopes)[0][::-1])
    else:
        part = (sheets.deal if sheet == "deal" else sheets.receipts)(made, money_of(desk.views.of(found, now)))
    return _answer(page(found.terms.title, TITLES[sheet], part, paper))


@get("/api/tournaments/{event:str}/archive.html", media_type="text/html")
async def print_archive(request: Ask, desk: NamedDependency[Desk], event: EventId) -> Response[str]:
    """The whole evening on one page: results, money, seats, schedule, history."""
    reading = await read_real(request, desk, event, Scope.MONEY)
    found, persons = reading.event, reading.names
    now = found.moment(desk.hall.clock())
    made = Sheet(found.tournament, found.terms.title, now, persons.name, persons.text)
    part = sheets.archive(
        made, money_of(desk.views.of(found, now)), history(found, EVERYTHING, reading.scopes)[0][::-1]
    )
    return _answer(page(found.terms.title, "Archive", part))


def _answer(text: str) -> Response[str]:
    return Response(text, media_type="text/html")


def qr_code(text: str) -> Markup:
    """The QR code of a text as SVG that stands in a page, without a style of its own."""
    import segno

    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(out.getvalue().decode())


PAPER: Final = (print_sheet, print_archive)
