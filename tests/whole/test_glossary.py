"""docs/glossary.md holds: its words are in order, and what it names in code is there."""

from __future__ import annotations

import re
from importlib import import_module

from each import each
from places import ROOT

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
PARTS = [
    re.findall(r"^\| (?!word|---)(.+?) \| (.+?) \|(?: (.*?))? \|$", part, re.M) for part in PAGE.split("\n## ")[1:]
]
IN_CODE = sorted(name for part in PARTS for _, _, code in part for name in re.findall(r"`(sidepot[\w.]+)`", code))


def test_the_words_stand_in_order_and_once() -> None:
    for part in PARTS:
        words = [word for word, _, _ in part]
        assert len(words) >= 15
        assert words == sorted(set(words), key=lambda word: (word.lower().replace("-", " "), word))


def test_the_words_of_the_code_name_code() -> None:
    assert len(IN_CODE) >= 40
    assert {"sidepot.hand.apply", "sidepot.tournament.tournament.Tournament"} <= set(IN_CODE)


@each("name", IN_CODE)
def test_names_in_the_glossary_exist(name: str) -> None:
    try:
        import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), f"docs/glossary.md names {name}, which is not there"
