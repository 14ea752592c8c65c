"""HTTP: the club's nights, their results, who owes whom, the league, and the books as files.

Players see the tables and nights at which they sat; hosts and staff see all. The host enters expenses, adjustments,
payments and league points; a player may mark a payment to themselves as received.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from sidepot.bots.bot_names import is_bot_name
from sidepot.errors import BadNotation, Conflict
from sidepot.room.store.accounts import Account
from sidepot.room.store.league import League, league_of
from sidepot.room.store.ledger import FURTHEST, shift_of
from sidepot.room.store.night_books import Ledger, Night, NightBooks, books_of, is_bot, ledger_of, nights_before
from sidepot.room.store.night_changes import (
    MOST_CHANGES,
    MOST_TABLES,
    Adjustment,
    Change,
    Expense,
    Number,
    Paid,
    Points,
    Tables,
    UndoChange,
    What,
    changes_of,
    last_change,
    parties_of,
    payments_elsewhere,
    undone_by,
    write_change,
)
from sidepot.room.store.night_files import as_csv, changes_as_csv, journal_of, league_as_csv, payments_as_csv
from sidepot.room.store.rows import NAMED
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import can_be_shown
from sidepot.web.logs import note
from sidepot.web.problems import NotAllowed
from sidepot.web.requests import Person
from sidepot.web.security.names import check_reserved
from sidepot.web.state import STAFF, AppState, Shared, now_ms

Period = Annotated[
    str, PathParameter(description="A night (2026-11-26), a month (2026-11) or a year (2026).", max_length=10)
]
Offset = Annotated[
    int, QueryParameter(description="Minutes that your clock is ahead of UTC.", ge=-FURTHEST, le=FURTHEST)
]
Before = Annotated[
    int, QueryParameter(description="The `more` of the page before; 0: the last nights.", ge=0, le=2**53)
]
ChosenTables = Annotated[
    list[str] | None,
    QueryParameter(
        name="table", description="Only these tables, by their ids in the books; none: all.", max_length=MOST_TABLES
    ),
]
Part = Literal["players", "payments", "changes", "league", "postings"]

_LATEST: Final = 2**53


class Nights(msgspec.Struct, frozen=True):
    """Nights of the club, latest first. To get earlier nights, send `more` as `before` (0 if there are none).

    `all` means that you see the whole club, not only your own tables and nights.
    """

    nights: list[Night]
    more: int
    all: bool


def _viewer(who: Account) -> str | None:
    return None if who.role in STAFF else who.id


@get("/api/nights")
async def nights(app_state: Shared, who: Person, offset: Offset = 0, before: Before = 0) -> Response[Nights]:
    """The nights on which you played, latest first; for hosts, all nights. A night lasts from noon to noon."""
    viewer = _viewer(who)
    ask = partial(nights_before, viewer, who.id, before or _LATEST, shift_of(offset))
    found, more = await app_state.store.ask(ask)
    return Response(Nights(found, more, viewer is None))


@get("/api/nights/{period:str}")
async def night(
    app_state: Shared, who: Person, period: Period, offset: Offset = 0, tables: ChosenTables = None
) -> Response[NightBooks]:
    """The result of a night, a month or a year: buy-ins, results, expenses, and the fewest payments that settle it."""
    return Response(await _books(app_state, who, period, offset, tables))


@get("/api/nights/{period:str}/league")
async def league(app_state: Shared, who: Person, period: Period, offset: Offset = 0) -> Response[League]:
    """The league of a month or a year: the players by points or, if no points are chosen, by result."""
    return Response(await _league(app_state, who, period, offset))


@get("/api/nights/{period:str}/csv", media_type="text/csv")
async def night_csv(
    app_state: Shared,
    who: Person,
    period: Period,
    offset: Offset = 0,
    what: FromQuery[Part] = "players",
    tables: ChosenTables = None,
) -> Response[str]:
    """A part of the books of a night, a month or a year as CSV."""
    if what == "postings":
        text = await app_state.store.ask(partial(journal_of, _viewer(who), period, offset))
    elif what == "league":
        text = league_as_csv(await _league(app_state, who, period, offset))
    else:
        text = _TEXTS[what](await _books(app_state, who, period, offset, tables))
    return as_file(text, what, period)


def as_file(text: str, what: str, period: str) -> Response[str]:
    """An answer that the browser saves as a CSV file."""
    headers = {"content-disposition": f'attachment; filename="{what}-{_plain(period)}.csv"'}
    return Response(text, headers=headers)


_TEXTS: Final[dict[str, Callable[[NightBooks], str]]] = {
    "players": as_csv,
    "payments": payments_as_csv,
    "changes": changes_as_csv,
}


async def _books(app_state: AppState, who: Account, period: str, offset: int, tables: list[str] | None) -> NightBooks:
    def ask(connection: Connection) -> NightBooks:  # in a thread, because payments between many players take a while
        return books_of(_viewer(who), who.id, period, offset, connection, tables or ())

    return await app_state.store.ask(ask)


async def _league(app_state: AppState, who: Account, period: str, offset: int) -> League:
    return await app_state.store.ask(partial(league_of, _viewer(who), who.id, period, offset))


def _plain(period: str) -> str:
    return "".join(letter for letter in period if letter.isdecimal() or letter == "-")


# ---- changes


class NightChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the books. The parties have the same names as in the books ("the house" is one of them).

    - `what`: the change; an expense or an adjustment may name somebody who did not play
    - `tables`: the tables of the night to which the change belongs, by their ids in the books (none: the whole period)
    - `after`: the `last` of the books that you saw; if the books have changed since then, the change is refused

    Amounts are in units of `10 ** -decimals`.
    """

    what: What
    after: Number
    tables: Tables = ()
    decimals: q.Decimals = 0


@post("/api/nights/{period:str}/changes", status_code=200)
async def change_night(
    app_state: Shared, who: Person, period: Period, data: JSONBody[NightChange], offset: Offset = 0
) -> Response[NightBooks]:
    """Change the books of a night, a month or a year. Returns the changed books. For hosts.

    Players may mark a payment to themselves as received, and undo that.
    """

    def ask(connection: Connection) -> tuple[Ledger, list[Change], list[Change], int]:
        ledger, _ = ledger_of(None, who.id, period, offset, data.tables, connection)
        elsewhere = payments_elsewhere(period, data.tables, connection)
        return ledger, changes_of(period, connection), elsewhere, last_change(connection)

    ledger, before, elsewhere, last = await app_state.store.ask(ask)
    if data.after != last:
        raise _changed()
    if len(before) >= (MOST_CHANGES if who.role in STAFF else MOST_CHANGES // 2):  # players leave room for the host
        raise Conflict(f"the books of {period} have {MOST_CHANGES} changes; no more fit", code="too_many_changes")
    new = {who.id: who.name} if not who.data else {}
    what = await _keyed(app_state, data.what, {name: key for key, name in ledger.names.items()}, new)
    _check_right(who, what, before)
    change = Change(last + 1, now_ms(), who.id, period, data.tables, what, data.decimals)
    _check(change, ledger, before)
    _check_once(what, elsewhere)
    if not await app_state.store.write(partial(write_change, change, new)):
        raise _changed()
    note(_log, "night changed", period=period, by=who.name, number=change.number)
    return Response(await _books(app_state, who, period, offset, list(data.tables)))


def _changed() -> Conflict:
    return Conflict("the books have changed since you loaded them; look again", code="night_changed")


def _check_right(who: Account, what: What, before: list[Change]) -> None:
    """Raise NotAllowed unless this person may make this change."""
    if who.role in STAFF or isinstance(what, Paid) and what.payee == who.id:
        return
    if isinstance(what, UndoChange) and any(
        one.number == what.number and one.by == who.id and isinstance(one.what, Paid) for one in before
    ):
        return
    raise NotAllowed("only the host may change the books; you may mark a payment to you as received", code="host_only")


def _check(change: Change, ledger: Ledger, before: list[Change]) -> None:
    """Raise SidepotError for a change that makes no sense in these books."""
    what, period = change.what, change.period
    match what:
        case Paid():
            due = sum(one.chips for one in ledger.payments if (one.payer, one.payee) == (what.payer, what.payee))
            if what.chips * 10**ledger.decimals > due * 10**change.decimals:
                raise Conflict("this payment is no longer due; reload the page", code="payment_not_due")
        case Points():
            if len(period) != len("2026"):
                raise BadNotation(f"points are kept by the year: give {period[:4]}, not {period}")
        case UndoChange():
            if all(one.number != what.number for one in before) or what.number in undone_by(before):
                raise Conflict(f"the books of {period} have no change {what.number} to undo", code="nothing_to_undo")
        case Expense() | Adjustment():
            if not what.text.strip() or not can_be_shown(what.text):
                raise BadNotation("the text must be one line of visible characters")
            if len(set(what.among)) < len(what.among) or what.among == (what.to,):
                raise Conflict(
                    "name each person once, and at least one person other than the one who gets the chips",
                    code="no_change",
                )


def _check_once(what: What, elsewhere: list[Change]) -> None:
    """Raise Conflict for a payment of somebody who has already settled for a longer period or night that includes this
    one.
    """
    if isinstance(what, Paid) and any(parties_of(what) & parties_of(one.what) for one in elsewhere):
        raise Conflict(
            "one of the two has already settled for a longer period that includes this one; settle the rest for that "
            "period",
            code="settled_as_a_whole",
        )


async def _keyed(app_state: AppState, what: What, keys: dict[str, str], new: dict[str, str]) -> What:
    """A change with the keys of the books instead of names. `new` gets the names of accounts that never played."""
    match what:
        case Expense() | Adjustment():
            for name in {what.to, *what.among} - {*keys}:
                keys[name] = await _new_party(app_state, name, new)
            return msgspec.structs.replace(
                what, to=_no_bot(keys, what.to), among=tuple(_no_bot(keys, one) for one in what.among)
            )
        case Paid():
            return msgspec.structs.replace(what, payer=keys.get(what.payer, "?"), payee=keys.get(what.payee, "?"))
        case Points() | UndoChange():
            return what


def _no_bot(keys: dict[str, str], name: str) -> str:
    if is_bot(keys[name]):
        raise Conflict(f"{name} is a bot; bots neither pay nor are paid", code="bot_pays_nothing")
    return keys[name]


async def _new_party(app_state: AppState, name: str, new: dict[str, str]) -> str:
    """The key of somebody who is not in these books yet: an account of the room, or a name. Raises BadNotation."""
    account = await app_state.accounts.named(name)
    if account is not None:
        if not account.data:
            new[account.id] = account.name
        return account.id
    plain = " ".join(name.split())
    if plain != name or not 1 <= len(name) <= LONGEST_NAME or not can_be_shown(name) or is_bot_name(name):
        raise BadNotation(f"{name[:LONGEST_NAME]!r} is not a valid name for a person", code="bad_name")
    check_reserved(name)
    return NAMED + name


LONGEST_NAME: Final = 24
_log = logging.getLogger("sidepot.web")

PLAIN: Final = (nights,)
HEAVY: Final = (night, league, night_csv, change_night)
