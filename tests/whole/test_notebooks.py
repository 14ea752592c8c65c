"""The notebooks of the examples run from top to bottom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from each import each
from needs import FAST
from places import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [notebook.name for notebook in NOTEBOOKS]


@FAST.mark
@pytest.mark.long
@each("notebook", NOTEBOOKS)
def test_each_cell_of_a_notebook_runs(notebook: Any) -> None:
    """The cells are executed in one namespace, without Jupyter. They check their own results with `assert`."""
    pytest.importorskip("matplotlib", reason="the notebooks draw with matplotlib: pip install sidepot[plot]")
    found = json.loads(notebook.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": notebook.stem}
    cells = ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 3
    for at, cell in enumerate(cells, 1):
        exec(compile(cell, f"{notebook.name}, cell {at}", "exec"), names)


@each("notebook", NOTEBOOKS)
def test_a_notebook_is_stored_without_results(notebook: Any) -> None:
    """Results would go out of date unnoticed, and make every change hard to read."""
    found = json.loads(notebook.read_text(encoding="utf-8"))
    for cell in found["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
