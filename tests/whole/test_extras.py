"""An extra that is missing is named with a line that installs it: nothing is on a package index before a release."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from places import ROOT

from sidepot import extras
from sidepot.extras import how_to_install, wanted

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GUIDE = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
TOLD = re.findall(r"^\| `([a-z]+)` \|", GUIDE, re.MULTILINE)  # those that a user of sidepot may want


def test_in_a_copy_of_the_repository_it_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    monkeypatch.chdir(ROOT)
    assert how_to_install("plot") == "make extra-plot"
    monkeypatch.chdir(tmp_path)
    assert how_to_install("plot") == f"make -C {ROOT} extra-plot"


def test_for_a_python_of_another_place_pip_installs_the_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert how_to_install("plot") == f"pip install -e '{ROOT}[plot]'"


def test_extras_are_installed_from_the_place_of_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "sidepot" / "extras.py"))
    origin: dict[str, object] = {"url": "file:///srv/my%20copy", "dir_info": {}}
    monkeypatch.setattr(extras, "_origin", lambda: origin)
    assert how_to_install("plot") == "pip install '/srv/my copy[plot]'"
    wheel = {"url": "https://example.org/sidepot-0.1.0.whl", "archive_info": {}}
    assert wanted("ray", wheel) == "sidepot[ray] @ https://example.org/sidepot-0.1.0.whl"
    origin.clear()  # it came from an index
    assert how_to_install("plot") == "pip install 'sidepot[plot]'"


@pytest.mark.skipif(sys.platform == "win32", reason="no make on Windows")
def test_make_installs_each_extra_that_the_guide_lists() -> None:
    assert {"serve", "postgres", "cluster", "fast", "plot", "corpora", "ray", "rl"} == set(TOLD)
    assert set(TOLD) <= set(PROJECT["project"]["optional-dependencies"])
    planned = subprocess.run(
        ["make", "-n", "-B", *[f"extra-{extra}" for extra in TOLD]], cwd=ROOT, capture_output=True, text=True
    )
    assert planned.returncode == 0, planned.stderr
    assert {f"sh tools/venv.sh {extra}" for extra in TOLD} <= set(planned.stdout.splitlines())


def test_nothing_else_says_how() -> None:
    """Before a release `pip install sidepot` finds nothing, so only the guide may speak of it."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md"), *ROOT.glob("examples/**/*.py")]
    files = [*pages, *(ROOT / "src" / "sidepot").rglob("*.py")]
    said = {
        str(file.relative_to(ROOT))
        for file in files
        if file.name not in ("extras.py", "CHANGELOG.md")
        and re.search(r"pip install\s+'?sidepot\b", file.read_text(encoding="utf-8"))
    }
    assert said == {"docs/README.md"}
