"""`sidepot convert`: write hand histories in another format."""

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
    str, typer.Option("--to", metavar="FORMAT", help="phh, ohh or stars; for tournament summaries json or csv.")
]
Out = Annotated[Path | None, file_option("--out", "Folder for the new files, one for each old one.", metavar="DIR")]
Anonymise = Annotated[bool, typer.Option("--anonymise", help="Write Player1, Player2 ... for the names.")]
Hero = Annotated[str, typer.Option("--hero", metavar="NAME", help="The player whose view is written.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Stop at the first hand that cannot be converted, and write nothing.")
]
OnlyChecked = Annotated[
    bool, typer.Option("--only-checked", help="Leave out hands whose printed result was not compared, or differs.")
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
    """Write hand histories in another format.

    Reads all that `sidepot replay` reads. Every hand is played by the rules first. A hand that cannot be read or
    played, at which the hero was not, or that the format cannot express, is named, and the others go on. Without --out the
    hands go to the screen. A hand that does not come out as its history prints it is named, and written with a mark.

      phh     Poker Hand History (.phhs): every game
      ohh     Open Hand History 1.4 (.ohh): hold'em and Omaha
      stars   PokerStars' text (.txt), which trackers read
      json    tournament summaries alone, one object in a line (.jsonl)
      csv     tournament summaries alone, a row for each player they name (.csv)

    Examples:

      sidepot convert hands.txt --to phh
      sidepot convert HandHistory/ --to ohh --out converted/
      sidepot convert hands.ohh --to stars --hero Ann --out tracker/
      sidepot convert session.phhs --to stars --anonymise --out shared/
      sidepot convert HandHistory/ --to phh --only-checked --out checked/
      sidepot convert TournSummary/ --to csv --hero Ann --out places/

    Exit codes: 0 all hands are written; 1 some could not be, or do not come out as printed; 2 bad usage, or nothing to
    read.
    """
    from sidepot.histories.acpc_logs import asked_game
    from sidepot.histories.bulk import find_histories
    from sidepot.histories.converting import SUFFIX_OF, Wanted, convert_files
    from sidepot.histories.converting_summaries import SUMMARY_SUFFIX_OF, convert_summaries

    if to not in SUFFIX_OF and to not in SUMMARY_SUFFIX_OF:
        raise unknown(f"--to: no format is called {to!r}", to, [*SUFFIX_OF, *SUMMARY_SUFFIX_OF])
    if json and out is None:
        raise BadNotation("--json reports, so the hands need a folder: give --out DIR")
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
    """A hand that could not be written, or does not come out as printed."""

    file: str
    hand: str
    why: str


class ConvertReport(Struct, frozen=True):
    """The files that were written, and the hands that were left out."""

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
    """The result for other programs."""
    problems = [common.filled(BrokenReport, problem) for problem in total.problems]
    mismatched = [common.filled(BrokenReport, problem) for problem in total.mismatched]
    return common.filled(ConvertReport, total, problems=problems, mismatched=mismatched)


def _show(total: Converted, out: Path | None, to: str, *, only_checked: bool) -> None:
    """The problems on stderr, and where the hands or the summaries are."""
    is_of_hands = to not in ("json", "csv")
    if total.summaries and is_of_hands:
        print(f"{total.summaries} tournament summaries are no hands: --to csv or json writes them", file=sys.stderr)
    for file in total.skipped[:SHOWN]:
        print(f"skipped: {file} is no history of its own", file=sys.stderr)
    for problem in total.problems[:SHOWN]:
        unit = "hand" if is_of_hands else "summary"
        where = f"{problem.file}, {unit} {problem.hand}" if problem.hand else problem.file
        print(f"{where}: {problem.why}", file=sys.stderr)
    more = len(total.problems) + total.untold - SHOWN
    if more > 0:
        print(f"... and {more} more; --json shows {'100,000' if total.untold else 'them all'}", file=sys.stderr)
    for problem in total.mismatched[:SHOWN]:
        done = "left out" if only_checked else "written with a mark; --only-checked leaves it out"
        where = f"{problem.file}, hand {problem.hand}"
        print(f"{where}: does not come out as it is printed ({done}): {problem.why}", file=sys.stderr)
    if len(total.mismatched) > SHOWN:
        print(f"... and {len(total.mismatched) - SHOWN} more that do not come out; --json shows them", file=sys.stderr)
    if total.unchecked:
        done = "; left out" if only_checked else ""
        hands = f"{total.unchecked} hand{'s' if total.unchecked > 1 else ''}"
        print(f"{hands} not checked: nothing that is printed could be compared{done}", file=sys.stderr)
    if out is not None:
        what = f"{total.written} of {total.hands} hands" if is_of_hands else f"{total.written} summaries"
        print(f"{what} written to {len(total.files)} file(s) in {out}")
