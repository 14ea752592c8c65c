"""Replay hand histories by the file: find them, play every hand, and compare with the results in the file.

Each hand is one of: `matched` (the printed result), `mismatched` (another), `failed` (not readable, or an action that
is not legal), `unchecked` (nothing to compare with: no result is printed, hands that decide a pot were never shown, or
the game is not known), `expected` (a divergence that an expectation file lists with its reason).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from time import perf_counter

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.acpc import is_log, is_message_log, read_acpc, score_problem
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.ohh import is_ohh, read_ohh
from sidepot.formats.phh import iter_phh
from sidepot.formats.phh_text import split_text
from sidepot.formats.sites.reading import dialect_of, read_site
from sidepot.formats.sites.text import text_of
from sidepot.histories.acpc_logs import game_of_log
from sidepot.histories.expectations import Expectation, settle
from sidepot.histories.outcomes import Outcome, acpc_outcome, phh_outcome, record_outcome

SUFFIXES = (".phh", ".phhs", ".log", ".txt", ".csv", ".ohh", ".jsonl")
MOST_BYTES = 1 << 28
"""Of one file; a larger one is refused."""

WORTH_SPLITTING = 1_000_000
"""Bytes from which on a file is shared out among several processes."""


class Problem(msgspec.Struct, frozen=True):
    """A hand that did not come out as its file says, and why."""

    file: str
    hand: str
    kind: str
    detail: str


class Replayed(msgspec.Struct):
    """The result of replaying: hands by outcome, and the problems. `reasons` counts why hands were not checked."""

    files: int = 0
    hands: int = 0
    matched: int = 0
    mismatched: int = 0
    failed: int = 0
    unchecked: int = 0
    expected: int = 0
    seconds: float = 0.0
    problems: list[Problem] = []
    reasons: dict[str, int] = {}
    skipped: list[str] = []

    @property
    def hands_per_second(self) -> float:
        """Hands of all kinds, reading included."""
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked came out as printed or as expected."""
        return not any(problem.kind != "unchecked" for problem in self.problems)


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
    outcomes: list[tuple[str, list[Outcome]]] = []
    for file, found in _replay_each(files, jobs, game):
        if advance is not None:
            advance(1)
        if found is None:
            total.skipped.append(str(file))
        else:
            outcomes.append((file.as_posix(), found))
    if not outcomes:
        raise BadNotation("there are no hand histories here: PHH, ACPC logs, Open Hand History or text of a site")
    total.files = len(outcomes)
    for file_name, hand, kind, detail in settle(outcomes, expect):
        if hand is None:  # an expectation that did not come true: no hand of its own
            total.problems.append(Problem(file_name, detail[0], kind, detail[1]))
            continue
        total.hands += 1
        _count(total, file_name, hand, kind)
    total.seconds = perf_counter() - started
    return total


def _count(total: Replayed, file: str, outcome: Outcome, kind: str) -> None:
    if kind == "matched":
        total.matched += 1
        return
    if kind in ("unchecked", "unknown game"):
        total.unchecked += 1
        total.reasons[outcome.detail] = total.reasons.get(outcome.detail, 0) + 1
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
    total.problems.append(Problem(file, outcome.hand, kind, outcome.detail))


# ---- files


def _replay_each(
    files: Sequence[Path], jobs: int, asked: AcpcGame | AcpcStakes | None
) -> Iterator[tuple[Path, list[Outcome] | None]]:
    """Every file with the outcomes of its hands, in order; None for one that is no history of its own."""
    if jobs < 2:
        for file in files:
            yield file, replay_file(file, asked)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        small = [file for file in files if not _is_large(file)]
        done = pool.map(replay_file, small, repeat(asked), chunksize=4)
        for file in files:
            yield file, _replay_shared(file, jobs, pool) if _is_large(file) else next(done)


def _is_large(file: Path) -> bool:
    return file.suffix.lower() == ".phhs" and file.stat().st_size >= WORTH_SPLITTING


def _replay_shared(file: Path, jobs: int, pool: ProcessPoolExecutor) -> list[Outcome]:
    """A large `.phhs`, cut into several texts that are replayed side by side."""
    try:
        texts = split_text(_read(file), 4 * jobs)
    except BadNotation as error:
        return [Outcome("", "failed", error.message)]
    return [outcome for found in pool.map(_replay_phh, texts) for outcome in found]


def replay_file(file: Path, asked: AcpcGame | AcpcStakes | None = None) -> list[Outcome] | None:
    """The outcome of each hand of one file; None for one that is no history of its own, such as a message log.

    An ACPC log that names no game that is known is of the game `asked`.
    """
    try:
        data = _read(file)
        if len(data) > MOST_BYTES:
            raise BadNotation(f"{len(data):,} bytes are too many for one file; the most is {MOST_BYTES:,}")
        if file.suffix.lower() in (".phh", ".phhs"):
            return _replay_phh(data)
        start = data[:8000].decode("utf-8", "replace")
        if is_log(start):
            return _replay_acpc(data, file, asked)
        if is_ohh(start):
            return [record_outcome(name, found) for name, found in read_ohh(data)]
        text = text_of(data)
        if dialect_of(text) is not None:
            return [record_outcome(name, found) for name, found in read_site(text)]
        if file.suffix.lower() in (*SUFFIXES, ".game") or is_message_log(start):
            return None
        return _replay_phh(data)
    except BadNotation as error:
        return [Outcome("", "failed", error.message)]


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadNotation(f"cannot be read: {error.strerror or error}") from None


def _replay_phh(text: str | bytes) -> list[Outcome]:
    return [phh_outcome(name or "1", found) for name, found in iter_phh(text)]


def _replay_acpc(data: bytes, file: Path, asked: AcpcGame | AcpcStakes | None) -> list[Outcome]:
    log = read_acpc(data)
    try:
        game = game_of_log(log, file, asked)
    except BadNotation as error:
        return [Outcome(line.split(":")[1], "unknown game", error.message) for _, line in log.lines]
    outcomes = [acpc_outcome(number, line, game) for (number, line), game in zip(log.lines, repeat(game))]
    wrong = score_problem(log)
    if wrong:
        outcomes.append(Outcome("SCORE", "mismatched", wrong))
    return outcomes
