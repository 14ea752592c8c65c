"""Import hand histories into the tracker: its folders are remembered, and only new and changed files are played.

The folder of the tracker has Parquet tables (`hands`, as `sidepot replay --out` writes them) with the text of their
hands, unpacked files (`unpacked`), what is known about files (`state.json`), and the database (`tracker.duckdb`), which
is made from the tables. Files are imported in batches; the hands of a batch are in the database before the next begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import msgspec

from sidepot.corpora.corpus_run import Advance, complete_shares, need_corpora, write_shares
from sidepot.errors import BadNotation
from sidepot.histories.bulk import MOST_PROBLEMS, Problem, find_histories
from sidepot.rules.clauses import Sentence, plain, refuse, say
from sidepot.tracker.database import Counts, counts_of, update_database
from sidepot.tracker.packed import is_packed, unpack
from sidepot.workers import HERE, Workers

HANDS: Final = "hands"
UNPACKED: Final = "unpacked"
STATE: Final = "state.json"
BATCH: Final = 128_000_000
"""The approximate number of bytes that are imported between two updates of the database."""

Size = tuple[int, int]
UNREADABLE: Final = (0, 0)
"""Stands for the size and the time of a file without rights or that was removed: once it can be read, it is new."""

Watch = Callable[[Sequence[Path]], AbstractContextManager[Advance]]
"""A context that shows the progress of an import of these files."""


class State(msgspec.Struct):
    """The folders and files that the tracker remembers.

    - `files`: the size and the time of each imported file
    - `broken`: the packed files that could not be unpacked, and why
    """

    folders: list[str] = []
    files: dict[str, Size] = {}
    broken: dict[str, Sentence] = {}


class ImportProblem(Problem, frozen=True):
    """A hand or file that was not read, or a hand that was not checked.

    - `sentence`: the reason with gaps, for translation; empty if there is none
    - `code`: the code of the error, if the hand cannot be read or played
    """

    sentence: Sentence = ()
    code: str = ""


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the tracker after an import.

    - `missing`: folders that no longer exist
    - `new_files`: the number of files that this import played
    - `hands`: the number of hands in the database
    - `again`: the number of repeated hands that were left out
    - `failed`: the number of hands that could not be read; they are not in the database
    - `mismatched`: the number of hands that differ from the printed result
    - `unchecked`: the number of hands that no printed figure checks
    - `problems`: the failed, mismatched and unchecked hands, each with the reason
    - `skipped`: files without a hand history
    """

    folder: str
    folders: list[str]
    missing: list[str]
    files: int
    new_files: int
    hands: int
    again: int
    failed: int
    mismatched: int
    unchecked: int
    problems: list[ImportProblem]
    skipped: list[str]


def import_new(
    home: Path, folders: Iterable[Path], *, workers: Workers = HERE, watch: Watch, expectation: bool = True
) -> Imported:
    """Remember these folders (or files), and import everything new in all remembered folders.

    - `watch`: makes the context that shows the progress
    - `expectation`: whether the average results of all-ins are computed

    Raises BadNotation for a path that does not exist, or if there is no folder to import. Raises Conflict if an extra
    is not installed, or if another import is running.
    """
    need_corpora(home / HANDS)
    state = read_state(home)
    for folder in folders:
        if not folder.exists():
            raise refuse(BadNotation, say("{folder}: no such file or folder", str(folder)))
        place = os.path.realpath(folder)
        if place not in state.folders:
            state.folders.append(place)
    if not state.folders:
        raise refuse(BadNotation, say("give the folders that hold your hand histories; the tracker remembers them"))
    found, missing = _files(state.folders)
    sizes = {str(file): _size(file) for file in found}
    changed = [file for file in found if state.files.get(str(file)) != sizes[str(file)]]
    unpacked = {file: _unpacked(home, file, state) for file in changed}
    out = home / HANDS
    with watch([file for files in unpacked.values() for file in files]) as advance:
        for batch in _batches(changed, sizes):
            files = [file for one in batch for file in unpacked[one]]
            write_shares(out, files, workers=workers, advance=advance, expectation=expectation, keep_text=True)
            update_database(home, out, complete_shares(out))
            state.files |= {str(file): sizes[str(file)] if _size(file) != UNREADABLE else UNREADABLE for file in batch}
            _write_state(home, state)
    return _report(home, state, missing, len(changed))


def what_is_there(home: Path) -> Imported:
    """The current content of the tracker. Nothing is imported."""
    state = read_state(home)
    return _report(home, state, [folder for folder in state.folders if not os.path.exists(folder)], 0)


def read_state(home: Path) -> State:
    """What the tracker remembers. An unreadable state counts as empty, so all files are read again."""
    try:
        return msgspec.json.decode((home / STATE).read_bytes(), type=State)
    except (FileNotFoundError, msgspec.MsgspecError):
        return State()


def imported_at(home: Path) -> float:
    """When the tracker last imported something, whichever program did it, in seconds since 1970; 0 if never."""
    try:
        return (home / STATE).stat().st_mtime
    except OSError:
        return 0.0


def has_news(home: Path) -> bool:
    """Whether a remembered folder has a new or changed file."""
    state = read_state(home)
    found, _ = _files(state.folders)
    return any(state.files.get(str(file)) != _size(file) for file in found)


def _write_state(home: Path, state: State) -> None:
    part = home / f"{STATE}.tmp"
    part.write_bytes(msgspec.json.encode(state))
    os.replace(part, home / STATE)


def _size(file: Path) -> Size:
    try:
        found = file.stat()
    except OSError:
        return UNREADABLE
    if not os.access(file, os.R_OK):
        return UNREADABLE
    return found.st_size, found.st_mtime_ns


def _files(folders: Iterable[str]) -> tuple[list[Path], list[str]]:
    """All histories in these folders, by their resolved paths, and the folders that no longer exist."""
    found: dict[Path, None] = {}
    missing = []
    for folder in folders:
        if not os.path.exists(folder):
            missing.append(folder)
            continue
        try:
            found |= {file.resolve(): None for file in find_histories([folder])}
        except BadNotation:
            continue  # it is empty, or was removed meanwhile
    return [*found], missing


def _batches(files: Sequence[Path], sizes: dict[str, Size]) -> Iterator[list[Path]]:
    """The files in batches of about `BATCH` bytes; an empty one if there is no file."""
    batch: list[Path] = []
    left = BATCH
    for file in files:
        batch.append(file)
        left -= sizes[str(file)][0]
        if left <= 0:
            yield batch
            batch, left = [], BATCH
    if batch or not files:
        yield batch


def _unpacked(home: Path, file: Path, state: State) -> list[Path]:
    """The histories in a file: its content, if it is packed, otherwise the file."""
    state.broken.pop(str(file), None)
    if not is_packed(file):
        return [file]
    try:
        inside = sorted(unpack(file, home / UNPACKED).iterdir())
    except BadNotation as error:
        state.broken[str(file)] = error.sentence
        return []
    if not inside:
        state.broken[str(file)] = say("there are no hand histories in it")
    return inside


def _report(home: Path, state: State, missing: list[str], new: int) -> Imported:
    counts: Counts = counts_of(home)
    problems = [ImportProblem(file, "", "failed", plain(why), why) for file, why in sorted(state.broken.items())]
    skipped: list[str] = []
    of_kind = {"failed": len(problems), "mismatched": 0, "unchecked": 0}
    for note in complete_shares(home / HANDS).values():
        for one in note.files:
            if one.is_none:
                skipped.append(one.file)
            for outcome in one.others:
                kind = "unchecked" if outcome.kind == "unknown game" else str(outcome.kind)
                of_kind[kind] = of_kind.get(kind, 0) + 1
                if len(problems) < MOST_PROBLEMS:
                    reason = outcome.detail, outcome.shown, outcome.code
                    problems.append(ImportProblem(one.file, outcome.hand, kind, *reason))
    return Imported(
        folder=str(home),
        folders=state.folders,
        missing=missing,
        files=len(state.files),
        new_files=new,
        hands=counts.hands,
        again=counts.again,
        failed=of_kind["failed"],
        mismatched=of_kind["mismatched"],
        unchecked=of_kind["unchecked"],
        problems=problems,
        skipped=sorted(skipped),
    )
