"""`sidepot tournament seat`: draw seats in a way that anyone can repeat, or check a draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import TournamentHouse, file_option
from sidepot.errors import BadNotation
from sidepot.validation.json_text import read_json
from sidepot.validation.reader import at_place

if TYPE_CHECKING:
    from rich.table import Table

    from sidepot.rules.rulebook import Rulebook
    from sidepot.tournament.moves import SeatDraw

_MOST: int = 100_000


class _Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player's seat, numbered from 1. A pinned player may be pinned only to a table."""

    player: str
    table: int
    seat: int | None = None


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    """The printed record of a draw."""

    seed: str
    seats: int
    tables: int
    draw: list[_Seat]
    pinned: list[_Seat] = []


def command(
    players: Annotated[
        int | None,
        typer.Option(
            "--players", min=1, max=_MOST, metavar="N", help="The number of players, named Player 1, Player 2 ..."
        ),
    ] = None,
    names: Annotated[str | None, typer.Option("--names", metavar="A,B,C", help="The players' names.")] = None,
    file: Annotated[Path | None, file_option("--file", "A file with one name per line; - for standard input.")] = None,
    seats: Annotated[int, typer.Option("--seats", min=2, max=22, metavar="N", help="Seats per table.")] = 9,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="The random seed [a new one, which is printed].")
    ] = None,
    pin: Annotated[
        list[str] | None,
        typer.Option("--pin", metavar="NAME=TABLE.SEAT", help="A seat or a table that a player needs; repeatable."),
    ] = None,
    check: Annotated[
        Path | None, file_option("--check", "Repeat the draw of a record, and compare.", "RECORD.json")
    ] = None,
    house: TournamentHouse = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document: the record of the draw.")] = False,
) -> None:
    """Draw seats for a tournament, or check a draw: the same names and seed always give the same seats.

    Tables are filled evenly, and every seat is equally likely. The order of the names does not matter. Use --pin for a
    player who needs a certain seat or table. A seed that nobody can choose alone, such as dice thrown in public, makes
    a draw that everyone can trust.

    Examples:

      sidepot tournament seat --players 23 --seed "dice 4 2 6"
      sidepot tournament seat --file players.txt --seats 8 --seed friday --json > draw.json
      sidepot tournament seat --names Ann,Bob,Cy,Dee --seats 3 --pin Ann=2.1 --pin Bob=1
      sidepot tournament seat --check draw.json

    Exit codes: 0 drawn, or the record is correct; 1 the record is wrong; 2 bad usage or input.
    """
    if check is not None:
        if any(given is not None for given in (players, names, file, seed, pin, house)):
            raise BadNotation("--check takes everything from the record: omit players, seed, pins and house")
        _check(check, json=json)
        return
    from secrets import token_hex

    from sidepot.cli.usual_house import usual_house
    from sidepot.rules.houses import find_house
    from sidepot.tournament.seating import draw_seats, tables_needed

    rulebook = find_house(house or usual_house("tda-2013"))
    who = _players(players, names, file)
    pinned = _pins(pin or (), who)
    tables = {number: range(seats) for number in range(1, tables_needed(len(who), seats) + 1)}
    drawn = draw_seats(who, tables, token_hex(8) if seed is None else seed, pinned=pinned)
    common.answer(lambda: _report(drawn, seats), lambda: _show(drawn, seats, rulebook), json=json)


def _players(count: int | None, names: str | None, file: Path | None) -> list[str]:
    """The players to draw for. Raises BadNotation unless they are given in exactly one way."""
    if sum(given is not None for given in (count, names, file)) != 1:
        raise BadNotation("name the players: --players N, --names A,B,C or --file FILE")
    if count is not None:
        return [f"Player {number:0{len(str(count))}}" for number in range(1, count + 1)]
    listed = names.split(",") if names is not None else common.read_text(file or "-").splitlines()
    who = [name.strip() for name in listed if name.strip()]
    if not who:
        raise BadNotation("no names in " + ("--names" if names is not None else str(file)))
    return who


def _pins(pins: Sequence[str], who: list[str]) -> dict[str, tuple[int, int]]:
    """The pinned players. Raises BadNotation for an invalid pin."""
    pinned: dict[str, tuple[int, int]] = {}
    for one in pins:
        name, place = _pin(one, who)
        if name in pinned:
            raise BadNotation(f"--pin {one}: {name} already has a place")
        pinned[name] = place
    return pinned


def _pin(text: str, who: list[str]) -> tuple[str, tuple[int, int]]:
    """Parse `Ann=2.1` or `Ann=2`. Raises BadNotation for other text."""
    from sidepot.tournament.seating import ANY_SEAT

    name, equals, place = text.rpartition("=")
    table, dot, seat = place.partition(".")
    digits = [table, seat] if dot else [table]
    if not (equals and all(one.isdecimal() and one.isascii() and len(one) < 7 for one in digits)):
        raise BadNotation(f"--pin {text}: expected NAME=TABLE.SEAT, as in Ann=2.1, or NAME=TABLE")
    if name not in who:
        raise BadNotation(f"--pin {text}: {name!r} is not one of the {len(who)} players")
    if dot and int(seat) < 1:
        raise BadNotation(f"--pin {text}: seats are numbered from 1")
    return name, (int(table), int(seat) - 1 if dot else ANY_SEAT)


# ---- output


class DrawnReport(Struct, frozen=True):
    """A player's table and seat, both numbered from 1. If only the table was drawn, there is no seat."""

    player: str
    table: int
    seat: int | UnsetType


class DrawReport(Struct, frozen=True):
    """A draw for seats, with everything needed to repeat it."""

    seed: str
    seats: int
    tables: int
    draw: list[DrawnReport]
    pinned: list[DrawnReport] | UnsetType


def _report(drawn: SeatDraw, seats: int) -> DrawReport:
    def written(places: tuple[tuple[str, int, int], ...]) -> list[DrawnReport]:
        return [DrawnReport(player, table, seat + 1 if seat >= 0 else UNSET) for player, table, seat in places]

    return DrawReport(drawn.seed, seats, len(drawn.tables), written(drawn.order), written(drawn.pinned) or UNSET)


def _show(drawn: SeatDraw, seats: int, house: Rulebook) -> None:
    from rich.text import Text

    from sidepot.rules.own_numbers import own_cite
    from sidepot.tournament.cited import DRAWN

    console = common.console()
    console.print(_plan(drawn, seats))
    kept = f"; {', '.join(player for player, _, _ in drawn.pinned)} had a pinned place" if drawn.pinned else ""
    count = f"{len(drawn.order)} player{'s'[: len(drawn.order) != 1]}"
    tables = f"{len(drawn.tables)} table{'s'[: len(drawn.tables) != 1]}"
    console.print(Text(f"{count} at {tables}{kept}.  {own_cite(house, DRAWN)}"))
    console.print(Text.assemble("Seed: ", (drawn.seed, "bold"), "  Anyone can repeat the draw with it."))


def _plan(drawn: SeatDraw, seats: int) -> Table:
    """A row for each table, with its players by seat."""
    from rich.text import Text

    table = common.table(right=("table",))
    for seat in range(1, seats + 1):
        table.add_column(f"seat {seat}")
    sits = {(number, seat): player for player, number, seat in drawn.order}
    for number, _ in drawn.tables:
        table.add_row(str(number), *[Text(sits.get((number, seat), "")) for seat in range(seats)])
    return table


# ---- checking


def _check(file: Path, *, json: bool) -> None:
    """Repeat the draw of a record. Exits with code 1 if the result differs."""
    from sidepot.tournament.seating import check_draw

    drawn = _read(common.read_bytes(file), str(file))
    wrong = check_draw(drawn)
    report = CheckReport(not wrong, len(drawn.order), drawn.seed, wrong)
    common.finish(report, _show_check, json=json, holds=report.holds)


class CheckReport(Struct, frozen=True):
    """Whether a recorded draw is correct, and the differences."""

    holds: bool
    players: int
    seed: str
    problems: Sequence[str]


def _show_check(report: CheckReport) -> None:
    if report.holds:
        print(f"The draw is correct: all {report.players} players sit where the seed puts them.")
        return
    print("The draw is wrong:")
    for line in report.problems:
        print(f"  {line}")


def _read(data: bytes, file: str) -> SeatDraw:
    """Read a record of a draw. Raises BadNotation if it is invalid."""
    from sidepot.tournament.moves import SeatDraw
    from sidepot.tournament.seating import ANY_SEAT

    with at_place(file):
        record = read_json(data, msgspec.json.Decoder(_Record), "the record of a draw")
    if not (2 <= record.seats <= 22 and 0 <= record.tables <= _MOST):
        raise BadNotation(
            f"{file}: expected 0 to {_MOST} tables with 2 to 22 seats each, not {record.tables} with {record.seats}"
        )
    if any(one.seat is None or one.seat < 1 for one in record.draw):
        raise BadNotation(f"{file}: every player needs a seat number, which must be 1 or more")
    open_seats = tuple(range(record.seats))
    return SeatDraw(
        record.seed,
        tuple([(one.player, one.table, (one.seat or 0) - 1) for one in record.draw]),
        tuple([(number, open_seats) for number in range(1, record.tables + 1)]),
        pinned=tuple(
            sorted([(one.player, one.table, ANY_SEAT if one.seat is None else one.seat - 1) for one in record.pinned])
        ),
    )
