"""`sidepot simulate`: bots over a cash table, hand after hand; the results, and whether the books hold."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import (
    Ante,
    AsJson,
    Bets,
    Blinds,
    BringIn,
    House,
    Jobs,
    Limit,
    Rake,
    Ray,
    file_option,
    times_option,
)
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.cli.simulate_input import SimulateInput
    from sidepot.simulation.books import Violation
    from sidepot.simulation.cash_table import Markers, PlayerResult, Simulated, Simulation
    from sidepot.table.settlement import Payment
    from sidepot.table.table_rules import TableRules

_OF_GAMES = ("game", "mix", "limit", "by", "hands_each", "stakes")


Table = Annotated[Path | None, file_option("--table", "The table as a TOML file.")]
Hands = Annotated[int, typer.Option("--hands", min=1, max=10**9, metavar="N", help="The number of hands.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The random seed; the same seed gives the same hands.")]
Game = Annotated[
    str | None, typer.Option("--game", metavar="NAME|MIX", help="holdem, razz, 'pl omaha8', horse ... [holdem].")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="The number of seats [6].")]
BuyIn = Annotated[str | None, typer.Option("--buy-in", metavar="100-200", help="Least and most [50 to 100 bets].")]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="beginner, regular, expert, loose, steady, random, or your own module:name; in turn [loose].",
    ),
]
Joins = Annotated[
    bool | None, typer.Option("--joins/--no-joins", help="Players come, sit out, move, leave and buy again.")
]
HistoriesOption = Annotated[
    Path | None, file_option("--histories", "Write the hands as PHH: a .phhs, or a folder.", "DIR|FILE")
]
Times = Annotated[int | None, times_option("N sessions")]
Plot = Annotated[Path | None, file_option("--plot", "Draw the bankrolls over the hands: out.png.")]


def command(
    table: Table = None,
    hands: Hands = 1000,
    seed: Seed = 1,
    game: Game = None,
    limit: Limit = None,
    seats: Seats = None,
    blinds: Blinds = None,
    bets: Bets = None,
    ante: Ante = None,
    bring_in: BringIn = None,
    buy_in: BuyIn = None,
    rake: Rake = None,
    house: House = None,
    bots: Bots = None,
    joins: Joins = None,
    histories: HistoriesOption = None,
    times: Times = None,
    jobs: Jobs = 1,
    ray: Ray = "",
    plot: Plot = None,
    json: AsJson = False,
) -> None:
    """Simulate a cash table: bots play hand after hand, and the books are checked after each.

    Issued chips must be in play, cashed out or the house's; the ledger must balance; button and blinds must be in a
    legal place. All chance comes from the seed and time is virtual: the same seed gives the same session. A player who
    loses everything buys in again. Options override the file; docs/simulate.md describes it. A bot written module:name
    is your own: a Python function that takes a view and options, and returns a command.

    Examples:

      sidepot simulate                                    six-handed no-limit hold'em 1/2
      sidepot simulate --hands 100000 --rake 5%/3 --seed 7
      sidepot simulate --game horse --bets 4/8 --seats 8 --joins
      sidepot simulate --game "pl omaha8" --bots regular,loose --hands 200
      sidepot simulate --table examples/tables/friday.toml --hands 5000 --json
      sidepot simulate --hands 50 --histories hands.phhs
      sidepot simulate --bots loose,steady --plot bankrolls.png
      sidepot simulate --bots loose,steady --times 4 --jobs 2

    Exit codes: 0 the books hold; 1 they do not, and the output says where; 2 bad usage or input.
    """
    from sidepot.cli.simulate_input import SimulateInput, read_toml

    common.check_plot(plot)
    told = read_toml(common.read_text(table), str(table)) if table is not None else SimulateInput()
    add_options(told, {
        "game": game, "limit": limit, "seats": seats, "blinds": blinds, "bets": bets, "ante": ante,
        "bring_in": bring_in, "buy_in": buy_in, "rake": rake, "house": house, "bots": bots, "joins": joins,
    })  # fmt: skip
    if times is not None or jobs > 1 or ray:
        if histories is not None or plot is not None:
            raise BadNotation("--histories and --plot are of one session: leave out --times, --jobs and --ray")
        _play_several(told, hands, range(seed, seed + (times or 1)), jobs=jobs, ray=ray, json=json)
    _play_one(told, hands, seed, histories=histories, plot=plot, json=json)


def _play_several(told: SimulateInput, hands: int, seeds: range, *, jobs: int, ray: str, json: bool) -> NoReturn:
    """Play a session for each seed, print what came of them, and end."""
    from sidepot.cli.simulate_terms import rules_of
    from sidepot.cli.simulate_times import play_sessions, tell
    from sidepot.workers import Workers

    rules = rules_of(told)
    results = play_sessions(told, hands, seeds, Workers(jobs, ray))
    tell(results, rules.name, seeds, json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if any(one.violations for one in results) else common.OK)


def _play_one(
    told: SimulateInput, hands: int, seed: int, *, histories: Path | None, plot: Path | None, json: bool
) -> None:
    """Play one session, and print what came of it."""
    from random import Random

    from sidepot.cli.simulate_guests import guests_of
    from sidepot.cli.simulate_stakes import hand_ms_of
    from sidepot.cli.simulate_terms import rules_of
    from sidepot.simulation.cash_table import Simulation
    from sidepot.simulation.histories import Histories
    from sidepot.validation.reader import at_place

    rules = rules_of(told)
    rng = Random(seed)
    lively = told.yes_no("joins", False)
    guests = guests_of(told, rules, rng, lively=lively)
    hand_ms = hand_ms_of(told)
    with nullcontext() if histories is None else Histories(histories, rules, hands) as written:
        with at_place(told.place("players")):  # who cannot sit down so
            simulation = Simulation(
                rules,
                guests,
                rng,
                lively=lively,
                hand_ms=hand_ms,
                on_hand=None if written is None else written.write,
            )
        is_whole = _run(simulation, hands, plot)
    result = simulation.result()
    common.answer(lambda: report_of(result, rules, seed), lambda: _show(result, rules, seed, lively=lively), json=json)
    if result.violations:
        raise typer.Exit(common.DOES_NOT_HOLD)
    if not is_whole:
        raise typer.Exit(common.INTERRUPTED)


def _run(simulation: Simulation, hands: int, plot: Path | None) -> bool:
    """Play, with a bar, and draw how it went; whether it was not interrupted."""
    bankrolls = None
    if plot is not None:
        from sidepot.plots import Bankrolls, plot_bankrolls

        bankrolls = Bankrolls(simulation, hands)
    is_whole = True
    with common.progress("Playing", hands) as advance:

        def on(steps: int) -> None:
            advance(steps)
            if bankrolls is not None:
                bankrolls.note()

        try:
            simulation.run(hands, advance if bankrolls is None else on)
        except KeyboardInterrupt:
            is_whole = False
    if plot is not None and bankrolls is not None:
        bankrolls.finish()
        plot_bankrolls(bankrolls, plot)
    return is_whole


def add_options(told: SimulateInput, options: dict[str, object]) -> None:
    """Add what the command line says to what the file says; another game has its own limit and stakes."""
    given = {name: value for name, value in options.items() if value is not None}
    if "game" in given:
        told.forget(*_OF_GAMES)
    if given.keys() & {"blinds", "bets", "ante", "bring_in"}:
        told.forget("stakes")
    for name, value in given.items():
        said = "" if isinstance(value, bool) else f" {value}"
        told.tell(name, str(value) if name == "limit" else value, f"--{name.replace('_', '-')}{said}")


def _show(result: Simulated, rules: TableRules, seed: int, *, lively: bool) -> None:
    from sidepot.cli.simulate_words import show

    show(common.console(), result, rules, seed, lively=lively)


class SimulateReport(Struct, frozen=True, kw_only=True):
    """The results of one session; `markers` and `settlement` where stakes are open."""

    hands: int
    seconds: float
    hands_per_second: float
    seed: int
    table: str
    house: str
    games: dict[str, int]
    chips_issued: int
    chips_in_play: int
    chips_cashed_out: int
    rake: int
    charges: int
    pot_waiting: int
    players: tuple[PlayerResult, ...]
    violations: tuple[Violation, ...]
    markers: Markers | UnsetType
    settlement: tuple[Payment, ...] | UnsetType


def report_of(result: Simulated, rules: TableRules, seed: int) -> SimulateReport:
    """The results for other programs."""
    return common.filled(
        SimulateReport,
        result,
        seed=seed,
        table=rules.name,
        house=rules.rulebook.name,
        markers=UNSET if result.markers is None else result.markers,
        settlement=UNSET if result.markers is None else result.settlement,
    )
