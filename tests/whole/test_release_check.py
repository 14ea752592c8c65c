"""What `make release-check` tries with each extra works: it runs too rarely to find out by itself."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import release_check
from needs import CORPORA, FAST, NATS, PLOT, RAY, RL, SERVE, Need
from places import ROOT

NEEDS = {"fast": FAST, "plot": PLOT, "corpora": CORPORA, "ray": RAY, "rl": RL, "postgres": SERVE, "cluster": NATS}


def test_every_extra_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"serve", *release_check.USES} == set(project["optional-dependencies"])


@pytest.mark.parametrize(
    ("extra", "need"), [pytest.param(extra, need, marks=need.mark, id=extra) for extra, need in NEEDS.items()]
)
@pytest.mark.long
def test_an_extra_does_what_it_is_for(extra: str, need: Need, tmp_path: Path) -> None:
    words = [sys.executable, *release_check.USES[extra]]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
