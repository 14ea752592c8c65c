"""The seats of a match as a Parquet table. Needs the extra `corpora`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.matches.duplicate import Match, PlayedSeat


def check_table(path: Path) -> None:
    """Raise Conflict if pyarrow is not installed, and BadNotation if the file cannot be written there."""
    if find_spec("pyarrow") is None:
        raise Conflict(f"{path}: Parquet needs pyarrow, which is not installed: {how_to_install('corpora')}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadNotation(f"{path}: expected a file in an existing folder, as in results.parquet")


def write_table(match: Match, path: Path) -> None:
    """Write a Parquet file with a row for each seat of each hand: the fields of `PlayedSeat`.

    Raises Conflict if pyarrow is not installed, and BadNotation if the file cannot be written there.
    """
    check_table(path)
    import pyarrow
    from pyarrow import parquet

    columns = zip(*match.rows, strict=True) if match.rows else [[] for _ in PlayedSeat._fields]
    table = pyarrow.table({name: list(column) for name, column in zip(PlayedSeat._fields, columns, strict=True)})
    try:
        parquet.write_table(table, path)
    except OSError as error:
        raise BadNotation(f"{path}: cannot be written: {error.strerror or error}") from None
