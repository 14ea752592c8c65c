"""`sidepot convert`: convert hand histories to another format."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Histories, LogGame, file_option
from sidepot.errors import BadNotation
from sidepot.validation.reader import unknown

if TYPE_CHECKING:
    from sidepot.histories.converting import Converted

SHOWN = 20


To = Annotated[
    str, typer.Option("--to", metavar="FORMAT", help="phh, ohh or stars; json or csv for tournament summaries.")
]
Out = Annotated[Path | None, file_option("--out", "The folder for the new files, one per input file.", metavar="DIR")]
Anonymise = Annotated[bool, typer.Option("--anonymise", help="Replace the names by Player1, Player2 ...")]
Hero = Annotated[str, typer.Option("--hero", metavar="NAME", help="The player from whose view the hands are written.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Stop at the first hand that cannot be converted, and write nothing.")
]
OnlyChecked = Annotated[
    bool, typer.Option("--only-checked", help="Omit hands whose printed result differs or cannot be compared.")
]


def command(
    paths: Histories,
    to: To,
    out: Out = None,
    anonymise: Anonymise = False,
    hero: Hero = "",
    strict: Strict = False,
    only_checked: OnlyChecked = False,
    game: LogGame = None,
    json: AsJson = False,
) -> None:
    """Convert hand histories to another format.

    Reads every format that `sidepot replay` reads, and replays each hand first. A hand is reported and skipped if it
    cannot be read or played, if the hero was not in it, or if the new format cannot express it. A hand whose result
    differs from the printed one is reported, and written with a mark. Without --out, the hands are printed.

      phh     Poker Hand History (.phhs): every game
      ohh     Open Hand History 1.4 (.ohh): hold'em and Omaha
      stars   PokerStars text (.txt), which trackers read
      json    tournament summaries only, one JSON object per line (.jsonl)
      csv     tournament summaries only, one row per player (.csv)

    Examples:

      sidepot convert hands.txt --to phh
      sidepot convert HandHistory/ --to ohh --out converted/
      sidepot convert hands.ohh --to stars --hero Ann --out tracker/
      sidepot convert session.phhs --to stars --anonymise --out shared/
      sidepot convert HandHistory/ --to phh --only-checked --out checked/
      sidepot convert TournSummary/ --to csv --hero Ann --out places/

    Exit codes: 0 all hands were written; 1 a hand could not be written, or its result differs; 2 bad usage or input.
    """
    from sidepot.histories.acpc_logs import asked_game
    from sidepot.histories.bulk import find_histories
    from sidepot.histories.converting import SUFFIX_OF, Wanted, convert_files
    from sidepot.histories.converting_summaries import SUMMARY_SUFFIX_OF, convert_summaries

    if to not in SUFFIX_OF and to not in SUMMARY_SUFFIX_OF:
        raise unknown(f"--to: unknown format {to!r}", to, [*SUFFIX_OF, *SUMMARY_SUFFIX_OF])
    if json and out is None:
        raise BadNotation("--json prints a report, so the hands need a folder: give --out DIR")
    files = find_histories(paths)
    asked = None if game is None else asked_game(game)
    converts = partial(convert_files, game=asked) if to in SUFFIX_OF else convert_summaries
    with common.progress("converting", len(files)) as advance:
        wanted = Wanted(
            to, out, anonymise, hero, strict, advance, lambda text: print(text, end=""), only_checked=only_checked
        )
        total = converts(files, wanted)
    common.answer(lambda: report_of(total), lambda: _show(total, out, to, only_checked=only_checked), json=json)
    raise typer.Exit(common.OK if total.holds else common.DOES_NOT_HOLD)


class BrokenReport(Struct, frozen=True):
    """A hand that could not be written, or whose result differs from the printed one, and the reason."""

    file: str
    hand: str
    why: str


class ConvertReport(Struct, frozen=True):
    """The files that were written, and the hands that were not."""

    hands: int
    written: int
    files: list[str]
    problems: list[BrokenReport]
    skipped: list[str]
    untold: int
    summaries: int
    unchecked: int
    left_out: int
    mismatched: list[BrokenReport]


def report_of(total: Converted) -> ConvertReport:
    """The result as a report for JSON."""
    problems = [common.filled(BrokenReport, problem) for problem in total.problems]
    mismatched = [common.filled(BrokenReport, problem) for problem in total.mismatched]
    return common.filled(ConvertReport, total, problems=problems, mismatched=mismatched)


def _show(total: Converted, out: Path | None, to: str, *, only_checked: bool) -> None:
    """Print the problems on stderr, and where the hands or the summaries were written."""
    is_of_hands = to not in ("json", "csv")
    if total.summaries and is_of_hands:
        print(
            f"{total.summaries} tournament summaries skipped; convert them with --to csv or --to json", file=sys.stderr
        )
    for file in total.skipped[:SHOWN]:
        print(f"skipped: {file} is not a hand history", file=sys.stderr)
    for problem in total.problems[:SHOWN]:
        unit = "hand" if is_of_hands else "summary"
        where = f"{problem.file}, {unit} {problem.hand}" if problem.hand else problem.file
        print(f"{where}: {problem.why}", file=sys.stderr)
    more = len(total.problems) + total.untold - SHOWN
    if more > 0:
        print(f"... and {more} more; --json shows {'100,000' if total.untold else 'them all'}", file=sys.stderr)
    for problem in total.mismatched[:SHOWN]:
        done = "omitted" if only_checked else "written with a mark; --only-checked omits it"
        where = f"{problem.file}, hand {problem.hand}"
        print(f"{where}: the result differs from the printed one ({done}): {problem.why}", file=sys.stderr)
    if len(total.mismatched) > SHOWN:
        print(f"... and {len(total.mismatched) - SHOWN} more whose results differ; --json shows them", file=sys.stderr)
    if total.unchecked:
        done = "; omitted" if only_checked else ""
        hands = f"{total.unchecked} hand{'s' if total.unchecked > 1 else ''}"
        print(f"{hands} not checked: no printed result to compare{done}", file=sys.stderr)
    if out is not None:
        what = f"{total.written} of {total.hands} hands" if is_of_hands else f"{total.written} summaries"
        print(f"{what} written to {len(total.files)} file(s) in {out}")
