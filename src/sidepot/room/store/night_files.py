"""The books of a night, a month or a year as CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from sidepot.games.unit import Unit
from sidepot.room.store.league import League
from sidepot.room.store.ledger import Posted, names_of, postings_in, span_of
from sidepot.room.store.night_books import NightBooks
from sidepot.room.store.night_changes import Adjustment, Expense, Paid, Points, UndoChange, What
from sidepot.table import settlement
from sidepot.table.ledger import SIDE_GAMES
from sidepot.validation.csv_text import write_csv

MOST_POSTINGS: Final = 100_000  # most postings in one file


def as_csv(books: NightBooks) -> str:
    """The players' lines for a night, a month or a year as CSV, with the house at the end."""
    play = ("bought", "cashed", "on_table", "taken_off", "tournaments", "credit", *SIDE_GAMES)
    settled = ("result", "bots", "expenses", "adjustments", "paid", "open")
    show = Unit(books.decimals).number
    rows: list[Sequence[object]] = [
        [line.player, *[show(getattr(line, name)) for name in (*play, *settled)]] for line in books.players
    ]
    house = [show(getattr(books.house_balance, name)) for name in settled]
    return write_csv([("player", *play, *settled), *rows, [settlement.HOUSE, *[0] * len(play), *house]])


def payments_as_csv(books: NightBooks) -> str:
    """The payments as CSV: payments made, with their time (UTC), and then payments still due."""
    show = Unit(books.decimals).number
    made = [
        (one.what.payer, one.what.payee, show(one.what.chips), utc(one.at))
        for one in books.changes
        if isinstance(one.what, Paid) and not one.undone_by
    ]
    due = [(one.payer, one.payee, show(one.chips), None) for one in books.payments]
    return write_csv([("payer", "payee", "chips", "paid"), *made, *due])


def changes_as_csv(books: NightBooks) -> str:
    """The changes as CSV. For an expense or an adjustment, the column `payer` lists the people who share it."""
    unit = Unit(books.decimals)
    head = ("number", "time", "by", "period", "kind", "text", "payer", "payee", "chips", "undone_by")
    rows = [
        (one.number, utc(one.at), one.by, one.period, *_change_cells(one.what, unit), one.undone_by or None)
        for one in books.changes
    ]
    return write_csv([head, *rows])


def _change_cells(what: What, unit: Unit) -> tuple[object, ...]:
    match what:
        case Expense() | Adjustment():
            kind = "expense" if isinstance(what, Expense) else "adjustment"
            return kind, what.text, "; ".join(what.among), what.to, unit.number(what.chips)
        case Paid():
            return "paid", "", what.payer, what.payee, unit.number(what.chips)
        case Points():
            return "points", " ".join(map(str, what.points)), "", "", None
        case UndoChange():
            return "undo", str(what.number), "", "", None


def league_as_csv(league: League) -> str:
    """A league as CSV."""
    show = Unit(league.decimals).number
    rows = [
        (line.player, line.nights, line.points, *[None if of is None else show(of) for of in (line.result, line.best)])
        for line in league.players
    ]
    return write_csv([("player", "nights", "points", "result", "best"), *rows])


def postings_as_csv(postings: Iterable[Posted], names: Mapping[str, str]) -> str:
    """The postings as CSV: time (UTC), table, event, player, account and chips."""
    rows = [
        (
            utc(one.at),
            one.stream.partition("/")[2],
            one.seq,
            names.get(one.player, settlement.HOUSE),
            one.kind,
            Unit(one.decimals).number(one.chips),
        )
        for one in postings
    ]
    return write_csv([("time", "table", "event", "player", "account", "chips"), *rows])


def utc(at: int) -> str:
    """A time in milliseconds since 1970 as text in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def journal_of(viewer: str | None, period: str, offset: int, connection: Connection) -> str:
    """The postings of a night or a month as CSV, at the tables where the `viewer` sat (None: at all tables).

    `offset` is the user's time zone, in minutes from UTC. Raises BadNotation if `period` is neither.
    """
    found = postings_in(viewer, span_of(period, offset), MOST_POSTINGS)(connection)
    return postings_as_csv(found, names_of({one.player for one in found})(connection))
