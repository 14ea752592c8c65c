"""`make serve` uses what `make compiled` built from these sources, and nothing older."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import compiled
import pytest
import serve

ROOT = Path(__file__).parents[2]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two files and its build: `hot.py` is compiled, `page.html` is not."""
    package = tmp_path / "src" / "sidepot"
    build = tmp_path / "build" / "compiled"
    for folder in (package, build / "sidepot"):
        folder.mkdir(parents=True)
        (folder / "hot.py").write_text("x = 1\n")
        (folder / "page.html").write_text("<p>")
    (build / "sidepot" / f"hot{SUFFIX}").touch()
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "PACKAGE", package)
    monkeypatch.setattr(compiled, "hot_modules", lambda: ("sidepot.hot",))
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    return build


def test_serve_runs_the_compiled_core_and_says_so(tree: Path) -> None:
    assert compiled.outdated(tree) is None
    environment, core = serve.environment_of(tree)
    assert environment["PYTHONPATH"] == f"{tree}{os.pathsep}elsewhere"
    assert core == f"the compiled core runs, from {tree}"


def test_serve_runs_the_sources_where_they_have_changed_since_and_names_the_file(tree: Path) -> None:
    for name in ("hot.py", "page.html", "new.py"):
        changed = compiled.PACKAGE / name
        before = changed.read_text() if changed.exists() else None
        changed.write_text("x = 2\n")
        environment, core = serve.environment_of(tree)
        assert environment["PYTHONPATH"] == "elsewhere"
        assert core.startswith(
            f"the interpreted core runs: src/sidepot/{name} is not what build/compiled was built from"
        )
        assert "make compiled" in core
        changed.unlink() if before is None else changed.write_text(before)
    assert compiled.outdated(tree) is None


def test_serve_runs_the_sources_where_the_build_is_for_another_python(tree: Path) -> None:
    (tree / "sidepot" / f"hot{SUFFIX}").rename(tree / "sidepot" / "hot.cpython-27-other.so")
    environment, core = serve.environment_of(tree)
    assert environment["PYTHONPATH"] == "elsewhere"
    assert "not built for Python" in core


def test_serve_says_nothing_where_nothing_was_built(tmp_path: Path) -> None:
    environment, core = serve.environment_of(tmp_path / "build")
    assert core == ""
    assert environment == dict(os.environ)


def test_the_copy_to_build_from_is_what_a_clone_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what is not committed yet, and without what git ignores."""
    source = tmp_path / "source"
    (source / "src").mkdir(parents=True)
    for name in ("kept.py", "gone.py", "src/new.py", "src/old.so"):
        (source / name).touch()
    (source / ".gitignore").write_text("*.so\n")
    git = ["git", "-C", str(source)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "kept.py", "gone.py"], check=True)
    (source / "gone.py").unlink()
    monkeypatch.setattr(compiled, "ROOT", source)
    compiled.copy_tree(tmp_path / "copy")
    found = {str(file.relative_to(tmp_path / "copy")) for file in (tmp_path / "copy").rglob("*") if file.is_file()}
    assert found == {"kept.py", "src/new.py", ".gitignore"}


def test_the_modules_to_compile_define_no_struct_and_have_no_interpreted_subclass() -> None:
    assert compiled.faults() == []
    assert "sidepot.hand.hand" in compiled.hot_modules()


def test_building_needs_no_library_that_the_build_does_not_install() -> None:
    """mypy must not stop at an import: a fresh clone has no library of the room, and no NumPy."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    assert {"--config-file=", "--ignore-missing-imports", "--follow-imports=silent"} <= set(hook["mypy-args"])
