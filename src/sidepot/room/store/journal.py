"""The journal of the club: everything that was posted in a night, a month or a year, account by account.

The accounts are the people, the house, the bank (the money at the desk of live tournaments and cash nights), the
tables (chips in play at cash nights, and pots not yet awarded), the prize pools, the bounties, and the flights (prizes
and bounties that finished flights keep for day 2). Every event moves amounts between accounts, so the sum of all
accounts is 0. Whatever a host adds to the books of a night (expenses, adjustments, payments) becomes lines, too.

An account that should be 0 but is not has an open line: somebody has not paid or was not paid, or a finished tournament
still has money in a pool.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, case, func, select

from sidepot.games.unit import Unit
from sidepot.room.store.ledger import Period, as_parties, names_of, span_of
from sidepot.room.store.night_changes import Change, changes_in, in_force
from sidepot.room.store.parties import Booked, of_party, read_parties
from sidepot.room.store.rows import BANK, HOUSE, NAMED
from sidepot.room.store.schema import posting
from sidepot.table import settlement
from sidepot.validation.csv_text import write_csv

MOST_LINES: Final = 20_000  # of one account
FLIGHTS: Final = "/flights"  # what finished flights hold for day 2
ROOM_ACCOUNTS: Final = {
    "/house": "the house", "/bank": "the bank", "/tables": "the tables", "/prizes": "the prize pools",
    "/bounties": "the bounties", FLIGHTS: "the flights",
}  # fmt: skip
POOLS: Final = {"/prizes": "prizes", "/bounties": "bounties"}
_OF_KIND: Final = {
    BANK: "/bank", "pot": "/tables", "chips": "/tables", "prizes": "/prizes", "bounties": "/bounties",
    "flights": FLIGHTS,
}  # fmt: skip


class JournalAccount(msgspec.Struct, frozen=True):
    """An account of the journal in a period.

    - `account`: the key of the account
    - `came`, `went`: its credits and its debits (money paid into the bank is a debit of the bank)
    - `balance`: `came` minus `went`, so that it is below zero for a bank that has money
    - `lines`: the number of its lines
    """

    account: str
    name: str
    came: int
    went: int
    balance: int
    lines: int


class OpenLine(msgspec.Struct, frozen=True):
    """An account whose balance should be 0 but is not.

    It belongs to a person or to the flights, or it is the pool of a finished tournament (`stream`).
    """

    account: str
    name: str
    stream: str
    chips: int


class Journal(msgspec.Struct, frozen=True):
    """The accounts of a night, a month or a year, in units of `10 ** -decimals`.

    - `open`: the accounts that should have a balance of 0, but do not
    - `balance`: the sum of all accounts, which is 0 unless the books are wrong
    """

    period: str
    begins: int
    ends: int
    accounts: list[JournalAccount]
    open: list[OpenLine]
    balance: int
    decimals: int


class JournalLine(msgspec.Struct, frozen=True):
    """A line of an account: its time, kind and amount, and the balance after it.

    Event `seq` of the `stream` caused the line. If `stream` is "", the line is a change that people made to the books
    of a night, such as an expense.
    """

    at: int
    stream: str
    seq: int
    kind: str
    text: str
    chips: int
    balance: int


class JournalLines(msgspec.Struct, frozen=True):
    """The lines of one account in a period, in order. `balance` is the balance at the end of the period."""

    account: str
    name: str
    lines: list[JournalLine]
    balance: int
    decimals: int


class _Sum(msgspec.Struct):
    """The credits and debits of an account from one stream, and the number of lines."""

    came: int = 0
    went: int = 0
    lines: int = 0

    def add(self, came: int, went: int, lines: int) -> None:
        self.came += came
        self.went += went
        self.lines += lines


def journal_of(period: str, offset: int, connection: Connection) -> Journal:
    """The journal of a night, a month or a year. Raises BadNotation if `period` is none of these.

    `offset` is the user's time zone, in minutes from UTC.
    """
    span = span_of(period, offset)
    by_stream, decimals = _sums(span, period, connection)
    sums: defaultdict[str, _Sum] = defaultdict(_Sum)
    for (_, key), one in by_stream.items():
        sums[key].add(one.came, one.went, one.lines)
    names = _names(sums, connection)
    accounts = [
        JournalAccount(key, names[key], one.came, one.went, one.came - one.went, one.lines) for key, one in sums.items()
    ]
    accounts.sort(key=lambda one: (one.account not in ROOM_ACCOUNTS, one.name, one.account))
    pools = [(of, key, one.came - one.went) for (of, key), one in sorted(by_stream.items()) if key in POOLS]
    left = [OpenLine(key, names[key], of, chips) for of, key, chips in pools if chips]
    left += [OpenLine(FLIGHTS, one.name, "", one.balance) for one in accounts if one.account == FLIGHTS and one.balance]
    people = [one for one in accounts if one.account not in ROOM_ACCOUNTS and one.balance and not _is_bot(one.account)]
    left += [OpenLine(one.account, one.name, "", one.balance) for one in people]
    return Journal(period, span.begins, span.ends, accounts, left, sum(one.balance for one in accounts), decimals)


def lines_of(period: str, offset: int, account: str, connection: Connection) -> JournalLines:
    """The last lines of one account in a night, a month or a year, at most `MOST_LINES`.

    `offset` is the user's time zone, in minutes from UTC. Raises BadNotation if `period` is no night, month or year.
    """
    span = span_of(period, offset)
    by_stream, decimals = _sums(span, period, connection, account)
    balance = total = sum(one.came - one.went for (_, key), one in by_stream.items() if key == account)
    lines: list[JournalLine] = []
    for one in reversed(_entries(span, period, connection, account, decimals)[-MOST_LINES:]):
        lines.append(msgspec.structs.replace(one, balance=balance))
        balance -= one.chips
    name = _names([account], connection)[account]
    return JournalLines(account, name, lines[::-1], total, decimals)


def lines_as_csv(found: JournalLines) -> str:
    """The lines of an account as CSV."""
    show = Unit(found.decimals).number
    rows = [
        (one.at, one.stream, one.seq or None, one.kind, one.text, show(one.chips), show(one.balance))
        for one in found.lines
    ]
    return write_csv([("time", "stream", "event", "kind", "text", "chips", "balance"), *rows])


def accounts_as_csv(journal: Journal) -> str:
    """The accounts of a journal as CSV."""
    show = Unit(journal.decimals).number
    rows = [(one.name, show(one.came), show(one.went), show(one.balance), one.lines) for one in journal.accounts]
    return write_csv([("account", "credits", "debits", "balance", "lines"), *rows])


def _is_bot(account: str) -> bool:
    return account.startswith(NAMED)


def account_of(player: str, kind: str) -> str:
    """The account of the journal that a posting belongs to.

    >>> account_of("#17", "entry"), account_of("", "prizes"), account_of("", "rake")
    ('#17', '/prizes', '/house')
    """
    return player if player != HOUSE else _OF_KIND.get(kind, "/house")


def _of_period(span: Period, connection: Connection, account: str) -> ColumnElement[bool]:
    """The condition for the postings of a period or, with an `account`, for the postings of that account."""
    when = (posting.c.at >= span.begins) & (posting.c.at < span.ends)
    if account in ROOM_ACCOUNTS:
        kinds = [kind for kind, one in _OF_KIND.items() if account in (one, "/house")]
        is_kind = posting.c.kind.not_in(kinds) if account == "/house" else posting.c.kind.in_(kinds)
        return when & (posting.c.player == HOUSE) & is_kind
    return when & of_party(account, connection) if account else when


def _sums(
    span: Period, period: str, connection: Connection, account: str = ""
) -> tuple[dict[tuple[str, str], _Sum], int]:
    """The credits and debits of a period, by stream and account, and the decimals of the unit."""
    own = posting.c.decimals
    query = (
        select(
            posting.c.stream, posting.c.player, posting.c.kind, own, func.count(),
            func.sum(case((posting.c.chips > 0, posting.c.chips), else_=0)), func.sum(posting.c.chips),
        )
        .where(_of_period(span, connection, account))
        .group_by(posting.c.stream, posting.c.player, posting.c.kind, own)
    )  # fmt: skip
    rows = connection.execute(query).all()
    changes = in_force(changes_in(period, connection))
    decimals = max([0, *[int(row[3]) for row in rows], *[one.decimals for one in changes]])
    parties = read_parties(connection, [Booked(row[0], row[1]) for row in rows])
    found: defaultdict[tuple[str, str], _Sum] = defaultdict(_Sum)
    for of, player, kind, unit, count, came, sum_ in rows:
        times = 10 ** (decimals - int(unit))
        key = of, account_of(parties.of(player, of), kind)
        found[key].add(int(came) * times, (int(came) - int(sum_)) * times, int(count))
    for key_of_change, one in _of_changes(changes, decimals):
        if not account or key_of_change == account:
            found["", key_of_change].add(max(one.chips, 0), max(-one.chips, 0), 1)
    return dict(found), decimals


def _entries(span: Period, period: str, connection: Connection, account: str, decimals: int) -> list[JournalLine]:
    """The last lines of an account in order, still without balances."""
    latest = [column.desc() for column in posting.primary_key.columns]
    query = select(posting).where(_of_period(span, connection, account)).order_by(*latest).limit(MOST_LINES)
    found = [
        JournalLine(one.at, one.stream, one.seq, one.kind, "", one.chips * 10 ** (decimals - one.decimals), 0)
        for one in reversed(as_parties(connection, query))
        if account_of(one.player, one.kind) == account
    ]
    changes = in_force(changes_in(period, connection))
    found += [one for key, one in _of_changes(changes, decimals) if key == account]
    return sorted(found, key=lambda one: one.at)


def _of_changes(changes: Sequence[Change], decimals: int) -> list[tuple[str, JournalLine]]:
    """The lines for changes to the night's books, each with its account."""
    found = []
    for one in changes:
        kind, text = str(type(one.what).__struct_config__.tag), getattr(one.what, "text", "")
        for who, chips in one.moves(decimals).items():
            if chips:
                found.append((who or "/house", JournalLine(one.at, "", one.number, kind, text, chips, 0)))
    return found


def _names(accounts: Iterable[str], connection: Connection) -> dict[str, str]:
    accounts = list(accounts)
    people = [one for one in accounts if one not in ROOM_ACCOUNTS]
    names = names_of(people)(connection)
    return {one: ROOM_ACCOUNTS.get(one) or names.get(one) or settlement.HOUSE for one in accounts}
