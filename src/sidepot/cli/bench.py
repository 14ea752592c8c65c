"""`sidepot bench`: measure hands per second, compared with other engines in the same run."""

from __future__ import annotations

import platform
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.benchmarks import peers as other_engines
from sidepot.benchmarks import workloads
from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.errors import BadNotation
from sidepot.validation.reader import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Engine = Callable[[str, float, int], float | None]

COLUMNS = {
    "sidepot": "sidepot",
    "openspiel": "OpenSpiel, legal actions listed at each decision",
    "openspiel_unlisted": "OpenSpiel, legal actions listed only where needed",
    "pokerkit": "PokerKit",
}
LOGGED_HANDS = 100


def command(
    workload: Annotated[
        list[str] | None,
        typer.Option("--workload", "-w", metavar="NAME", help="Run only this workload; repeatable."),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure PokerKit and OpenSpiel too (`make peers` installs them).")
    ] = False,
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.05, max=3600.0, help="Seconds per engine and round.")
    ] = 1.0,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="Rounds; the engines take turns, and the median counts.")
    ] = 5,
    warm_up: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.0, max=3600.0, help="Seconds of warm-up before the first round.")
    ] = 6.0,
    seed: Annotated[int, typer.Option(metavar="N", help="The random seed.")] = 1,
    json: AsJson = False,
) -> None:
    """Measure hands per second, with legality checks, event logs and random cards.

    Compare ratios within one run; absolute numbers depend on the machine. After measuring, a hundred logged hands of
    each workload are replayed and must give the same results.

    Examples:

      sidepot bench                      all workloads, sidepot only
      sidepot bench --peers              compared with PokerKit and OpenSpiel
      sidepot bench -w W19 --seconds 3   one workload, longer

    Exit codes: 0 measured, 2 bad usage.
    """
    names = workload or list(workloads.WORKLOADS)
    for name in names:
        if name not in workloads.WORKLOADS:
            raise unknown(f"no workload is called {name!r}", name, workloads.WORKLOADS)
    report = measure(names, peers=peers, seconds=seconds, rounds=rounds, warm_up=warm_up, seed=seed)
    common.answer(lambda: report, lambda: _print(report, peers), json=json)


class BenchReport(Struct, frozen=True):
    """The machine, the build, and the median hands per second of each engine on each workload."""

    machine: str
    compiled: bool
    workloads: dict[str, dict[str, float | None]]


def measure(
    names: Sequence[str], *, peers: bool, seconds: float, rounds: int, warm_up: float, seed: int
) -> BenchReport:
    """Run the benchmark. Returns the machine, the build, and the medians."""
    engines = _engines(peers)
    measured: dict[str, dict[str, float | None]] = {}
    with common.progress("Playing", len(names) * rounds * len(engines)) as advance:
        for name in names:
            measured[name] = _race(name, engines, seconds, rounds, warm_up, seed, advance)
            workloads.verify(name, hands=LOGGED_HANDS, seed=seed)
    return BenchReport(_machine(), is_compiled(), measured)


def is_compiled() -> bool:
    """Whether the modules that must be fast are compiled extensions."""
    from sidepot.hand import betting

    return not str(betting.__file__).endswith(".py")


def _engines(peers: bool) -> dict[str, Engine]:
    """The engines by their keys in the report, sidepot first."""

    def ours(name: str, seconds: float, seed: int) -> float:
        return workloads.hands_per_second(name, seconds=seconds, seed=seed)

    def theirs(peer: str, textbook: bool) -> Engine:
        def play(name: str, seconds: float, seed: int) -> float | None:
            return other_engines.hands_per_second(peer, name, seconds=seconds, seed=seed, textbook=textbook)

        return play

    engines: dict[str, Engine] = {"sidepot": ours}
    if peers:
        engines["openspiel"] = theirs("openspiel", True)
        engines["openspiel_unlisted"] = theirs("openspiel", False)
        engines["pokerkit"] = theirs("pokerkit", False)
    return engines


def _race(
    name: str,
    engines: dict[str, Engine],
    seconds: float,
    rounds: int,
    warm_up: float,
    seed: int,
    advance: Callable[[int], None],
) -> dict[str, float | None]:
    """The median of each engine on a workload. Engines take turns, so that a busy moment affects all of them."""
    workloads.hands_per_second(name, seconds=0.01, seed=seed, warm_up=warm_up)
    runs: dict[str, list[float]] = {key: [] for key in engines}
    for at in range(rounds):
        for key, play in engines.items():
            try:
                speed = play(name, seconds, seed + at)
            except ImportError as missing:
                raise BadNotation(f"{missing}") from None
            if speed is not None:
                runs[key].append(speed)
            advance(1)
    return {key: round(median(speeds), 1) if speeds else None for key, speeds in runs.items()}


def _machine() -> str:
    return f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"


def _print(report: BenchReport, peers: bool) -> None:
    from rich.table import Table

    build = "compiled" if report.compiled else "interpreted"
    table = Table(title=f"Hands per second, {build} ({report.machine})")
    table.add_column("workload")
    shown = list(COLUMNS) if peers else ["sidepot"]
    for key in shown:
        table.add_column(COLUMNS[key], justify="right")
    for name, speeds in report.workloads.items():
        ours = speeds["sidepot"] or 0.0
        cells = [f"{ours:,.0f}"]
        for key in shown[1:]:
            other = speeds.get(key)
            cells.append(f"{other:,.0f} ({ours / other:.2f} x)" if other else "-")
        table.add_row(name, *cells)
    common.console().print(table)
    common.console().print(f"{LOGGED_HANDS} logged hands of each workload replayed to the same result.")
