"""Rows in groups: each that fails is named in one line, and none sees what another one left."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from each import each

CALLED: list[tuple[int, int]] = []


class Failures:
    """Stands in for `subtests`, and keeps the line of each failure."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    @contextmanager
    def test(self, msg: str) -> Iterator[None]:
        try:
            yield
        except AssertionError as fault:
            self.lines.append(str(fault).splitlines()[0])


@each("low, high", [(1, 2), (4, 3), (5, 5)], ids=["rises", "falls", "stays"])
def rises(low: int, high: int) -> None:
    assert low < high, f"{high} is above {low}"


def test_each_row_that_fails_is_named_with_what_was_expected() -> None:
    found = Failures()
    rises(group=0, subtests=found)
    assert found.lines == ["[falls] 3 is above 4", "[stays] 5 is above 5"]


@each("first", range(9), size=20)
@pytest.mark.usefixtures("usual_umask")
@each("second", range(10))
def test_two_decorators_make_all_pairs(first: int, second: int) -> None:
    CALLED.append((first, second))


def test_all_pairs_were_made_in_groups() -> None:
    marks = [mark for mark in test_two_decorators_make_all_pairs.pytestmark if mark.name == "parametrize"]
    assert [list(mark.args[1]) for mark in marks] == [list(range(5))]
    assert "usefixtures" in [mark.name for mark in test_two_decorators_make_all_pairs.pytestmark]
    assert not CALLED or sorted(set(CALLED)) == CALLED


@each("number", range(3))
def test_a_row_has_its_own_folder_and_its_own_patches(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(tmp_path.iterdir()) == [] and "SIDEPOT_ROW" not in os.environ
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIDEPOT_ROW", str(number))


@each("number", range(3))
def test_a_row_begins_with_no_output(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    sys.stdout.write(f"{number}\n")
    assert capsys.readouterr().out == f"{number}\n"
    sys.stdout.write("left over")
