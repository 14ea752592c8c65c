"""`sidepot check`: run the cases that prove the rules, the package's own or your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.analysis.cases.run import Checked

SHOWN = 40


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="Case files, or folders of them; the package's own without any."),
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", "-r", metavar="ID", help="Only the cases that prove this rule.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run cases: a rule, a situation, actions, and what must come of them.

    Without a path the package's own cases run, those that prove the rules of the sources. A case file is TOML; how to
    write one is told in docs/cases.md.

    Examples:

      sidepot check                       the package's own cases
      sidepot check --rule T41B1          those that prove one rule
      sidepot check mine.toml --json      your own, as data
      sidepot check cases/                all files of a folder

    Exit codes: 0 every case came out as it says; 1 some did not; 2 bad usage, or a file that cannot be read.
    """
    from sidepot.analysis.cases.run import check_cases, load_cases, proving

    cases = load_cases(paths or None)
    if rule:
        cases = proving(cases, rule)
        if not cases:
            raise BadNotation(f"no case here proves {' or '.join(rule)}; `sidepot rules` lists what is proved by what")
    with common.progress("checking", len(cases)) as advance:
        checked = check_cases(cases, advance)
    if json:
        common.print_json(checked)
    else:
        _show(checked)
    raise typer.Exit(common.DOES_NOT_HOLD if checked.failed else common.OK)


def _show(checked: Checked) -> None:
    """The problems, case by case, and the count."""
    last = ""
    for problem in checked.problems[:SHOWN]:
        if problem.case != last:
            print(f"{problem.case} ({problem.file})")
            last = problem.case
        print(f"  {problem.detail}")
    if len(checked.problems) > SHOWN:
        print(f"... and {len(checked.problems) - SHOWN} more problems; --json shows them all")
    print(f"{checked.cases} case{'' if checked.cases == 1 else 's'}: {checked.passed} passed, {checked.failed} failed")
