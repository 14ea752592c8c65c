"""The books of the club, as they are asked for: the nights there are, what each player stands at, every posting.

`viewer` is the account for which it is asked: it sees the tables and nights at which it sat, whole; None sees all. Each
is a question to be asked of a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, case, func, insert, select, tuple_

from sidepot.room.store.night_times import DAY, Span
from sidepot.room.store.posting_rows import HOUSE, NAMED
from sidepot.room.store.schema import account, former, posting

CASH: Final = "cash"
_AT_ONCE: Final = 500


class NightRow(NamedTuple):
    """Chips up or down of one player of a night."""

    night: int
    player: str
    result: int


class Account(NamedTuple):
    """An account of a player, or of the house (""): what came to it in all, and what went from it."""

    player: str
    kind: str
    came: int
    went: int


class Posted(NamedTuple):
    """One leg of what an entry posts."""

    at: int
    stream: str
    seq: int
    player: str
    kind: str
    chips: int


def _night(span: Span) -> ColumnElement[int]:
    return (posting.c.at + span.shift) // DAY


def _seen(viewer: str | None, span: Span) -> list[ColumnElement[bool]]:
    """The postings of that time which a viewer sees."""
    when = [posting.c.at >= span.begins, posting.c.at < span.ends]
    if viewer is None:
        return when
    there = select(posting.c.stream, _night(span)).where(*when, posting.c.player == viewer)
    return [*when, tuple_(posting.c.stream, _night(span)).in_(there)]


def nights_between(viewer: str | None, span: Span) -> Callable[[Connection], list[NightRow]]:
    """Chips up or down of each player of each night, the last night first; the house's accounts are left out."""
    night = _night(span).label("night")
    query = (
        select(night, posting.c.player, func.sum(posting.c.chips))
        .where(*_seen(viewer, span), posting.c.player != HOUSE)
        .group_by(night, posting.c.player)
        .order_by(night.desc(), posting.c.player)
    )
    return lambda connection: [NightRow(int(at), who, int(chips)) for at, who, chips in connection.execute(query)]


def tables_between(viewer: str | None, span: Span) -> Callable[[Connection], dict[int, int]]:
    """At how many tables chips moved in each night."""
    night = _night(span).label("night")
    query = select(night, func.count(posting.c.stream.distinct())).where(*_seen(viewer, span)).group_by(night)
    return lambda connection: {int(at): int(count) for at, count in connection.execute(query)}


def last_before(viewer: str | None, at: int) -> Callable[[Connection], int | None]:
    """When something was posted last before that time; None: never."""
    query = select(func.max(posting.c.at)).where(posting.c.at < at)
    if viewer is not None:
        query = query.where(posting.c.player == viewer)
    return lambda connection: connection.scalar(query)


def accounts_in(viewer: str | None, span: Span) -> Callable[[Connection], list[Account]]:
    """The chips that came to each account in that time, and that went from it."""
    came = func.sum(case((posting.c.chips > 0, posting.c.chips), else_=0))
    went = func.sum(case((posting.c.chips < 0, -posting.c.chips), else_=0))
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
    """Every posting of that time, in order; so many at most."""
    query = select(posting).where(*_seen(viewer, span)).order_by(*posting.primary_key.columns).limit(most)
    return lambda connection: [Posted(*row) for row in connection.execute(query)]


def names_of(players: Collection[str]) -> Callable[[Connection], dict[str, str]]:
    """By what names players of the books are shown: those of today, else the last ones."""
    found = {one: one.removeprefix(NAMED) for one in players if one.startswith(NAMED)}
    numbers = sorted(one for one in players if one and one not in found)

    def ask(connection: Connection) -> dict[str, str]:
        names = dict(found)
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            for key, name in ((former.c.account, former.c.name), (account.c.id, account.c.name)):
                names.update((str(who), str(called)) for who, called in connection.execute(_these(key, name, some)))
        return {**dict.fromkeys(numbers, "somebody"), **names}

    return ask


def _these(key: ColumnElement[str], name: ColumnElement[str], some: Sequence[str]) -> Select[str, str]:
    return select(key, name).where(key.in_(some))


# ---- writing


def keep_names(connection: Connection, numbers: Sequence[str]) -> None:
    """Keep the names of accounts that are about to be closed, of whom something was noted: the books have them."""
    known = select(former.c.account)
    gone = select(account.c.id, account.c.name).where(
        account.c.id.in_(numbers), account.c.data != b"", account.c.id.not_in(known)
    )
    connection.execute(insert(former).from_select(["account", "name"], gone))
