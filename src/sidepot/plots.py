"""Pictures: bankrolls over hands, where players finish, lines of winnings, means with their errors.

They need the extra `plot`. matplotlib is imported only when a picture is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sidepot.simulation.cash_table import Simulation
    from sidepot.simulation.tournaments.tournament_result import TournamentResult

POINTS: Final = 1000  # per line, about; more are not visible
NAMED: Final = 10  # players with a name and a colour
ROWS: Final = 40
NOT_YET: Final = float("nan")


class Bankrolls:
    """The bankrolls of the players of a simulation over time. Call `note` after each hand."""

    def __init__(self, simulation: Simulation, hands: int) -> None:
        self.simulation = simulation
        self.every = max(hands // POINTS, 1)
        self.hands: list[int] = []
        self.nets: dict[str, list[float]] = {}

    def note(self) -> None:
        """Record all results after a hand, if the picture has a point there."""
        at = self.simulation.books.hands
        if at % self.every == 0:
            self._add(at)

    def finish(self) -> None:
        """Record all results after the last hand."""
        at = self.simulation.books.hands
        if at and (not self.hands or self.hands[-1] != at):
            self._add(at)

    def _add(self, at: int) -> None:
        for name, net in self.simulation.nets().items():
            self.nets.setdefault(name, [NOT_YET] * len(self.hands)).append(net)
        self.hands.append(at)


def check_plot(path: Path) -> None:
    """Raise Conflict if matplotlib is not installed, and BadNotation if the picture cannot be written."""
    if find_spec("matplotlib") is None:
        raise Conflict(f"{path}: a plot needs matplotlib, which is not installed: {how_to_install('plot')}")
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = FigureCanvasBase.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in kinds:
        raise BadNotation(f"{path}: expected the suffix {', '.join(sorted(kinds))}, as in out.png")
    if not path.absolute().parent.is_dir():
        raise BadNotation(f"{path}: no such folder: {path.parent}")
    if path.is_dir():
        raise BadNotation(f"{path}: this is a folder; give a file, as in {path / 'out.png'}")
    is_new = not path.exists()
    try:  # before the hands are played
        path.open("ab").close()
    except OSError as error:
        raise BadNotation(f"{path}: cannot be written: {error.strerror or error}") from None
    if is_new:
        path.unlink()


def plot_bankrolls(bankrolls: Bankrolls, path: Path) -> None:
    """Draw what each player has won and lost, hand after hand.

    Raises Conflict if matplotlib is not installed, and BadNotation if the picture cannot be written.
    """
    check_plot(path)
    figure, axes = _axes()
    for name, nets in _farthest(bankrolls.nets):
        axes.plot(bankrolls.hands, nets, linewidth=1.2, label=name)
    others = len(bankrolls.nets) - NAMED
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_title(bankrolls.simulation.table.rules.name + (f" (without {others} others)" if others > 0 else ""))
    axes.set_xlabel("hands")
    axes.set_ylabel("chips won")
    if bankrolls.nets:
        axes.legend(fontsize=8)
    _save(figure, path)


class DrawnLine(NamedTuple):
    """One line of a picture: its name, its values, its colour, and the style in which it is drawn."""

    name: str
    values: Sequence[float]
    colour: str
    style: str = "-"


def plot_lines(title: str, hands: Sequence[int], lines: Sequence[DrawnLine], measure: str, path: Path) -> None:
    """Draw several lines over the same hands. `measure` is the unit of their values.

    Raises Conflict if matplotlib is not installed, and BadNotation if the picture cannot be written.
    """
    check_plot(path)
    figure, axes = _axes()
    for line in lines:
        axes.plot(hands, line.values, line.style, linewidth=1.2, color=line.colour, label=line.name)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_title(title)
    axes.set_xlabel("hands")
    axes.xaxis.get_major_locator().set_params(integer=True)  # of a few hands, too
    axes.set_ylabel(measure)
    axes.legend(fontsize=8)
    _save(figure, path)


class DrawnMean(NamedTuple):
    """A mean in a picture: its name, and the ends of its confidence interval."""

    name: str
    mean: float
    low: float
    high: float


def plot_means(title: str, means: Sequence[DrawnMean], measure: str, path: Path) -> None:
    """Draw means with their confidence intervals, the first mean on top. `measure` is the unit of their values.

    Raises Conflict if matplotlib is not installed, and BadNotation if the picture cannot be written.
    """
    check_plot(path)
    figure, axes = _axes()
    shown = means[:ROWS]
    at = range(len(shown))
    spread = [[one.mean - one.low for one in shown], [one.high - one.mean for one in shown]]
    axes.errorbar([one.mean for one in shown], at, xerr=spread, fmt="o", capsize=4)
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.set_yticks(at, [one.name for one in shown])
    axes.invert_yaxis()
    axes.set_title(title)
    axes.set_xlabel(measure)
    _save(figure, path)


def plot_finishes(results: Sequence[TournamentResult], path: Path) -> None:
    """Draw where players finish. For one tournament, draw the prize of each place; for several, how often each place
    was taken.

    A player who is still in has no place yet and is left out. Raises Conflict if matplotlib is not installed, and
    BadNotation if the picture cannot be written.
    """
    check_plot(path)
    figure, axes = _axes()
    if results:
        title = results[0].name
        axes.set_title(title if len(results) == 1 else f"{title}, {len(results)} tournaments")
    axes.set_xlabel("place")
    if len(results) == 1:
        _prizes(axes, results[0])
    else:
        _places(figure, axes, results)
    _save(figure, path)


def finishes(results: Sequence[TournamentResult]) -> dict[str, Counter[int]]:
    """How often each player finished in each place. The player with the best average is first."""
    found: dict[str, Counter[int]] = {}
    for result in results:
        for standing in result.standings:
            if standing.place:
                found.setdefault(standing.player, Counter())[standing.place] += 1
    return dict(sorted(found.items(), key=lambda item: (fmean(item[1].elements()), item[0])))


def _prizes(axes: Axes, result: TournamentResult) -> None:
    """Draw the prize of each player, in order of finish, with bounties on top."""
    done = [standing for standing in result.standings if standing.place]
    last = max([at for at, standing in enumerate(done, 1) if standing.paid or standing.bounties], default=1)
    shown = done[: max(last, min(len(done), NAMED))]
    at = list(range(1, len(shown) + 1))
    paid = [standing.paid for standing in shown]
    axes.bar(at, paid, label="prizes")
    if result.bounties:
        axes.bar(at, [standing.bounties for standing in shown], bottom=paid, label="bounties")
        axes.legend()
    if len(shown) <= ROWS:
        axes.set_xticks(at, [f"{standing.place}\n{standing.player}" for standing in shown], fontsize=7)
    axes.set_ylabel("paid")


def _places(figure: Figure, axes: Axes, results: Sequence[TournamentResult]) -> None:
    """Draw a square for each player and place: how often the player finished in it. The best average is on top."""
    counted = dict(list(finishes(results).items())[:ROWS])
    most = max([max(places) for places in counted.values()], default=1)
    rows = [[places[place] / len(results) for place in range(1, most + 1)] for places in counted.values()]
    if rows:
        shown = axes.imshow(
            rows, aspect="auto", cmap="Blues", vmin=0.0, extent=(0.5, most + 0.5, len(rows) - 0.5, -0.5)
        )
        figure.colorbar(shown, label="how often")
        axes.set_yticks(range(len(rows)), list(counted), fontsize=7)


def _farthest(nets: dict[str, list[float]]) -> list[tuple[str, list[float]]]:
    """The players with the largest wins and losses, winners first, as many as can be named."""
    chosen = sorted(nets.items(), key=lambda item: -abs(item[1][-1]))[:NAMED]
    return sorted(chosen, key=lambda item: -item[1][-1])


def _axes() -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 6), layout="constrained")
    return figure, figure.add_subplot()


def _save(figure: Figure, path: Path) -> None:
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise BadNotation(f"{path}: cannot be written: {error.strerror or error}") from None
