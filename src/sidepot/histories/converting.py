"""Convert hand histories: read and play hands of any format, and write them in another format."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, TextIO

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.ohh import read_ohh
from sidepot.formats.ohh_write import ohh_of
from sidepot.formats.phh_history import MISMATCH_FIELD, phh_of_history
from sidepot.formats.phh_write import write_phhs
from sidepot.formats.read_back import check_read_back
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.stars import Stars
from sidepot.formats.sites.tournament_summary import TournamentSummary
from sidepot.formats.stars_write import stars_text
from sidepot.histories.outcomes import history_of
from sidepot.histories.piece_hands import hands_of, summaries_of
from sidepot.histories.pieces import pieces_of

SUFFIX_OF: Final = {"phh": ".phhs", "ohh": ".ohh", "stars": ".txt"}
"""The suffix of a file in each format that can be written."""

MOST_PROBLEMS: Final = 100_000
"""The maximum number of stored problems."""

MISMATCH_LINE: Final = "sidepot: this hand does not come out as its history prints it: "
"""The beginning of the last line of a hand that differs from its printed result, in PokerStars' text."""


class Broken(msgspec.Struct, frozen=True):
    """A hand that could not be read, played or written, and the reason."""

    file: str
    hand: str
    why: str


class Converted(msgspec.Struct):
    """The result of a conversion.

    - `hands`: the number of hands
    - `written`: the number of hands that were written
    - `files`: the files that were written
    - `problems`: the first 100,000 hands that could not be written
    - `untold`: the number of further such hands
    - `skipped`: the files that were skipped
    - `summaries`: the number of tournament summaries, which `convert_summaries` writes
    - `mismatched`: the hands that differ from their printed result; they are written with a mark
    - `unchecked`: the number of hands without a comparable result
    - `left_out`: how many mismatched and unchecked hands were left out, because only checked hands are wanted
    """

    hands: int = 0
    written: int = 0
    files: list[str] = []
    problems: list[Broken] = []
    skipped: list[str] = []
    untold: int = 0
    summaries: int = 0
    mismatched: list[Broken] = []
    unchecked: int = 0
    left_out: int = 0

    @property
    def holds(self) -> bool:
        """Whether all hands were written, and none of them is known to differ from its printed result."""
        return not self.problems and not self.mismatched

    def compare(self, file: str, name: str, history: HandHistory) -> None:
        """Count a hand that differs from its printed result, or that has no comparable result."""
        self.unchecked += bool(history.unchecked)
        if history.mismatch and len(self.mismatched) < MOST_PROBLEMS:
            self.mismatched.append(Broken(file, name, history.mismatch))

    def take(self, text: str | Broken) -> None:
        """Count a written hand, or a hand that could not be written."""
        self.hands += 1
        if isinstance(text, str):
            self.written += 1
        elif len(self.problems) < MOST_PROBLEMS:
            self.problems.append(text)
        else:
            self.untold += 1


def histories_in(
    file: Path,
    game: AcpcGame | AcpcStakes | None = None,
    summary: Callable[[TournamentSummary | BadNotation], None] | None = None,
) -> Iterator[tuple[str, HandHistory | SidepotError | None]]:
    """Yield the name of each hand of a file, with the played hand or the error that says why the hand cannot be played.

    For a file that is not a history, yield None once. `summary` is called with each tournament summary.
    """
    for piece in pieces_of(file, game):
        if piece.kind == "none":
            yield "", None
        for name, found in hands_of(piece):
            yield name, history_of(found)
        if summary is not None:
            for _, one in summaries_of(piece):
                summary(one)


def _phh(history: HandHistory) -> str:
    return write_phhs([phh_of_history(history)])


def _ohh(history: HandHistory) -> str:
    found = ohh_of(history)
    if history.mismatch:
        found["ohh"][MISMATCH_FIELD] = history.mismatch
    text = json.dumps(found, ensure_ascii=False) + "\n"
    check_read_back(history, next(read_ohh(text))[1], "Open Hand History")
    return text


def _stars(history: HandHistory) -> str:
    text = stars_text(history) + (f"{MISMATCH_LINE}{history.mismatch}\n" if history.mismatch else "")
    check_read_back(
        history, next(read_site(text, Stars), ("", BadNotation("no hand begins here")))[1], "PokerStars' text"
    )
    return text


_WRITERS: Final[dict[str, Callable[[HandHistory], str]]] = {"phh": _phh, "ohh": _ohh, "stars": _stars}
_BETWEEN: Final = {"phh": "\n", "ohh": "\n", "stars": "\n\n"}


class Wanted(NamedTuple):
    """How hands are converted.

    - `kind`: the wanted format
    - `out`: the folder to write to, with one file for each file read
    - `say`: the function called with the text of each hand if there is no folder
    - `anonymise`: whether names are removed
    - `hero`: the player whose view is written
    - `strict`: whether the first problem is raised as an error
    - `advance`: the function called with the number of finished files
    - `only_checked`: whether hands are left out if their printed result differs or was not compared
    """

    kind: str
    out: Path | None = None
    anonymise: bool = False
    hero: str = ""
    strict: bool = False
    advance: Callable[[int], None] | None = None
    say: Callable[[str], None] | None = None
    only_checked: bool = False


def convert_files(files: Sequence[Path], wanted: Wanted, *, game: AcpcGame | AcpcStakes | None = None) -> Converted:
    """Write all hands of the files in another format.

    A hand that cannot be read, played or written is recorded as a problem, and the conversion continues. With `strict`,
    all hands are read first; the first problem is raised as BadNotation, and no file is written. Raises BadNotation if
    no file is a history.
    """
    total = Converted()
    if wanted.strict:
        for file in files:
            for text in _texts(file, wanted, total, game):
                if isinstance(text, Broken):
                    place = f"{file}, hand {text.hand}" if text.hand else str(file)
                    raise BadNotation(text.why).at(place)
        for one in total.mismatched[: not wanted.only_checked]:
            place = f"{one.file}, hand {one.hand}"
            raise BadNotation(f"the result differs from the printed one: {one.why}").at(place)
        total = Converted()
    sink = _Sink(wanted, total, resolved(files))
    for file in files:
        with sink.of(file):
            for text in _texts(file, wanted, total, game):
                total.take(text)
                if isinstance(text, str):
                    sink.write(text)
        if wanted.advance is not None:
            wanted.advance(1)
    if len(total.skipped) == len(files):
        raise BadNotation(f"{files[0]}: unknown hand-history format")
    return total


def _texts(file: Path, wanted: Wanted, total: Converted, game: AcpcGame | AcpcStakes | None) -> Iterator[str | Broken]:
    """Yield the written hands of a file, or the reason why one cannot be written. `total` counts the other hands."""

    def count(_: TournamentSummary | BadNotation) -> None:
        total.summaries += 1  # even an unreadable one: it is there, and not written

    for name, found in histories_in(file, game, count):
        if found is None:
            total.skipped.append(str(file))
            continue
        leave_out = wanted.only_checked and isinstance(found, HandHistory) and bool(found.mismatch or found.unchecked)
        text = "" if leave_out else written(found, wanted.kind, anonymise=wanted.anonymise, hero=wanted.hero)
        if isinstance(text, SidepotError):
            yield Broken(file.as_posix(), name, text.message)
            continue
        if isinstance(found, HandHistory):
            total.compare(file.as_posix(), name, found)
        if leave_out:
            total.hands += 1
            total.left_out += 1
        else:
            yield text


class _Sink:
    """The destination of hands: a file in the folder for each source file, created with its first hand, or `say`."""

    def __init__(self, wanted: Wanted, total: Converted, read: Collection[Path]) -> None:
        self._kind, self._out, self._say, self._total = wanted.kind, wanted.out, wanted.say, total
        self._file = Path()
        self._opened: TextIO | None = None
        self._is_first = True
        self._headers: set[str] = set()
        self._read = read

    @contextmanager
    def of(self, file: Path) -> Iterator[None]:
        """Write the hands of this file."""
        self._file = file
        if self._out is not None:
            self._is_first = True
            self._headers.clear()
        try:
            try:
                yield
            finally:
                if self._opened is not None:
                    opened, self._opened = self._opened, None
                    opened.close()
        except OSError as error:  # a full disk, for example, does not name the file
            if error.filename is None and self._out is not None:
                error.filename = self._total.files[-1] if self._total.files else str(self._out)
            raise

    def write(self, text: str) -> None:
        """Write a hand."""
        if self._kind == "phh":
            text = self._headed(text)
        if not self._is_first:
            text = _BETWEEN[self._kind] + text
        self._is_first = False
        if self._out is None:
            if self._say is not None:
                self._say(text)
            return
        if self._opened is None:
            self._out.mkdir(parents=True, exist_ok=True)
            target = free_name(self._out, self._file, SUFFIX_OF[self._kind], self._total.files, self._read)
            self._opened = target.open("w", encoding="utf-8")
            self._total.files.append(target.as_posix())
        self._opened.write(text)

    def _headed(self, text: str) -> str:
        """A hand under a header of its own, because a file may contain a hand twice."""
        header, _, rest = text.partition("\n")
        name, count = header, 1
        while name in self._headers:
            count += 1
            name = f"{header[:-1]}-{count}]" if header[-2:-1] not in "'\"" else f"{header[:-2]}-{count}{header[-2:]}"
        self._headers.add(name)
        return f"{name}\n{rest}"


def written(
    found: HandHistory | SidepotError, kind: str, *, anonymise: bool = False, hero: str = ""
) -> str | SidepotError:
    """A hand in the format `kind`, or the error that says why the hand cannot be written."""
    if isinstance(found, SidepotError):
        return found
    try:
        if hero:
            found = found.seen_by(hero)
        if anonymise:
            found = found.renamed()
        return _WRITERS[kind](found)
    except SidepotError as error:
        return error


def resolved(files: Iterable[Path]) -> frozenset[Path]:
    """The resolved paths of files."""
    return frozenset([file.resolve() for file in files])


def free_name(out: Path, file: Path, suffix: str, taken: Sequence[str], read: Collection[Path]) -> Path:
    """The path of a new file in the folder `out`.

    - `taken`: the paths that this run has already used
    - `read`: the files that are read, which must not be overwritten
    """
    target = out / (file.stem + suffix)
    count = 1
    while target.as_posix() in taken or target.resolve() in read:
        count += 1
        target = out / f"{file.stem}-{count}{suffix}"
    return target
