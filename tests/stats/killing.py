"""Work whose process is killed in the middle, once: the file that it leaves says that it was."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

from sidepot.errors import BadNotation


class Numbered(NamedTuple):
    """A piece of work: a number to be squared; `killed` is the file that says that the process has been killed."""

    name: str
    number: int
    killed: str = ""
    always: bool = False


def squared(piece: Numbered) -> bytes:
    """The square, as bytes. A piece that kills does so before it has a result."""
    if piece.killed and (piece.always or not Path(piece.killed).exists()):
        Path(piece.killed).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return b"%d" % piece.number**2


def waiting(piece: Numbered) -> bytes:
    """Work that does not end by itself; the file says that it has begun."""
    Path(piece.killed).touch()
    time.sleep(600)
    return b""


def refused_or_long(piece: Numbered) -> bytes:
    """The first piece is refused as soon as another one has begun; the others take two minutes, and then say so."""
    place = Path(piece.killed)
    if piece.number == 0:
        while not any(place.iterdir()):
            time.sleep(0.02)
        raise BadNotation("this piece cannot be read")
    (place / f"{piece.number} has begun").touch()
    time.sleep(120)
    (place / f"{piece.number} was waited for").touch()
    return b""


def numbers(count: int, killed: str = "", at: int = -1, *, always: bool = False) -> list[Numbered]:
    """So many pieces; the one `at` a place kills its process."""
    return [
        Numbered(f"piece {number}", number, killed if number == at else "", always and number == at)
        for number in range(count)
    ]
