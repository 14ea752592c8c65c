"""HTTP: the journal of the club, account by account, for its hosts."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from sidepot.errors import SidepotError
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS
from sidepot.room.store import journal as books
from sidepot.room.store.journal import Journal, JournalLines, OpenLine
from sidepot.web.auth.sessions import for_staff
from sidepot.web.routes.nights import Offset, Period, as_file
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import find_tournament

Account = Annotated[str, QueryParameter(description="The key of an account in the journal.", max_length=64)]
MOST_TITLES: Final = 100  # tournaments whose titles are looked up


class JournalPage(msgspec.Struct, frozen=True):
    """The accounts of a period, and the titles of the tournaments with an account that should be 0 but is not."""

    journal: Journal
    titles: dict[str, str]


class JournalLinesPage(msgspec.Struct, frozen=True):
    """The lines of an account, and the titles of the tournaments in them."""

    lines: JournalLines
    titles: dict[str, str]


@get("/api/journal/{period:str}", guards=[for_staff])
async def see_journal(app_state: Shared, period: Period, offset: Offset = 0) -> Response[JournalPage]:
    """The accounts of a night, a month or a year, including those that are not balanced. For hosts."""
    found = await app_state.store.ask(partial(books.journal_of, period, offset))
    left = [one for one in found.open if not one.stream or await _should_be_nil(app_state, one)]
    titles = await _titles(app_state, [one.stream for one in left])
    return Response(JournalPage(msgspec.structs.replace(found, open=left), titles))


@get("/api/journal/{period:str}/lines", guards=[for_staff])
async def journal_lines(
    app_state: Shared, period: Period, account: Account = "/house", offset: Offset = 0
) -> Response[JournalLinesPage]:
    """The lines of one account in a night, a month or a year. For hosts."""
    found = await app_state.store.ask(partial(books.lines_of, period, offset, account))
    return Response(JournalLinesPage(found, await _titles(app_state, [one.stream for one in found.lines])))


@get("/api/journal/{period:str}/csv", media_type="text/csv", guards=[for_staff])
async def journal_csv(app_state: Shared, period: Period, account: Account = "", offset: Offset = 0) -> Response[str]:
    """The lines of one account as CSV or, if none is named, all accounts with their balances. For hosts."""
    if account:
        text = books.lines_as_csv(await app_state.store.ask(partial(books.lines_of, period, offset, account)))
        return as_file(text, "account", period)
    found = await app_state.store.ask(partial(books.journal_of, period, offset))
    return as_file(books.accounts_as_csv(found), "journal", period)


async def _should_be_nil(app_state: AppState, line: OpenLine) -> bool:
    """Whether the pool of a tournament should be nil: it is over, and its money does not go to a final day."""
    try:
        found = await find_tournament(app_state, line.stream.removeprefix(TOURNAMENT_STREAMS))
    except SidepotError:  # archived elsewhere
        return True
    return found.over and found.terms.days is None and not found.terms.final


async def _titles(app_state: AppState, streams: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in [*dict.fromkeys(streams)]:
        if one.startswith(TOURNAMENT_STREAMS) and len(found) < MOST_TITLES:
            try:
                found[one] = (await find_tournament(app_state, one.removeprefix(TOURNAMENT_STREAMS))).terms.title
            except SidepotError:  # archived elsewhere: the page shows the number
                continue
    return found


JOURNAL: Final = (see_journal, journal_lines, journal_csv)
