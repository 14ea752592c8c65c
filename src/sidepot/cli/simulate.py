"""`sidepot simulate`: let bots play a cash table, and check the books."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

import msgspec
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
from sidepot.cli.play_stakes import stakes_text
from sidepot.cli.simulate_guests import guests_of
from sidepot.cli.simulate_input import SimulateInput, read_toml
from sidepot.cli.simulate_stakes import hand_ms_of
from sidepot.cli.simulate_terms import rulebook_of, rules_of
from sidepot.errors import BadNotation
from sidepot.simulation.cash_table import Simulated, Simulation
from sidepot.validation.reader import at_place
from sidepot.workers import Workers, do_pieces

if TYPE_CHECKING:
    from sidepot.simulation.books import Violation
    from sidepot.simulation.cash_table import Markers, PlayerResult
    from sidepot.table.settlement import Payment
    from sidepot.table.table_rules import TableRules

_OF_GAMES = ("game", "mix", "limit", "by", "hands_each", "stakes")


Table = Annotated[Path | None, file_option("--table", "The table as a TOML file.")]
Hands = Annotated[int, typer.Option("--hands", min=1, max=10**9, metavar="N", help="The number of hands.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The random seed; the same seed gives the same hands.")]
Game = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME|MIX", help="The game or mix: holdem, razz, 'pl omaha8', horse ... [holdem]."),
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="The number of seats [6].")]
BuyIn = Annotated[
    str | None, typer.Option("--buy-in", metavar="100-200", help="The smallest and largest buy-in [50 to 100 bets].")
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="beginner, regular, expert, loose, steady, random, or your own module:name; in seat order [loose].",
    ),
]
Joins = Annotated[
    bool | None, typer.Option("--joins/--no-joins", help="Players come, sit out, change seats, leave and rebuy.")
]
HistoriesOption = Annotated[
    Path | None, file_option("--histories", "Write the hands as PHH, to a .phhs file or a folder.", "DIR|FILE")
]
Times = Annotated[int | None, times_option("Play N sessions")]
Plot = Annotated[Path | None, file_option("--plot", "Draw the bankrolls over the hands, as in out.png.")]


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
    """Simulate a cash table: bots play, and the books are checked after each hand.

    Every chip issued must be in play, cashed out or taken by the house; the ledger must balance; button and blinds must
    be legal. Time is virtual and all random numbers come from the seed, so the same seed gives the same session. A
    player who loses everything rebuys. Options override the table file; docs/how-to/simulate.md describes it. Use your
    own bot as module:name: a Python function that takes a view and the options, and returns a command.

    Examples:

      sidepot simulate                                    six-handed no-limit hold'em 1/2
      sidepot simulate --hands 100000 --rake 5%/3 --seed 7
      sidepot simulate --game horse --bets 4/8 --seats 8 --joins
      sidepot simulate --game "pl omaha8" --bots regular,loose --hands 200
      sidepot simulate --table examples/tables/friday.toml --hands 5000 --json
      sidepot simulate --hands 50 --histories hands.phhs
      sidepot simulate --bots loose,steady --plot bankrolls.png
      sidepot simulate --bots loose,steady --times 4 --jobs 2

    Exit codes: 0 the books are correct; 1 they are not, and the output says where; 2 bad usage or input.
    """
    common.check_plot(plot)
    inputs = read_toml(common.read_text(table), str(table)) if table is not None else SimulateInput()
    add_options(inputs, {
        "game": game, "limit": limit, "seats": seats, "blinds": blinds, "bets": bets, "ante": ante,
        "bring_in": bring_in, "buy_in": buy_in, "rake": rake, "house": house, "bots": bots, "joins": joins,
    })  # fmt: skip
    if times is not None or jobs > 1 or ray:
        if histories is not None or plot is not None:
            raise BadNotation("--histories and --plot need a single session: omit --times, --jobs and --ray")
        _play_several(inputs, hands, range(seed, seed + (times or 1)), jobs=jobs, ray=ray, json=json)
    _play_one(inputs, hands, seed, histories=histories, plot=plot, json=json)


def _play_several(inputs: SimulateInput, hands: int, seeds: range, *, jobs: int, ray: str, json: bool) -> NoReturn:
    """Play one session per seed, print the results, and exit."""
    inputs.values["house"] = rulebook_of(inputs)  # other processes know no house of a file by its name
    results = play_sessions(inputs, hands, seeds, Workers(jobs, ray))
    report = sessions_report(results, rules_of(inputs).name, seeds)
    common.answer(lambda: report, lambda: _show_sessions(report), json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if any(one.violations for one in results) else common.OK)


def _play_one(
    inputs: SimulateInput, hands: int, seed: int, *, histories: Path | None, plot: Path | None, json: bool
) -> None:
    """Play one session, and print the results."""
    from sidepot.simulation.histories import Histories

    rules = rules_of(inputs)
    with nullcontext() if histories is None else Histories(histories, rules, hands) as written:
        simulation = simulation_of(inputs, seed, on_hand=None if written is None else written.write)
        is_whole = _run(simulation, hands, plot)
    result = simulation.result()
    common.answer(lambda: report_of(result, rules, seed), lambda: show(result, rules, seed, inputs), json=json)
    if result.violations:
        raise typer.Exit(common.DOES_NOT_HOLD)
    if not is_whole:
        raise typer.Exit(common.INTERRUPTED)


def _run(simulation: Simulation, hands: int, plot: Path | None) -> bool:
    """Play with a progress bar, and draw the plot. Returns False if interrupted."""
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


def add_options(inputs: SimulateInput, options: dict[str, object]) -> None:
    """Add command-line options to the values in the file.

    If they name another game, the limit and the stakes in the file are dropped.
    """
    given = {name: value for name, value in options.items() if value is not None}
    if "game" in given:
        inputs.forget(*_OF_GAMES)
    if given.keys() & {"blinds", "bets", "ante", "bring_in"}:
        inputs.forget("stakes")
    for name, value in given.items():
        value_text = "" if isinstance(value, bool) else f" {value}"
        inputs.set(name, str(value) if name == "limit" else value, f"--{name.replace('_', '-')}{value_text}")


class SimulateReport(Struct, frozen=True, kw_only=True):
    """The result of one session. At open stakes, it includes `markers` and `settlement`."""

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
    """The result as a report for JSON."""
    return common.filled(
        SimulateReport,
        result,
        seed=seed,
        table=rules.name,
        house=rules.rulebook.name,
        markers=UNSET if result.markers is None else result.markers,
        settlement=UNSET if result.markers is None else result.settlement,
    )


# ---- --times: several sessions, each with its own seed


class Session(NamedTuple):
    """A session to play, and its seed."""

    name: str
    seed: int


class PlayerSessions(msgspec.Struct, frozen=True):
    """The results of a player over all sessions. `error` is the standard error of `per_100` over sessions."""

    name: str
    bot: str
    hands: int
    net: int
    per_100: float
    error: float | None


def simulation_of(inputs: SimulateInput, seed: int, **more: Any) -> Simulation:
    """The table to simulate, with its players. All random numbers come from the seed."""
    rules = rules_of(inputs)
    rng = Random(seed)
    lively = inputs.yes_no("joins", False)
    guests, hand_ms = guests_of(inputs, rules, rng, lively=lively), hand_ms_of(inputs)
    with at_place(inputs.place("players")):  # a player who cannot sit down with these terms
        return Simulation(rules, guests, rng, lively=lively, hand_ms=hand_ms, **more)


def play_session(inputs: SimulateInput, hands: int, session: Session) -> Simulated:
    """Play one session."""
    return msgspec.structs.replace(simulation_of(inputs, session.seed).run(hands), seconds=0.0, hands_per_second=0.0)


def play_sessions(inputs: SimulateInput, hands: int, seeds: range, workers: Workers) -> list[Simulated]:
    """Play all sessions with a progress bar. The results are in seed order."""
    simulation_of(inputs, seeds[0])  # raises an error if the table is wrong
    sessions = (Session(f"the session with seed {seed}", seed) for seed in seeds)
    results: list[Simulated] = []
    with common.progress("sessions", len(seeds)) as advance:
        for _, result in do_pieces(partial(play_session, inputs, hands), sessions, workers):
            results.append(result)
            advance(1)
    return results


def totals(results: list[Simulated]) -> list[PlayerSessions]:
    """The results of each player over all sessions, biggest winner first."""
    of: dict[str, list[tuple[str, int, int]]] = {}
    for result in results:
        for one in result.players:
            of.setdefault(one.name, []).append((one.bot, one.hands, one.net))
    found = []
    for name, sessions in of.items():
        hands = sum(count for _, count, _ in sessions)
        net = sum(won for _, _, won in sessions)
        found.append(PlayerSessions(name, sessions[0][0], hands, net, _per_100(net, hands), _error(sessions)))
    return sorted(found, key=lambda one: (-one.net, one.name))


def _per_100(net: int, hands: int) -> float:
    return round(100 * net / hands, 4) if hands else 0.0


def _error(sessions: list[tuple[str, int, int]]) -> float | None:
    """The standard error of the sessions' mean rate; None for fewer than two."""
    rates = [100 * net / hands for _, hands, net in sessions if hands]
    if len(rates) < 2:
        return None
    mean = sum(rates) / len(rates)
    return round(sqrt(sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1) / len(rates)), 4)


def sessions_report(results: list[Simulated], table: str, seeds: range) -> SessionsReport:
    """Summarize the sessions. The result does not depend on the number of processes."""
    violations = [
        f"seed {seed}, hand {violation.hand}: {violation.what}"
        for seed, result in zip(seeds, results, strict=True)
        for violation in result.violations
    ]
    hands, rake = sum(result.hands for result in results), sum(result.rake for result in results)
    return SessionsReport(table, len(results), [*seeds], hands, rake, totals(results), violations)


class SessionsReport(msgspec.Struct, frozen=True):
    """The results of several sessions."""

    table: str
    times: int
    seeds: list[int]
    hands: int
    rake: int
    players: list[PlayerSessions]
    violations: list[str]


def _show_sessions(report: SessionsReport) -> None:
    from rich.table import Table
    from rich.text import Text

    console, seeds = common.console(), report.seeds
    console.print(Text(f"{report.table}, {report.times} sessions, seeds {seeds[0]} to {seeds[-1]}", "bold"))
    drawn = Table()
    drawn.add_column("player")
    drawn.add_column("bot", style="dim")
    for head in ("hands", "won", "per 100 hands", "±"):
        drawn.add_column(head, justify="right")
    for one in report.players:
        error = "" if one.error is None else f"{one.error:,.1f}"
        drawn.add_row(Text(one.name), one.bot, f"{one.hands:,}", f"{one.net:+,}", f"{one.per_100:+,.1f}", error)
    console.print(drawn)
    print(f"{report.hands:,} hands, rake {report.rake:,}")
    for line in report.violations:
        console.print(Text(line, "bold red"))
    if not report.violations:
        console.print(Text("The books are correct after every hand.", "green"))


# ---- terminal


def show(result: Simulated, rules: TableRules, seed: int, inputs: SimulateInput) -> None:
    """Print the table, each player's result, where the chips are, and whether the books are correct."""
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    console.print(Text(title_of(rules), style="bold"))
    people = "; players come and go" if inputs.yes_no("joins", False) else ""
    least, most = rules.buy_in
    console.print(
        Text(f"House {rules.rulebook.name}, {rules.seats} seats, buy-in {least:,}-{most:,}, seed {seed}{people}", "dim")
    )
    table = Table()
    table.add_column("player")
    table.add_column("bot", style="dim")
    for head in ("hands", "bought", "cashed out", "on the table", "won", "per 100 hands"):
        table.add_column(head, justify="right")
    for one in sorted(result.players, key=lambda one: -one.net):
        each = f"{100 * one.net / one.hands:+,.1f}" if one.hands else ""
        style = "green" if one.net > 0 else "red" if one.net < 0 else ""
        table.add_row(
            Text(one.name),
            one.bot,
            f"{one.hands:,}",
            f"{one.bought:,}",
            f"{one.cashed_out:,}" if one.cashed_out else "",
            f"{one.chips:,}" if one.seat is not None else "",
            Text(f"{one.net:+,}", style),
            each,
        )
    console.print(table)
    for line in lines_of(result):
        console.print(Text(line))
    for violation in result.violations:
        console.print(Text(f"hand {violation.hand}: {violation.what}", "bold red"))
    if not result.violations:
        console.print(Text("The books are correct after every hand.", "green"))


def lines_of(result: Simulated) -> list[str]:
    """The lines about the number of hands, the speed, and where the chips are."""
    count = f"{result.hands:,} hand{'' if result.hands == 1 else 's'}"
    lines = [f"{count} in {result.seconds:,.1f} seconds, {result.hands_per_second:,.0f} per second"]
    if len(result.games) > 1:
        lines.append(", ".join(f"{hands:,} of {name}" for name, hands in result.games.items()))
    parts = [f"{result.chips_in_play:,} in play"]
    for chips, what in (
        (result.chips_cashed_out, "cashed out"),
        (result.rake, "rake"),
        (result.charges, "time charges"),
    ):
        if chips:
            parts.append(f"{chips:,} {what}")
    lines.append(f"{result.chips_issued:,} chips issued: {', '.join(parts)}")
    if result.pot_waiting:
        lines.append(f"{result.pot_waiting:,} of the chips in play carry over to the next deal.")
    return lines + _on_credit(result)


def _on_credit(result: Simulated) -> list[str]:
    """The lines at open stakes: the markers and loans, and the payments at the end."""
    markers = result.markers
    if markers is None:
        return []
    lines = [
        f"Markers of {markers.made:,} made, {markers.torn_up:,} torn up, {markers.owed:,} owed; {markers.lent:,} lent"
    ]
    return [*lines, *[str(payment) for payment in result.settlement]]


def title_of(rules: TableRules) -> str:
    """The title of a table, such as `Razz, fixed limit 4/8, ante 1, bring-in 2`.

    For a mix, it names the first stakes.
    """
    mix = rules.mix
    name = "" if rules.name == "table" else f"{rules.name}: "
    if len(mix.games) == 1:
        return f"{name}{mix.title}, {stakes_text(mix.games[0].limit, rules.stakes[0])}"
    stakes = dict.fromkeys(stakes_text(part.limit, one) for part, one in zip(mix.games, rules.stakes, strict=True))
    choice = "dealer's choice of " if rules.dealers_choice else ""
    return f"{name}{choice}{mix.title}: {'; '.join(stakes)}"
