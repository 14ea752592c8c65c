"""`sidepot nights`: show a club's nights, with results and payments."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, find_place
from sidepot.errors import BadNotation
from sidepot.games.unit import Unit
from sidepot.table.ledger import SIDE_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sidepot.room.store.league import League
    from sidepot.room.store.night_books import Night, NightBooks

_LATEST = 2**53


class Files(StrEnum):
    """The parts of the books that `--csv` can export."""

    PLAYERS = "players"
    PAYMENTS = "payments"
    CHANGES = "changes"
    LEAGUE = "league"
    POSTINGS = "postings"


def command(
    period: Annotated[
        str,
        typer.Argument(
            metavar="PERIOD", help="A night (2026-11-26), a month (2026-11) or a year (2026) [the latest nights]."
        ),
    ] = "",
    data: Data = None,
    db: Address = "",
    offset: Annotated[
        int | None,
        typer.Option(
            metavar="MINUTES", min=-840, max=840, help="Minutes ahead of UTC [the time zone of this machine]."
        ),
    ] = None,
    csv: Annotated[Files | None, typer.Option(help="Print this part of the books as CSV.")] = None,
    league: Annotated[bool, typer.Option("--league", help="Show the league of a month or a year.")] = False,
    json: AsJson = False,
) -> None:
    """Show a club's nights: buy-ins, results, expenses, and the fewest payments that settle them.

    A night lasts from noon to noon. Bots neither pay nor are paid. Without a period, the latest nights are listed. The
    command only reads, and can run while people play. `sidepot audit verify` checks the books against the tables.

    Examples:

      sidepot nights
      sidepot nights 2026-11-26
      sidepot nights 2026-11 --data /srv/cards --csv payments
      sidepot nights 2026 --league

    Exit codes: 0 success, 2 no database, no such night, or bad usage.
    """
    if csv is not None and (json or not period):
        raise BadNotation("--csv needs a night or a month and no --json, as in: sidepot nights 2026-11 --csv players")
    if league and (csv is not None or not period):
        raise BadNotation("--league needs a month or a year and no --csv, as in: sidepot nights 2026 --league")
    place = find_place(data, db)
    from sidepot.room.store.database import check_current, check_there, read_once
    from sidepot.room.store.league import league_of
    from sidepot.room.store.ledger import shift_of, span_of
    from sidepot.room.store.night_books import books_of, nights_before
    from sidepot.room.store.night_files import as_csv, changes_as_csv, journal_of, league_as_csv, payments_as_csv

    ahead = time.localtime().tm_gmtoff // 60 if offset is None else offset
    if period:
        span_of(period, ahead)
    check_there(place)
    with read_once(place) as connection:
        check_current(connection, place)
        if not period:
            found: Any = nights_before(None, "", _LATEST, shift_of(ahead), connection)[0]
        elif csv is Files.POSTINGS:
            found = journal_of(None, period, ahead, connection)
        elif league or csv is Files.LEAGUE:
            found = league_of(None, "", period, ahead, connection)
        else:
            found = books_of(None, "", period, ahead, connection)
    if csv is not None:
        texts: dict[Files, Callable[[Any], str]] = {
            Files.PLAYERS: as_csv,
            Files.PAYMENTS: payments_as_csv,
            Files.CHANGES: changes_as_csv,
            Files.LEAGUE: league_as_csv,
            Files.POSTINGS: str,
        }
        print(texts[csv](found), end="")
    else:
        common.finish(found, _show_league if league else _show if period else _show_list, json=json, holds=True)


def _show_list(nights: list[Night]) -> None:
    for night in nights:
        moved = Unit(night.decimals).number(night.moved)
        print(f"{night.date}  {night.players} players, {night.tables} tables, {moved:,} moved")
    if not nights:
        print("No nights yet.")


def _show(books: NightBooks) -> None:
    number = Unit(books.decimals).number
    columns = [*_COUNTED, "result"]
    columns += [name for name in SIDE_GAMES if any(getattr(line, name) for line in books.players)]
    settled = [name for name in ("bots", "expenses", "adjustments", "paid") if any(_column(books, name))]
    columns += [*settled, "open"] if settled else []
    width = max([len(line.player) for line in books.players] + [len("the house")])
    print(f"{'player':{width}}  " + "  ".join(f"{name.replace('_', ' '):>11}" for name in columns))
    for line in books.players:
        cells = [f"{number(getattr(line, name)):>{'' if name in _COUNTED else '+'}11,}" for name in columns]
        print(f"{line.player:{width}}  " + "  ".join(cells))
    for kind, chips in books.house.items():
        print(f"the house: {kind} {number(chips):,}")
    for one in books.payments:
        print(f"{one.payer} pays {one.payee} {number(one.chips):,}")
    if books.balance:
        print(f"The books do not balance: they add up to {number(books.balance):,}.")


_COUNTED = ("bought", "cashed", "on_table")


def _column(books: NightBooks, name: str) -> list[int]:
    return [getattr(line, name) for line in (*books.players, books.house_balance)]


def _show_league(league: League) -> None:
    number = Unit(league.decimals).number
    width = max([len(line.player) for line in league.players] + [len("player")])
    print(f"{'player':{width}}  {'nights':>6}  {'points':>6}  {'result':>11}  {'best':>11}")
    for line in league.players:
        sums = f"{number(line.result or 0):>+11,}  {number(line.best or 0):>+11,}"
        print(f"{line.player:{width}}  {line.nights:>6}  {line.points:>6}  {sums}")
