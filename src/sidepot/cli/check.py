"""`sidepot check`: run the test cases of the rules, those of the package or your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, text_option
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.cases.run import Case, Checked, Gathered

SHOWN = 40


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            parser=common.path,
            metavar="PATH",
            help="Case files or folders [the cases of the package].",
        ),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", "-r", metavar="ID", help="Run only the cases of this rule; repeatable."),
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of case files.")] = False,
    export: Annotated[
        str,
        text_option(
            "Write the cases as JSON Lines for other engines (- for stdout); with --schema, the schema of a line.",
            "FILE",
        ),
    ] = "",
    json: AsJson = False,
) -> None:
    """Run test cases. A case has a rule, a situation, actions, and the expected results.

    Without a path, the cases of the package run; they test the rules of the sources. Case files are TOML;
    docs/reference/cases.md describes the format. A case that cannot be read is reported, and the others run.

    Examples:

      sidepot check                       all cases of the package
      sidepot check --rule T41B1          the cases of one rule
      sidepot check mine.toml --json      your own cases, results as JSON
      sidepot check cases/                all files of a folder
      sidepot check --schema              the JSON Schema of case files
      sidepot check --export suite.jsonl  all cases, for other engines

    Exit codes: 0 all cases passed, 1 a case failed, 2 bad usage, or a case cannot be read.
    """
    if schema:
        if paths or rule:
            raise BadNotation("--schema runs no cases; leave out paths and --rule")
        _schema(export)
        return
    from sidepot.cases.run import check_cases, gather_cases, proving

    found = gather_cases(paths or None)
    cases: Sequence[Case] = found.cases
    if rule:
        cases = proving(cases, rule)
        if not cases and not found.unread:
            raise BadNotation(f"no case here tests {' or '.join(rule)}; `sidepot rules` lists the cases of each rule")
    if export:
        _export(cases, found, export)
        return
    with common.progress("checking", len(cases)) as advance:
        checked = check_cases(cases, advance, unread=found.unread)
    common.answer(lambda: checked, lambda: _show(checked), json=json)
    worst = common.BAD_INPUT if checked.unreadable else common.DOES_NOT_HOLD if checked.failed else common.OK
    raise typer.Exit(worst)


def _schema(export: str) -> None:
    """Print the schema of case files, or, with `export`, of the lines of the suite."""
    if not export:
        from sidepot.cases.case_schema import schema as schema_of_cases

        common.print_json(schema_of_cases())
        return
    import msgspec

    from sidepot.cases.case_schema import suite_schema

    found = msgspec.json.encode(suite_schema())
    common.write_bytes(export, msgspec.json.format(found, indent=2) + b"\n")


def _export(cases: Sequence[Case], found: Gathered, export: str) -> None:
    """Write the suite. Raises BadNotation if a case cannot be read, because the suite must be complete."""
    from sidepot.cases.export import lines, to_text

    if found.unread:
        raise BadNotation(f"{found.unread[0]}; a case that cannot be read cannot be exported")
    common.write_bytes(export, to_text(lines(cases)))


def _show(checked: Checked) -> None:
    """Print the problems case by case, and the count. Unreadable cases are printed as errors."""
    last = ""
    for problem in checked.problems[:SHOWN]:
        if problem.kind == "unreadable":
            common.say(f"error: {problem}")
            continue
        if problem.case != last:
            print(f"{problem.case} ({problem.file})")
            last = problem.case
        print(f"  {problem.detail}")
    if len(checked.problems) > SHOWN:
        print(f"... and {len(checked.problems) - SHOWN} more problems; --json shows them all")
    unreadable = f", {checked.unreadable} cannot be read" if checked.unreadable else ""
    count = f"{checked.cases} case{'' if checked.cases == 1 else 's'}"
    print(f"{count}: {checked.passed} passed, {checked.failed} failed{unreadable}")
