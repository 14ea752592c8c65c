"""`sidepot tournament run`: let bots play a whole tournament, checked after every step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn

import msgspec
import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Bots, Jobs, Ray, file_option, times_option
from sidepot.cli.simulate_bots import find_bots
from sidepot.cli.structure_file import read_structure_file
from sidepot.errors import BadNotation
from sidepot.plots import finishes, plot_finishes
from sidepot.simulation.bot_hand import Bot
from sidepot.simulation.tournaments.tournament_result import TournamentResult
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament.structure import Structure
from sidepot.workers import Workers, do_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from sidepot.hand.hand import Hand
    from sidepot.rules.rulebook import Rulebook
    from sidepot.simulation.tournaments.tournament_checks import TournamentViolation
    from sidepot.table.events import HandBegun
    from sidepot.table.race import RaceSheet
    from sidepot.tournament.entrants import Standing


USUAL: str = "steady"
OFTEN: float = 0.2  # seconds between two updates of the progress


File = Annotated[str | None, typer.Argument(metavar="FILE", help="A structure as TOML; - for standard input.")]
Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A preset, instead of a file.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="The random seed; the same seed gives the same tournament.")
]
Players = Annotated[
    int | None,
    typer.Option("--players", min=2, max=20_000, metavar="N", help="The number of players [three full tables]."),
]
HistoriesOption = Annotated[
    Path | None, file_option("--histories", "Write the hands as PHH, one file per table.", "DIR")
]
Plot = Annotated[Path | None, file_option("--plot", "Draw the prize of each place, as in out.png.")]
Times = Annotated[int | None, times_option("Play it N times")]
Everything = Annotated[bool, typer.Option("--all", help="List all players and all moves.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result, without progress.")]


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
    """Simulate a tournament from the first entry to the last hand: seating, balancing, chip races, prizes.

    Bots play in virtual time, with hands about as long as real ones, so that tables play in parallel. Some players
    register late, rebuy or re-enter if the structure allows it, or are away for a while. After every step, sidepot
    checks that no chip is lost, that tables are balanced and that every seat is legal; at the end, that each player has
    one place and the pool is paid. The same seed gives the same tournament. If the schedule is too short for the field,
    levels with doubled bets are added, and a note says so.

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

    Exit codes: 0 all checks passed; 1 a check failed, and the output says which; 2 bad usage or input.
    """
    from sidepot.tournament.more_levels import added, long_enough

    common.check_plot(plot)
    wanted = structure_of(file, preset)
    count = _count(wanted, players)
    structure = long_enough(wanted, count)
    if times is not None or jobs > 1 or ray:
        if histories is not None:
            raise BadNotation("--histories needs a single tournament: omit --times, --jobs and --ray")
        seeds = range(seed, seed + (times or 1))
        _play_several(structure, count, bots, seeds, Workers(jobs, ray), plot, everything=everything, json=json)
    result, is_whole = _play_one(structure, count, bots, seed, histories, quiet=quiet)
    result = msgspec.structs.replace(result, notes=(*added(wanted, structure), *result.notes))
    if plot is not None:
        plot_finishes([result], plot)
    show = partial(_show, result, structure, seed, everything=everything, quiet=quiet)
    common.answer(lambda: report_of(result, seed, structure.rulebook), show, json=json)
    if result.violations or not is_whole:
        raise typer.Exit(common.DOES_NOT_HOLD if result.violations else common.INTERRUPTED)


def _play_one(
    structure: Structure, players: int, bots: str, seed: int, histories: Path | None, *, quiet: bool
) -> tuple[TournamentResult, bool]:
    """Play one tournament. Returns the result, and whether it was completed."""
    from sidepot.simulation.tournaments.flights_run import FlightsRun

    rng, is_whole = Random(seed), True
    chosen = _bots(bots, rng)
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


def _bots(names: str, rng: Random) -> list[Bot]:
    """The bots in a text such as `steady,loose`. Raises BadNotation for an unknown bot."""
    return find_bots([name.strip() for name in names.split(",")], "--bots", rng)


def _play_several(
    structure: Structure, players: int, bots: str, seeds: range, workers: Workers, plot: Path | None, *,
    everything: bool, json: bool,
) -> NoReturn:  # fmt: skip
    """Play one tournament per seed, print and draw the results, and exit."""
    results = play_times(structure, players, bots, seeds, workers)
    if plot is not None:
        plot_finishes(results, plot)
    report = _report(results, seeds)
    common.answer(lambda: report, lambda: _show_times(report, everything=everything), json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if report.violations else common.OK)


def structure_of(file: str | None, preset: str | None) -> Structure:
    """The structure in a file, or a preset. Raises BadNotation, naming the file, if the structure is invalid."""
    from sidepot.tournament.presets import find_preset

    if (file is None) == (preset is None):
        raise BadNotation("give a structure FILE or a --preset, not both")
    if preset is not None:
        return find_preset(preset)
    return read_structure_file(file or "")


def _count(structure: Structure, players: int | None) -> int:
    """The number of players: the requested one, three full tables, or a bracket of sixteen.

    Raises BadNotation if there are too many.
    """
    most = structure.entry.most
    if players is None:
        count = 16 if structure.seats == 2 else 3 * structure.seats
        return min(count, most or count)
    if 0 < most < players:
        raise BadNotation(f"--players {players}: at most {most} may enter this tournament")
    return players


# ---- progress


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[TournamentRun], None] | None]:
    """Show a progress line on stderr if that is a terminal."""
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
    """The progress of a tournament as one line."""
    tournament = run.tournament
    reading = tournament.clock.at(run.now)
    level = "break" if reading.is_break else f"level {reading.level + 1}"
    speed = tournament.hands / seconds if seconds else 0.0
    return (
        f"{tournament.left:,} of {len(tournament.entrants):,} players left, {level}, {len(tournament.tables)} tables, "
        f"{tournament.hands:,} hands, {speed:,.0f} per second"
    )


def _histories(folder: Path, structure: Structure, stack: ExitStack) -> Callable[[int, Hand, HandBegun], None]:
    """The writer of hand histories: one file per table, opened with its first hand."""
    from sidepot.simulation.histories import Histories

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadNotation(f"{folder}: cannot create the folder: {error.strerror or error}") from None
    if any(folder.glob("*.phh*")):
        raise BadNotation(f"{folder}: the folder already has hand histories; name a new one")
    written: dict[int, Histories] = {}

    def write(table: int, hand: Hand, begun: HandBegun) -> None:
        if table not in written:
            rules = structure.table_rules(0, f"table {table}")
            written[table] = stack.enter_context(Histories(folder / f"table-{table:03}.phhs", rules, 2))
        written[table].write(hand, begun)

    return write


# ---- the report


class PlaceReport(Struct, frozen=True):
    """A table and a seat, both numbered from 1."""

    table: int
    seat: int


class MoveReport(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A player who moved, the old and the new place, and the reason."""

    player: str
    start: PlaceReport
    end: PlaceReport
    cite: str
    because: str


class RaceReport(Struct, frozen=True):
    """A chip race at a table: the denomination removed, and the chips before and after."""

    table: int
    removed: int
    before: int
    after: int


class StandingReport(Struct, frozen=True):
    """A player's finishing place and winnings."""

    place: int
    player: str
    paid: int
    bounties: int


class PayoutReport(Struct, frozen=True):
    """A paid place and its prize."""

    place: int
    amount: int


class TournamentReport(Struct, frozen=True, kw_only=True):
    """The result of a tournament. Tables and seats are counted from 1; rules have their numbers in the house's book."""

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
    """The result as a report for JSON."""
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


# ---- terminal


PLACES = 20  # unpaid places that are listed too
MOVES = 20


def _show(result: TournamentResult, structure: Structure, seed: int, *, everything: bool, quiet: bool) -> None:
    """Print the tournament, the places, the moves with reasons, the races, the payouts, and whether all checks
    passed.
    """
    from rich.text import Text

    console = common.console()
    console.print(Text(structure.title, "bold"))
    for line in lines_of(result, seed):
        console.print(Text(line))
    if not quiet:
        console.print(_standings(result.standings, everything=everything))
        for line in _moves(result, structure.rulebook, everything=everything):
            console.print(Text(line))
        for line in _races(result.races, structure.rulebook):
            console.print(Text(line))
        for line in _payouts(result.payouts):
            console.print(Text(line))
    elif result.standings:
        console.print(Text(f"Winner: {result.standings[0].player}, {result.standings[0].paid:,}"))
    for note in result.notes:
        console.print(Text(f"Note: {note}."))
    for violation in result.violations:
        console.print(Text(f"step {violation.step}, {clock_text(violation.at)}: {violation.what}", "bold red"))
    if not result.violations and result.is_over:
        console.print(Text("All checks passed, after every step.", "green"))


def lines_of(result: TournamentResult, seed: int) -> Iterator[str]:
    """The lines about players, hands, duration, chips and money."""
    more = [f"{count:,} {what}" for count, what in ((result.rebuys, "rebuys"), (result.addons, "add-ons")) if count]
    people = f"{result.players:,} players, {result.entries:,} entries" + "".join(f", {one}" for one in more)
    yield f"{people}; {result.tables} tables at most; seed {seed}"
    yield (
        f"{result.hands:,} hands in {clock_text(result.clock_ms)} of the clock, to level {result.level + 1}; "
        f"{result.seconds:,.1f} seconds, {result.hands_per_second:,.0f} hands per second"
    )
    yield (
        f"{result.chips_issued:,} chips issued, {result.chips_removed:,} removed, {result.chips_in_play:,} in play; "
        f"pool {result.pool:,}, fees {result.fees:,}" + (f", bounties {result.bounties:,}" if result.bounties else "")
    )


def clock_text(ms: int) -> str:
    """A duration such as `3:07`, for three hours and seven minutes."""
    return f"{ms // 3_600_000}:{ms // 60_000 % 60:02}"


def _standings(standings: Sequence[Standing], *, everything: bool) -> Table:
    from rich.text import Text

    table = common.table()
    has_bounties = any(line.bounties for line in standings)
    for head in ("place", "player", "paid", *(["bounties"] if has_bounties else [])):
        table.add_column(head, justify="left" if head == "player" else "right")
    paid = sum([line.paid > 0 or line.bounties > 0 and line.place <= PLACES for line in standings])
    shown = standings if everything else standings[: max(paid, PLACES)]
    for line in shown:
        cells = [str(line.place or "-"), line.player, f"{line.paid:,}" if line.paid else ""]
        if has_bounties:
            cells.append(f"{line.bounties:,}" if line.bounties else "")
        table.add_row(*[Text(cell) for cell in cells])
    if len(shown) < len(standings):
        table.add_row("...", f"{len(standings) - len(shown):,} more (--all)", "")
    return table


def _moves(result: TournamentResult, house: Rulebook, *, everything: bool) -> Iterator[str]:
    """Each move with its reason or, if there are many moves, only the last ones."""
    from sidepot.rules.own_numbers import own_cite

    moves = result.moves if everything else result.moves[-MOVES:]
    if len(moves) < len(result.moves):
        yield f"{len(result.moves):,} moves, of which the last {len(moves)} are (--all lists all):"
    for move in moves:
        yield (
            f"  {move.player} from table {move.from_table} seat {move.from_seat + 1} to table {move.to_table} "
            f"seat {move.to_seat + 1}. {move.because} {own_cite(house, move.cite)}"
        )


def _races(races: Sequence[tuple[int, RaceSheet]], house: Rulebook) -> Iterator[str]:
    """How the chips of each denomination left play, at how many tables."""
    from sidepot.rules.own_numbers import own_cite
    from sidepot.tournament.cited import RACES

    for removed in sorted({sheet.removed for _, sheet in races}):
        sheets = [sheet for _, sheet in races if sheet.removed == removed]
        taken, issued = sum(sheet.taken for sheet in sheets), sum(sheet.issued for sheet in sheets)
        yield (
            f"Chips of {removed} left play at {len(sheets)} table{'s'[: len(sheets) != 1]}: odd chips of {taken:,} "
            f"were removed, {issued:,} won or given to players who would have busted.  {own_cite(house, RACES)}"
        )


def _payouts(payouts: Sequence[int]) -> Iterator[str]:
    """The prizes. Equal prizes share a line."""
    at = 1
    parts = []
    for amount, some in groupby(payouts):
        last = at + len(list(some)) - 1
        parts.append(f"{at if at == last else f'{at}-{last}'}: {amount:,}")
        at = last + 1
    if parts:
        yield "Payouts  " + ";  ".join(parts)


# ---- --times: several tournaments, each with its own seed


class Played(NamedTuple):
    """A tournament to play, and its seed."""

    name: str
    seed: int


class PlayerTimes(msgspec.Struct, frozen=True):
    """The results of a player over all tournaments: how often they finished in each place, and their prizes."""

    player: str
    entered: int
    average_place: float
    wins: int
    paid: int
    bounties: int
    places: dict[int, int]


def play_one(structure: Structure, players: int, bots: str, piece: Played) -> TournamentResult:
    """Play one tournament, without keeping its moves and races."""
    rng = Random(piece.seed)
    run = TournamentRun(structure, players, piece.seed, _bots(bots, rng), rng=rng)
    run.run(None)
    return msgspec.structs.replace(run.result(), moves=(), races=())


def play_times(structure: Structure, players: int, bots: str, seeds: range, workers: Workers) -> list[TournamentResult]:
    """Play all tournaments with a progress bar. The results are in seed order."""
    _bots(bots, Random(0))  # raises an error for an unknown bot
    pieces = (Played(f"the tournament with seed {seed}", seed) for seed in seeds)
    results: list[TournamentResult] = []
    with common.progress("tournaments", len(seeds)) as advance:
        for _, result in do_pieces(partial(play_one, structure, players, bots), pieces, workers):
            results.append(result)
            advance(1)
    return results


def totals(results: list[TournamentResult]) -> list[PlayerTimes]:
    """The results of each player over all tournaments, best average place first."""
    paid: dict[str, int] = {}
    bounties: dict[str, int] = {}
    for result in results:
        for line in result.standings:
            paid[line.player] = paid.get(line.player, 0) + line.paid
            bounties[line.player] = bounties.get(line.player, 0) + line.bounties
    return [
        PlayerTimes(
            player,
            counted.total(),
            round(sum(place * count for place, count in counted.items()) / counted.total(), 4),
            counted[1],
            paid[player],
            bounties[player],
            dict(sorted(counted.items())),
        )
        for player, counted in finishes(results).items()
    ]


def _show_times(report: TimesReport, *, everything: bool) -> None:
    from rich.text import Text

    console, seeds = common.console(), report.seeds
    console.print(Text(f"{report.event}, {report.times} times, seeds {seeds[0]} to {seeds[-1]}", "bold"))
    has_bounties = any(one.bounties for one in report.players)
    heads = ("entered", "average place", "won", "paid", *(["bounties"] if has_bounties else []))
    table = common.table("player", right=heads)
    for one in report.players if everything else report.players[:20]:
        cells = [f"{one.entered:,}", f"{one.average_place:.2f}", f"{one.wins:,}", f"{one.paid:,}"]
        table.add_row(Text(one.player), *cells, *([f"{one.bounties:,}"] if has_bounties else []))
    console.print(table)
    for line in report.violations:
        console.print(Text(line, "bold red"))


class OneReport(msgspec.Struct, frozen=True):
    """The result of one tournament among several."""

    seed: int
    hands: int
    pool: int
    winner: str


class TimesReport(msgspec.Struct, frozen=True):
    """The results of a tournament that was played several times."""

    event: str
    times: int
    seeds: list[int]
    hands: int
    players: list[PlayerTimes]
    tournaments: list[OneReport]
    violations: list[str]


def _report(results: list[TournamentResult], seeds: range) -> TimesReport:
    """The results as a report for JSON. They do not depend on the number of processes."""
    by_seed = list(zip(seeds, results, strict=True))
    ones = [OneReport(seed, result.hands, result.pool, result.standings[0].player) for seed, result in by_seed]
    violations = [
        f"seed {seed}, step {violation.step}: {violation.what}"
        for seed, result in by_seed
        for violation in result.violations
    ]
    hands = sum(result.hands for result in results)
    return TimesReport(results[0].name, len(results), [*seeds], hands, totals(results), ones, violations)
