"""HTTP: the players of a tournament with real chips and cards as a file of a spreadsheet, in and out."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from sidepot.csv_text import read_csv
from sidepot.errors import BadNotation
from sidepot.room.tournaments.readers import Scope
from sidepot.web.asked import Ask, EventId
from sidepot.web.desk import Desk
from sidepot.web.director_people import NamesDone, enter_all
from sidepot.web.director_staff import staff_of
from sidepot.web.events_api import players_file
from sidepot.web.read_rights import read_real

LARGEST: Final = 256 * 1024  # bytes of a file
HEADS: Final = ("player", "name")  # the column of the names has one of these above it; else it is the first one


@get("/api/tournaments/{event:str}/players.csv", media_type="text/csv")
async def players_csv(request: Ask, desk: NamedDependency[Desk], event: EventId) -> Response[str]:
    """All players as a file of a spreadsheet, which can be sent back. For the staff."""
    return players_file(await read_real(request, desk, event, Scope.TABLES), desk.hall.clock())


@post("/api/tournaments/{event:str}/players.csv", status_code=200, request_max_body_size=LARGEST)
async def enter_csv(request: Ask, body: RawBody, desk: NamedDependency[Desk], event: EventId) -> Response[NamesDone]:
    """Enter the players of such a file. Sent again it enters nobody twice."""
    return await enter_all(desk, event, await staff_of(request, desk, event), names_in_csv(body))


def names_in_csv(data: bytes) -> list[str]:
    """The names in a file with commas or semicolons between its columns. Raises BadNotation.

    >>> names_in_csv(b"place;player\\n1;Ann\\n2;Lee, Bob\\n"), names_in_csv(b'"Lee, Bob",50\\n')
    (['Ann', 'Lee, Bob'], ['Lee, Bob'])
    """
    try:
        rows = read_csv(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadNotation("this is no file of a spreadsheet in UTF-8", code="bad_form") from error
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    column = next((heads.index(head) for head in HEADS if head in heads), -1)
    cells = [row[max(column, 0)].strip() for row in rows[column >= 0 :] if len(row) > max(column, 0)]
    return [cell for cell in cells if cell]


LIST: Final[tuple[Any, ...]] = (players_csv, enter_csv)
