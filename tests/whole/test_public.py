"""The public names of the package: each loads, and type checkers and readers of the docs find the same ones."""

from __future__ import annotations

import ast
import re
from importlib import import_module

import pytest
from places import ROOT

import sidepot

LISTED = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sidepot.PUBLIC)
def test_every_public_name_loads_from_its_module(name: str) -> None:
    module, what = sidepot.PUBLIC[name]
    assert getattr(sidepot, name) is getattr(import_module(module), name)
    assert what and what[0].islower() | (what[0] == "`") and not what.endswith(".")


def test_the_stub_names_the_same() -> None:
    """`__init__.pyi` is what mypy and editors read."""
    tree = ast.parse((ROOT / "src" / "sidepot" / "__init__.pyi").read_text(encoding="utf-8"))
    found = {
        alias.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sidepot")
        for alias in node.names
        if alias.name == alias.asname
    }
    assert found == {name: module for name, (module, _) in sidepot.PUBLIC.items()}


def test_the_page_of_what_is_stable_lists_the_same() -> None:
    section = LISTED.partition("## The public names")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(sidepot.PUBLIC)


def test_there_is_no_other_name() -> None:
    assert set(sidepot.__all__) == set(sidepot.PUBLIC) <= set(dir(sidepot))
    with pytest.raises(AttributeError, match="no attribute 'Handd'"):
        sidepot.Handd  # type: ignore[attr-defined]  # noqa: B018 - asked for, and not there
