"""Packed hand histories: zip files and gzip files are unpacked into a folder of the tracker, as sites export them."""

from __future__ import annotations

import gzip
import shutil
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO, Final
from zipfile import BadZipFile, ZipFile

from sidepot.errors import BadNotation
from sidepot.histories.pieces import SUFFIXES
from sidepot.rules.clauses import Sentence, refuse, say

MOST: Final = 4 << 30
"""The maximum size, in bytes, of the content of a packed file."""

MOST_FILES: Final = 100_000

_BLOCK: Final = 1 << 20


def is_packed(file: Path) -> bool:
    """Whether this module can unpack a file, according to its name."""
    return file.suffix.lower() in (".zip", ".gz")


def unpack(file: Path, folder: Path) -> Path:
    """Unpack the histories in a file. Returns their folder, which no other file uses.

    Raises BadNotation for a file that is damaged or too large. In that case, no unpacked part of it is left.
    """
    where = folder / sha256(str(file).encode("utf-8", "surrogateescape")).hexdigest()[:12] / file.name
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    left = MOST
    try:
        for name, blocks in _members(file):
            with (where / name).open("wb") as out:
                for block in blocks:
                    left -= len(block)
                    if left < 0:
                        raise refuse_packed(
                            say("the content is larger than {most} GB; unpack it yourself", str(MOST >> 30))
                        )
                    out.write(block)
    except (BadZipFile, EOFError, OSError, zlib.error, RuntimeError, NotImplementedError) as error:
        shutil.rmtree(where, ignore_errors=True)
        raise refuse_packed(say("the file cannot be unpacked: {reason}", str(error))) from None
    except BadNotation:
        shutil.rmtree(where, ignore_errors=True)
        raise
    return where


def refuse_packed(sentence: Sentence) -> BadNotation:
    """The error for a packed file."""
    return refuse(BadNotation, sentence)


def _members(file: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The histories in a packed file, with names for a flat folder."""
    if file.suffix.lower() == ".gz":
        with gzip.open(file) as opened:
            yield file.stem if file.stem.lower().endswith(SUFFIXES) else f"{file.stem}.txt", _blocks(opened)
        return
    with ZipFile(file) as packed:
        infos = [info for info in packed.infolist() if info.filename.lower().endswith(SUFFIXES) and not info.is_dir()]
        if len(infos) > MOST_FILES:
            raise refuse_packed(say("it contains more than {most} files; unpack it yourself", f"{MOST_FILES:,}"))
        for number, info in enumerate(infos, 1):
            with packed.open(info) as member:
                yield f"{number:05} {PurePosixPath(info.filename.replace(chr(92), '/')).name}", _blocks(member)


def _blocks(opened: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while block := opened.read(_BLOCK):
        yield block
