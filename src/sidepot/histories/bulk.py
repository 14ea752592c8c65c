"""Replay files of hand histories: find them, play every hand, and compare it with the printed result.

Each hand is one of: `matched` (the result is as printed), `mismatched` (it is different), `failed` (the hand is
unreadable or has an illegal action), `unchecked` (there is nothing to compare: no printed result, a pot decided by
hands that were never shown, or an unknown game), or `expected` (a divergence that an expectation file lists with its
reason).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.ohh import is_ohh
from sidepot.formats.room_record import is_record
from sidepot.formats.sites.ipoker_xml import is_ipoker
from sidepot.formats.sites.text import text_of
from sidepot.histories.expectations import Expectation, settle
from sidepot.histories.file_shares import FilePiece, Share, shares_of
from sidepot.histories.outcomes import Outcome, outcome_of
from sidepot.histories.piece_hands import HandRead, hands_of, summaries_of
from sidepot.histories.pieces import LOOKED_AT, PACKED_SUFFIXES, SUFFIXES
from sidepot.workers import Workers, do_pieces

FOUND: Final = (*SUFFIXES, *PACKED_SUFFIXES)
"""The suffixes of the files that are read in a folder."""

MOST_PROBLEMS: Final = 100_000
"""The maximum number of stored problems, so that memory does not grow with the number of hands."""

MOST_REASONS: Final = 200
_NO_HISTORY: Final = "there are no hand histories here: PHH, ACPC logs, Open Hand History, records, text of a site"

OTHER_REASONS: Final = "there are other reasons"

BATCH: Final = 100_000
"""The minimum number of characters that a process gets at a time."""


class Problem(msgspec.Struct, frozen=True):
    """A hand that cannot be played, or whose result differs from the printed one, and the reason."""

    file: str
    hand: str
    kind: str
    detail: str


class Replayed(msgspec.Struct):
    """The result of a replay: the number of hands by outcome, and the problems.

    - `reasons`: for each reason why hands were not checked, the number of such hands
    - `firsts`: for each of these reasons, the file and the hand in which it first occurred
    - `untold`: the number of problems after the first 100,000, which are not listed
    - `summaries`: the number of tournament summaries, which are not hands
    """

    files: int = 0
    hands: int = 0
    matched: int = 0
    mismatched: int = 0
    failed: int = 0
    unchecked: int = 0
    expected: int = 0
    seconds: float = 0.0
    problems: list[Problem] = []
    untold: int = 0
    summaries: int = 0
    reasons: dict[str, int] = {}
    firsts: dict[str, tuple[str, str]] = {}
    skipped: list[str] = []

    @property
    def hands_per_second(self) -> float:
        """The number of hands per second, with all outcomes. The time includes reading the hands."""
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def holds(self) -> bool:
        """Whether each checked hand has the printed result, or differs from it as expected."""
        return not self.untold and not any(problem.kind != "unchecked" for problem in self.problems)


def find_histories(paths: Iterable[str | Path]) -> list[Path]:
    """The histories in these files and folders, in order, without repetitions. Raises BadNotation if a path does not
    exist.
    """
    found: dict[Path, Path] = {}
    for given in paths:
        if not isinstance(given, str | Path) or not str(given):
            raise BadNotation(f"expected a history's path, got {given!r} ({type(given).__name__})")
        path = Path(given)
        if path.is_dir():
            files = list(_in_folder(path))
            if not files:
                raise BadNotation(
                    f"{path}: no hand histories in this folder; the known suffixes are {', '.join(SUFFIXES)}"
                )
            for file in files:
                found.setdefault(file.resolve(), file)
        elif path.exists():
            found.setdefault(path.resolve(), path)
        else:
            raise BadNotation(f"{path}: no such file or folder")
    return list(found.values())


def _in_folder(path: Path) -> Iterator[Path]:
    """The histories in a folder and its subfolders, in order, and packed files, which are reported later.

    Pipes and devices are no files: to open one may wait forever.
    """
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            file = Path(folder, name)
            ending = name.lower()
            if file.exists() and not file.is_file():
                continue
            if ending.endswith(FOUND) and (not ending.endswith((".json", ".xml")) or _is_history(file)):
                yield file


def _is_history(file: Path) -> bool:
    """Whether a JSON or XML file is a history; most files with these suffixes are something else."""
    try:
        with file.open("rb") as opened:
            start = text_of(opened.read(LOOKED_AT))
            return is_record(start) or is_ohh(start) or is_ipoker(start)
    except OSError:
        return False


def replay_files(
    files: Sequence[Path],
    *,
    jobs: int = 1,
    ray: str = "",
    game: AcpcGame | AcpcStakes | None = None,
    expect: Sequence[Expectation] = (),
    strict: bool = False,
    advance: Callable[[int], None] | None = None,
) -> Replayed:
    """Replay every hand of every file, in `jobs` processes or on a cluster (`ray`).

    - `game`: the game of ACPC logs that do not name a known game
    - `expect`: the differences that are counted as expected
    - `strict`: whether the first hand that cannot be read or played is raised as an error
    - `advance`: called with the number of finished files

    Raises BadNotation if no file is a history.
    """
    started = perf_counter()
    total = Replayed()

    def done() -> Iterator[FileOutcomes]:
        shares = shares_of(files, game, BATCH)
        for share, outcomes in do_pieces(outcomes_of, shares, Workers(jobs, ray)):
            if advance is not None:
                advance(share.files)
            yield from outcomes

    settle_all(total, done(), expect, strict=strict)
    return timed(total, files, started)


def no_history(files: Sequence[Path]) -> BadNotation:
    """The error to raise if none of the files is a history."""
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return BadNotation(f"{files[0]}{more}: {_NO_HISTORY}" if files else _NO_HISTORY)


def timed(total: Replayed, files: Sequence[Path], started: float) -> Replayed:
    """The result, completed by the number of files and the time. Raises BadNotation if no file is a history."""
    total.files = len(files) - len(total.skipped)
    if not total.files:
        raise no_history(files)
    total.seconds = perf_counter() - started
    return total


def settle_all(
    total: Replayed, pieces: Iterable[FileOutcomes], expect: Sequence[Expectation], *, strict: bool = False
) -> None:
    """Count the outcomes of all pieces. Outcomes that are in `expect` count as expected.

    With `strict`, raises BadNotation for the first hand that cannot be read or played.
    """
    files = ((file, _others(total, some)) for file, some in groupby(pieces, key=lambda one: one.file))
    for file_name, hand, kind, detail in settle(files, expect):
        if hand is None:  # an expectation that is not true, which has no hand
            total.problems.append(Problem(file_name, detail[0], kind, detail[1]))
            continue
        if strict and kind == "failed":
            raise BadNotation(hand.detail).at(f"{file_name}, hand {hand.hand}" if hand.hand else file_name)
        total.hands += 1
        _count(total, file_name, hand, kind)
    total.hands += total.matched


def _others(total: Replayed, pieces: Iterable[FileOutcomes]) -> Iterator[Outcome]:
    """Yield the outcomes of a file that did not match. The matching hands are counted."""
    for one in pieces:
        if one.is_none:
            total.skipped.append(one.file)
        total.matched += one.matched
        total.summaries += one.summaries
        yield from one.others


def _count(total: Replayed, file: str, outcome: Outcome, kind: str) -> None:
    if kind in ("unchecked", "unknown game"):
        total.unchecked += 1
        detail = outcome.detail if len(total.reasons) < MOST_REASONS else OTHER_REASONS
        total.reasons[detail] = total.reasons.get(detail, 0) + 1
        total.firsts.setdefault(detail, (file, outcome.hand))
        if kind == "unchecked":
            return
        kind = "unchecked"
    elif kind == "expected":
        total.expected += 1
        return
    elif kind == "failed":
        total.failed += 1
    else:
        total.mismatched += 1
    if len(total.problems) < MOST_PROBLEMS:
        total.problems.append(Problem(file, outcome.hand, kind, outcome.detail))
    else:
        total.untold += 1


# ---- a share


class FileOutcomes(msgspec.Struct, frozen=True):
    """The outcomes of a piece of a file.

    - `matched`: the number of hands that match their printed result
    - `others`: the outcomes of all other hands
    - `is_none`: whether the file is not a history
    - `summaries`: the number of tournament summaries
    - `place`: the file's resolved path
    """

    file: str
    matched: int
    others: list[Outcome]
    is_none: bool = False
    summaries: int = 0
    place: str = ""


def _outcome(_: FilePiece, name: str, found: HandRead) -> Outcome:
    return outcome_of(name, found)


def outcomes_of(share: Share, play: Callable[[FilePiece, str, HandRead], Outcome] = _outcome) -> list[FileOutcomes]:
    """The outcomes of the hands of a share, piece by piece. `play` plays one hand."""
    found = []
    for one in share.pieces:
        matched, summaries = 0, 0
        others = [Outcome("SCORE", "mismatched", one.piece.text)] if one.piece.kind == "score" else []
        for name, hand in hands_of(one.piece):
            result = play(one, name, hand)
            if result.kind == "matched":
                matched += 1
            else:
                others.append(result)
        for name, summary in summaries_of(one.piece):
            if isinstance(summary, BadNotation):
                others.append(Outcome(name, "failed", summary.message))
            else:
                summaries += 1
        found.append(FileOutcomes(one.file, matched, others, one.piece.kind == "none", summaries, one.place))
    return found
