"""The guide to solving games: its snippets come out as printed."""

from __future__ import annotations

import doctest
import re

from needs import FAST
from places import ROOT

FAST.ask()


def test_the_snippets_of_the_guide_come_out_as_printed() -> None:
    page = (ROOT / "docs" / "how-to" / "solve.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "solve.md", "solve.md", 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert len(test.examples) > 30
    assert not said, "".join(said)
