"""Read and write CSV for spreadsheets, without formula injection.

A spreadsheet treats a cell that begins with `=`, `+`, `-` or `@` (or a full-width form) as a formula, and may split
cells at other separators than ours. So each part of a text that would begin a formula gets a leading apostrophe.
`read_csv` removes it again: a round trip changes nothing, and `'t Hooft` keeps its apostrophe.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final
from unicodedata import category, normalize

from sidepot.errors import BadNotation

_STARTERS: Final = frozenset("=+-@\u2212")  # as NFKC writes them; the last is the minus sign of mathematics
_ENDS: Final = r",;|\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029"  # of a cell or a row, to one program or another
_SEPARATORS: Final = re.compile(f"([{_ENDS}])")
_QUOTED: Final = re.compile(rf'["{_ENDS}]|^\s|\s$')
_APOSTROPHE: Final = "'"
_DELIMITERS: Final = ";\t,"  # a comma may belong to a name; so the others come first


def write_csv(rows: Iterable[Sequence[object]]) -> str:
    """Format rows as CSV with commas. None becomes an empty cell; numbers must be int, float or Decimal.

    >>> print(write_csv([("player", "won"), ("'t Hooft", -50), ("A;=1+1;", 20), ("\uff1d1+1", None)]), end="")
    player,won
    't Hooft,-50
    "A;'=1+1;",20
    '\uff1d1+1,
    """
    return "".join([",".join([_cell(value) for value in row]) + "\n" for row in rows])


def read_csv(text: str) -> list[list[str]]:
    """Read CSV with commas, semicolons or tabs. Raises BadNotation for text that is not CSV.

    >>> read_csv(write_csv([("A;=1+1;", "'t Hooft")])) == [["A;=1+1;", "'t Hooft"]]
    True
    """
    try:
        delimiter = next((one for one in _DELIMITERS if len(_first_row(text, one)) > 1), ",")
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise BadNotation(f"invalid CSV: {error}", code="bad_form") from None
    return [[from_cell(cell) for cell in row] for row in rows]


def to_cell(text: str) -> str:
    """Escape a text, so that no spreadsheet treats it as a formula.

    >>> to_cell("=1+1"), to_cell("A; @B"), to_cell("'t Hooft")
    ("'=1+1", "A;' @B", "'t Hooft")
    """
    return "".join([_APOSTROPHE + part if _is_formula(part) else part for part in _SEPARATORS.split(text)])


def from_cell(text: str) -> str:
    """Undo `to_cell`."""
    parts = _SEPARATORS.split(text)
    return "".join([part[1:] if part[:1] == _APOSTROPHE and _is_formula(part) else part for part in parts])


def _is_formula(part: str) -> bool:
    """Whether a part begins like a formula, after blanks, quotes and invisible characters."""
    first = next((one for one in part if not (one in "\"'" or one.isspace() or category(one) in ("Cf", "Cc"))), "")
    return normalize("NFKC", first)[:1] in _STARTERS


def _cell(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    text = to_cell(value)
    if _QUOTED.search(text) is None:
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _first_row(text: str, delimiter: str) -> list[str]:
    return next(csv.reader(StringIO(text, newline=""), delimiter=delimiter), [])
