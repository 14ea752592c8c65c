"""The club's books: nights, months and years, and the movements of each account.

A night lasts from noon to noon, so play after midnight belongs to the night before. A month or a year consists of the
nights that begin in it. `night_books` computes results and payments from these rows. Times are milliseconds since 1970;
`offset` is local time minus UTC in minutes.

Amounts of several tables are added in the finest of their units (`decimals`).

`viewer` is the account of the user, who sees only tables and nights with postings of their own. For None, everything
is shown.

>>> span_of("2026-11-26", 60)
Period(begins=1795690800000, ends=1795777200000, shift=-39600000)
>>> night_of((1795690799999 + shift_of(60)) // DAY)
'2026-11-25'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, case, delete, func, insert, select, tuple_

from sidepot.bots.bot_names import MARK
from sidepot.errors import BadNotation
from sidepot.room.store.club_persons import PARTY
from sidepot.room.store.parties import Booked, of_party, read_parties
from sidepot.room.store.rows import HOUSE, NAMED, PAID
from sidepot.room.store.schema import account, former, hand, in_unit, posting

# ---- nights and months

DAY: Final = 24 * 60 * 60 * 1000
NOON: Final = DAY // 2
FURTHEST: Final = 14 * 60  # most minutes between a time zone and UTC
_MINUTE: Final = 60_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_YEARS: Final = range(1970, 2200)
_EXPECTED: Final = "expected a night such as 2026-11-26, a month such as 2026-11 or a year such as 2026, from 1970 on"


class Period(NamedTuple):
    """The time from `begins` up to, but not including, `ends`. A moment belongs to night `(moment + shift) // DAY`."""

    begins: int
    ends: int
    shift: int


def span_of(period: str, offset: int) -> Period:
    """The time span of a night ("2026-11-26"), a month ("2026-11") or a year ("2026").

    `offset` is the time zone of the viewer, in minutes from UTC. Raises BadNotation if `period` is none of these.
    """
    try:
        if len(period) == len("2026"):
            first = date.fromisoformat(f"{period}-01-01")
            last = date(first.year + 1, 1, 1)
        elif len(period) == len("2026-11"):
            first = date.fromisoformat(f"{period}-01")
            last = date(first.year + first.month // 12, first.month % 12 + 1, 1)
        elif len(period) == len("2026-11-26"):
            first = date.fromisoformat(period)
            last = date.fromordinal(first.toordinal() + 1)
        else:
            raise ValueError
    except (ValueError, OverflowError):
        raise BadNotation(f"{period[:20]!r}: {_EXPECTED}") from None
    if first.year not in _YEARS or not first.isoformat().startswith(period):  # Python reads weeks, too
        raise BadNotation(f"{period[:20]!r}: {_EXPECTED}")
    shift = shift_of(offset)
    begins, ends = [(day.toordinal() - _EPOCH) * DAY - shift for day in (first, last)]
    return Period(begins, ends, shift)


def shift_of(offset: int) -> int:
    """The milliseconds to add to a time so that nights begin at midnight UTC.

    `offset` is a time zone, in minutes from UTC. Raises BadNotation if it is impossible.
    """
    if abs(offset) > FURTHEST:
        raise BadNotation(f"expected an offset from UTC of at most {FURTHEST} minutes, got {offset}")
    return offset * _MINUTE - NOON


def night_of(number: int) -> str:
    """The date of the night with this number."""
    return date.fromordinal(_EPOCH + number).isoformat()


# ---- queries

CASH: Final = "cash"
_AT_ONCE: Final = 500


class NightRow(NamedTuple):
    """The result of one player on one night."""

    night: int
    player: str
    result: int


class TableRow(NamedTuple):
    """A table, named by its stream, with its title and number of players."""

    stream: str
    title: str
    players: int


class BotTableRow(NamedTuple):
    """The result of one party (a player, a bot or the house) on one night at a table with bots, in the table's unit."""

    night: int
    stream: str
    player: str
    result: int
    decimals: int


class Account(NamedTuple):
    """An account in the books, of a player or of the house (`player` is ""), with its total credits and debits."""

    player: str
    kind: str
    came: int
    went: int


class Posted(NamedTuple):
    """A change to one account, made by an event."""

    at: int
    stream: str
    seq: int
    player: str
    kind: str
    chips: int
    decimals: int


def _night(span: Period) -> ColumnElement[int]:
    return (posting.c.at + span.shift) // DAY


def _seen(viewer: str | None, span: Period, tables: Sequence[str], connection: Connection) -> list[ColumnElement[bool]]:
    """The postings of a period at these tables (all tables if empty) that this viewer may see."""
    when = [posting.c.at >= span.begins, posting.c.at < span.ends]
    if tables:
        when.append(posting.c.stream.in_(tables))
    if viewer is None:
        return when
    there = select(posting.c.stream, _night(span)).where(*when, of_party(viewer, connection))
    return [*when, tuple_(posting.c.stream, _night(span)).in_(there)]


def decimals_in(viewer: str | None, span: Period, tables: Sequence[str] = ()) -> Callable[[Connection], int]:
    """A query for how many decimals are needed to show the amounts of a period at these tables (all tables if empty).

    Only tables where the `viewer` sat that night count (None: all tables).
    """

    def ask(connection: Connection) -> int:
        seen = _seen(viewer, span, tables, connection)
        return int(connection.scalar(select(func.max(posting.c.decimals)).where(*seen)) or 0)

    return ask


def nights_between(viewer: str | None, span: Period, decimals: int = 0) -> Callable[[Connection], list[NightRow]]:
    """A query for the result of each player on each night, latest night first. The house and payments are left out.

    Only tables where the `viewer` sat that night count (None: all tables). Amounts are in units of `10 ** -decimals`.
    """
    night = _night(span).label("night")

    def ask(connection: Connection) -> list[NightRow]:
        query = (
            select(night, posting.c.stream, posting.c.player, _sum_in(decimals))
            .where(*_seen(viewer, span, (), connection), posting.c.player != HOUSE, posting.c.kind != PAID)
            .group_by(night, posting.c.stream, posting.c.player)
        )
        rows = [(int(at), Booked(stream, who), int(chips)) for at, stream, who, chips in connection.execute(query)]
        parties = read_parties(connection, [who for _, who, _ in rows])
        found: Counter[tuple[int, str]] = Counter()
        for at, who, chips in rows:
            found[at, parties.of(who.player, who.stream)] += chips
        lines = [NightRow(at, who, chips) for (at, who), chips in found.items()]
        return sorted(lines, key=lambda one: (-one.night, one.player))

    return ask


def _sum_in(decimals: int) -> ColumnElement[int]:
    return func.sum(in_unit(posting.c.chips, posting.c.decimals, decimals))


def tables_between(
    viewer: str | None, span: Period, tables: Sequence[str] = ()
) -> Callable[[Connection], dict[int, int]]:
    """A query for the number of tables with postings on each night, among these tables (all tables if empty).

    Only tables where the `viewer` sat that night count (None: all tables).
    """
    night = _night(span).label("night")

    def ask(connection: Connection) -> dict[int, int]:
        seen = _seen(viewer, span, tables, connection)
        query = select(night, func.count(posting.c.stream.distinct())).where(*seen).group_by(night)
        return {int(at): int(count) for at, count in connection.execute(query)}

    return ask


def tables_in(viewer: str | None, span: Period) -> Callable[[Connection], list[TableRow]]:
    """A query for the tables with postings in a period. The title of a table before its first hand is "".

    Only tables where the `viewer` sat that night count (None: all tables).
    """
    players = func.count(posting.c.player.distinct()).filter(posting.c.player != HOUSE)

    def ask(connection: Connection) -> list[TableRow]:
        seen = _seen(viewer, span, (), connection)
        query = select(posting.c.stream, players).where(*seen).group_by(posting.c.stream)
        counts = {str(stream): int(count) for stream, count in connection.execute(query.order_by(posting.c.stream))}
        titles: dict[str, str] = {}
        for at in range(0, len(counts), _AT_ONCE):
            some = sorted(counts)[at : at + _AT_ONCE]
            of = select(hand.c.stream, func.max(hand.c.title)).where(hand.c.stream.in_(some)).group_by(hand.c.stream)
            titles.update((str(stream), str(title)) for stream, title in connection.execute(of))
        return [TableRow(stream, titles.get(stream, ""), count) for stream, count in counts.items()]

    return ask


def at_bot_tables(
    viewer: str | None, span: Period, tables: Sequence[str] = ()
) -> Callable[[Connection], list[BotTableRow]]:
    """A query for the result of each party on each night at each table with bots. Bots and the house are included.

    Only these `tables` count (all tables if empty), and only where the `viewer` sat that night (None: all tables).
    """
    night = _night(span).label("night")
    is_bot = posting.c.player.startswith(NAMED, autoescape=True) & posting.c.player.endswith(MARK, autoescape=True)

    def ask(connection: Connection) -> list[BotTableRow]:
        seen = _seen(viewer, span, tables, connection)
        there = select(posting.c.stream, _night(span)).where(*seen, is_bot)
        query = (
            select(night, posting.c.stream, posting.c.player, func.sum(posting.c.chips), func.max(posting.c.decimals))
            .where(*seen, tuple_(posting.c.stream, _night(span)).in_(there))
            .group_by(night, posting.c.stream, posting.c.player)
            .order_by(night, posting.c.stream, posting.c.player)
        )
        parties = read_parties(connection)
        found: dict[tuple[int, str, str], BotTableRow] = {}
        for at, stream, who, chips, decimals in connection.execute(query).all():
            key = int(at), str(stream), parties.of(str(who))
            before = found[key].result if key in found else 0
            found[key] = BotTableRow(*key, before + int(chips), int(decimals))
        return list(found.values())

    return ask


def last_before(viewer: str | None, at: int) -> Callable[[Connection], int | None]:
    """A query for the time of the last posting before the time `at` (None if there is no such posting).

    Only postings of the `viewer` count (None: all postings).
    """

    def ask(connection: Connection) -> int | None:
        query = select(func.max(posting.c.at)).where(posting.c.at < at)
        if viewer is not None:
            query = query.where(of_party(viewer, connection))
        found = connection.scalar(query)
        return None if found is None else int(found)

    return ask


def accounts_in(
    viewer: str | None, span: Period, decimals: int = 0, tables: Sequence[str] = ()
) -> Callable[[Connection], list[Account]]:
    """A query for the credits and debits of each account in a period, in units of `10 ** -decimals`.

    Only these `tables` count (all tables if empty), and only where the `viewer` sat that night (None: all tables).
    """
    chips = in_unit(posting.c.chips, posting.c.decimals, decimals)
    came = func.sum(case((posting.c.chips > 0, chips), else_=0))
    went = func.sum(case((posting.c.chips < 0, -chips), else_=0))

    def ask(connection: Connection) -> list[Account]:
        query = (
            select(posting.c.stream, posting.c.player, posting.c.kind, came, went)
            .where(*_seen(viewer, span, tables, connection))
            .group_by(posting.c.stream, posting.c.player, posting.c.kind)
        )
        rows = [(Booked(stream, who), kind, up, down) for stream, who, kind, up, down in connection.execute(query)]
        parties = read_parties(connection, [who for who, *_ in rows])
        ups: Counter[tuple[str, str]] = Counter()
        downs: Counter[tuple[str, str]] = Counter()
        for who, kind, up, down in rows:
            key = parties.of(who.player, who.stream), str(kind)
            ups[key] += int(up)
            downs[key] += int(down)
        return [Account(*key, ups[key], downs[key]) for key in sorted(ups)]

    return ask


def postings_in(viewer: str | None, span: Period, most: int) -> Callable[[Connection], list[Posted]]:
    """A query for the postings of a period in order, at most `most` of them. Their players are given as parties.

    Only tables where the `viewer` sat that night count (None: all tables).
    """

    def ask(connection: Connection) -> list[Posted]:
        query = select(posting).where(*_seen(viewer, span, (), connection))
        return as_parties(connection, query.order_by(*posting.primary_key.columns).limit(most))

    return ask


def postings_of(party: str, most: int) -> Callable[[Connection], list[Posted]]:
    """A query for the postings of one party in order, at most `most` of them."""

    def ask(connection: Connection) -> list[Posted]:
        query = select(posting).where(of_party(party, connection))
        return as_parties(connection, query.order_by(*posting.primary_key.columns).limit(most))

    return ask


def as_parties(connection: Connection, query: Select[Any]) -> list[Posted]:
    """The postings that a query finds. Their players are given as parties."""
    rows = [Posted(*row) for row in connection.execute(query)]
    parties = read_parties(connection, [Booked(one.stream, one.player) for one in rows])
    return [one._replace(player=parties.of(one.player, one.stream)) for one in rows]


def names_of(players: Collection[str]) -> Callable[[Connection], dict[str, str]]:
    """A query for the names of players in the books. A closed account keeps its last name."""
    found = {one: one.removeprefix(NAMED) for one in players if one.startswith(NAMED)}
    persons = [one for one in players if one.startswith(PARTY)]
    numbers = sorted(one for one in players if one and one not in found and one not in persons)

    def ask(connection: Connection) -> dict[str, str]:
        names = dict(found)
        if persons:
            parties = read_parties(connection)
            names.update((one, parties.name(one)) for one in persons)
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            for key, name in ((former.c.account, former.c.name), (account.c.id, account.c.name)):
                rows = connection.execute(select(key, name).where(key.in_(some)))
                names.update((str(who), str(called)) for who, called in rows)
        return {**dict.fromkeys(numbers, "somebody"), **names}

    return ask


# ---- writing


def insert_postings(rows: Sequence[Sequence[object]], connection: Connection) -> None:
    """Insert rows made by `posting_rows`. Rows of these streams that a failed copy has left behind are replaced."""
    names = posting.c.keys()
    for stream in {str(row[1]) for row in rows}:
        connection.execute(delete(posting).where(posting.c.stream == stream))
    if rows:
        connection.execute(insert(posting), [dict(zip(names, row, strict=True)) for row in rows])


def keep_names(connection: Connection, numbers: Sequence[str]) -> None:
    """Keep the names of accounts that are about to be closed, if the accounts have played. The club's books need
    these names.
    """
    known = select(former.c.account)
    gone = select(account.c.id, account.c.name).where(
        account.c.id.in_(numbers), account.c.data != b"", account.c.id.not_in(known)
    )
    connection.execute(insert(former).from_select(["account", "name"], gone))
