"""`sidepot tournament run`: a whole tournament between bots in virtual time, checked after every step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Bots, Jobs, Ray, file_option, times_option
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.rules.rulebook import Rulebook
    from sidepot.simulation.tournaments.tournament_checks import TournamentViolation
    from sidepot.simulation.tournaments.tournament_result import TournamentResult
    from sidepot.simulation.tournaments.whole_tournament import TournamentRun
    from sidepot.table.events import HandBegun
    from sidepot.tournament.structure import Structure
    from sidepot.workers import Workers

USUAL: str = "steady"
OFTEN: float = 0.2  # seconds between two looks at the progress


File = Annotated[str | None, typer.Argument(metavar="FILE", help="The structure as TOML; - for input.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A preset instead of a file.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The random seed; the same seed gives the same tournament.")
]
Players = Annotated[
    int | None,
    typer.Option("--players", min=2, max=20_000, metavar="N", help="The number of players [three tables]."),
]
HistoriesOption = Annotated[
    Path | None, file_option("--histories", "Write the hands as PHH, a file for each table.", "DIR")
]
Plot = Annotated[Path | None, file_option("--plot", "Draw what each place pays: out.png.")]
Times = Annotated[int | None, times_option("Play it N times")]
Everything = Annotated[bool, typer.Option("--all", help="List every player and every move.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result, and no progress.")]


def command(
    file: File = None,
    preset: Preset = None,
    seed: Seed = 1,
    players: Players = None,
    bots: Bots = USUAL,
    histories: HistoriesOption = None,
    plot: Plot = None,
    times: Times = None,
    jobs: Jobs = 1,
    ray: Ray = "",
    everything: Everything = False,
    quiet: Quiet = False,
    json: AsJson = False,
) -> None:
    """Play a tournament from the first entry to the last hand: bots play, the rules seat, balance, race and pay.

    Time is virtual: hands take about as long as real ones, so that tables play side by side. Some players come late,
    buy or enter again where the structure has it, or are away for a while. After every step it is checked that no chip
    is lost, tables are even, nobody gets a forbidden seat, and at the end that everybody has one place and
    the pool is paid. The same seed gives the same tournament. Where the schedule is too short for so many players,
    levels with twice the bets are added to it, and a note says so.

    Examples:

      sidepot tournament run --preset turbo
      sidepot tournament run --preset horse --players 60 --seed 7
      sidepot tournament run --preset mystery --players 40
      sidepot tournament run --preset flights --players 90 --json
      sidepot tournament run examples/tournaments/thousand.toml --players 1000 --quiet
      sidepot tournament run --preset bounty --players 40 --bots steady,loose --json
      sidepot tournament run --preset turbo --players 9 --histories hands/
      sidepot tournament run --preset regular --players 60 --plot paid.png
      sidepot tournament run --preset turbo --players 9 --times 4 --jobs 2

    Exit codes: 0 all checks passed, 1 a check failed, and the output says which, 2 bad usage or input.
    """
    from msgspec.structs import replace

    from sidepot.tournament.more_levels import added, long_enough
    from sidepot.workers import Workers

    common.check_plot(plot)
    told = structure_of(file, preset)
    count = _count(told, players)
    structure = long_enough(told, count)
    if times is not None or jobs > 1 or ray:
        if histories is not None:
            raise BadNotation("--histories are those of one tournament: leave out --times, --jobs and --ray")
        seeds = range(seed, seed + (times or 1))
        _play_several(structure, count, bots, seeds, Workers(jobs, ray), plot, everything=everything, json=json)
    result, is_whole = _play_one(structure, count, bots, seed, histories, quiet=quiet)
    result = replace(result, notes=(*added(told, structure), *result.notes))
    if plot is not None:
        _draw(result, plot)
    show = partial(_show, result, structure, seed, everything=everything, quiet=quiet)
    common.answer(lambda: report_of(result, seed, structure.rulebook), show, json=json)
    if result.violations or not is_whole:
        raise typer.Exit(common.DOES_NOT_HOLD if result.violations else common.INTERRUPTED)


def _draw(result: TournamentResult, plot: Path) -> None:
    from sidepot.plots import plot_finishes

    plot_finishes([result], plot)


def _play_one(
    structure: Structure, players: int, bots: str, seed: int, histories: Path | None, *, quiet: bool
) -> tuple[TournamentResult, bool]:
    """Play it; returns the result, and whether it was not interrupted."""
    from random import Random

    from sidepot.cli.simulate_bots import find_bots
    from sidepot.simulation.tournaments.flights_run import FlightsRun
    from sidepot.simulation.tournaments.whole_tournament import TournamentRun

    rng = Random(seed)
    chosen = find_bots([name.strip() for name in bots.split(",")], "--bots", rng)
    is_whole = True
    with ExitStack() as stack:
        on_hand = None if histories is None else _histories(histories, structure, stack)
        days = FlightsRun if structure.flights else TournamentRun
        run = days(structure, players, seed, chosen, rng=rng, on_hand=on_hand)
        with _progress(quiet=quiet) as advance:
            try:
                run.run(advance)
            except KeyboardInterrupt:
                is_whole = False
    return run.result(), is_whole


def _play_several(
    structure: Structure, players: int, bots: str, seeds: range, workers: Workers, plot: Path | None, *,
    everything: bool, json: bool,
) -> NoReturn:  # fmt: skip
    """Play it once for each seed, print what came of it, and end."""
    from sidepot.cli.tournament_times import play_times, tell

    results = play_times(structure, players, bots, seeds, workers)
    tell(results, seeds, plot, everything=everything, json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if any(result.violations for result in results) else common.OK)


def structure_of(file: str | None, preset: str | None) -> Structure:
    """The structure of a file, or a preset. Raises BadNotation, naming the file."""
    from sidepot.tournament.presets import find_preset
    from sidepot.tournament.structure_files import read_structure

    if (file is None) == (preset is None):
        raise BadNotation("name a FILE with a structure, or a --preset: one of them")
    if preset is not None:
        return find_preset(preset)
    return common.read_file(file or "", read_structure)


def _count(structure: Structure, players: int | None) -> int:
    """How many play: as many as asked, or three tables, or a bracket of sixteen. Raises BadNotation for too many."""
    most = structure.entry.most
    if players is None:
        count = 16 if structure.seats == 2 else 3 * structure.seats
        return min(count, most or count)
    if 0 < most < players:
        raise BadNotation(f"--players {players}: at most {most} may enter this tournament")
    return players


# ---- while it runs


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[TournamentRun], None] | None]:
    """A line of progress on stderr, if there is a terminal to show it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    started = shown = perf_counter()
    with Console(stderr=True).status("Drawing seats") as status:

        def advance(run: TournamentRun) -> None:
            nonlocal shown
            now = perf_counter()
            if now - shown >= OFTEN:
                shown = now
                status.update(line_of(run, now - started))

        yield advance


def line_of(run: TournamentRun, seconds: float) -> str:
    """The progress in one line."""
    tournament = run.tournament
    reading = tournament.clock.at(run.now)
    level = "break" if reading.is_break else f"level {reading.level + 1}"
    speed = tournament.hands / seconds if seconds else 0.0
    return (
        f"{tournament.left:,} of {len(tournament.entrants):,} players left, {level}, {len(tournament.tables)} tables, "
        f"{tournament.hands:,} hands, {speed:,.0f} a second"
    )


def _histories(folder: Path, structure: Structure, stack: ExitStack) -> Callable[[int, Hand, HandBegun], None]:
    """Where hands are written: a file for each table, opened with its first hand."""
    from sidepot.simulation.histories import Histories

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadNotation(f"{folder}: this cannot be a folder: {error.strerror or error}") from None
    if any(folder.glob("*.phh*")):
        raise BadNotation(f"{folder}: there are histories in this folder already; name a new one")
    written: dict[int, Histories] = {}

    def write(table: int, hand: Hand, begun: HandBegun) -> None:
        if table not in written:
            rules = structure.table_rules(0, f"table {table}")
            written[table] = stack.enter_context(Histories(folder / f"table-{table:03}.phhs", rules, 2))
        written[table].write(hand, begun)

    return write


# ---- the report


def _show(result: TournamentResult, structure: Structure, seed: int, *, everything: bool, quiet: bool) -> None:
    from sidepot.cli.tournament_input import show

    show(common.console(), result, structure, seed, everything=everything, quiet=quiet)


class PlaceReport(Struct, frozen=True):
    """A seat at a table, both counted from 1."""

    table: int
    seat: int


class MoveReport(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A player who moved, and why."""

    player: str
    start: PlaceReport
    end: PlaceReport
    cite: str
    because: str


class RaceReport(Struct, frozen=True):
    """A chip race at a table: the value removed, the chips before and after."""

    table: int
    removed: int
    before: int
    after: int


class StandingReport(Struct, frozen=True):
    """The place of a player."""

    place: int
    player: str
    paid: int
    bounties: int


class PayoutReport(Struct, frozen=True):
    """What a place is paid."""

    place: int
    amount: int


class TournamentReport(Struct, frozen=True, kw_only=True):
    """The result of a tournament; tables and seats count from 1, and rules are numbered as in the house's book."""

    event: str
    seed: int
    asked: int
    players: int
    never_came: tuple[str, ...]
    entries: int
    rebuys: int
    addons: int
    chips_issued: int
    chips_in_play: int
    chips_removed: int
    tables: int
    hands: int
    level: int
    minutes: float
    pool: int
    moves: list[MoveReport]
    races: list[RaceReport]
    standings: list[StandingReport]
    payouts: list[PayoutReport]
    notes: tuple[str, ...]
    violations: tuple[TournamentViolation, ...]
    steps: int
    seconds: float
    hands_per_second: float


def report_of(result: TournamentResult, seed: int, house: Rulebook) -> TournamentReport:
    """The result for other programs."""
    from sidepot.rules.own_numbers import own_cite

    moves = [
        MoveReport(
            move.player,
            PlaceReport(move.from_table, move.from_seat + 1),
            PlaceReport(move.to_table, move.to_seat + 1),
            str(own_cite(house, move.cite)),
            move.because,
        )
        for move in result.moves
    ]
    return common.filled(
        TournamentReport,
        result,
        event=result.name,
        seed=seed,
        level=result.level + 1,
        minutes=round(result.clock_ms / 60_000, 1),
        moves=moves,
        races=[RaceReport(table, sheet.removed, sheet.before, sheet.after) for table, sheet in result.races],
        standings=[common.filled(StandingReport, line) for line in result.standings],
        payouts=[PayoutReport(place, amount) for place, amount in enumerate(result.payouts, 1)],
        hands_per_second=round(result.hands_per_second, 1),
    )
