"""`sidepot evaluate`: compare bots, your own players and programs in duplicate matches."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import Ante, AsJson, Bets, Blinds, House, Limit, LimitName, file_option
from sidepot.cli.interrupting import interruptible
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.hand.legal.options import Player
    from sidepot.matches.duplicate import Match

SECONDS = 10.0

Agents = Annotated[
    list[str] | None,
    typer.Argument(metavar="AGENT", help="Bots (expert, loose ...), or your own players: module:name."),
]
Programs = Annotated[
    list[str] | None,
    typer.Option("--program", metavar="NAME=COMMAND", help="A program in any language, as a player; repeatable."),
]
Deals = Annotated[int, typer.Option(min=1, max=100_000_000, metavar="N", help="The number of deals at each table.")]
Seats = Annotated[
    int | None, typer.Option(min=2, max=22, metavar="N", help="Players at a table [2]; each group has a table.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="The random seed; the same seed gives the same cards.")]
GameOption = Annotated[str, typer.Option(metavar="GAME", help="One of `sidepot games`, or a file: my-game.toml.")]
Stack = Annotated[int, typer.Option(min=0, max=10**15, metavar="CHIPS", help="The stack in each hand [100 bets].")]
Seconds = Annotated[float, typer.Option(min=0.001, max=3600, metavar="S", help="The time of a program for a decision.")]
Out = Annotated[Path | None, file_option("--out", "Write each seat of each hand to a Parquet file.", "FILE")]
Plot = Annotated[Path | None, file_option("--plot", "Draw the results with their errors, as in out.png.")]


def command(
    agents: Agents = None,
    programs: Programs = None,
    deals: Deals = 1000,
    seats: Seats = None,
    seed: Seed = 1,
    game: GameOption = "holdem",
    limit: Limit = None,
    blinds: Blinds = None,
    bets: Bets = None,
    ante: Ante = None,
    stack: Stack = 0,
    house: House = None,
    seconds: Seconds = SECONDS,
    out: Out = None,
    plot: Plot = None,
    json: AsJson = False,
) -> None:
    """Compare players: each deal is played in every seating, so that the luck of the cards cancels out.

    Results are in bets per 100 hands, with their standard errors; ratings are as in chess. With more agents than seats,
    each group of them plays at a table of its own. A program reads a line of JSON for each decision, and answers with
    one (docs/how-to/evaluate.md). An agent that fails, or a program that hangs, floods or ends, loses its hand, not the
    match.

    Examples:

      sidepot evaluate expert loose steady --deals 500
      sidepot evaluate mine:curious regular --game omaha8 --limit pl
      sidepot evaluate regular --program "mine=python3 my_bot.py" --seconds 2
      sidepot evaluate expert regular loose random --out results.parquet --plot ratings.png
      sidepot evaluate expert loose steady --seats 3 --json

    Exit codes: 0 success; 1 an agent failed in some hand; 2 bad usage or input.
    """
    from sidepot.matches.tables import check_table, write_table

    common.check_plot(plot)
    if out is not None:
        check_table(out)
    with ExitStack() as open_programs:
        players = agents_of(agents or [], programs or [], seed, seconds, open_programs)
        if len(players) < 2:
            raise BadNotation("name two or more agents, as in sidepot evaluate expert loose")
        found = play(players, deals, seats or 2, seed, game, limit, blinds, bets, ante, stack, house)
    if out is not None:
        write_table(found, out)
    report = report_of(found)
    if plot is not None:
        draw(report, plot)
    common.answer(lambda: report, lambda: show(report), json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if any(one.failures for one in report.agents) else common.OK)


def agents_of(names: list[str], programs: list[str], seed: int, seconds: float, opened: ExitStack) -> dict[str, Player]:
    """The agents by name.

    A program is started when it has to decide for the first time, and stopped when `opened` is closed. It has `seconds`
    for each decision.
    """
    from sidepot.cli.simulate_bots import find_bots
    from sidepot.matches.programs import ProgramPlayer

    found: dict[str, Player] = {}
    for name in names:
        (bot,) = find_bots([name], "AGENT", Random(seed))
        _add(found, name, bot.play)
    for text in programs:
        name, equals, line = text.partition("=")
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise BadNotation(f"--program {text}: {error}") from None
        if not (name.strip() and equals and words):
            raise BadNotation(f"--program {text}: expected NAME=COMMAND, as in mine='python3 my_bot.py'")
        _add(found, name.strip(), opened.enter_context(ProgramPlayer(words, seconds)))
    return found


def _add(found: dict[str, Player], name: str, player: Player) -> None:
    if name in found:
        raise BadNotation(f"{name} is named twice; each agent needs a different name")
    found[name] = player


def play(
    players: dict[str, Player], deals: int, seats: int, seed: int, game: str, limit: LimitName | None,
    blinds: str | None, bets: str | None, ante: int | None, stack: int, house: str | None,
) -> Match:  # fmt: skip
    """Play the match, with a progress bar."""
    from math import comb

    from sidepot.cli.play_stakes import open_table
    from sidepot.cli.usual_house import usual_house
    from sidepot.matches.duplicate import DEEP, play_duplicate

    if seats > len(players):
        raise BadNotation(f"--seats {seats}: there are only {len(players)} agents")
    table = open_table(
        game,
        limit,
        house or usual_house("cash"),
        seats=seats,
        stack=stack or 1,
        seed=seed,
        blinds=blinds,
        bets=bets,
        ante=ante,
    )
    hands = comb(len(players), seats) * deals * seats
    with interruptible(), common.progress("playing", hands) as advance:
        return play_duplicate(
            players, deals, seed, seats=seats, game=table.game, limit=table.limit, stakes=table.stakes,
            house=table.rulebook, stack=stack or DEEP * table.stakes.min_bet, progress=advance,
        )  # fmt: skip


class AgentReport(Struct, frozen=True):
    """The result of an agent in bets per 100 hands, and its rating."""

    agent: str
    deals: int
    hands: int
    per_100: float
    error: float
    low: float
    high: float
    rating: float
    rating_error: float
    won: float
    failures: int
    failed: str


class EvaluationReport(Struct, frozen=True):
    """A match: its size, and its agents, the best agent first."""

    hands: int
    deals: int
    seats: int
    seed: int
    agents: list[AgentReport]


def report_of(match: Match) -> EvaluationReport:
    """The report of a match."""
    from sidepot.matches.ratings import ratings

    rated = {one.agent: one for one in ratings(match)}
    agents = [
        common.filled(
            AgentReport, one, rating=rated[one.agent].rating, rating_error=rated[one.agent].error,
            won=rated[one.agent].won,
        )
        for one in match.standings
    ]  # fmt: skip
    return EvaluationReport(match.hands, match.deals, match.seats, match.seed, agents)


def draw(report: EvaluationReport, path: Path) -> None:
    """Draw the results of the agents with their confidence intervals."""
    from sidepot.plots import DrawnMean, plot_means

    means = [DrawnMean(one.agent, one.per_100, one.low, one.high) for one in report.agents]
    plot_means(f"{report.hands:,} hands", means, "bets won per 100 hands, with 95 % intervals", path)


def show(report: EvaluationReport) -> None:
    """Print the report as a table."""
    console = common.console()
    table = common.table("agent", right=("bets/100", "±", "rating", "± ", "won", "failed"))
    for one in report.agents:
        table.add_row(
            one.agent, f"{one.per_100:+.1f}", f"{one.error:.1f}", f"{one.rating:.0f}", f"{one.rating_error:.0f}",
            f"{one.won:.1%}", f"{one.failures:,}" if one.failures else "",
        )  # fmt: skip
    console.print(table)
    console.print(f"\n{report.hands:,} hands: {report.deals:,} deals at each table, each in {report.seats} seatings")
    for one in report.agents:
        if one.failed:
            console.print(f"{one.agent}: {one.failed}", markup=False)
