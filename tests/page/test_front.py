"""The logic of the pages' scripts, by their own tests: amounts, turns, the line to the room, the proofs."""

from __future__ import annotations

import subprocess

import pytest
from needs import NODE
from places import ROOT


@NODE.mark
@pytest.mark.long
def test_the_scripts_of_the_pages_do_what_they_should() -> None:
    tests = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/front/*.test.mjs"))
    done = subprocess.run(["node", "--test", *tests], cwd=ROOT, capture_output=True, text=True)
    assert tests and done.returncode == 0, done.stdout + done.stderr
