"""What a night or a month of a club came to: each player's line, the house's, and the payments that settle it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Connection

from sidepot.bots.bot_names import is_bot_name
from sidepot.room.store.club_books import (
    CASH,
    Account,
    NightRow,
    Posted,
    accounts_in,
    last_before,
    names_of,
    nights_between,
    postings_in,
    tables_between,
)
from sidepot.room.store.night_times import DAY, Span, night_of, span_of
from sidepot.room.store.posting_rows import HOUSE, NAMED
from sidepot.table import settlement
from sidepot.validation.csv_text import write_csv

DAYS: Final = 62  # that a list of nights looks back at once
MOST_POSTINGS: Final = 100_000  # of one file
_ON_TABLE: Final = "stack"
_TAKEN_OFF: Final = "petty"
_TOURNAMENT: Final = ("entry", "prize")


class Night(msgspec.Struct, frozen=True):
    """A night: its `date`, from when to when it goes, `tables` and `players`, chips `moved` from losers to winners.

    `mine` is what it came to for you (0 where you did not play).
    """

    date: str
    begins: int
    ends: int
    tables: int
    players: int
    moved: int
    mine: int = 0


class PlayerLine(msgspec.Struct, frozen=True):
    """A player of a night or a month: chips `bought` and `cashed` out, and what is more `on_table` than before.

    `taken_off` went for refreshments and tips, `tournaments` is what was won there less the entries, `credit` is
    to be received besides at open stakes, less debts. `result` is all of it: chips up, or below zero down.
    """

    player: str
    bought: int
    cashed: int
    on_table: int
    taken_off: int
    tournaments: int
    credit: int
    result: int
    bot: bool = False
    you: bool = False


class NightPayment(msgspec.Struct, frozen=True):
    """So much from one to another: players, or the house."""

    payer: str
    payee: str
    chips: int


class NightBooks(msgspec.Struct, frozen=True):
    """What a night or a month came to. `house` is each of its accounts, and `house_result` what these come to.

    With the bots, whom the house plays, it is one party of the `payments`. `fewest`: there cannot be fewer of them.
    `balance` is what all together come to: 0, or the books are wrong.
    """

    period: str
    begins: int
    ends: int
    players: list[PlayerLine]
    house: dict[str, int]
    house_result: int
    payments: list[NightPayment]
    fewest: bool
    balance: int


def nights_before(
    viewer: str | None, me: str, until: int, shift: int, connection: Connection
) -> tuple[list[Night], int]:
    """Nights before a time, the last one first, and before when there are more (0: there are none)."""
    last = last_before(viewer, until)(connection)
    if last is None:
        return [], 0
    ends = ((last + shift) // DAY + 1) * DAY - shift
    span = Span(ends - DAYS * DAY, ends, shift)
    tables = tables_between(viewer, span)(connection)
    by_night: defaultdict[int, list[NightRow]] = defaultdict(list)
    for row in nights_between(viewer, span)(connection):
        by_night[row.night].append(row)
    found = [
        Night(
            night_of(number), number * DAY - shift, (number + 1) * DAY - shift, tables.get(number, 0), len(rows),
            sum(max(row.result, 0) for row in rows), sum(row.result for row in rows if row.player == me),
        )
        for number, rows in by_night.items()
    ]  # fmt: skip
    return found, span.begins if last_before(viewer, span.begins)(connection) is not None else 0


def books_of(viewer: str | None, me: str, period: str, offset: int, connection: Connection) -> NightBooks:
    """The books of a night or a month. Raises BadNotation."""
    span = span_of(period, offset)
    accounts = accounts_in(viewer, span)(connection)
    names = names_of({one.player for one in accounts})(connection)
    return summed(period, span, accounts, names, me)


def summed(
    period: str,
    span: Span,
    accounts: Iterable[Account],
    names: Mapping[str, str],
    me: str = "",
) -> NightBooks:
    """The books that these accounts make."""
    house: dict[str, int] = {}
    of: defaultdict[str, list[Account]] = defaultdict(list)
    for one in accounts:
        if one.player == HOUSE:
            house[one.kind] = one.came - one.went
        else:
            of[one.player].append(one)
    lines = {who: _line(who, names[who], some, me) for who, some in of.items()}
    stands: dict[str, int] = defaultdict(int)
    stands[HOUSE] = sum(house.values())
    for who, line in lines.items():
        stands[HOUSE if line.bot else who] += line.result
    balance = sum(stands.values())
    payments = settlement.settle(stands) if not balance else ()
    called = {**names, HOUSE: settlement.HOUSE}
    return NightBooks(
        period,
        span.begins,
        span.ends,
        sorted(lines.values(), key=lambda line: (-line.result, line.player)),
        {kind: chips for kind, chips in sorted(house.items()) if chips},
        sum(house.values()),
        [NightPayment(called[one.payer], called[one.payee], one.chips) for one in payments],
        sum(1 for chips in stands.values() if chips) <= settlement.EXACT,
        balance,
    )


def _line(who: str, name: str, accounts: Sequence[Account], me: str) -> PlayerLine:
    net = {one.kind: one.came - one.went for one in accounts}
    cash = next((one for one in accounts if one.kind == CASH), None)
    apart = (CASH, _ON_TABLE, _TAKEN_OFF, *_TOURNAMENT)
    return PlayerLine(
        name,
        cash.went if cash is not None else 0,
        cash.came if cash is not None else 0,
        net.get(_ON_TABLE, 0),
        net.get(_TAKEN_OFF, 0),
        sum(net.get(kind, 0) for kind in _TOURNAMENT),
        sum(chips for kind, chips in net.items() if kind not in apart),
        sum(net.values()),
        bot=who.startswith(NAMED) and is_bot_name(name),
        you=bool(me) and who == me,
    )


# ---- files


def as_csv(books: NightBooks) -> str:
    """The lines of a night or a month, as a spreadsheet reads them; the house's accounts are below."""
    head = ("player", "bought", "cashed", "on_table", "taken_off", "tournaments", "credit", "result")
    rows: list[Sequence[object]] = [[getattr(line, name) for name in head] for line in books.players]
    rows += [[f"house: {kind}", 0, 0, 0, 0, 0, 0, chips] for kind, chips in books.house.items()]
    return write_csv([head, *rows])


def payments_as_csv(books: NightBooks) -> str:
    """The payments that settle it."""
    return write_csv([("payer", "payee", "chips"), *[(one.payer, one.payee, one.chips) for one in books.payments]])


def postings_as_csv(postings: Iterable[Posted], names: Mapping[str, str]) -> str:
    """Every posting: when (UTC), at which table, by which of its entries, to which account of whom."""
    rows = [
        (
            datetime.fromtimestamp(one.at / 1000, UTC).isoformat(timespec="milliseconds"),
            one.stream.partition("/")[2],
            one.seq,
            names.get(one.player, settlement.HOUSE),
            one.kind,
            one.chips,
        )
        for one in postings
    ]
    return write_csv([("time", "table", "entry", "player", "account", "chips"), *rows])


def journal_of(viewer: str | None, period: str, offset: int, connection: Connection) -> str:
    """Every posting of a night or a month as a file. Raises BadNotation."""
    found = postings_in(viewer, span_of(period, offset), MOST_POSTINGS)(connection)
    return postings_as_csv(found, names_of({one.player for one in found})(connection))
