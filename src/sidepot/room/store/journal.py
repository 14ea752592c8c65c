"""The journal of the club: all that was posted in a night, a month or a year, account by account.

The accounts are the people, the house, the bank (money in the desk of live tournaments), the tables (a pot that
waits), the prize pools and the bounties. Every event moves amounts from some to others, so all accounts together are
nil. What a host adds to the books of a night (expenses, adjustments, payments) are lines, too.

An account that should be nil and is not has an open line: somebody who has not paid or was not paid, and the pools of
a tournament that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from sidepot.games.unit import Unit
from sidepot.room.store.ledger import Period, Posted, as_parties, names_of, span_of
from sidepot.room.store.night_changes import Change, changes_in, in_force
from sidepot.room.store.parties import of_party
from sidepot.room.store.rows import BANK, HOUSE, NAMED
from sidepot.room.store.schema import posting
from sidepot.table import settlement
from sidepot.validation.csv_text import write_csv

MOST_LINES: Final = 100_000  # postings of one period
ROOM_ACCOUNTS: Final = {"/house": "the house", "/bank": "the bank", "/tables": "the tables",
                        "/prizes": "the prize pools", "/bounties": "the bounties"}  # fmt: skip
POOLS: Final = {"/prizes": "prizes", "/bounties": "bounties"}
_OF_KIND: Final = {BANK: "/bank", "pot": "/tables", "chips": "/tables", "prizes": "/prizes", "bounties": "/bounties"}


class JournalAccount(msgspec.Struct, frozen=True):
    """An account: its key and name, the credits (`came`) and debits (`went`) of the period, and the `balance`.

    A credit adds to the account. The balance of the bank is below zero while it has money. `lines` is the number of
    lines.
    """

    account: str
    name: str
    came: int
    went: int
    balance: int
    lines: int


class OpenLine(msgspec.Struct, frozen=True):
    """An account whose balance should be 0 but is not: a person, or the pool of a finished tournament (`stream`)."""

    account: str
    name: str
    stream: str
    chips: int


class Journal(msgspec.Struct, frozen=True):
    """The accounts of a night, a month or a year, in units of `10 ** -decimals`.

    `balance` is the sum of all accounts, which is 0 unless the books are wrong. `open` are the accounts that should
    have a balance of 0, but do not.
    """

    period: str
    begins: int
    ends: int
    accounts: list[JournalAccount]
    open: list[OpenLine]
    balance: int
    decimals: int


class JournalLine(msgspec.Struct, frozen=True):
    """A line of an account: its time, the event `seq` of the `stream` that caused it, its kind and amount, and the
    balance after it.

    `stream` is "" for a change to the night's books.
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


class _Entry(msgspec.Struct, frozen=True):
    """A line of any account."""

    at: int
    stream: str
    seq: int
    account: str
    kind: str
    text: str
    chips: int


def journal_of(period: str, offset: int, connection: Connection) -> Journal:
    """The journal of a night, a month or a year. Raises BadNotation if `period` is none of these."""
    span = span_of(period, offset)
    entries, decimals = _entries(span, period, connection)
    sums: Counter[str] = Counter()
    came: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    pools: Counter[tuple[str, str]] = Counter()
    for one in entries:
        sums[one.account] += one.chips
        came[one.account] += max(one.chips, 0)
        counts[one.account] += 1
        if one.account in POOLS:
            pools[one.stream, one.account] += one.chips
    names = _names(counts, connection)
    accounts = [
        JournalAccount(key, names[key], came[key], came[key] - sums[key], sums[key], counts[key]) for key in counts
    ]
    accounts.sort(key=lambda one: (one.account not in ROOM_ACCOUNTS, one.name, one.account))
    left = [OpenLine(key, names[key], of, chips) for (of, key), chips in sorted(pools.items()) if chips]
    people = [one for one in accounts if one.account not in ROOM_ACCOUNTS and one.balance and not _is_bot(one.account)]
    left += [OpenLine(one.account, one.name, "", one.balance) for one in people]
    return Journal(period, span.begins, span.ends, accounts, left, sum(sums.values()), decimals)


def lines_of(period: str, offset: int, account: str, connection: Connection) -> JournalLines:
    """The lines of one account in a period. Raises BadNotation if `period` is not a night, a month or a year."""
    entries, decimals = _entries(span_of(period, offset), period, connection, account)
    balance, lines = 0, []
    for one in entries:
        if one.account == account:
            balance += one.chips
            lines.append(JournalLine(one.at, one.stream, one.seq, one.kind, one.text, one.chips, balance))
    return JournalLines(account, _names([account], connection)[account], lines, balance, decimals)


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
    """The account of the journal to which a posting belongs.

    >>> account_of("#17", "entry"), account_of("", "prizes"), account_of("", "rake")
    ('#17', '/prizes', '/house')
    """
    return player if player != HOUSE else _OF_KIND.get(kind, "/house")


def _entries(span: Period, period: str, connection: Connection, account: str = "") -> tuple[list[_Entry], int]:
    """The lines of a period in order, and the decimals of their unit. `account` leaves out those of other people."""
    query = select(posting).where(posting.c.at >= span.begins, posting.c.at < span.ends)
    if account in ROOM_ACCOUNTS:
        query = query.where(posting.c.player == HOUSE)
    elif account:
        query = query.where(of_party(account, connection))
    posted = as_parties(connection, query.order_by(*posting.primary_key.columns).limit(MOST_LINES))
    changes = in_force(changes_in(period, connection))
    decimals = max([0, *[one.decimals for one in posted], *[one.decimals for one in changes]])
    found = [_of_posting(one, decimals) for one in posted] + _of_changes(changes, decimals)
    return sorted(found, key=lambda one: one.at), decimals


def _of_posting(one: Posted, decimals: int) -> _Entry:
    chips = one.chips * 10 ** (decimals - one.decimals)
    return _Entry(one.at, one.stream, one.seq, account_of(one.player, one.kind), one.kind, "", chips)


def _of_changes(changes: Sequence[Change], decimals: int) -> list[_Entry]:
    found = []
    for one in changes:
        kind, text = type(one.what).__struct_config__.tag, getattr(one.what, "text", "")
        for who, chips in one.moves(decimals).items():
            if chips:
                found.append(_Entry(one.at, "", one.number, who or "/house", str(kind), text, chips))
    return found


def _names(accounts: Sequence[str] | Counter[str], connection: Connection) -> dict[str, str]:
    people = [one for one in accounts if one not in ROOM_ACCOUNTS]
    names = names_of(people)(connection)
    return {one: ROOM_ACCOUNTS.get(one) or names.get(one) or settlement.HOUSE for one in accounts}
