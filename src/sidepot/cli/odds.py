"""`sidepot odds`: compute the equity of each hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Ray
from sidepot.cli.game_words import named_game
from sidepot.cli.interrupting import interruptible
from sidepot.errors import BadNotation
from sidepot.workers import Workers

if TYPE_CHECKING:
    from sidepot.games.model import Game
    from sidepot.odds import Odds

AT_ONCE = 1.0  # seconds for plain Python, before kernels are loaded
COLUMNS = 13


Hands = Annotated[list[str] | None, typer.Argument(metavar="HANDS", help="Hands, separated by spaces: 'AsKs QhQd'.")]
Board = Annotated[str, typer.Option(metavar="CARDS", help="The board; two boards as Ks7d2c/AhQh3s.")]
Dead = Annotated[str, typer.Option(metavar="CARDS", help="Dead cards: folded or exposed.")]
GameOption = Annotated[str, typer.Option(metavar="GAME", help="One of `sidepot games`, or a file: my-game.toml.")]
Ranges = Annotated[
    list[str] | None,
    typer.Option("--range", metavar="RANGE", help="Another hand, as a range such as QQ+,AKs; repeatable."),
]
Put = Annotated[str | None, typer.Option(metavar="CHIPS", help="The chips that each hand has put in: 100,250,250.")]
Pot = Annotated[int, typer.Option(metavar="CHIPS", help="Extra chips in the main pot.")]
Samples = Annotated[int | None, typer.Option(metavar="N", help="Sample N deals, even if an exact result is quick.")]
Seed = Annotated[int, typer.Option(metavar="N", help="The random seed for sampling.")]
Exact = Annotated[bool, typer.Option("--exact", help="Compute exactly, however long it takes.")]
Plot = Annotated[
    Path | None,
    typer.Option(
        parser=common.path, metavar="OUT.png", help="Draw a heat map of the 169 starting hands against these hands."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, max=64, help="Number of worker processes."),
]


def command(
    hands: Hands = None,
    board: Board = "",
    dead: Dead = "",
    game: GameOption = "holdem",
    ranges: Ranges = None,
    put: Put = None,
    pot: Pot = 0,
    samples: Samples = None,
    seed: Seed = 0,
    exact: Exact = False,
    plot: Plot = None,
    jobs: Jobs = None,
    ray: Ray = "",
    json: AsJson = False,
) -> None:
    """Compute the equity of each hand: exactly if that is quick, otherwise sampled, with the standard error.

    A hand is cards, "random", or a range: QQ+,AKs or 15% or KQs:0.5, in Omaha also AAxx or KKds. ?? is an unknown card.
    In stud, the cards that you do not name are still to come. In draw, name the cards that are kept; the rest is drawn
    once. Win is the whole pot, tie a part of it; low is the equity in the second half of a split pot. With --jobs or
    --ray, other samples are drawn, but the number of processes does not matter.

    Examples:

      sidepot odds "AsKs QhQd"
      sidepot odds "AsKs QhQd 7c6c" --board "Kh 7d 2c" --put 100,250,250
      sidepot odds AsKs --range "QQ+,AKs" --dead 2c
      sidepot odds "AsKs 15%"
      sidepot odds "QQ+ 15%" --board "Kh 7d 2c" --jobs 2
      sidepot odds "AsAh2c3d KKxx" --game omaha8
      sidepot odds "As2d3h ????5c" --game razz --samples 100000 --seed 7
      sidepot odds --plot heat.png

    Exit codes: 0 success, 2 bad usage or input.
    """
    named = [hand for some in hands or () for hand in some.split()]
    named += ranges or []
    played = named_game(game)
    if plot is not None:
        if put is not None or pot or exact:
            raise BadNotation("--plot draws sampled equities of a single pot: leave out --put, --pot and --exact")
        if jobs is not None or ray:
            raise BadNotation("--plot uses one process: omit --jobs and --ray")
        draw(named or ["random"], board, dead, played, samples, seed, plot, json)
        return
    workers = None if jobs is None and not ray else Workers(jobs or 1, ray)
    found = ask(named, board, dead, played, read_chips(put), pot, samples, seed, exact, workers)
    common.answer(lambda: report_of(found), lambda: show(found, played), json=json)


def read_chips(put: str | None) -> list[int]:
    """Parse amounts such as `100,250,250`. Raises BadNotation for text that is not a list of amounts."""
    if put is None:
        return []
    amounts = [part.strip().replace("_", "") for part in put.split(",")]
    for part in amounts:
        if not (part.isascii() and part.isdigit()):
            raise BadNotation(f"--put: {part!r} is not a number of chips; give one for each hand, as in 100,250,250")
        if len(part) > 18:
            raise BadNotation(f"--put: {part} is more chips than any table holds")
    return [int(part) for part in amounts]


def ask(
    hands: list[str], board: str, dead: str, game: Game, put: list[int], pot: int, samples: int | None, seed: int,
    exact: bool, workers: Workers | None = None,
) -> Odds:  # fmt: skip
    """Compute the odds, with a progress bar."""
    from sidepot.odds import odds

    with interruptible(), common.progress("dealing", samples) as advance:
        return odds(
            hands, board=board, dead=dead, game=game, put=put, extra=pot, samples=samples, seed=seed,
            exact=True if exact else None, plain_below=AT_ONCE, progress=advance, workers=workers,
        )  # fmt: skip


class HandReport(Struct, frozen=True):
    """The equity of a hand. If the equity was sampled, the report includes its standard error."""

    hand: str
    equity: float
    win: float
    tie: float
    low: float
    error: float | UnsetType = UNSET


class PotReport(Struct, frozen=True):
    """The equity of each hand in a pot. If the equities were sampled, the report includes their standard errors."""

    amount: int
    hands: tuple[int, ...]
    equity: tuple[float, ...]
    chips: tuple[float, ...]
    error: tuple[float, ...] | UnsetType = UNSET


class OddsReport(Struct, frozen=True):
    """The odds of the hands, and of the pots if chips were given."""

    exact: bool
    boards: int
    seconds: float
    hands: list[HandReport]
    pots: list[PotReport] | UnsetType = UNSET


class HeatReport(Struct, frozen=True):
    """The starting hands of the heat map."""

    against: list[str]
    plot: str
    hands: dict[str, float | None]


def report_of(found: Odds) -> OddsReport:
    """Convert the odds to a report for JSON. Fields that do not apply are left out."""
    hands = [common.filled(HandReport, hand, error=UNSET if hand.error is None else hand.error) for hand in found.hands]
    pots = [common.filled(PotReport, pot, error=UNSET if pot.error is None else pot.error) for pot in found.pots]
    return common.filled(OddsReport, found, hands=hands, pots=pots or UNSET)


def show(found: Odds, game: Game) -> None:
    """Print a table of the hands, a line about the method, and the side pots."""
    from rich.text import Text

    console = common.console()
    halves = any(hand.low for hand in found.hands)
    columns = ("equity", "win", "tie", *(["low"] if halves else []), *([] if found.exact else ["error"]))
    table = common.table("hand", right=columns)
    for hand in found.hands:
        cells = [percent(hand.equity), percent(hand.win), percent(hand.tie)]
        cells += [percent(hand.low)] if halves else []
        cells += [] if hand.error is None else [f"± {100 * hand.error:.2f}"]
        table.add_row(Text(hand.hand, style="bold"), *cells)
    console.print(table)
    deals = f"{found.boards:,} deal{'s' * (found.boards != 1)}"
    how = f"exact, all {deals}" if found.exact else f"sampled, {deals}"
    last = ", of the last draw" if sum([street.draw > 0 for street in game.streets]) > 1 else ""
    console.print(Text(f"{how}{last}, in {found.seconds:.2f} s", style="dim"))
    for number, pot in enumerate(found.pots):
        name = f"side pot {number}" if number else "main pot"
        line = Text.assemble("\n", (f"{name} {pot.amount:,}", "bold"))
        for at, share, chips in zip(pot.hands, pot.equity, pot.chips, strict=True):
            line.append(f"\n  {found.hands[at].hand}  {percent(share)}  {chips:,.1f} chips")
        console.print(line)


def percent(part: float) -> str:
    return f"{100 * part:.2f} %"


def draw(
    against: list[str], board: str, dead: str, game: Game, samples: int | None, seed: int, path: Path, json: bool
) -> None:
    """Sample the equity of each of the 169 starting hands `against` other hands. Draw a heat map, and print it."""
    from sidepot.odds.heat import need_two_cards, plot, starting_hands
    from sidepot.plots import check_plot

    need_two_cards(game)
    check_plot(path)
    with interruptible(), common.progress("starting hands", COLUMNS * COLUMNS) as advance:
        found = starting_hands(against, board=board, dead=dead, game=game, samples=samples, seed=seed, progress=advance)
    title = f"Equity in % against {', '.join(against)}" + (f" on {board}" if board else "")
    plot(found, path, title)
    common.answer(
        lambda: HeatReport(against, str(path), found), lambda: _show_heat(found, f"{title}: {path}"), json=json
    )


def _show_heat(found: dict[str, float | None], last: str) -> None:
    names = list(found)
    for row in range(COLUMNS):
        cells = [f"{name:>4} {_short(found[name])}" for name in names[COLUMNS * row : COLUMNS * row + COLUMNS]]
        print("".join(cells))
    print(last)


def _short(equity: float | None) -> str:
    return "  - " if equity is None else f"{100 * equity:4.1f}"
