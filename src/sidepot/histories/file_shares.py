"""Cut histories into shares, the units of work for a process. The shares do not depend on the number of processes.

A share contains some pieces of files with their text, so that the machine that processes it needs no files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.sites.tournament_summary import TournamentSummary
from sidepot.histories.outcomes import history_of
from sidepot.histories.piece_hands import hands_of, summaries_of
from sidepot.histories.pieces import Piece, pieces_of

LETTERS: Final = 1_000_000
"""The approximate number of characters in a share: some seconds of work."""

PIECES: Final = 500
"""The maximum number of pieces in a share."""

ZonedMoment = tuple[str, str, HandHistory | SidepotError | None]
"""The file, the name of the hand, and the hand as it was played, or the error that says why it could not be; None for a
file that is no history of its own. An error of a whole file comes without a name.
"""


class FilePiece(msgspec.Struct, frozen=True):
    """A piece of a file, and the file.

    - `is_first`: whether it is the file's first piece
    - `place`: the file's resolved path
    """

    file: str
    piece: Piece
    is_first: bool
    place: str = ""


class Share(msgspec.Struct, frozen=True):
    """Some pieces of files that are processed together."""

    pieces: tuple[FilePiece, ...]

    @property
    def name(self) -> str:
        """The name of the share: the file and line where it begins."""
        first = self.pieces[0]
        return f"{first.file}, line {first.piece.line}"

    @property
    def letters(self) -> int:
        """The number of characters in the share."""
        return sum(len(one.piece.text) for one in self.pieces)

    @property
    def files(self) -> int:
        """The number of files that begin in the share."""
        return sum(one.is_first for one in self.pieces)


def shares_of(files: Iterable[Path], game: AcpcGame | AcpcStakes | None = None, most: int = LETTERS) -> Iterator[Share]:
    """Divide these files into shares of about `most` characters, in order. A share is read only when it is needed."""
    some: list[FilePiece] = []
    letters = 0
    for file in files:
        if (2 * letters >= most or 2 * len(some) >= PIECES) and _is_border(file):
            yield Share(tuple(some))
            some, letters = [], 0
        name, place = _readable(file.as_posix()), place_of(file)
        for at, piece in enumerate(pieces_of(file, game)):
            some.append(FilePiece(name, piece, at == 0, place))
            letters += len(piece.text)
            if letters >= most or len(some) == PIECES:
                yield Share(tuple(some))
                some, letters = [], 0
    if some:
        yield Share(tuple(some))


def _is_border(file: Path) -> bool:
    """Whether a share with enough text ends before this file.

    Only the name decides, so that a new file changes few shares.
    """
    return sha256(os.fsencode(file.name)).digest()[0] % 4 == 0


def place_of(file: Path) -> str:
    """The resolved path of a file."""
    return _readable(os.path.realpath(file))


def _readable(path: str) -> str:
    """A path as text that can be written anywhere: bytes that are not UTF-8 become `\\xe9`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def summaries_in(share: Share) -> Iterator[tuple[str, str, TournamentSummary | BadNotation]]:
    """The tournament summaries in a share, each with its file and number. An unreadable summary is replaced by its
    error.
    """
    for one in share.pieces:
        for number, found in summaries_of(one.piece):
            yield one.file, number, found


def hands_in(share: Share) -> Iterator[ZonedMoment]:
    """The hands of a share, after they were played. A hand with unknown cards at the showdown is played up to the
    showdown.
    """
    for one in share.pieces:
        if one.piece.kind == "none":
            yield one.file, "", None
        for name, found in hands_of(one.piece):
            yield one.file, name, history_of(found, whole=False)
