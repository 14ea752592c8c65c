"""CSV: no spreadsheet runs what a stranger wrote, whatever it takes for a separator; and all of it comes back."""

from __future__ import annotations

import ast
import csv
from decimal import Decimal
from io import StringIO
from pathlib import Path
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sidepot
from sidepot.errors import BadNotation
from sidepot.validation.csv_text import read_csv, write_csv

STARTERS = "=+-@\t\r\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\u2212"
HARMLESS = ("'t Hooft", "O'Neil", "Lee, Ann", 'Bob "The Hat"', "3.50", "", "a=b", "''", "' ", "Ann - Bo", "x\ny")
FORMULAS = (
    *(f"{one}1+1" for one in STARTERS),
    *(f"'{one}A1" for one in "=+-@"),
    "A;=1+1;", "A;\uff1d1+1", "a,=1", "a\t=1", "a\n=1", "a\r\n@x", "a| =cmd|' /C calc'!A0", 'Bob";"=1+1', ' "=1+1"',
    "\ufeff=1", "-5", "-1,5+cmd|A1", "\u200b=1", "\xa0=1", "A;;=1", "a\u2028=1",
    "-1+1", "+49 170", "--1", "''=1", 'x"";=1+1;""', "=",
)  # fmt: skip


def cells_of(text: str, separator: str) -> list[str]:
    """The cells that a spreadsheet with that separator sees."""
    return [cell for row in csv.reader(StringIO(text, newline=""), delimiter=separator) for cell in row]


def is_run(cell: str) -> bool:
    """Whether a spreadsheet may run that: read generously, as one that trims blanks does."""
    bare = normalize("NFKC", "".join(one for one in cell if category(one) not in ("Cf", "Cc"))).strip(' "')
    return bare[:1] in ("=", "+", "-", "@", "\u2212")


def test_cells_of_strangers_are_never_formulas_and_round_trip() -> None:
    wrong = []
    for text in (*HARMLESS, *FORMULAS):
        for row in ([text], ["1", text], ["a b", text, "last"], [text, text]):
            written = write_csv([["place", "player", "x", "y"][: len(row)], row])
            if read_csv(written)[1] != (row if row != [""] else []):
                wrong.append(f"{row!r} comes back as {read_csv(written)[1]!r}")
            for separator in ",;\t|":
                found = [cell for cell in cells_of(written, separator) if is_run(cell)]
                wrong += [f"{row!r} runs {cell!r} at {separator!r}" for cell in found]
    assert not wrong


def test_a_harmless_text_is_written_as_it_is() -> None:
    assert {text: cells_of(write_csv([["x", text]]), ",")[1] for text in HARMLESS} == {text: text for text in HARMLESS}


@given(st.lists(st.lists(st.text(alphabet="aA=+-@'\" ;,|\t\r\n\uff1d\u200b1.", max_size=12), min_size=2, max_size=4)))
def test_all_rows_come_back(rows: list[list[str]]) -> None:
    head = ["place", "player", "x", "y"]
    written = write_csv([head, *rows])
    assert read_csv(written) == [head, *rows]
    for separator in ",;\t|":
        assert not [cell for cell in cells_of(written, separator) if is_run(cell)]


def test_numbers_stay_numbers() -> None:
    assert write_csv([(1, -5, 2.5, None, Decimal("-1.50"), "7")]) == "1,-5,2.5,,-1.50,7\n"


def test_files_of_spreadsheets_are_read_with_any_of_their_separators() -> None:
    files = {
        "place;player\n1;Lee, Ann\n": [["place", "player"], ["1", "Lee, Ann"]],
        '"Lee; Ann",50\nBob,20\n': [["Lee; Ann", "50"], ["Bob", "20"]],
        "place\tplayer\r\n1\tAnn\r\n": [["place", "player"], ["1", "Ann"]],
        "Ann\rBob\r": [["Ann"], ["Bob"]],
        "'t Hooft,50": [["'t Hooft", "50"]],
        "": [],
    }
    assert {text: read_csv(text) for text in files} == files
    with pytest.raises(BadNotation, match="invalid CSV"):
        read_csv("x" * 200_000)


def test_one_module_writes_and_reads_csv() -> None:
    """But PokerNow's log, which is a history, and comes from elsewhere."""
    root = Path(sidepot.__file__).parent
    found = set()
    for file in root.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "import csv" in text and any(
            isinstance(node, ast.Import) and any(one.name == "csv" for one in node.names)
            for node in ast.walk(ast.parse(text))
        ):
            found.add(file.relative_to(root).as_posix())
    assert found == {"validation/csv_text.py", "formats/sites/pokernow_log.py"}
