"""`sidepot tournament direct`: an evening with real chips and cards, kept in a file of steps."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, file_option
from sidepot.errors import BadNotation, SidepotError
from sidepot.privacy import open_private
from sidepot.validation.reader import at_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from sidepot.cli.tournament_report import StandReport
    from sidepot.tournament.structure import Structure
    from sidepot.tournament.tournament import Step, Tournament

MINUTE: Final = 60_000


def command(
    file: Annotated[
        Path, typer.Argument(parser=common.path, metavar="FILE", help="The steps of the evening, a line of JSON each.")
    ],
    act: Annotated[
        list[str] | None, typer.Argument(metavar="ACT FIELD=VALUE", help="What happened; without it: how it stands.")
    ] = None,
    new: Annotated[
        str | None, typer.Option("--new", metavar="STRUCTURE", help="Begin: a preset, or a file of a structure.")
    ] = None,
    acts: Annotated[
        Path | None, file_option("--acts", "Such acts, one a line; - reads them from the input as they are typed.")
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="The person who tells it.")] = "",
    minute: Annotated[
        float | None,
        typer.Option("--minute", min=0, max=600_000, metavar="N", help="Minutes since the beginning [by the clock]."),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Say what it would change, and do nothing.")] = False,
    json: AsJson = False,
) -> None:
    """Direct a tournament with real chips and cards: tell what happened, and read what to do and what to ask.

    Each act is a command by its name with its fields; tables, seats, items and steps count from 1. Several names or
    pairs have commas between them: by=Bob,Cy stacks=Ann:900,Bob:1100 odd=1:3,4:1. A time is in minutes: at=-3 is three
    minutes ago. A refusal says why and changes nothing. Acts are listed in docs/director.md.

    Examples:

      sidepot tournament direct saturday.jsonl --new turbo
      sidepot tournament direct friday.jsonl register player=Eve
      sidepot tournament direct friday.jsonl out player=Ann by=Bob at=-3
      sidepot tournament direct friday.jsonl undo step=4 only=true why="no such player" --preview
      sidepot tournament direct friday.jsonl --acts more.txt --by Cy
      sidepot tournament direct friday.jsonl --json

    Exit codes: 0 done, 1 an act of --acts was refused, 2 bad usage or input, or the act was refused.
    """
    from sidepot.cli.tournament_report import report_of

    clock = _clock(minute)
    tournament = _open(file, new, clock, by)
    if preview:
        if not act or acts is not None:
            raise BadNotation("--preview needs one act")
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
    """The time now: of the machine, or so many minutes after the first step. It never goes back."""
    from time import time

    def now(tournament: Tournament | None) -> int:
        if minute is None:
            at = round(time() * 1000)
        else:
            at = round(minute * MINUTE) + (tournament.log[0].at if tournament is not None else 0)
        return at if tournament is None else max(at, tournament.at)

    return now


def _open(file: Path, new: str | None, clock: Callable[[Tournament | None], int], by: str) -> Tournament:
    """The tournament of a file; with `new` one that begins there. Raises BadNotation."""
    from sidepot.tournament.tournament import Tournament, encode

    if new is None:
        if not file.exists():
            raise BadNotation(f"{file} is not there: --new STRUCTURE begins a tournament in it")
        return common.read_file(file, _replayed)
    if file.exists():
        raise BadNotation(f"{file} is there already: a new tournament needs a file of its own")
    tournament = Tournament(_structure(new), at=clock(None), by=by, real=True)
    with open_private(file, "xb") as log:
        log.write(encode(tournament.log[0]) + b"\n")
    return tournament


def _replayed(text: str) -> Tournament:
    """The tournament of these steps, a line each. Raises BadNotation."""
    from sidepot.tournament.tournament import replay

    steps = [_step(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not steps:
        raise BadNotation("this file is empty", hint="remove it, and begin a tournament with --new STRUCTURE")
    return replay(steps)


def _step(line: str, number: int) -> Step:
    """A step from its line. Raises BadNotation."""
    from sidepot.tournament.tournament import decode

    with at_place(f"line {number}"):
        return decode(line)


def _structure(name: str) -> Structure:
    from sidepot.tournament.presets import PRESETS, find_preset
    from sidepot.tournament.structure_files import read_structure

    is_file = bool(Path(name).suffix) or Path(name).exists()
    if name in PRESETS or not is_file:
        return find_preset(name)
    return common.read_file(name, read_structure)


def _tell(tournament: Tournament, words: list[str], file: Path, now: int, by: str) -> None:
    from sidepot.cli.tournament_acts import read_act
    from sidepot.tournament.tournament import encode

    step = tournament.do(read_act(words, now), now, by=by)
    with open_private(file, "ab") as log:
        log.write(encode(step) + b"\n")


def _tell_all(
    tournament: Tournament, acts: Path, file: Path, clock: Callable[[Tournament | None], int], by: str
) -> int:
    """Tell acts line by line; returns how many were refused."""
    import sys

    refused = 0
    lines = sys.stdin if str(acts) == "-" else common.read_text(str(acts)).splitlines()
    for number, line in enumerate(lines, 1):
        place = f"{'standard input' if str(acts) == '-' else acts}: line {number}"
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            hint = "text in quotes ends with the quotes that it begins with"
            raise BadNotation(f"{line.strip()!r} cannot be told into words", hint=hint, place=place) from None
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
    from sidepot.cli.tournament_acts import read_act
    from sidepot.rules.clauses import plain

    now = clock(tournament)
    shown = tournament.preview(read_act(words, now), now, by=by)

    def show() -> None:
        for said in shown.by_chance:
            print(plain(said))
        for one in shown.changes:
            whom = f"{one.whom}: " if one.whom else ""
            print(f"{whom}{one.what} {one.before or '-'} -> {one.after or '-'}")

    common.answer(lambda: shown, show, json=json)


def _show(report: StandReport) -> None:
    clock, left = report.clock, report.clock.left_ms
    time = "" if left is None else f", {left // MINUTE}:{left // 1000 % 60:02} left"
    state = "break" if clock.is_break else f"level {clock.level}"
    print(f"{report.left} of {report.entries} left, {state}{time}{'' if clock.running else ', the clock stands'}")
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
