"""`sidepot rng`: test the shuffle of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.app import group_of
from sidepot.cli.common_options import AsJson

if TYPE_CHECKING:
    from sidepot.room.fairness.selftest import Result

LEVEL: Final = 0.99
FEWEST: Final = 14_000  # five shuffles for each pair of cards; see `room.fairness.selftest`


def selftest(
    shuffles: Annotated[int, typer.Option(min=FEWEST, max=10_000_000, help="Shuffles per statistic.")] = 20_000,
    json: AsJson = False,
) -> None:
    """Test the shuffle: the code that deals, with the operating system's random numbers.

    The tests are known answers, all permutations of decks of up to six cards, and statistics of many shuffles within
    two-sided 99 % bounds. A fair shuffle misses a bound once in a hundred times, so a miss is repeated; three in a row
    fail.

    Examples:

      sidepot rng selftest
      sidepot rng selftest --shuffles 200000 --json

    Exit codes: 0 all tests passed, 1 a test failed, 2 bad usage.
    """
    from sidepot.room.fairness.selftest import selftest as run

    results = run(shuffles)
    holds = all(result.holds for result in results)
    common.finish(SelftestReport(holds, shuffles, LEVEL, results), _show, json=json, holds=holds)


class SelftestReport(Struct, frozen=True):
    """Whether all tests of the shuffle passed, and the result of each."""

    holds: bool
    shuffles: int
    level: float
    tests: list[Result]


def _show(report: SelftestReport) -> None:
    print(f"{report.shuffles:,} shuffles per statistic, bounds at {report.level:.0%}".replace("%", " %"))
    for result in report.tests:
        within = f"{result.value:,.2f}, between {result.low:,.2f} and {result.high:,.2f}" if result.high else ""
        again = f", drawn {result.tries} times" if result.tries > 1 else ""
        line = f"{result.says}{': ' * bool(within)}{within}{again}"
        print(f"  {result.name:<15} {'holds' if result.holds else 'DOES NOT HOLD':<5}  {line}")


_HELP = """Test the shuffle of the room.

Examples:

  sidepot rng selftest
  sidepot rng selftest --json

Exit codes: 0 all tests passed, 1 a test failed, 2 bad usage.
"""

group = group_of("rng", _HELP, {"selftest": (selftest, "Statistics, permutations, known answers.")})
