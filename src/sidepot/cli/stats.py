"""`sidepot stats`: player statistics from hand histories."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Jobs, LogGame, Ray, file_option
from sidepot.cli.interrupting import interruptible
from sidepot.errors import BadNotation
from sidepot.validation.csv_text import write_csv

if TYPE_CHECKING:
    from sidepot.histories.bulk import Problem
    from sidepot.stats import Rates, Stats
    from sidepot.stats.figures import Figure
    from sidepot.stats.line import Line
    from sidepot.stats.rates import FigureValue
    from sidepot.stats.tournaments_played import TournamentRates

SHOWN = 20
NAMED = 3


Paths = Annotated[
    list[Path] | None,
    typer.Argument(parser=common.path, metavar="PATH", help="Files or folders of hand histories."),
]
Player = Annotated[
    str,
    typer.Option("--player", callback=common.not_empty, metavar="NAME", help="Only this player [all players]."),
]
By = Annotated[
    str,
    typer.Option("--by", callback=common.not_empty, metavar="WHAT", help="Group by position, game, stakes or month."),
]
Plot = Annotated[
    Path | None,
    file_option("--plot", "Draw the winnings of the player [the hero], as in out.png.", "FILE"),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
Expectation = Annotated[
    bool, typer.Option("--expectation/--no-expectation", help="Compute the expected result of all-in hands.")
]
Figures = Annotated[
    str,
    typer.Option(
        "--figures",
        callback=common.not_empty,
        metavar="NAMES",
        help="The figures or groups to show: preflop, postflop, showdown, stud, draw, result or all.",
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Explain each statistic.")]


def command(
    paths: Paths = None,
    player: Player = "",
    by: By = "",
    figures: Figures = "",
    plot: Plot = None,
    as_csv: AsCsv = False,
    expectation: Expectation = True,
    game: LogGame = None,
    explain: Explain = False,
    jobs: Jobs = 1,
    ray: Ray = "",
    json: AsJson = False,
) -> None:
    """Compute player statistics from hand histories: won, bb/100, VPIP, PFR, 3-bet, c-bet, WTSD, W$SD, all-ins.

    Reads every format that `sidepot replay` reads. There is one row per player, or with --by one per group. A hand that
    cannot be read or played is reported with its file and line, and the others count. The expected results of all-ins
    are exact where the odds are. docs/reference/stats.md defines each statistic. Tournament summaries give one row per
    player and currency, with costs and winnings.

    Examples:

      sidepot stats HandHistory/
      sidepot stats HandHistory/ --player Ann --by position
      sidepot stats HandHistory/ --player Ann --by position --figures preflop
      sidepot stats HandHistory/ --figures steal,squeeze,wwsf
      sidepot stats HandHistory/ --plot winnings.png
      sidepot stats HandHistory/ --player Ann --by game --plot winnings.png
      sidepot stats HandHistory/ --player Ann --by month --csv
      sidepot stats hands.txt --jobs 2 --json
      sidepot stats --explain

    Exit codes: 0 all hands count, 1 a hand could not be read or played, 2 bad usage or input.
    """
    from sidepot.histories.acpc_logs import asked_game
    from sidepot.histories.bulk import find_histories
    from sidepot.stats import stats
    from sidepot.stats.figures import FIGURES, USUAL, chosen_figures
    from sidepot.workers import Workers

    if explain:
        _explain(json=json)
        return
    if not paths:
        raise BadNotation("name files or folders of hand histories, or use --explain")
    common.check_plot(plot)
    chosen = chosen_figures(figures) if figures else [FIGURES[key] for key in USUAL]
    files = find_histories(paths)
    asked = None if game is None else asked_game(game)
    with interruptible(), common.hands_progress("counting", files) as advance:
        found = stats(
            files, player=player, by=by, expectation=expectation, line=plot is not None, game=asked,
            workers=Workers(jobs, ray), advance=advance,
        )  # fmt: skip
    drawn = "" if plot is None else _draw(found, player or _heroes(found), plot)
    if as_csv:
        show = partial(_print_csv, found, chosen if figures else [])
    else:
        show = partial(_show, found, chosen, drawn)
    common.answer(lambda: report_of(found), show, json=json)
    _name_problems(found)
    raise typer.Exit(common.DOES_NOT_HOLD if found.problems else common.OK)


class StatsReport(Struct, frozen=True, kw_only=True):
    """The statistics, and the running result if it was drawn."""

    player: str
    by: str
    files: int
    hands: int
    rows: list[Rates]
    total: Rates | None
    line: Line | UnsetType
    problems: list[Problem]
    untold: int
    skipped: list[str]
    events: list[TournamentRates]
    heroes: list[str]
    again: int


def report_of(found: Stats) -> StatsReport:
    """Convert the statistics to a report for JSON, with the running result if it was drawn."""
    return common.filled(StatsReport, found, line=UNSET if found.line is None else found.line)


def _heroes(found: Stats) -> str:
    """The heroes of the hands. A player may have different names at different sites."""
    return ", ".join(found.heroes[:NAMED]) + (", ..." if len(found.heroes) > NAMED else "")


def _draw(found: Stats, whose: str, plot: Path) -> str:
    """Draw the line of winnings, and print where it is."""
    from sidepot.stats.line import plot_line

    if found.line is not None:
        plot_line(found.line, whose, plot)
    return f"winnings of {whose} drawn to {plot}"


def _explain(*, json: bool) -> None:
    """Print an explanation of each statistic."""
    from sidepot.stats import EXPLAINED

    def show() -> None:
        for name, text in EXPLAINED.items():
            print(f"{name:<18} {text.replace('`', '')}")

    common.answer(lambda: EXPLAINED, show, json=json)


_CELLS = "vpip pfr three_bet c_bet wtsd w_sd".split()
_MONEY_ALONE = "chips"  # without a currency; named only next to one


def _show(found: Stats, figures: list[Figure], drawn: str) -> None:
    from rich.text import Text

    table = common.table(found.by or "player")
    for column in ["hands", "won", "bb/100", "±", *[figure.name for figure in figures], "all-in", "expected"]:
        table.add_column(column, justify="right", no_wrap=column != "won")
    rows = found.rows if found.by else found.rows[:SHOWN]
    for row in [*rows, *([found.total] if found.total is not None else [])]:
        table.add_row(Text(row.group, style="bold"), *_cells(row, figures))
    if rows or not found.events:
        common.console().print(table)
    _show_events(found)
    if len(rows) < len(found.rows):
        print(f"... and {len(found.rows) - len(rows)} more players; --csv and --json show all")
    sampled = sum(row.sampled for row in found.rows)
    if sampled:
        print(f"{sampled} of the all-ins were sampled, as an exact result would take too long")
    if drawn:
        print(drawn)


_EVENT_COLUMNS = ("tournaments", "paid", "ITM", "cost", "got", "net", "ROI")


def _show_events(found: Stats) -> None:
    """Print a row for each player and currency, if there are tournament summaries."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    if not found.events:
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("player")
    for column in _EVENT_COLUMNS:
        table.add_column(column, justify="right", no_wrap=True)
    for row in found.events[:SHOWN]:
        amounts = [f"{amount} {row.currency}".strip() for amount in (row.cost, row.got, row.net)]
        itm = f"{100 * row.itm:.1f} %"
        roi = "" if row.roi is None else f"{100 * row.roi:.1f} %"
        table.add_row(Text(row.player, style="bold"), f"{row.events:,}", f"{row.paid:,}", itm, *amounts, roi)
    common.console().print(table)
    more = len(found.events) - SHOWN
    if more > 0:
        print(f"... and {more} more rows of tournaments; --json shows all")


def _cells(row: Rates, figures: list[Figure]) -> list[str]:
    is_bare = list(row.won) == [_MONEY_ALONE]
    won = [amount if is_bare else f"{amount} {money}" for money, amount in row.won.items()]
    error = "" if row.error is None else f"{row.error:.1f}"
    return [
        f"{row.hands:,}",
        "\n".join(won),
        f"{row.per_100:.1f}",
        error,
        *[_cell(figure, row.figures[figure.key]) for figure in figures],
        f"{row.all_ins:,}",
        f"{row.expected_per_100:.1f}",
    ]


def _cell(figure: Figure, of: FigureValue) -> str:
    """A figure in a table. Rates are in percent."""
    if of.value is None:
        return ""
    return (
        f"{100 * of.value:.1f}" if figure.unit == "%" else f"{of.value:.2f}" if not figure.unit else f"{of.value:.1f}"
    )


def _print_csv(found: Stats, figures: list[Figure]) -> None:
    """Print one line per row, with a column of winnings per currency, and each figure with its chances and error."""
    moneys = sorted({money for row in found.rows for money in row.won})
    numbers = "hands per_100 error".split() + _CELLS + "all_ins all_in_units expected_units expected_per_100".split()
    more = [f"{figure.key}{what}" for figure in figures for what in ("", "_error", "_chances")]
    rows: list[list[object]] = [[found.by or "player", *numbers, *[f"won {money}" for money in moneys], *more]]
    for row in found.rows:
        won = [Decimal(row.won.get(money, "0")) for money in moneys]
        values = [row.figures[figure.key] for figure in figures]
        cells = [cell for one in values for cell in (one.value, one.error, one.chances)]
        rows.append([row.group, *[getattr(row, name) for name in numbers], *won, *cells])
    print(write_csv(rows), end="")


def _name_problems(found: Stats) -> None:
    for file in found.skipped:
        common.say(f"skipped: {file} is not a hand history")
    if found.again:
        common.say(
            f"{found.again:,} {'hand appeared' if found.again == 1 else 'hands appeared'} twice, and counted once"
        )
    for problem in found.problems[:SHOWN]:
        where = f"{problem.file}, hand {problem.hand}" if problem.hand else problem.file
        common.say(f"{where}: {problem.detail}")
    more = len(found.problems) + found.untold - SHOWN
    if more > 0:
        common.say(f"... and {more} more; --json shows {'100,000' if found.untold else 'all'}")
