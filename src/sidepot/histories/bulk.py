"""Replay hand histories by the file: find them, play every hand, and compare with the results in the file.

Each hand is one of: `matched` (the printed result), `mismatched` (another), `failed` (not readable, or an action that
is not legal), `unchecked` (nothing to compare with: no result is printed, hands that decide a pot were never shown, or
the game is not known), `expected` (a divergence that an expectation file lists with its reason).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.histories.expectations import Expectation, settle
from sidepot.histories.outcomes import Outcome, outcome_of
from sidepot.histories.piece_hands import hands_of
from sidepot.histories.pieces import SUFFIXES, Piece, pieces_of

MOST_PROBLEMS: Final = 100_000
"""That are kept; memory is the same for any number of hands."""

MOST_REASONS: Final = 200
OTHER_REASONS: Final = "there are other reasons"

BATCH: Final = 100_000
"""Letters that a process gets at a time, at least."""

AHEAD: Final = 3
"""How many batches for each process are read ahead."""

_Given = TypeVar("_Given")
_Done = TypeVar("_Done")


class Problem(msgspec.Struct, frozen=True):
    """A hand that did not come out as its file says, and why."""

    file: str
    hand: str
    kind: str
    detail: str


class Replayed(msgspec.Struct):
    """The result of replaying: hands by outcome, and the problems. `reasons` counts why hands were not checked.

    After the first 100,000 problems the others are only counted (`untold`).
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
    reasons: dict[str, int] = {}
    skipped: list[str] = []

    @property
    def hands_per_second(self) -> float:
        """Hands of all kinds, reading included."""
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked came out as printed or as expected."""
        return not self.untold and not any(problem.kind != "unchecked" for problem in self.problems)


def find_histories(paths: Iterable[str | Path]) -> list[Path]:
    """The histories in these files and folders, in order, each once. Raises BadNotation for a path that is missing."""
    found: dict[Path, Path] = {}
    for given in paths:
        if not isinstance(given, str | Path) or not str(given):
            raise BadNotation(f"a history is named by its path, not by {given!r} ({type(given).__name__})")
        path = Path(given)
        if path.is_dir():
            files = list(_in_folder(path))
            if not files:
                raise BadNotation(f"{path}: there is no history in this folder ({', '.join(SUFFIXES)})")
            for file in files:
                found.setdefault(file.resolve(), file)
        elif path.exists():
            found.setdefault(path.resolve(), path)
        else:
            raise BadNotation(f"{path}: there is no such file or folder")
    return list(found.values())


def _in_folder(path: Path) -> Iterator[Path]:
    """The histories in a folder and those below it, in order."""
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES):
                yield Path(folder, name)


def replay_files(
    files: Sequence[Path],
    *,
    jobs: int = 1,
    game: AcpcGame | AcpcStakes | None = None,
    expect: Sequence[Expectation] = (),
    advance: Callable[[int], None] | None = None,
) -> Replayed:
    """Replay every hand of every file, in `jobs` processes, and settle the outcomes against the expected ones.

    ACPC logs that name no game that is known are of `game`. `advance` is told of each file that
    is done. Raises BadNotation where none of the files is a history.
    """
    started = perf_counter()
    total = Replayed()

    def outcomes() -> Iterator[tuple[str, Iterator[Outcome]]]:
        for file, shares in _shares(files, jobs, game):
            if advance is not None:
                advance(1)
            yield file.as_posix(), _others(total, file, shares)

    for file_name, hand, kind, detail in settle(outcomes(), expect):
        if hand is None:  # an expectation that did not come true: no hand of its own
            total.problems.append(Problem(file_name, detail[0], kind, detail[1]))
            continue
        total.hands += 1
        _count(total, file_name, hand, kind)
    total.files = len(files) - len(total.skipped)
    if not total.files:
        raise BadNotation("there are no hand histories here: PHH, ACPC logs, Open Hand History or text of a site")
    total.hands += total.matched
    total.seconds = perf_counter() - started
    return total


def _others(total: Replayed, file: Path, shares: Iterator[Share]) -> Iterator[Outcome]:
    """The outcomes of a file that did not match; the others are counted, and a file that is none is named."""
    for share in shares:
        if share.is_none:
            total.skipped.append(str(file))
        total.matched += share.matched
        yield from share.others


def _count(total: Replayed, file: str, outcome: Outcome, kind: str) -> None:
    if kind in ("unchecked", "unknown game"):
        total.unchecked += 1
        detail = outcome.detail if len(total.reasons) < MOST_REASONS else OTHER_REASONS
        total.reasons[detail] = total.reasons.get(detail, 0) + 1
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


# ---- files


class Share(msgspec.Struct, frozen=True):
    """The outcomes of a piece: how many hands matched, and the others; `is_none` where there is no history."""

    matched: int
    others: list[Outcome]
    is_none: bool = False


def _shares(
    files: Sequence[Path], jobs: int, asked: AcpcGame | AcpcStakes | None
) -> Iterator[tuple[Path, Iterator[Share]]]:
    """Every file with the outcomes of its pieces, in order."""
    pieces = ((at, piece) for at, file in enumerate(files) for piece in pieces_of(file, asked))
    if jobs < 2:
        done = ((at, replay_piece(piece)) for at, piece in pieces)
        yield from _by_file(files, done)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from _by_file(files, in_turn(pool, _replay_each, _in_batches(pieces), AHEAD * jobs))


def _by_file(files: Sequence[Path], done: Iterator[tuple[int, Share]]) -> Iterator[tuple[Path, Iterator[Share]]]:
    for at, shares in groupby(done, key=lambda one: one[0]):
        yield files[at], (share for _, share in shares)


Numbered = list[tuple[int, Piece]]


def _in_batches(pieces: Iterable[tuple[int, Piece]]) -> Iterator[Numbered]:
    """Small pieces together: to hand one over takes as long as to replay a hand or two."""
    batch: Numbered = []
    letters = 0
    for one in pieces:
        batch.append(one)
        letters += len(one[1].text)
        if letters >= BATCH or len(batch) >= BATCH // 1_000:
            yield batch
            batch, letters = [], 0
    if batch:
        yield batch


def _replay_each(batch: Numbered) -> list[tuple[int, Share]]:
    return [(at, replay_piece(piece)) for at, piece in batch]


def in_turn(
    pool: Executor, work: Callable[[_Given], list[_Done]], given: Iterable[_Given], ahead: int
) -> Iterator[_Done]:
    """The results of the work in the order in which it was given; so many pieces of it are under way at most."""
    waiting: deque[Future[list[_Done]]] = deque()
    for one in given:
        waiting.append(pool.submit(work, one))
        if len(waiting) >= ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def replay_piece(piece: Piece) -> Share:
    """The outcomes of the hands of one piece."""
    if piece.kind == "none":
        return Share(0, [], is_none=True)
    if piece.kind == "score":
        return Share(0, [Outcome("SCORE", "mismatched", piece.text)])
    matched = 0
    others: list[Outcome] = []
    for name, found in hands_of(piece):
        outcome = outcome_of(name, found)
        if outcome.kind == "matched":
            matched += 1
        else:
            others.append(outcome)
    return Share(matched, others)
