"""The tables of the page as CSV, in the project's safe form: no cell is a formula to a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.tracker.differences import comparison, leaks
from sidepot.tracker.grid import grid
from sidepot.tracker.opponents import FIRST, Asked, opponents
from sidepot.tracker.overview import Cell, all_sessions, hands_page, positions
from sidepot.tracker.selection import EVERYTHING, Wanted
from sidepot.tracker.tournaments import GroupBy, tournaments
from sidepot.validation.csv_text import write_csv
from sidepot.validation.reader import unknown

MOST: Final = 100_000
"""The maximum number of rows: the latest hands, or the opponents with the most hands."""


class Given(msgspec.Struct, frozen=True):
    """What an exported table is about: hands, hands to compare them with, opponents, and tournaments."""

    wanted: Wanted = EVERYTHING
    other: str = ""
    asked: Asked = FIRST
    currency: str | None = None
    by: GroupBy = "buy_in"


def csv_of(home: Path, table: str, given: Given) -> str:
    """A table as CSV, about the hands that the parameters select. Raises BadNotation for an unknown table."""
    if table not in TABLES:
        raise unknown(f"unknown table {table!r}", table, list(TABLES), lead="expected one of")
    return rows_csv(TABLES[table](home, given))


def rows_csv(rows: Sequence[msgspec.Struct]) -> str:
    """Rows of one type as CSV. A figure has three columns: its value, its standard error, and its chances."""
    flat = [_flat(row) for row in rows]
    return write_csv([list(flat[0]), *[list(one.values()) for one in flat]]) if flat else ""


def _flat(row: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if name == "cells":
            for cell in value:
                found |= _cell(cell)
        elif isinstance(value, Cell):  # of a comparison
            found["figure"] = value.key
            found |= {name: value.value, f"{name}_error": value.error, f"{name}_chances": value.chances}
        elif isinstance(value, (list, tuple)):
            found[name] = ", ".join([str(one) for one in value])
        else:
            found[name] = value
    return found


def _cell(cell: Cell) -> dict[str, Any]:
    return {cell.key: cell.value, f"{cell.key}_error": cell.error, f"{cell.key}_chances": cell.chances}


TABLES: Final[dict[str, Callable[[Path, Given], Sequence[msgspec.Struct]]]] = {
    "positions": lambda home, given: positions(home, given.wanted),
    "grid": lambda home, given: grid(home, given.wanted).cells,
    "comparison": lambda home, given: comparison(home, given.wanted, given.other).rows,
    "leaks": lambda home, given: leaks(home, given.wanted).rows,
    "sessions": lambda home, given: all_sessions(home, given.wanted),
    "hands": lambda home, given: hands_page(home, given.wanted, most=MOST),
    "opponents": lambda home, given: opponents(home, given.wanted, given.asked, most=MOST).opponents,
    "tournaments": lambda home, given: tournaments(home, given.currency).played,
    "tournament-groups": lambda home, given: tournaments(home, given.currency, given.by).groups,
}
"""The tables by name, each as a function of the tracker's folder and what is asked for."""
