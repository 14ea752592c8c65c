"""HTTP: the club's nights, their results, the payments between players, and the books as files.

Players see the tables and nights at which they sat; hosts and staff see all.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter
from sqlalchemy import Connection

from sidepot.room.store.accounts import Account
from sidepot.room.store.ledger import (
    FURTHEST,
    Night,
    NightBooks,
    as_csv,
    books_of,
    journal_of,
    nights_before,
    payments_as_csv,
    shift_of,
)
from sidepot.web.requests import Person
from sidepot.web.state import STAFF, AppState, Shared

Period = Annotated[str, PathParameter(description="A night (2026-11-26) or a month (2026-11).", max_length=10)]
Offset = Annotated[
    int, QueryParameter(description="Minutes that your clock is ahead of UTC.", ge=-FURTHEST, le=FURTHEST)
]
Before = Annotated[
    int, QueryParameter(description="The `more` of the page before; 0: the last nights.", ge=0, le=2**53)
]
What = Literal["players", "payments", "postings"]

_LATEST: Final = 2**53


class Nights(msgspec.Struct, frozen=True):
    """Nights, latest first. `more` is the `before` for earlier ones (0: none).

    `all`: you see the whole club, not only your own tables and nights.
    """

    nights: list[Night]
    more: int
    all: bool


def _viewer(who: Account) -> str | None:
    return None if who.role in STAFF else who.id


@get("/api/nights")
async def nights(app_state: Shared, who: Person, offset: Offset = 0, before: Before = 0) -> Response[Nights]:
    """The nights on which you played, latest first; for hosts all nights. A night lasts from noon to noon."""
    viewer = _viewer(who)
    ask = partial(nights_before, viewer, who.id, before or _LATEST, shift_of(offset))
    found, more = await app_state.store.ask(ask)
    return Response(Nights(found, more, viewer is None))


@get("/api/nights/{period:str}")
async def night(app_state: Shared, who: Person, period: Period, offset: Offset = 0) -> Response[NightBooks]:
    """The result of a night or a month: buy-ins, results, and the fewest payments that settle it."""
    return Response(await _books(app_state, who, period, offset))


@get("/api/nights/{period:str}/csv", media_type="text/csv")
async def night_csv(
    app_state: Shared, who: Person, period: Period, offset: Offset = 0, what: FromQuery[What] = "players"
) -> Response[str]:
    """The result of a night or a month as CSV: a line per player, the payments, or every posting."""
    if what == "postings":
        text = await app_state.store.ask(partial(journal_of, _viewer(who), period, offset))
    else:
        books = await _books(app_state, who, period, offset)
        text = as_csv(books) if what == "players" else payments_as_csv(books)
    headers = {"content-disposition": f'attachment; filename="{what}-{_plain(period)}.csv"'}
    return Response(text, headers=headers)


async def _books(app_state: AppState, who: Account, period: str, offset: int) -> NightBooks:
    def ask(connection: Connection) -> NightBooks:  # in a thread, because payments between many players take a while
        return books_of(_viewer(who), who.id, period, offset, connection)

    return await app_state.store.ask(ask)


def _plain(period: str) -> str:
    return "".join(letter for letter in period if letter.isdecimal() or letter == "-")


PLAIN: Final = (nights,)
HEAVY: Final = (night, night_csv)
