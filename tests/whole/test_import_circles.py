"""No circle of modules in `src`: also not among imports for types alone, or within functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from places import ROOT


def modules(src: Path) -> dict[str, Path]:
    """The modules of a source tree by their dotted names."""
    paths = {path: path.relative_to(src).with_suffix("").parts for path in sorted(src.rglob("*.py"))}
    return {".".join(parts).removesuffix(".__init__"): path for path, parts in paths.items()}


def imports(text: str, known: Mapping[str, object]) -> set[str]:
    """The known modules that a module imports, wherever the import stands. A name of a package may be a module."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for name in node.names:
                full = f"{node.module}.{name.name}"
                found.add(full if full in known else str(node.module))
    return found & set(known)


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A circle of modules, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.long
def test_no_modules_need_each_other() -> None:
    known = modules(ROOT / "src")
    graph = {name: imports(path.read_text(encoding="utf-8"), known) for name, path in known.items()}
    assert "sidepot.tournament.state" in graph["sidepot.tournament.apply"]
    assert circle(graph) == []


@pytest.mark.parametrize(
    "text", ["import b", "from b import x", "def f():\n    import b", "if TYPE_CHECKING:\n    import b"]
)
def test_a_circle_is_found_wherever_the_import_stands(text: str) -> None:
    known = ("a", "b")
    graph = {name: imports(code, dict.fromkeys(known)) for name, code in zip(known, (text, "import a"), strict=True)}
    assert set(circle(graph)) == {"a", "b"}
    assert circle({"a": imports(text, dict.fromkeys(known)), "b": set()}) == []
