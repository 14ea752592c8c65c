"""The public names of the package: each loads, and type checkers and readers of the docs find the same ones."""

from __future__ import annotations

import ast
import re
from importlib import import_module

import pytest
from each import each
from places import ROOT

import sidepot

LISTED = (ROOT / "docs" / "reference" / "stability.md").read_text(encoding="utf-8")


@each("name", sidepot.PUBLIC)
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


@pytest.mark.parametrize("module", ["kernels/batch", "rl/env", "rl/actions", "rl/observation"])
def test_batches_and_environments_have_types_without_any(module: str) -> None:
    """Every argument and result of what is public there: a script that uses them is checked by `mypy --strict`."""
    tree = ast.parse((ROOT / "src" / "sidepot" / f"{module}.py").read_text(encoding="utf-8"))
    public = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and is_public(node.name)]
    assert len(public) >= 3
    for function in public:
        args = [arg for arg in (*function.args.args, *function.args.kwonlyargs) if arg.arg not in ("self", "cls")]
        assert function.returns is not None and all(arg.annotation for arg in args), function.name
        hints = [ast.unparse(hint) for hint in (function.returns, *[arg.annotation for arg in args]) if hint]
        assert not [hint for hint in hints if re.search(r"\b(Any|Array)\b", hint)], (function.name, hints)
    assert (ROOT / "src" / "sidepot" / "py.typed").exists()


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def test_the_function_is_found_although_a_module_has_its_name() -> None:
    """`sidepot.cards` is the function; the module of the same name is imported from as always."""
    from sidepot.cards import RANKS, Deck

    assert import_module("sidepot.cards").Deck is Deck and RANKS.startswith("23")
    assert sidepot.cards("AsKh") == (51, 46) and sidepot.text((51, 46)) == "AsKh"
    assert sidepot.equity.__name__ == "equity"


def test_there_is_no_other_name() -> None:
    assert set(sidepot.__all__) == set(sidepot.PUBLIC) <= set(dir(sidepot))
    with pytest.raises(AttributeError, match="no attribute 'Handd'"):
        sidepot.Handd  # type: ignore[attr-defined]  # noqa: B018 - asked for, and not there
