"""The folder of a corpus: Parquet files for each table and game, and a note of each share that is done.

A share is written whole or not at all: its files are renamed into place, and the note comes last. So a run that was
killed goes on where it was: shares with a note are not done again, and those without are written over.

    hand/game=nl holdem/SHARE.parquet    player/game=...    action/game=...    done/SHARE.json
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec

from sidepot.corpora.corpus_rows import COLUMNS, Row
from sidepot.errors import BadNotation, Conflict
from sidepot.histories.outcomes import Outcome

DONE: Final = "done"

Tables = dict[str, list[Row]]
"""The rows of each table."""


class FileNote(msgspec.Struct, frozen=True):
    """The outcomes of a share's hands of one file: how many matched, and the others; `is_none`: it is no history."""

    file: str
    matched: int
    others: list[Outcome]
    is_first: bool
    is_none: bool = False


class Note(msgspec.Struct, frozen=True):
    """A share that is done: its files, the Parquet files that it wrote, and how many hands have rows in them."""

    files: list[FileNote]
    parts: list[str]
    rows: int

    @property
    def hands(self) -> int:
        """How many hands it has, those without rows too."""
        return sum([one.matched + len(one.others) for one in self.files])


def need_corpora(out: Path) -> None:
    """Raises Conflict where pyarrow is not installed, BadNotation for a folder that cannot be written."""
    if find_spec("pyarrow") is None:
        raise Conflict(f"{out}: Parquet needs pyarrow; install it with pip install 'sidepot[corpora]'")
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


def keep(out: Path, share: str, games: dict[str, Tables], files: list[FileNote]) -> None:
    """Write the rows of a share, by game, and the note that it is done."""
    parts: list[str] = []
    rows = 0
    for game, tables in games.items():
        for table, some in tables.items():
            part = Path(table) / f"game={quote(game, safe=' ')}" / f"{share}.parquet"
            _write(out / part, table, some)
            parts.append(part.as_posix())
        rows += len(tables["hand"])
    _replace(out / DONE / f"{share}.json", msgspec.json.encode(Note(files, parts, rows)))


def _write(file: Path, table: str, rows: list[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"string": pa.string(), "bool": pa.bool_()}
    schema: Any = pa.schema([(name, types.get(kind) or getattr(pa, kind)()) for name, kind in COLUMNS[table].items()])
    columns = [pa.array(values, field.type) for values, field in zip(zip(*rows, strict=True), schema, strict=True)]
    file.parent.mkdir(parents=True, exist_ok=True)
    shadow = file.with_suffix(".tmp")
    pq.write_table(pa.table(columns, schema=schema), shadow, compression="zstd")
    os.replace(shadow, file)


def _replace(file: Path, data: bytes) -> None:
    shadow = file.with_suffix(".tmp")
    shadow.write_bytes(data)
    os.replace(shadow, file)


def forget_older(out: Path, shares: set[str], files: set[str]) -> int:
    """Take away what is left of earlier states of these files: shares that are cut in another way now."""
    count = 0
    for note_file in sorted((out / DONE).glob("*.json")):
        if note_file.stem in shares:
            continue
        note = note_of(out, note_file.stem)
        if note is None or not {one.file for one in note.files} <= files:
            continue  # hands of other files, that came in an earlier run
        for part in note.parts:
            (out / part).unlink(missing_ok=True)
        note_file.unlink()
        count += 1
    return count
