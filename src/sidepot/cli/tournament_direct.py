"""`sidepot tournament direct`: direct a live tournament; its steps are kept in a file."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import msgspec
import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common import filled
from sidepot.cli.common_options import AsJson, file_option
from sidepot.cli.structure_file import read_structure_file
from sidepot.errors import BadNotation, SidepotError
from sidepot.privacy import open_private
from sidepot.validation.integers import out_of_bounds
from sidepot.validation.json_text import read_json
from sidepot.validation.problems import find_problem
from sidepot.validation.reader import at_place, unknown
from sidepot.validation.type_checks import bounds_of

if TYPE_CHECKING:
    from sidepot.tournament import commands as c
    from sidepot.tournament.structure import Structure
    from sidepot.tournament.tournament import Step, Tournament


MINUTE: Final = 60_000


def command(
    file: Annotated[
        Path,
        typer.Argument(
            parser=common.path, metavar="FILE", help="The log of the tournament, one step of JSON per line."
        ),
    ],
    act: Annotated[
        list[str] | None, typer.Argument(metavar="ACT FIELD=VALUE", help="What happened [show the current state].")
    ] = None,
    new: Annotated[
        str | None,
        typer.Option("--new", metavar="STRUCTURE", help="Start a tournament with this preset or structure file."),
    ] = None,
    acts: Annotated[
        Path | None, file_option("--acts", "A file of acts, one per line; - reads standard input as you type.")
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who reports it.")] = "",
    minute: Annotated[
        float | None,
        typer.Option(
            "--minute", min=0, max=600_000, metavar="N", help="Minutes since the start [by the clock of this machine]."
        ),
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Show what the action would change, and change nothing.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Direct a live tournament: report what happened, and see what to do and what to ask next.

    An action is the name of a command and its fields. Tables, seats, items and steps count from 1. Separate several
    names or pairs with commas: by=Bob,Cy stacks=Ann:900,Bob:1100 odd=1:3,4:1. Times are in minutes: at=-3 is three
    minutes ago. An action that is refused changes nothing. docs/reference/director.md lists all actions.

    Examples:

      sidepot tournament direct saturday.jsonl --new turbo
      sidepot tournament direct friday.jsonl register player=Eve
      sidepot tournament direct friday.jsonl out player=Ann by=Bob at=-3
      sidepot tournament direct friday.jsonl undo step=4 only=true why="no such player" --preview
      sidepot tournament direct friday.jsonl --acts more.txt --by Cy
      sidepot tournament direct friday.jsonl --json

    Exit codes: 0 success, 1 an action of --acts was refused, 2 bad usage or input, or the action was refused.
    """
    clock = _clock(minute)
    tournament = _open(file, new, clock, by)
    if preview:
        if not act or acts is not None:
            raise BadNotation("--preview needs one action")
        _show_preview(tournament, act, clock, by, json=json)
        return
    if act:
        _tell(tournament, act, file, clock(tournament), by)
    refused = _tell_all(tournament, acts, file, clock, by) if acts is not None else 0
    report = report_of(tournament, clock(tournament))
    common.answer(lambda: report, lambda: _show(report), json=json)
    if refused:
        raise typer.Exit(common.DOES_NOT_HOLD)


def _clock(minute: float | None) -> Callable[[Tournament | None], int]:
    """The current time: the machine's, or `minute` minutes after the first step. It never goes back."""
    from time import time

    def now(tournament: Tournament | None) -> int:
        if minute is None:
            at = round(time() * 1000)
        else:
            at = round(minute * MINUTE) + (tournament.log[0].at if tournament is not None else 0)
        return at if tournament is None else max(at, tournament.at)

    return now


def _open(file: Path, new: str | None, clock: Callable[[Tournament | None], int], by: str) -> Tournament:
    """Read the tournament of a file, or start a new one in it. Raises BadNotation for an invalid file."""
    from sidepot.tournament.tournament import Tournament, encode

    if new is None:
        if not file.exists():
            raise BadNotation(f"{file}: no such file; --new STRUCTURE starts a tournament in it")
        return common.read_file(file, _replayed)
    if file.exists():
        raise BadNotation(f"{file} already exists: a new tournament needs a new file")
    tournament = Tournament(_structure(new), at=clock(None), by=by, live=True)
    with open_private(file, "xb") as log:
        log.write(encode(tournament.log[0]) + b"\n")
    return tournament


def _replayed(text: str) -> Tournament:
    """The tournament made by these steps, one per line. Raises BadNotation for invalid steps."""
    from sidepot.tournament.tournament import replay

    steps = [_step(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not steps:
        raise BadNotation("this file is empty", hint="delete it, and start a tournament with --new STRUCTURE")
    return replay(steps)


def _step(line: str, number: int) -> Step:
    """Read a step from its line. Raises BadNotation for an invalid line."""
    from sidepot.tournament.tournament import decode

    with at_place(f"line {number}"):
        return decode(line)


def _structure(name: str) -> Structure:
    from sidepot.tournament.presets import PRESETS, find_preset

    is_file = bool(Path(name).suffix) or Path(name).exists()
    if name in PRESETS or not is_file:
        return find_preset(name)
    return read_structure_file(name)


def _tell(tournament: Tournament, words: list[str], file: Path, now: int, by: str) -> None:
    from sidepot.tournament.tournament import encode

    step = tournament.do(read_act(words, now), now, by=by)
    with open_private(file, "ab") as log:
        log.write(encode(step) + b"\n")


def _tell_all(
    tournament: Tournament, acts: Path, file: Path, clock: Callable[[Tournament | None], int], by: str
) -> int:
    """Carry out acts line by line. Returns how many were refused."""
    import sys

    refused = 0
    lines = sys.stdin if str(acts) == "-" else common.read_text(str(acts)).splitlines()
    for number, line in enumerate(lines, 1):
        place = f"{'standard input' if str(acts) == '-' else acts}: line {number}"
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            hint = "a quotation mark is not closed"
            raise BadNotation(f"{line.strip()!r} cannot be split into words", hint=hint, place=place) from None
        if not words:
            continue
        try:
            _tell(tournament, words, file, clock(tournament), by)
        except SidepotError as error:
            refused += 1
            common.say(f"{place}: {line.strip()}: {error}")
    return refused


def _show_preview(
    tournament: Tournament, words: list[str], clock: Callable[[Tournament | None], int], by: str, *, json: bool
) -> None:
    from sidepot.rules.clauses import plain

    now = clock(tournament)
    shown = tournament.preview(read_act(words, now), now, by=by)

    def show() -> None:
        for line in shown.by_chance:
            print(plain(line))
        for one in shown.changes:
            whom = f"{one.whom}: " if one.whom else ""
            print(f"{whom}{one.what} {one.before or '-'} -> {one.after or '-'}")

    common.answer(lambda: shown, show, json=json)


def _show(report: StandReport) -> None:
    clock, left = report.clock, report.clock.left_ms
    time = "" if left is None else f", {left // MINUTE}:{left // 1000 % 60:02} left"
    state = "break" if clock.is_break else f"level {clock.level}"
    print(f"{report.left} of {report.entries} left, {state}{time}{'' if clock.running else ', clock stopped'}")
    print(f"average {report.average:,}, pool {report.pool:,}, step {report.version}")
    for order in report.orders:
        print(f"Do: {order.text}  {order.cite}")
    for ask in report.asks:
        print(f"Ask: {ask.text}  {ask.cite}")
    for table in report.tables:
        print(f"Table {table.table}")
        for seat in table.seats:
            penalty = f"  {seat.penalty}" if seat.penalty else ""
            print(f"  {seat.seat} {seat.player}  {seat.stack:,} {seat.known}{penalty}")
    for line in report.places:
        paid = f"  {line.paid:,}" if line.paid else ""
        print(f"{line.place}. {line.player}{paid}")


# ---- parse acts


FROM_ONE: Final = ("seat", "item")
MINUTES: Final = ("ms", "left")
BY_SEAT: Final = ("odd", "cards")  # pairs of a seat, from 1, and its chips
SEATS: Final = ("won",)  # seats, from 1


def read_act(words: list[str], now: int) -> c.AnyCommand:
    """Parse a command with its fields, such as `out player=Ann by=Bob`.

    Raises BadNotation for an unknown command or field.
    """
    from sidepot.tournament import commands as c

    kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(c.AnyCommand)}
    name, *rest = words
    kind = kinds.get(name)
    if kind is None:
        raise unknown(f"unknown action {name!r}", name, kinds, brief=True, most=3)
    known = dict(zip(kind.__struct_encode_fields__, msgspec.structs.fields(kind), strict=True))
    fields: dict[str, object] = {"type": name}
    for word in rest:
        key, is_given, value = word.partition("=")
        if not is_given or key not in known:
            expected = "expected one of its fields: " + ", ".join([f"{one}=" for one in known])
            expected = expected if known else "this action has no fields"
            raise BadNotation(f"{name} {word}: {expected}")
        fields[key] = _value(name, key, value, known[key].type, now)
    try:
        command: c.AnyCommand = msgspec.convert(fields, c.AnyCommand, strict=False)
        return command
    except msgspec.ValidationError as error:
        raise find_problem(error, c.AnyCommand, fields, strict=False).error.at(name) from None


def _value(name: str, key: str, value: str, hint: Any, now: int) -> Any:
    """Parse a field: a number, names separated by commas, pairs with colons, or JSON."""
    where = f"{name} {key}={value}"
    kind = str(hint)
    if value[:1] in ("{", "["):
        with at_place(where):
            return read_json(value, msgspec.json.Decoder(), "a value")
    if key in BY_SEAT or name == "race" and key == "stacks":
        return [(_number(where, one) - 1, amount) for one, amount in _pairs(where, value)]
    if key in SEATS:
        return [_number(where, one) - 1 for one in value.split(",") if one.strip()]
    if kind.startswith("tuple[tuple"):
        return [(player, _number(where, chips)) for player, chips in _pairs(where, value)]
    if kind.startswith("tuple"):
        return [one.strip() for one in value.split(",") if one.strip()]
    if key in FROM_ONE:
        return _within(where, hint, _number(where, value) - 1, shown=lambda number: number + 1)
    if key in MINUTES:
        return _within(where, hint, round(_minutes(where, value) * MINUTE), shown=lambda ms: ms / MINUTE)
    if key == "at":
        ago = _minutes(where, value)
        if ago > 0:
            raise BadNotation(f"{where}: expected minutes ago, as in at=-3")
        return max(round(now + ago * MINUTE), 0)
    return value


def _within(where: str, hint: Any, number: int, *, shown: Callable[[int], float]) -> int:
    """Check that a number is within the bounds of its field. The error shows the bounds as people write them."""
    least, most = bounds_of(hint) or (number, number)
    if not least <= number <= most:
        raise out_of_bounds(where, *[f"{shown(one):.3f}".rstrip("0").rstrip(".") for one in (least, most)])
    return number


def _pairs(where: str, value: str) -> list[tuple[str, str]]:
    pairs = []
    for one in value.split(","):
        left, colon, right = one.rpartition(":")
        if not colon:
            raise BadNotation(f"{where}: expected pairs with a colon, as in Ann:900,Bob:1100")
        pairs.append((left.strip(), right.strip()))
    return pairs


def _number(where: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadNotation(f"{where}: expected an integer, not {text!r}") from None


def _minutes(where: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise BadNotation(f"{where}: expected a number of minutes, not {text!r}") from None
    if not abs(found) < 10**6:
        raise BadNotation(f"{where}: expected a number of minutes, not {text!r}")
    return found


# ---- the report; seats and levels count from 1


class ClockReport(Struct, frozen=True):
    """What the clock shows."""

    level: int
    is_break: bool
    left_ms: int | None
    running: bool
    next_break_ms: int | None


class OrderReport(Struct, frozen=True):
    """A command that is due, and its reason."""

    do: c.AnyCommand
    text: str
    cite: str


class AskReport(Struct, frozen=True):
    """An open question."""

    about: str
    table: int
    text: str
    cite: str


class DifferenceReport(Struct, frozen=True):
    """How many more chips a table has than its record says, and whether the chips were counted."""

    table: int
    chips: int
    counted: bool


class SeatReport(Struct, frozen=True):
    """A player at a table: the stack, how reliably it is known, and the penalty to serve."""

    seat: int
    player: str
    stack: int
    known: str
    since_ms: int
    penalty: str


class TableReport(Struct, frozen=True):
    """A table: the button, the players and, if the table is stopped, the reason."""

    table: int
    button: int | None
    button_known: bool
    stopped: str
    seats: list[SeatReport]


class PlaceReport(Struct, frozen=True):
    """A finishing place, the player who took it, and the player's prize."""

    place: int
    player: str
    paid: int
    bounties: int


class StandReport(Struct, frozen=True, kw_only=True):
    """The state of a tournament: clock, orders, questions, tables, places."""

    name: str
    version: int
    left: int
    entries: int
    average: int
    pool: int
    prizes: tuple[int, ...]
    over: bool
    cancelled: bool
    hand_for_hand: bool
    clock: ClockReport
    orders: list[OrderReport]
    asks: list[AskReport]
    difference: int
    differences: list[DifferenceReport]
    tables: list[TableReport]
    places: list[PlaceReport]


def report_of(tournament: Tournament, now: int) -> StandReport:
    """Convert the current state of a tournament to a report for JSON."""
    from sidepot.tournament.advice import all_orders
    from sidepot.tournament.asks import asks
    from sidepot.tournament.real_tables import average, difference, differences

    reading = tournament.reading(now)
    return filled(
        StandReport,
        tournament,
        name=tournament.structure.name,
        average=average(tournament),
        prizes=tournament.prizes(),
        over=tournament.ended,
        cancelled=tournament.reports.cancelled,
        clock=filled(ClockReport, reading, level=reading.level + 1),
        orders=[OrderReport(one.command, one.because, str(one.cite)) for one in all_orders(tournament, now)],
        asks=[filled(AskReport, one, about=str(one.about), cite=str(one.cite)) for one in asks(tournament, now)],
        difference=difference(tournament),
        differences=[filled(DifferenceReport, one, counted=one.is_counted) for one in differences(tournament)],
        tables=[_table(tournament, number, now) for number in sorted(tournament.tables)],
        places=[filled(PlaceReport, line) for line in tournament.standings() if line.place],
    )


def _table(tournament: Tournament, number: int, now: int) -> TableReport:
    from sidepot.tournament.real_tables import is_button_known, served, stock_of

    button = tournament.reports.buttons.get(number)
    seats = []
    for place in tournament.tables[number].seated():
        stock, penalty = stock_of(tournament, place.player), served(tournament, place.player, now)
        seats.append(
            SeatReport(
                place.seat + 1,
                place.player,
                place.stack,
                str(stock.how),
                stock.at,
                "" if penalty is None else str(penalty),
            )
        )
    return TableReport(
        number,
        None if button is None else button.seat + 1,
        is_button_known(tournament, number, now),
        tournament.halted.get(number, ""),
        seats,
    )
