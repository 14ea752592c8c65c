"""Histories cut into shares: pieces of work with stable names, the same however many processes do them.

A share is some small files together, or one large file. It depends on the files alone: their names, order and sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from sidepot.errors import SidepotError
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.told_hand import ToldHand
from sidepot.histories.converting import told_hands

BYTES: Final = 4_000_000
"""Of a share, about; it has one file at least."""

FILES: Final = 500
"""Of a share, at most."""

Told = tuple[str, str, ToldHand | SidepotError]
"""The file, the name of the hand, and the hand as it was played, or the error that says why it could not be."""


class Share(msgspec.Struct, frozen=True):
    """Some files. Its name is that of the first."""

    name: str
    files: tuple[str, ...]


def cut(files: Sequence[Path]) -> list[Share]:
    """The shares of these files, in order."""
    found: list[Share] = []
    some: list[str] = []
    held = 0
    for file in files:
        size = _size(file)
        if some and (held + size > BYTES or len(some) == FILES):
            found.append(Share(some[0], tuple(some)))
            some, held = [], 0
        some.append(file.as_posix())
        held += size
    if some:
        found.append(Share(some[0], tuple(some)))
    return found


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # it is told when it is read


def hands_in(share: Share, game: AcpcGame | AcpcStakes | None = None) -> Iterator[Told]:
    """The hands of a share, file by file. An error of a whole file comes without a hand."""
    for file in share.files:
        try:
            for name, told in told_hands(Path(file), game):
                yield file, name, told
        except SidepotError as error:
            yield file, "", error
