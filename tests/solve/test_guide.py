"""The guides to solving games: their snippets come out as printed."""

from __future__ import annotations

import doctest
import re

import pytest
from needs import FAST, OPENSPIEL
from places import ROOT

pytestmark = FAST.mark


@pytest.mark.parametrize(
    ("name", "least"), [("solve", 30), ("solve-rivers", 12), pytest.param("use-openspiel", 10, marks=OPENSPIEL.mark)]
)
def test_the_snippets_of_a_guide_come_out_as_printed(name: str, least: int) -> None:
    page = (ROOT / "docs" / "how-to" / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert len(test.examples) >= least
    assert not said, "".join(said)
