"""The folder of a corpus: Parquet files for each table and game, and a note of each share that is done.

A share is written whole or not at all: its files are renamed into place, and the note comes last. So a run that was
killed goes on where it was: shares with a note are not done again, and those without are written over.

    hand/game=nl holdem/SHARE.parquet    player/game=...    action/game=...    done/SHARE.json
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec

from sidepot.corpora.corpus_rows import COLUMNS, Row
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.histories.outcomes import Outcome

DONE: Final = "done"

Tables = dict[str, list[Row]]
"""The rows of each table."""


class FileNote(msgspec.Struct, frozen=True):
    """The outcomes of a share's hands of one file: how many matched, and the others; `is_none`: it is no history;
    `summaries` are those of tournaments, `place` is where the file lies.
    """

    file: str
    matched: int
    others: list[Outcome]
    is_first: bool
    is_none: bool = False
    summaries: int = 0
    place: str = ""


class Note(msgspec.Struct, frozen=True):
    """A share that is done: its files, the Parquet files that it wrote, their sizes, and how many hands have rows."""

    files: list[FileNote]
    parts: list[str]
    rows: int
    sizes: list[int] = []

    @property
    def hands(self) -> int:
        """How many hands it has, those without rows too."""
        return sum([one.matched + len(one.others) for one in self.files])


def need_corpora(out: Path) -> None:
    """Raises Conflict where pyarrow is not installed, BadNotation for a folder that cannot be written."""
    if find_spec("pyarrow") is None:
        raise Conflict(f"{out}: Parquet needs pyarrow, which is not installed: {how_to_install('corpora')}")
    try:
        (out / DONE).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadNotation(f"{out}: this cannot be a folder: {error.strerror or error}") from None


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Keep a second run out of the folder, where the system can. Raises Conflict where one is on."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (out / DONE / "lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Conflict(f"{out}: another run writes to this folder; wait for it, or name another one") from None
        except OSError:
            pass  # a file system without locks
        for left in out.glob("*/**/*.tmp"):
            left.unlink(missing_ok=True)
        yield


def note_of(out: Path, share: str) -> Note | None:
    """The note of a share; None where it is not done."""
    try:
        return msgspec.json.decode((out / DONE / f"{share}.json").read_bytes(), type=Note)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def has_parts(out: Path, note: Note) -> bool:
    """Whether the Parquet files of a share are there as they were written: somebody may have taken some away, and after
    a loss of power they may be cut off.
    """
    sizes = note.sizes or [-1] * len(note.parts)  # older notes do not have them
    try:
        found = [(out / part).stat().st_size for part in note.parts]
    except OSError:
        return False
    return len(sizes) == len(found) and all(size in (-1, has) for size, has in zip(sizes, found, strict=True))


def keep(out: Path, share: str, games: dict[str, Tables], files: list[FileNote]) -> None:
    """Write the rows of a share, by game, and the note that it is done. Raises OSError, naming the folder."""
    try:
        _keep(out, share, games, files)
    except OSError as error:  # such as a disk that is full: pyarrow does not say what it was to hold
        raise OSError(error.errno, os.strerror(error.errno or 0), str(out)) from None


def _keep(out: Path, share: str, games: dict[str, Tables], files: list[FileNote]) -> None:
    parts: list[str] = []
    sizes: list[int] = []
    rows = 0
    for game, tables in games.items():
        for table, some in tables.items():
            part = Path(table) / f"game={quote(game, safe=' ')}" / f"{share}.parquet"
            sizes.append(_write(out / part, table, some))
            parts.append(part.as_posix())
        rows += len(tables["hand"])
    _replace(out / DONE / f"{share}.json", msgspec.json.encode(Note(files, parts, rows, sizes)))


def _write(file: Path, table: str, rows: list[Row]) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"string": pa.string(), "bool": pa.bool_()}
    schema: Any = pa.schema([(name, types.get(kind) or getattr(pa, kind)()) for name, kind in COLUMNS[table].items()])
    columns = [pa.array(values, field.type) for values, field in zip(zip(*rows, strict=True), schema, strict=True)]
    file.parent.mkdir(parents=True, exist_ok=True)
    shadow = file.with_suffix(".tmp")
    pq.write_table(pa.table(columns, schema=schema), shadow, compression="zstd")
    size = shadow.stat().st_size
    os.replace(shadow, file)
    return size


def _replace(file: Path, data: bytes) -> None:
    shadow = file.with_suffix(".tmp")
    shadow.write_bytes(data)
    os.replace(shadow, file)


def check_whole(out: Path, places: Collection[str]) -> None:
    """Refuse files that an earlier run put into one share with others, which are there and are not named now: the hands
    of these files would be in the tables twice. Raises Conflict.
    """
    for name in _shares_in(out):
        note = note_of(out, name)
        named = [one for one in note.files if _place(one) in places] if note is not None else []
        if note is None or not named:
            continue
        others = [one for one in note.files if _place(one) not in places and os.path.exists(_place(one))]
        if others:
            raise Conflict(
                f"{out}: an earlier run did {named[0].file} together with {others[0].file}, which is not named now",
                hint="name all files of that run, or another folder",
            )


def forget_older(out: Path, shares: Collection[str], places: Collection[str]) -> int:
    """Take away what is left of earlier states of these files: shares that are cut in another way now.

    Files that are gone go with those that they were done with. Hands of other files, that came in an earlier run, stay.
    """
    count = 0
    for name in _shares_in(out):
        note = None if name in shares else note_of(out, name)
        if note is None or not any(_place(one) in places for one in note.files):
            continue
        for part in note.parts:
            (out / part).unlink(missing_ok=True)
        (out / DONE / f"{name}.json").unlink()
        count += 1
    return count


def _shares_in(out: Path) -> list[str]:
    return sorted([file.stem for file in (out / DONE).glob("*.json")])


def _place(one: FileNote) -> str:
    """Where a file lies; older notes have its name alone."""
    return one.place or os.path.realpath(one.file)
