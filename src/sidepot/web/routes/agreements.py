"""HTTP: the terms of a table, which a player who sits down accepts."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from sidepot.room.store.accounts import Account
from sidepot.room.table.agreement import accepted, agreement
from sidepot.room.table.commands import Open
from sidepot.room.table.events import decode_entry
from sidepot.web.hand_records import STREAM
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask, TableId
from sidepot.web.routes.tables import check_open
from sidepot.web.schemas.base import TableTerms
from sidepot.web.state import Desk


@get("/api/tables/{table:str}/agreement")
async def table_agreement(request: Ask, desk: NamedDependency[Desk], table: TableId) -> Response[TableTerms]:
    """The terms of a table in words, and where they differ from the book."""
    await check_open(request, desk, table)
    records = await desk.store.read(STREAM.format(table), 0, 1)
    entry = decode_entry(records[0].data) if records else None
    if entry is None or not isinstance(entry.said, Open):
        raise NotFound("the terms of this table are not kept here", code="no_table")
    terms = entry.said.terms
    found = agreement(terms)
    when = _accepted(desk, table, request.user, found.version)
    told = TableTerms(terms.title, found, entry.at, terms.agreed, when)
    return Response(told)


def _accepted(desk: Desk, table: str, who: Account | None, version: str) -> int:
    """When somebody accepted this version at a table of this process."""
    room = desk.table_here(table)
    if who is None or room is None:
        return 0
    known, at = accepted(room, who.id)
    return at if known == version else 0
