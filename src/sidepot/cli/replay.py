"""`sidepot replay`: replay hand histories and compare the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, Histories, Jobs, Ray, file_option

if TYPE_CHECKING:
    from sidepot.histories.bulk import Problem, Replayed

SHOWN = 40


Game = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="The game of ACPC logs that do not name it: a name, a .game file, or as described above.",
    ),
]
Expect = Annotated[Path | None, file_option("--expect", "A TOML list of known differences, with reasons.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first hand that cannot be read or played.")]
Out = Annotated[Path | None, file_option("--out", "Write the hands as Parquet tables to a folder.", "DIR")]


def command(
    paths: Histories,
    jobs: Jobs = 1,
    ray: Ray = "",
    game: Game = None,
    expect: Expect = None,
    strict: Strict = False,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Replay hand histories by the rules, and compare every result with the printed one.

    Reads Poker Hand History (.phh, .phhs), logs of the Annual Computer Poker Competition (ACPC, .log), Open Hand
    History (.ohh, .jsonl), text of poker sites (.txt: PokerStars, Full Tilt, GGPoker, Winamax, Bovada, 888poker,
    PartyPoker, WPN and others), iPoker sessions (.xml), PokerNow logs (.csv) and hand records of a room (.json,
    .jsonl). Every action is checked against the rules; stacks, winnings or nets must match to the last half chip.

    An ACPC log names its game in the first line. If it does not, give --game: an ACPC game such as holdem.limit.3p, a
    definition (.game), or limit, game, blinds and stack.

    --out writes the hands as tables of a corpus (docs/how-to/corpora.md), and skips what an earlier run has written.

    Examples:

      sidepot replay hand.phh
      sidepot replay HandHistory/
      sidepot replay histories/ --jobs 2
      sidepot replay histories/ --jobs 2 --out hands/
      sidepot replay histories/ --expect known.toml --json
      sidepot replay match.log --game holdem.nolimit.2p.reverse_blinds
      sidepot replay match.log --game "nl holdem 50/100 20000"

    Exit codes: 0 all results match; 1 a hand does not match or cannot be played; 2 bad usage, or stopped by --strict.
    """
    from sidepot.histories.acpc_logs import asked_game
    from sidepot.histories.bulk import find_histories, replay_files
    from sidepot.histories.expectations import read_expectations

    expected = [] if expect is None else common.read_file(expect, read_expectations)
    asked = None if game is None else asked_game(game)
    files = find_histories(paths)
    if out is None:
        with common.progress("replaying", len(files)) as advance:
            total = replay_files(files, jobs=jobs, ray=ray, game=asked, expect=expected, strict=strict, advance=advance)
    else:
        from sidepot.corpora.corpus_run import replay_to
        from sidepot.workers import Workers

        with common.hands_progress("replaying", files) as tell:
            workers = Workers(jobs, ray)
            total = replay_to(out, files, game=asked, expect=expected, strict=strict, workers=workers, advance=tell)
    common.answer(lambda: report_of(total), lambda: _show(total), json=json)
    raise typer.Exit(common.OK if total.holds else common.DOES_NOT_HOLD)


class ReplayReport(Struct, frozen=True):
    """The number of hands for each outcome, and the problems."""

    files: int
    hands: int
    matched: int
    mismatched: int
    failed: int
    unchecked: int
    expected: int
    seconds: float
    hands_per_second: float
    problems: list[Problem]
    skipped: list[str]
    untold: int
    summaries: int
    reasons: dict[str, int]


def report_of(total: Replayed) -> ReplayReport:
    """Convert the result to a report for JSON, with rounded times."""
    seconds, speed = round(total.seconds, 3), round(total.hands_per_second, 1)
    return common.filled(ReplayReport, total, seconds=seconds, hands_per_second=speed)


def _show(total: Replayed) -> None:
    """Print the counts, the reasons for unchecked hands, and the problems."""
    hands, files = _count(total.hands, "hand"), _count(total.files, "file")
    print(f"{hands} in {files}, {total.hands_per_second:,.0f} hands per second")
    for kind in ("matched", "mismatched", "failed", "unchecked", "expected"):
        print(f"  {kind:<10} {getattr(total, kind):>8}")
    for reason, count in sorted(total.reasons.items()):
        file, hand = total.firsts[reason]
        print(f"  not checked: {count} where {reason}; {'first' if count > 1 else 'it is'} {file}, hand {hand}")
    if total.summaries:
        print(f"  {_count(total.summaries, 'tournament summary', 'tournament summaries')} next to the hands")
    for file in total.skipped:
        print(f"  skipped: {file} is not a hand history")
    for problem in total.problems[:SHOWN]:
        where = f"{problem.file}, hand {problem.hand}" if problem.hand else problem.file
        print(f"{problem.kind}: {where}: {problem.detail}")
    more = len(total.problems) + total.untold - SHOWN
    if more > 0:
        print(f"... and {more} more problems; --json shows {'100,000' if total.untold else 'them all'}")


def _count(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing if number == 1 else things or thing + 's'}"
