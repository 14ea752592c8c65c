"""The club's books: nights and months, the movements of each account, and the payments that settle them.

A night lasts from noon to noon, so play after midnight belongs to the night before. A month consists of the nights
that begin in it. Times are milliseconds since 1970; `offset` is local time minus UTC in minutes.

Amounts of several tables are added in the finest of their units (`decimals`).

`viewer` is the account of the reader, who sees only tables and nights with postings of their own. None sees everything.

>>> span_of("2026-11-26", 60)
Span(begins=1795690800000, ends=1795777200000, shift=-39600000)
>>> night_of((1795690799999 + shift_of(60)) // DAY)
'2026-11-25'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, case, func, insert, select, tuple_

from sidepot.bots.bot_names import is_bot_name
from sidepot.errors import BadNotation
from sidepot.games.unit import Unit
from sidepot.room.store.rows import HOUSE, NAMED
from sidepot.room.store.schema import account, former, in_unit, posting
from sidepot.table import settlement
from sidepot.validation.csv_text import write_csv

# ---- nights and months

DAY: Final = 24 * 60 * 60 * 1000
NOON: Final = DAY // 2
FURTHEST: Final = 14 * 60  # most minutes between a time zone and UTC
_MINUTE: Final = 60_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_YEARS: Final = range(1970, 2200)
_WHAT: Final = "expected a night such as 2026-11-26 or a month such as 2026-11, from 1970 on"


class Span(NamedTuple):
    """A time from `begins` up to but not including `ends`. A moment plus `shift`, divided by `DAY`, is the number of
    its night.
    """

    begins: int
    ends: int
    shift: int


def span_of(period: str, offset: int) -> Span:
    """The span of a night ("2026-11-26") or a month ("2026-11"). Raises BadNotation."""
    try:
        if len(period) == len("2026-11"):
            first = date.fromisoformat(f"{period}-01")
            last = date(first.year + first.month // 12, first.month % 12 + 1, 1)
        elif len(period) == len("2026-11-26"):
            first = date.fromisoformat(period)
            last = date.fromordinal(first.toordinal() + 1)
        else:
            raise ValueError
    except (ValueError, OverflowError):
        raise BadNotation(f"{period[:20]!r}: {_WHAT}") from None
    if first.year not in _YEARS:
        raise BadNotation(f"{period[:20]!r}: {_WHAT}")
    shift = shift_of(offset)
    begins, ends = [(day.toordinal() - _EPOCH) * DAY - shift for day in (first, last)]
    return Span(begins, ends, shift)


def shift_of(offset: int) -> int:
    """The milliseconds to add so that nights begin at midnight UTC. Raises BadNotation."""
    if abs(offset) > FURTHEST:
        raise BadNotation(f"expected an offset from UTC of at most {FURTHEST} minutes, got {offset}")
    return offset * _MINUTE - NOON


def night_of(number: int) -> str:
    """The date of a night by its number."""
    return date.fromordinal(_EPOCH + number).isoformat()


# ---- queries

CASH: Final = "cash"
_AT_ONCE: Final = 500


class NightRow(NamedTuple):
    """The result of one player in one night."""

    night: int
    player: str
    result: int


class Account(NamedTuple):
    """An account of a player, or of the house (""), with its total credits and debits."""

    player: str
    kind: str
    came: int
    went: int


class Posted(NamedTuple):
    """One leg of a posting of an event."""

    at: int
    stream: str
    seq: int
    player: str
    kind: str
    chips: int
    decimals: int


def _night(span: Span) -> ColumnElement[int]:
    return (posting.c.at + span.shift) // DAY


def _seen(viewer: str | None, span: Span) -> list[ColumnElement[bool]]:
    """The postings of a span that this viewer may see."""
    when = [posting.c.at >= span.begins, posting.c.at < span.ends]
    if viewer is None:
        return when
    there = select(posting.c.stream, _night(span)).where(*when, posting.c.player == viewer)
    return [*when, tuple_(posting.c.stream, _night(span)).in_(there)]


def decimals_in(viewer: str | None, span: Span) -> Callable[[Connection], int]:
    """The decimals of the finest unit in a span."""
    query = select(func.max(posting.c.decimals)).where(*_seen(viewer, span))
    return lambda connection: int(connection.scalar(query) or 0)


def nights_between(viewer: str | None, span: Span, decimals: int = 0) -> Callable[[Connection], list[NightRow]]:
    """The result of each player in each night, the latest night first, without the house."""
    night = _night(span).label("night")
    query = (
        select(night, posting.c.player, func.sum(in_unit(posting.c.chips, posting.c.decimals, decimals)))
        .where(*_seen(viewer, span), posting.c.player != HOUSE)
        .group_by(night, posting.c.player)
        .order_by(night.desc(), posting.c.player)
    )
    return lambda connection: [NightRow(int(at), who, int(chips)) for at, who, chips in connection.execute(query)]


def tables_between(viewer: str | None, span: Span) -> Callable[[Connection], dict[int, int]]:
    """The number of tables with postings in each night."""
    night = _night(span).label("night")
    query = select(night, func.count(posting.c.stream.distinct())).where(*_seen(viewer, span)).group_by(night)
    return lambda connection: {int(at): int(count) for at, count in connection.execute(query)}


def last_before(viewer: str | None, at: int) -> Callable[[Connection], int | None]:
    """The time of the last posting before a time, or None."""
    query = select(func.max(posting.c.at)).where(posting.c.at < at)
    if viewer is not None:
        query = query.where(posting.c.player == viewer)
    return lambda connection: connection.scalar(query)


def accounts_in(viewer: str | None, span: Span, decimals: int = 0) -> Callable[[Connection], list[Account]]:
    """The credits and debits of each account in a span."""
    chips = in_unit(posting.c.chips, posting.c.decimals, decimals)
    came = func.sum(case((posting.c.chips > 0, chips), else_=0))
    went = func.sum(case((posting.c.chips < 0, -chips), else_=0))
    query = (
        select(posting.c.player, posting.c.kind, came, went)
        .where(*_seen(viewer, span))
        .group_by(posting.c.player, posting.c.kind)
        .order_by(posting.c.player, posting.c.kind)
    )
    return lambda connection: [
        Account(who, kind, int(up), int(down)) for who, kind, up, down in connection.execute(query)
    ]


def postings_in(viewer: str | None, span: Span, most: int) -> Callable[[Connection], list[Posted]]:
    """The postings of a span, in order, up to `most`."""
    query = select(posting).where(*_seen(viewer, span)).order_by(*posting.primary_key.columns).limit(most)
    return lambda connection: [Posted(*row) for row in connection.execute(query)]


def names_of(players: Collection[str]) -> Callable[[Connection], dict[str, str]]:
    """The names of players in the books: their current name, else the last one."""
    found = {one: one.removeprefix(NAMED) for one in players if one.startswith(NAMED)}
    numbers = sorted(one for one in players if one and one not in found)

    def ask(connection: Connection) -> dict[str, str]:
        names = dict(found)
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            for key, name in ((former.c.account, former.c.name), (account.c.id, account.c.name)):
                rows = connection.execute(select(key, name).where(key.in_(some)))
                names.update((str(who), str(called)) for who, called in rows)
        return {**dict.fromkeys(numbers, "somebody"), **names}

    return ask


# ---- writing


def keep_names(connection: Connection, numbers: Sequence[str]) -> None:
    """Keep the names of accounts that have played before these are closed, because the books contain them."""
    known = select(former.c.account)
    gone = select(account.c.id, account.c.name).where(
        account.c.id.in_(numbers), account.c.data != b"", account.c.id.not_in(known)
    )
    connection.execute(insert(former).from_select(["account", "name"], gone))


# ---- results

DAYS: Final = 62  # most nights on a page
MOST_POSTINGS: Final = 100_000  # most postings in one file
_ON_TABLE: Final = "stack"
_TAKEN_OFF: Final = "petty"
_TOURNAMENT: Final = ("entry", "prize")


class Night(msgspec.Struct, frozen=True):
    """A night: its `date`, begin and end, number of `tables` and `players`, and chips `moved` from losers to winners.

    `mine` is the result of the reader (0 without play). Amounts are in units of `10 ** -decimals`.
    """

    date: str
    begins: int
    ends: int
    tables: int
    players: int
    moved: int
    mine: int = 0
    decimals: int = 0


class PlayerLine(msgspec.Struct, frozen=True):
    """A player's line in a night or a month: chips `bought`, chips `cashed` out, and the change of chips `on_table`.

    `taken_off` are chips for refreshments and tips, `tournaments` is prizes minus entries, `credit` is claims minus
    debts at open stakes. `result` is the total.
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
    """A payment between players, or with the house."""

    payer: str
    payee: str
    chips: int


class NightBooks(msgspec.Struct, frozen=True):
    """The results of a night or a month. `house` has the house's accounts; `house_result` is their total.

    In `payments`, the house and its bots are one party. `fewest` says that no fewer payments are possible. `balance` is
    the sum of all results: 0 unless the books are wrong. Amounts are in units of `10 ** -decimals`.
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
    decimals: int = 0


def nights_before(
    viewer: str | None, me: str, until: int, shift: int, connection: Connection
) -> tuple[list[Night], int]:
    """Nights before a time, the latest first, and the time from which to ask for more (0: no more)."""
    last = last_before(viewer, until)(connection)
    if last is None:
        return [], 0
    ends = ((last + shift) // DAY + 1) * DAY - shift
    span = Span(ends - DAYS * DAY, ends, shift)
    tables = tables_between(viewer, span)(connection)
    decimals = decimals_in(viewer, span)(connection)
    by_night: defaultdict[int, list[NightRow]] = defaultdict(list)
    for row in nights_between(viewer, span, decimals)(connection):
        by_night[row.night].append(row)
    found = [
        Night(
            night_of(number), number * DAY - shift, (number + 1) * DAY - shift, tables.get(number, 0), len(rows),
            sum(max(row.result, 0) for row in rows), sum(row.result for row in rows if row.player == me), decimals,
        )
        for number, rows in by_night.items()
    ]  # fmt: skip
    return found, span.begins if last_before(viewer, span.begins)(connection) is not None else 0


def books_of(viewer: str | None, me: str, period: str, offset: int, connection: Connection) -> NightBooks:
    """The books of a night or a month. Raises BadNotation."""
    span = span_of(period, offset)
    decimals = decimals_in(viewer, span)(connection)
    accounts = accounts_in(viewer, span, decimals)(connection)
    names = names_of({one.player for one in accounts})(connection)
    return summed(period, span, accounts, names, me, decimals)


def summed(
    period: str,
    span: Span,
    accounts: Iterable[Account],
    names: Mapping[str, str],
    me: str = "",
    decimals: int = 0,
) -> NightBooks:
    """Sum up these accounts."""
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
        decimals,
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
    """The player lines of a night or a month as CSV, with the house's accounts at the end."""
    head = ("player", "bought", "cashed", "on_table", "taken_off", "tournaments", "credit", "result")
    show = Unit(books.decimals).number
    rows: list[Sequence[object]] = [
        [line.player, *[show(getattr(line, name)) for name in head[1:]]] for line in books.players
    ]
    rows += [[f"house: {kind}", 0, 0, 0, 0, 0, 0, show(chips)] for kind, chips in books.house.items()]
    return write_csv([head, *rows])


def payments_as_csv(books: NightBooks) -> str:
    """The payments of a night or a month as CSV."""
    show = Unit(books.decimals).number
    return write_csv(
        [("payer", "payee", "chips"), *[(one.payer, one.payee, show(one.chips)) for one in books.payments]]
    )


def postings_as_csv(postings: Iterable[Posted], names: Mapping[str, str]) -> str:
    """The postings as CSV: time (UTC), table, event, player, account and chips."""
    rows = [
        (
            datetime.fromtimestamp(one.at / 1000, UTC).isoformat(timespec="milliseconds"),
            one.stream.partition("/")[2],
            one.seq,
            names.get(one.player, settlement.HOUSE),
            one.kind,
            Unit(one.decimals).number(one.chips),
        )
        for one in postings
    ]
    return write_csv([("time", "table", "event", "player", "account", "chips"), *rows])


def journal_of(viewer: str | None, period: str, offset: int, connection: Connection) -> str:
    """The postings of a night or a month as CSV. Raises BadNotation."""
    found = postings_in(viewer, span_of(period, offset), MOST_POSTINGS)(connection)
    return postings_as_csv(found, names_of({one.player for one in found})(connection))
