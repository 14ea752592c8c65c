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

if TYPE_CHECKING:
    from sidepot.room.store.ledger import Night, NightBooks

_LATEST = 2**53


class Files(StrEnum):
    """What `--csv` exports."""

    PLAYERS = "players"
    PAYMENTS = "payments"
    POSTINGS = "postings"


def command(
    period: Annotated[
        str, typer.Argument(metavar="PERIOD", help="A night (2026-11-26) or a month (2026-11) [the latest nights].")
    ] = "",
    data: Data = None,
    db: Address = "",
    offset: Annotated[
        int | None,
        typer.Option(
            metavar="MINUTES", min=-840, max=840, help="Minutes ahead of UTC [the time zone of this machine]."
        ),
    ] = None,
    csv: Annotated[Files | None, typer.Option(help="Print players, payments or postings as CSV.")] = None,
    json: AsJson = False,
) -> None:
    """Show a club's nights: buy-ins, results, and the fewest payments that settle them.

    A night lasts from noon to noon. Without a period, the latest nights are listed. The command only reads, and can run
    while people play. `sidepot audit verify` checks the books against the tables.

    Examples:

      sidepot nights
      sidepot nights 2026-11-26
      sidepot nights 2026-11 --data /srv/cards --csv payments

    Exit codes: 0 success, 2 no database, no such night, or bad usage.
    """
    if csv is not None and (json or not period):
        raise BadNotation("--csv needs a night or a month, without --json: sidepot nights 2026-11 --csv players")
    place = find_place(data, db)
    from sidepot.room.store.database import check_current, check_there, read_once
    from sidepot.room.store.ledger import (
        as_csv,
        books_of,
        journal_of,
        nights_before,
        payments_as_csv,
        shift_of,
        span_of,
    )

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
        else:
            found = books_of(None, "", period, ahead, connection)
    if csv is None:
        common.finish(found, _show if period else _show_list, json=json, holds=True)
    elif csv is Files.POSTINGS:
        print(found, end="")
    else:
        print(as_csv(found) if csv is Files.PLAYERS else payments_as_csv(found), end="")


def _show_list(nights: list[Night]) -> None:
    for night in nights:
        moved = Unit(night.decimals).number(night.moved)
        print(f"{night.date}  {night.players} players, {night.tables} tables, {moved:,} moved")
    if not nights:
        print("No nights yet.")


def _show(books: NightBooks) -> None:
    number = Unit(books.decimals).number
    width = max([len(line.player) for line in books.players] + [len("player")])
    print(f"{'player':{width}}  {'bought':>10}  {'cashed':>10}  {'on table':>10}  {'result':>10}")
    for line in books.players:
        sums = (line.bought, line.cashed, line.on_table)
        print(
            f"{line.player:{width}}  "
            + "  ".join(f"{number(chips):>10,}" for chips in sums)
            + f"  {number(line.result):>+10,}"
        )
    for kind, chips in books.house.items():
        print(f"the house: {kind} {number(chips):,}")
    for one in books.payments:
        print(f"{one.payer} pays {one.payee} {number(one.chips):,}")
    if books.balance:
        print(f"The books do not balance: they add up to {number(books.balance):,}.")
